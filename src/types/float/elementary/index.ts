import type { Exact } from "../exact.ts";
import { nearest } from "../exact.ts";
import type { Format } from "../format.ts";
import { type ArcFunction, compileArc, compileAtan2 } from "./arc.ts";
import { compileExp, type ExpFunction } from "./exp.ts";
import { compileLog, type LogFunction } from "./log.ts";
import { compilePowKernel } from "./power.ts";
import { compileCbrt, compileHypot } from "./root.ts";
import { compileTrig, type TrigFunction } from "./trig.ts";

/** The functions that are not computed exactly (or, for the roots, need long integers to be). */
export type ElementaryUnary = ExpFunction | LogFunction | TrigFunction | ArcFunction | "cbrt";
export type ElementaryBinary = "atan2" | "hypot" | "pow";

/**
 * The definition of an elementary function of a format: an integer algorithm, then one rounding to the format. Its
 * result is the correctly rounded one except where that lies within 2^-`trustedBits` (relative) of a midpoint.
 */
export function compileElementary(fn: ElementaryUnary, format: Format): (x: Exact) => Exact {
  const approximate = compileUnary(fn, format);
  return (x) => nearest(format, approximate(x));
}

export function compileElementary2(fn: ElementaryBinary, format: Format): (x: Exact, y: Exact) => Exact {
  switch (fn) {
    case "hypot":
      return compileHypot(format);
    case "pow":
      return compilePowKernel(format);
    case "atan2": {
      const approximate = compileAtan2(format);
      return (y, x) => nearest(format, approximate(y, x));
    }
  }
}

/** No algorithm's relative error, before it rounds, reaches 2^-trustedBits. */
export function trustedBits(format: Format): number {
  return format.precision + 13;
}

function compileUnary(fn: ElementaryUnary, format: Format): (x: Exact) => Exact {
  switch (fn) {
    case "exp":
    case "exp2":
    case "expm1":
    case "sinh":
    case "cosh":
    case "tanh":
      return compileExp(fn, format);
    case "log":
    case "log2":
    case "log10":
    case "log1p":
      return compileLog(fn, format);
    case "sin":
    case "cos":
    case "tan":
      return compileTrig(fn, format);
    case "asin":
    case "acos":
    case "atan":
      return compileArc(fn, format);
    case "cbrt":
      return compileCbrt(format);
  }
}
