/** What Python's signs are called in a Program. `@` is no operator there: it is a nest. */
import type { BinaryOp } from "../../types/operators.ts";
import type { PyBinaryOp } from "./ast.ts";

export const operatorOf: Record<Exclude<PyBinaryOp, "@">, BinaryOp> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "//": "floordiv",
  "%": "mod",
  "**": "pow",
  "<<": "shl",
  ">>": "shr",
  "&": "and",
  "|": "or",
  "^": "xor",
};
