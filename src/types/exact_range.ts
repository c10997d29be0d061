/**
 * What exact numbers can be: from `low` to `high` in units of 2^-fraction. Arithmetic on ranges loses nothing:
 *
 *     add({ low: 0n, high: 15n, fraction: 4 }, rangeOfType(int8))   // -128 to 127 15/16
 */
import { type Form, formOf, typeOf } from "./exact.ts";
import { bitLength } from "./float/exact.ts";
import { floatToExact } from "./float/index.ts";
import type { Value } from "./operators.ts";
import { type FixedType, float64, type IntType, type ScalarType } from "./types.ts";

export interface ExactRange {
  readonly low: bigint;
  readonly high: bigint;
  readonly fraction: number; // may be negative
}

/** Null for floats, which have no such range. */
export function rangeOfType(type: ScalarType): ExactRange | null {
  switch (type.kind) {
    case "float":
    case "complex":
      return null;
    case "python":
      if (type.name === "float") return null;
      return type.name === "bool" ? truths : rangeOfForm({ signed: true, width: 64, fraction: 0 });
    default:
      return rangeOfForm(formOf(type));
  }
}

export const truths: ExactRange = { low: 0n, high: 1n, fraction: 0 };

function rangeOfForm({ signed, width, fraction }: Form): ExactRange {
  const size = 1n << BigInt(signed ? width - 1 : width);
  return { low: signed ? -size : 0n, high: size - 1n, fraction };
}

/** A fixed number is held as its raw bits. */
export function rangeOfValue(value: Value, type: ScalarType): ExactRange | null {
  if (type.kind === "fixed") {
    const raw = BigInt(value);
    return { low: raw, high: raw, fraction: type.width - type.integer };
  }
  if (typeof value !== "number" || Number.isSafeInteger(value)) {
    const whole = BigInt(value);
    return { low: whole, high: whole, fraction: 0 };
  }
  const exact = floatToExact(float64, value);
  if (exact.kind !== "finite") return null;
  const { mantissa, exponent } = exact;
  const zeros = mantissa === 0n ? 0 : bitLength(mantissa & -mantissa) - 1; // below the lowest bit that is set
  const raw = mantissa >> BigInt(zeros);
  return { low: raw, high: raw, fraction: -exponent - zeros };
}

/** The smallest type that holds every number of the range; an integer where it may be one. */
export function typeOfRange({ low, high, fraction }: ExactRange, integral: boolean): IntType | FixedType {
  const signed = low < 0n;
  const magnitude = Math.max(bitLength(high < 0n ? -high - 1n : high), signed ? bitLength(-low - 1n) : 0);
  return typeOf({ signed, width: Math.max(1, magnitude + (signed ? 1 : 0)), fraction }, integral);
}

export function add(a: ExactRange, b: ExactRange): ExactRange {
  const [x, y] = aligned(a, b);
  return { low: x.low + y.low, high: x.high + y.high, fraction: x.fraction };
}

export function negate({ low, high, fraction }: ExactRange): ExactRange {
  return { low: -high, high: -low, fraction };
}

export function multiply(a: ExactRange, b: ExactRange): ExactRange {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: least(products), high: greatest(products), fraction: a.fraction + b.fraction };
}

export function absolute(x: ExactRange): ExactRange {
  const { low, high, fraction } = x;
  if (low >= 0n) return x;
  return high <= 0n ? negate(x) : { low: 0n, high: greatest([-low, high]), fraction };
}

export function hull(a: ExactRange, b: ExactRange): ExactRange {
  const [x, y] = aligned(a, b);
  return { low: least([x.low, y.low]), high: greatest([x.high, y.high]), fraction: x.fraction };
}

/** Null: they have no number in common. */
export function meet(a: ExactRange, b: ExactRange): ExactRange | null {
  const [x, y] = aligned(a, b);
  const [low, high] = [greatest([x.low, y.low]), least([x.high, y.high])];
  return low > high ? null : { low, high, fraction: x.fraction };
}

export function smaller(a: ExactRange, b: ExactRange): ExactRange {
  const [x, y] = aligned(a, b);
  return { low: least([x.low, y.low]), high: least([x.high, y.high]), fraction: x.fraction };
}

export function larger(a: ExactRange, b: ExactRange): ExactRange {
  return negate(smaller(negate(a), negate(b)));
}

export function contains(outer: ExactRange, inner: ExactRange): boolean {
  const [x, y] = aligned(outer, inner);
  return inner.fraction <= outer.fraction && x.low <= y.low && x.high >= y.high;
}

export function highest({ high, fraction }: ExactRange): ExactRange {
  return { low: high, high, fraction };
}

export function lowest({ low, fraction }: ExactRange): ExactRange {
  return { low, high: low, fraction };
}

/** Of single numbers. */
export function isAtLeast(a: ExactRange, b: ExactRange): boolean {
  const [x, y] = aligned(a, b);
  return x.low >= y.low;
}

/** As whole numbers, rounded down. */
export function floored({ low, high, fraction }: ExactRange): ExactRange {
  return { low: scaled(low, -fraction), high: scaled(high, -fraction), fraction: 0 };
}

/** `times` of them added up, or fewer. */
export function repeated({ low, high, fraction }: ExactRange, times: bigint): ExactRange {
  return { low: least([0n, low * times]), high: greatest([0n, high * times]), fraction };
}

/** How many bits the range takes: what keeps ranges that grow without bound from growing on. */
export function bitsOfRange({ low, high }: ExactRange): number {
  return Math.max(bitLength(low < 0n ? -low : low), bitLength(high < 0n ? -high : high));
}

/** Both in the finer unit. */
function aligned(a: ExactRange, b: ExactRange): readonly [ExactRange, ExactRange] {
  const fraction = Math.max(a.fraction, b.fraction);
  const to = (x: ExactRange): ExactRange => ({
    low: scaled(x.low, fraction - x.fraction),
    high: scaled(x.high, fraction - x.fraction),
    fraction,
  });
  return [to(a), to(b)];
}

function scaled(x: bigint, by: number): bigint {
  return by >= 0 ? x << BigInt(by) : x >> BigInt(-by);
}

export function least([first = 0n, ...rest]: readonly bigint[]): bigint {
  return rest.reduce((found, x) => {
    if (x < found) return x;
    return found;
  }, first);
}

export function greatest(values: readonly bigint[]): bigint {
  return -least(values.map((x) => -x));
}
