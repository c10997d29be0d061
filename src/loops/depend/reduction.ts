/** Accumulations: statements that fold one more value into a scalar or an array element. */
import type { BinaryOp } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Assign, Expr, Loops, Stmt, Store } from "../nodes.ts";
import { expressionsIn, statementsIn } from "../walk.ts";
import type { Access } from "./access.ts";
import { printExpr } from "./describe.ts";

export interface Reduction {
  readonly target: string; // `s` or `a[i]`, as printed
  readonly op: ReductionOp;
  readonly unordered: boolean; // the type makes any order give the same bits
}

export type ReductionOp = Extract<BinaryOp, "add" | "sub" | "mul" | "min" | "max" | "and" | "or" | "xor">;

/** Every accumulation of a kernel with the loops it runs over, innermost last. */
export function reductionsIn(loops: Loops): readonly (Reduction & { readonly stmt: Stmt })[] {
  return [...statementsIn(loops.body)].flatMap((stmt) => {
    const reduction = reductionOf(stmt);
    return reduction === null ? [] : [{ ...reduction, stmt }];
  });
}

/** Two accesses that belong to updates of one accumulation: their order matters only as far as its operator's does. */
export function reductionBetween(a: Access, b: Access): Reduction | null {
  const one = reductionOf(a.stmt);
  const two = a.stmt === b.stmt ? one : reductionOf(b.stmt);
  if (one === null || two === null || one.op !== two.op) return null;
  if (targetName(a.stmt) !== a.name || targetName(b.stmt) !== a.name) return null;
  return one;
}

/** `s = s + e`, `a[i] = a[i] + e`, where `e` does not read the target; also `e + s`, and `s + e + f`. */
export function reductionOf(stmt: Stmt): Reduction | null {
  if (stmt.kind !== "assign" && stmt.kind !== "store") return null;
  const known = found.get(stmt);
  if (known !== undefined) return known;
  const reduction = recognise(stmt);
  found.set(stmt, reduction);
  return reduction;
}

// A memo that nobody can observe: see dependence.ts.
const found = new WeakMap<Stmt, Reduction | null>();

function recognise(stmt: Assign | Store): Reduction | null {
  const { value } = stmt;
  if (value.kind !== "binary" || !isReductionOp(value.op)) return null;
  const name = targetName(stmt);
  const target =
    stmt.kind === "assign" ? stmt.target : `${stmt.array}[${stmt.index.map(printExpr).join(", ")}]`;
  const parts = operands(value, value.op);
  const own = parts.filter((part) => isRead(part) && printExpr(part) === target);
  const others = parts.filter((part) => !own.includes(part));
  const readsToo = (expr: Expr): boolean =>
    [...expressionsIn(expr)].some((inner) => readName(inner) === name);
  if (own.length !== 1 || others.some(readsToo)) return null;
  if (stmt.kind === "store" && stmt.index.some(readsToo)) return null;
  if (value.op === "sub" && parts[0] !== own[0]) return null;
  return { target, op: value.op, unordered: isAssociative(value.op, value.type) };
}

/** The operands of a chain of one operator: the chain of `sub` is its left spine. */
function operands(expr: Expr, op: BinaryOp): readonly Expr[] {
  if (expr.kind !== "binary" || expr.op !== op) return [expr];
  return [...operands(expr.left, op), ...(op === "sub" ? [expr.right] : operands(expr.right, op))];
}

function isReductionOp(op: BinaryOp): op is ReductionOp {
  return ["add", "sub", "mul", "min", "max", "and", "or", "xor"].includes(op);
}

/** Integers that wrap, and bits. A python int may leave its 64 bits in one order and not in another. */
function isAssociative(op: ReductionOp, type: ScalarType): boolean {
  const isBool = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  const isInt = type.kind === "python" && type.name === "int";
  if (isBool) return true;
  if (type.kind === "int" && type.rule === "numpy") return true;
  return isInt && op !== "add" && op !== "sub" && op !== "mul";
}

function targetName(stmt: Stmt): string | null {
  return stmt.kind === "assign" ? stmt.target : stmt.kind === "store" ? stmt.array : null;
}

function readName(expr: Expr): string | null {
  return expr.kind === "var" ? expr.name : expr.kind === "load" ? expr.array : null;
}

function isRead(expr: Expr): boolean {
  return readName(expr) !== null;
}
