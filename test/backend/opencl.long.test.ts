/**
 * Loops as OpenCL: what is written, and that a device makes of it what the reference computes.
 *
 *     LUTRA_TESTS=all LUTRA_CORPUS=all npx vitest run test/backend/opencl.long.test.ts      every kernel of the corpus, every type
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 ...                            so many random kernels
 */
import { describe, expect, it, test } from "vitest";
import { generateOpencl } from "../../src/backend/opencl/index.ts";
import { ToolFailure } from "../../src/diagnostics/tool_failure.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { compileOpencl } from "../../src/outside/opencl.ts";
import { RunFault } from "../../src/program/interpret/index.ts";
import { float32, int32, uint32 } from "../../src/types/types.ts";
import { ofToday } from "../corpus/day.ts";
import { writtenLoops } from "../synthesis/written.ts";
import { trouble } from "./c-cases.ts";
import { dialects } from "./c-dialects.ts";
import { typesOfDialect, wrongOperationsOn } from "./c-operations.ts";
import { corpusCases, randomCases } from "./c-samples.ts";
import { expectGolden, kernelNamed, kernelNames } from "./merlin-kernels.ts";
import { runOnDevice } from "./opencl-run.ts";
import { arr, bin, filled, int, kernel, load, loop, store, v } from "./wasm-build.ts";

type Kernel = Awaited<ReturnType<typeof compileOpencl>>;

async function runOpencl(loops: Loops, args: Parameters<Kernel["run"]>[0]): ReturnType<Kernel["run"]> {
  const kernel = await compileOpencl(loops);
  try {
    return await kernel.run(args);
  } finally {
    kernel.remove();
  }
}

describe("what is written", () => {
  it.each(kernelNames)("%s", (name) => {
    const made = generateOpencl(kernelNamed(name));
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
    const text = made.files.get(made.source) ?? "";
    expectGolden(`opencl/${name}.cl`, text);
    expect(made.lineMap.length).toBe(text.split("\n").length - 1);
  });

  it.each(["filter", "gather"])("the host of %s", (name) => {
    const made = generateOpencl(kernelNamed(name));
    if (made.ok) expectGolden(`opencl/${name}_host.c`, made.files.get(made.host) ?? "");
    expect(made.ok).toBe(true);
  });

  it("promises independent iterations only where they are", () => {
    const a = arr("a", int32, 16);
    const text = (from: number): string => {
      const next = bin("add", v("i"), int(from));
      const made = generateOpencl(
        kernel({ params: [a], body: [loop("i", 0, 8, store(a, [v("i")], load(a, next)))] }),
      );
      return made.ok ? (made.files.get(made.source) ?? "") : "";
    };
    expect(text(0)).toContain("#pragma ivdep\n");
    expect(text(8)).toContain("#pragma ivdep\n");
    expect(text(1)).not.toContain("ivdep");
  });

  it("says what one work-item has no word for", () => {
    const made = generateOpencl(
      kernel({
        params: [arr("a", int32, 8)],
        body: [
          {
            ...loop("i", 0, 8, store(arr("a", int32, 8), [v("i")], int(1, int32))),
            attrs: { parallel: true },
          },
        ],
      }),
    );
    expect(made.ok && made.notes).toEqual([
      "parallel i: one work-item has no parallel loops; unroll it for copies of its body",
    ]);
  });
});

describe("a run", () => {
  const a = arr("a", float32, 4);
  const b = arr("b", float32, 4);
  const at = arr("at", int32, 1);
  const doubled = bin("add", load(a, v("i")), load(a, v("i")));
  const copies = kernel({ params: [a, b], body: [loop("i", 0, 4, store(b, [v("i")], doubled))] });

  it("changes arrays in place, and can be repeated", { timeout: 120_000 }, async () => {
    const built = await compileOpencl(copies);
    try {
      for (const first of [1, 5]) {
        const given = filled(float32, [4], [first, 2, -0, Number.NaN]);
        const taken = filled(float32, [4], [9, 9, 9, 9]);
        expect(
          await built.run(
            new Map([
              ["a", given],
              ["b", taken],
            ]),
          ),
        ).toEqual({ results: [] });
        expect([...taken.data]).toEqual([2 * first, 4, -0, Number.NaN]);
      }
    } finally {
      built.remove();
    }
  });

  it("reports a fault as the reference does, at its place", { timeout: 120_000 }, async () => {
    const loops = kernel({ params: [at, b], body: [store(b, [load(at, int(0))], int(1, float32))] });
    const args = new Map([
      ["at", filled(int32, [1], [7])],
      ["b", filled(float32, [4], [0, 0, 0, 0])],
    ]);
    const fault = await runOpencl(loops, args).then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(RunFault);
    expect(fault).toMatchObject({
      code: "index-out-of-range",
      message: "index 7 is out of range for axis 0 of `b`, which has 4 elements",
      span: { from: 3, to: 7 },
    });
  });

  it("compiles where a region that cannot fault has a `while`, and something else can fault", {
    timeout: 120_000,
  }, async () => {
    const source = `
def kernel(a: "uint32[2]", at: "int32[1]", b: "uint32[2]"):
    x = a[0]
    for i in range(2):
        while x > 1:
            x = x >> 1
        b[i] = x
    b[int(at[0])] = a[1]
`;
    const one = {
      name: "outlined",
      loops: writtenLoops(source, "outline i halve"),
      args: {
        a: filled(uint32, [2], [40, 7]),
        at: filled(int32, [1], [1]),
        b: filled(uint32, [2], [0, 0]),
      },
    };
    const [ran] = await runOnDevice([one]);
    expect(ran?.kind === "left" && ran.left.args.b).toEqual([1, 7]);
  });

  it("takes no array twice", { timeout: 120_000 }, async () => {
    const same = filled(float32, [4], [1, 2, 3, 4]);
    await expect(
      runOpencl(
        copies,
        new Map([
          ["a", same],
          ["b", same],
        ]),
      ),
    ).rejects.toThrow("are the same array");
  });

  it("says which tool is missing", async () => {
    const before = process.env.LUTRA_CC;
    process.env.LUTRA_CC = "no-such-compiler";
    try {
      await expect(compileOpencl(copies)).rejects.toThrow(ToolFailure);
      await expect(compileOpencl(copies)).rejects.toThrow(
        "no-such-compiler is not installed or not on the PATH",
      );
    } finally {
      if (before === undefined) delete process.env.LUTRA_CC;
      else process.env.LUTRA_CC = before;
    }
  });

  it("says that there is no such device", { timeout: 120_000 }, async () => {
    const before = process.env.LUTRA_OPENCL;
    process.env.LUTRA_OPENCL = "no such device";
    const args = new Map([
      ["a", filled(float32, [4], [1, 2, 3, 4])],
      ["b", filled(float32, [4], [1, 2, 3, 4])],
    ]);
    try {
      await expect(runOpencl(copies, args)).rejects.toThrow(
        /no OpenCL device is called like LUTRA_OPENCL says/,
      );
    } finally {
      if (before === undefined) delete process.env.LUTRA_OPENCL;
      else process.env.LUTRA_OPENCL = before;
    }
  });
});

test("kernels of the corpus, as they are and scheduled, keep their bits", {
  timeout: 7_200_000,
}, async () => {
  const cases = corpusCases(80);
  const ran = await runOnDevice(cases);
  expect(ran.flatMap((one, k) => trouble(one, cases[k] as (typeof cases)[number]) ?? []).join("\n")).toBe("");
  const refused = cases.flatMap(({ name }, k) => {
    const one = ran[k];
    return one?.kind === "refused" ? [{ name, messages: one.messages }] : [];
  });
  const asTheyAre = refused.filter(({ name }) => !name.endsWith(" scheduled")).map(({ name }) => name);
  expect(asTheyAre.filter((name) => name !== "operators/precision_types")).toEqual([]); // it has a uint<512>
  // A schedule may ask for types that plain C has not.
  expect(refused.flatMap(({ messages }) => messages).filter((said) => !/\d+ bits/.test(said))).toEqual([]);
});

test("every operation on values at the edges of types", { timeout: 7_200_000 }, async () => {
  expect(await wrongOperationsOn(ofToday(typesOfDialect.opencl, 1), dialects.opencl)).toBe("");
});

test("random kernels under random schedules", { timeout: 36_000_000 }, async () => {
  const cases = randomCases(4);
  const ran = await runOnDevice(cases);
  expect(ran.flatMap((one, k) => trouble(one, cases[k] as (typeof cases)[number]) ?? []).join("\n")).toBe("");
  expect(ran.filter(({ kind }) => kind === "refused").length).toBeLessThanOrEqual(cases.length / 4);
});
