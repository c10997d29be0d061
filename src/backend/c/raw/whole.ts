/** Integers as texts: widened, settled, cut to their low bits. A fixed value is its raw integer. */

import { formOf as exactForm, type Form } from "../../../types/exact.ts";
import { takenApart } from "../../../types/fault.ts";
import type { Interval } from "../../../types/interval.ts";
import { typeInterval } from "../../../types/interval.ts";
import type { ScalarType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, castTo, infix, type Text } from "../text.ts";
import {
  type CInt,
  cintOf,
  commonOf,
  containerOf,
  i32,
  i64,
  nameOf,
  promoted,
  same,
  u32,
  u64,
} from "./ctypes.ts";
import { type Raw, refuse, widest } from "./refuse.ts";

/** The raw integer behind a value; null for floats. */
export function formOf(type: ScalarType): Form | null {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "float":
      return null;
    case "python":
      if (type.name === "float") return null;
      return type.name === "int" ? { signed: true, width: 64, fraction: 0 } : exactForm({ kind: "bool" });
    default:
      return exactForm(type);
  }
}

export function isWide(type: ScalarType): boolean {
  return (formOf(type)?.width ?? 0) > widest;
}

/** Every value of the type, or what is known besides; null where doubles would not hold the bounds. */
export function rangeOf({ expr, range }: Operand): Interval | null {
  return range ?? typeInterval(expr.type);
}

export function within(range: Interval | null, low: number, high: number): boolean {
  return range !== null && range.low >= low && range.high <= high;
}

/** The value itself: nothing above the type's bits. */
export function settled(raw: Raw, operand: Operand, place: Evaluation): Text {
  const { text, expr } = operand;
  if (text.loose === undefined) return text;
  const form = formOf(expr.type);
  if (form === null) return text;
  if (form.width > widest) {
    return refuse(
      raw,
      place.span,
      expr.type,
      `the value of ${form.width} bits is needed here, not only its low ${widest}`,
    );
  }
  return extended(raw, text, form.width, form.signed, place);
}

/** The low `bits` bits as a number of their own. */
export function extended(raw: Raw, text: Text, bits: number, signed: boolean, place: Evaluation): Text {
  const container = containerOf(bits, signed);
  if (container.bits === bits) return convertedTo(raw, text, container);
  if (!signed) {
    const wide = bits > 31 && cintOf(text.ctype).bits < 64 ? convertedTo(raw, text, u64) : text;
    const ctype = nameOf(raw.target, promoted(cintOf(wide.ctype)));
    return infix(wide, "&", atom(`0x${((1n << BigInt(bits)) - 1n).toString(16)}`, ctype), ctype);
  }
  const [name, type] = bits <= 32 ? (["sext32", i32] as const) : (["sext64", i64] as const);
  return operation(place, raw, name, [text, atom(String(bits), "int")], type);
}

/** The text as that C type: a cast where it is another. */
export function convertedTo(raw: Raw, text: Text, to: CInt): Text {
  return same(cintOf(text.ctype), to) ? plain(text) : castTo(nameOf(raw.target, to), text);
}

/** Without the promise of more bits. */
export function plain({ text, level, ctype }: Text): Text {
  return { text, level, ctype };
}

export function asLoose(text: Text): Text {
  return { ...text, loose: true };
}

/** Two operands such that C computes in `type`: casts only where C would not get there by itself. */
export function bothIn(raw: Raw, type: CInt, left: Text, right: Text): readonly [Text, Text] {
  const [a, b] = [cintOf(left.ctype), cintOf(right.ctype)];
  if (same(commonOf(a, b), type)) return [left, right];
  const cast = (text: Text): Text => castTo(nameOf(raw.target, type), text);
  if (same(commonOf(type, b), type)) return [cast(left), right];
  if (same(commonOf(a, type), type)) return [left, cast(right)];
  return [cast(left), cast(right)];
}

/** `left operator right`, computed in `type`. */
export function computed(raw: Raw, type: CInt, left: Text, operator: string, right: Text): Text {
  const [a, b] = bothIn(raw, type, left, right);
  return infix(a, operator, b, nameOf(raw.target, type));
}

/** As an operand that alone decides the type, as those of shifts do. */
export function alone(raw: Raw, text: Text, type: CInt): Text {
  return same(promoted(cintOf(text.ctype)), type) ? text : castTo(nameOf(raw.target, type), text);
}

export function operation(
  place: Evaluation,
  raw: Raw,
  name: string,
  args: readonly Text[],
  type: CInt,
): Text {
  place.uses.header(raw.target.operations);
  return atom(`${name}(${args.map(({ text }) => text).join(", ")})`, nameOf(raw.target, type));
}

/** A function of the checks; it may fault with one of these codes. */
export function checked(
  place: Evaluation,
  raw: Raw,
  name: string,
  args: readonly (Text | string)[],
  ctype: string,
  ...codes: readonly string[]
): Text {
  place.uses.header(raw.target.checks);
  for (const code of codes) place.uses.check(code, place.span);
  return atom(`${name}(${args.map((arg) => (typeof arg === "string" ? arg : arg.text)).join(", ")})`, ctype);
}

/** The unsigned type of as many bits. */
export function unsigned(type: CInt): CInt {
  return type.bits === 64 ? u64 : u32;
}

export function isConst({ expr }: Operand): boolean {
  return expr.kind === "const";
}

/** A truth value that became a number: C still sees a bool, whose bits compilers do not want to be flipped. */
export function isTruthInside({ expr }: Operand): boolean {
  if (expr.kind !== "cast") return false;
  const { type } = expr.operand;
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** A value that does not depend on the operand: whose variables are used all the same, and which may fault. */
export function insteadOf(operand: Text, value: string): Text {
  return atom(
    /^-?\w+$/.test(operand.text) && /^-?\d/.test(operand.text)
      ? value
      : `((void)(${operand.text}), ${value})`,
    "int",
  );
}
