/** What statements read, write and leave early: the facts that legality asks beside dependences. */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, For, Loops, Stmt } from "../nodes.ts";
import { bodiesOf, children, expressionsOf, statementsIn } from "../walk.ts";
import { firstUse, namesRead } from "./use.ts";

export { namesRead };

/** Scalars assigned and arrays stored to, anywhere inside. */
export function writesOf(body: readonly Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign") names.add(stmt.target);
    if (stmt.kind === "store") names.add(stmt.array);
  }
  return names;
}

/** Scalars, loop variables and arrays read, anywhere inside. */
export function readsOf(body: readonly Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stmt of statementsIn(body)) {
    for (const expr of expressionsOf(stmt)) for (const name of namesRead(expr)) names.add(name);
  }
  return names;
}

export function hasLoad(expr: Expr): boolean {
  return expr.kind === "load" || children(expr).some(hasLoad);
}

/** A `break` that leaves the very loop that has this body. */
export function breaksOut(body: readonly Stmt[]): Stmt | null {
  return leaving(body, "break");
}

/** A jump among statements of one body: what stands after it may not run. */
export function jumpsOut(body: readonly Stmt[]): Stmt | null {
  return breaksOut(body) ?? continuesOut(body);
}

export function continuesOut(body: readonly Stmt[]): Stmt | null {
  return leaving(body, "continue");
}

function leaving(body: readonly Stmt[], kind: "break" | "continue"): Stmt | null {
  for (const stmt of body) {
    if (stmt.kind === kind) return stmt;
    if (stmt.kind === "for" || stmt.kind === "while") continue; // its own
    for (const inner of bodiesOf(stmt)) {
      const found = leaving(inner, kind);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A scalar that lives within an iteration of `inner` alone, for the whole nest from `outer` to `inner`. */
export function isPrivate(loops: Loops, outer: For, inner: For, scalar: string): boolean {
  return firstUse(inner.body, scalar) !== "read" && !liveAfter(loops, outer, scalar);
}

/** Whether a scalar, or the one element of an array that the statements use, is written before it is read. */
export function startsByWriting(body: readonly Stmt[], name: string): boolean {
  return firstUse(body, name) === "written";
}

/** Whether a scalar's value at the end of `loop` may be read later. */
export function liveAfter(loops: Loops, loop: For, scalar: string): boolean {
  const way = wayTo(loops.body, loop.name) ?? bug(`no loop \`${loop.name}\``);
  for (const { list, at, inside } of way.toReversed()) {
    const rest = list.slice(at + 1);
    const next = firstUse(rest, scalar);
    if (next === "read") return true;
    const jumps = breaksOut(rest) !== null || continuesOut(rest) !== null;
    if (next === "written" && !jumps) return false;
    if (inside === null || (inside.kind !== "for" && inside.kind !== "while")) continue;
    // The loop around goes on with its next iteration, or ends.
    const again = inside.kind === "while" && namesRead(inside.condition).has(scalar);
    if (again || firstUse(inside.body, scalar) === "read") return true;
  }
  return loops.results.includes(scalar);
}

interface Level {
  readonly list: readonly Stmt[];
  readonly at: number; // the statement of the list that the loop is, or is in
  readonly inside: Stmt | null; // the statement that has the list
}

function wayTo(list: readonly Stmt[], name: string, inside: Stmt | null = null): readonly Level[] | null {
  for (const [at, stmt] of list.entries()) {
    const here = { list, at, inside };
    if (stmt.kind === "for" && stmt.name === name) return [here];
    for (const body of bodiesOf(stmt)) {
      const way = wayTo(body, name, stmt);
      if (way !== null) return [here, ...way];
    }
  }
  return null;
}
