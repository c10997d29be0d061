/** A raw integer brought to another fraction and width: rounded and fitted as the type it becomes says. */
import { type ExactType, type Form, formOf } from "../../../types/exact.ts";
import { highest, lowest } from "../../../types/integer.ts";
import type { Rounding, ScalarType } from "../../../types/types.ts";
import type { Evaluation } from "../dialect.ts";
import { atom, conditional, infix, type Text } from "../text.ts";
import { type CInt, cintOf, computingIn, i64, nameOf, promoted, u64 } from "./ctypes.ts";
import { integerLiteral } from "./literal.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import { alone, asLoose, convertedTo, insteadOf, operation, plain } from "./whole.ts";

/** A raw integer of `form`, in a C type that has room for it; of more than 64 bits it is the low 64. */
export interface Whole {
  readonly text: Text;
  readonly form: Form;
}

export function quantize(raw: Raw, from: Whole, to: ExactType, place: Evaluation): Text {
  const target = formOf(to);
  const shift = target.fraction - from.form.fraction;
  if (from.form.width > widest) return fromLowBits(raw, from, to, shift, place);
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  const saturates = to.kind === "fixed" && to.overflow === "saturate";
  if (shift < 0) {
    const rounded = shiftedRight(raw, from, -shift, rounding, to, place);
    return fitted(raw, rounded, target, saturates, place);
  }
  const raised: Form = { ...from.form, width: from.form.width + shift, fraction: target.fraction };
  if (holdsForm(target, raised)) {
    return plain(shiftedLeft(raw, from.text, shift, computingIn(raised.width, raised.signed)));
  }
  if (saturates) return saturatedLeft(raw, from, shift, target, place);
  return lowOf(raw, from.text, shift, target);
}

/** Whether every value of the inner form is one of the outer, whose fraction is the same. */
function holdsForm(outer: Form, inner: Form): boolean {
  if (outer.signed === inner.signed) return outer.width >= inner.width;
  return outer.signed && outer.width > inner.width;
}

export function shiftedLeft(raw: Raw, text: Text, shift: number, type: CInt): Text {
  if (shift === 0) return text;
  const constant = constantOf(text);
  if (constant !== null) return convertIfNeeded(raw, integerLiteral(raw, constant << BigInt(shift)), type);
  return infix(alone(raw, text, type), "<<", atom(String(shift), "int"), nameOf(raw.target, type));
}

function constantOf({ text }: Text): bigint | null {
  return /^-?\d+(?:u?(?:LL?)?)$/.test(text) ? BigInt(text.replace(/[uL]+$/, "")) : null;
}

function convertIfNeeded(raw: Raw, text: Text, type: CInt): Text {
  return promoted(cintOf(text.ctype)).bits >= type.bits ? text : convertedTo(raw, text, type);
}

/** Modulo 2^width: the low bits are right, and none is lost on the way. */
function lowOf(raw: Raw, text: Text, shift: number, target: Form): Text {
  if (shift >= target.width) return insteadOf(text, "0");
  if (shift === 0) return asLoose(text);
  const type: CInt = target.width > 32 || cintOf(text.ctype).bits === 64 ? u64 : { bits: 32, signed: false };
  return asLoose(shiftedLeft(raw, text, shift, type));
}

/** x * 2^shift against the bounds: x against the bounds / 2^shift. */
function saturatedLeft(raw: Raw, from: Whole, shift: number, target: Form, place: Evaluation): Text {
  const [low, high] = [lowest(target.width, target.signed), highest(target.width, target.signed)];
  const wide: Form = { ...from.form, width: from.form.width + shift, fraction: target.fraction };
  if (wide.width <= widest) {
    const text = shiftedLeft(raw, from.text, shift, computingIn(wide.width, wide.signed));
    return clamped(raw, { text, form: wide }, low, high, place);
  }
  if (shift >= widest)
    return refuse(raw, place.span, intType(target), "the shift before saturation needs more than 64 bits");
  const [below, above] = [-(-low >> BigInt(shift)), high >> BigInt(shift)];
  const x = from.text;
  const signed = from.form.signed;
  const over = infix(x, ">", integerLiteral(raw, above), "int");
  const shifted = shiftedLeft(
    raw,
    x,
    shift,
    target.width > 32 ? (target.signed ? i64 : u64) : computingIn(32, true),
  );
  const upper = conditional(over, integerLiteral(raw, high), shifted, shifted.ctype);
  if (!signed) return upper;
  const under = infix(x, "<", integerLiteral(raw, below), "int");
  return conditional(under, integerLiteral(raw, low), upper, shifted.ctype);
}

function intType(form: Form): ScalarType {
  return { kind: "int", bits: form.width, signed: form.signed, rule: "exact" };
}

/** x / 2^by, rounded. */
function shiftedRight(
  raw: Raw,
  from: Whole,
  by: number,
  rounding: Rounding,
  to: ExactType,
  place: Evaluation,
): Whole {
  const { text, form } = from;
  const down =
    rounding === "truncate" || rounding === "floor" || (!form.signed && rounding === "toward_zero");
  const width = Math.max(1, form.width - by) + (down ? 0 : 1);
  const rounded: Form = { signed: form.signed, width, fraction: form.fraction - by };
  if (by >= Math.min(form.width, 63) && !(down && by < 63))
    return { text: farDown(raw, from, by, rounding, to, place), form: rounded };
  const count = atom(String(by), "int");
  if (down) {
    const type = by < 32 ? promoted(cintOf(text.ctype)) : form.signed ? i64 : u64;
    return { text: infix(alone(raw, text, type), ">>", count, nameOf(raw.target, type)), form: rounded };
  }
  const sign = form.signed ? "" : "u";
  const name = { toward_zero: "shr_zero64", nearest_even: "shr_even64", nearest_away: "shr_away64" }[
    rounding as "toward_zero" | "nearest_even" | "nearest_away"
  ];
  return {
    text: operation(place, raw, `${sign}${name}`, [text, count], form.signed ? i64 : u64),
    form: rounded,
  };
}

/** All of the bits are shifted out. */
function farDown(
  raw: Raw,
  from: Whole,
  by: number,
  rounding: Rounding,
  to: ExactType,
  place: Evaluation,
): Text {
  const { text, form } = from;
  const zero = atom("0", "int");
  const none = insteadOf(text, "0");
  const negative = infix(text, "<", zero, "int");
  const minusOne = atom("-1", "int");
  switch (rounding) {
    case "truncate":
    case "floor":
      return form.signed ? conditional(negative, minusOne, zero, "int") : none;
    case "toward_zero":
      return none;
    case "nearest_even":
    case "nearest_away":
      if (by > form.width) return none;
      if (by <= 62) {
        const sign = form.signed ? "" : "u";
        const name = rounding === "nearest_even" ? "shr_even64" : "shr_away64";
        return operation(
          place,
          raw,
          `${sign}${name}`,
          [text, atom(String(by), "int")],
          form.signed ? i64 : u64,
        );
      }
      return refuse(raw, place.span, to, "rounding off 63 bits and more needs more than 64");
  }
}

function fitted(raw: Raw, whole: Whole, target: Form, saturates: boolean, place: Evaluation): Text {
  if (holdsForm(target, whole.form)) return plain(whole.text);
  if (!saturates) return asLoose(whole.text);
  return clamped(
    raw,
    whole,
    lowest(target.width, target.signed),
    highest(target.width, target.signed),
    place,
  );
}

/** The text appears once: in a function of its own type. */
function clamped(raw: Raw, { text, form }: Whole, low: bigint, high: bigint, place: Evaluation): Text {
  const signed = cintOf(text.ctype).signed || form.signed || promoted(cintOf(text.ctype)).signed;
  const wide = cintOf(text.ctype).bits === 64 || high >= 2n ** 31n || low < -(2n ** 31n);
  const bits = wide ? 64 : 32;
  if (signed) {
    if (high >= 2n ** 63n) return operation(place, raw, "max64", [text, integerLiteral(raw, low)], i64);
    const bounds = [integerLiteral(raw, low), integerLiteral(raw, high)];
    return operation(place, raw, `clamp${bits}`, [text, ...bounds], { bits, signed: true });
  }
  return operation(place, raw, `minu${bits}`, [text, integerLiteral(raw, high)], { bits, signed: false });
}

/** Of more than 64 bits only the low 64 are there: enough where the result needs no others. */
function fromLowBits(raw: Raw, from: Whole, to: ExactType, shift: number, place: Evaluation): Text {
  const target = formOf(to);
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  const lost = `the ${from.form.width} bits of the result before`;
  if (to.kind === "fixed" && to.overflow === "saturate") {
    return refuse(raw, place.span, to, `saturation looks at all of ${lost}`);
  }
  if (shift >= 0)
    return shift >= widest ? insteadOf(from.text, "0") : asLoose(shiftedLeft(raw, from.text, shift, u64));
  const by = -shift;
  if (by + target.width > widest)
    return refuse(raw, place.span, to, `it takes more than the low 64 of ${lost}`);
  const count = atom(String(by), "int");
  if (rounding === "nearest_even")
    return asLoose(operation(place, raw, "ushr_even64", [from.text, count], u64));
  const down = rounding === "truncate" || rounding === "floor" || !from.form.signed;
  if (!down || rounding === "nearest_away") {
    return refuse(raw, place.span, to, `rounding looks at the sign of ${lost}`);
  }
  return asLoose(infix(alone(raw, from.text, u64), ">>", count, nameOf(raw.target, u64)));
}
