/**
 * Float cores where rounding is hard: ties, long carries, cancellation, the borders of the range, subnormal numbers.
 * LUTRA_CASES=1000000 tries that many for each operation and format.
 */
import { describe, expect, it } from "vitest";
import { type FloatVariant, float } from "../../../src/types/types.ts";
import { checker } from "./check.ts";
import { type Arithmetic, directedPair, kinds } from "./directed.ts";
import { seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 500);
const ops: readonly Arithmetic[] = ["add", "sub", "mul", "div", "sqrt"];
const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];

describe.each([
  ["float16", 5, 10],
  ["float32", 8, 23],
  ["float64", 11, 52],
] as const)("%s", (_name, e, m) => {
  describe.each(variants)("%s", (variant) => {
    it.each(ops)("%s", (op) => {
      const type = float(e, m, variant);
      const { check, count } = checker(op, op === "sqrt" ? [type] : [type, type], type);
      const random = seeded(`directed ${op} ${JSON.stringify(type)}`);
      for (const kind of kinds) {
        for (let i = 0; i < cases / kinds.length; i++) {
          const [a, b] = directedPair(op, kind, type, random);
          if (op === "sqrt") check(a);
          else check(a, b);
        }
      }
      expect(count()).toBeGreaterThanOrEqual(cases);
    });
  });
});
