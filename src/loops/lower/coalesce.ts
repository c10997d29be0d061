/**
 * Arrays that are computed where they are wanted. A function that gives a new array computes it in memory of its own,
 * from which it is copied to the variable; where nothing uses the variable meanwhile, the array is the variable's own
 * from the start:
 *
 *     for i in range(8):                    for i in range(8):
 *         t[i] = x[i] * 2                       x[i] = x[i] * 2
 *     for i in range(8):
 *         x[i] = t[i]
 */
import { leaves } from "../depend/jumps.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt } from "../nodes.ts";
import { expressionsIn, expressionsOf, mapBodies, mapExpr, mapExpressions, statementsIn } from "../walk.ts";
import { keyOf, known } from "./integers.ts";

export function withoutCopies(loops: Loops): Loops {
  let current = loops;
  for (;;) {
    const next = withoutOne(current);
    if (next === null) return current;
    current = next;
  }
}

/** Without one copy; null where there is none to leave out. */
function withoutOne(loops: Loops): Loops | null {
  const arrays = new Map(loops.arrays.map((decl) => [decl.name, decl]));
  const results = new Set(loops.results);
  const uses = usesIn(loops.body);
  let isDone = false;
  const block = (body: readonly Stmt[]): readonly Stmt[] => {
    for (const [at, stmt] of body.entries()) {
      if (isDone) break;
      const copy = copyOf(stmt, arrays);
      if (copy === null || results.has(copy.from) || copy.from === copy.to) continue;
      const first = body.findIndex((one) => usesIn([one]).has(copy.from));
      const part = body.slice(first, at);
      const isAll = usesIn(body.slice(first, at + 1)).get(copy.from) === uses.get(copy.from);
      if (first >= at || !isAll || !canMove(part, copy, arrays)) continue;
      isDone = true;
      const moved = part.map((one) => renamed(one, copy.from, copy.to));
      return [...body.slice(0, first), ...moved, ...body.slice(at + 1)];
    }
    return isDone ? body : body.map((stmt) => (isDone ? stmt : mapBodies(stmt, block)));
  };
  const body = block(loops.body);
  return isDone ? { ...loops, body } : null;
}

interface Copy {
  readonly from: string;
  readonly to: string;
}

/** A nest that copies all of one array to another of the same shape. */
function copyOf(stmt: Stmt, arrays: ReadonlyMap<string, ArrayDecl>): Copy | null {
  const filled = filledBy(stmt, arrays);
  if (filled === null || filled.body.length !== 1) return null;
  const { store } = filled;
  const { value } = store;
  if (value.kind !== "load" || keyOfIndex(value.index) !== keyOfIndex(store.index)) return null;
  const [from, to] = [arrays.get(value.array), arrays.get(store.array)];
  if (from === undefined || to === undefined || from.table !== undefined) return null;
  return String(from.shape) === String(to.shape) ? { from: from.name, to: to.name } : null;
}

interface Filled {
  readonly store: Extract<Stmt, { kind: "store" }>;
  readonly body: readonly Stmt[]; // of the innermost loop, which ends with the store
}

/** A nest that sets each element of an array once, in a loop for each of its axes. */
function filledBy(stmt: Stmt, arrays: ReadonlyMap<string, ArrayDecl>): Filled | null {
  const around: For[] = [];
  let body: readonly Stmt[] = [stmt];
  for (;;) {
    const last = body.at(-1);
    if (last?.kind === "store") {
      const decl = arrays.get(last.array);
      const isWhole =
        decl !== undefined &&
        decl.shape.length === around.length &&
        last.index.every((index, axis) => isCounter(index, around[axis], decl.shape[axis]));
      return isWhole ? { store: last, body } : null;
    }
    if (body.length !== 1 || last?.kind !== "for") return null;
    around.push(last);
    body = last.body;
  }
}

function isCounter(index: Expr, loop: For | undefined, extent: number | undefined): boolean {
  if (index.kind !== "var" || loop === undefined || extent === undefined) return false;
  const isPlain = loop.step === 1 && known(loop.from) === 0 && known(loop.to) === extent;
  return isPlain && index.name === loop.variable;
}

/** Whether `part`, which makes `from`, may use the memory of `to` for it. */
function canMove(part: readonly Stmt[], { from, to }: Copy, arrays: ReadonlyMap<string, ArrayDecl>): boolean {
  const [first, ...rest] = part;
  if (first === undefined || part.some(leaves) || usesIn(rest).has(to)) return false;
  if (statementsIn(part).some((stmt) => stmt.kind === "region")) return false;
  const filled = filledBy(first, arrays);
  if (filled === null || filled.store.array !== from) return false;
  // An element of either is only used with the same indices, and set last.
  const index = keyOfIndex(filled.store.index);
  return statementsIn(filled.body).every((stmt) => {
    if (stmt !== filled.store && stmt.kind === "store" && (stmt.array === to || stmt.array === from))
      return false;
    return expressionsOf(stmt)
      .flatMap(expressionsIn)
      .every((expr) => {
        if (expr.kind !== "load" || (expr.array !== to && expr.array !== from)) return true;
        return expr.array === to && keyOfIndex(expr.index) === index;
      });
  });
}

function keyOfIndex(index: readonly Expr[]): string {
  return index.map(keyOf).join();
}

/** How often each array is named. */
function usesIn(body: readonly Stmt[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const add = (name: string): void => {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  };
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "store") add(stmt.array);
    if (stmt.kind === "region") {
      for (const arg of stmt.external?.args ?? []) if (arg.kind === "array") add(arg.name);
    }
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "load") add(expr.array);
    }
  }
  return uses;
}

function renamed(stmt: Stmt, from: string, to: string): Stmt {
  const inExpr = (expr: Expr): Expr =>
    mapExpr(expr, (inner) =>
      inner.kind === "load" && inner.array === from ? { ...inner, array: to } : inner,
    );
  const own = mapExpressions(stmt, inExpr);
  const next = own.kind === "store" && own.array === from ? { ...own, array: to } : own;
  return mapBodies(next, (body) => body.map((inner) => renamed(inner, from, to)));
}
