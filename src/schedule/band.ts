/**
 * Nests of loops, one directly inside the other. Guards that only look at loop variables, such as `split` leaves, may
 * stand between the loops; they are moved into the innermost body, where they mean the same. So may pragmas, which know
 * the loop they are about.
 */

import { breaksOut, continuesOut, hasLoad, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { compare, constantOf, int, variable } from "../loops/indices.ts";
import type { Expr, For, If, Stmt } from "../loops/nodes.ts";
import { expressionsIn, statementsIn } from "../loops/walk.ts";
import { valueAt } from "./bounds.ts";

export interface Band {
  readonly loops: readonly For[]; // outermost first; the heads count, not the bodies
  readonly body: readonly Stmt[]; // of the innermost, guards included
}

/** From `outer` down to the loop called `innermost`; null where something else stands between them. */
export function perfectBand(outer: For, innermost: string): Band | null {
  const loops: For[] = [];
  const guards: If[] = [];
  const pragmas: Stmt[] = [];
  /** The only statement of a list; null where there is none, or another. */
  const onlyIn = (stmts: readonly Stmt[]): Stmt | null => {
    pragmas.push(...stmts.filter(isPragma));
    const [only, other] = stmts.filter((stmt) => !isPragma(stmt));
    return only === undefined || other !== undefined ? null : only;
  };
  const written = writesOf(outer.body);
  let current: Stmt | null = outer;
  for (;;) {
    if (current === null) return null;
    if (current.kind === "if") {
      if (current.else.length > 0 || !isGuard(current.condition, written)) return null;
      guards.push(current);
      current = onlyIn(current.then);
      continue;
    }
    if (current.kind !== "for") return null;
    if (guards.length > 0 && [current.from, current.to].some(hasLoad)) return null; // the guard may protect it
    loops.push(current);
    if (current.name === innermost) {
      const body = [...pragmas, ...current.body];
      return { loops, body: guards.reduceRight((inner, guard) => [{ ...guard, then: inner }], body) };
    }
    current = onlyIn(current.body);
  }
}

/**
 * The same, where other statements may stand between the loops: what comes before an inner loop goes into its first
 * iteration, what comes after it into its last. Null when it is not known that there are such iterations.
 */
export function sunkBand(outer: For, innermost: string): Band | null {
  if (outer.name === innermost) return { loops: [outer], body: outer.body };
  const guard = onlyGuard(outer);
  if (guard !== null) {
    const band = sunkBand({ ...outer, body: guard.then }, innermost);
    if (band === null || band.loops.some(({ from, to }) => hasLoad(from) || hasLoad(to))) return null;
    return { loops: [outer, ...band.loops.slice(1)], body: [{ ...guard, then: band.body }] };
  }
  const at = outer.body.findIndex((stmt) => stmt.kind === "for" && holds(stmt, innermost));
  const inner = outer.body[at];
  if (inner === undefined || inner.kind !== "for") return null;
  const band = perfectBand(inner, innermost) ?? sunkBand(inner, innermost);
  if (band === null) return null;
  const others = (stmts: readonly Stmt[]): readonly Stmt[] => stmts.filter((stmt) => !isPragma(stmt));
  const before = once(others(outer.body.slice(0, at)), band.loops, "first");
  const after = once(others(outer.body.slice(at + 1)), band.loops, "last");
  if (before === null || after === null) return null;
  const jumps = [outer, ...band.loops].some(({ body }) => breaksOut(body) ?? continuesOut(body));
  if (jumps) return null; // what comes after would not be reached
  const pragmas = outer.body.filter(isPragma);
  return { loops: [outer, ...band.loops], body: [...pragmas, ...before, ...band.body, ...after] };
}

/** A guard around all that a loop does. */
function onlyGuard({ body }: For): If | null {
  const [only, other] = body;
  if (only?.kind !== "if" || other !== undefined || only.else.length > 0) return null;
  return isGuard(only.condition, writesOf(body)) ? only : null;
}

function isPragma({ kind }: Stmt): boolean {
  return kind === "pragma";
}

/** The nest again, in the order given. */
export function nest(loops: readonly For[], body: readonly Stmt[]): readonly Stmt[] {
  return loops.reduceRight<readonly Stmt[]>((inner, loop) => [{ ...loop, body: inner }], body);
}

function holds(loop: For, name: string): boolean {
  if (loop.name === name) return true;
  for (const stmt of statementsIn(loop.body)) if (stmt.kind === "for" && stmt.name === name) return true;
  return false;
}

function once(
  stmts: readonly Stmt[],
  loops: readonly For[],
  which: "first" | "last",
): readonly Stmt[] | null {
  const [first] = stmts;
  if (first === undefined) return [];
  let guarded = stmts;
  for (const loop of loops.toReversed()) {
    const trips = tripCount(loop);
    if (trips === null || trips === 0) return null;
    if (trips === 1) continue;
    const value = which === "first" ? loop.from : valueAt(loop.from, loop.step, int(trips - 1));
    const condition = compare("eq", variable(loop.variable), value);
    const origin = { span: first.origin.span, operator: "schedule" as const };
    guarded = [{ kind: "if", condition, then: guarded, else: [], origin }];
  }
  return guarded;
}

/** Made of what the nest never changes, and unable to fail: it may be asked anywhere inside, any number of times. */
export function isGuard(condition: Expr, written: ReadonlySet<string>): boolean {
  for (const expr of expressionsIn(condition)) {
    switch (expr.kind) {
      case "const":
      case "compare":
      case "logic":
        break;
      case "var":
        if (written.has(expr.name)) return false;
        break;
      case "binary": {
        const divides = ["floordiv", "mod"].includes(expr.op) && (constantOf(expr.right) ?? 0) > 0;
        if (!divides && !["add", "sub", "mul", "min", "max"].includes(expr.op)) return false;
        break;
      }
      default:
        return false;
    }
  }
  return true;
}
