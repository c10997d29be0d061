/** Python's own rules, for two numbers that met no array. */
import type { BinaryOp, UnaryOp } from "./operators.ts";
import {
  accept,
  integerConstant,
  isBitwise,
  isPythonBool,
  isPythonFloat,
  isShift,
  type Operand,
  type Promotion,
  refuseOperands,
} from "./promotion.ts";
import { pythonBool, pythonFloat, pythonInt } from "./types.ts";

export function pythonBinary(op: BinaryOp, left: Operand, right: Operand): Promotion {
  if (isPythonFloat(left.type) || isPythonFloat(right.type)) {
    if (isBitwise(op) || isShift(op)) {
      return refuseOperands(op, [left, right], "convert to an integer first, as in `int(x)`");
    }
    return accept([pythonFloat, pythonFloat], pythonFloat);
  }
  const bools = isPythonBool(left.type) && isPythonBool(right.type);
  if (bools && (isBitwise(op) || op === "min" || op === "max")) {
    return accept([pythonBool, pythonBool], pythonBool);
  }
  if (op === "div") return accept([pythonInt, pythonInt], pythonFloat);
  if (op === "pow" && (integerConstant(right) ?? 0n) < 0n) {
    return accept([pythonFloat, pythonFloat], pythonFloat);
  }
  return accept([pythonInt, pythonInt], pythonInt);
}

/** By value: an int and a float are compared exactly, so neither is converted. */
export function pythonCompare(left: Operand, right: Operand): Promotion {
  return accept([left.type, right.type], pythonBool);
}

export function pythonUnary(op: UnaryOp, operand: Operand): Promotion {
  if (op === "not") return accept([operand.type], pythonBool);
  if (isPythonFloat(operand.type)) {
    if (op === "invert") return refuseOperands(op, [operand], "convert to an integer first, as in `int(x)`");
    return accept([pythonFloat], pythonFloat);
  }
  return accept([pythonInt], pythonInt);
}
