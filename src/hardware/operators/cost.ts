/** What a circuit takes of a part, estimated from its expressions. */
import type { Family } from "../../device/family.ts";
import { dspsOf, factorOf, isCarryIn } from "../cores/delay.ts";
import type { Expr } from "../nodes.ts";

export interface Cost {
  readonly luts: number;
  readonly dsps: number;
}

export function costOf(order: readonly Expr[], family: Family): Cost {
  let luts = 0;
  let dsps = 0;
  for (const expr of order) {
    const cost = costOfOne(expr, family);
    luts += cost.luts;
    dsps += cost.dsps;
  }
  return { luts: Math.ceil(luts), dsps };
}

function costOfOne(expr: Expr, family: Family): Cost {
  if (expr.kind === "binary" && expr.op === "mul") {
    const left = factorOf(expr.left);
    const right = factorOf(expr.right);
    const dsps = dspsOf(left, right, expr.width, family);
    // Rows of adders, one for each bit of the narrower operand.
    return dsps > 0 ? { luts: 0, dsps } : { luts: left.bits.width * right.bits.width, dsps: 0 };
  }
  return { luts: lutsOf(expr, family), dsps: 0 };
}

function lutsOf(expr: Expr, family: Family): number {
  const inputs = family.lut.inputs;
  const gathered = (bits: number): number => Math.max(1, Math.ceil((bits - 1) / (inputs - 1)));
  switch (expr.kind) {
    case "const":
    case "ref":
    case "slice":
    case "concat":
    case "extend":
      return 0;
    case "unary":
      if (expr.op === "not") return 0;
      return expr.op === "neg" ? expr.width : gathered(expr.operand.width);
    case "mux":
      return expr.width * shareOf(inputs, 3);
    case "binary":
      switch (expr.op) {
        case "and":
        case "or":
        case "xor":
          return expr.width * shareOf(inputs, 2);
        case "add":
          return isCarryIn(expr) ? 0 : expr.width;
        case "sub":
        case "ult":
        case "ule":
        case "slt":
        case "sle":
          return expr.left.width;
        case "eq":
        case "ne":
          return gathered(expr.right.kind === "const" ? expr.left.width : 2 * expr.left.width);
        case "mul":
          return 0;
        case "shl":
        case "shr":
        case "sshr":
          return expr.width * Math.ceil(Math.log2(expr.width + 1)) * shareOf(inputs, 3);
      }
  }
}

/** A LUT holds a tree of such gates; each has all its inputs but one for itself. */
function shareOf(lutInputs: number, gateInputs: number): number {
  return (gateInputs - 1) / (lutInputs - 1);
}
