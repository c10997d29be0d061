import type { Expr } from "../../netlist/nodes.ts";
import { choose, type Integer, plus, shiftedDown, times, whole } from "./integer.ts";

/** c[0] + x (c[1] + x (c[2] + …)), every product rounded down to `fraction` bits. */
export function horner(coefficients: readonly Integer[], x: Integer, fraction: number): Integer {
  let sum: Integer = whole(0);
  for (const coefficient of [...coefficients].reverse()) {
    sum = plus(shiftedDown(times(sum, x), fraction), coefficient);
  }
  return sum;
}

export function constants(values: readonly bigint[]): readonly Integer[] {
  return values.map((value) => whole(value));
}

/** One of two polynomials, to be computed by one row of multipliers: a choice for each coefficient. */
export function eitherPolynomial(
  condition: Expr,
  whenSet: readonly bigint[],
  whenClear: readonly bigint[],
): readonly Integer[] {
  const length = Math.max(whenSet.length, whenClear.length);
  return Array.from({ length }, (_, n) =>
    choose(condition, whole(whenSet[n] ?? 0n), whole(whenClear[n] ?? 0n)),
  );
}
