/**
 * The same circuit, of operations that each fit the clock: long rows of adders, comparisons and trees in pieces, and
 * products as the family builds them. Where the pieces are cut in time is for cores/cut.ts to say.
 */
import type { Family } from "../../device/family.ts";
import { inOrder } from "../cores/cut.ts";
import { delayOf, isCarryIn } from "../cores/delay.ts";
import {
  addWithCarry,
  all,
  and,
  any,
  below,
  concat,
  equal,
  extend,
  gate,
  high,
  low,
  not,
  or,
  slice,
  top,
  zeros,
} from "../cores/gates.ts";
import type { Binary, Expr } from "../netlist/nodes.ts";
import { mapOperands } from "../netlist/walk.ts";
import { product } from "./product.ts";

export function fitted(circuit: Expr, family: Family, usable: number): Expr {
  const multiplied = rewrite(circuit, (expr, get) => {
    const same = mapOperands(expr, get);
    return same.kind === "binary" && same.op === "mul" ? product(same, family, usable) : same;
  });
  return rewrite(multiplied, (expr, get) => {
    const lesser = family.lut.inputs < 6 ? null : lesserOf(expr);
    if (lesser !== null) {
      const { left, right, difference } = lesser;
      if (delayOf(difference, family) <= usable && fewestOfLesser <= left.width && left.width < mostOfLesser)
        return addWithCarry(
          get(right),
          gate(top(get(difference)), slice(get(difference), 0, left.width)),
          low,
        );
    }
    if (delayOf(expr, family) <= usable) return asUnsigned(mapOperands(expr, get), family);
    if (expr.kind === "binary" && isCarryIn(expr) && expr.left.kind === "binary") {
      const { left: sum, right: carry } = expr;
      return longSum(get(sum.left), get(sum.right), slice(get(carry), 0, 1), family, usable);
    }
    return inParts(mapOperands(expr, get), family, usable);
  });
}

interface Lesser {
  readonly left: Expr;
  readonly right: Expr;
  readonly difference: Binary; // of the numbers that these are the low bits of
}

/**
 * `left` or `right`, as the difference of the whole numbers says: then it is right + (left - right) where that is below
 * zero. An adder has LUTs for that, as many as the choice. But a choice and a shifter behind it are one deep tree, and
 * synthesis buys depth with area: 247 LUTs for 181.
 */
function lesserOf(expr: Expr): Lesser | null {
  if (expr.kind !== "mux" || expr.condition.kind !== "slice") return null;
  const { condition, then: left, else: right } = expr;
  const difference = condition.operand;
  if (difference.kind !== "binary" || difference.op !== "sub" || condition.low !== difference.width - 1)
    return null;
  const isLow = (bits: Expr, whole: Expr): boolean =>
    whole.kind === "extend" &&
    !whole.signed &&
    whole.width === whole.operand.width + 1 &&
    bits.kind === "slice" &&
    whole.operand.kind === "slice" &&
    bits.operand === whole.operand.operand &&
    bits.low === whole.operand.low &&
    bits.width <= whole.operand.width;
  return isLow(left, difference.left) && isLow(right, difference.right) ? { left, right, difference } : null;
}

/** Of fewer bits the tree is small anyway; longer rows of adders take longer than the choice. */
const [fewestOfLesser, mostOfLesser] = [20, 32];

/** Where LUTs are small, synthesis puts the signs together behind the carry, which takes two more levels. */
function asUnsigned(expr: Expr, family: Family): Expr {
  if (family.lut.inputs >= 6 || expr.kind !== "binary") return expr;
  const { op, left, right } = expr;
  if ((op !== "slt" && op !== "sle") || left.kind === "const" || right.kind === "const") return expr;
  return op === "slt" ? below(flipped(left), flipped(right)) : not(below(flipped(right), flipped(left)));
}

type Rule = (expr: Expr, get: (operand: Expr) => Expr) => Expr;

/** Operands before what uses them; `get` gives what an operand has become. */
function rewrite(circuit: Expr, rule: Rule): Expr {
  const made = new Map<Expr, Expr>();
  const get = (operand: Expr): Expr => made.get(operand) ?? operand;
  for (const expr of inOrder(circuit)) made.set(expr, rule(expr, get));
  return get(circuit);
}

function inParts(expr: Expr, family: Family, usable: number): Expr {
  if (expr.kind === "unary") {
    switch (expr.op) {
      case "neg":
        return longSum(zeros(expr.width), not(expr.operand), high, family, usable);
      case "reduceOr":
        return gathered(any, expr.operand, treeBits(family, usable));
      case "reduceAnd":
        return gathered(all, expr.operand, treeBits(family, usable));
      default:
        return expr;
    }
  }
  if (expr.kind !== "binary") return expr;
  const { left, right } = expr;
  switch (expr.op) {
    case "add":
      return longSum(left, right, low, family, usable);
    case "sub":
      return longSum(left, not(right), high, family, usable);
    case "ult":
      return longBelow(left, right, family, usable);
    case "ule":
      return not(longBelow(right, left, family, usable));
    case "slt":
      return longBelow(flipped(left), flipped(right), family, usable);
    case "sle":
      return not(longBelow(flipped(right), flipped(left), family, usable));
    case "eq":
      return longEqual(left, right, family, usable);
    case "ne":
      return not(longEqual(left, right, family, usable));
    default:
      return expr;
  }
}

/** Signed numbers are in the order of unsigned ones whose top bits are the opposite. */
function flipped(x: Expr): Expr {
  const rest = x.width > 1 ? slice(x, 0, x.width - 1) : null;
  return concat(not(top(x)), rest);
}

/** left + right + carry, the carry handed on from piece to piece. */
function longSum(left: Expr, right: Expr, carry: Expr, family: Family, usable: number): Expr {
  const bits = carryBits(family, usable);
  const sums: Expr[] = [];
  let handed = carry;
  for (let at = 0; at < left.width; at += bits) {
    const width = Math.min(bits, left.width - at);
    const isLast = at + width === left.width;
    const a = slice(left, at, width);
    const b = slice(right, at, width);
    const wide = (x: Expr): Expr => (isLast ? x : extend(x, width + 1));
    const sum = addWithCarry(wide(a), wide(b), handed);
    sums.unshift(slice(sum, 0, width));
    handed = top(sum);
  }
  return concat(...sums);
}

/** The highest pieces that differ decide. */
function longBelow(left: Expr, right: Expr, family: Family, usable: number): Expr {
  const bits = carryBits(family, usable);
  const lefts = piecesOf(left, bits);
  const rights = piecesOf(right, bits);
  // The lowest first.
  return lefts.reduceRight<Expr>((decided, a, i) => {
    const b = rights[i] ?? a;
    return or(below(a, b), and(equal(a, b), decided));
  }, low);
}

function longEqual(left: Expr, right: Expr, family: Family, usable: number): Expr {
  const bits = Math.max(2, treeBits(family, usable));
  const rights = piecesOf(right, bits / 2);
  return gathered(all, concat(...piecesOf(left, bits / 2).map((a, i) => equal(a, rights[i] ?? a))), bits);
}

/** A tree of reductions, each of so many bits. */
function gathered(reduce: (x: Expr) => Expr, x: Expr, bits: number): Expr {
  if (x.width <= bits) return reduce(x);
  return gathered(reduce, concat(...piecesOf(x, bits).map(reduce)), bits);
}

/** The highest first. */
function piecesOf(x: Expr, bits: number): readonly Expr[] {
  const pieces: Expr[] = [];
  for (let at = 0; at < x.width; at += bits) pieces.unshift(slice(x, at, Math.min(bits, x.width - at)));
  return pieces;
}

/** Bits that a row of adders may have, with one each for the carries that come in and go out. */
function carryBits(family: Family, usable: number): number {
  const { startNs, bitNs, subtractNs, compareNs } = family.carry;
  return Math.max(4, Math.floor((usable - startNs - Math.max(subtractNs, compareNs)) / bitNs) - 2);
}

/** Inputs that a tree of LUTs may have. */
function treeBits(family: Family, usable: number): number {
  const levels = Math.max(1, Math.floor(usable / family.lut.ns));
  return family.lut.inputs ** levels;
}
