/**
 * Elementary functions of one operand against their models.
 *
 *     LUTRA_CASES=1000000        so many float32 values of each function
 *     LUTRA_EXHAUSTIVE=1         every float16 value of every function, and more formats
 *     LUTRA_FUNCTIONS=exp,log    these alone
 */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { type FloatType, float, float16, float32 } from "../../../src/types/types.ts";
import { checker, exhaust } from "./check.ts";
import { hardValues, moderate, selected, turningPoints, unaryFunctions } from "./elementary-values.ts";
import { anyFloat } from "./floats.ts";
import { seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 300);
const isThorough = process.env.LUTRA_EXHAUSTIVE === "1";
const rare = isThorough ? [float(11, 20), float(2, 29), float(8, 7), float(8, 23, "flopoco")] : [];

describe.each(selected(unaryFunctions))("%s", (op) => {
  it("every value of small formats", () => {
    const more = isThorough ? [float(3, 5, "flopoco"), float(2, 3), float(5, 2, "flopoco")] : [];
    for (const type of [float(5, 4), float(4, 3, "ftz"), ...more]) {
      expect(exhaust(op, [type], type)).toBeGreaterThan(50);
    }
  });

  it("float32", () => tryValues(op, float32, cases));

  it.each([float(8, 23, "ftz"), float(11, 20, "flopoco"), ...rare])("%j", (type) =>
    tryValues(op, type, cases / 10),
  );

  it("values whose results lie next to a midpoint", () => {
    for (const type of isThorough ? [float32, float(8, 12), float(6, 17, "ftz")] : [float32]) {
      const { check, count } = checker(op, [type], type);
      for (const bits of hardValues(op, type, 200 * cases)) check(bits);
      expect(count()).toBeGreaterThan(0);
    }
  });

  it.runIf(isThorough || op === "exp" || op === "log")("every float16", () => {
    expect(exhaust(op, [float16], float16)).toBe(65536);
  });
});

function tryValues(op: CoreOp, type: FloatType, count: number): void {
  const { check } = checker(op, [type], type);
  for (const value of turningPoints(type)) check(value);
  const random = seeded(JSON.stringify([op, type]));
  for (let i = 0; i < count; i++) check(i % 2 === 0 ? anyFloat(type, random) : moderate(type, random));
}
