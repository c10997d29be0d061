import { type BinaryClosure, onExact, onExacts, onNumber, onNumbers, type UnaryClosure } from "./closures.ts";
import { accurateDoubles } from "./doubles.ts";
import {
  compileElementary,
  compileElementary2,
  type ElementaryBinary,
  type ElementaryUnary,
  trustedBits,
} from "./elementary/index.ts";
import type { Format } from "./format.ts";
import { compileNative, compileNativeSqrt } from "./native.ts";
import { compileRound } from "./round.ts";

/**
 * The closure of an elementary function. Formats of up to 32 bits (and those whose values are no doubles) are defined
 * by the integer algorithms in elementary/. Where the platform's double function leaves no doubt about how they
 * round, its result, rounded, is theirs, and much faster; else they decide. Wider formats take the platform's double
 * and round it.
 */
export function compileUnaryElementary(fn: ElementaryUnary, format: Format): UnaryClosure {
  if (!format.isNumber) return integerUnary(fn, format);
  const double = platformUnary[fn];
  const round = compileRound(format.type);
  if (!isDefinedByIntegers(format)) return onNumber((a) => round(double(a)));
  const decide = decision(format, round);
  let integer: UnaryClosure | undefined; // made when first needed: it has tables
  return onNumber((a) => {
    const decided = decide(double(a));
    if (decided !== undefined) return decided;
    integer ??= integerUnary(fn, format);
    return integer(a) as number;
  });
}

export function compileBinaryElementary(fn: ElementaryBinary, format: Format): BinaryClosure {
  if (!format.isNumber) return integerBinary(fn, format);
  const double = platformBinary[fn];
  const round = compileRound(format.type);
  if (!isDefinedByIntegers(format)) {
    return fn === "pow" ? compileWidePow(format) : onNumbers((a, b) => round(double(a, b)));
  }
  const decide = decision(format, round);
  let integer: BinaryClosure | undefined;
  return onNumbers((a, b) => {
    const decided = decide(double(a, b));
    if (decided !== undefined) return decided;
    integer ??= integerBinary(fn, format);
    return integer(a, b) as number;
  });
}

/** The definition itself, for any format. */
export function integerUnary(fn: ElementaryUnary, format: Format): UnaryClosure {
  return onExact(format, compileElementary(fn, format));
}

export function integerBinary(fn: ElementaryBinary, format: Format): BinaryClosure {
  return onExacts(format, compileElementary2(fn, format));
}

function isDefinedByIntegers(format: Format): boolean {
  return 1 + format.type.exponent + format.type.mantissa <= 32;
}

/**
 * The value that every number near y rounds to, if there is one. Near means: within what the integer algorithm and
 * the platform's double function may err together. The latter is taken to be below 16 units in the last place
 * (V8's are below 1), and nothing is taken to be known where doubles are subnormal.
 */
function decision(format: Format, round: (x: number) => number): (y: number) => number | undefined {
  const doubt = 2 ** -trustedBits(format) + 2 ** -48;
  const smallest = format.type.exponent === 11 ? 2 ** -1000 : 0;
  const largest = format.type.exponent === 11 ? 2 ** 1000 : Infinity;
  return (y) => {
    if (Number.isNaN(y)) return y;
    const low = round(y * (1 - doubt));
    if (low !== round(y * (1 + doubt))) return undefined;
    const magnitude = y < 0 ? -y : y;
    return magnitude >= smallest && magnitude <= largest ? low : undefined;
  };
}

const platformUnary: Record<ElementaryUnary, (x: number) => number> = {
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: accurateDoubles.log10,
  log1p: Math.log1p,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: accurateDoubles.sinh,
  cosh: accurateDoubles.cosh,
  tanh: accurateDoubles.tanh,
  cbrt: Math.cbrt,
};

const platformBinary: Record<ElementaryBinary, (x: number, y: number) => number> = {
  atan2: Math.atan2,
  hypot: accurateDoubles.hypot,
  pow: powerOfC,
};

/** Math.pow, but 1^y = 1 and (-1)^±inf = 1 as in C. */
function powerOfC(x: number, y: number): number {
  return x === 1 || (x === -1 && (y === Infinity || y === -Infinity)) ? 1 : x ** y;
}

/** The platform's power, but rounded once where that is easy: x^2 = x * x, x^-1 = 1 / x, x^0.5 = sqrt x. */
function compileWidePow(format: Format): BinaryClosure {
  const round = compileRound(format.type);
  const mul = compileNative("mul", format);
  const div = compileNative("div", format);
  const sqrt = compileNativeSqrt(format);
  return onNumbers((x, y) => {
    if (y === 2) return mul(x, x);
    if (y === -1) return div(1, x);
    if (y === 0.5 && x > 0) return sqrt(x);
    return round(powerOfC(x, y));
  });
}
