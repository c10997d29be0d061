/** What elementary functions take as circuits: exact, the same on every machine. An operand goes in each clock. */
import type { FamilyName } from "../../src/device/family.ts";
import { operator } from "../../src/hardware/operators/operator.ts";
import type { MathFn } from "../../src/types/operators.ts";
import { type FloatType, float32, float64 } from "../../src/types/types.ts";

const functions = [
  ...["sqrt", "cbrt", "hypot", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"],
  ...["sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"],
] as const satisfies readonly MathFn[];

const formats = { float32, float64 } as const;
export const places: readonly FamilyName[] = ["xc7", "ecp5"];

export interface ElementaryRow {
  readonly fn: string;
  readonly format: string;
  readonly family: FamilyName;
  readonly clocks: number;
  readonly lut: number;
  readonly dsp: number;
}

function rowOf(fn: MathFn | "pow", format: keyof typeof formats, family: FamilyName): ElementaryRow {
  const type: FloatType = formats[format];
  const operands = ["hypot", "atan2", "pow"].includes(fn) ? [type, type] : [type];
  const { latency, cost } = operator(fn, operands, type, { family, periodNs: 10 });
  return { fn, format, family, clocks: latency, lut: Math.round(cost.luts), dsp: cost.dsps };
}

export function elementaryRows(): readonly ElementaryRow[] {
  return (["float32", "float64"] as const).flatMap((format) =>
    [...functions, "pow" as const].flatMap((fn) => places.map((family) => rowOf(fn, format, family))),
  );
}
