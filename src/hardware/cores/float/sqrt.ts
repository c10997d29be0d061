import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../nodes.ts";
import { squareRoot } from "../divide.ts";
import { add, and, bit, concat, constant, extendAs, high, mux, not, or, slice, zeros } from "../gates.ts";
import { roundAndPack } from "./pack.ts";
import { minCode, normalized, signedWidth, unpack } from "./unpack.ts";

/**
 * The significand, doubled where the exponent is odd, lies between 1 and 4 and its root between 1 and 2: one bit more
 * than the format has. A root is never exactly between two numbers, so the rest counts only for subnormal results.
 */
export function floatSqrt(type: FloatType, a: Expr): Expr {
  const x = unpack(type, a);
  const { precision, bias } = x.format;
  const { code, least, greatest, significand } = normalized(x);
  const width = signedWidth(least, greatest + bias);
  // The bias is odd: code + bias is odd where the exponent is, and half of it is the code of the root.
  const doubled = add(extendAs(true, code, width), constant(width, bias));
  const odd = bit(doubled, 0);
  const radicand = mux(
    odd,
    concat(significand, zeros(precision + 2)),
    concat(constant(1, 0), significand, zeros(precision + 1)),
  );
  const { root, sticky } = squareRoot(radicand);
  const rootLeast = Math.floor((least + bias) / 2);
  return roundAndPack(
    type,
    { sign: x.sign, isNan: or(x.isNan, and(x.sign, not(x.isZero))), isInf: x.isInf, isZero: x.isZero },
    {
      code: slice(doubled, 1, width - 1),
      least: rootLeast,
      greatest: Math.floor((greatest + bias) / 2),
      significand: root,
      sticky: rootLeast < minCode(type) ? sticky : high,
    },
  );
}
