/** Without assignments whose value nobody reads before the next one. */
import { tripCount } from "../facts.ts";
import type { Assign, Expr, For, Loops, Stmt, While } from "../nodes.ts";
import { namesRead } from "../use.ts";
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
  readonly before: Names; // what is read from its head on
}

function block(walk: Walk, body: readonly Stmt[], after: After): Done {
  const kept: Stmt[] = [];
  let live = new Set(after.end);
  for (const stmt of body.toReversed()) {
    const done = statement(walk, stmt, live, after);
    kept.push(...done.body);
    live = new Set(done.before);
  }
  return { body: kept.reverse(), before: live };
}

function statement(walk: Walk, stmt: Stmt, live: Set<string>, after: After): Done {
  switch (stmt.kind) {
    case "assign":
      return assignment(walk, stmt, live);
    case "store":
      return { body: [stmt], before: reading(live, [...stmt.index, stmt.value]) };
    case "if": {
      const [yes, no] = [stmt.then, stmt.else].map((side) => block(walk, side, { ...after, end: live }));
      const body = { ...stmt, then: yes?.body ?? [], else: no?.body ?? [] };
      const before = new Set([...(yes?.before ?? []), ...(no?.before ?? [])]);
      return { body: [body], before: reading(before, [stmt.condition]) };
    }
    case "for":
    case "while":
      return loop(walk, stmt, live);
    case "region": {
      if (stmt.external !== undefined)
        return { body: [stmt], before: new Set([...live, ...flowOf([stmt]).exposed]) };
      const inner = block(walk, stmt.body, { ...after, end: live });
      return { body: [{ ...stmt, body: inner.body }], before: inner.before };
    }
    case "break":
      return { body: [stmt], before: after.atBreak };
    case "continue":
      return { body: [stmt], before: after.atContinue };
    case "pragma":
      return { body: [stmt], before: live };
  }
}

function assignment(walk: Walk, stmt: Assign, live: Set<string>): Done {
  if (live.has(stmt.target) || !walk.scalars.has(stmt.target)) {
    live.delete(stmt.target);
    return { body: [stmt], before: reading(live, [stmt.value]) };
  }
  if (!walk.faults(stmt.value)) return { body: [], before: live };
  const target = walk.kept === "stays" ? stmt.target : nowhere;
  return { body: [{ ...stmt, target }], before: reading(live, [stmt.value]) };
}

/** What is read at the head of the body is read at its end too. */
function loop(walk: Walk, stmt: For | While, live: Set<string>): Done {
  const asked = stmt.kind === "while" ? [stmt.condition] : [];
  let head: Names = reading(endless(stmt) ? new Set() : live, asked);
  for (;;) {
    const inner = block(walk, stmt.body, { end: head, atBreak: live, atContinue: head });
    const next = reading(new Set([...head, ...inner.before]), asked);
    if (next.size === head.size) {
      const bounds = stmt.kind === "for" ? [stmt.from, stmt.to] : [];
      // A loop that surely runs sets what its body sets.
      const runs = endless(stmt) || (stmt.kind === "for" && (tripCount(stmt) ?? 0) > 0);
      return { body: [{ ...stmt, body: inner.body }], before: reading(runs ? inner.before : next, bounds) };
    }
    head = next;
  }
}

/** Left by `break` alone. */
function endless(stmt: For | While): boolean {
  return stmt.kind === "while" && stmt.condition.kind === "const" && stmt.condition.value === true;
}

function reading(live: Names, exprs: readonly Expr[]): Set<string> {
  const names = new Set(live);
  for (const expr of exprs) for (const name of namesRead(expr)) names.add(name);
  return names;
}
