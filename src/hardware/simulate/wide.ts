/** Operations on values of more than 64 bits: limbs in locals, the lowest first. A flag is a code of i32. */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import type { ArithmeticOp, CompareOp, ReduceOp } from "../netlist/nodes.ts";
import * as m from "./assembly/instructions.ts";
import { type Assembly, addFunction } from "./assembly/module.ts";
import { type Code, get, keep, limbsFor, masked, number, signed, topBits, type Writer } from "./code.ts";

export type Limbs = readonly number[];

export function wideConstant(w: Writer, width: number, value: bigint): Limbs {
  return Array.from({ length: limbsFor(width) }, (_, index) =>
    keep(w, "i64", number(w, "i64", value >> BigInt(64 * index))),
  );
}

export function wideNot(w: Writer, width: number, value: Limbs): Limbs {
  return trimmed(
    w,
    width,
    value.map((limb) => keep(w, "i64", w.m.i64.xor(get(w, limb), number(w, "i64", -1)))),
  );
}

export function wideReduce(w: Writer, op: ReduceOp, width: number, value: Limbs): Code {
  const { i64, i32 } = w.m;
  const all = (join: "and" | "or" | "xor", limbs: Limbs): Code =>
    limbs.map((limb) => get(w, limb)).reduce((left, right) => i64[join](left, right));
  switch (op) {
    case "reduceOr":
      return i64.ne(all("or", value), number(w, "i64", 0));
    case "reduceXor":
      return i32.and(i32.wrap(i64.popcnt(all("xor", value))), number(w, "i32", 1));
    case "reduceAnd":
      return i64.eqz(all("or", wideNot(w, width, value)));
    default:
      return assertNever(op);
  }
}

export function wideArithmetic(w: Writer, op: ArithmeticOp, width: number, left: Limbs, right: Limbs): Limbs {
  switch (op) {
    case "and":
    case "or":
    case "xor":
      return left.map((limb, at) => keep(w, "i64", w.m.i64[op](get(w, limb), get(w, limbAt(right, at)))));
    case "add":
      return trimmed(w, width, sum(w, left, right));
    case "sub":
      return trimmed(w, width, difference(w, left, right));
    case "mul":
      return trimmed(w, width, product(w, left, right));
    default:
      return assertNever(op);
  }
}

function sum(w: Writer, left: Limbs, right: Limbs): Limbs {
  let carry = keep(w, "i64", number(w, "i64", 0));
  return left.map((limb, at) => {
    const part = addWithCarry(w, limb, limbAt(right, at), carry);
    carry = part.carry;
    return part.sum;
  });
}

/** a + b + c, where c is small: two additions, of which at most one overflows. */
function addWithCarry(
  w: Writer,
  a: number,
  b: number,
  c: number,
): { readonly sum: number; readonly carry: number } {
  const { i64 } = w.m;
  const first = keep(w, "i64", i64.add(get(w, a), get(w, b)));
  const second = keep(w, "i64", i64.add(get(w, first), get(w, c)));
  const over = i64.extend_u(i64.lt_u(get(w, first), get(w, a)));
  const overAgain = i64.extend_u(i64.lt_u(get(w, second), get(w, first)));
  return { sum: second, carry: keep(w, "i64", i64.add(over, overAgain)) };
}

function difference(w: Writer, left: Limbs, right: Limbs): Limbs {
  const { i64 } = w.m;
  let borrow = keep(w, "i64", number(w, "i64", 0));
  return left.map((a, at) => {
    const b = limbAt(right, at);
    const first = keep(w, "i64", i64.sub(get(w, a), get(w, b)));
    const second = keep(w, "i64", i64.sub(get(w, first), get(w, borrow)));
    const under = i64.extend_u(i64.lt_u(get(w, a), get(w, b)));
    const underAgain = i64.extend_u(i64.lt_u(get(w, first), get(w, borrow)));
    borrow = keep(w, "i64", i64.add(under, underAgain));
    return second;
  });
}

/** As on paper, in digits of 64 bits; digits above the width are not computed. */
function product(w: Writer, left: Limbs, right: Limbs): Limbs {
  const { i64 } = w.m;
  const digits = left.map(() => keep(w, "i64", number(w, "i64", 0)));
  for (const [row, a] of left.entries()) {
    let carry = keep(w, "i64", number(w, "i64", 0));
    for (const [column, b] of right.slice(0, left.length - row).entries()) {
      const place = row + column;
      const low = keep(w, "i64", i64.mul(get(w, a), get(w, b)));
      const added = addWithCarry(w, low, limbAt(digits, place), carry);
      digits[place] = added.sum;
      const high = w.m.call(highProduct, [get(w, a), get(w, b)]);
      carry = keep(w, "i64", i64.add(high, get(w, added.carry)));
    }
  }
  return digits;
}

const highProduct = "high_product";

/** The upper half of the product of two i64, which WebAssembly has no instruction for. */
export function addHighProduct(assembly: Assembly): void {
  const { i64, local: locals } = m;
  const local = (index: number): Code => locals.get(index);
  const low = (code: Code): Code => i64.and(code, i64.const(0xffffffffn));
  const high = (code: Code): Code => i64.shr_u(code, i64.const(32n));
  const [a, b, first, second, third] = [0, 1, 2, 3, 4];
  const body = [
    locals.set(first, i64.mul(low(local(a)), low(local(b)))),
    locals.set(second, i64.add(i64.mul(high(local(a)), low(local(b))), high(local(first)))),
    locals.set(third, i64.add(i64.mul(low(local(a)), high(local(b))), low(local(second)))),
    i64.add(i64.mul(high(local(a)), high(local(b))), i64.add(high(local(second)), high(local(third)))),
  ];
  const signature = { params: ["i64", "i64"], result: "i64" } as const;
  addFunction(assembly, highProduct, signature, ["i64", "i64", "i64"], body);
}

export function wideCompare(w: Writer, op: CompareOp, width: number, left: Limbs, right: Limbs): Code {
  const { i64, i32 } = w.m;
  switch (op) {
    case "eq":
    case "ne": {
      const differ = left.map((limb, at) => i64.xor(get(w, limb), get(w, limbAt(right, at))));
      const any = differ.reduce((one, other) => i64.or(one, other));
      return op === "eq" ? i64.eqz(any) : i64.ne(any, number(w, "i64", 0));
    }
    case "ule":
      return i32.eqz(wideCompare(w, "ult", width, right, left));
    case "sle":
      return i32.eqz(wideCompare(w, "slt", width, right, left));
    case "ult":
    case "slt": {
      // From the lowest: the higher limb decides, unless it is the same.
      const isSigned = op === "slt";
      let less = keep(w, "i32", number(w, "i32", 0));
      for (const [at, limb] of left.entries()) {
        const atTop = isSigned && at === left.length - 1;
        const side = (one: number): Code =>
          atTop ? signed(w, "i64", topBits(width), get(w, one)) : get(w, one);
        const [a, b] = [keep(w, "i64", side(limb)), keep(w, "i64", side(limbAt(right, at)))];
        const here = atTop ? i64.lt_s(get(w, a), get(w, b)) : i64.lt_u(get(w, a), get(w, b));
        less = keep(w, "i32", w.m.select(i64.eq(get(w, a), get(w, b)), get(w, less), here));
      }
      return get(w, less);
    }
    default:
      return assertNever(op);
  }
}

export function wideMux(w: Writer, condition: number, yes: Limbs, no: Limbs): Limbs {
  return yes.map((limb, at) =>
    keep(w, "i64", w.m.select(get(w, condition), get(w, limb), get(w, limbAt(no, at)))),
  );
}

/**
 * By an amount in a local of i32, at most the width. The value is laid down in memory with zeros (or its sign) on the
 * side it is shifted from, and read back at another address.
 */
export function wideShift(
  w: Writer,
  op: "shl" | "shr" | "sshr",
  width: number,
  value: Limbs,
  amount: number,
): Limbs {
  const { i64, i32 } = w.m;
  const count = value.length;
  const top = value.at(-1) ?? bug("a value without limbs");
  const own = op === "sshr" ? [...value.slice(0, -1), keepSigned(w, width, top)] : value;
  const sign = i64.shr_s(get(w, own.at(-1) ?? top), number(w, "i64", 63));
  const fill = keep(w, "i64", op === "sshr" ? sign : number(w, "i64", 0));
  const pad = Array.from({ length: count + 1 }, () => fill);
  const laid = op === "shl" ? [...pad, ...own] : [...own, ...pad];
  for (const [at, limb] of laid.entries()) {
    w.body.push(i64.store(w.scratch + 8 * at, 8, number(w, "i32", 0), get(w, limb)));
  }
  const limbsAway = i32.shl(i32.shr_u(get(w, amount), number(w, "i32", 6)), number(w, "i32", 3));
  const start = op === "shl" ? i32.sub(number(w, "i32", 8 * (count + 1)), limbsAway) : limbsAway;
  const from = keep(w, "i32", start);
  const bits = keep(w, "i64", i64.and(i64.extend_u(get(w, amount)), number(w, "i64", 63)));
  const opposite = (): Code => i64.sub(number(w, "i64", 63), get(w, bits)); // and one more, for bits may be 0
  const at = (index: number): Code => i64.load(w.scratch + 8 * index, 8, get(w, from));
  const below = (index: number): Code =>
    i64.load(w.scratch, 8, i32.add(get(w, from), number(w, "i32", 8 * (index - 1))));
  const moved = value.map((_, index) => {
    if (op === "shl") {
      const carried = i64.shr_u(i64.shr_u(below(index), number(w, "i64", 1)), opposite());
      return keep(w, "i64", i64.or(i64.shl(at(index), get(w, bits)), carried));
    }
    const carried = i64.shl(i64.shl(at(index + 1), number(w, "i64", 1)), opposite());
    return keep(w, "i64", i64.or(i64.shr_u(at(index), get(w, bits)), carried));
  });
  return trimmed(w, width, moved);
}

function keepSigned(w: Writer, width: number, top: number): number {
  return keep(w, "i64", signed(w, "i64", topBits(width), get(w, top)));
}

/** Parts side by side, the highest first, each with its width. */
export function wideConcat(
  w: Writer,
  width: number,
  parts: readonly { readonly width: number; readonly limbs: Limbs }[],
): Limbs {
  const { i64 } = w.m;
  const pieces: Code[][] = Array.from({ length: limbsFor(width) }, () => []);
  let low = 0;
  for (const part of [...parts].reverse()) {
    for (const [index, limb] of part.limbs.entries()) {
      const [at, by] = [Math.floor(low / 64) + index, low % 64];
      pieces[at]?.push(i64.shl(get(w, limb), number(w, "i64", by)));
      if (by > 0) pieces[at + 1]?.push(i64.shr_u(get(w, limb), number(w, "i64", 64 - by)));
    }
    low += part.width;
  }
  return pieces.map((codes) =>
    keep(
      w,
      "i64",
      codes.reduce((one, other) => i64.or(one, other)),
    ),
  );
}

/** Bits low to low + width - 1: one limb for up to 64. */
export function wideSlice(w: Writer, value: Limbs, low: number, width: number): Limbs {
  const { i64 } = w.m;
  const [first, by] = [Math.floor(low / 64), low % 64];
  const limbs = Array.from({ length: limbsFor(width) }, (_, index) => {
    const here = i64.shr_u(get(w, limbAt(value, first + index)), number(w, "i64", by));
    const next = value[first + index + 1];
    if (by === 0 || next === undefined) return keep(w, "i64", here);
    return keep(w, "i64", i64.or(here, i64.shl(get(w, next), number(w, "i64", 64 - by))));
  });
  return trimmed(w, width, limbs);
}

export function wideExtend(w: Writer, from: number, to: number, isSigned: boolean, value: Limbs): Limbs {
  const missing = limbsFor(to) - value.length;
  const last = value.at(-1) ?? bug("a value without limbs");
  const top = isSigned ? keepSigned(w, from, last) : last;
  const above = isSigned ? w.m.i64.shr_s(get(w, top), number(w, "i64", 63)) : number(w, "i64", 0);
  const fill = keep(w, "i64", above);
  return trimmed(w, to, [...value.slice(0, -1), top, ...Array.from({ length: missing }, () => fill)]);
}

/** With zeros above the width. */
function trimmed(w: Writer, width: number, limbs: Limbs): Limbs {
  const top = limbs.at(-1) ?? bug("a value without limbs");
  if (topBits(width) === 64) return limbs;
  return [...limbs.slice(0, -1), keep(w, "i64", masked(w, "i64", topBits(width), get(w, top)))];
}

function limbAt(limbs: Limbs, index: number): number {
  return limbs[index] ?? bug(`no limb ${index}`);
}
