/** Constants. */

import { formOf } from "../../../types/exact.ts";
import { takenApart } from "../../../types/fault.ts";
import { printValue } from "../../../types/literal.ts";
import type { Value } from "../../../types/operators.ts";
import {
  type FixedType,
  type FloatType,
  float32,
  float64,
  type IntType,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import type { Evaluation } from "../../c/dialect.ts";
import { atom, levels, type Text } from "../../c/text.ts";
import { typeName } from "./ctypes.ts";
import { useFloating, useHalf } from "./uses.ts";

export function literal(type: ScalarType, value: Value, place: Evaluation): Text {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return truth(value);
    case "int":
      return type.rule === "numpy" ? nativeInteger(type, BigInt(value)) : exactInteger(type, BigInt(value));
    case "fixed":
      return fixedPoint(type, BigInt(value));
    case "float":
      return floatingPoint(type, value, place);
    case "python":
      if (type.name === "int") return signedInteger(BigInt(value));
      return type.name === "float" ? double(Number(value)) : truth(value);
  }
}

function truth(value: Value): Text {
  return atom(value === true || value === 1 ? "true" : "false", "bool");
}

/** A negative number is the negation of a literal: it binds less. */
function signed(text: string, ctype: string): Text {
  return { text, level: text.startsWith("-") ? levels.prefix : levels.postfix, ctype };
}

function signedInteger(value: bigint): Text {
  if (value === -(2n ** 63n)) return atom("INT64_MIN", "int64_t");
  if (value === -(2n ** 31n)) return atom("INT32_MIN", "int");
  const small = value > -(2n ** 31n) && value < 2n ** 31n;
  return signed(String(value), small ? "int" : "int64_t");
}

function nativeInteger(type: IntType, value: bigint): Text {
  if (type.signed || type.bits < 32) return signedInteger(value);
  if (type.bits === 32) return atom(`${value}u`, "uint32_t");
  return value < 2n ** 32n ? atom(`${value}ul`, "uint64_t") : atom(`${value}ul`, "uint64_t");
}

/** Small constants are written as they are: beside an exact type they are as good as any width. */
function exactInteger(type: IntType, value: bigint): Text {
  if (value >= -(2n ** 31n) && value < 2n ** 31n) return signedInteger(value);
  const ctype = typeName(type);
  if (value >= -(2n ** 63n) && value < 2n ** 63n)
    return atom(`${ctype}(${signedInteger(value).text})`, ctype);
  if (value >= 0n && value < 2n ** 64n) return atom(`${ctype}(${value}ul)`, ctype);
  return atom(`${ctype}("${value}", 10)`, ctype);
}

function fixedPoint(type: FixedType, raw: bigint): Text {
  const ctype = typeName(type);
  const magnitude = raw < 0n ? -raw : raw;
  if (magnitude < 2n ** 53n && formOf(type).fraction < 1000) {
    const text = printValue(type, Number(raw)).replace(/\.0$/, "");
    if (/^-?\d+$/.test(text) && magnitude < 2n ** 31n && text.length < 10) {
      return { ...atom(`${ctype}(${text})`, ctype), plain: signed(text, "int") };
    }
    return { ...atom(`${ctype}(${text})`, ctype), plain: signed(text, "double") };
  }
  return atom(`fixed_of_bits<${ctype} >("${raw}")`, ctype);
}

function floatingPoint(type: FloatType, value: Value, place: Evaluation): Text {
  if (sameType(type, float64)) return double(Number(value));
  if (sameType(type, float32)) {
    const text = double(Number(value));
    const short = shortest32(Number(value));
    return /^-?[\d.e+-]+$/.test(text.text) ? signed(`${short}f`, "float") : { ...text, ctype: "float" };
  }
  const ctype = typeName(type);
  if (ctype === "half") useHalf(place);
  else useFloating(place);
  const { text } = double(Number(value));
  const plain = double(Number(value));
  return { ...atom(`${ctype}(${text})`, ctype), plain };
}

/** The shortest digits that are this double. */
function double(value: number): Text {
  if (Number.isNaN(value)) return atom("NAN", "double");
  if (!Number.isFinite(value)) return signed(value > 0 ? "INFINITY" : "-INFINITY", "double");
  const text = Object.is(value, -0) ? "-0.0" : String(value);
  return signed(/[.e]/.test(text) ? text : `${text}.0`, "double");
}

/** The shortest digits that are this float32. */
function shortest32(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  for (let digits = 1; digits < 10; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return double(text).text;
  }
  return double(value).text;
}
