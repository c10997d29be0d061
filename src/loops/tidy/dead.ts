/** Without assignments whose value nobody reads before the next one. */
import { tripCount } from "../analysis/trip_count.ts";
import { namesRead } from "../analysis/use.ts";
import type { Assign, Expr, For, Loops, Stmt, While } from "../nodes.ts";
import { flowOf } from "./flow.ts";

/** What an assignment sets that is kept only for its faults. */
export const nowhere = "@nowhere";

/**
 * `faults`: whether an expression that a statement evaluates may fault, which must be kept: the assignment then stays, or
 * sets `nowhere`.
 */
export function withoutDeadAssignments(
  loops: Loops,
  faults: (expr: Expr) => boolean,
  kept: "stays" | "nowhere" = "nowhere",
): Loops {
  const scalars = [...loops.scalars, ...loops.params].filter(({ kind }) => kind === "scalar");
  const walk: Walk = { faults, kept, scalars: new Set(scalars.map(({ name }) => name)) };
  const nothing = liveOf([]);
  const after = { end: liveOf(loops.results), atBreak: nothing, atContinue: nothing };
  return { ...loops, body: block(walk, loops.body, after).body };
}

interface Walk {
  readonly faults: (expr: Expr) => boolean;
  readonly kept: "stays" | "nowhere";
  readonly scalars: ReadonlySet<string>;
}

/** What is read where a list of statements may lead. */
interface After {
  readonly end: Live;
  readonly atBreak: Live;
  readonly atContinue: Live;
}

interface Done {
  readonly body: readonly Stmt[];
  readonly before: Live; // what is read from its head on
}

function block(walk: Walk, body: readonly Stmt[], after: After): Done {
  const kept: Stmt[] = [];
  let live = changed(after.end);
  for (const stmt of body.toReversed()) {
    const done = statement(walk, stmt, live, after);
    kept.push(...done.body);
    live = done.before;
  }
  return { body: kept.reverse(), before: live };
}

/** `live` is what is read after the statement; it may become what is read before it. */
function statement(walk: Walk, stmt: Stmt, live: Live, after: After): Done {
  switch (stmt.kind) {
    case "assign":
      return assignment(walk, stmt, live);
    case "store":
      return { body: [stmt], before: reading(walk, live, [...stmt.index, stmt.value]) };
    case "if": {
      const yes = block(walk, stmt.then, { ...after, end: live });
      const no = block(walk, stmt.else, { ...after, end: live });
      const body = { ...stmt, then: yes.body, else: no.body };
      return { body: [body], before: reading(walk, either(live, [yes.before, no.before]), [stmt.condition]) };
    }
    case "for":
    case "while":
      return loop(walk, stmt, live);
    case "region": {
      if (stmt.external !== undefined)
        return { body: [stmt], before: including(walk, live, flowOf([stmt]).exposed) };
      const inner = block(walk, stmt.body, { ...after, end: live });
      return { body: [{ ...stmt, body: inner.body }], before: either(live, [inner.before]) };
    }
    case "break":
      return { body: [stmt], before: changed(after.atBreak) };
    case "continue":
      return { body: [stmt], before: changed(after.atContinue) };
    case "pragma":
      return { body: [stmt], before: live };
  }
}

function assignment(walk: Walk, stmt: Assign, live: Live): Done {
  if (isLive(live, stmt.target) || !walk.scalars.has(stmt.target)) {
    live.names.set(stmt.target, false);
    return { body: [stmt], before: reading(walk, live, [stmt.value]) };
  }
  if (!walk.faults(stmt.value)) return { body: [], before: live };
  const target = walk.kept === "stays" ? stmt.target : nowhere;
  return { body: [{ ...stmt, target }], before: reading(walk, live, [stmt.value]) };
}

/** What is read at the head of the body is read at its end too. */
function loop(walk: Walk, stmt: For | While, live: Live): Done {
  const asked = stmt.kind === "while" ? [stmt.condition] : [];
  let head = reading(walk, liveOf(endless(stmt) ? [] : namesOf(live)), asked);
  for (;;) {
    const inner = block(walk, stmt.body, { end: head, atBreak: live, atContinue: head });
    const next = reading(walk, liveOf([...namesOf(head), ...namesOf(inner.before)]), asked);
    if (namesOf(next).size === namesOf(head).size) {
      const bounds = stmt.kind === "for" ? [stmt.from, stmt.to] : [];
      // A loop that surely runs sets what its body sets.
      const runs = endless(stmt) || (stmt.kind === "for" && (tripCount(stmt) ?? 0) > 0);
      const before = runs ? liveOf(namesOf(inner.before)) : next;
      return { body: [{ ...stmt, body: inner.body }], before: reading(walk, before, bounds) };
    }
    head = next;
  }
}

/** Left by `break` alone. */
function endless(stmt: For | While): boolean {
  return stmt.kind === "while" && stmt.condition.kind === "const" && stmt.condition.value === true;
}

/** Adds to `live` what expressions read. */
function reading(walk: Walk, live: Live, exprs: readonly Expr[]): Live {
  for (const expr of exprs) including(walk, live, namesRead(expr));
  return live;
}

/** Assignments are to scalars: nothing else needs to be known. */
function including({ scalars }: Walk, live: Live, names: Iterable<string>): Live {
  for (const name of names) if (scalars.has(name)) live.names.set(name, true);
  return live;
}

// Sets of names, as what is other than in the set that they come from: a branch changes few of many names.

interface Live {
  readonly from: Live | null;
  readonly names: Map<string, boolean>; // whether they are in it
}

function liveOf(names: Iterable<string>): Live {
  return { from: null, names: new Map([...names].map((name) => [name, true])) };
}

function changed(from: Live): Live {
  return { from, names: new Map() };
}

function isLive({ from, names }: Live, name: string): boolean {
  return names.get(name) ?? (from !== null && isLive(from, name));
}

function namesOf({ from, names }: Live): Set<string> {
  const all = from === null ? new Set<string>() : namesOf(from);
  for (const [name, isIn] of names) {
    if (isIn) all.add(name);
    else all.delete(name);
  }
  return all;
}

/** What one of the ways before `live` reads. */
function either(live: Live, ways: readonly Live[]): Live {
  if (ways.some(({ from }) => from !== live)) return liveOf(ways.flatMap((way) => [...namesOf(way)]));
  const names = new Set(ways.flatMap((way) => [...way.names.keys()]));
  const isIn = [...names].map((name) => [name, ways.some((way) => isLive(way, name))] as const);
  for (const [name, is] of isIn) live.names.set(name, is);
  return live;
}
