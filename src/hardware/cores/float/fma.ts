import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  and,
  concat,
  constant,
  extend,
  extendAs,
  gate,
  low,
  multiply,
  mux,
  negateIf,
  none,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { normalize, shiftRightSticky } from "../shift.ts";
import { roundAndPack } from "./pack.ts";
import { exponentCode, maxCode, minCode, normalized, signedWidth, significand, unpack } from "./unpack.ts";

/**
 * a * b + c, rounded once (after Hokenek, Montoye and Cook, 1990). The product stands still in a row of bits; c starts
 * three places above it and is shifted down to where it belongs. Where it would have to start higher, the product is
 * below a quarter of c's last place, and all that counts of it is that it is there; where it falls off the end, the
 * same holds of c.
 */
export function floatFma(type: FloatType, a: Expr, b: Expr, c: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const z = unpack(type, c);
  const { precision, bias, subnormals } = x.format;
  const l = normalized(x);
  const r = normalized(y);
  const product = multiply(l.significand, r.significand);
  const productIsZero = or(x.isZero, y.isZero);
  const productSign = xor(x.sign, y.sign);

  // Codes of the places where c can start, and of c itself.
  const head = precision + 3;
  const least = 2 * l.least - bias + head;
  const greatest = 2 * l.greatest - bias + head;
  const width = signedWidth(Math.min(least - maxCode(type), least), Math.max(greatest, maxCode(type)) + 2);
  const wide = (code: Expr): Expr => extendAs(true, code, width);
  const start = add(add(wide(l.code), wide(r.code)), constant(width, head - bias));
  const own = extend(exponentCode(z), width);
  const distance = sub(start, own);
  const isFar = or(top(distance), productIsZero); // c is the larger by so much that it starts where it is
  const below = 2 * precision - 1 + guard; // places under the first one of the product
  const row = below + head;
  const shifted = shiftRightSticky(
    concat(significand(z), zeros(row - precision)),
    gate(not(isFar), slice(distance, 0, width - 1)),
  );

  // A sign, a carry, the row, and the bit that says whether something of c fell off.
  const minus = xor(productSign, z.sign);
  const size = row + 3;
  const addend = extend(concat(shifted.value, shifted.sticky), size);
  const kept = extend(concat(product, zeros(guard + 1)), size);
  const total = add(add(kept, xor(addend, extendAs(true, minus, size))), extend(minus, size));
  const isNegative = top(total);
  const magnitude = slice(negateIf(isNegative, total), 0, size - 1);

  const code = add(mux(isFar, own, start), constant(width, 1)); // of the carry's place
  const budget = subnormals ? budgetOf(code) : undefined;
  const { value, count } = normalize(magnitude, budget);
  const isNothing = none(magnitude);
  const isInfProduct = or(x.isInf, y.isInf);
  const lowest = Math.min(least, minCode(type)) + 1 - (2 ** count.width - 1);
  const codeWidth = Math.max(width, signedWidth(lowest, greatest + 2));
  return roundAndPack(
    type,
    {
      sign: mux(
        isInfProduct,
        productSign,
        mux(z.isInf, z.sign, mux(isNothing, and(productSign, z.sign), mux(isNegative, z.sign, productSign))),
      ),
      isNan: or(x.isNan, y.isNan, z.isNan, and(isInfProduct, or(productIsZero, and(z.isInf, minus)))),
      isInf: or(isInfProduct, z.isInf),
      isZero: isNothing,
    },
    {
      code: sub(extendAs(true, code, codeWidth), extend(count, codeWidth)),
      least: lowest,
      greatest: Math.max(greatest, maxCode(type)) + 1,
      significand: value,
      sticky: low,
    },
  );
}

/** Zeros below the product: enough that, of the shortest formats too, no result is rounded where c has fallen off. */
const guard = 3;

/** How far a number may be shifted up before its code is 1. */
function budgetOf(code: Expr): Expr {
  const beyond = sub(code, constant(code.width, 1));
  return gate(not(top(beyond)), slice(beyond, 0, code.width - 1));
}
