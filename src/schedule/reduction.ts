/** Accumulations: `s = s + x`, `c[i, j] = max(c[i, j], x)`, whose order is free where the operator is associative. */

import { namesRead } from "../loops/analysis/effects.ts";
import { sameExpr } from "../loops/indices.ts";
import type { Assign, Expr, Stmt, Store } from "../loops/nodes.ts";
import { expressionsOf, statementsIn } from "../loops/walk.ts";
import type { BinaryOp, Value } from "../types/operators.ts";
import type { ScalarType } from "../types/types.ts";

export type AccumulatingOp = Extract<BinaryOp, "add" | "sub" | "mul" | "min" | "max" | "and" | "or" | "xor">;

export interface Accumulation {
  readonly stmt: Assign | Store;
  readonly name: string; // the scalar or array
  readonly index: readonly Expr[]; // of an array
  readonly op: AccumulatingOp;
  readonly type: ScalarType;
}

const accumulating: readonly string[] = ["add", "sub", "mul", "min", "max", "and", "or", "xor"];

/** Every statement that touches `name` accumulates into it with one operator, else null. */
export function accumulationsOf(body: readonly Stmt[], name: string): readonly Accumulation[] | null {
  const found: Accumulation[] = [];
  for (const stmt of statementsIn(body)) {
    if (!touches(stmt, name)) continue;
    const one = accumulationOf(stmt);
    if (one === null || one.name !== name) return null;
    found.push(one);
  }
  const [first] = found;
  if (first === undefined) return null;
  return found.every((one) => family(one.op) === family(first.op)) ? found : null;
}

/** `s = s op x` and `s = x op s`, where x does not read s; the cast back of an exact type may stand around it. */
export function accumulationOf(stmt: Stmt): Accumulation | null {
  if (stmt.kind !== "assign" && stmt.kind !== "store") return null;
  const name = stmt.kind === "assign" ? stmt.target : stmt.array;
  const index = stmt.kind === "assign" ? [] : stmt.index;
  const { value } = stmt;
  const sum = value.kind === "cast" && castsBack(value.operand, value.type) ? value.operand : value;
  if (sum.kind !== "binary" || !accumulating.includes(sum.op)) return null;
  const old = (expr: Expr): boolean =>
    stmt.kind === "assign"
      ? expr.kind === "var" && expr.name === name
      : expr.kind === "load" && expr.array === name && sameIndex(expr.index, index);
  const [more, first] = old(sum.left) ? [sum.right, true] : [sum.left, false];
  if (!first && (!old(sum.right) || sum.op === "sub")) return null;
  if (namesRead(more).has(name) || index.some((expr) => namesRead(expr).has(name))) return null;
  return { stmt, name, index, op: sum.op as AccumulatingOp, type: value.type };
}

/** What changes nothing; null where the type has none. */
export function identityOf({ op, type }: Accumulation): Value | null {
  const isBool = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  const isFloat =
    (type.kind === "float" && type.variant !== "flopoco") ||
    (type.kind === "python" && type.name === "float");
  switch (op) {
    case "add":
    case "sub":
      // -0.0 + x is x for every float, 0.0 + x is not: of -0.0 it makes 0.0.
      return isBool ? false : isFloat ? -0 : 0;
    case "or":
    case "xor":
      return isBool ? false : 0;
    case "mul":
      return isBool ? true : one(type);
    case "and":
      return isBool ? true : type.kind === "int" ? largest(type.bits, type.signed, "ones") : null;
    case "min":
      return isBool ? true : extreme(type, "largest");
    case "max":
      return isBool ? false : extreme(type, "smallest");
  }
}

function one(type: ScalarType): Value | null {
  return type.kind === "fixed" ? null : 1;
}

function extreme(type: ScalarType, which: "largest" | "smallest"): Value | null {
  switch (type.kind) {
    case "int":
      return largest(type.bits, type.signed, which);
    case "float":
      if (type.exponent === 11 && type.variant === "flopoco") return null; // kept as bits
      return which === "largest" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    case "python":
      if (type.name !== "float") return null;
      return which === "largest" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    case "fixed":
      return largest(type.width, type.signed, which);
    default:
      return null;
  }
}

/** Integers are numbers where they are safe ones. */
function largest(bits: number, signed: boolean, which: "largest" | "smallest" | "ones"): Value {
  const width = BigInt(bits);
  const top = signed ? (1n << (width - 1n)) - 1n : (1n << width) - 1n;
  const bottom = signed ? -(1n << (width - 1n)) : 0n;
  const value = which === "largest" ? top : which === "smallest" ? bottom : signed ? -1n : top;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Taking away is adding the negative: it joins sums. */
export function family(op: AccumulatingOp): AccumulatingOp {
  return op === "sub" ? "add" : op;
}

function touches(stmt: Stmt, name: string): boolean {
  if (stmt.kind === "assign" && stmt.target === name) return true;
  if (stmt.kind === "store" && stmt.array === name) return true;
  return expressionsOf(stmt).some((expr) => namesRead(expr).has(name));
}

function sameIndex(a: readonly Expr[], b: readonly Expr[]): boolean {
  return a.length === b.length && a.every((expr, dim) => b[dim] !== undefined && sameExpr(expr, b[dim]));
}

/** Exact types grow with each sum and are cast back. */
function castsBack(operand: Expr, to: ScalarType): boolean {
  if (operand.kind !== "binary" || !["add", "sub", "mul"].includes(operand.op)) return false;
  if (operand.type.kind === "int" && to.kind === "int") return operand.type.bits >= to.bits;
  return operand.type.kind === "fixed" && to.kind === "fixed";
}
