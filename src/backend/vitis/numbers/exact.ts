/**
 * Exact types as ap_int and ap_fixed, whose sums, differences and products have the widths of ours. What they do
 * otherwise (quotients, absolute values, ...) is a function of lutra_exact.h.
 */
import { bug } from "../../../diagnostics/bug.ts";
import { type Form, grow, holds } from "../../../types/exact.ts";
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import { exactInt, fixed, isPythonInt, type ScalarType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { atom, infix, prefix, type Text } from "../../c/text.ts";
import { formOfCtype, inType, isNumpyInt, isTruth, typeName } from "./ctypes.ts";
import { check, exactly, operation } from "./uses.ts";

export function exactUnary(
  op: Exclude<UnaryOp, "not">,
  operand: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  const x = asExact(operand, place);
  const ctype = typeName(type);
  switch (op) {
    case "neg":
      return prefix("-", x, ctype);
    case "abs":
      return exactly(place, `exact_abs<${ctype}>`, [x], ctype);
    case "invert":
      return prefix("~", x, ctype);
  }
}

/** As a value of the ap type of its own type; a NumPy integer is the ap_int of its range. */
export function asExact({ expr, text }: Operand, place: Evaluation): Text {
  const { type } = expr;
  place.uses.header('"ap_int.h"');
  if (type.kind === "fixed") place.uses.header('"ap_fixed.h"');
  if (isNumpyInt(type)) return inType(typeName(exactInt(type.bits, type.signed)), text);
  if (isPythonInt(type)) return inType(typeName(exactInt(64, true)), text);
  if (isTruth(type)) return inType(typeName(exactInt(1, false)), text);
  return inType(typeName(type), text);
}

const signs = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

export function exactBinary(
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  const ctype = typeName(type);
  const a = (): Text => asExact(left, place);
  const b = (): Text => asExact(right, place);
  const divisor = (): Text =>
    right.range !== null && (right.range.low > 0 || right.range.high < 0)
      ? b()
      : check(place, "zero-division", "checked_divisor", [b()], b().ctype);
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "and":
    case "or":
    case "xor":
      return grown(op, left, right, type, place);
    case "div":
      return exactly(place, `exact_div<${ctype}>`, [a(), divisor()], ctype);
    case "floordiv":
      return exactly(place, `exact_floordiv<${ctype}>`, [a(), divisor()], ctype);
    case "mod":
      return exactly(place, `exact_floormod<${ctype}>`, [a(), divisor()], ctype);
    case "fmod":
      return exactly(place, `exact_truncmod<${ctype}>`, [a(), divisor()], ctype);
    case "pow": {
      const exponent = isNatural(right)
        ? right.text
        : check(place, "negative-power", "checked_exponent", [b()], b().ctype);
      return exactly(place, `exact_pow<${ctype}>`, [a(), exponent], ctype);
    }
    case "shl":
    case "shr":
      return shifted(op, left, right, place);
    case "min":
      return exactly(place, `exact_min<${ctype}>`, [a(), b()], ctype);
    case "max":
      return exactly(place, `exact_max<${ctype}>`, [a(), b()], ctype);
  }
}

function shifted(op: "shl" | "shr", left: Operand, right: Operand, place: Evaluation): Text {
  const a = asExact(left, place);
  const width = formOfCtype(a.ctype)?.width ?? bug("a shift of no number");
  if (right.range !== null && right.range.low >= 0 && right.range.high < width) {
    return infix(a, op === "shl" ? "<<" : ">>", right.text, a.ctype);
  }
  const count = isNatural(right)
    ? right.text
    : check(place, "negative-shift", "checked_count", [right.text], right.text.ctype);
  return exactly(place, op === "shl" ? "exact_shl" : "exact_shr", [a, count], a.ctype);
}

function isNatural({ range }: Operand): boolean {
  return range !== null && range.low >= 0;
}

/** Where a literal would make the result wider than any type is, it is written in its own type. */
const widest = 1024;

/** An operator of the ap types: one side at least is one of them, and the other may be a built-in integer. */
function grown(
  op: keyof typeof signs,
  left: Operand,
  right: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  let [a, b] = [withoutCast(left.text), withoutCast(right.text)];
  if (!isAp(a) && !isAp(b)) a = asExact(left, place);
  let form = formOfResult(op, a, b);
  if (form === null || form.width > widest) {
    [a, b] = [asExact(left, place), asExact(right, place)];
    form = formOfResult(op, a, b);
  }
  place.uses.header('"ap_int.h"');
  if (type.kind === "fixed") place.uses.header('"ap_fixed.h"');
  return infix(a, signs[op], b, form === null ? typeName(type) : nameOf(form, type.kind === "fixed"));
}

function formOfResult(op: BinaryOp, a: Text, b: Text): Form | null {
  const [x, y] = [formOfCtype(a.ctype), formOfCtype(b.ctype)];
  return x === null || y === null ? null : grow(op, x, y);
}

function nameOf({ signed, width, fraction }: Form, isFixed: boolean): string {
  return typeName(isFixed ? fixed(width, width - fraction, signed) : exactInt(width, signed));
}

function isAp({ ctype }: Text): boolean {
  return ctype.startsWith("ap_");
}

/** A cast that keeps every value is not needed beside an exact type. */
function withoutCast(text: Text): Text {
  const { plain, ctype } = text;
  if (plain === undefined || plain.loose) return text;
  const [from, to] = [formOfCtype(plain.ctype), formOfCtype(ctype)];
  return from !== null && to !== null && holds(to, from) ? withoutCast(plain) : text;
}

export function exactMath(fn: MathFn, operand: Operand, type: ScalarType, place: Evaluation): Text {
  const from = operand.expr.type;
  switch (fn) {
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      if (from.kind !== "fixed") return operand.text;
      return exactly(place, `exact_${fn}`, [asExact(operand, place)], typeName(type));
    case "sqrt": {
      const x = asExact(operand, place);
      const root = check(place, "domain", "checked_radicand", [x], x.ctype);
      return exactly(place, "exact_sqrt", [root], typeName(type));
    }
    case "sign": {
      const ctype = typeName(type, operand.range);
      if (isNumpyInt(from) || isPythonInt(from)) {
        return operation(place, "sign_of", [inType(ctype, operand.text)], ctype);
      }
      return exactly(place, `exact_sign<${ctype}>`, [asExact(operand, place)], ctype);
    }
    case "isnan":
    case "isinf":
    case "isfinite": {
      const answer = fn === "isfinite" ? "true" : "false";
      return atom(operand.faults ? `((void)${operand.text.text}, ${answer})` : answer, "bool");
    }
    default:
      return bug(`${fn} is for floats`);
  }
}
