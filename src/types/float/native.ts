import { unpackNumber } from "./exact.ts";
import { type ExactOp, exactly, exactSqrt } from "./exact-arithmetic.ts";
import { type Format, isFloat32, isFloat64, minNormal } from "./format.ts";
import { compileRound } from "./round.ts";
import { pack } from "./value.ts";

/**
 * Operations by the machine's doubles, for formats whose values are numbers. The result r of a double operation,
 * rounded again to precision p, is the exact result rounded once in these cases:
 *
 * - 53 >= 2p + 2 (Figueroa: an exact sum, product, quotient or root is never so near a midpoint of p bits that it
 *   rounds to it in 53), and r is not below the range where a double has 53 bits. With at most 10 exponent bits this
 *   holds for every r that matters: products are exact (down to 2^-1074) and quotients so small are zero anyway.
 *   Sums are multiples of the smallest subnormal, so they need no care near zero.
 * - p <= 52 and r is no midpoint of the format: a midpoint is a double, so the exact result lies on the same side
 *   of it as r. When r is a midpoint, only the exact operation can tell.
 * - p = 53: the double operation has already rounded once, unless the result is below the smallest normal number.
 *
 * Where none holds the closure computes exactly.
 */
export function compileNative(op: ExactOp, format: Format): (a: number, b: number) => number {
  const round = compileRound(format.type);
  if (op === "fmod") return isFloat64(format.type) ? (a, b) => a % b : (a, b) => round(a % b); // % is exact
  if (isFloat64(format.type)) return doubles[op];
  if (isFloat32(format.type)) return singles[op];
  const exact = exactNumbers(op, format);
  const native = doubles[op];
  const sum = op === "add" || op === "sub";
  if (53 >= 2 * format.precision + 2 && (sum || format.type.exponent < 11)) return roundedNative(op, round);
  if (53 >= 2 * format.precision + 2 || format.precision === 53) {
    if (sum) return roundedNative(op, round);
    const min = minNormal(format);
    return (a, b) => {
      const r = native(a, b);
      if (r > min || r < -min || Number.isNaN(r)) return round(r);
      return a === 0 || b === 0 ? r : exact(a, b);
    };
  }
  const isDoubtful = compileDoubtful(format);
  return (a, b) => {
    const r = native(a, b);
    return isDoubtful(r) ? exact(a, b) : round(r);
  };
}

/** Square root, by the same argument. A double's root is correctly rounded, and far from the ends of its range. */
export function compileNativeSqrt(format: Format): (a: number) => number {
  if (isFloat64(format.type)) return Math.sqrt;
  const round = compileRound(format.type);
  if (53 >= 2 * format.precision + 2) return (a) => round(Math.sqrt(a));
  const isDoubtful = compileDoubtful(format);
  return (a) => {
    const r = Math.sqrt(a);
    return isDoubtful(r) ? (pack(format, exactSqrt(format, unpackNumber(a))) as number) : round(r);
  };
}

function exactNumbers(op: ExactOp, format: Format): (a: number, b: number) => number {
  const apply = exactly[op];
  return (a, b) => pack(format, apply(format, unpackNumber(a), unpackNumber(b))) as number;
}

/** r is a midpoint of the format (its dropped bits are 100…0), or so small that the format's grid is coarser there. */
function compileDoubtful(format: Format): (r: number) => boolean {
  const small = 2 * minNormal(format);
  const dropped = 53 - format.precision; // 0 to 27 bits, of the low word
  const mask = 2 ** dropped - 1;
  const half = dropped === 0 ? 1 : 2 ** (dropped - 1); // with no dropped bits there is no midpoint
  return (r) => {
    scratch[0] = r;
    if (((scratchWords[lowWord] as number) & mask) === half) return true;
    return r < small && r > -small && r !== 0;
  };
}

const doubles: Record<Exclude<ExactOp, "fmod">, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
};

const singles: Record<Exclude<ExactOp, "fmod">, (a: number, b: number) => number> = {
  add: (a, b) => Math.fround(a + b),
  sub: (a, b) => Math.fround(a - b),
  mul: (a, b) => Math.fround(a * b),
  div: (a, b) => Math.fround(a / b),
};

/** Written out, so that the engine inlines the operator. */
function roundedNative(
  op: Exclude<ExactOp, "fmod">,
  round: (x: number) => number,
): (a: number, b: number) => number {
  switch (op) {
    case "add":
      return (a, b) => round(a + b);
    case "sub":
      return (a, b) => round(a - b);
    case "mul":
      return (a, b) => round(a * b);
    case "div":
      return (a, b) => round(a / b);
  }
}

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);
const lowWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
