import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { squareRoot } from "../divide.ts";
import {
  add,
  and,
  bit,
  concat,
  constant,
  extend,
  extendAs,
  high,
  mux,
  not,
  or,
  slice,
  xor,
  zeros,
} from "../gates.ts";
import { allAtOnce, type Repeat } from "../rounds.ts";
import { table, tableBits } from "../table.ts";
import { packRounded, roundAndPack, type Special, type Unrounded } from "./pack.ts";
import { maxCode, minCode, normalized, signedWidth, type Unpacked, unpack } from "./unpack.ts";

/**
 * The significand, doubled where the exponent is odd, lies between 1 and 4 and its root between 1 and 2: one bit more
 * than the format has. A root is never exactly between two numbers, so the rest counts only for subnormal results.
 */
export function floatSqrt(type: FloatType, a: Expr, repeat: Repeat = allAtOnce): Expr {
  const x = unpack(type, a);
  const special: Special = {
    ...{ sign: x.sign, isInf: x.isInf, isZero: x.isZero },
    isNan: or(x.isNan, and(x.sign, not(x.isZero))),
  };
  if (!x.format.subnormals) return normalRoot(x, special, repeat);
  return roundAndPack(type, special, anyRoot(x, repeat));
}

/**
 * Without subnormal numbers a root is in range, and rounding it never reaches the next power of two. Half the code and
 * half the bias: bits of the code beside a power of two, less one where the code is even.
 */
function normalRoot(x: Unpacked, special: Special, repeat: Repeat): Expr {
  const { type, bias } = x.format;
  const { exponent, mantissa } = type;
  const isEven = not(bit(x.code, 0)); // then the exponent is odd, for the bias is
  const half = exponent === 1 ? null : slice(x.code, 1, exponent - 1);
  if (half === null || exponent < 3 || bias % 2 === 0) return roundAndPack(type, special, anyRoot(x, repeat));
  const less = concat(isEven, extendAs(true, isEven, exponent - 2));
  const power = constant(exponent, 2 ** (exponent - 2));
  const code = add(extend(half, exponent), xor(extend(less, exponent), power));
  const range = { least: minCode(type), greatest: maxCode(type) };
  const fraction =
    mantissa + 1 <= tableBits
      ? table(concat(isEven, x.fraction), mantissa, (index) => rootOf(mantissa, index))
      : roundedRoot(x, isEven, repeat);
  return packRounded(type, special, extend(code, exponent + 1), range, fraction);
}

/** The fraction of the root, rounded, of a fraction and a bit above it that says whether it counts twice. */
function rootOf(mantissa: number, index: number): bigint {
  const one = 2n ** BigInt(mantissa);
  const value = BigInt(index) % one;
  const radicand = (one + value) * (BigInt(index) >= one ? 2n : 1n) * one * 4n;
  let root = 2n * one; // of half units: rounded by its last bit, as it is never exact there
  while ((root + 1n) * (root + 1n) <= radicand) root++;
  return ((root + 1n) / 2n) % one;
}

function roundedRoot(x: Unpacked, isDoubled: Expr, repeat: Repeat): Expr {
  const { precision, type } = x.format;
  const { root } = squareRoot(radicandOf(concat(high, x.fraction), isDoubled, precision), repeat);
  const fraction = slice(root, 1, type.mantissa);
  return add(fraction, extend(bit(root, 0), type.mantissa));
}

function radicandOf(significand: Expr, isDoubled: Expr, precision: number): Expr {
  return mux(
    isDoubled,
    concat(significand, zeros(precision + 2)),
    concat(constant(1, 0), significand, zeros(precision + 1)),
  );
}

function anyRoot(x: Unpacked, repeat: Repeat): Unrounded {
  const { precision, bias, type } = x.format;
  const { code, least, greatest, significand } = normalized(x);
  const width = signedWidth(least, greatest + bias);
  // The bias is odd: code + bias is odd where the exponent is, and half of it is the code of the root.
  const doubled = add(extendAs(true, code, width), constant(width, bias));
  const { root, sticky } = squareRoot(radicandOf(significand, bit(doubled, 0), precision), repeat);
  const rootLeast = Math.floor((least + bias) / 2);
  return {
    code: slice(doubled, 1, width - 1),
    least: rootLeast,
    greatest: Math.floor((greatest + bias) / 2),
    significand: root,
    sticky: rootLeast < minCode(type) ? sticky : high,
  };
}
