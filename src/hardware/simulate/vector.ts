/** Four words of 32 bits at once, and what is known of them before anything runs. */
import { bug } from "../../diagnostics/bug.ts";
import { type Code, get, keep, number, type Writer } from "./code.ts";

/** Code is used once. A known word is the same in all four lanes; it may be used as often as one likes. */
export type Word = { readonly code: Code } | { readonly known: number };

/** Four values at once: words of 32 bits, the lowest first. */
export type Lanes = readonly Word[];

export const zero: Word = { known: 0 };
export const all: Word = { known: -1 };

/** A word of ones in the lowest bits. */
export function ones(width: number): Word {
  return { known: width >= 32 ? -1 : 2 ** width - 1 };
}

export function isKnown(word: Word, value: number): boolean {
  return "known" in word && word.known === value;
}

export function codeOf(w: Writer, word: Word): Code {
  return "code" in word ? word.code : constant(w, word.known);
}

/** To be used several times. */
export function kept(w: Writer, word: Word): () => Word {
  if ("known" in word) return () => word;
  const local = keep(w, "v128", word.code);
  return () => ({ code: get(w, local) });
}

/** A function has each constant once. */
function constant(w: Writer, word: number): Code {
  const key = `'${word}`; // no signal is called so
  const local = w.lanes.get(key)?.[0] ?? keep(w, "v128", w.m.v128.const(bytesOf(word)));
  w.lanes.set(key, [local]);
  return get(w, local);
}

function bytesOf(word: number): readonly number[] {
  return Array.from({ length: 16 }, (_, at) => (word >>> (8 * (at % 4))) & 0xff);
}

export function and(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: a.known & b.known };
  if (isKnown(a, 0) || isKnown(b, -1)) return a;
  if (isKnown(b, 0) || isKnown(a, -1)) return b;
  return { code: w.m.v128.and(codeOf(w, a), codeOf(w, b)) };
}

export function or(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: a.known | b.known };
  if (isKnown(a, -1) || isKnown(b, 0)) return a;
  if (isKnown(b, -1) || isKnown(a, 0)) return b;
  return { code: w.m.v128.or(codeOf(w, a), codeOf(w, b)) };
}

export function xor(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: a.known ^ b.known };
  if (isKnown(a, 0)) return b;
  if (isKnown(b, 0)) return a;
  if (isKnown(b, -1)) return not(w, a);
  return { code: w.m.v128.xor(codeOf(w, a), codeOf(w, b)) };
}

export function not(w: Writer, a: Word): Word {
  return "known" in a ? { known: ~a.known } : { code: w.m.v128.not(a.code) };
}

export function add(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: (a.known + b.known) | 0 };
  if (isKnown(a, 0)) return b;
  return isKnown(b, 0) ? a : { code: w.m.i32x4.add(codeOf(w, a), codeOf(w, b)) };
}

export function sub(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: (a.known - b.known) | 0 };
  if (isKnown(b, 0)) return a;
  if (isKnown(a, 0)) return { code: w.m.i32x4.neg(codeOf(w, b)) };
  return { code: w.m.i32x4.sub(codeOf(w, a), codeOf(w, b)) };
}

export function mul(w: Writer, a: Word, b: Word): Word {
  if ("known" in a && "known" in b) return { known: Math.imul(a.known, b.known) };
  if (isKnown(a, 0) || isKnown(b, 1)) return a;
  if (isKnown(b, 0) || isKnown(a, 1)) return b;
  return { code: w.m.i32x4.mul(codeOf(w, a), codeOf(w, b)) };
}

/** All 64 bits of products: the low words, and the high ones. */
export function product(w: Writer, a: Word, b: Word): readonly [Word, Word] {
  if (isKnown(a, 0) || isKnown(b, 0)) return [zero, zero];
  const [left, right] = [kept(w, { code: codeOf(w, a) }), kept(w, { code: codeOf(w, b) })];
  const { extmul_low_i32x4_u: first, extmul_high_i32x4_u: second } = w.m.i64x2;
  const lower = kept(w, { code: first(codeOf(w, left()), codeOf(w, right())) });
  const upper = kept(w, { code: second(codeOf(w, left()), codeOf(w, right())) });
  const words = (from: number): Word => {
    const bytes = [0, 8, 16, 24].flatMap((start) => [0, 1, 2, 3].map((byte) => start + from + byte));
    return { code: w.m.i8x16.shuffle(codeOf(w, lower()), codeOf(w, upper()), bytes) };
  };
  return [words(0), words(4)];
}

export type Shift = "shl" | "shr_u" | "shr_s";

/** By less than 32. */
export function shift(w: Writer, op: Shift, by: number, a: Word): Word {
  if (by === 0 || isKnown(a, 0)) return a;
  if ("code" in a) return { code: w.m.i32x4[op](a.code, number(w, "i32", by)) };
  switch (op) {
    case "shl":
      return { known: a.known << by };
    case "shr_u":
      return { known: (a.known >>> by) | 0 };
    case "shr_s":
      return { known: a.known >> by };
  }
}

export type Comparison = "eq" | "lt_s" | "lt_u";

/** A mask: all ones where it holds. */
export function compare(w: Writer, op: Comparison, a: Word, b: Word): Word {
  if ("code" in a || "code" in b) return { code: w.m.i32x4[op](codeOf(w, a), codeOf(w, b)) };
  const [left, right] = [a.known, b.known];
  const unsigned = left >>> 0 < right >>> 0;
  return (op === "eq" ? left === right : op === "lt_s" ? left < right : unsigned) ? all : zero;
}

/** By a mask. */
export function choose(w: Writer, mask: Word, yes: Word, no: Word): Word {
  if ("known" in mask) return mask.known === 0 ? no : mask.known === -1 ? yes : bug("no mask");
  if (isKnown(no, 0)) return and(w, mask, yes);
  if (isKnown(yes, -1)) return or(w, mask, no);
  if (isKnown(yes, 0)) return { code: w.m.v128.andnot(codeOf(w, no), mask.code) };
  return { code: w.m.v128.bitselect(codeOf(w, yes), codeOf(w, no), mask.code) };
}
