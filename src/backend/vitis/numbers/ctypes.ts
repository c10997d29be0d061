/** The C++ types of values, and what C++ makes of two of them. */

import { isSmall } from "../../../loops/analysis/range/index.ts";
import type { Form } from "../../../types/exact.ts";
import { takenApart } from "../../../types/fault.ts";
import type { Interval } from "../../../types/interval.ts";
import {
  type FixedType,
  type FloatType,
  float16,
  float32,
  float64,
  type IntType,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import { call, castTo, type Text } from "../../c/text.ts";

export function typeName(type: ScalarType, range: Interval | null = null): string {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return "bool";
    case "int":
      return type.rule === "numpy" ? `${type.signed ? "" : "u"}int${type.bits}_t` : apInt(type);
    case "fixed":
      return apFixed(type);
    case "float":
      return floatName(type);
    case "python":
      if (type.name === "int") return isSmall(range) ? "int" : "int64_t";
      return type.name === "float" ? "double" : "bool";
  }
}

function apInt({ bits, signed }: IntType): string {
  return `ap_${signed ? "" : "u"}int<${bits}>`;
}

function apFixed({ width, integer, signed, rounding, overflow }: FixedType): string {
  const modes = [quantization[rounding], overflow === "saturate" ? "AP_SAT" : "AP_WRAP"];
  const shown =
    overflow === "saturate" ? modes : rounding === "truncate" || rounding === "floor" ? [] : [modes[0]];
  return `ap_${signed ? "" : "u"}fixed<${[width, integer, ...shown].join(", ")}>`;
}

/** `truncate` and `floor` are one in two's complement. AP_RND_INF takes ties away from zero, AP_RND up. */
const quantization = {
  truncate: "AP_TRN",
  floor: "AP_TRN",
  nearest_even: "AP_RND_CONV",
  nearest_away: "AP_RND_INF",
  toward_zero: "AP_TRN_ZERO",
} as const;

function floatName(type: FloatType): string {
  if (sameType(type, float16)) return "half";
  if (sameType(type, float32)) return "float";
  if (sameType(type, float64)) return "double";
  const { exponent, mantissa, variant } = type;
  const last = variant === "ieee" ? "" : variant === "ftz" ? ", LUTRA_FTZ" : ", LUTRA_FLOPOCO";
  return `lutra::floating<${exponent}, ${mantissa}${last}>`;
}

export interface Native {
  readonly bits: number;
  readonly signed: boolean;
}

/** A built-in integer; bool counts as one of one bit. */
export function nativeOf(ctype: string): Native | null {
  if (ctype === "int") return { bits: 32, signed: true };
  if (ctype === "bool") return { bits: 1, signed: false };
  const match = /^(u?)int(8|16|32|64)_t$/.exec(ctype);
  return match === null ? null : { bits: Number(match[2]), signed: match[1] === "" };
}

/** Integral promotion. */
function promoted(native: Native): Native {
  return native.bits < 32 ? { bits: 32, signed: true } : native;
}

function nativeName({ bits, signed }: Native): string {
  return bits === 32 && signed ? "int" : `${signed ? "" : "u"}int${bits}_t`;
}

/** What C++ computes in, of two built-in types; null where one is none. */
export function arithmetic(a: string, b: string): string | null {
  if (isFloating(a) || isFloating(b)) {
    if (!isBuiltIn(a) || !isBuiltIn(b)) return null;
    return a === "double" || b === "double" ? "double" : "float";
  }
  const [x, y] = [nativeOf(a), nativeOf(b)];
  if (x === null || y === null) return null;
  const [p, q] = [promoted(x), promoted(y)];
  const wider = p.bits >= q.bits ? p : q;
  return nativeName({ ...wider, signed: p.bits === q.bits ? p.signed && q.signed : wider.signed });
}

export function isFloating(ctype: string): boolean {
  return ctype === "float" || ctype === "double";
}

export function isBuiltIn(ctype: string): boolean {
  return isFloating(ctype) || nativeOf(ctype) !== null;
}

export function sameCtype(a: string, b: string): boolean {
  return a === b || (alias(a) === alias(b) && nativeOf(a) !== null);
}

function alias(ctype: string): string {
  return ctype === "int" ? "int32_t" : ctype;
}

/** The width, sign and point of an exact or built-in integer type's name. */
export function formOfCtype(ctype: string): Form | null {
  const native = nativeOf(ctype);
  if (native !== null) return { signed: native.signed, width: native.bits, fraction: 0 };
  const match = /^ap_(u?)(int|fixed)<(\d+)(?:, (-?\d+))?/.exec(ctype);
  if (match === null) return null;
  const width = Number(match[3]);
  return {
    signed: match[1] === "",
    width,
    fraction: match[2] === "int" ? 0 : width - Number(match[4] ?? width),
  };
}

export type ExactInt = IntType & { readonly rule: "exact" };
export type NumpyInt = IntType & { readonly rule: "numpy" };

export function isExact(type: ScalarType): type is ExactInt | FixedType {
  return type.kind === "fixed" || (type.kind === "int" && type.rule === "exact");
}

export function isNumpyInt(type: ScalarType): type is NumpyInt {
  return type.kind === "int" && type.rule === "numpy";
}

export function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

export function isPythonFloat(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "float";
}

/** In exactly this C++ type, with a cast where it is of another or holds too many bits. */
export function inType(ctype: string, text: Text): Text {
  return sameCtype(text.ctype, ctype) && text.loose === undefined ? text : castText(ctype, text);
}

/** A class type is written as a call, a built-in one as a cast. The plain text stands where C++ converts by itself. */
export function castText(ctype: string, text: Text): Text {
  const written = isBuiltIn(ctype) ? castTo(ctype, text) : call(ctype, [text], ctype);
  return { ...written, plain: text };
}
