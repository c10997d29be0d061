import { type FloatType, float32 } from "../types.ts";
import { type BinaryClosure, onExacts, onNumbers } from "./closures.ts";
import { finite, isZero } from "./exact.ts";
import { exactly, order, toIntegral } from "./exact-arithmetic.ts";
import { type Format, formatOf, isFloat16 } from "./format.ts";
import { compileNative } from "./native.ts";
import { compileRound } from "./round.ts";

/**
 * Floor division and the remainder that goes with it, step by step as NumPy's npy_divmod: each step rounds in the
 * type. (So the quotient is not always the floor of the exact quotient; it is what NumPy gives.) float16 takes its
 * steps in float32, as NumPy does, and rounds the result.
 */
export function compileDivmod(op: "floordiv" | "mod", type: FloatType): BinaryClosure {
  const format = formatOf(type);
  if (!format.isNumber) return op === "mod" ? exactMod(format) : exactFloordiv(format);
  const compile = op === "mod" ? compileMod : compileFloordiv;
  if (!isFloat16(type)) return onNumbers(compile(format));
  const wide = compile(formatOf(float32));
  const round = compileRound(type);
  return onNumbers((a, b) => round(wide(a, b)));
}

function compileMod(format: Format): (a: number, b: number) => number {
  const fmod = compileNative("fmod", format);
  const add = compileNative("add", format);
  return (a, b) => {
    const mod = fmod(a, b);
    if (b === 0) return mod;
    if (mod === 0) return b < 0 || Object.is(b, -0) ? -0 : 0;
    return b < 0 !== mod < 0 ? add(mod, b) : mod;
  };
}

function compileFloordiv(format: Format): (a: number, b: number) => number {
  const fmod = compileNative("fmod", format);
  const add = compileNative("add", format);
  const sub = compileNative("sub", format);
  const div = compileNative("div", format);
  const round = compileRound(format.type);
  return (a, b) => {
    if (b === 0 || a === 0) return div(a, b);
    const mod = fmod(a, b);
    let quotient = div(sub(a, mod), b);
    if (mod !== 0 && b < 0 !== mod < 0) quotient = sub(quotient, 1);
    if (quotient === 0) return a < 0 !== b < 0 ? -0 : 0; // the sign of a / b
    const floor = round(Math.floor(quotient));
    return sub(quotient, floor) > 0.5 ? add(floor, 1) : floor;
  };
}

/** The same steps on values that are bit patterns. */
function exactMod(format: Format): BinaryClosure {
  return onExacts(format, (a, b) => {
    const mod = exactly.fmod(format, a, b);
    if (isZero(b) || mod.kind === "nan" || b.kind === "nan") return mod;
    if (isZero(mod)) return finite(b.negative, 0n, 0);
    return b.negative !== mod.negative ? exactly.add(format, mod, b) : mod;
  });
}

function exactFloordiv(format: Format): BinaryClosure {
  const one = finite(false, 1n, 0);
  const half = finite(false, 1n, -1);
  return onExacts(format, (a, b) => {
    const ratio = exactly.div(format, a, b);
    if (isZero(b)) return ratio;
    const mod = exactly.fmod(format, a, b);
    let quotient = exactly.div(format, exactly.sub(format, a, mod), b);
    if (mod.kind === "nan" || b.kind === "nan") return quotient;
    if (!isZero(mod) && b.negative !== mod.negative) quotient = exactly.sub(format, quotient, one);
    if (isZero(quotient)) return finite(ratio.kind !== "nan" && ratio.negative, 0n, 0);
    const floor = toIntegral(format, "floor", quotient);
    const above = order(exactly.sub(format, quotient, floor), half) === 1;
    return above ? exactly.add(format, floor, one) : floor;
  });
}
