/** Bit ranges, and the same bits read as another type. */
import { bug } from "../../../diagnostics/bug.ts";
import { bitWidth } from "../../../types/bits.ts";
import { exactInt, type FloatType, type ScalarType, sameType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { atom, call, infix, levels, type Text } from "../../c/text.ts";
import { castText, inType, isExact, isFloating, nativeOf, typeName } from "./ctypes.ts";
import { asExact } from "./exact.ts";
import { check, exactly, operation, useFloating, useHalf } from "./uses.ts";

/** `ap_uint<4>(x.range(7, 4))`, as people write it; where the place is only known later, `get_bits<4>(x, low)`. */
export function bits(operand: Operand, low: Operand, width: number, place: Evaluation): Text {
  const ctype = typeName(exactInt(width, false));
  const total = bitWidth(operand.expr.type);
  const x = asExact(operand, place);
  if (low.expr.kind === "const") {
    const first = Number(low.expr.value);
    if (first >= 0 && first + width <= total) {
      if (width === total) return castText(ctype, x);
      const member = width === 1 ? `[${first}]` : `.range(${first + width - 1}, ${first})`;
      const range: Text = atom(
        `${x.level < levels.postfix ? `(${x.text})` : x.text}${member}`,
        width === 1 ? "bool" : "",
      );
      return { ...atom(`${ctype}(${range.text})`, ctype), plain: range };
    }
  }
  const inside = low.range !== null && low.range.low >= 0 && low.range.high + width <= total;
  if (inside && width === 1) {
    const bit = atom(`${x.level < levels.postfix ? `(${x.text})` : x.text}[${low.text.text}]`, "bool");
    return { ...atom(`${ctype}(${bit.text})`, ctype), plain: bit };
  }
  const first = inside
    ? low.text
    : check(
        place,
        "bit-range",
        "checked_low_bit",
        [low.text, atom(String(width), "int"), atom(String(total), "int")],
        "int64_t",
      );
  return exactly(
    place,
    `get_bits<${width}>`,
    [x, nativeOf(first.ctype) === null ? castText("int", first) : first],
    ctype,
  );
}

export function bitcast(operand: Operand, to: ScalarType, place: Evaluation): Text {
  const from = operand.expr.type;
  if (sameType(from, to)) return operand.text;
  return fromBits(patternOf(operand, place), to, place);
}

/** The bits as an unsigned integer, of a built-in or an ap type. */
function patternOf(operand: Operand, place: Evaluation): Text {
  const { expr, text } = operand;
  const { type } = expr;
  const ctype = typeName(type);
  if (type.kind === "float" || ctype === "double") return floatPattern(text, type, place);
  if (type.kind === "fixed") return exactly(place, "lutra::raw_of", [asExact(operand, place)], "raw");
  return inType(ctype, text);
}

function floatPattern(text: Text, type: ScalarType, place: Evaluation): Text {
  const ctype = typeName(type);
  const x = inType(ctype, text);
  if (isFloating(ctype)) {
    return operation(place, "bits_of", [x], ctype === "float" ? "uint32_t" : "uint64_t");
  }
  if (ctype === "half") {
    useHalf(place);
    return atom(`${x.level < levels.postfix ? `(${x.text})` : x.text}.get_bits()`, "uint16_t");
  }
  useFloating(place);
  return call("lutra_float_to_bits", [castText("double", x), ...format(type)], "uint64_t");
}

function format(type: ScalarType): readonly Text[] {
  if (type.kind !== "float") return bug("a format of no float");
  const { exponent, mantissa, variant }: FloatType = type;
  const names = { ieee: "LUTRA_IEEE", ftz: "LUTRA_FTZ", flopoco: "LUTRA_FLOPOCO" };
  return [String(exponent), String(mantissa), names[variant]].map((text) => atom(text, "int"));
}

function fromBits(pattern: Text, to: ScalarType, place: Evaluation): Text {
  const ctype = typeName(to);
  const unsigned = (name: string): Text => inType(name, pattern);
  if (to.kind === "float" || ctype === "double") {
    if (ctype === "float") return operation(place, "float_of", [unsigned("uint32_t")], ctype);
    if (ctype === "double") return operation(place, "double_of", [unsigned("uint64_t")], ctype);
    if (ctype === "half") {
      useHalf(place);
      return call("half::from_bits", [unsigned("uint16_t")], ctype);
    }
    useFloating(place);
    const value = call("lutra_float_from_bits", [unsigned("uint64_t"), ...format(to)], "double");
    return call(`${ctype}::exactly`, [value], ctype);
  }
  if (to.kind === "fixed") {
    const native = nativeOf(pattern.ctype);
    const source =
      native === null ? pattern : castText(typeName(exactInt(native.bits, native.signed)), pattern);
    return exactly(place, `from_raw<${ctype}>`, [source], ctype);
  }
  if (isExact(to)) place.uses.header('"ap_int.h"');
  return ctype === "bool" ? infix(pattern, "!=", atom("0", "int"), "bool") : inType(ctype, pattern);
}
