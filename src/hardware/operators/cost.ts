/** What a circuit takes of a part, estimated from its expressions. */
import type { Family } from "../../device/family.ts";
import { dspsOf, factorOf, isCarryIn } from "../cores/delay.ts";
import type { Expr } from "../netlist/nodes.ts";

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
    const bits = partialBits(left.bits.width, right.bits.width, expr.width);
    return dsps > 0 ? { luts: 0, dsps } : { luts: bits * family.luts.product, dsps: 0 };
  }
  return { luts: lutsOf(expr, family), dsps: 0 };
}

/** Products of single bits that stand below the width of the result. */
export function partialBits(left: number, right: number, width: number): number {
  let bits = 0;
  for (let row = 0; row < Math.min(right, width); row++) bits += Math.min(left, width - row);
  return bits;
}

/** Adders take LUTs for each bit; other logic shares LUTs, but fills them badly. */
function lutsOf(expr: Expr, family: Family): number {
  const { inputs } = family.lut;
  const { spread, add, subtract, compare } = family.luts;
  const gathered = (bits: number): number => Math.max(1, spread * ((bits - 1) / (inputs - 1)));
  switch (expr.kind) {
    case "const":
    case "ref":
    case "slice":
    case "concat":
    case "extend":
      return 0;
    case "unary":
      if (expr.op === "not") return 0;
      return expr.op === "neg" ? expr.width * subtract : gathered(expr.operand.width);
    case "mux":
      return expr.width * spread * shareOf(inputs, 3);
    case "binary":
      switch (expr.op) {
        case "and":
        case "or":
        case "xor":
          return expr.width * spread * shareOf(inputs, 2);
        case "add":
          return isCarryIn(expr) ? 0 : expr.width * add;
        case "sub":
          return expr.width * (expr.right.kind === "const" ? add : subtract);
        case "ult":
        case "ule":
        case "slt":
        case "sle":
          return expr.left.width * compare;
        case "eq":
        case "ne":
          return gathered(expr.right.kind === "const" ? expr.left.width : 2 * expr.left.width);
        case "mul":
          return 0;
        case "shl":
        case "shr":
        case "sshr":
          return expr.width * Math.ceil(Math.log2(expr.width + 1)) * spread * shareOf(inputs, 3);
      }
  }
}

/** A LUT holds a tree of such gates; each has all its inputs but one for itself. */
function shareOf(lutInputs: number, gateInputs: number): number {
  return (gateInputs - 1) / (lutInputs - 1);
}
