/** `fmod`, `%` and `//` of floats, as types/float/divmod.ts has them. */
import { isFloat16 } from "../../../types/float/format.ts";
import { encode, floatBits, roundTo } from "../../../types/float/index.ts";
import { type FloatType, float32 } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  addOrSubtract,
  and,
  below,
  bit,
  concat,
  constant,
  extend,
  extendAs,
  gate,
  high,
  low,
  lowest,
  multiply,
  mux,
  none,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { normalize, shiftLeft } from "../shift.ts";
import { floatAdd, floatSubtract } from "./add.ts";
import { floatCompare } from "./compare.ts";
import { floatToFloat } from "./convert.ts";
import { floatDivide } from "./divide.ts";
import { floatIntegral } from "./integral.ts";
import { pack, roundAndPack } from "./pack.ts";
import { canonical } from "./sign.ts";
import { type Normal, normalized, signedWidth, unpack } from "./unpack.ts";

/**
 * C's fmod. With significands m and n and exponents e >= f, the rest is (m * 2^(e-f) mod n) * 2^f: exact, so nothing is
 * rounded (but flushed). Where |a| < |b|, it is a.
 */
export function floatFmod(type: FloatType, a: Expr, b: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const l = normalized(x);
  const r = normalized(y);
  const width = signedWidth(l.least - r.greatest, l.greatest - r.least);
  const distance = sub(extendAs(true, l.code, width), extendAs(true, r.code, width));
  const isBelow = or(top(distance), y.isInf, x.isZero);
  const rest = modulo(l, r, slice(distance, 0, width - 1), l.greatest - r.least);

  const { value, count } = normalize(rest);
  const bits = signedWidth(r.least - 2 ** count.width, r.greatest);
  const special = {
    sign: x.sign,
    isNan: or(x.isNan, y.isNan, x.isInf, y.isZero),
    isZero: none(rest),
  };
  const remainder = roundAndPack(type, special, {
    code: sub(extendAs(true, r.code, bits), extend(count, bits)),
    least: r.least - (rest.width - 1),
    greatest: r.greatest,
    significand: value,
    sticky: low,
  });
  return mux(and(isBelow, not(special.isNan)), canonical(type, a), remainder);
}

/**
 * m * 2^distance mod n: the power first, modulo n. Its upper bits give a power that needs no reducing, since n has its
 * top bit set; each bit below them squares what there is, and doubles it where it is set.
 */
function modulo(m: Normal, n: Normal, distance: Expr, most: number): Expr {
  const divisor = n.significand;
  const precision = divisor.width;
  let squarings = 0;
  while (most >> squarings >= precision - 1) squarings++;
  const bits = most.toString(2).length;
  // One row for each place where there are few of them, or the significands too short for a power.
  if (squarings >= bits || most <= (squarings + 1) * precision)
    return doubled(reduced(m.significand, divisor), divisor, distance, most);
  const start = slice(extend(distance, bits), squarings, bits - squarings);
  let power = shiftLeft(constant(precision, 1), start);
  for (let k = squarings - 1; k >= 0; k--) {
    const square = reduce(multiply(power, power), divisor);
    const twice = reduced2(concat(square, low), divisor);
    power = mux(bit(distance, k), twice, square);
  }
  return reduce(multiply(reduced(m.significand, divisor), power), divisor);
}

/** x - divisor where that is not negative. */
function reduced(x: Expr, divisor: Expr): Expr {
  return mux(below(x, divisor), x, sub(x, divisor));
}

/** The same for an x of one bit more, below twice the divisor. */
function reduced2(x: Expr, divisor: Expr): Expr {
  const wide = extend(divisor, x.width);
  return slice(mux(below(x, wide), x, sub(x, wide)), 0, divisor.width);
}

/** x * 2^distance mod divisor, place by place. */
function doubled(x: Expr, divisor: Expr, distance: Expr, most: number): Expr {
  let rest = x;
  for (let k = 0; k < most; k++) {
    const isLeft = below(constant(distance.width, k), distance);
    rest = mux(isLeft, reduced2(concat(rest, low), divisor), rest);
  }
  return rest;
}

/** x mod divisor for an x below divisor * 2^width, by rows that do not restore (see ../divide.ts). */
function reduce(x: Expr, divisor: Expr): Expr {
  const { width } = divisor;
  const subtrahend = extend(divisor, width + 1);
  const rows = x.width - width;
  let rest: Expr = extend(slice(x, rows, width), width + 1);
  let negative: Expr = low;
  for (let k = rows - 1; k >= 0; k--) {
    const shifted = concat(lowest(rest, width), bit(x, k));
    rest = addOrSubtract(not(negative), shifted, subtrahend);
    negative = top(rest);
  }
  return add(slice(rest, 0, width), gate(negative, divisor));
}

/** NumPy's remainder: the sign of the divisor. */
export function floatMod(type: FloatType, a: Expr, b: Expr): Expr {
  return isFloat16(type) ? inFloat32(type, modSteps, a, b) : modSteps(type, a, b);
}

function modSteps(type: FloatType, a: Expr, b: Expr): Expr {
  const rest = floatFmod(type, a, b);
  const x = unpack(type, rest);
  const y = unpack(type, b);
  const differ = xor(x.sign, y.sign);
  const zero = pack(type, { sign: y.sign, isZero: high }, zeros(type.exponent), zeros(type.mantissa));
  return mux(x.isNan, rest, mux(x.isZero, zero, mux(differ, floatAdd(type, rest, b), rest)));
}

/** NumPy's floor division: every step rounds. */
export function floatFloordiv(type: FloatType, a: Expr, b: Expr): Expr {
  return isFloat16(type) ? inFloat32(type, floordivSteps, a, b) : floordivSteps(type, a, b);
}

function floordivSteps(type: FloatType, a: Expr, b: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const one = number(type, 1);
  const fmod = floatFmod(type, a, b);
  const rest = unpack(type, fmod);
  // 0 / b and a / 0 come out right from the first division; a - NaN is NaN.
  const isPlain = or(x.isZero, y.isZero);
  const dividend = mux(isPlain, a, floatSubtract(type, a, fmod));
  const ratio = floatDivide(type, dividend, b);
  const isLess = and(not(rest.isZero), xor(rest.sign, y.sign));
  const quotient = mux(isLess, floatSubtract(type, ratio, one), ratio);
  const floor = floatIntegral("floor", type, quotient);
  const isAbove = floatCompare("gt", type, floatSubtract(type, quotient, floor), number(type, 0.5));
  const nearest = mux(isAbove, floatAdd(type, floor, one), floor);
  const sign = xor(x.sign, y.sign);
  const zero = pack(type, { sign, isZero: high }, zeros(type.exponent), zeros(type.mantissa));
  return mux(isPlain, ratio, mux(unpack(type, quotient).isZero, zero, nearest));
}

/** A number that the format has (or flushes: what is compared with it then is no finer). */
function number(type: FloatType, value: number): Expr {
  return constant(floatBits(type), encode(type, roundTo(type, value)));
}

function inFloat32(
  type: FloatType,
  steps: (type: FloatType, a: Expr, b: Expr) => Expr,
  a: Expr,
  b: Expr,
): Expr {
  const wide = (one: Expr): Expr => floatToFloat(type, float32, one);
  return floatToFloat(float32, type, steps(float32, wide(a), wide(b)));
}
