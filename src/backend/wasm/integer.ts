/** Integers of up to 64 bits: NumPy's, that wrap, and exact ones, whose results grow. */

import { rangeOf, within } from "../../loops/analysis/range/index.ts";
import type { Binary, Unary } from "../../loops/nodes.ts";
import { type ExactType, formOf } from "../../types/exact.ts";
import type { IntType, ScalarType } from "../../types/types.ts";
import { type Code, constant, ints, type Ref, share } from "./code.ts";
import { container, extend } from "./convert.ts";
import { integerForm, repOf } from "./representation.ts";
import { divide } from "./routines.ts";

type Int = "i32" | "i64";
type Operands = () => [Ref, Ref];

export function numpyBinary(code: Code, expr: Binary, type: IntType, operands: Operands): Ref | null {
  const rep = repOf(type) as Int;
  const of = ints(code, rep);
  const wrap = (result: Ref): Ref => extend(code, rep, type, result);
  switch (expr.op) {
    case "add":
      return wrap(of.add(...operands()));
    case "sub":
      return wrap(of.sub(...operands()));
    case "mul":
      return wrap(of.mul(...operands()));
    case "floordiv":
    case "mod":
    case "fmod":
      return division(code, expr, type, expr.op, operands);
    case "and":
      return of.and(...operands());
    case "or":
      return of.or(...operands());
    case "xor":
      return of.xor(...operands());
    case "min":
    case "max":
      return extreme(code, expr.op, rep, type.signed, operands);
    case "shl":
    case "shr":
      return shift(code, expr.op, type, operands);
    default:
      return null;
  }
}

function division(
  code: Code,
  expr: Binary,
  type: IntType,
  op: "floordiv" | "mod" | "fmod",
  operands: Operands,
): Ref {
  const rep = repOf(type) as Int;
  const of = ints(code, rep);
  const positive = rangeOf(code.ranges, expr.right, code.facts);
  const left = rangeOf(code.ranges, expr.left, code.facts);
  const nonNegative = !type.signed || (left !== null && left.low >= 0);
  if (nonNegative && positive !== null && positive.low > 0) {
    return op === "floordiv" ? of.div_u(...operands()) : of.rem_u(...operands());
  }
  const [a, b] = operands();
  return extend(code, rep, type, divide(code, op, rep, type.signed, a, b));
}

export function extreme(code: Code, op: "min" | "max", rep: Int, signed: boolean, operands: Operands): Ref {
  const of = ints(code, rep);
  const [left, right] = operands();
  const a = share(code, rep, left);
  const b = share(code, rep, right);
  const before =
    op === "min"
      ? signed
        ? of.lt_s(a.first, b.first)
        : of.lt_u(a.first, b.first)
      : signed
        ? of.gt_s(a.first, b.first)
        : of.gt_u(a.first, b.first);
  return code.m.if(before, a.again(), b.again());
}

/** A count outside 0 .. bits-1 leaves only the sign. */
function shift(code: Code, op: "shl" | "shr", type: IntType, operands: Operands): Ref {
  const rep = repOf(type) as Int;
  const of = ints(code, rep);
  const [left, right] = operands();
  const value = share(code, rep, left);
  const count = share(code, rep, right);
  const inside = (): Ref => of.lt_u(count.again(), constant(code, rep, type.bits));
  const zero = constant(code, rep, 0);
  const last = constant(code, rep, rep === "i32" ? 31 : 63);
  const result =
    op === "shl"
      ? code.m.if(inside(), extend(code, rep, type, of.shl(value.again(), count.again())), zero)
      : type.signed
        ? of.shr_s(value.again(), code.m.if(inside(), count.again(), last))
        : code.m.if(inside(), of.shr_u(value.again(), count.again()), zero);
  return code.m.block(null, [code.m.drop(value.first), code.m.drop(count.first), result], code.wasm[rep]);
}

export function numpyUnary(code: Code, op: Unary["op"], type: IntType, operand: () => Ref): Ref | null {
  const rep = repOf(type) as Int;
  const of = ints(code, rep);
  const zero = (): Ref => constant(code, rep, 0);
  switch (op) {
    case "neg":
      return extend(code, rep, type, of.sub(zero(), operand()));
    case "invert":
      return extend(code, rep, type, of.xor(operand(), constant(code, rep, -1)));
    case "abs": {
      if (!type.signed) return operand();
      const value = share(code, rep, operand());
      const negative = of.lt_s(value.first, zero());
      return code.m.if(negative, extend(code, rep, type, of.sub(zero(), value.again())), value.again());
    }
    case "not":
      return null;
  }
}

// Exact types

/** Native where every intermediate fits 64 bits and the result needs no rounding and no saturation. */
export function exactBinary(code: Code, expr: Binary, operands: Operands): Ref | null {
  const { op, left, right, type } = expr;
  const [l, r, result] = [exactType(left.type), exactType(right.type), exactType(type)];
  if (l === null || r === null || result === null) return null;
  if (op === "shl" || op === "shr") return exactShift(code, expr, l, result, operands);
  const [p, q, out] = [formOf(l), formOf(r), formOf(result)];
  const fraction = op === "mul" ? p.fraction + q.fraction : Math.max(p.fraction, q.fraction);
  if (out.fraction !== fraction) return null;
  if (isSaturating(result) && op !== "min" && op !== "max") return null; // which never leave the type of both
  const up = op === "mul" ? [0, 0] : [fraction - p.fraction, fraction - q.fraction];
  // Of a sum or product only the low bits matter; what is compared must fit whole.
  const whole = Math.max(signedBits(p) + (up[0] ?? 0), signedBits(q) + (up[1] ?? 0));
  const needed = op === "add" || op === "sub" || op === "mul" ? out.width : Math.max(out.width, whole);
  if (needed > 64 || Math.max(p.width, q.width) > 64 || Math.max(...up) > 63) return null;
  const rep: Int = needed > 32 || repOf(l) === "i64" || repOf(r) === "i64" ? "i64" : "i32";
  const of = ints(code, rep);
  const aligned: Operands = () => {
    const [a, b] = operands();
    return [
      raised(code, rep, container(code, repOf(l) as Int, integerForm(l), rep, a), up[0] ?? 0),
      raised(code, rep, container(code, repOf(r) as Int, integerForm(r), rep, b), up[1] ?? 0),
    ];
  };
  const settled = (wide: Ref): Ref => {
    const target = repOf(result) as Int;
    const narrow = rep === target ? wide : code.m.i32.wrap(wide);
    return extend(code, target, { bits: out.width, signed: out.signed }, narrow);
  };
  if (repOf(result) === "i64" && rep === "i32") return null;
  switch (op) {
    case "add":
      return settled(of.add(...aligned()));
    case "sub":
      return settled(of.sub(...aligned()));
    case "mul":
      return settled(of.mul(...aligned()));
    case "and":
      return settled(of.and(...aligned()));
    case "or":
      return settled(of.or(...aligned()));
    case "xor":
      return settled(of.xor(...aligned()));
    case "min":
    case "max":
      return settled(extreme(code, op, rep, true, aligned));
    case "floordiv":
    case "mod":
      return positiveDivision(code, expr, rep, fraction, op, settled, aligned);
    default:
      return null;
  }
}

/** Without a zero to divide by and without signs. */
function positiveDivision(
  code: Code,
  expr: Binary,
  rep: Int,
  fraction: number,
  op: "floordiv" | "mod",
  settled: (wide: Ref) => Ref,
  aligned: Operands,
): Ref | null {
  const left = rangeOf(code.ranges, expr.left, code.facts);
  const right = rangeOf(code.ranges, expr.right, code.facts);
  const far = Number.MAX_SAFE_INTEGER;
  if (fraction !== 0 || !within(left, 0, far) || !within(right, 1, far)) return null;
  const of = ints(code, rep);
  return settled(op === "floordiv" ? of.div_u(...aligned()) : of.rem_u(...aligned()));
}

function exactShift(
  code: Code,
  expr: Binary,
  left: ExactType,
  result: ExactType,
  operands: Operands,
): Ref | null {
  const form = formOf(left);
  const out = formOf(result);
  if (form.width > 64 || out.width !== form.width || out.fraction !== form.fraction) return null;
  if (out.signed !== form.signed || isSaturating(result)) return null;
  const { right } = expr;
  const count = right.kind === "const" ? Number(right.value) : -1;
  if (count < 0) return null;
  const rep = repOf(left) as Int;
  const of = ints(code, rep);
  const [value] = operands();
  const last = rep === "i32" ? 31 : 63;
  if (expr.op === "shl") {
    if (count >= form.width) return null;
    const shape = { bits: form.width, signed: form.signed };
    return extend(code, rep, shape, of.shl(value, constant(code, rep, count)));
  }
  if (count > last) return null;
  const by = constant(code, rep, count);
  return form.signed ? of.shr_s(value, by) : of.shr_u(value, by);
}

export function exactUnary(
  code: Code,
  op: Unary["op"],
  from: ScalarType,
  to: ScalarType,
  operand: () => Ref,
): Ref | null {
  const [type, result] = [exactType(from), exactType(to)];
  if (type === null || result === null) return null;
  const [form, out] = [formOf(type), formOf(result)];
  if (form.fraction !== out.fraction || isSaturating(result)) return null;
  if (form.width > 64 || out.width > 64) return null;
  const rep = repOf(result) as Int;
  const of = ints(code, rep);
  if (repOf(type) === "i64" && rep === "i32") return null;
  const wide = (): Ref => container(code, repOf(type) as Int, integerForm(type), rep, operand());
  const settled = (value: Ref): Ref => extend(code, rep, { bits: out.width, signed: out.signed }, value);
  switch (op) {
    case "neg":
      return settled(of.sub(constant(code, rep, 0), wide()));
    case "invert":
      if (form.width !== out.width || form.signed !== out.signed) return null;
      return settled(of.xor(wide(), constant(code, rep, -1)));
    case "abs": {
      if (!form.signed) return settled(wide());
      const value = share(code, rep, wide());
      const negative = of.lt_s(value.first, constant(code, rep, 0));
      return settled(code.m.if(negative, of.sub(constant(code, rep, 0), value.again()), value.again()));
    }
    case "not":
      return null;
  }
}

function raised(code: Code, rep: Int, value: Ref, count: number): Ref {
  return count === 0 ? value : ints(code, rep).shl(value, constant(code, rep, count));
}

export function exactType(type: ScalarType): ExactType | null {
  return type.kind === "int" || type.kind === "fixed" || type.kind === "bool" ? type : null;
}

export function isSaturating(type: ExactType): boolean {
  return type.kind === "fixed" && type.overflow === "saturate";
}

function signedBits(form: { readonly width: number; readonly signed: boolean }): number {
  return form.width + (form.signed ? 0 : 1);
}
