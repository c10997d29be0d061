/** Truth values: NumPy's `+` is or, `*` is and. */
import type { BinaryOp } from "../../../types/operators.ts";
import type { Operand } from "../../c/dialect.ts";
import { infix, type Text } from "../../c/text.ts";

/** Both sides are evaluated; where that cannot be told, the operators that people write stand. */
export function boolBinary(op: BinaryOp, left: Operand, right: Operand): Text {
  const [a, b] = [left.text, right.text];
  switch (op) {
    case "add":
    case "or":
    case "max":
      return right.faults ? infix(a, "|", b, "int") : infix(a, "||", b, "bool");
    case "mul":
    case "and":
    case "min":
      return right.faults ? infix(a, "&", b, "int") : infix(a, "&&", b, "bool");
    case "xor":
      return infix(a, "^", b, "int");
    default:
      throw new Error(`bug: booleans have no ${op}`);
  }
}
