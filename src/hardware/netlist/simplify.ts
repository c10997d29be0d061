/**
 * Expressions made in their simplest form: constants folded, neutral operands dropped, bits taken from where they
 * come from. Each rule looks one level down; because operands were made the same way, that is enough for most.
 */
import { applyBinary, applyUnary, extendBits, ones, sliceBits } from "./bits.ts";
import { type Builder, intern } from "./builder.ts";
import type { BinaryOp, Const, Expr, Extend, UnaryOp } from "./nodes.ts";

export function makeUnary(b: Builder, op: UnaryOp, operand: Expr): Expr {
  const width = op === "not" || op === "neg" ? operand.width : 1;
  if (operand.kind === "const") return constant(b, width, applyUnary(op, operand.width, operand.value));
  if (operand.width === 1 && op !== "not") return operand; // -x is x, and so is any reduction of one bit
  if (op === "not" || op === "neg") {
    if (operand.kind === "unary" && operand.op === op) return operand.operand;
  }
  if (op === "not" && operand.kind === "binary") {
    const opposite = oppositeOf(operand.op);
    if (opposite !== null) return makeBinary(b, opposite.op, ...order(operand.left, operand.right, opposite));
  }
  if (op === "reduceOr" && operand.kind === "extend") return makeUnary(b, op, operand.operand);
  return intern(b, { kind: "unary", op, width, operand });
}

/** What holds exactly when the comparison does not. */
function oppositeOf(op: BinaryOp): { readonly op: BinaryOp; readonly swapped: boolean } | null {
  switch (op) {
    case "eq":
      return { op: "ne", swapped: false };
    case "ne":
      return { op: "eq", swapped: false };
    case "ult":
      return { op: "ule", swapped: true };
    case "ule":
      return { op: "ult", swapped: true };
    case "slt":
      return { op: "sle", swapped: true };
    case "sle":
      return { op: "slt", swapped: true };
    default:
      return null;
  }
}

function order(left: Expr, right: Expr, { swapped }: { readonly swapped: boolean }): [Expr, Expr] {
  return swapped ? [right, left] : [left, right];
}

export function makeBinary(b: Builder, op: BinaryOp, left: Expr, right: Expr): Expr {
  const width = isCompare(op) ? 1 : left.width;
  if (left.kind === "const" && right.kind === "const") {
    return constant(b, width, applyBinary(op, left.width, left.value, right.value));
  }
  if (op === "mul" && left.kind === "extend" && right.kind === "extend") {
    const bits = left.operand.width + right.operand.width; // all that the product has
    if (bits < width && left.signed === right.signed) {
      const exact = (one: Extend): Expr => makeExtend(b, one.operand, bits, one.signed);
      return makeExtend(b, makeBinary(b, op, exact(left), exact(right)), width, left.signed);
    }
  }
  if (left.kind === "const" && isCommutative(op)) return makeBinary(b, op, right, left);
  return (
    (left === right ? ofEqual(b, op, left) : null) ??
    (right.kind === "const" ? withConstant(b, op, left, right) : null) ??
    (left.kind === "const" ? fromConstant(b, op, left) : null) ??
    intern(b, { kind: "binary", op, width, left, right })
  );
}

function ofEqual(b: Builder, op: BinaryOp, operand: Expr): Expr | null {
  switch (op) {
    case "and":
    case "or":
      return operand;
    case "sub":
    case "xor":
      return constant(b, operand.width, 0n);
    case "eq":
    case "ule":
    case "sle":
      return constant(b, 1, 1n);
    case "ne":
    case "ult":
    case "slt":
      return constant(b, 1, 0n);
    default:
      return null;
  }
}

function withConstant(b: Builder, op: BinaryOp, left: Expr, right: Const): Expr | null {
  const { value } = right;
  const { width } = left;
  const all = value === ones(width);
  switch (op) {
    case "add":
    case "sub":
      return value === 0n ? left : null;
    case "or":
      return value === 0n ? left : all ? right : null;
    case "xor":
      return value === 0n ? left : all ? makeUnary(b, "not", left) : null;
    case "and":
      return value === 0n ? right : all ? left : null;
    case "mul":
      return value === 0n ? right : powerOfTwo(value) ? shiftLeft(b, left, log2(value)) : null;
    case "shl":
      return value >= BigInt(width) ? constant(b, width, 0n) : shiftLeft(b, left, Number(value));
    case "shr":
      return value >= BigInt(width) ? constant(b, width, 0n) : shiftRight(b, left, Number(value), false);
    case "sshr":
      return shiftRight(b, left, value >= BigInt(width) ? width - 1 : Number(value), true);
    case "eq":
      return width === 1 ? (value === 1n ? left : makeUnary(b, "not", left)) : narrowed(b, op, left, value);
    case "ne":
      return width === 1 ? (value === 0n ? left : makeUnary(b, "not", left)) : narrowed(b, op, left, value);
    case "ult":
      return value === 0n
        ? constant(b, 1, 0n)
        : value === 1n
          ? makeBinary(b, "eq", left, zero(b, left))
          : null;
    case "ule":
      return all ? constant(b, 1, 1n) : value === 0n ? makeBinary(b, "eq", left, right) : null;
    case "slt":
      return value === 0n ? makeSlice(b, left, width - 1, 1) : null;
    case "sle":
      return null;
  }
}

/** A constant on the left of what does not commute. */
function fromConstant(b: Builder, op: BinaryOp, left: Const): Expr | null {
  switch (op) {
    case "shl":
    case "shr":
    case "sshr":
      return left.value === 0n ? left : null;
    case "ule":
      return left.value === 0n ? constant(b, 1, 1n) : null;
    case "ult":
      return left.value === ones(left.width) ? constant(b, 1, 0n) : null;
    default:
      return null;
  }
}

/** Comparing what was extended by zeros with a constant: the zeros say nothing, or all. */
function narrowed(b: Builder, op: "eq" | "ne", left: Expr, value: bigint): Expr | null {
  if (left.kind !== "extend" || left.signed) return null;
  const inner = left.operand;
  if (value > ones(inner.width)) return constant(b, 1, op === "eq" ? 0n : 1n);
  return makeBinary(b, op, inner, constant(b, inner.width, value));
}

/** By a constant amount less than the width: wires, no shifter. */
function shiftLeft(b: Builder, operand: Expr, amount: number): Expr {
  if (amount === 0) return operand;
  return makeConcat(b, [makeSlice(b, operand, 0, operand.width - amount), constant(b, amount, 0n)]);
}

function shiftRight(b: Builder, operand: Expr, amount: number, signed: boolean): Expr {
  const kept = makeSlice(b, operand, amount, operand.width - amount);
  return makeExtend(b, kept, operand.width, signed);
}

export function makeMux(b: Builder, condition: Expr, yes: Expr, no: Expr): Expr {
  if (condition.kind === "const") return condition.value === 1n ? yes : no;
  if (yes === no) return yes;
  if (condition.kind === "unary" && condition.op === "not") return makeMux(b, condition.operand, no, yes);
  if (yes.kind === "mux" && yes.condition === condition) return makeMux(b, condition, yes.then, no);
  if (no.kind === "mux" && no.condition === condition) return makeMux(b, condition, yes, no.else);
  if (yes.width === 1) {
    if (yes.kind === "const") {
      const other = yes.value === 1n ? condition : makeUnary(b, "not", condition);
      return makeBinary(b, yes.value === 1n ? "or" : "and", other, no);
    }
    if (no.kind === "const") {
      const other = no.value === 0n ? condition : makeUnary(b, "not", condition);
      return makeBinary(b, no.value === 0n ? "and" : "or", other, yes);
    }
  }
  return intern(b, { kind: "mux", width: yes.width, condition, then: yes, else: no });
}

/** Nested ones are written flat, neighbours that are constants or stand side by side in one value are joined. */
export function makeConcat(b: Builder, parts: readonly Expr[]): Expr {
  const flat = parts.flatMap((part) => (part.kind === "concat" ? part.parts : [part]));
  const joined: Expr[] = [];
  for (const part of flat) {
    const before = joined.at(-1);
    const both = before === undefined ? null : joinBits(b, before, part);
    if (both === null) joined.push(part);
    else joined.splice(-1, 1, both);
  }
  const [first, ...rest] = joined;
  if (first !== undefined && rest.length === 0) return first;
  if (first?.kind === "const" && first.value === 0n) {
    return makeExtend(
      b,
      makeConcat(b, rest),
      flat.reduce((sum, { width }) => sum + width, 0),
      false,
    );
  }
  const width = joined.reduce((sum, part) => sum + part.width, 0);
  return intern(b, { kind: "concat", width, parts: joined });
}

function joinBits(b: Builder, high: Expr, low: Expr): Expr | null {
  const width = high.width + low.width;
  if (high.kind === "const" && low.kind === "const") {
    return constant(b, width, (high.value << BigInt(low.width)) | low.value);
  }
  if (high.kind === "slice" && low.kind === "slice" && high.operand === low.operand) {
    if (high.low === low.low + low.width) return makeSlice(b, high.operand, low.low, width);
  }
  return null;
}

export function makeSlice(b: Builder, operand: Expr, low: number, width: number): Expr {
  if (width === operand.width) return operand;
  switch (operand.kind) {
    case "const":
      return constant(b, width, sliceBits(operand.value, low, width));
    case "slice":
      return makeSlice(b, operand.operand, operand.low + low, width);
    case "concat":
      return sliceOfConcat(b, operand.parts, low, width);
    case "extend": {
      const inner = operand.operand;
      if (low + width <= inner.width) return makeSlice(b, inner, low, width);
      if (low < inner.width) {
        return makeExtend(b, makeSlice(b, inner, low, inner.width - low), width, operand.signed);
      }
      if (!operand.signed) return constant(b, width, 0n);
      return makeExtend(b, makeSlice(b, inner, inner.width - 1, 1), width, true);
    }
    default:
      return intern(b, { kind: "slice", width, operand, low });
  }
}

function sliceOfConcat(b: Builder, parts: readonly Expr[], low: number, width: number): Expr {
  const taken: Expr[] = [];
  let at = 0; // where the part begins
  for (const part of [...parts].reverse()) {
    const from = Math.max(low - at, 0);
    const to = Math.min(low + width - at, part.width);
    if (from < to) taken.unshift(makeSlice(b, part, from, to - from));
    at += part.width;
  }
  return makeConcat(b, taken);
}

export function makeExtend(b: Builder, operand: Expr, width: number, signed: boolean): Expr {
  if (width === operand.width) return operand;
  if (operand.kind === "const") {
    return constant(b, width, extendBits(signed, operand.width, width, operand.value));
  }
  if (operand.kind === "extend") {
    // Zeros on top make a value that is not negative: then both kinds of extension add zeros.
    if (!operand.signed || signed) return makeExtend(b, operand.operand, width, operand.signed);
  }
  return intern(b, { kind: "extend", width, operand, signed });
}

/** An expression over other operands, which may be simpler than those it was written for. */
export function makeAgain(b: Builder, expr: Expr, map: (operand: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "const":
    case "ref":
      return intern(b, expr);
    case "unary":
      return makeUnary(b, expr.op, map(expr.operand));
    case "binary":
      return makeBinary(b, expr.op, map(expr.left), map(expr.right));
    case "mux":
      return makeMux(b, map(expr.condition), map(expr.then), map(expr.else));
    case "concat":
      return makeConcat(b, expr.parts.map(map));
    case "slice":
      return makeSlice(b, map(expr.operand), expr.low, expr.width);
    case "extend":
      return makeExtend(b, map(expr.operand), expr.width, expr.signed);
  }
}

function constant(b: Builder, width: number, value: bigint): Expr {
  return intern(b, { kind: "const", width, value });
}

function zero(b: Builder, like: Expr): Expr {
  return constant(b, like.width, 0n);
}

function isCompare(op: BinaryOp): boolean {
  return ["eq", "ne", "ult", "ule", "slt", "sle"].includes(op);
}

function isCommutative(op: BinaryOp): boolean {
  return ["add", "mul", "and", "or", "xor", "eq", "ne"].includes(op);
}

function powerOfTwo(value: bigint): boolean {
  return value !== 0n && (value & (value - 1n)) === 0n;
}

function log2(value: bigint): number {
  return value.toString(2).length - 1;
}
