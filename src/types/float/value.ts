import type { Value } from "../operators.ts";
import type { FloatType } from "../types.ts";
import { type Exact, finite, nearest, unpackNumber } from "./exact.ts";
import { type Format, formatOf, powerOfTwo } from "./format.ts";
import { fromPattern, toPattern } from "./pattern.ts";

/** The bit pattern of a value (see pattern.ts for the order of the bits). */
export function encode(type: FloatType, value: Value): bigint {
  const format = formatOf(type);
  return format.isNumber ? toPattern(format, unpack(format, value)) : BigInt(value);
}

/** The value of a bit pattern. */
export function decode(type: FloatType, bits: bigint): Value {
  const format = formatOf(type);
  return pack(format, fromPattern(format, bits));
}

/** Bits in a pattern of the type. */
export function floatBits(type: FloatType): number {
  return (type.variant === "flopoco" ? 3 : 1) + type.exponent + type.mantissa;
}

/** The exact value, for conversions to other kinds of numbers: the mantissa is signed, `negative` tells -0 from 0. */
export function floatToExact(type: FloatType, value: Value): Exact {
  const x = unpack(formatOf(type), value);
  return x.kind === "finite" && x.negative ? { ...x, mantissa: -x.mantissa } : x;
}

/** value * 2^scale, rounded once. Zero is +0. */
export function floatFromInteger(type: FloatType, value: number | bigint, scale: number): Value {
  const integer = BigInt(value);
  const negative = integer < 0n;
  return roundExact(formatOf(type), finite(negative, negative ? -integer : integer, scale));
}

/** The nearest value of the format (see `nearest`). */
export function roundExact(format: Format, x: Exact, sticky = false): Value {
  return pack(format, nearest(format, x, sticky));
}

/** The pieces of a value. */
export function unpack(format: Format, value: Value): Exact {
  return format.isNumber ? unpackNumber(Number(value)) : fromPattern(format, BigInt(value));
}

/** The value that x, which the format has, is. */
export function pack(format: Format, x: Exact): Value {
  if (format.isNumber) return packNumber(x);
  const bits = toPattern(format, x);
  return bits <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bits) : bits;
}

function packNumber(x: Exact): number {
  switch (x.kind) {
    case "nan":
      return Number.NaN;
    case "inf":
      return x.negative ? -Infinity : Infinity;
    case "finite": {
      const magnitude = scaled(x.mantissa, x.exponent);
      return x.negative ? -magnitude : magnitude;
    }
  }
}

/** mantissa * 2^exponent, which is a double; the exponent may lie outside a double's when the mantissa makes up for it. */
function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  if (exponent > 971) return Number(mantissa << BigInt(exponent - 971)) * powerOfTwo(971);
  if (exponent < -1074) return Number(mantissa >> BigInt(-1074 - exponent)) * powerOfTwo(-1074);
  return Number(mantissa) * powerOfTwo(exponent);
}
