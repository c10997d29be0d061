/** NumPy's integers, which wrap, and its bools. */
import { bug } from "../../../diagnostics/bug.ts";
import { binaryInterval, typeInterval } from "../../../types/interval.ts";
import type { BinaryOp, UnaryOp } from "../../../types/operators.ts";
import type { IntType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { castTo, infix, prefix, type Text } from "../text.ts";
import { type CInt, cintOf, commonOf, i32, i64, nameOf, promoted, u32, u64 } from "./ctypes.ts";
import type { Raw } from "./refuse.ts";
import {
  alone,
  asLoose,
  checked,
  computed,
  isConst,
  isTruthInside,
  operation,
  plain,
  rangeOf,
  settled,
  unsigned,
  within,
} from "./whole.ts";

export function numpyBinary(
  raw: Raw,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return arithmetic(raw, op, left, right, type);
    case "floordiv":
    case "mod":
    case "fmod":
      return division(raw, op, left, right, type, place);
    case "pow": {
      const exponent = settled(raw, right, place);
      const negative = type.signed && !within(rangeOf(right), 0, Number.MAX_SAFE_INTEGER);
      const count = negative
        ? checked(place, raw, "checked_exponent", [exponent], nameOf(raw.target, i64), "negative-power")
        : exponent;
      return asLoose(operation(place, raw, `pow${bitsOf(type)}`, [left.text, count], unsignedOf(type)));
    }
    case "shl":
    case "shr":
      return shift(raw, op, left, right, type, place);
    case "and":
    case "or":
    case "xor":
      return bitwise(raw, op, left, right, type);
    case "min":
    case "max": {
      const operands = [settled(raw, left, place), settled(raw, right, place)];
      return operation(
        place,
        raw,
        `${op}${type.signed ? "" : "u"}${bitsOf(type)}`,
        operands,
        computing(type),
      );
    }
    case "div":
      return bug("NumPy integers divide in float64");
  }
}

function bitsOf(type: IntType): 32 | 64 {
  return type.bits === 64 ? 64 : 32;
}

function computing(type: IntType): CInt {
  if (type.bits === 64) return type.signed ? i64 : u64;
  return type.signed ? i32 : u32;
}

function unsignedOf(type: IntType): CInt {
  return type.bits === 64 ? u64 : u32;
}

const symbols = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

/** Plain where C's int has room or wraps as NumPy does; else in unsigned, whose low bits are the same. */
function arithmetic(raw: Raw, op: "add" | "sub" | "mul", left: Operand, right: Operand, type: IntType): Text {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  const exact = a === null || b === null ? null : binaryInterval(op, a, b);
  const own = typeInterval(type);
  const loose = left.text.loose === true || right.text.loose === true;
  const fits =
    !loose &&
    exact !== null &&
    (own === null ? type.signed || exact.low >= 0 : within(exact, own.low, own.high));
  const common = commonOf(cintOf(left.text.ctype), cintOf(right.text.ctype));
  const natural: CInt = common.bits >= type.bits ? common : type.signed ? i64 : u64;
  const room = !loose && (natural.bits === 64 ? exact !== null : within(exact, -(2 ** 31), 2 ** 31 - 1));
  const safe = !natural.signed || raw.target.wraps || room;
  const text = computed(raw, safe ? natural : unsigned(natural), left.text, symbols[op], right.text);
  const signIsRight =
    cintOf(text.ctype).signed === type.signed || (!type.signed && fits && within(exact, 0, 2 ** 31 - 1));
  const whole =
    (type.bits >= 32 && cintOf(text.ctype).bits === type.bits && signIsRight) || (fits && signIsRight);
  return whole ? plain(text) : asLoose(text);
}

function division(
  raw: Raw,
  op: "floordiv" | "mod" | "fmod",
  left: Operand,
  right: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  const [a, b] = [settled(raw, left, place), settled(raw, right, place)];
  const largest = Number.MAX_SAFE_INTEGER;
  const natural = !type.signed || within(rangeOf(left), 0, largest);
  if (natural && within(rangeOf(right), 1, largest)) {
    const ctype = nameOf(raw.target, commonOf(cintOf(a.ctype), cintOf(b.ctype)));
    return infix(a, op === "floordiv" ? "/" : "%", b, ctype);
  }
  const name = type.signed ? op : op === "floordiv" ? "ufloordiv" : "umod";
  const result = operation(place, raw, `${name}${bitsOf(type)}`, [a, b], computing(type));
  return op === "floordiv" && type.signed && type.bits < 32 ? asLoose(result) : result; // -128 // -1
}

function shift(
  raw: Raw,
  op: "shl" | "shr",
  left: Operand,
  right: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  const count = settled(raw, right, place);
  const known = within(rangeOf(right), 0, type.bits - 1);
  if (op === "shl") {
    if (!known)
      return asLoose(operation(place, raw, `shl${bitsOf(type)}`, [left.text, count], unsignedOf(type)));
    const wide =
      promoted(cintOf(left.text.ctype)).bits >= type.bits
        ? promoted(cintOf(left.text.ctype))
        : computing(type);
    const inType = raw.target.wraps && !isConst(left) ? wide : unsigned(wide);
    const operand = alone(raw, left.text, inType);
    return asLoose(infix(operand, "<<", count, nameOf(raw.target, inType)));
  }
  const value = settled(raw, left, place);
  if (known) {
    const operand = cintOf(value.ctype).bits < type.bits ? alone(raw, value, computing(type)) : value;
    return infix(operand, ">>", count, nameOf(raw.target, promoted(cintOf(operand.ctype))));
  }
  return operation(
    place,
    raw,
    `${type.signed ? "" : "u"}shr${bitsOf(type)}`,
    [value, count],
    computing(type),
  );
}

function bitwise(raw: Raw, op: "and" | "or" | "xor", left: Operand, right: Operand, type: IntType): Text {
  const common = commonOf(cintOf(left.text.ctype), cintOf(right.text.ctype));
  const natural: CInt = common.bits >= type.bits ? common : computing(type);
  const text = computed(raw, natural, left.text, symbols[op], right.text);
  const isMask = (operand: Operand): boolean =>
    operand.text.loose !== true && within(rangeOf(operand), 0, Number.MAX_SAFE_INTEGER);
  const masked = op === "and" && (isMask(left) || isMask(right));
  const loose = left.text.loose === true || right.text.loose === true;
  return loose && !masked ? asLoose(text) : plain(text);
}

export function numpyUnary(
  raw: Raw,
  op: Exclude<UnaryOp, "not">,
  operand: Operand,
  type: IntType,
  place: Evaluation,
): Text {
  const { text } = operand;
  const range = rangeOf(operand);
  const wide =
    promoted(cintOf(text.ctype)).bits >= type.bits ? promoted(cintOf(text.ctype)) : computing(type);
  switch (op) {
    case "neg": {
      const room = text.loose !== true && within(range, -(2 ** 31) + 1, 2 ** 31 - 1);
      const inType = raw.target.wraps || room || !wide.signed ? wide : unsigned(wide);
      const negated = prefix("-", alone(raw, text, inType), nameOf(raw.target, inType));
      return fitsAlso(type, range) && text.loose !== true ? negated : asLoose(negated);
    }
    case "abs":
      if (!type.signed || within(range, 0, Number.MAX_SAFE_INTEGER)) return text;
      return asLoose(
        operation(place, raw, `abs${bitsOf(type)}`, [settled(raw, operand, place)], unsignedOf(type)),
      );
    case "invert": {
      const value = isTruthInside(operand) ? castTo("int", text) : text;
      const flipped = prefix("~", alone(raw, value, wide), nameOf(raw.target, wide));
      return type.signed && text.loose !== true ? flipped : asLoose(flipped);
    }
  }
}

/** The negative of every value in the range is one of the type's. */
function fitsAlso(type: IntType, range: { readonly low: number; readonly high: number } | null): boolean {
  const own = typeInterval(type);
  return own !== null && range !== null && within({ low: -range.high, high: -range.low }, own.low, own.high);
}

/** 0 or 1 in, 0 or 1 out. `+` is or, `*` is and; both sides are computed. */
export function boolBinary(op: BinaryOp, left: Operand, right: Operand): Text {
  const symbol = boolSymbols[op] ?? bug(`bools have no ${op}`);
  return infix(left.text, symbol, right.text, "int");
}

const boolSymbols: Partial<Record<BinaryOp, string>> = {
  add: "|",
  or: "|",
  max: "|",
  mul: "&",
  and: "&",
  min: "&",
  xor: "^",
};

export function negation(text: Text): Text {
  return prefix("!", text, "int");
}
