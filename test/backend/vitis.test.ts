/**
 * Loops as C++ for Vitis HLS: what is written, and that g++, with all warnings, makes of it what the reference computes.
 *
 *     LUTRA_CORPUS=all npx vitest run test/backend/vitis.test.ts       every kernel of the corpus, every type
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 ...                            so many random kernels
 */
import { describe, expect, it, test } from "vitest";
import { checkOfFault, placeOfFault } from "../../src/backend/c/lines.ts";
import { generateVitis, type VitisFiles, type VitisOptions } from "../../src/backend/vitis/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { bool, float, float32, int8, int32, uint8 } from "../../src/types/types.ts";
import { ofToday } from "../corpus/day.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { trouble } from "./c-cases.ts";
import { dialects } from "./c-dialects.ts";
import { typesOfDialect, wrongOperationsOn } from "./c-operations.ts";
import { corpusCases, randomCases } from "./c-samples.ts";
import { expectGolden } from "./merlin-kernels.ts";
import { kernelNamed, kernelNames, scheduled } from "./vitis-kernels.ts";
import { runVitis } from "./vitis-run.ts";
import {
  arr,
  assign,
  bin,
  cast,
  cmp,
  int,
  kernel,
  load,
  loop,
  scalar,
  store,
  v,
  when,
} from "./wasm-build.ts";

function made(loops: Loops, options: VitisOptions = {}): VitisFiles {
  const code = generateVitis(loops, options);
  if (!code.ok) throw new Error(code.diagnostics.map(({ message }) => message).join("; "));
  return code;
}

function text(loops: Loops, options: VitisOptions = {}): string {
  const code = made(loops, options);
  return code.files.get(code.source) ?? "";
}

/** Of the body, without pragmas and comments. */
function lines(loops: Loops): readonly string[] {
  const all = text(loops).split("\n");
  const start = all.findIndex((line) => line.startsWith('extern "C"'));
  return all
    .slice(start + 1)
    .map((line) => line.trim())
    .filter(
      (line) => line !== "" && !/^\(void\)[ab];$/.test(line) && line !== "}" && !/^(#|\/\/)/.test(line),
    );
}

describe("what is written", () => {
  it.each(kernelNames)("%s", (name) => {
    const { loops, options } = kernelNamed(name);
    const code = made(loops, options);
    const written = code.files.get(code.source) ?? "";
    expectGolden(`vitis/${name}.cpp`, written);
    expect(code.lineMap.length).toBe(written.split("\n").length - 1);
  });

  it("declares the kernel in a header that stands by itself", () => {
    const code = made(kernelNamed("fir").loops);
    expect(code.files.get("fir.h")).toContain('#include "ap_fixed.h"');
    expect(code.files.get("fir.h")).toContain("    const ap_fixed<12, 1> taps[16],");
  });

  it("says what it is called with", () => {
    const { signature } = made(kernelNamed("normalise").loops);
    expect(
      signature.parameters.map(({ name, direction, ctype, shape }) => [name, direction, ctype, shape]),
    ).toEqual([
      ["x", "in", "float", [64]],
      ["y", "out", "float", [64]],
      ["return_0", "out", "float", []],
    ]);
    expect(signature.results).toEqual([{ parameter: "return_0", file: "return" }]);
  });
});

describe("expressions", () => {
  const a = arr("a", int8, 8);
  const wide = arr("b", int32, 8);
  const at = v("i");
  const inLoop = (...body: Parameters<typeof loop>[3][]): Loops =>
    kernel({ params: [a, wide], body: [loop("i", 0, 8, ...body)] });

  it("leaves narrow results to the store, and cuts them where more bits would be seen", () => {
    const sum = bin("add", load(a, bin("sub", int(7), at)), load(a, at));
    expect(lines(inLoop(store(a, [at], sum)))[1]).toBe("a[i] = a[7 - i] + a[i];");
    expect(lines(inLoop(store(wide, [at], cast(sum, int32))))[1]).toBe("b[i] = (int8_t)(a[7 - i] + a[i]);");
  });

  it("updates in place", () => {
    expect(lines(inLoop(store(wide, [at], bin("mul", load(wide, at), int(3, int32)))))[1]).toBe("b[i] *= 3;");
    expect(lines(inLoop(store(wide, [at], bin("add", load(wide, at), int(1, int32)))))[1]).toBe("b[i]++;");
  });

  it("needs parentheses only where a reader does", () => {
    const [x, y] = [load(wide, at), load(wide, bin("sub", int(7), at))];
    const value = bin("and", bin("add", x, bin("mul", y, int(2, int32))), bin("shl", x, int(3, int32)));
    expect(lines(inLoop(store(wide, [at], value)))[1]).toBe("b[i] = (b[i] + b[7 - i] * 2) & (b[i] << 3);");
  });

  it("asks no question that the type answers", () => {
    const bytes = arr("c", uint8, 8);
    const test = cmp("lt", load(bytes, at), int(300, int32), bool);
    const loops = kernel({
      params: [bytes, wide],
      body: [loop("i", 0, 8, when(test, [store(wide, [at], int(1, int32))]))],
    });
    expect(lines(loops)).toEqual(["(void)c;", "i: for (int i = 0; i < 8; i++) {", "b[i] = 1;"]);
  });

  it("checks an index that may be outside, and knows the place of the check", () => {
    const code = made(
      kernel({
        params: [scalar("n", int32), wide],
        body: [store(wide, [cast(v("n", int32), int(0).type)], int(1, int32))],
      }),
    );
    const line =
      (code.files.get(code.source) ?? "").split("\n").findIndex((one) => one.includes("at(n, 8)")) + 1;
    expect(line).toBeGreaterThan(0);
    expect(placeOfFault(code.lineMap, line, "index-out-of-range")).toEqual({ from: 3, to: 7 });
    expect(checkOfFault(code.lineMap, line, "index-out-of-range")?.index).toEqual({
      array: "b",
      axis: 0,
      size: 8,
    });
  });
});

describe("scalars", () => {
  const a = arr("a", int32, 8);

  it("are declared where they are first set, as far inside as they can be", () => {
    const x = v("x", int32);
    const body = [
      loop("i", 0, 8, assign("x", load(a, v("i"))), store(a, [v("i")], bin("mul", x, x))),
      loop("j", 0, 8, assign("x", bin("add", load(a, v("j")), int(1, int32))), store(a, [v("j")], x)),
    ];
    expect(lines(kernel({ params: [a], scalars: [scalar("x", int32)], body }))).toEqual([
      "i: for (int i = 0; i < 8; i++) {",
      "int32_t x = a[i];",
      "a[i] = x * x;",
      "j: for (int j = 0; j < 8; j++) {",
      "int32_t x = a[j] + 1;",
      "a[j] = x;",
    ]);
  });

  it("start as zero only where that is seen", () => {
    const x = v("x", int32);
    const body = [
      loop("i", 0, 8, when(cmp("gt", load(a, v("i")), int(0, int32), bool), [assign("x", load(a, v("i")))])),
      store(a, [int(0)], x),
    ];
    expect(lines(kernel({ params: [a], scalars: [scalar("x", int32)], body }))[0]).toBe("int32_t x = 0;");
  });

  it("that nobody reads are not there", () => {
    const body = [loop("i", 0, 8, assign("x", load(a, v("i")))), store(a, [int(0)], int(1, int32))];
    expect(lines(kernel({ params: [a], scalars: [scalar("x", int32)], body }))).toEqual(["a[0] = 1;"]);
  });
});

test("names that C or the headers have are moved away", () => {
  const decls = ["double", "at", "out.1", "maximum", "_x", "größe"].map((name) => arr(name, int32, 4));
  const body = decls.map((decl) => store(decl, [int(0)], int(1, int32)));
  const { signature } = made({ ...kernel({ params: decls, body }), name: "exp" });
  expect(signature.parameters.map(({ name }) => name)).toEqual([
    ...["double_", "at_", "out_1", "maximum_", "v_x", "gruf6udfe"],
  ]);
  expect(signature.name).toBe("exp_");
});

describe("what is refused", () => {
  const refused = (loops: Loops, options: VitisOptions = {}): readonly string[] => {
    const code = generateVitis(loops, options);
    return code.ok ? [] : code.diagnostics.map(({ message, help }) => `${message} (${help ?? ""})`);
  };
  const a = arr("a", int32, 8);
  const twice = kernel({
    params: [a],
    body: [loop("i", 0, 8, store(a, [v("i")], bin("add", load(a, v("i")), load(a, v("i")))))],
  });

  it("a stream that is not swept once", () => {
    expect(refused(twice, { interfaces: { a: "axis" } })).toEqual([
      "`a` cannot be a stream: it is read or written in several places (copy it on chip in one sweep with `buffer a`)",
    ]);
    const backwards = kernel({
      params: [a],
      body: [loop("i", 0, 8, store(a, [bin("sub", int(7), v("i"))], int(1, int32)))],
    });
    expect(refused(backwards, { interfaces: { a: "axis" } })[0]).toContain(
      "it is not swept once, element after element",
    );
  });

  it("an interface of an argument that is not there", () => {
    expect(refused(twice, { interfaces: { b: "axis" } })).toEqual([
      "the kernel has no argument `b` (its arguments are a)",
    ]);
  });

  it("an argument without elements", () => {
    expect(refused(kernel({ params: [arr("none", int32, 0)], body: [] }))[0]).toContain(
      "`none` has no elements",
    );
  });

  it("a format that outranges double", () => {
    const type = float(11, 30, "flopoco");
    const x = arr("x", type, 4);
    const y = arr("y", float32, 4);
    expect(refused(kernel({ params: [x, y], body: [store(x, [int(0)], load(x, int(1)))] }))[0]).toContain(
      "float<11,30,flopoco>",
    );
  });

  it("and a partition of memory outside is told", () => {
    const loops = scheduled(
      "k.py",
      "# args: a=int32[8]\n@pylog\ndef k(a):\n    a[0] = 1\n",
      "partition a dim=0 complete",
    );
    expect(made(loops).diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "`a` is an argument, in memory outside of the chip, which cannot be partitioned or packed"],
    ]);
  });
});

describe.skipIf(!gppAvailable())("compiled by g++", () => {
  const failures = (cases: Parameters<typeof runVitis>[0]): readonly string[] =>
    runVitis(cases).flatMap((ran, k) => {
      const one = cases[k];
      if (one === undefined) return [];
      return ran.kind === "refused"
        ? [`${one.name}: refused: ${ran.messages.join("; ")}`]
        : (trouble(ran, one) ?? []);
    });

  test("the kernels above keep their bits", { timeout: 600_000 }, () => {
    expect(failures(kernelNames.map(kernelNamed)).join("\n")).toBe("");
  });

  test("kernels of the corpus, as they are and scheduled, keep theirs", { timeout: 3_600_000 }, () => {
    const empty = (name: string): boolean => name.startsWith("indexing/slices_1d"); // it returns nothing but shapes
    expect(failures(corpusCases(36).filter(({ name }) => !empty(name))).join("\n")).toBe("");
  });

  test("every operation on values at the edges of types", { timeout: 3_600_000 }, async () => {
    expect(await wrongOperationsOn(ofToday(typesOfDialect.vitis, 1), dialects.vitis)).toBe("");
  });

  test("random kernels under random schedules", { timeout: 36_000_000 }, () => {
    expect(failures(randomCases(20)).join("\n")).toBe("");
  });
});
