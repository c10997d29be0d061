/**
 * Four values at once: words of 32 bits, the lowest first, in vectors of four; zeros above the width. A single bit is
 * a mask, a word of all zeros or all ones.
 */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import type { BinaryOp, CompareOp, Concat, Expr, Slice, Unary } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { type Writer, wordsFor } from "./code.ts";
import { fourOf } from "./reference.ts";
import {
  add,
  all,
  and,
  choose,
  compare,
  kept,
  type Lanes,
  mul,
  not,
  ones,
  or,
  product,
  shift,
  sub,
  type Word,
  xor,
  zero,
} from "./vector.ts";

/** What four lanes can compute: they are shifted by the same amount, and products are of two words. */
export function fitsLanes(expr: Expr): boolean {
  if (expr.width > mostBits) return false;
  if (expr.kind === "binary") {
    if (expr.op === "shl" || expr.op === "shr" || expr.op === "sshr") return false;
    if (expr.op === "mul" && expr.width > 64) return false;
  }
  return operandsOf(expr).every(fitsLanes);
}

/** Values that are longer have more words than a processor has vectors. */
const mostBits = 256;

/** Of four expressions that differ in names alone. */
export function lanesOf(w: Writer, exprs: readonly Expr[]): Lanes {
  const [expr = bug("four of nothing")] = exprs;
  const of = (index: number): Lanes => lanesOf(w, operandAt(exprs, index));
  switch (expr.kind) {
    case "const":
      return constantLanes(expr.width, expr.value);
    case "ref":
      return fourOf(w, exprs.map(nameIn), expr.width);
    case "unary":
      return unary(w, expr, of(0));
    case "binary":
      if (expr.op === "and" && isSpreadBit(expr.left)) {
        const bit = lanesOf(w, operandAt(operandAt(exprs, 0), 0));
        return choice(w, only(bit), of(1), constantLanes(expr.width, 0n));
      }
      return binary(w, expr.op, expr.left.width, of(0), of(1));
    case "mux":
      return choice(w, only(of(0)), of(1), of(2));
    case "concat":
      return concat(
        w,
        expr,
        expr.parts.map((_, index) => of(index)),
      );
    case "slice":
      return slice(w, expr, of(0));
    case "extend":
      return extend(w, expr.operand.width, expr.width, expr.signed, of(0));
    default:
      return assertNever(expr);
  }
}

function operandAt(exprs: readonly Expr[], index: number): readonly Expr[] {
  return exprs.map((expr) => operandsOf(expr)[index] ?? bug(`a ${expr.kind} without operand ${index}`));
}

/** Copies of one bit. */
function isSpreadBit(expr: Expr): boolean {
  return expr.kind === "extend" && expr.signed && expr.operand.width === 1;
}

function nameIn(expr: Expr): string {
  return expr.kind === "ref" ? expr.name : bug(`a ${expr.kind} beside a name`);
}

export function constantLanes(width: number, value: bigint): Lanes {
  if (width === 1) return [value === 0n ? zero : all];
  return Array.from({ length: wordsFor(width) }, (_, index) => ({
    known: Number(BigInt.asIntN(32, value >> BigInt(32 * index))),
  }));
}

/** By a mask. */
export function choice(w: Writer, mask: Word, yes: Lanes, no: Lanes): Lanes {
  if (yes.length === 1) return pairs(yes, no, (a, b) => choose(w, mask, a, b));
  const condition = kept(w, mask);
  return pairs(yes, no, (a, b) => choose(w, condition(), a, b));
}

export function only([word = zero, ...others]: Lanes): Word {
  return others.length === 0 ? word : bug("more than one word");
}

function pairs(a: Lanes, b: Lanes, join: (a: Word, b: Word) => Word): Lanes {
  return a.map((word, index) => join(word, b[index] ?? bug("operands of one width have as many words")));
}

/** Bits of the highest word. */
function topBits(width: number): number {
  return width - 32 * (wordsFor(width) - 1);
}

/** With zeros above the width. */
function trimmed(w: Writer, width: number, lanes: Lanes): Lanes {
  return lanes.map((word, index) => (index === lanes.length - 1 ? and(w, word, ones(topBits(width))) : word));
}

/** A single bit as 0 or 1. */
function asNumber(w: Writer, width: number, lanes: Lanes): Lanes {
  return width === 1 ? [shift(w, "shr_u", 31, only(lanes))] : lanes;
}

/** The highest word with copies of the top bit above the width. */
function signed(w: Writer, width: number, top: Word): Word {
  if (width === 1) return top;
  const above = 32 - topBits(width);
  return shift(w, "shr_s", above, shift(w, "shl", above, top));
}

function unary(w: Writer, { op, operand: { width } }: Unary, lanes: Lanes): Lanes {
  switch (op) {
    case "not":
      if (width === 1) return [not(w, only(lanes))];
      return lanes.map((word, index) =>
        xor(w, word, index === lanes.length - 1 ? ones(topBits(width)) : all),
      );
    case "neg":
      return binary(w, "sub", width, constantLanes(width, 0n), lanes);
    case "reduceOr":
      return width === 1 ? lanes : [not(w, compare(w, "eq", anyOf(w, lanes), zero))];
    case "reduceAnd":
      return binary(w, "eq", width, lanes, constantLanes(width, (1n << BigInt(width)) - 1n));
    case "reduceXor":
      return width === 1 ? lanes : [parity(w, lanes)];
    default:
      return assertNever(op);
  }
}

function anyOf(w: Writer, lanes: Lanes): Word {
  return lanes.reduce((a, b) => or(w, a, b));
}

/** Each half is added to the other until one bit is left. */
function parity(w: Writer, lanes: Lanes): Word {
  let sum = lanes.reduce((a, b) => xor(w, a, b));
  for (const by of [16, 8, 4, 2, 1]) {
    const half = kept(w, sum);
    sum = xor(w, half(), shift(w, "shr_u", by, half()));
  }
  return bitAt(w, 0, sum);
}

/** A bit of a word, as a mask. */
function bitAt(w: Writer, place: number, word: Word): Word {
  return shift(w, "shr_s", 31, shift(w, "shl", 31 - place, word));
}

function binary(w: Writer, op: BinaryOp, width: number, left: Lanes, right: Lanes): Lanes {
  switch (op) {
    case "and":
      return pairs(left, right, (a, b) => and(w, a, b));
    case "or":
      return pairs(left, right, (a, b) => or(w, a, b));
    case "xor":
      return pairs(left, right, (a, b) => xor(w, a, b));
    case "add":
      if (width === 1) return pairs(left, right, (a, b) => xor(w, a, b));
      return trimmed(w, width, sum(w, left, right));
    case "sub":
      if (width === 1) return pairs(left, right, (a, b) => xor(w, a, b));
      return trimmed(w, width, difference(w, left, right));
    case "mul":
      if (width === 1) return pairs(left, right, (a, b) => and(w, a, b));
      return trimmed(w, width, multiplied(w, left, right));
    case "shl":
    case "shr":
    case "sshr":
      return bug("lanes are not shifted one by one");
    default:
      return [compared(w, op, width, left, right)];
  }
}

/** A carry is a mask: to take it away is to add one. */
function sum(w: Writer, left: Lanes, right: Lanes): Lanes {
  let carry: Word = zero;
  return pairs(left, right, (a, b) => {
    if (left.length === 1) return add(w, a, b);
    const [addend, before] = [kept(w, b), kept(w, carry)];
    const plain = kept(w, add(w, a, addend()));
    const whole = kept(w, sub(w, plain(), before()));
    const over = compare(w, "lt_u", plain(), addend());
    const wraps = and(w, before(), compare(w, "eq", whole(), zero));
    carry = or(w, over, wraps);
    return whole();
  });
}

function difference(w: Writer, left: Lanes, right: Lanes): Lanes {
  let borrow: Word = zero;
  return pairs(left, right, (a, b) => {
    if (left.length === 1) return sub(w, a, b);
    const [from, take, before] = [kept(w, a), kept(w, b), kept(w, borrow)];
    const plain = kept(w, sub(w, from(), take()));
    const wraps = and(w, before(), compare(w, "eq", plain(), zero));
    borrow = or(w, compare(w, "lt_u", from(), take()), wraps);
    return add(w, plain(), before());
  });
}

/** Of one word, or of two. */
function multiplied(w: Writer, [a = zero, aHigh]: Lanes, [b = zero, bHigh]: Lanes): Lanes {
  if (aHigh === undefined || bHigh === undefined) return [mul(w, a, b)];
  const [left, right] = [kept(w, a), kept(w, b)];
  const [low, high] = product(w, left(), right());
  const across = add(w, mul(w, left(), bHigh), mul(w, aHigh, right()));
  return [low, add(w, high, across)];
}

function compared(w: Writer, op: CompareOp, width: number, left: Lanes, right: Lanes): Word {
  switch (op) {
    case "eq":
      return pairs(left, right, (a, b) => compare(w, "eq", a, b)).reduce((a, b) => and(w, a, b));
    case "ne":
      return width === 1 ? xor(w, only(left), only(right)) : not(w, compared(w, "eq", width, left, right));
    case "ult":
      return below(w, "unsigned", width, left, right);
    case "ule":
      return not(w, below(w, "unsigned", width, right, left));
    case "slt":
      return below(w, "signed", width, left, right);
    case "sle":
      return not(w, below(w, "signed", width, right, left));
    default:
      return assertNever(op);
  }
}

/** From the lowest word up: less there, or equal there and less below. */
function below(w: Writer, how: "signed" | "unsigned", width: number, left: Lanes, right: Lanes): Word {
  let less: Word = zero;
  for (const [index, word] of left.entries()) {
    const other = right[index] ?? bug("operands of one width have as many words");
    const isTop = index === left.length - 1;
    const hasSign = isTop && how === "signed";
    const [a, b] = (hasSign ? [signed(w, width, word), signed(w, width, other)] : [word, other]).map((one) =>
      left.length === 1 ? (): Word => one : kept(w, one),
    );
    if (a === undefined || b === undefined) return bug("two operands");
    const isPlain = isTop && width > 1 && topBits(width) < 32; // as numbers with a sign they are the same
    const here = compare(w, hasSign || isPlain ? "lt_s" : "lt_u", a(), b());
    less = index === 0 ? here : or(w, here, and(w, compare(w, "eq", a(), b()), less));
  }
  return less;
}

function concat(w: Writer, { width, parts }: Concat, values: readonly Lanes[]): Lanes {
  const joined: Word[] = Array.from({ length: wordsFor(width) }, () => zero);
  const put = (index: number, word: Word): void => {
    joined[index] = or(w, joined[index] ?? zero, word);
  };
  let low = width;
  for (const [index, part] of parts.entries()) {
    low -= part.width;
    const [at, by] = [Math.floor(low / 32), low % 32];
    const lanes = values[index] ?? bug("a part without words");
    if (part.width === 1) {
      put(at, and(w, only(lanes), { known: 1 << by }));
      continue;
    }
    for (const [offset, word] of lanes.entries()) {
      const bits = Math.min(32, part.width - 32 * offset);
      if (by + bits <= 32) put(at + offset, shift(w, "shl", by, word));
      else {
        const both = kept(w, word);
        put(at + offset, shift(w, "shl", by, both()));
        put(at + offset + 1, shift(w, "shr_u", 32 - by, both()));
      }
    }
  }
  return joined;
}

function slice(w: Writer, { operand, low, width }: Slice, lanes: Lanes): Lanes {
  const first = Math.floor(low / 32);
  const by = low % 32;
  if (operand.width === 1) return lanes;
  if (width === 1) return [bitAt(w, by, lanes[first] ?? zero)];
  const count = wordsFor(width);
  const isTop = low + width === operand.width;
  if (by + width < 32 && by > 0 && !isTop) {
    const up = shift(w, "shl", 32 - by - width, lanes[first] ?? zero);
    return [shift(w, "shr_u", 32 - width, up)];
  }
  const words = lanes.slice(first, first + count + 1).map((word) => kept(w, word));
  const moved = Array.from({ length: count }, (_, index) => {
    const here = shift(w, "shr_u", by, words[index]?.() ?? zero);
    const next = by === 0 ? undefined : words[index + 1]; // the last one may give nothing that is asked for
    const isAsked = 32 - by < Math.min(32, width - 32 * index);
    return next === undefined || !isAsked ? here : or(w, here, shift(w, "shl", 32 - by, next()));
  });
  return isTop ? moved : trimmed(w, width, moved);
}

function extend(w: Writer, from: number, to: number, isSigned: boolean, lanes: Lanes): Lanes {
  const more = wordsFor(to) - wordsFor(from);
  if (!isSigned) return [...asNumber(w, from, lanes), ...Array.from({ length: more }, () => zero)];
  const lower = lanes.slice(0, -1);
  const top = kept(w, signed(w, from, lanes.at(-1) ?? zero));
  const sign = more === 0 ? (): Word => zero : kept(w, shift(w, "shr_s", 31, top()));
  return trimmed(w, to, [...lower, top(), ...Array.from({ length: more }, () => sign())]);
}
