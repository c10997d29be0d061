import { type BinaryClosure, onExact, onExacts, onNumber, onNumbers, type UnaryClosure } from "./closures.ts";
import {
  compileElementary,
  compileElementary2,
  type ElementaryBinary,
  type ElementaryUnary,
  trustedBits,
} from "./elementary/index.ts";
import { type Format, isFloat64 } from "./format.ts";
import { compileNative, compileNativeSqrt } from "./native.ts";
import { type Pair, pairBinary, pairBits, pairUnary } from "./pairs/index.ts";
import { compileRound } from "./round.ts";

/**
 * The closure of an elementary function. It is defined by the integer algorithms in elementary/. Where a double (or, for
 * formats of more than 32 bits, a pair of doubles) leaves no doubt about how they round, it is their result, found much
 * faster; else they decide.
 */
export function compileUnaryElementary(fn: ElementaryUnary, format: Format): UnaryClosure {
  if (!format.isNumber) return integerUnary(fn, format);
  let integer: UnaryClosure | undefined; // made when first needed: it has tables
  const define = (a: number): number => {
    integer ??= integerUnary(fn, format);
    return integer(a) as number;
  };
  if (isLong(format)) {
    const pair = pairUnary[fn];
    const decide = decidePairs(format);
    return onNumber((a) => decide(pair(a)) ?? define(a));
  }
  const double = platformUnary[fn];
  const decide = decideDoubles(format);
  return onNumber((a) => decide(double(a)) ?? define(a));
}

export function compileBinaryElementary(fn: ElementaryBinary, format: Format): BinaryClosure {
  if (!format.isNumber) return integerBinary(fn, format);
  let integer: BinaryClosure | undefined;
  const define = (a: number, b: number): number => {
    integer ??= integerBinary(fn, format);
    return integer(a, b) as number;
  };
  if (isLong(format)) {
    const pair = pairBinary[fn];
    const decide = decidePairs(format);
    const compute = (a: number, b: number): number => decide(pair(a, b)) ?? define(a, b);
    return onNumbers(fn === "pow" ? withEasyPowers(compute, format) : compute);
  }
  const double = platformBinary[fn];
  const decide = decideDoubles(format);
  return onNumbers((a, b) => decide(double(a, b)) ?? define(a, b));
}

/** The definition itself, for any format. */
export function integerUnary(fn: ElementaryUnary, format: Format): UnaryClosure {
  return onExact(format, compileElementary(fn, format));
}

export function integerBinary(fn: ElementaryBinary, format: Format): BinaryClosure {
  return onExacts(format, compileElementary2(fn, format));
}

function isLong(format: Format): boolean {
  return 1 + format.type.exponent + format.type.mantissa > 32;
}

/** The value that every number near the given one rounds to, if there is one. */
type Decide<Near> = (near: Near) => number | undefined;

/** Near a double: within what the integer algorithm and the platform's function may err together. */
function decideDoubles(format: Format): Decide<number> {
  // V8's functions err by less than 3 units in the last place: 16 are allowed for.
  return decision(format, 2 ** -trustedBits(format) + 2 ** -48);
}

/** Near a pair of doubles. */
function decidePairs(format: Format): Decide<Pair | undefined> {
  if (!isFloat64(format.type)) {
    const decide = decision(format, 2 ** -trustedBits(format) + 2 ** -52);
    return (near) => (near === undefined || near.high === 0 ? undefined : decide(near.high)); // a pair of zero has no sign
  }
  const doubt = 2 ** -trustedBits(format) + 2 ** -pairBits;
  return (near) => {
    if (near === undefined) return undefined;
    const { high, low } = near;
    const size = Math.abs(high);
    if (!(size > 2 ** -960 && size < 2 ** 1020)) return undefined;
    const least = high + (low - size * doubt);
    return least === high + (low + size * doubt) ? least : undefined;
  };
}

/** `doubt` is relative. Nothing is taken to be known where doubles are subnormal. */
function decision(format: Format, doubt: number): (y: number) => number | undefined {
  const round = compileRound(format.type);
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
  log10: Math.log10,
  log1p: Math.log1p,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  cbrt: Math.cbrt,
};

const platformBinary: Record<ElementaryBinary, (x: number, y: number) => number> = {
  atan2: Math.atan2,
  hypot: Math.hypot,
  pow: powerOfC,
};

/** Math.pow, but 1^y = 1 and (-1)^±inf = 1 as in C. */
function powerOfC(x: number, y: number): number {
  return x === 1 || (x === -1 && (y === Infinity || y === -Infinity)) ? 1 : x ** y;
}

/** x^2 = x * x, x^-1 = 1 / x and x^0.5 = sqrt x, as the integers have it. */
function withEasyPowers(
  power: (x: number, y: number) => number,
  format: Format,
): (x: number, y: number) => number {
  const mul = compileNative("mul", format);
  const div = compileNative("div", format);
  const sqrt = compileNativeSqrt(format);
  return (x, y) => {
    if (y === 2) return mul(x, x);
    if (y === -1) return div(1, x);
    if (y === 0.5 && x > 0) return sqrt(x);
    return power(x, y);
  };
}
