import { bitLength, type Exact, finite, infinity, nan, shiftBy, zero } from "./exact.ts";
import type { Format } from "./format.ts";

/**
 * The bits of a value of the format. ieee and ftz: sign, exponent, fraction. flopoco, most significant first: two
 * exception bits (00 zero, 01 normal, 10 infinity, 11 NaN), sign, exponent, fraction. There is one NaN, positive;
 * flopoco's zero, infinity and NaN have exponent and fraction 0.
 */
export function toPattern(format: Format, x: Exact): bigint {
  const { exponent: exponentBits, mantissa: fractionBits } = format.type;
  const flopoco = format.type.variant === "flopoco";
  const hidden = 1n << BigInt(fractionBits);
  const allOnes = 2 ** exponentBits - 1;
  const sign = x.kind !== "nan" && x.negative ? 1 : 0;
  const join = (exception: number, code: number, fraction: bigint): bigint => {
    const head = flopoco ? exception * 2 + sign : sign;
    return (BigInt(head * 2 ** exponentBits + code) << BigInt(fractionBits)) | fraction;
  };
  switch (x.kind) {
    case "nan":
      return flopoco ? join(3, 0, 0n) : join(0, allOnes, hidden >> 1n);
    case "inf":
      return flopoco ? join(2, 0, 0n) : join(0, allOnes, 0n);
    case "finite": {
      if (x.mantissa === 0n) return join(0, 0, 0n);
      const exponent = x.exponent + bitLength(x.mantissa) - 1;
      if (exponent < format.minExponent) {
        return join(1, 0, shiftBy(x.mantissa, x.exponent - (format.minExponent - fractionBits)));
      }
      const significand = shiftBy(x.mantissa, x.exponent - (exponent - fractionBits));
      return join(1, exponent + format.bias, significand - hidden);
    }
  }
}

/** Any bits: every NaN is the one NaN, ftz reads subnormal patterns as zero. */
export function fromPattern(format: Format, bits: bigint): Exact {
  const { exponent: exponentBits, mantissa: fractionBits, variant } = format.type;
  const hidden = 1n << BigInt(fractionBits);
  const fraction = bits & (hidden - 1n);
  const head = Number(bits >> BigInt(fractionBits));
  const code = head % 2 ** exponentBits;
  const negative = Math.floor(head / 2 ** exponentBits) % 2 === 1;
  const grid = code - format.bias - fractionBits;
  if (variant === "flopoco") {
    const exception = Math.floor(head / 2 ** (exponentBits + 1)) % 4;
    if (exception === 3) return nan;
    if (exception === 2) return infinity(negative);
    return exception === 0 ? zero(negative) : finite(negative, hidden | fraction, grid);
  }
  if (code === 2 ** exponentBits - 1) return fraction === 0n ? infinity(negative) : nan;
  if (code !== 0) return finite(negative, hidden | fraction, grid);
  return variant === "ftz" ? zero(negative) : finite(negative, fraction, grid + 1);
}
