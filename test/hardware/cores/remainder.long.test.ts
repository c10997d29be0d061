/** `fmod`, `%` and `//` of floats against NumPy's steps. */
import { describe, expect, it } from "vitest";
import { type FloatVariant, float, float16, float32, float64 } from "../../../src/types/types.ts";
import { checker, exhaust } from "./check.ts";
import { floatPair, specialFloats } from "./floats.ts";
import { seeded } from "./random.ts";

const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const ops = ["fmod", "mod", "floordiv"] as const;
const cases = Number(process.env.LUTRA_CASES ?? 100);
const tiny = [
  [2, 1],
  [2, 2],
  [3, 2],
  [4, 1],
] as const;
const small = process.env.LUTRA_CORES === "all" ? ([...tiny, [4, 3], [5, 4]] as const) : tiny;

describe.each(ops)("%s", (op) => {
  it.each(variants)("of all pairs of small %s formats", (variant) => {
    for (const [e, m] of small) {
      const type = float(e, m, variant);
      expect(exhaust(op, [type, type], type)).toBeGreaterThan(100);
    }
  });

  it.each([
    ["float16", float16],
    ["float32", float32],
    ["float64", float64],
    ["ftz of 8 bits", float(8, 23, "ftz")],
    ["flopoco of 11 bits", float(11, 20, "flopoco")],
    ["a long significand", float(4, 40)],
  ] as const)("of random pairs of %s", (_name, type) => {
    const { check, count } = checker(op, [type, type], type);
    const borders = specialFloats(type);
    for (const a of borders) for (const b of borders) check(a, b);
    const random = seeded(`${op} ${JSON.stringify(type)}`);
    for (let i = 0; i < cases; i++) check(...floatPair(type, random));
    expect(count()).toBeGreaterThan(cases);
  });
});
