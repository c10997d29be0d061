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
  return { ...loops, body: block(walk, loops.body, { end: new Set(loops.results), ...nowhereElse }).body };
}

interface Walk {
  readonly faults: (expr: Expr) => boolean;
  readonly kept: "stays" | "nowhere";
  readonly scalars: ReadonlySet<string>;
}

type Names = ReadonlySet<string>;

/** What is read where a list of statements may lead. */
interface After {
  readonly end: Names;
  readonly atBreak: Names;
  readonly atContinue: Names;
}

const nowhereElse = { atBreak: new Set<string>(), atContinue: new Set<string>() };

interface Done {
  readonly body: readonly Stmt[];
  readonly before: Set<string>; // what is read from its head on
}

function block(walk: Walk, body: readonly Stmt[], after: After): Done {
  const kept: Stmt[] = [];
  let live = new Set(after.end);
  for (const stmt of body.toReversed()) {
    const done = statement(walk, stmt, live, after);
    kept.push(...done.body);
    live = done.before;
  }
  return { body: kept.reverse(), before: live };
}

/** `live` is what is read after the statement; it may become what is read before it. */
function statement(walk: Walk, stmt: Stmt, live: Set<string>, after: After): Done {
  switch (stmt.kind) {
    case "assign":
      return assignment(walk, stmt, live);
    case "store":
      return { body: [stmt], before: reading(walk, live, [...stmt.index, stmt.value]) };
    case "if": {
      const [yes, no] = [stmt.then, stmt.else].map((side) => block(walk, side, { ...after, end: live }));
      const body = { ...stmt, then: yes?.body ?? [], else: no?.body ?? [] };
      const before = new Set([...(yes?.before ?? []), ...(no?.before ?? [])]);
      return { body: [body], before: reading(walk, before, [stmt.condition]) };
    }
    case "for":
    case "while":
      return loop(walk, stmt, live);
    case "region": {
      if (stmt.external !== undefined)
        return { body: [stmt], before: including(walk, live, flowOf([stmt]).exposed) };
      const inner = block(walk, stmt.body, { ...after, end: live });
      return { body: [{ ...stmt, body: inner.body }], before: inner.before };
    }
    case "break":
      return { body: [stmt], before: new Set(after.atBreak) };
    case "continue":
      return { body: [stmt], before: new Set(after.atContinue) };
    case "pragma":
      return { body: [stmt], before: live };
  }
}

function assignment(walk: Walk, stmt: Assign, live: Set<string>): Done {
  if (live.has(stmt.target) || !walk.scalars.has(stmt.target)) {
    live.delete(stmt.target);
    return { body: [stmt], before: reading(walk, live, [stmt.value]) };
  }
  if (!walk.faults(stmt.value)) return { body: [], before: live };
  const target = walk.kept === "stays" ? stmt.target : nowhere;
  return { body: [{ ...stmt, target }], before: reading(walk, live, [stmt.value]) };
}

/** What is read at the head of the body is read at its end too. */
function loop(walk: Walk, stmt: For | While, live: Set<string>): Done {
  const asked = stmt.kind === "while" ? [stmt.condition] : [];
  let head: Names = reading(walk, endless(stmt) ? new Set() : new Set(live), asked);
  for (;;) {
    const inner = block(walk, stmt.body, { end: head, atBreak: live, atContinue: head });
    const next = reading(walk, new Set([...head, ...inner.before]), asked);
    if (next.size === head.size) {
      const bounds = stmt.kind === "for" ? [stmt.from, stmt.to] : [];
      // A loop that surely runs sets what its body sets.
      const runs = endless(stmt) || (stmt.kind === "for" && (tripCount(stmt) ?? 0) > 0);
      return {
        body: [{ ...stmt, body: inner.body }],
        before: reading(walk, runs ? inner.before : next, bounds),
      };
    }
    head = next;
  }
}

/** Left by `break` alone. */
function endless(stmt: For | While): boolean {
  return stmt.kind === "while" && stmt.condition.kind === "const" && stmt.condition.value === true;
}

/** Adds to `live` what expressions read. */
function reading(walk: Walk, live: Set<string>, exprs: readonly Expr[]): Set<string> {
  for (const expr of exprs) including(walk, live, namesRead(expr));
  return live;
}

/** Assignments are to scalars: nothing else needs to be known. */
function including({ scalars }: Walk, live: Set<string>, names: Iterable<string>): Set<string> {
  for (const name of names) if (scalars.has(name)) live.add(name);
  return live;
}
