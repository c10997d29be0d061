/** How long operations take on a family, in nanoseconds: what stages and schedules are cut by. */
import type { Family } from "../../device/family.ts";
import type { Binary, Expr } from "../netlist/nodes.ts";
import { constant } from "./gates.ts";

/** Nothing but other names for bits; `not` vanishes into the logic around it. */
export function isWiring(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "slice":
    case "concat":
    case "extend":
      return true;
    case "unary":
      return expr.op === "not";
    default:
      return false;
  }
}

/** From the slowest of its operands to the result. */
export function delayOf(expr: Expr, family: Family): number {
  switch (expr.kind) {
    case "const":
    case "ref":
    case "slice":
    case "concat":
    case "extend":
      return 0;
    case "unary":
      if (expr.op === "not") return 0;
      return expr.op === "neg"
        ? carry(family, expr.width) + family.carry.subtractNs
        : tree(family, expr.operand.width);
    case "mux":
      return gates(family, 3);
    case "binary":
      return binary(expr, family);
  }
}

function binary(expr: Binary, family: Family): number {
  switch (expr.op) {
    case "and":
    case "or":
    case "xor":
      return gates(family, 2);
    case "add":
      return carry(family, expr.width);
    case "sub":
      return carry(family, expr.width) + (expr.right.kind === "const" ? 0 : family.carry.subtractNs);
    case "ult":
    case "ule":
    case "slt":
    case "sle":
      return carry(family, expr.left.width) + family.carry.compareNs;
    case "eq":
    case "ne":
      return tree(family, expr.right.kind === "const" ? expr.left.width : 2 * expr.left.width);
    case "mul":
      return multiplier(expr, family);
    case "shl":
    case "shr":
    case "sshr":
      return Math.ceil(Math.log2(expr.left.width + 1)) * gates(family, 3);
  }
}

/** The second sum of a + b + carry is no row of adders of its own. */
export function isCarryIn(expr: Binary): boolean {
  if (expr.op !== "add") return false;
  const { left, right } = expr;
  if (left.kind !== "binary" || left.op !== "add") return false;
  if (right.kind === "const") return right.value === 1n;
  return right.kind === "extend" && !right.signed && right.operand.width === 1;
}

/** Operations of so many inputs share LUTs with their neighbours: the part of a level that one takes. */
function gates(family: Family, inputs: number): number {
  return family.lut.ns * Math.min(1, Math.log(inputs) / Math.log(family.lut.inputs));
}

function carry(family: Family, width: number): number {
  return family.carry.startNs + width * family.carry.bitNs;
}

/** LUTs one above another. */
function tree(family: Family, width: number): number {
  return family.lut.ns * Math.max(1, Math.ceil(Math.log(width) / Math.log(family.lut.inputs) - 1e-9));
}

/** An operand of a product, without what extends it. */
export interface Factor {
  readonly bits: Expr;
  readonly signed: boolean;
}

export function factorOf(operand: Expr): Factor {
  if (operand.kind === "const") return constantFactor(BigInt.asIntN(operand.width, operand.value));
  return operand.kind === "extend"
    ? { bits: operand.operand, signed: operand.signed }
    : { bits: operand, signed: false };
}

function constantFactor(value: bigint): Factor {
  const signed = value < 0n;
  const width = (signed ? -value - 1n : value).toString(2).length + (signed ? 1 : 0);
  return { bits: constant(width, value), signed };
}

/** How many DSPs a product takes; none where LUTs do it. */
export function dspsOf(left: Factor, right: Factor, width: number, family: Family): number {
  const { dsp } = family;
  const [a, b] = [left.bits.width, right.bits.width];
  if (dsp === null || Math.min(a, b) < 2 || Math.min(a + b, width) < dsp.leastProduct) return 0;
  const count = ([x, y]: readonly [Factor, Factor]): number =>
    pieces(x, dsp.signed[0], dsp.unsigned[0]) * pieces(y, dsp.signed[1], dsp.unsigned[1]);
  return Math.min(count([left, right]), count([right, left]));
}

function pieces(factor: Factor, signed: number, unsigned: number): number {
  const last = factor.signed ? signed : unsigned;
  return 1 + Math.max(0, Math.ceil((factor.bits.width - last) / unsigned));
}

function multiplier(expr: Binary, family: Family): number {
  const left = factorOf(expr.left);
  const right = factorOf(expr.right);
  const dsps = dspsOf(left, right, expr.width, family);
  const bits = Math.min(left.bits.width + right.bits.width, expr.width);
  if (dsps > 0 && family.dsp !== null) {
    return family.dsp.ns + Math.ceil(Math.log2(dsps)) * carry(family, bits);
  }
  // Of LUTs: rows of partial products, three made two at a level until two are left, which an adder sums.
  const rows = Math.min(left.bits.width, right.bits.width, expr.width);
  const levels = rows <= 2 ? 0 : Math.ceil(Math.log(rows / 2) / Math.log(1.5));
  return (1 + levels) * family.lut.rowNs + (rows > 1 ? carry(family, bits) : 0);
}
