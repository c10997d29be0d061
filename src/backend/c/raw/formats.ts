/** Float formats in C: what holds their values, and the functions of the headers that serve them. */
import type { MathFn } from "../../../types/operators.ts";
import { float16, float32, float64, type ScalarType, sameType } from "../../../types/types.ts";
import type { Evaluation } from "../dialect.ts";
import { atom, call, type Text } from "../text.ts";

/** The C type that holds a value of the format: the same number. */
export function holderOf(type: ScalarType): "float" | "double" {
  if (type.kind !== "float") return "double";
  const exponents = type.variant === "flopoco" ? 7 : 8;
  return type.exponent <= exponents && type.mantissa <= 23 ? "float" : "double";
}

/** C's own arithmetic is the format's. */
export function nativeOf(type: ScalarType): "float" | "double" | null {
  if (type.kind === "python") return type.name === "float" ? "double" : null;
  if (type.kind !== "float") return null;
  return sameType(type, float32) ? "float" : sameType(type, float64) ? "double" : null;
}

/** The last arguments of functions that serve every format. */
export function formatOf(type: ScalarType): string {
  if (type.kind !== "float") return "LUTRA_FLOAT64";
  if (sameType(type, float16)) return "LUTRA_FLOAT16";
  if (sameType(type, float32)) return "LUTRA_FLOAT32";
  if (sameType(type, float64)) return "LUTRA_FLOAT64";
  return `${type.exponent}, ${type.mantissa}, LUTRA_${type.variant.toUpperCase()}`;
}

/** A function of lutra_float.h, with the format as its last arguments. */
export function formatted(place: Evaluation, name: string, args: readonly Text[], type: ScalarType): Text {
  place.uses.header('"lutra_float.h"');
  return call(`lutra_float_${name}`, [...args, atom(formatOf(type), "int")], "double");
}

/** Functions that are defined by an integer algorithm: float and double have functions of their own. */
export function elementary(
  place: Evaluation,
  fn: MathFn | "pow",
  args: readonly Text[],
  type: ScalarType,
): Text {
  const isLong = type.kind !== "float" || 1 + type.exponent + type.mantissa > 32; // Python's floats are doubles
  place.uses.header(isLong ? '"lutra_elementary_long.h"' : '"lutra_elementary.h"');
  const native = nativeOf(type);
  if (native !== null) return call(`lutra_${fn}${native === "float" ? "f" : "d"}`, args, native);
  const name = isLong ? `lutra_long_${fn}` : `lutra_float_${fn}`;
  return call(name, [...args, atom(formatOf(type), "int")], "double");
}
