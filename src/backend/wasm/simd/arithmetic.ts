/** Arithmetic of whole registers: for each operator of `types/` the instructions that give its bits in every lane. */
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import { bug, type Code, type Ref } from "../code.ts";
import { evenParts } from "./change.ts";
import type { Bytes, Lane } from "./lane.ts";
import { floatsOf, intsOf, shareVector, splatFloat, splatInt } from "./register.ts";

export type Compute = (code: Code, ...registers: Ref[]) => Ref;
type Two = (code: Code, a: Ref, b: Ref) => Ref;

/** Of integers that wrap at the lane's width. Null: there is no such instruction. */
export function intBinary(op: BinaryOp, bytes: Bytes, signed: boolean): Two | null {
  switch (op) {
    case "add":
      return (code, a, b) => intsOf(code, bytes).add(a, b);
    case "sub":
      return (code, a, b) => intsOf(code, bytes).sub(a, b);
    case "mul":
      return bytes === 1 ? multiplyBytes : (code, a, b) => multiplied(code, bytes, a, b);
    case "and":
    case "or":
    case "xor":
      return (code, a, b) => code.m.v128[op](a, b);
    case "min":
    case "max":
      return bytes === 8
        ? (code, a, b) => extreme64(code, op, signed, a, b)
        : (code, a, b) => extremeInts(code, op, bytes, signed, a, b);
    default:
      return null;
  }
}

function multiplied({ m }: Code, bytes: 2 | 4 | 8, a: Ref, b: Ref): Ref {
  return bytes === 2 ? m.i16x8.mul(a, b) : bytes === 4 ? m.i32x4.mul(a, b) : m.i64x2.mul(a, b);
}

/** In lanes of 16 bits, of which the low bytes stay. */
function multiplyBytes(code: Code, left: Ref, right: Ref): Ref {
  const { m } = code;
  const [a, b] = [shareVector(code, left), shareVector(code, right)];
  const low = m.i16x8.extmul_low_i8x16_u(a.first, b.first);
  const high = m.i16x8.extmul_high_i8x16_u(a.again(), b.again());
  return m.i8x16.shuffle(low, high, evenParts(2));
}

function extremeInts(code: Code, op: "min" | "max", bytes: 1 | 2 | 4, signed: boolean, a: Ref, b: Ref): Ref {
  const { m } = code;
  const of = bytes === 1 ? m.i8x16 : bytes === 2 ? m.i16x8 : m.i32x4;
  return of[`${op}_${signed ? "s" : "u"}`](a, b);
}

function extreme64(code: Code, op: "min" | "max", signed: boolean, left: Ref, right: Ref): Ref {
  const [a, b] = [shareVector(code, left), shareVector(code, right)];
  const before = intCompare(op === "min" ? "lt" : "gt", 8, signed)(code, a.again(), b.again());
  return code.m.v128.bitselect(a.first, b.first, before);
}

/** All ones where it holds. */
export function intCompare(op: CompareOp, bytes: Bytes, signed: boolean): Two {
  if (op === "eq" || op === "ne") return (code, a, b) => intsOf(code, bytes)[op](a, b);
  if (signed) return (code, a, b) => intsOf(code, bytes)[`${op}_s`](a, b);
  // There are no unsigned comparisons of 64 bits: the lowest becomes the lowest signed.
  if (bytes === 8) {
    return (code, a, b) => code.m.i64x2[`${op}_s`](flipSign(code, a), flipSign(code, b));
  }
  return ({ m }, a, b) => (bytes === 1 ? m.i8x16 : bytes === 2 ? m.i16x8 : m.i32x4)[`${op}_u`](a, b);
}

function flipSign(code: Code, x: Ref): Ref {
  return code.m.v128.xor(x, splatInt(code, 8, -(2n ** 63n)));
}

export function intUnary(op: UnaryOp, bytes: Bytes, signed: boolean): Compute | null {
  switch (op) {
    case "neg":
      return (code, x) => intsOf(code, bytes).neg(x as Ref);
    case "invert":
      return (code, x) => code.m.v128.not(x as Ref);
    case "abs":
      return signed ? (code, x) => intsOf(code, bytes).abs(x as Ref) : (_, x) => x as Ref;
    case "not":
      return null;
  }
}

export function shifted(code: Code, op: "shl" | "shr", bytes: Bytes, signed: boolean, x: Ref, by: Ref): Ref {
  const of = intsOf(code, bytes);
  return op === "shl" ? of.shl(x, by) : signed ? of.shr_s(x, by) : of.shr_u(x, by);
}

/** The low bits of each lane, sign- or zero-extended. */
export function extendLanes(code: Code, bytes: Bytes, bits: number, signed: boolean, x: Ref): Ref {
  const width = bytes * 8;
  if (bits >= width) return x;
  if (!signed) return code.m.v128.and(x, splatInt(code, bytes, (1n << BigInt(bits)) - 1n));
  const unused = (): Ref => code.m.i32.const(width - bits);
  const of = intsOf(code, bytes);
  return of.shr_s(of.shl(x, unused()), unused());
}

// Floats

export function floatBinary(op: BinaryOp, bytes: 4 | 8): Two | null {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
      return (code, a, b) => floatsOf(code, bytes)[op](a, b);
    case "min":
    case "max":
      return (code, a, b) => extremeFloats(code, op, bytes, a, b);
    default:
      return null;
  }
}

/** NaN wins; of two equal operands the second is the result. */
function extremeFloats(code: Code, op: "min" | "max", bytes: 4 | 8, left: Ref, right: Ref): Ref {
  const { v128 } = code.m;
  const of = floatsOf(code, bytes);
  const [a, b] = [shareVector(code, left), shareVector(code, right)];
  const first = of[op === "min" ? "lt" : "gt"](a.again(), b.again());
  return v128.bitselect(a.first, b.first, v128.or(first, of.ne(a.again(), a.again())));
}

export function floatCompare(op: CompareOp, bytes: 4 | 8): Two {
  return (code, a, b) => floatsOf(code, bytes)[op](a, b);
}

export function floatUnary(op: UnaryOp, bytes: 4 | 8): Compute | null {
  return op === "neg" || op === "abs" ? (code, x) => floatsOf(code, bytes)[op](x as Ref) : null;
}

/** With the lane of the result. */
export function floatMath(fn: MathFn, bytes: 4 | 8): { lane: Lane; compute: Compute } | null {
  const float: Lane = { kind: "float", bytes };
  const mask: Lane = { kind: "mask", bytes };
  const infinity = (code: Code): Ref => splatFloat(code, bytes, Number.POSITIVE_INFINITY);
  switch (fn) {
    case "sqrt":
    case "floor":
    case "ceil":
    case "trunc":
      return { lane: float, compute: (code, x = none()) => floatsOf(code, bytes)[fn](x) };
    case "rint":
      return { lane: float, compute: (code, x = none()) => floatsOf(code, bytes).nearest(x) };
    case "isnan":
      return {
        lane: mask,
        compute: (code, operand = none()) => {
          const x = shareVector(code, operand);
          return floatsOf(code, bytes).ne(x.first, x.again());
        },
      };
    case "isinf":
    case "isfinite":
      return {
        lane: mask,
        compute: (code, x = none()) => {
          const of = floatsOf(code, bytes);
          return of[fn === "isinf" ? "eq" : "lt"](of.abs(x), infinity(code));
        },
      };
    default:
      return null;
  }
}

function none(): never {
  return bug("an operation without an operand");
}
