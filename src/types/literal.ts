/**
 * Values as text. Printing is exact, and reading gives the same value back.
 *
 *     printValue(fixed(8, 4), 25)          // "1.5625"
 *     parseValue(float32, "0.1")           // { ok: true, value: 0.10000000149011612 }
 *
 * Integers: 12, -7, 0xff, 0b1010, 1_000. Fixed and floats: 1.5, -2e-3; floats also inf and nan. A decimal that a type
 * lacks is rounded to it once; one out of its range is refused, except that a float becomes infinite.
 */

import { formOf } from "./exact.ts";
import { takenApart } from "./fault.ts";
import { roundedQuotient } from "./fixed.ts";
import { parseFloatLiteral, printFloat } from "./float/index.ts";
import { absolute, canonical, type Int, inRange } from "./integer.ts";
import type { Value } from "./operators.ts";
import { printType } from "./print.ts";
import { type FixedType, float64, type IntType, partOf, type ScalarType } from "./types.ts";

export type ParsedValue =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

export function printValue(type: ScalarType, value: Value): string {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return value === true ? "True" : "False";
    case "int":
      return String(value);
    case "fixed":
      return printFixed(type, typeof value === "boolean" ? Number(value) : value);
    case "float":
      return printFloat(type, value);
    case "python":
      if (type.name === "bool") return value === true ? "True" : "False";
      return type.name === "int" ? String(value) : printFloat(float64, value);
  }
}

/** `1+2j`, as NumPy shows it. */
export function printComplex(type: ScalarType, re: number, im: number): string {
  const part = partOf(type);
  const [real, imaginary] = [printValue(part, re), printValue(part, im)];
  return `${real}${/^[-+]/.test(imaginary) ? "" : "+"}${imaginary}j`;
}

/** A binary fraction is a finite decimal: raw * 5^f / 10^f. */
function printFixed(type: FixedType, raw: Int): string {
  const { fraction } = formOf(type);
  if (fraction <= 0) return `${BigInt(raw) << BigInt(-fraction)}.0`;
  const digits = (BigInt(absolute(raw)) * 5n ** BigInt(fraction)).toString().padStart(fraction + 1, "0");
  const whole = digits.slice(0, -fraction);
  const rest = digits.slice(-fraction).replace(/0+$/, "");
  return `${raw < 0 ? "-" : ""}${whole}.${rest === "" ? "0" : rest}`;
}

export function parseValue(type: ScalarType, text: string): ParsedValue {
  const trimmed = text.trim();
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return parseBool(trimmed);
    case "int":
      return parseInteger(type, trimmed);
    case "fixed":
      return parseFixed(type, trimmed);
    case "float":
      return parseFloatLiteral(type, trimmed);
    case "python":
      if (type.name === "bool") return parseBool(trimmed);
      return type.name === "float" ? parseFloatLiteral(float64, trimmed) : parsePythonInt(trimmed);
  }
}

function parseBool(text: string): ParsedValue {
  if (/^(true|1)$/i.test(text)) return { ok: true, value: true };
  if (/^(false|0)$/i.test(text)) return { ok: true, value: false };
  return { ok: false, message: `'${text}' is no truth value: write True or False` };
}

function parseInteger(type: IntType, text: string): ParsedValue {
  const value = readInteger(text);
  if (value === null) return { ok: false, message: `'${text}' is no integer` };
  if (inRange(value, type.bits, type.signed)) return { ok: true, value: canonical(value) };
  return { ok: false, message: `${text} is out of range for ${printType(type)}` };
}

function parsePythonInt(text: string): ParsedValue {
  const value = readInteger(text);
  if (value === null) return { ok: false, message: `'${text}' is no integer` };
  return { ok: true, value: canonical(value) };
}

function readInteger(text: string): bigint | null {
  const match = /^([+-]?)(0x[\da-f](?:_?[\da-f])*|0b[01](?:_?[01])*|0o[0-7](?:_?[0-7])*|\d(?:_?\d)*)$/i.exec(
    text,
  );
  if (match === null) return null;
  const magnitude = BigInt((match[2] ?? "0").replaceAll("_", ""));
  return match[1] === "-" ? -magnitude : magnitude;
}

function parseFixed(type: FixedType, text: string): ParsedValue {
  const number = readNumber(text);
  if (number === null) return { ok: false, message: `'${text}' is no number` };
  if (number === "huge") return { ok: false, message: `${text} is out of range for ${printType(type)}` };
  const { width, signed, fraction } = formOf(type);
  const up = BigInt(Math.max(fraction, 0));
  const down = BigInt(Math.max(-fraction, 0));
  const raw = canonical(roundedQuotient(number.numerator << up, number.denominator << down, type.rounding));
  if (inRange(raw, width, signed)) return { ok: true, value: raw };
  return { ok: false, message: `${text} is out of range for ${printType(type)}` };
}

interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint; // positive
}

/** Beyond what any type has: a larger exponent is out of range, a smaller one as small as this; neither fills memory. */
const largestExponent = 100_000;

function readNumber(text: string): Rational | "huge" | null {
  const match = /^([+-]?)(?=\.?\d)([\d_]*)(?:\.([\d_]*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return null;
  const whole = (match[2] ?? "").replaceAll("_", "");
  const rest = (match[3] ?? "").replaceAll("_", "");
  const magnitude = BigInt(whole + rest);
  if (magnitude === 0n) return { numerator: 0n, denominator: 1n };
  const sign = match[1] === "-" ? -1n : 1n;
  const exponent = Number(match[4] ?? 0) - rest.length;
  const size = magnitude.toString().length + exponent;
  if (size > largestExponent) return "huge";
  if (size < -largestExponent) return { numerator: sign, denominator: 10n ** BigInt(largestExponent) };
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent >= 0
    ? { numerator: sign * magnitude * power, denominator: 1n }
    : { numerator: sign * magnitude, denominator: power };
}
