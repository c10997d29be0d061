/** Operations on values of up to 64 bits: one machine word. */
import { assertNever } from "../../diagnostics/bug.ts";
import type { BinaryOp, UnaryOp } from "../netlist/nodes.ts";
import { type Code, get, keep, masked, number, type Rep, repOf, signed, type Writer } from "./code.ts";

export function narrowUnary(w: Writer, op: UnaryOp, width: number, operand: Code): Code {
  const rep = repOf(width);
  const m = w.m[rep];
  const ones = number(w, rep, (1n << BigInt(width)) - 1n);
  switch (op) {
    case "not":
      return m.xor(operand, ones);
    case "neg":
      return masked(w, rep, width, m.sub(number(w, rep, 0), operand));
    case "reduceAnd":
      return m.eq(operand, ones);
    case "reduceOr":
      return m.ne(operand, number(w, rep, 0));
    case "reduceXor": {
      const count = m.popcnt(operand);
      return w.m.i32.and(rep === "i32" ? count : w.m.i32.wrap(count), number(w, "i32", 1));
    }
    default:
      return assertNever(op);
  }
}

/** Not for shifts. */
export function narrowBinary(
  w: Writer,
  op: Exclude<BinaryOp, "shl" | "shr" | "sshr">,
  width: number,
  left: Code,
  right: Code,
): Code {
  const rep = repOf(width);
  const m = w.m[rep];
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return masked(w, rep, width, m[op](left, right));
    case "and":
    case "or":
    case "xor":
    case "eq":
    case "ne":
      return m[op](left, right);
    case "ult":
      return m.lt_u(left, right);
    case "ule":
      return m.le_u(left, right);
    case "slt":
      return m.lt_s(signed(w, rep, width, left), signed(w, rep, width, right));
    case "sle":
      return m.le_s(signed(w, rep, width, left), signed(w, rep, width, right));
    default:
      return assertNever(op);
  }
}

/** The amount is a local of i32, at most `largest`; the machine looks only at its low 5 or 6 bits. */
export function narrowShift(
  w: Writer,
  op: "shl" | "shr" | "sshr",
  width: number,
  left: Code,
  amount: number,
  largest: bigint,
): Code {
  const rep = repOf(width);
  const m = w.m[rep];
  const by = (local: number): Code => (rep === "i32" ? get(w, local) : w.m.i64.extend_u(get(w, local)));
  const inside = (): Code => w.m.i32.lt_u(get(w, amount), number(w, "i32", width));
  const always = largest < BigInt(width);
  if (op === "sshr") {
    const last = number(w, "i32", width - 1);
    const clamped = always ? amount : keep(w, "i32", w.m.select(inside(), get(w, amount), last));
    return masked(w, rep, width, m.shr_s(signed(w, rep, width, left), by(clamped)));
  }
  const moved = op === "shl" ? masked(w, rep, width, m.shl(left, by(amount))) : m.shr_u(left, by(amount));
  return always ? moved : w.m.select(inside(), moved, number(w, rep, 0));
}

export function narrowExtend(
  w: Writer,
  from: { readonly rep: Rep; readonly width: number },
  to: { readonly rep: Rep; readonly width: number },
  isSigned: boolean,
  code: Code,
): Code {
  const moved = from.rep === to.rep ? code : w.m.i64.extend_u(code);
  return isSigned ? masked(w, to.rep, to.width, signed(w, to.rep, from.width, moved)) : moved;
}
