import { compileFloatBinary, decode, encode, floatToExact, roundTo } from "../../../types/float/index.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { divideFraction } from "../divide.ts";
import { add, and, constant, extend, extendAs, high, mux, not, or, slice, sub, top, xor } from "../gates.ts";
import { allAtOnce, type Repeat } from "../rounds.ts";
import { floatMultiply } from "./multiply.ts";
import { roundAndPack } from "./pack.ts";
import { normalized, signedWidth, unpack } from "./unpack.ts";

/**
 * Two bits more than the format has, for the quotient of significands lies between 1/2 and 2. A quotient of two
 * numbers of p bits is never exactly between two others, so the rest counts only where the result is subnormal.
 */
export function floatDivide(type: FloatType, a: Expr, b: Expr, repeat: Repeat = allAtOnce): Expr {
  const inverse = b.kind === "const" ? exactInverse(type, b.value) : null;
  if (inverse !== null) return floatMultiply(type, a, constant(b.width, inverse));
  const x = unpack(type, a);
  const y = unpack(type, b);
  const { precision, bias, subnormals } = x.format;
  const l = normalized(x);
  const r = normalized(y);
  const least = l.least - r.greatest + bias - 1;
  const greatest = l.greatest - r.least + bias;
  const width = signedWidth(least - 1, greatest + 1);
  const wide = (code: Expr): Expr => extendAs(true, code, width);
  const whole = (significand: Expr): Expr =>
    subnormals ? significand : or(significand, constant(precision, 1n << BigInt(precision - 1)));

  const { quotient, sticky } = divideFraction(
    whole(l.significand),
    whole(r.significand),
    precision + 2,
    repeat,
  );
  const large = top(quotient);
  const code = add(sub(wide(l.code), wide(r.code)), sub(constant(width, bias), extend(not(large), width)));
  const significand = mux(large, slice(quotient, 1, precision + 1), slice(quotient, 0, precision + 1));
  return roundAndPack(
    type,
    {
      sign: xor(x.sign, y.sign),
      isNan: or(x.isNan, y.isNan, and(x.isInf, y.isInf), and(x.isZero, y.isZero)),
      isInf: or(x.isInf, y.isZero),
      isZero: or(x.isZero, y.isInf),
    },
    {
      code,
      least,
      greatest,
      significand,
      sticky: subnormals ? or(sticky, and(large, slice(quotient, 0, 1))) : high,
    },
  );
}

/** 1 / b where the format has it, so that to multiply by it is the same: b is a power of two. */
function exactInverse(type: FloatType, bits: bigint): bigint | null {
  const value = floatToExact(type, decode(type, bits));
  if (value.kind !== "finite" || value.mantissa === 0n) return null;
  const inverse = compileFloatBinary("div", type)(roundTo(type, 1), decode(type, bits));
  const back = floatToExact(type, inverse);
  if (back.kind !== "finite" || value.mantissa * back.mantissa === 0n) return null;
  const product = value.mantissa * back.mantissa;
  const scale = value.exponent + back.exponent;
  return scale <= 0 && product === 1n << BigInt(-scale) ? encode(type, inverse) : null;
}
