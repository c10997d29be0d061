/**
 * Products made of LUTs with six inputs, for parts without DSPs and numbers too small for them.
 *
 * Booth's digits to base 4: two bits of one factor and the bit below them say how often (-2 to 2 times) the other is
 * added. Choosing the multiple and adding it to the sum so far is one LUT a bit with its carry: five inputs for the
 * choice, one for the sum (E. Walters, "Array multipliers for high throughput in Xilinx FPGAs with 6-input LUTs",
 * Computers 5(4), 2016). 24 by 24 bits take some 440 LUTs; what Yosys makes of `*` takes some 1500.
 */
import type { Family } from "../../device/family.ts";
import type { Expr } from "../netlist/nodes.ts";
import { mapOperands } from "../netlist/walk.ts";
import { inOrder } from "./cut.ts";
import { dspsOf, type Factor, factorOf } from "./delay.ts";
import {
  add,
  addWithCarry,
  and,
  bit,
  concat,
  extendAs,
  gate,
  low,
  not,
  or,
  repeat,
  slice,
  top,
  xor,
  zeros,
} from "./gates.ts";

/** The circuit with rows of adders in the place of products that no DSP computes. */
export function withSoftProducts(circuit: Expr, family: Family): Expr {
  if (family.lut.inputs < 6) return circuit;
  const made = new Map<Expr, Expr>();
  const at = (expr: Expr): Expr => made.get(expr) ?? expr;
  for (const expr of inOrder(circuit)) {
    const own = mapOperands(expr, at);
    made.set(expr, softly(own, family));
  }
  return at(circuit);
}

function softly(expr: Expr, family: Family): Expr {
  if (expr.kind !== "binary" || expr.op !== "mul") return expr;
  const [left, right] = [factorOf(expr.left), factorOf(expr.right)];
  if (left.bits.kind === "const" || right.bits.kind === "const") return expr;
  if (dspsOf(left, right, expr.width, family) > 0) return expr;
  return left.bits.width < right.bits.width
    ? boothProduct(right, left, expr.width)
    : boothProduct(left, right, expr.width);
}

/** The low bits of a * b: a row of adders for every two bits of b. */
export function boothProduct(a: Factor, b: Factor, width: number): Expr {
  const count = Math.ceil((b.bits.width + (b.signed ? 0 : 1)) / 2);
  const digits = Array.from({ length: count }, (_, index) => digitOf(b, index)).slice(
    0,
    Math.ceil(width / 2),
  );
  const total = sumOf(a, digits, width);
  const signed = a.signed || b.signed;
  const bits = Math.min(width, a.bits.width + b.bits.width);
  const kept = total.width > bits ? slice(total, 0, bits) : total;
  return extendAs(signed, kept, width);
}

/** -2 * upper + middle + lower */
interface Digit {
  readonly upper: Expr;
  readonly middle: Expr;
  readonly lower: Expr;
}

function digitOf({ bits, signed }: Factor, index: number): Digit {
  const at = (place: number): Expr => {
    if (place < 0) return low;
    if (place < bits.width) return bit(bits, place);
    return signed ? top(bits) : low;
  };
  return { upper: at(2 * index + 1), middle: at(2 * index), lower: at(2 * index - 1) };
}

/** Rows one below another are cheapest, but their delays add up: more than so many are halved, and the halves added. */
const deepest = 4;

/**
 * Digits times a, signed, the low `width` bits at most. The product with k digits lies within 2^(2k-1) * |a| of zero
 * on both sides, so 2k bits more than a has, and a sign, hold it: also the part above the lower half's bits.
 */
function sumOf(a: Factor, digits: readonly Digit[], width: number): Expr {
  if (digits.length <= deepest) return rowsOf(a, digits, width);
  const half = Math.ceil(digits.length / 2);
  const lower = sumOf(a, digits.slice(0, half), width);
  const upper = sumOf(a, digits.slice(half), width - 2 * half);
  if (lower.width <= 2 * half) return concat(upper, lower);
  const carried = extendAs(true, slice(lower, 2 * half, lower.width - 2 * half), upper.width);
  return concat(add(carried, upper), slice(lower, 0, 2 * half));
}

function rowsOf(a: Factor, digits: readonly Digit[], width: number): Expr {
  let sum: Expr | null = null;
  let done: Expr | null = null; // the bits that no later row changes
  for (const [index, digit] of digits.entries()) {
    const bits = Math.min(a.bits.width + 2, width - 2 * index);
    const above: Expr = sum === null ? zeros(bits) : aboveOf(sum, bits);
    if (sum !== null) done = concat(slice(sum, 0, 2), done);
    sum = addWithCarry(above, multiple(a, digit, bits), digit.upper);
  }
  return concat(sum, done);
}

function aboveOf(sum: Expr, bits: number): Expr {
  return sum.width > 2 ? extendAs(true, slice(sum, 2, sum.width - 2), bits) : repeat(top(sum), bits);
}

/** So many times a, but for the one that a negative multiple still needs. */
function multiple(a: Factor, { upper, middle, lower }: Digit, width: number): Expr {
  const once = xor(middle, lower);
  const twice = or(and(upper, not(middle), not(lower)), and(not(upper), middle, lower));
  const plain = extendAs(a.signed, a.bits, width);
  const double = extendAs(a.signed, concat(a.bits, low), width);
  return xor(or(gate(once, plain), gate(twice, double)), repeat(upper, width));
}
