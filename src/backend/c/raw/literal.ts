/** Constants of every type. */
import type { Value } from "../../../types/operators.ts";
import { float32, type ScalarType, sameType } from "../../../types/types.ts";
import type { Evaluation } from "../dialect.ts";
import { atom, levels, prefix, type Text } from "../text.ts";
import { i32, i64, nameOf, u32, u64 } from "./ctypes.ts";
import { holderOf } from "./formats.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import { asLoose, formOf } from "./whole.ts";

export function literal(raw: Raw, type: ScalarType, value: Value, place: Evaluation): Text {
  if (
    typeof value === "boolean" ||
    (type.kind === "python" && type.name === "bool") ||
    type.kind === "bool"
  ) {
    return truthLiteral(raw, value === true || value === 1);
  }
  const form = formOf(type);
  if (form === null) return floatLiteral(raw, type, Number(value), place);
  if (form.width > widest) return asLoose(integerLiteral(raw, BigInt.asUintN(64, BigInt(value))));
  return integerLiteral(raw, BigInt(value));
}

function truthLiteral(raw: Raw, value: boolean): Text {
  return raw.target.language === "c99" ? atom(String(value), "bool") : atom(value ? "1" : "0", "int");
}

/** In the smallest of int, unsigned, int64_t, uint64_t that has it; C has no negative literals. */
export function integerLiteral(raw: Raw, value: bigint): Text {
  const { target } = raw;
  const long = target.language === "c99" ? "LL" : "L";
  if (value >= -(2n ** 31n) + 1n && value < 2n ** 31n) return signed(value, "", nameOf(target, i32));
  if (value >= 0n && value < 2n ** 32n) return atom(`${value}u`, nameOf(target, u32));
  if (value >= 2n ** 63n) return atom(`${value}u${long}`, nameOf(target, u64));
  if (value === -(2n ** 31n)) return minimum("2147483647", nameOf(target, i32));
  if (value === -(2n ** 63n)) return minimum(`9223372036854775807${long}`, nameOf(target, i64));
  return signed(value, long, nameOf(target, i64));
}

function signed(value: bigint, suffix: string, ctype: string): Text {
  const size = atom(`${value < 0n ? -value : value}${suffix}`, ctype);
  return value < 0n ? prefix("-", size, ctype) : size;
}

function minimum(largest: string, ctype: string): Text {
  return { text: `-${largest} - 1`, level: levels.sum, ctype };
}

function floatLiteral(raw: Raw, type: ScalarType, value: number, place: Evaluation): Text {
  const ctype = holderOf(type);
  if (type.kind === "float" && type.variant === "flopoco" && type.exponent === 11) {
    return refuse(raw, place.span, type, "C has no double of this value");
  }
  if (!Number.isFinite(value)) {
    if (raw.target.language === "c99") place.uses.header("<math.h>");
    if (Number.isNaN(value)) return atom("NAN", ctype);
    const infinite = atom("INFINITY", ctype);
    return value < 0 ? prefix("-", infinite, ctype) : infinite;
  }
  const single = ctype === "float";
  const digits = shortest(Math.abs(value), single && type.kind === "float" && sameType(type, float32));
  const whole = /^\d+$/.test(digits) ? `${digits}.0` : digits;
  const size = atom(single ? `${whole}f` : whole, ctype);
  return value < 0 || Object.is(value, -0) ? prefix("-", size, ctype) : size;
}

/** The fewest digits that read back as the same number. */
function shortest(value: number, single: boolean): string {
  if (!single) return String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}
