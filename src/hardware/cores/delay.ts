/**
 * How long operations take, in levels of LUTs: good enough to cut a core into even stages. What they take on a part,
 * in time, is for the part to say.
 */
import type { Expr } from "../nodes.ts";

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

export function delayOf(expr: Expr): number {
  switch (expr.kind) {
    case "const":
    case "ref":
    case "slice":
    case "concat":
    case "extend":
      return 0;
    case "unary":
      return expr.op === "not" ? 0 : expr.op === "neg" ? carry(expr.width) : tree(expr.operand.width);
    case "mux":
      return 0.8;
    case "binary":
      switch (expr.op) {
        case "and":
        case "or":
        case "xor":
          return 0.4; // two or three of them share a LUT
        case "add":
          return isCarryIn(expr.left, expr.right) ? 0 : carry(expr.width);
        case "sub":
        case "ult":
        case "ule":
        case "slt":
        case "sle":
          return carry(expr.left.width);
        case "eq":
        case "ne":
          return tree(2 * expr.left.width);
        case "mul":
          return Math.ceil(Math.log2(expr.width + 1)) + carry(expr.width);
        case "shl":
        case "shr":
        case "sshr":
          return 0.8 * Math.ceil(Math.log2(expr.left.width + 1));
      }
  }
}

/** The second sum of a + b + carry is no row of adders of its own. */
function isCarryIn(left: Expr, right: Expr): boolean {
  const isSum = left.kind === "binary" && left.op === "add";
  return isSum && right.kind === "extend" && !right.signed && right.operand.width === 1;
}

/** A carry passes some 30 bits in the time of a LUT and its wires. */
function carry(width: number): number {
  return 1 + width / 30;
}

/** LUTs of six inputs, one above another. */
function tree(width: number): number {
  return Math.max(1, Math.ceil(Math.log(width) / Math.log(6)));
}
