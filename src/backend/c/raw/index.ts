/**
 * Numbers in plain C99 or OpenCL C.
 *
 *     const raw = rawNumbers(c99);
 *     generate(loops, { numbers: raw.numbers, ... });
 *     raw.refused                       // what it had no numbers for
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { MathFn } from "../../../types/operators.ts";
import { isPythonInt, type ScalarType } from "../../../types/types.ts";
import type { Evaluation, Numbers, Operand } from "../dialect.ts";
import { castTo, conditional, type Text } from "../text.ts";
import { bitcast, bitRange } from "./bits.ts";
import { compare } from "./compare.ts";
import { convert, isTruth, truthOf } from "./convert.ts";
import { cintOf, commonOf, containerOf, i64, isFloating, nameOf, promoted } from "./ctypes.ts";
import { exactBinary, exactSign, exactUnary, fixedMath } from "./exact.ts";
import { floatBinary, floatMath, floatUnary } from "./float.ts";
import { holderOf } from "./formats.ts";
import { literal } from "./literal.ts";
import { boolBinary, negation, numpyBinary, numpyUnary } from "./numpy.ts";
import { pythonIntBinary, pythonIntUnary } from "./python.ts";
import { type Raw, type Refused, refusalOfType, refuse } from "./refuse.ts";
import type { RawLanguage } from "./target.ts";
import { asLoose, formOf, insteadOf, isWide, plain, settled, within } from "./whole.ts";

export { refusalOfType } from "./refuse.ts";
export { c99, headerNames, opencl, type RawLanguage } from "./target.ts";

export interface RawNumbers {
  readonly numbers: Numbers;
  readonly refused: readonly Refused[];
  /** Whether the word `bool`, `true` or `false` was written. */
  usesBool(): boolean;
}

export function rawNumbers(target: RawLanguage): RawNumbers {
  const raw: Raw = { target, refused: [] };
  let bools = false;
  const numbers: Numbers = {
    refusal: (type) => (isWide(type) ? null : refusalOfType(type)),
    typeName: (type, range) => {
      bools ||= isTruth(type);
      return typeName(target, type, range ?? null);
    },
    literal: (type, value, place) => {
      bools ||= isTruth(type);
      return literal(raw, type, value, place);
    },
    unary: (op, operand, type, place) => {
      if (op === "not") return negation(truthOf(raw, operand, place));
      const from = operand.expr.type;
      if (from.kind === "float") return floatUnary(raw, op, operand, place);
      if (isTruth(from)) return op === "invert" ? negation(operand.text) : operand.text;
      if (from.kind === "python") {
        return isPythonInt(from)
          ? pythonIntUnary(raw, op, operand, place)
          : floatUnary(raw, op, operand, place);
      }
      if (from.kind === "int" && from.rule === "numpy") return numpyUnary(raw, op, operand, from, place);
      return exactUnary(raw, op, operand, exactOf(type), place);
    },
    binary: (op, left, right, type, place) => {
      const from = left.expr.type;
      if (isTruth(from)) return boolBinary(op, left, right);
      if (isPythonInt(from)) return pythonIntBinary(raw, op, left, right, place);
      if (from.kind === "float" || from.kind === "python")
        return floatBinary(raw, op, left, right, from, place);
      if (from.kind === "int" && from.rule === "numpy") return numpyBinary(raw, op, left, right, from, place);
      return exactBinary(raw, op, left, right, exactOf(type), place);
    },
    compare: (op, left, right, place) => compare(raw, op, left, right, place),
    math: (fn, args, _type, place) => math(raw, fn, args, place),
    cast: (operand, to, stores, place) => convert(raw, operand, to, stores, place),
    bits: (operand, low, width, place) => bitRange(raw, operand, low, width, place),
    bitcast: (operand, to, place) => bitcast(raw, operand, to, place),
    select: (condition, then, otherwise, type, place) => select(raw, condition, then, otherwise, type, place),
    truth: (operand, place) => truthOf(raw, operand, place),
    index: (operand, place) => settled(raw, operand, place),
    assigned: (operand, ctype, place) => assigned(raw, operand, ctype, place),
    settled: (operand, place) => settled(raw, operand, place),
  };
  return { numbers, refused: raw.refused, usesBool: () => bools };
}

function exactOf(type: ScalarType) {
  return type.kind === "int" || type.kind === "fixed"
    ? type
    : bug("an exact operation that gives no exact number");
}

function typeName(
  target: RawLanguage,
  type: ScalarType,
  range: { low: number; high: number } | null,
): string {
  if (isTruth(type)) return target.bool;
  if (isPythonInt(type)) return within(range, -(2 ** 31), 2 ** 31 - 1) ? "int" : nameOf(target, i64);
  const form = formOf(type);
  if (form === null) return holderOf(type);
  return nameOf(target, containerOf(Math.min(form.width, 64), form.signed));
}

function math(raw: Raw, fn: MathFn, args: readonly Operand[], place: Evaluation): Text {
  const [operand] = args;
  if (operand === undefined) return bug(`${fn} of nothing`);
  const from = operand.expr.type;
  const form = formOf(from);
  if (form === null) return floatMath(raw, fn, args, from, place);
  if (from.kind === "fixed") {
    const own = fixedMath(raw, fn, operand, from, place);
    if (own !== null) return own;
  }
  switch (fn) {
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return operand.text;
    case "sign":
      return exactSign(raw, operand, place);
    case "isnan":
    case "isinf":
      return insteadOf(operand.text, "0");
    case "isfinite":
      return insteadOf(operand.text, "1");
    default:
      return refuse(raw, place.span, from, `${fn} is a function of floats`);
  }
}

/** C brings both sides to one type: it must not be one that reads negative numbers as large ones. */
function select(
  raw: Raw,
  condition: Text,
  then: Operand,
  otherwise: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  if (formOf(type) === null) {
    const holder = then.text.ctype === "double" || otherwise.text.ctype === "double" ? "double" : "float";
    return conditional(condition, then.text, otherwise.text, holder);
  }
  const loose = then.text.loose === true && otherwise.text.loose === true;
  const [a, b] = loose
    ? [then.text, otherwise.text]
    : [settled(raw, then, place), settled(raw, otherwise, place)];
  const [s, t] = [promoted(cintOf(a.ctype)), promoted(cintOf(b.ctype))];
  const common = nameOf(raw.target, commonOf(s, t));
  if (s.signed === t.signed) {
    const chosen = conditional(condition, a, b, common);
    return loose ? asLoose(chosen) : plain(chosen);
  }
  // A literal is an int also where its type is unsigned, and a loose text may be of either sign.
  const own = typeName(raw.target, type, null);
  const cast = (side: Text): Text => (side.ctype === own ? side : castTo(own, side));
  return conditional(condition, cast(a), cast(b), nameOf(raw.target, promoted(cintOf(own))));
}

/** C converts to the variable's type by itself; bits above the type's are its matter only where the type fills it. */
function assigned(raw: Raw, operand: Operand, ctype: string, place: Evaluation): Text {
  const { text, expr } = operand;
  const form = formOf(expr.type);
  if (form === null || isTruth(expr.type)) return text;
  if (isFloating(ctype)) return text;
  if (text.loose !== true) return text;
  const fills = form.width === cintOf(ctype).bits;
  return fills ? plain(text) : settled(raw, operand, place);
}
