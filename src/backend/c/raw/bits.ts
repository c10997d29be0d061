/** Bits of a value: ranges of them, and the same bits read as another type. */
import { bug } from "../../../diagnostics/bug.ts";
import { bitWidth } from "../../../types/bits.ts";
import { exactInt, isNumpy, type ScalarType, sameType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, call, infix, type Text } from "../text.ts";
import { type CInt, cintOf, i64, nameOf, u32, u64 } from "./ctypes.ts";
import { formatOf, nativeOf } from "./formats.ts";
import { type Raw, refuse, widest } from "./refuse.ts";
import { alone, asLoose, checked, extended, formOf, rangeOf, settled, within } from "./whole.ts";

/** Bits low .. low+width-1 as a uint<width>. */
export function bitRange(raw: Raw, operand: Operand, low: Operand, width: number, place: Evaluation): Text {
  const total = formOf(operand.expr.type)?.width ?? bug("only integers have bits");
  const known = within(rangeOf(low), 0, total - width);
  const index = settled(raw, low, place);
  const at = known
    ? index
    : checked(
        place,
        raw,
        "checked_low_bit",
        [index, String(width), String(total)],
        nameOf(raw.target, i64),
        "bit-range",
      );
  if (total > widest) {
    const reach = known ? (rangeOf(low)?.high ?? widest) + width : total;
    if (reach > widest)
      return refuse(
        raw,
        place.span,
        exactInt(width, false),
        `it takes bits beyond the low ${widest} of ${total}`,
      );
  }
  const isZero = low.expr.kind === "const" && Number(low.expr.value) === 0;
  const type: CInt = total <= 32 && cintOf(operand.text.ctype).bits <= 32 ? u32 : u64;
  const moved = isZero
    ? operand.text
    : infix(alone(raw, operand.text, type), ">>", at, nameOf(raw.target, type));
  // A signed operand was read as unsigned, so what is above the type's bits may be set: the mask takes it away.
  if (isZero && width === total && !formIsSigned(operand)) return operand.text;
  return asLoose(isZero ? alone(raw, moved, type) : moved);
}

function formIsSigned({ expr }: Operand): boolean {
  return formOf(expr.type)?.signed === true;
}

export function bitcast(raw: Raw, operand: Operand, to: ScalarType, place: Evaluation): Text {
  const from = operand.expr.type;
  if (sameType(from, to)) return operand.text;
  const [a, b] = [formOf(from), formOf(to)];
  if (a !== null && b !== null) {
    if (isTruth(to))
      return infix(extended(raw, operand.text, 1, false, place), "!=", atom("0", "int"), "int");
    return asLoose(operand.text);
  }
  const pattern = a !== null ? operand.text : patternOf(raw, operand, place);
  if (b !== null) {
    if (isTruth(to)) return infix(pattern, "!=", atom("0", "int"), "int");
    return asLoose(pattern);
  }
  return fromPattern(raw, pattern, bitWidth(from), to, place);
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** A float's bits as an unsigned integer. */
function patternOf(raw: Raw, operand: Operand, place: Evaluation): Text {
  const from = operand.expr.type;
  const native = nativeOf(from);
  if (native !== null) {
    place.uses.header(raw.target.operations);
    const type = native === "float" ? u32 : u64;
    return call(native === "float" ? "bits_of_f32" : "bits_of_f64", [operand.text], nameOf(raw.target, type));
  }
  place.uses.header('"lutra_float.h"');
  return call("lutra_float_to_bits", [operand.text, atom(formatOf(from), "int")], nameOf(raw.target, u64));
}

function fromPattern(raw: Raw, bits: Text, width: number, to: ScalarType, place: Evaluation): Text {
  const native = nativeOf(to);
  const clean = isNumpy(to) ? bits : extended(raw, bits, width, false, place);
  if (native !== null) {
    place.uses.header(raw.target.operations);
    return call(native === "float" ? "f32_of_bits" : "f64_of_bits", [clean], native);
  }
  place.uses.header('"lutra_float.h"');
  const unsignedBits = cintOf(clean.ctype).signed ? extended(raw, clean, width, false, place) : clean;
  return call("lutra_float_from_bits", [unsignedBits, atom(formatOf(to), "int")], "double");
}
