/** From any type to any other, as src/types/convert.ts says. */

import { bug } from "../../../diagnostics/bug.ts";
import { formOf as exactForm, type Form } from "../../../types/exact.ts";
import { takenApart } from "../../../types/fault.ts";
import { typeInterval } from "../../../types/interval.ts";
import { printType } from "../../../types/print.ts";
import {
  exactInt,
  type FixedType,
  type IntType,
  isNumpy,
  isPythonInt,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, call, castTo, conditional, infix, prefix, type Text } from "../text.ts";
import { type CInt, cintOf, i32, i64, nameOf, promoted, u64 } from "./ctypes.ts";
import { formatted, holderOf, nativeOf } from "./formats.ts";
import { literal } from "./literal.ts";
import { quantize } from "./quantize.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import {
  asLoose,
  checked,
  convertedTo,
  formOf,
  insteadOf,
  plain,
  rangeOf,
  settled,
  within,
} from "./whole.ts";

export function convert(
  raw: Raw,
  operand: Operand,
  to: ScalarType,
  stores: boolean,
  place: Evaluation,
): Text {
  const from = operand.expr.type;
  if (sameType(from, to)) return operand.text;
  if (isTruth(to)) return truthOf(raw, operand, place);
  if (isTruth(from)) return fromTruth(raw, operand.text, to, place);
  if (stores && storeIsChecked(from, to)) return storedInteger(raw, operand, to, place);
  const form = formOf(from);
  if (form === null) return fromFloat(raw, operand, to, place);
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "float":
      return integerToFloat(raw, operand, form, to, place);
    case "python":
      return to.name === "float"
        ? integerToFloat(raw, operand, form, to, place)
        : toPythonInt(raw, operand, form, place);
    case "int":
      return isPythonInt(from)
        ? checkedInteger(raw, operand, to, place)
        : toExact(raw, operand, form, to, place);
    case "fixed":
      return toExact(raw, operand, form, to, place);
    case "bool":
      return bug("a truth value is no number");
  }
}

export function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** Not zero; a NaN is true. */
export function truthOf(raw: Raw, operand: Operand, place: Evaluation): Text {
  if (isTruth(operand.expr.type)) return operand.text;
  const value = formOf(operand.expr.type) === null ? operand.text : settled(raw, operand, place);
  return infix(value, "!=", atom("0", "int"), "int");
}

/** 1 may overflow a narrow type; then it is whatever that type makes of it. */
function fromTruth(raw: Raw, text: Text, to: ScalarType, place: Evaluation): Text {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "int": {
      const bit = inInt(raw, text);
      return to.bits === 1 && to.signed ? prefix("-", bit, bit.ctype) : bit;
    }
    case "fixed": {
      const one = oneIn(to);
      const value = literal(raw, to, one, place);
      return one === 0n ? insteadOf(text, "0") : conditional(text, value, atom("0", "int"), value.ctype);
    }
    case "float": {
      const holder = holderOf(to);
      const unit = castTo(holder, text);
      return nativeOf(to) === null ? formatted(place, "round", [unit], to) : unit;
    }
    case "python":
      return to.name === "float" ? castTo("double", text) : inInt(raw, text);
    case "bool":
      return text;
  }
}

function inInt(raw: Raw, text: Text): Text {
  return text.ctype === "int" ? text : { ...text, ctype: nameOf(raw.target, i32) };
}

/** The raw value of 1, wrapped or saturated. */
function oneIn(to: FixedType): bigint {
  const { fraction, width, signed } = exactForm(to);
  if (fraction < 0) return 0n; // rounded away: no such type rounds 1 up to 2
  const raised = 1n << BigInt(fraction);
  const high = (1n << BigInt(signed ? width - 1 : width)) - 1n;
  if (raised <= high) return raised;
  if (to.overflow === "saturate") return high;
  return signed ? BigInt.asIntN(width, raised) : BigInt.asUintN(width, raised);
}

// Integers and fixed values

/** Wraps where it is an integer; rounds and fits as the fixed type says. Low bits are enough where nothing moves down. */
function toExact(raw: Raw, operand: Operand, form: Form, to: IntType | FixedType, place: Evaluation): Text {
  const target = exactForm(to);
  const wraps = to.kind === "int" || to.overflow === "wrap";
  const lowBitsDo = wraps && target.fraction >= form.fraction && target.width <= form.width;
  const text = form.width > widest || lowBitsDo ? operand.text : settled(raw, operand, place);
  if (form.fraction === 0 && target.fraction === 0 && to.kind === "int") {
    const range = rangeOf(operand);
    const own = typeInterval(to);
    if (text.loose !== true && own !== null && within(range, own.low, own.high))
      return signKept(raw, text, to);
    if (holds(target, form)) return signKept(raw, text, to);
    return asLoose(text);
  }
  return quantize(raw, { text: plain(text), form }, to, place);
}

function holds(outer: Form, inner: Form): boolean {
  if (inner.width > widest) return false;
  if (outer.signed === inner.signed) return outer.width >= inner.width;
  return outer.signed && outer.width > inner.width;
}

/** A value of an unsigned C type that becomes a signed one: C must know, or it would compute with the other. */
function signKept(raw: Raw, text: Text, to: IntType): Text {
  const own = promoted(cintOf(text.ctype));
  if (own.signed === to.signed || (own.bits === 32 && cintOf(text.ctype).bits < 32)) return text;
  const wanted: CInt = to.bits > 32 ? (to.signed ? i64 : u64) : { bits: own.bits, signed: to.signed };
  if (!to.signed && !own.signed) return text;
  const kept = convertedTo(raw, text, wanted);
  return text.loose === true ? asLoose(kept) : kept; // a cast settles nothing above the type's bits
}

/** A Python int that meets an integer type must fit it. */
function checkedInteger(raw: Raw, operand: Operand, to: IntType, place: Evaluation): Text {
  const { text } = operand;
  const range = rangeOf(operand);
  const own = typeInterval(to);
  if (
    own === null ? to.signed || within(range, 0, Number.MAX_SAFE_INTEGER) : within(range, own.low, own.high)
  ) {
    return signKept(raw, text, to);
  }
  const ctype = nameOf(raw.target, containerType(to));
  if (to.rule === "numpy")
    return checked(place, raw, `checked_${printType(to)}`, [text], ctype, "out-of-range");
  const name = to.signed ? "checked_bits_signed" : "checked_bits_unsigned";
  const called = raw.target.language === "c99" ? [`"${printType(to)}"`] : [];
  return checked(
    place,
    raw,
    name,
    [text, String(to.bits), ...called],
    nameOf(raw.target, i64),
    "out-of-range",
  );
}

function containerType({ bits, signed }: IntType): CInt {
  return { bits: bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64, signed };
}

function toPythonInt(raw: Raw, operand: Operand, form: Form, place: Evaluation): Text {
  const { type } = operand.expr;
  if (form.fraction !== 0) {
    const bits = Math.max(1, form.width - form.fraction) + 1; // toward zero it is never more than that
    if (bits > widest) return refuse(raw, place.span, type, "its whole part may have more than 64 bits");
    return convertedTo(raw, toExact(raw, operand, form, exactInt(bits, true), place), i64);
  }
  if (form.width > widest) return refuse(raw, place.span, type, "a Python int has at most 64 bits");
  const value = settled(raw, operand, place);
  if (form.width === 64 && !form.signed && !within(rangeOf(operand), 0, Number.MAX_SAFE_INTEGER)) {
    const name = "checked_python_int_from_uint64";
    return checked(place, raw, name, [value], nameOf(raw.target, i64), "out-of-range");
  }
  if (promoted(cintOf(value.ctype)).signed) return value;
  return convertedTo(raw, value, within(rangeOf(operand), 0, 2 ** 31 - 1) ? i32 : i64);
}

function storeIsChecked(from: ScalarType, to: ScalarType): to is IntType {
  if (to.kind !== "int" || to.rule !== "numpy" || !to.signed || !isNumpy(from) || from.kind === "bool")
    return false;
  return from.kind !== "int" || !(from.signed ? from.bits <= to.bits : from.bits < to.bits);
}

/** `array[i] = scalar`: a signed integer element takes only what it can hold. */
function storedInteger(raw: Raw, operand: Operand, to: IntType, place: Evaluation): Text {
  const from = operand.expr.type;
  const ctype = nameOf(raw.target, containerType(to));
  const name = `checked_${printType(to)}`;
  if (from.kind === "float")
    return checked(place, raw, `${name}_from_float`, [operand.text], ctype, "out-of-range");
  const value = settled(raw, operand, place);
  const own = typeInterval(to);
  if (own !== null && within(rangeOf(operand), own.low, own.high)) return signKept(raw, value, to);
  const wide = from.kind === "int" && from.bits === 64 && !from.signed;
  return checked(place, raw, wide ? `${name}_from_uint64` : name, [value], ctype, "out-of-range");
}

// To floats

function integerToFloat(raw: Raw, operand: Operand, form: Form, to: ScalarType, place: Evaluation): Text {
  const value = settled(raw, operand, place);
  const native = nativeOf(to);
  const from = operand.expr.type;
  if (form.width > widest) return refuse(raw, place.span, from, "a float of it needs all of its bits");
  const digits = holderOf(to) === "float" ? 24 : 53;
  const range = rangeOf(operand);
  const held = form.width <= digits || within(range, -(2 ** digits), 2 ** digits);
  if (form.fraction !== 0) {
    // A power of two scales without rounding, far from the ends of the exponent's range.
    if (native !== null && form.width <= digits && Math.abs(form.fraction) <= 100) {
      const scale = `0x1p${-form.fraction}${native === "float" ? "f" : ""}`;
      return infix(castTo(native, value), "*", atom(scale, native), native);
    }
    const name = form.signed ? "from_fixed" : "from_ufixed";
    return formatted(place, name, [value, atom(String(form.fraction), "int")], to);
  }
  if (native === null) {
    if (isPythonInt(from) && !within(range, -(2 ** 53), 2 ** 53)) {
      return formatted(place, "round", [castTo("double", value)], to);
    }
    return formatted(place, form.signed ? "from_int" : "from_uint", [value], to);
  }
  // A Python int is a double first, as in CPython.
  if (isPythonInt(from) && native === "float" && !held) return castTo("float", castTo("double", value));
  return castTo(native, value);
}

function fromFloat(raw: Raw, operand: Operand, to: ScalarType, place: Evaluation): Text {
  const from = operand.expr.type;
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "float":
      return floatToFloat(operand, from, to, place);
    case "python":
      if (to.name === "float") return floatToFloat(operand, from, to, place);
      return checked(
        place,
        raw,
        "checked_python_int_from_float",
        [operand.text],
        nameOf(raw.target, i64),
        "out-of-range",
      );
    case "int":
      if (from.kind === "python" && to.rule === "numpy") {
        const name = `checked_${printType(to)}_from_float`;
        return checked(
          place,
          raw,
          name,
          [operand.text],
          nameOf(raw.target, containerType(to)),
          "out-of-range",
        );
      }
      return to.rule === "numpy" ? asX86(raw, operand.text, to, place) : fitted(raw, operand.text, to, place);
    case "fixed":
      return fitted(raw, operand.text, to, place);
    case "bool":
      return bug("a truth value is no number");
  }
}

function floatToFloat(operand: Operand, from: ScalarType, to: ScalarType, place: Evaluation): Text {
  const { text } = operand;
  if (contains(to, from)) {
    const holder = holderOf(to);
    return text.ctype === holder ? text : castTo(holder, text);
  }
  if (nativeOf(to) === "float") return castTo("float", text);
  return formatted(place, "round", [text], to);
}

/** Every value of the inner format is one of the outer. */
function contains(outer: ScalarType, inner: ScalarType): boolean {
  const [a, b] = [dimensions(outer), dimensions(inner)];
  if (a.variant !== b.variant && !(a.exponent > b.exponent)) return false;
  return a.exponent >= b.exponent && a.mantissa >= b.mantissa;
}

function dimensions(type: ScalarType): { exponent: number; mantissa: number; variant: string } {
  return type.kind === "float" ? type : { exponent: 11, mantissa: 52, variant: "ieee" };
}

/** NumPy's: what x86 gives, then the low bits. */
function asX86(raw: Raw, text: Text, to: IntType, place: Evaluation): Text {
  place.uses.header('"lutra_float.h"');
  if (to.bits === 64 && !to.signed) return call("lutra_float_to_uint64", [text], nameOf(raw.target, u64));
  const long = to.bits === 64 || (to.bits === 32 && !to.signed);
  const result = call(
    long ? "lutra_float_to_int64" : "lutra_float_to_int32",
    [text],
    nameOf(raw.target, long ? i64 : i32),
  );
  return to.signed && to.bits >= 32 ? result : asLoose(result);
}

function fitted(raw: Raw, text: Text, to: IntType | FixedType, place: Evaluation): Text {
  const form = exactForm(to);
  place.uses.header('"lutra_float.h"');
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  const overflow = to.kind === "fixed" ? to.overflow : "wrap";
  if (form.width > widest)
    return refuse(raw, place.span, to, "a float becomes an integer of at most 64 bits");
  const words = [
    String(form.width),
    String(form.fraction),
    `LUTRA_${rounding.toUpperCase()}`,
    `LUTRA_${overflow.toUpperCase()}`,
  ];
  const args = [text, ...words.map((word) => atom(word, "int"))];
  return call(
    form.signed ? "lutra_float_to_fixed" : "lutra_float_to_ufixed",
    args,
    nameOf(raw.target, form.signed ? i64 : u64),
  );
}
