/** Products as a family builds them: in pieces that a DSP takes, as rows of adders, or by constants as a few sums. */

import type { Family } from "../../device/family.ts";
import { priceOf } from "../../device/price.ts";
import { delayOf, dspsOf, type Factor, factorOf } from "../cores/delay.ts";
import { constant, extendAs, gate, multiplyTo, slice, sub, zeros } from "../cores/gates.ts";
import type { Binary, Expr } from "../netlist/nodes.ts";
import { constantProduct } from "./constant_product.ts";
import { sumOf, type Term } from "./terms.ts";

/** The same product; its single operations are made to fit by the caller. */
export function product(expr: Binary, family: Family, usable: number): Expr {
  if (expr.left.kind === "const") return byConstant(expr.right, expr.left.value, expr, family, usable);
  if (expr.right.kind === "const") return byConstant(expr.left, expr.right.value, expr, family, usable);
  return inPieces(factorOf(expr.left), factorOf(expr.right), expr.width, family, usable);
}

/**
 * As sums where that takes fewer LUTs than the DSPs that it saves are worth: parts have more than a hundred LUTs for
 * each DSP (Virtex UltraScale+ VU9P 173, Kintex KU5P 119, Artix-7 A100T 264).
 */
function byConstant(operand: Expr, value: bigint, { width }: Binary, family: Family, usable: number): Expr {
  const exact = BigInt.asIntN(width, value);
  const factor = factorOf(operand);
  const least = factorOf(constant(width, value));
  const dsps = dspsOf(factor, least, width, family);
  const { expr, bits } = constantProduct(factor, exact, width);
  return bits <= priceOf({ luts: 0, dsps }) || dsps === 0
    ? expr
    : inPieces(factor, least, width, family, usable);
}

function inPieces(left: Factor, right: Factor, width: number, family: Family, usable: number): Expr {
  const { dsp } = family;
  if (dsp === null || dspsOf(left, right, width, family) === 0)
    return ofLuts(left, right, width, family, usable);
  const [a, b] = [cutTo(left, width), cutTo(right, width)];
  const tiles = (wide: Factor, narrow: Factor, lowered: Cut): readonly Term[] =>
    piecesOf(wide, dsp.signed[0], dsp.unsigned[0], lowered).flatMap((one) =>
      piecesOf(narrow, dsp.signed[1], dsp.unsigned[1], lowered)
        .filter((other) => one.place + other.place < width)
        .map((other) => tile(one, other, width, family, usable)),
    );
  // The first of those with the fewest.
  const ways = [lowCut(width, dsp.leastProduct), asItIs].flatMap((lowered) => [
    tiles(a, b, lowered),
    tiles(b, a, lowered),
  ]);
  const fewest = Math.min(...ways.map(({ length }) => length));
  return sumOf(ways.find(({ length }) => length === fewest) ?? [], width);
}

/** Where a factor is cut that may be cut at a place, or below. */
type Cut = (place: number) => number;

const asItIs: Cut = (place) => place;

/**
 * Low enough that the bits above, up to `width`, are a product for a DSP: below, the low halves of products by so many
 * bits take more LUTs than the longer sum. Six bits by six take 27, in sums of 21 bits instead of 24.
 */
function lowCut(width: number, leastProduct: number): Cut {
  return (place) =>
    place < width - mostInLuts && place > width - leastProduct ? width - leastProduct : place;
}

const mostInLuts = 5;

/** One DSP, or LUTs where it is too small for one. */
function tile(a: Term, b: Term, width: number, family: Family, usable: number): Term {
  const place = a.place + b.place;
  const bits = Math.min(a.bits.width + b.bits.width, width - place);
  const left = cutTo(a, bits);
  const right = cutTo(b, bits);
  const product =
    dspsOf(left, right, bits, family) === 0
      ? ofLuts(left, right, bits, family, usable)
      : multiplyTo(bits, extendAs(left.signed, left.bits, bits), extendAs(right.signed, right.bits, bits));
  return { bits: product, signed: a.signed || b.signed, place };
}

/** What is above the width of a product does not count. */
function cutTo(factor: Factor, width: number): Factor {
  return factor.bits.width <= width ? factor : { bits: slice(factor.bits, 0, width), signed: false };
}

/** The lower pieces are unsigned; the last one has the sign. */
function piecesOf(factor: Factor, signed: number, unsigned: number, lowered: Cut): readonly Term[] {
  const last = factor.signed ? signed : unsigned;
  const pieces: Term[] = [];
  let place = 0;
  while (factor.bits.width - place > last) {
    const next = lowered(place + unsigned);
    pieces.push({ bits: slice(factor.bits, place, next - place), signed: false, place });
    place = next;
  }
  pieces.push({ bits: slice(factor.bits, place, factor.bits.width - place), signed: factor.signed, place });
  return pieces;
}

/** Whole where that fits the clock, else in halves of the narrower operand, down to rows. */
function ofLuts(left: Factor, right: Factor, width: number, family: Family, usable: number): Expr {
  const whole = multiplyTo(
    width,
    extendAs(left.signed, left.bits, width),
    extendAs(right.signed, right.bits, width),
  );
  const [wide, narrow] = left.bits.width >= right.bits.width ? [left, right] : [right, left];
  const bits = narrow.bits.width;
  if (bits === 1) return row(wide, narrow, width);
  if (delayOf(whole, family) <= usable) return whole;
  const half = Math.ceil(bits / 2);
  const parts: readonly Term[] = [
    { bits: slice(narrow.bits, 0, half), signed: false, place: 0 },
    { bits: slice(narrow.bits, half, bits - half), signed: narrow.signed, place: half },
  ];
  const terms = parts
    .filter(({ place }) => place < width)
    .map((part): Term => {
      const needed = Math.min(wide.bits.width + part.bits.width, width - part.place);
      const signed = wide.signed || part.signed;
      return { bits: ofLuts(wide, part, needed, family, usable), signed, place: part.place };
    });
  return sumOf(terms, width);
}

/** By one bit, which is worth -1 where it is signed. */
function row(wide: Factor, { bits, signed }: Factor, width: number): Expr {
  const value = gate(bits, extendAs(wide.signed, wide.bits, width));
  return signed ? sub(zeros(width), value) : value;
}
