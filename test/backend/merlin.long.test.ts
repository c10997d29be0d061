/**
 * Loops as Merlin C: what is written, and that gcc, with all warnings, makes of it what the reference computes.
 *
 *     LUTRA_TESTS=all LUTRA_CORPUS=all npx vitest run test/backend/merlin.long.test.ts      every kernel of the corpus, every type
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 ...                            so many random kernels
 */
import { describe, expect, it, test } from "vitest";
import { generateMerlin } from "../../src/backend/merlin/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { exactInt, int16, int32, type ScalarType, uint64 } from "../../src/types/types.ts";
import { ofToday } from "../corpus/day.ts";
import { trouble } from "./c-cases.ts";
import { dialects } from "./c-dialects.ts";
import { typesOfDialect, wrongOperationsOn } from "./c-operations.ts";
import { corpusCases, randomCases } from "./c-samples.ts";
import { expectGolden, kernelNamed, kernelNames } from "./merlin-kernels.ts";
import { runMerlin } from "./merlin-run.ts";
import { arr, assign, bin, cast, int, kernel, load, loop, scalar, store, v } from "./wasm-build.ts";

describe("what is written", () => {
  it.each(kernelNames)("%s", (name) => {
    const made = generateMerlin(kernelNamed(name));
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
    const text = made.files.get(made.source) ?? "";
    expectGolden(`merlin/${name}.c`, text);
    expect(made.lineMap.length).toBe(text.split("\n").length - 1);
  });

  it("declares the kernel in a header", () => {
    const made = generateMerlin(kernelNamed("vecadd"));
    expect(made.ok && made.files.get(made.header)).toContain(
      "void vecadd(const int32_t a[64], const int32_t b[64], int32_t c[64]);",
    );
  });

  it("says what it leaves to Merlin", () => {
    const a = { ...arr("a", int32, 8), banks: [{ dim: 0, how: "cyclic", factor: 2 } as const] };
    const loops = kernel({ params: [a], body: [loop("i", 0, 8, store(a, [v("i")], load(a, v("i"))))] });
    const made = generateMerlin(loops);
    expect(made.ok && made.notes).toEqual([
      "partition of a: Merlin partitions arrays by itself, from what is parallel",
    ]);
  });
});

it("settles a narrowed integer before an exact one is made of it", () => {
  const [a, b] = [arr("a", uint64, 4), arr("b", exactInt(16, true), 4)];
  const low = cast(cast(load(a, v("i")), int16), exactInt(16, true));
  const least = bin("min", load(b, v("i")), low, exactInt(16, true));
  const made = generateMerlin(kernel({ params: [a, b], body: [loop("i", 0, 4, store(b, [v("i")], least))] }));
  expect(made.ok && made.files.get(made.source)).toContain("b[i] = min32(b[i], (int16_t)");
});

describe("more than 64 bits", () => {
  const [wide, narrow] = [exactInt(64, true), exactInt(64, true)];
  const a = arr("a", wide, 4);
  const b = arr("b", narrow, 4);
  const sum = bin("mul", load(a, v("i")), load(a, v("i")), exactInt(128, true));
  const with64 = (value: Parameters<typeof store>[2]): Loops =>
    kernel({ params: [a, b], body: [loop("i", 0, 4, store(b, [v("i")], value))] });

  it("is written where only the low bits matter", () => {
    const made = generateMerlin(with64(cast(sum, narrow)));
    expect(made.ok && made.files.get(made.source)).toContain("b[i] = (uint64_t)a[i] * a[i];");
  });

  it("is refused where others do, with the type and the reason", () => {
    const quotient = bin("floordiv", sum, load(a, v("i")), exactInt(129, true));
    const made = generateMerlin(with64(cast(quotient, narrow)));
    expect(made.ok ? [] : made.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        "expression-beyond-target",
        "this int<129> cannot be written in Merlin C: dividend and divisor meet in more than 64 bits",
      ],
    ]);
  });

  it("is refused in a variable, by its name", () => {
    const type: ScalarType = exactInt(100, false);
    const loops = kernel({
      params: [b],
      scalars: [scalar("total", type)],
      body: [assign("total", int(1, type)), store(b, [int(0)], cast(v("total", type), narrow))],
    });
    const made = generateMerlin(loops);
    expect(made.ok ? [] : made.diagnostics.map(({ message }) => message)).toEqual([
      "`total` cannot be written in Merlin C: uint<100> has 100 bits, and plain C has integers of up to 64",
    ]);
  });
});

test("kernels of the corpus, as they are and scheduled, keep their bits", {
  timeout: 3_600_000,
}, async () => {
  const cases = corpusCases(24);
  const ran = await runMerlin(cases);
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

test("every operation on values at the edges of types", { timeout: 3_600_000 }, async () => {
  expect(await wrongOperationsOn(ofToday(typesOfDialect.merlin, 2), dialects.merlin)).toBe("");
});

test("random kernels under random schedules", { timeout: 36_000_000 }, async () => {
  const cases = randomCases(30);
  const ran = await runMerlin(cases);
  expect(ran.flatMap((one, k) => trouble(one, cases[k] as (typeof cases)[number]) ?? []).join("\n")).toBe("");
  expect(ran.filter(({ kind }) => kind === "refused").length).toBeLessThanOrEqual(cases.length / 4);
});
