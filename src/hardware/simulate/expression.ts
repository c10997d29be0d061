/** Expressions as WebAssembly. */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import type { Binary, Concat, Expr, Extend, Slice, Unary } from "../netlist/nodes.ts";
import {
  type Code,
  convert,
  get,
  isWide,
  keep,
  limbsOf,
  masked,
  number,
  repOf,
  type Value,
  type Writer,
} from "./code.ts";
import { narrowBinary, narrowExtend, narrowShift, narrowUnary } from "./narrow.ts";
import { reference } from "./reference.ts";
import {
  type Limbs,
  wideArithmetic,
  wideCompare,
  wideConcat,
  wideConstant,
  wideExtend,
  wideMux,
  wideNot,
  wideReduce,
  wideShift,
  wideSlice,
} from "./wide.ts";

export function compile(w: Writer, expr: Expr): Value {
  switch (expr.kind) {
    case "const":
      return isWide(expr.width)
        ? wide(wideConstant(w, expr.width, expr.value))
        : narrow(expr.width, number(w, repOf(expr.width), expr.value));
    case "ref":
      return reference(w, expr.name, expr.width);
    case "unary":
      return unary(w, expr);
    case "binary":
      return binary(w, expr);
    case "mux": {
      if (!isWide(expr.width)) {
        const arms = [one(w, expr.then), one(w, expr.else)] as const;
        return narrow(expr.width, w.m.select(truth(w, expr.condition), ...arms));
      }
      const condition = keep(w, "i32", one(w, expr.condition));
      return wide(wideMux(w, condition, many(w, expr.then), many(w, expr.else)));
    }
    case "concat":
      return concat(w, expr);
    case "slice":
      return slice(w, expr);
    case "extend":
      return extend(w, expr);
    default:
      return assertNever(expr);
  }
}

/** A value of up to 64 bits, as code. */
export function one(w: Writer, expr: Expr): Code {
  const value = compile(w, expr);
  return value.kind === "narrow" ? value.code : bug(`${expr.kind} of ${expr.width} bits is not narrow`);
}

/** Not zero where a bit is 1: it need not be moved down. */
function truth(w: Writer, condition: Expr): Code {
  if (condition.kind !== "slice" || condition.operand.width > 32) return one(w, condition);
  return w.m.i32.and(one(w, condition.operand), number(w, "i32", 1n << BigInt(condition.low)));
}

function many(w: Writer, expr: Expr): Limbs {
  return limbsOf(w, compile(w, expr));
}

function narrow(width: number, code: Code): Value {
  return { kind: "narrow", rep: repOf(width), code };
}

function wide(limbs: Limbs): Value {
  return { kind: "wide", limbs };
}

function unary(w: Writer, { op, operand }: Unary): Value {
  const { width } = operand;
  if (!isWide(width)) {
    const code = narrowUnary(w, op, width, one(w, operand));
    return narrow(op === "not" || op === "neg" ? width : 1, code);
  }
  const limbs = many(w, operand);
  switch (op) {
    case "not":
      return wide(wideNot(w, width, limbs));
    case "neg":
      return wide(wideArithmetic(w, "sub", width, wideConstant(w, width, 0n), limbs));
    default:
      return narrow(1, wideReduce(w, op, width, limbs));
  }
}

function binary(w: Writer, { op, left, right }: Binary): Value {
  const { width } = left;
  switch (op) {
    case "shl":
    case "shr":
    case "sshr": {
      const amount = shiftAmount(w, width, right);
      if (isWide(width)) return wide(wideShift(w, op, width, many(w, left), amount));
      const largest = right.width < 32 ? (1n << BigInt(right.width)) - 1n : 1n << 32n;
      return narrow(width, narrowShift(w, op, width, one(w, left), amount, largest));
    }
    case "add":
    case "sub":
    case "mul":
    case "and":
    case "or":
    case "xor":
      if (isWide(width)) return wide(wideArithmetic(w, op, width, many(w, left), many(w, right)));
      return narrow(width, narrowBinary(w, op, width, one(w, left), one(w, right)));
    default:
      if (isWide(width)) return narrow(1, wideCompare(w, op, width, many(w, left), many(w, right)));
      return narrow(1, narrowBinary(w, op, width, one(w, left), one(w, right)));
  }
}

/** In a local of i32; amounts past the width count as the width where there is doubt. */
function shiftAmount(w: Writer, width: number, amount: Expr): number {
  const { i32, i64 } = w.m;
  const end = (): Code => number(w, "i32", width);
  if (amount.width <= 32) {
    const plain = keep(w, "i32", one(w, amount));
    if (!isWide(width)) return plain; // narrowShift looks itself
    return keep(w, "i32", w.m.select(i32.lt_u(get(w, plain), end()), get(w, plain), end()));
  }
  const [lowest = bug("an amount without limbs"), ...others] = many(w, amount);
  const high = others.reduce((all, limb) => i64.or(all, get(w, limb)), number(w, "i64", 0));
  const fits = i32.and(i64.eqz(high), i64.lt_u(get(w, lowest), number(w, "i64", width)));
  return keep(w, "i32", w.m.select(fits, i32.wrap(get(w, lowest)), end()));
}

function concat(w: Writer, { width, parts }: Concat): Value {
  if (isWide(width)) {
    return wide(
      wideConcat(
        w,
        width,
        parts.map((part) => ({ width: part.width, limbs: many(w, part) })),
      ),
    );
  }
  const rep = repOf(width);
  const m = w.m[rep];
  const codes = parts.map((part) => convert(w, one(w, part), repOf(part.width), rep));
  let joined = codes[0] ?? bug("a concat of nothing");
  for (const [index, part] of parts.entries()) {
    const code = codes[index];
    if (index > 0 && code !== undefined) joined = m.or(m.shl(joined, number(w, rep, part.width)), code);
  }
  return narrow(width, joined);
}

function slice(w: Writer, { operand, low, width }: Slice): Value {
  if (isWide(operand.width)) {
    const limbs = wideSlice(w, many(w, operand), low, width);
    if (isWide(width)) return wide(limbs);
    return narrow(width, convert(w, get(w, limbs[0] ?? bug("no limb")), "i64", repOf(width)));
  }
  const from = repOf(operand.width);
  const to = repOf(width);
  const whole = one(w, operand);
  const moved = low === 0 ? whole : w.m[from].shr_u(whole, number(w, from, low));
  const code = convert(w, moved, from, to);
  return narrow(width, low + width === operand.width ? code : masked(w, to, width, code));
}

function extend(w: Writer, { operand, width, signed }: Extend): Value {
  if (isWide(width)) return wide(wideExtend(w, operand.width, width, signed, many(w, operand)));
  const from = { rep: repOf(operand.width), width: operand.width };
  return narrow(width, narrowExtend(w, from, { rep: repOf(width), width }, signed, one(w, operand)));
}
