/** Number literals: where they end, whether Python takes them, and their values. */
import type { Report } from "./lexer.ts";

export interface NumberExtent {
  readonly to: number;
  readonly problem: ((report: Report) => void) | null;
}

export type NumberValue =
  | { readonly kind: "int"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "imaginary"; readonly value: number };

/** A literal of any base, float or imaginary; too generous on purpose, so that a wrong one is one token. */
const SHAPE =
  /0[xX][0-9a-fA-F_]*|0[oO][0-9_]*|0[bB][0-9_]*|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?[jJ]?/y;

const DIGITS = "[0-9](?:_?[0-9])*";
const VALID = new RegExp(
  `^(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|` +
    `(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?[jJ]?)$`,
);

/** CPython refuses longer decimal integers, because reading them is slow. */
const MOST_DIGITS = 4300;

export function numberAt(text: string, from: number): NumberExtent | null {
  SHAPE.lastIndex = from;
  const found = SHAPE.exec(text)?.[0];
  if (found === undefined) return null;
  const to = from + found.length;
  const word = /(?:[\p{XID_Start}_]\p{XID_Continue}*)?/uy;
  word.lastIndex = to;
  const tail = word.exec(text)?.[0] ?? "";
  // `1if x else y` is Python: a keyword may follow a number without a space.
  if (tail !== "" && !/^(?:and|else|for|if|in|is|not|or)$/.test(tail)) {
    return invalid(from, to + tail.length, found + tail, `\`${tail}\` cannot follow the digits`);
  }
  if (!VALID.test(found)) return invalid(from, to, found, reasonFor(found));
  if (/^0[0-9_]*[1-9][0-9_]*$/.test(found)) return leadingZeros(from, to, found);
  if (/^[0-9_]+$/.test(found) && found.length > MOST_DIGITS) {
    return invalid(from, to, `${found.slice(0, 20)}...`, `it has more than ${MOST_DIGITS} digits`);
  }
  return { to, problem: null };
}

export function readNumber(literal: string): NumberValue {
  const digits = literal.replaceAll("_", "").toLowerCase();
  if (/^0[xob]/.test(digits) || /^[0-9]+$/.test(digits)) return { kind: "int", value: BigInt(digits) };
  if (digits.endsWith("j")) return { kind: "imaginary", value: Number(digits.slice(0, -1)) };
  return { kind: "float", value: Number(digits) };
}

function invalid(from: number, to: number, text: string, reason: string): NumberExtent {
  return { to, problem: (report) => report("invalid-number", { from, to }, { text, reason }) };
}

function leadingZeros(from: number, to: number, text: string): NumberExtent {
  const instead = text.replace(/^[0_]+/, "");
  const octal = /^[0-7_]+$/.test(instead) ? `0o${instead}` : null;
  return { to, problem: (report) => report("leading-zeros", { from, to }, { instead, octal }) };
}

function reasonFor(text: string): string {
  if (/^0[xXoObB]_*$/.test(text)) return "no digits follow the prefix";
  if (/^0[oO]/.test(text) && /[89]/.test(text)) return "octal digits go from 0 to 7";
  if (/^0[bB]/.test(text) && /[2-9]/.test(text)) return "binary digits are 0 and 1";
  return "`_` may stand only between two digits";
}
