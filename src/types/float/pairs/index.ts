/** The elementary functions of float64 in pairs of doubles: right to 2^-`pairBits` where there is a result. */
import type { ElementaryBinary, ElementaryUnary } from "../elementary/index.ts";
import { acos, asin, atan, atan2 } from "./arc.ts";
import { cos, sin, tan } from "./circle.ts";
import { cosh, exp, exp2, expm1, sinh, tanh } from "./exponential.ts";
import { log, log1p, log2, log10 } from "./logarithm.ts";
import type { Pair } from "./pair.ts";
import { pow } from "./power.ts";
import { cbrt, hypot } from "./root.ts";

export type { Pair } from "./pair.ts";

/** Every function is right to 2^-65 by its own account, and measured to 2^-66. */
export const pairBits = 64;

export const pairUnary: Record<ElementaryUnary, (x: number) => Pair | undefined> = {
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  cbrt,
};

export const pairBinary: Record<ElementaryBinary, (x: number, y: number) => Pair | undefined> = {
  atan2,
  hypot,
  pow,
};
