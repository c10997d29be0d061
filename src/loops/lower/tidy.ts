/** Leaves out scalars that nothing reads and arrays that nothing names. */
import type { Interval } from "../../types/interval.ts";
import type { Expr, Loops, PragmaName, Stmt } from "../nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, mapBodies, statementsIn } from "../walk.ts";
import { rangeOf } from "./integers.ts";

/** `ranges`: what is known of integers, for sums that may not fit a Python int. */
export function tidied(loops: Loops, ranges: ReadonlyMap<string, Interval>): Loops {
  const generated = new Set(loops.scalars.map(({ name }) => name));
  let body = loops.body;
  for (;;) {
    const read = readIn(body);
    for (const name of loops.results) read.add(name);
    const kept = pruned(body, (stmt) => {
      if (stmt.kind !== "assign" || read.has(stmt.target) || !generated.has(stmt.target)) return true;
      return canFault(stmt.value, ranges);
    });
    if (kept === body) break;
    body = kept;
  }
  const named = namesIn(body);
  for (const name of loops.results) named.add(name);
  for (const { name } of loops.params) named.add(name);
  const hasPragmas = [...statementsIn(body)].some(({ kind }) => kind === "pragma");
  return {
    ...loops,
    body: hasPragmas ? body.map((stmt) => withoutGone(stmt, named)) : body,
    scalars: loops.scalars.filter(({ name }) => named.has(name)),
    arrays: loops.arrays.filter(({ name }) => named.has(name)),
  };
}

/** A pragma about what is gone is about nothing. */
function withoutGone(stmt: Stmt, named: ReadonlySet<string>): Stmt {
  if (stmt.kind !== "pragma")
    return mapBodies(stmt, (body) => body.map((inner) => withoutGone(inner, named)));
  const names = stmt.names.map(({ word, is }): PragmaName => {
    const isGone = is.kind !== "loop" && "name" in is && !named.has(is.name);
    return { word, is: isGone ? { kind: "nothing" } : is };
  });
  return { ...stmt, names };
}

/** What must stay even if nobody reads its value. */
function canFault(value: Expr, ranges: ReadonlyMap<string, Interval>): boolean {
  for (const expr of expressionsIn(value)) {
    switch (expr.kind) {
      case "const":
      case "var":
      case "select":
      case "compare":
      case "logic":
        break;
      case "binary":
        if (expr.type.kind !== "python" || expr.op === "min" || expr.op === "max") break;
        if (!["add", "sub", "mul"].includes(expr.op)) return true;
        if (expr.type.name === "int" && rangeOf(expr, ranges) === null) return true;
        break;
      default:
        return true;
    }
  }
  return false;
}

function readIn(body: readonly Stmt[]): Set<string> {
  const read = new Set<string>();
  for (const stmt of statementsIn(body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "var") read.add(expr.name);
    }
  }
  return read;
}

function namesIn(body: readonly Stmt[]): Set<string> {
  const named = new Set<string>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign") named.add(stmt.target);
    if (stmt.kind === "store") named.add(stmt.array);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "var") named.add(expr.name);
        if (expr.kind === "load") named.add(expr.array);
      }
    }
  }
  return named;
}

function pruned(body: readonly Stmt[], keep: (stmt: Stmt) => boolean): readonly Stmt[] {
  let changed = false;
  const kept: Stmt[] = [];
  for (const stmt of body) {
    if (!keep(stmt)) {
      changed = true;
      continue;
    }
    const inner = bodiesOf(stmt).length === 0 ? stmt : withBodies(stmt, keep);
    if (inner !== stmt) changed = true;
    if (inner.kind === "if" && inner.then.length === 0 && inner.else.length === 0) {
      changed = true;
      continue;
    }
    kept.push(inner);
  }
  return changed ? kept : body;
}

function withBodies(stmt: Stmt, keep: (stmt: Stmt) => boolean): Stmt {
  let changed = false;
  const next = mapBodies(stmt, (body) => {
    const kept = pruned(body, keep);
    if (kept !== body) changed = true;
    return kept;
  });
  return changed ? next : stmt;
}
