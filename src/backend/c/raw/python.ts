/** Python's ints: exact in 64 bits, checked where that is not proven. And its floats, which fault where NumPy gives inf. */
import { bug } from "../../../diagnostics/bug.ts";
import { binaryInterval, type Interval, interval } from "../../../types/interval.ts";
import type { BinaryOp, UnaryOp } from "../../../types/operators.ts";
import { float64 } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { castTo, infix, prefix, type Text } from "../text.ts";
import { type CInt, cintOf, commonOf, i32, i64, nameOf } from "./ctypes.ts";
import { elementary } from "./formats.ts";
import type { Raw } from "./refuse.ts";
import { alone, checked, computed, isTruthInside, operation, rangeOf, within } from "./whole.ts";

const [low32, high32] = [-(2 ** 31), 2 ** 31 - 1];
const far = Number.MAX_SAFE_INTEGER;

export function pythonIntBinary(
  raw: Raw,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  place: Evaluation,
): Text {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  const long = nameOf(raw.target, i64);
  const guarded = (name: string, ...codes: readonly string[]): Text =>
    checked(place, raw, `checked_${name}`, [left.text, right.text], long, ...codes);
  switch (op) {
    case "add":
    case "sub":
    case "mul": {
      const exact = a === null || b === null ? null : binaryInterval(op, a, b);
      return exact === null
        ? guarded(op, "overflow")
        : plainly(raw, exact, left.text, symbols[op], right.text);
    }
    case "floordiv":
    case "mod":
    case "fmod":
      return division(raw, op, left, right, place, guarded);
    case "pow":
      return guarded("pow", "negative-power", "overflow");
    case "shl": {
      const exact = shifted(a, b);
      if (exact === null) return guarded("shl", "negative-shift", "overflow");
      const type = isLong(left.text) || !within(exact, low32, high32) ? i64 : i32;
      return infix(alone(raw, left.text, type), "<<", right.text, nameOf(raw.target, type));
    }
    case "shr": {
      if (!within(b, 0, 63)) return guarded("shr", "negative-shift");
      const type = isLong(left.text) || !within(b, 0, 31) ? i64 : i32;
      return infix(alone(raw, left.text, type), ">>", right.text, nameOf(raw.target, type));
    }
    case "and":
    case "or":
    case "xor":
      return computed(raw, commonType(left, right), left.text, symbols[op], right.text);
    case "min":
    case "max": {
      const type = commonType(left, right);
      return operation(place, raw, `${op}${type.bits}`, [left.text, right.text], type);
    }
    case "div":
      return trueDivision(raw, left, right, place);
  }
}

const symbols = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

/** Where the result surely fits: in int if that is enough and the operands are. */
function plainly(raw: Raw, exact: Interval, left: Text, operator: string, right: Text): Text {
  const type = isLong(left) || isLong(right) || !within(exact, low32, high32) ? i64 : i32;
  return computed(raw, type, left, operator, right);
}

function isLong({ ctype }: Text): boolean {
  return cintOf(ctype).bits === 64;
}

function commonType(left: Operand, right: Operand): CInt {
  return commonOf(cintOf(left.text.ctype), cintOf(right.text.ctype));
}

/** What a left shift can give, when that is known to be a moderate number. */
function shifted(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null || a.low < 0 || b.low < 0 || b.high > 52) return null;
  return interval(0, a.high * 2 ** b.high);
}

function division(
  raw: Raw,
  op: "floordiv" | "mod" | "fmod",
  left: Operand,
  right: Operand,
  place: Evaluation,
  guarded: (name: string, ...codes: readonly string[]) => Text,
): Text {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  const type = commonType(left, right);
  if (within(a, 0, far) && within(b, 1, far)) {
    return computed(raw, type, left.text, op === "floordiv" ? "/" : "%", right.text);
  }
  const nonzero = b !== null && (b.low > 0 || b.high < 0);
  const fits =
    op !== "floordiv" || (a !== null && (type.bits === 64 || a.low > low32)) || (b !== null && b.low > -1);
  if (nonzero && fits) return operation(place, raw, `${op}${type.bits}`, [left.text, right.text], type);
  return guarded(op, "zero-division", ...(op === "floordiv" ? ["overflow"] : []));
}

/** The exact quotient, rounded once: that of doubles where both are doubles. */
function trueDivision(raw: Raw, left: Operand, right: Operand, place: Evaluation): Text {
  const b = rangeOf(right);
  const doubles = within(rangeOf(left), -far, far) && b !== null;
  if (doubles && b !== null && (b.low > 0 || b.high < 0)) {
    return infix(castTo("double", left.text), "/", right.text, "double");
  }
  return checked(place, raw, "checked_truediv", [left.text, right.text], "double", "zero-division");
}

export function pythonIntUnary(
  raw: Raw,
  op: Exclude<UnaryOp, "not">,
  operand: Operand,
  place: Evaluation,
): Text {
  const { text } = operand;
  const range = rangeOf(operand);
  const type = cintOf(text.ctype).bits === 64 ? i64 : i32;
  const long = nameOf(raw.target, i64);
  switch (op) {
    case "neg": {
      if (range === null) return checked(place, raw, "checked_neg", [text], long, "overflow");
      const wide = type.bits === 64 || range.low > low32 ? type : i64;
      return prefix("-", alone(raw, text, wide), nameOf(raw.target, wide));
    }
    case "abs": {
      if (range === null) return checked(place, raw, "checked_abs", [text], long, "overflow");
      if (range.low >= 0) return text;
      const wide = type.bits === 64 || range.low > low32 ? type : i64;
      const size = operation(place, raw, `abs${wide.bits}`, [text], wide.bits === 64 ? i64 : i32);
      return castTo(nameOf(raw.target, wide), size);
    }
    case "invert":
      return prefix("~", isTruthInside(operand) ? castTo("int", text) : text, nameOf(raw.target, type));
  }
}

export function pythonFloatBinary(
  raw: Raw,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  place: Evaluation,
): Text {
  const guarded = (name: string): Text =>
    checked(place, raw, `checked_${name}`, [left.text, right.text], "double", "zero-division");
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return infix(left.text, symbols[op], right.text, "double");
    case "div": {
      const nonzero = right.expr.kind === "const" && Number(right.expr.value) !== 0;
      return nonzero ? infix(left.text, "/", right.text, "double") : guarded("fdiv");
    }
    case "floordiv":
      return guarded("ffloordiv");
    case "mod":
      return guarded("ffloormod");
    case "fmod":
      return guarded("ffmod");
    case "pow": {
      const power = elementary(place, "pow", [left.text, right.text], float64).text;
      const codes = ["zero-division", "domain", "overflow"];
      return checked(place, raw, "checked_fpow", [power, left.text, right.text], "double", ...codes);
    }
    case "min":
    case "max": {
      place.uses.header(raw.target.operations);
      return { text: `${op}_f64(${left.text.text}, ${right.text.text})`, level: 16, ctype: "double" };
    }
    default:
      return bug(`python floats have no ${op}`);
  }
}
