/** Comparisons, by value. */
import type { CompareOp } from "../../../types/operators.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { answer } from "../../c/simplify.ts";
import { infix, prefix, type Text } from "../../c/text.ts";
import { arithmetic, inType, isBuiltIn, isExact, isFloating, nativeOf, typeName } from "./ctypes.ts";
import { asExact } from "./exact.ts";
import { operation, useFloating, useHalf } from "./uses.ts";

const signs: Readonly<Record<CompareOp, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

export function compare(op: CompareOp, left: Operand, right: Operand, place: Evaluation): Text {
  if (isExact(left.expr.type) || isExact(right.expr.type)) return compareExact(op, left, right, place);
  const [a, b] = [settled(left, place), settled(right, place)];
  if (isBuiltIn(a.ctype) && isBuiltIn(b.ctype)) return compareNative(op, left, a, right, b, place);
  return infix(a, signs[op], b, "bool");
}

/** Not loose; in a type of its own where that is a class. */
function settled({ expr, text }: Operand, place: Evaluation): Text {
  const ctype = typeName(expr.type);
  if (ctype === "half") useHalf(place);
  if (!isBuiltIn(ctype)) {
    if (ctype !== "half") useFloating(place);
    return inType(ctype, text);
  }
  return text.loose ? inType(ctype, text) : text;
}

function compareExact(op: CompareOp, left: Operand, right: Operand, place: Evaluation): Text {
  const bit = left.text.plain;
  const withZero = right.expr.kind === "const" && right.expr.value === 0;
  if (bit?.ctype === "bool" && withZero && (op === "ne" || op === "eq")) {
    return op === "ne" ? bit : prefix("!", bit, "bool");
  }
  const isAp = ({ text }: Operand): boolean => text.ctype.startsWith("ap_");
  if (isAp(left) || isAp(right)) return infix(left.text, signs[op], right.text, "bool");
  return infix(asExact(left, place), signs[op], right.text, "bool");
}

function compareNative(
  op: CompareOp,
  left: Operand,
  x: Text,
  right: Operand,
  y: Text,
  place: Evaluation,
): Text {
  const [a, b] = withoutCasts(left, x, right, y);
  // It is kept for its faults; as a function it draws no warning.
  const isDecided = answer({ op, left: left.expr, right: right.expr }) !== null;
  if (isDecided && !isFloating(a.ctype)) return operation(place, `value_${op}`, [a, b], "bool");
  if (isFloating(a.ctype) !== isFloating(b.ctype)) {
    // A double holds every integer up to 2^53.
    const integer = isFloating(a.ctype) ? right : left;
    const isNarrow = (nativeOf(integer.text.ctype)?.bits ?? 64) <= 32 || integer.range !== null;
    if (isNarrow) return infix(a, signs[op], b, "bool");
    return operation(place, `value_${op}`, [a, b], "bool");
  }
  if (mixesSigns(left, a, right, b)) return operation(place, `value_${op}`, [a, b], "bool");
  return infix(a, signs[op], b, "bool");
}

/** A cast to the type of the other operand, which C++ would make of it anyway. */
function withoutCasts(left: Operand, a: Text, right: Operand, b: Text): [Text, Text] {
  const plainOf = (operand: Operand, text: Text, other: Text): Text => {
    const { plain } = text;
    if (plain === undefined || plain.loose || !isBuiltIn(plain.ctype) || operand.expr.kind !== "cast")
      return text;
    const joined = arithmetic(plain.ctype, other.ctype);
    const keeps = isFloating(text.ctype)
      ? text.ctype === "double" || plain.ctype === "float"
      : (nativeOf(plain.ctype)?.bits ?? 64) <= (nativeOf(text.ctype)?.bits ?? 0);
    return keeps && joined === arithmetic(text.ctype, other.ctype) ? plain : text;
  };
  const first = plainOf(left, a, b);
  return [first, first === a ? plainOf(right, b, a) : b];
}

/** Where C++ would compare a negative number as a large one. Constants and ranges may show that there is none. */
function mixesSigns(left: Operand, a: Text, right: Operand, b: Text): boolean {
  const [x, y] = [nativeOf(a.ctype), nativeOf(b.ctype)];
  if (x === null || y === null) return false;
  const joined = nativeOf(arithmetic(a.ctype, b.ctype) ?? "");
  if (joined === null || joined.signed || x.signed === y.signed) return false;
  const signed = x.signed ? left : right;
  const isConstant = signed.expr.kind === "const" && Number(signed.expr.value) >= 0;
  return !isConstant;
}
