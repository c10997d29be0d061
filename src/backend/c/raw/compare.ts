/** Comparison by value, whatever the two types are. */
import { type Interval, interval } from "../../../types/interval.ts";
import type { CompareOp } from "../../../types/operators.ts";
import type { FixedType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, castTo, infix, type Text } from "../text.ts";
import { cintOf, commonOf, computingIn, i64, nameOf, promoted } from "./ctypes.ts";
import { shiftedLeft } from "./quantize.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import { formOf, isConst, operation, rangeOf, settled, within } from "./whole.ts";

const symbols: Readonly<Record<CompareOp, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  le: "ge",
  gt: "lt",
  ge: "le",
};

const zero = atom("0", "int");

export function compare(raw: Raw, op: CompareOp, left: Operand, right: Operand, place: Evaluation): Text {
  const [p, q] = [formOf(left.expr.type), formOf(right.expr.type)];
  if (p === null && q === null) return infix(left.text, symbols[op], right.text, "int");
  if (p === null) return integerWithFloat(raw, mirrored[op], right, left, place);
  if (q === null) return integerWithFloat(raw, op, left, right, place);
  const fraction = Math.max(p.fraction, q.fraction);
  const a = side(raw, left, fraction - p.fraction, place);
  const b = side(raw, right, fraction - q.fraction, place);
  if (a === null || b === null) {
    return refuse(
      raw,
      place.span,
      left.expr.type,
      "the two sides of the comparison meet in more than 64 bits",
    );
  }
  const known = decided(op, left, right, fraction);
  if (known === null) return ordered(raw, op, { ...left, text: a }, { ...right, text: b }, place);
  const looked = [left, right]
    .filter((operand) => !isConst(operand))
    .map(({ text }) => `(void)(${text.text}), `);
  return atom(`(${looked.join("")}${known ? "1" : "0"})`, "int"); // it may still fault, and its variables are used
}

/** A comparison whose result the ranges tell, or of a thing with itself: compilers warn of it. */
function decided(op: CompareOp, left: Operand, right: Operand, fraction: number): boolean | null {
  if (left.text.text === right.text.text) return op === "eq" || op === "le" || op === "ge";
  const [a, b] = [boundsOf(left, fraction), boundsOf(right, fraction)];
  if (a === null || b === null || !(isConst(left) || isConst(right))) return null;
  const [below, above] = [a.high < b.low, a.low > b.high];
  switch (op) {
    case "eq":
    case "ne":
      return below || above ? op === "ne" : null;
    case "lt":
    case "ge":
      return below || a.low >= b.high ? (op === "lt") === below : null;
    case "gt":
    case "le":
      return above || a.high <= b.low ? (op === "gt") === above : null;
  }
}

/** Of the raw integer with so many fraction bits. */
function boundsOf(operand: Operand, fraction: number): Interval | null {
  const { expr } = operand;
  const scale = 2 ** (fraction - (formOf(expr.type)?.fraction ?? 0));
  const own = expr.type.kind === "fixed" ? rawBounds(expr, expr.type) : rangeOf(operand);
  return own === null ? null : interval(own.low * scale, own.high * scale);
}

function rawBounds(expr: Operand["expr"], { width, signed }: FixedType): Interval | null {
  if (expr.kind === "const") return interval(Number(expr.value), Number(expr.value));
  return interval(signed ? -(2 ** (width - 1)) : 0, 2 ** (signed ? width - 1 : width) - 1);
}

/** A value with `up` more fraction bits; null where 64 bits do not hold it. */
function side(raw: Raw, operand: Operand, up: number, place: Evaluation): Text | null {
  const form = formOf(operand.expr.type);
  if (form === null) return null;
  const value = settled(raw, operand, place);
  if (up === 0) return value;
  return form.width + up > widest
    ? null
    : shiftedLeft(raw, value, up, computingIn(form.width + up, form.signed));
}

/** C would read a negative number as a large one where the other side is unsigned. */
function ordered(raw: Raw, op: CompareOp, left: Operand, right: Operand, place: Evaluation): Text {
  const [s, t] = [promoted(cintOf(left.text.ctype)), promoted(cintOf(right.text.ctype))];
  const common = commonOf(s, t);
  if (s.signed === t.signed || common.signed) return infix(left.text, symbols[op], right.text, "int");
  const [signed, unsigned] = s.signed ? [left, right] : [right, left];
  const order = s.signed ? op : mirrored[op]; // of the signed side to the other
  if (within(rangeOf(signed), 0, Number.MAX_SAFE_INTEGER)) {
    const bare = isConst(signed) ? signed.text : castTo(nameOf(raw.target, common), signed.text);
    return infix(bare, symbols[order], unsigned.text, "int");
  }
  if (common.bits === 32) {
    return infix(signed.text, symbols[order], castTo(nameOf(raw.target, i64), unsigned.text), "int");
  }
  const found = operation(place, raw, "compare_i64_u64", [signed.text, unsigned.text], computingIn(32, true));
  return infix(found, symbols[order], zero, "int");
}

/** Exactly, also where a double does not hold the integer. */
function integerWithFloat(raw: Raw, op: CompareOp, whole: Operand, float: Operand, place: Evaluation): Text {
  const form = formOf(whole.expr.type);
  if (form !== null && form.fraction !== 0) {
    return refuse(raw, place.span, whole.expr.type, "a fixed value is compared with a float");
  }
  const value = settled(raw, whole, place);
  const held = within(rangeOf(whole), -(2 ** 53), 2 ** 53) || (form !== null && form.width <= 53);
  if (held) return infix(value, symbols[op], float.text, "int");
  const name = cintOf(value.ctype).signed ? "compare_i64_f64" : "compare_u64_f64";
  const found = operation(place, raw, name, [value, float.text], computingIn(32, true)); // -1, 0, 1, or 2 for a NaN
  if (op === "gt") return infix(found, "==", atom("1", "int"), "int");
  if (op === "ge") return infix(infix(found, "&", atom("~1", "int"), "int"), "==", zero, "int");
  return infix(found, symbols[op], zero, "int");
}
