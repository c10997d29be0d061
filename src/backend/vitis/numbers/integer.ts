/** NumPy's integers: they wrap, which the compiler is told to let them do. Up to 16 bits C++ computes in int. */
import type { BinaryOp, UnaryOp } from "../../../types/operators.ts";
import type { IntType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { infix, prefix, type Text } from "../../c/text.ts";
import { computed } from "./arithmetic.ts";
import { inType, typeName } from "./ctypes.ts";
import { check, operation } from "./uses.ts";

export function integerUnary(
  op: Exclude<UnaryOp, "not">,
  { text, range }: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  const ctype = typeName(type);
  switch (op) {
    case "neg":
      return wrapping(prefix("-", type.bits < 32 ? text : inType(ctype, text), computedIn(type)), type);
    case "abs":
      if (!type.signed || (range !== null && range.low >= 0)) return text;
      return operation(place, "absolute", [inType(ctype, text)], ctype);
    case "invert": {
      const isNarrow = type.bits < 32 && text.ctype !== "bool";
      const flipped = prefix("~", isNarrow ? text : inType(ctype, text), computedIn(type));
      return type.signed && !text.loose ? flipped : wrapping(flipped, type);
    }
  }
}

/** What C++ computes in. */
function computedIn(type: IntType): string {
  return type.bits < 32 ? "int" : typeName(type);
}

function wrapping(text: Text, type: IntType): Text {
  return type.bits < 32 ? { ...text, loose: true } : text;
}

const signs = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

export function integerBinary(
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  const ctype = typeName(type);
  const [a, b] = [left.text, right.text];
  const settled = (): [Text, Text] => [inType(ctype, a), inType(ctype, b)];
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return wrapping(computed(a, signs[op], b, computedIn(type)), type);
    case "and":
    case "or":
    case "xor": {
      const text = computed(a, signs[op], b, computedIn(type));
      return a.loose || b.loose ? wrapping(text, type) : text;
    }
    case "floordiv":
    case "mod": {
      const sign = op === "mod" ? "%" : "/";
      if (isPositive(right) && (!type.signed || isNatural(left))) return quotient(left, sign, right, type);
      return operation(place, op === "mod" ? "floormod" : "floordiv", settled(), ctype);
    }
    case "fmod":
      if (isPositive(right)) return quotient(left, "%", right, type);
      return operation(place, "truncmod", settled(), ctype);
    case "pow":
      return power(left, right, type, place);
    case "shl":
      if (isCount(right, type)) {
        return wrapping(infix(type.bits < 32 ? a : inType(ctype, a), "<<", b, computedIn(type)), type);
      }
      return operation(place, "shift_left", settled(), ctype);
    case "shr":
      if (isCount(right, type)) return infix(inType(ctype, a), ">>", b, computedIn(type));
      return operation(place, "shift_right", settled(), ctype);
    case "min":
      return operation(place, "minimum", settled(), ctype);
    case "max":
      return operation(place, "maximum", settled(), ctype);
    case "div":
      throw new Error("bug: integers divide in float64");
  }
}

function quotient(left: Operand, sign: "/" | "%", right: Operand, type: IntType): Text {
  const ctype = typeName(type);
  const [a, b] = [left.text.loose ? inType(ctype, left.text) : left.text, right.text];
  return computed(a, sign, b.loose ? inType(ctype, b) : b, computedIn(type));
}

function power(left: Operand, right: Operand, type: IntType, place: Evaluation): Text {
  const ctype = typeName(type);
  const isSquare = right.expr.kind === "const" && Number(right.expr.value) === 2;
  if (isSquare && isPlain(left)) return integerBinary("mul", left, left, type, place);
  const exponent = inType(ctype, right.text);
  const natural =
    !type.signed || isNatural(right)
      ? exponent
      : check(place, "negative-power", "checked_exponent", [exponent], ctype);
  return operation(place, "int_pow", [inType(ctype, left.text), natural], ctype);
}

/** Short enough to be said twice, and the same both times. */
function isPlain({ expr, faults }: Operand): boolean {
  return (expr.kind === "var" || expr.kind === "load" || expr.kind === "cast") && !faults;
}

function isPositive({ range }: Operand): boolean {
  return range !== null && range.low > 0;
}

function isNatural({ range }: Operand): boolean {
  return range !== null && range.low >= 0;
}

/** A shift that C++ defines. */
function isCount({ range }: Operand, type: IntType): boolean {
  return range !== null && range.low >= 0 && range.high < type.bits;
}
