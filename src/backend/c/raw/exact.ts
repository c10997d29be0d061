/** Exact integers and fixed values: the result has room for everything, and is fitted to its type once. */
import { bug } from "../../../diagnostics/bug.ts";
import { type ExactType, type Form, formOf, grow } from "../../../types/exact.ts";
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import type { FixedType, ScalarType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, castTo, infix, prefix, type Text } from "../text.ts";
import { type CInt, cintOf, computingIn, i64, nameOf, u32, u64 } from "./ctypes.ts";
import { quantize, shiftedLeft, type Whole } from "./quantize.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import {
  alone,
  asLoose,
  checked,
  computed,
  convertedTo,
  isTruthInside,
  operation,
  rangeOf,
  settled,
  within,
} from "./whole.ts";

export function exactBinary(
  raw: Raw,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: ExactType,
  place: Evaluation,
): Text {
  switch (op) {
    case "add":
    case "sub":
    case "and":
    case "or":
    case "xor":
    case "mul":
      return quantize(raw, combined(raw, op, left, right, place), type, place);
    case "min":
    case "max":
      return quantize(raw, extreme(raw, op, left, right, place), type, place);
    case "floordiv":
    case "mod":
    case "fmod":
      return quantize(raw, division(raw, op, left, right, type, place), type, place);
    case "div":
      return quotient(raw, left, right, type, place);
    case "pow":
      return power(raw, left, right, type, place);
    case "shl":
    case "shr":
      return quantize(raw, shifted(raw, op, left, right, place), type, place);
  }
}

const symbols = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

function formOfOperand({ expr }: Operand): Form {
  return formOf(exactTypeOf(expr.type));
}

function exactTypeOf(type: ScalarType): ExactType {
  return type.kind === "bool" || type.kind === "int" || type.kind === "fixed"
    ? type
    : bug(`${type.kind} among exact numbers`);
}

function grown(op: BinaryOp, left: Form, right: Form, exponent?: bigint): Form {
  return grow(op, left, right, exponent) ?? bug(`${op} grows without bound`);
}

/** Both operands with the finer fraction; what has more than 64 bits is computed modulo 2^64. */
function combined(
  raw: Raw,
  op: "add" | "sub" | "mul" | "and" | "or" | "xor",
  left: Operand,
  right: Operand,
  place: Evaluation,
): Whole {
  const [p, q] = [formOfOperand(left), formOfOperand(right)];
  const form = grown(op, p, q);
  const type = typeFor(form);
  const fraction = op === "mul" ? null : Math.max(p.fraction, q.fraction);
  const side = (operand: Operand, own: Form): Text => {
    const value = form.width > widest ? operand.text : settled(raw, operand, place);
    return fraction === null ? value : shiftedLeft(raw, value, fraction - own.fraction, type);
  };
  return { text: computed(raw, type, side(left, p), symbols[op], side(right, q)), form };
}

function typeFor(form: Form): CInt {
  return form.width > widest ? u64 : computingIn(form.width, form.signed);
}

/** Two values of one fraction, in a C type that holds both; null where 64 bits are not enough. */
function aligned(
  raw: Raw,
  left: Operand,
  right: Operand,
  place: Evaluation,
): { readonly a: Text; readonly b: Text; readonly form: Form; readonly type: CInt } | null {
  const [p, q] = [formOfOperand(left), formOfOperand(right)];
  const form = grown("max", p, q);
  if (form.width > widest) return null;
  const type = typeFor(form);
  const side = (operand: Operand, own: Form): Text =>
    shiftedLeft(raw, settled(raw, operand, place), form.fraction - own.fraction, type);
  return { a: side(left, p), b: side(right, q), form, type };
}

function extreme(raw: Raw, op: "min" | "max", left: Operand, right: Operand, place: Evaluation): Whole {
  const both = aligned(raw, left, right, place);
  const form = grown(op, formOfOperand(left), formOfOperand(right));
  if (both === null) {
    return {
      text: refuse(raw, place.span, left.expr.type, `the operands of ${op} meet in ${form.width} bits`),
      form,
    };
  }
  const name = `${op}${both.type.signed ? "" : "u"}${both.type.bits}`;
  return { text: operation(place, raw, name, [both.a, both.b], both.type), form };
}

function division(
  raw: Raw,
  op: "floordiv" | "mod" | "fmod",
  left: Operand,
  right: Operand,
  type: ExactType,
  place: Evaluation,
): Whole {
  const both = aligned(raw, left, right, place);
  const own = grown(op, formOfOperand(left), formOfOperand(right));
  if (both === null) {
    return {
      text: refuse(raw, place.span, type, "dividend and divisor meet in more than 64 bits"),
      form: own,
    };
  }
  // The quotient of the aligned raw values is whole; the rest has their fraction.
  const form: Form = { ...own, fraction: op === "floordiv" ? 0 : both.form.fraction };
  const divisor = nonzero(raw, right, both.b, both.type, place);
  const a = convertedTo(raw, both.a, both.type);
  const name = both.type.signed ? op : op === "floordiv" ? "ufloordiv" : "umod";
  return { text: operation(place, raw, `${name}${both.type.bits}`, [a, divisor], both.type), form };
}

/** A fault where the divisor is zero. */
function nonzero(raw: Raw, operand: Operand, text: Text, type: CInt, place: Evaluation): Text {
  const range = rangeOf(operand);
  const { expr } = operand;
  const known =
    (range !== null && (range.low > 0 || range.high < 0)) ||
    (expr.kind === "const" && Number(expr.value) !== 0);
  if (known) return text;
  const ctype = nameOf(raw.target, i64);
  const guarded = checked(place, raw, "checked_divisor", [text], ctype, "zero-division");
  return type.bits === 64 && type.signed ? guarded : convertedTo(raw, guarded, type);
}

/** a / b with as many fraction bits as the result has, rounded once. */
function quotient(raw: Raw, left: Operand, right: Operand, type: ExactType, place: Evaluation): Text {
  const [p, q, r] = [formOfOperand(left), formOfOperand(right), formOf(type)];
  const shift = q.fraction - p.fraction + r.fraction;
  const [up, down] = [Math.max(shift, 0), Math.max(-shift, 0)];
  const dividend: Form = { ...p, width: p.width + up + (p.signed ? 0 : 1), signed: true };
  const divisor: Form = { ...q, width: q.width + down + (q.signed ? 0 : 1), signed: true };
  if (dividend.width > widest || divisor.width > widest) {
    return refuse(
      raw,
      place.span,
      type,
      `the dividend is shifted to ${Math.max(dividend.width, divisor.width)} bits`,
    );
  }
  const a = shiftedLeft(raw, settled(raw, left, place), up, i64);
  const b = shiftedLeft(raw, nonzero(raw, right, settled(raw, right, place), i64, place), down, i64);
  const rounding = type.kind === "fixed" ? type.rounding : "toward_zero";
  const name = {
    truncate: "floordiv64",
    floor: "floordiv64",
    toward_zero: "div_zero64",
    nearest_even: "div_even64",
    nearest_away: "div_away64",
  }[rounding];
  const form: Form = { signed: true, width: Math.min(widest, dividend.width + 1), fraction: r.fraction };
  return quantize(raw, { text: operation(place, raw, name, [a, b], i64), form }, type, place);
}

function power(raw: Raw, left: Operand, right: Operand, type: ExactType, place: Evaluation): Text {
  const base = formOfOperand(left);
  const known = right.expr.kind === "const" ? BigInt(right.expr.value) : undefined;
  if (base.fraction !== 0 && known === undefined) {
    return refuse(raw, place.span, type, "the exponent of a fixed value must be a constant");
  }
  const form = grow("pow", base, formOfOperand(right), known) ?? { ...formOf(type), fraction: 0 };
  const exponent = settled(raw, right, place);
  const safe = !formOfOperand(right).signed || within(rangeOf(right), 0, Number.MAX_SAFE_INTEGER);
  const count = safe
    ? exponent
    : checked(place, raw, "checked_exponent", [exponent], nameOf(raw.target, i64), "negative-power");
  const low = operation(place, raw, "pow64", [settled(raw, left, place), count], u64);
  const text = form.signed && form.width <= widest ? convertedTo(raw, low, i64) : low;
  const fraction = known === undefined ? 0 : base.fraction * Number(known);
  return quantize(raw, { text, form: { ...form, fraction } }, type, place);
}

/** The left type: bits that are shifted out are gone. */
function shifted(raw: Raw, op: "shl" | "shr", left: Operand, right: Operand, place: Evaluation): Whole {
  const form = formOfOperand(left);
  const range = rangeOf(right);
  const plainCount = settled(raw, right, place);
  const negative = formOfOperand(right).signed && !within(range, 0, Number.MAX_SAFE_INTEGER);
  const count = negative
    ? checked(place, raw, "checked_count", [plainCount], nameOf(raw.target, i64), "negative-shift")
    : plainCount;
  if (form.width > widest) {
    const reason = "bits that are shifted out of more than 64 are not known";
    return { text: refuse(raw, place.span, left.expr.type, reason), form };
  }
  const inside = within(range, 0, form.width - 1);
  if (op === "shr") {
    const value = settled(raw, left, place);
    if (inside) return { text: infix(value, ">>", count, value.ctype), form };
    const name = form.signed ? "shr64" : "ushr64";
    return { text: operation(place, raw, name, [value, count], form.signed ? i64 : u64), form };
  }
  // Counts from the width on leave nothing: cut to the type, then fitted to the result.
  const type: CInt = form.width <= 32 && cintOf(left.text.ctype).bits <= 32 ? u32 : u64;
  const moved = inside
    ? infix(alone(raw, left.text, type), "<<", count, nameOf(raw.target, type))
    : operation(place, raw, `shl${type.bits}`, [left.text, count], type);
  const cut = settled(raw, { ...left, text: asLoose(moved) }, place);
  return { text: cut, form };
}

export function exactUnary(
  raw: Raw,
  op: Exclude<UnaryOp, "not">,
  operand: Operand,
  type: ExactType,
  place: Evaluation,
): Text {
  const form = formOfOperand(operand);
  switch (op) {
    case "neg": {
      const own: Form = { ...form, signed: true, width: form.width + 1 };
      const computing = typeFor(own);
      const value = own.width > widest ? operand.text : settled(raw, operand, place);
      return quantize(
        raw,
        { text: prefix("-", alone(raw, value, computing), nameOf(raw.target, computing)), form: own },
        type,
        place,
      );
    }
    case "abs": {
      if (!form.signed) return quantize(raw, { text: settled(raw, operand, place), form }, type, place);
      const value = settled(raw, operand, place);
      const bits = form.width <= 32 ? 32 : 64;
      const size = operation(place, raw, `abs${bits}`, [value], { bits, signed: false });
      return quantize(raw, { text: size, form: { ...form, signed: false } }, type, place);
    }
    case "invert": {
      const text = form.width > widest ? operand.text : settled(raw, operand, place);
      const bits = isTruthInside(operand) ? castTo("int", text) : text;
      const flipped = prefix("~", bits, nameOf(raw.target, wideOf(text)));
      const own =
        form.signed || form.width > widest
          ? flipped
          : settled(raw, { ...operand, text: asLoose(flipped) }, place);
      return quantize(raw, { text: own, form }, type, place);
    }
  }
}

function wideOf(text: Text): CInt {
  const own = cintOf(text.ctype);
  return own.bits === 64 ? own : computingIn(32, own.signed || own.bits < 32);
}

/** Functions of one fixed value in its own type. Null: it has none of that name. */
export function fixedMath(
  raw: Raw,
  fn: MathFn,
  operand: Operand,
  type: FixedType,
  place: Evaluation,
): Text | null {
  const form = formOf(type);
  switch (fn) {
    case "sqrt":
      return squareRoot(raw, operand, type, place);
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return form.fraction <= 0 ? operand.text : wholeNumber(raw, fn, operand, type, place);
    default:
      return null;
  }
}

function squareRoot(raw: Raw, operand: Operand, type: FixedType, place: Evaluation): Text {
  const form = formOf(type);
  if (form.fraction < 0 || form.width + form.fraction > widest) {
    return refuse(raw, place.span, type, `its root is taken of ${form.width + form.fraction} bits`);
  }
  const value = settled(raw, operand, place);
  const radicand = form.signed
    ? checked(place, raw, "checked_radicand", [value], nameOf(raw.target, i64), "domain")
    : value;
  const name = type.rounding.startsWith("nearest") ? "sqrt_nearest64" : "sqrt64";
  const scaled = shiftedLeft(raw, radicand, form.fraction, u64);
  const width = Math.ceil((form.width + form.fraction) / 2) + 1;
  const root: Form = { signed: false, width, fraction: form.fraction };
  return quantize(raw, { text: operation(place, raw, name, [scaled], u64), form: root }, type, place);
}

/** To a whole number and back to the type's fraction; one that the type lacks overflows as the type says. */
function wholeNumber(
  raw: Raw,
  fn: "floor" | "ceil" | "trunc" | "rint",
  operand: Operand,
  type: FixedType,
  place: Evaluation,
): Text {
  const form = formOf(type);
  if (form.width + 1 > 63 || form.fraction > 62) {
    return refuse(raw, place.span, type, `${fn} of ${form.width} bits needs more than 64`);
  }
  const value = settled(raw, operand, place);
  const by = atom(String(form.fraction), "int");
  const mask = atom(
    `${(1n << BigInt(form.fraction)) - 1n}`,
    nameOf(raw.target, form.fraction > 30 ? i64 : computingIn(32, true)),
  );
  const raised = alone(raw, value, i64);
  const whole = {
    floor: () => infix(raised, ">>", by, nameOf(raw.target, i64)),
    ceil: () => infix(infix(raised, "+", mask, nameOf(raw.target, i64)), ">>", by, nameOf(raw.target, i64)),
    trunc: () => operation(place, raw, "shr_zero64", [value, by], i64),
    rint: () => operation(place, raw, "shr_even64", [value, by], i64),
  }[fn]();
  const integer: Form = { signed: true, width: Math.max(form.width - form.fraction, 1) + 2, fraction: 0 };
  return quantize(raw, { text: whole, form: integer }, type, place);
}

/** -1, 0 or 1 in the type itself. */
export function exactSign(raw: Raw, operand: Operand, place: Evaluation): Text {
  const value = settled(raw, operand, place);
  if (!cintOf(value.ctype).signed) return infix(value, "!=", atom("0", "int"), "int");
  return operation(place, raw, "sign64", [value], computingIn(32, true));
}
