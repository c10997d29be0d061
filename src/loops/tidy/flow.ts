/** Where scalars get their values: which are read before they are set, and which are surely set. */
import { tripCount } from "../analysis/trip_count.ts";
import { namesRead } from "../analysis/use.ts";
import type { Expr, For, Stmt, While } from "../nodes.ts";
import { bodiesOf, expressionsOf, mapBodies } from "../walk.ts";

export interface Flow {
  /** Scalars that may be read before anything in the statements has set them. */
  readonly exposed: ReadonlySet<string>;
  /** Scalars that are set on every way to the end; null where no way leads there. */
  readonly assigned: ReadonlySet<string> | null;
}

/** Of a list of statements, entered at its head. */
export function flowOf(body: readonly Stmt[]): Flow {
  const known = flows.get(body);
  if (known !== undefined) return known;
  const walk: Walk = { exposed: new Set(), breaks: [], continues: [] };
  const assigned = block(walk, body, new Set());
  const flow = { exposed: walk.exposed, assigned };
  flows.set(body, flow);
  return flow;
}

// A memo that nobody can observe: statements never change, and the answer is of them alone.
const flows = new WeakMap<readonly Stmt[], Flow>();

/** Scalars, arrays and loop variables that a statement speaks of, inner statements included. */
export function mentionedIn(stmt: Stmt): ReadonlySet<string> {
  const known = mentions.get(stmt);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const root of expressionsOf(stmt)) for (const name of namesRead(root)) found.add(name);
  if (stmt.kind === "assign") found.add(stmt.target);
  if (stmt.kind === "store") found.add(stmt.array);
  if (stmt.kind === "pragma")
    for (const { is } of stmt.names) if (is.kind === "array" || is.kind === "scalar") found.add(is.name);
  for (const body of bodiesOf(stmt))
    for (const inner of body) for (const name of mentionedIn(inner)) found.add(name);
  mentions.set(stmt, found);
  return found;
}

/** The same for a list of statements, without what regions inside speak of: those are functions of their own. */
export function directlyMentioned(body: readonly Stmt[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const stmt of body) {
    if (stmt.kind === "region") continue;
    for (const name of mentionedIn(mapBodies(stmt, () => []))) found.add(name);
    for (const inner of bodiesOf(stmt)) for (const name of directlyMentioned(inner)) found.add(name);
  }
  return found;
}

// The same.
const mentions = new WeakMap<Stmt, ReadonlySet<string>>();

/** What is surely set; null where no way leads. */
type State = ReadonlySet<string> | null;

interface Walk {
  readonly exposed: Set<string>;
  readonly breaks: State[];
  readonly continues: State[];
}

function block(walk: Walk, body: readonly Stmt[], state: State): State {
  return body.reduce<State>((now, stmt) => statement(walk, stmt, now), state);
}

function statement(walk: Walk, stmt: Stmt, state: State): State {
  if (state === null) return null;
  for (const root of expressionsOf(stmt)) {
    for (const name of namesRead(root)) if (!state.has(name)) walk.exposed.add(name);
  }
  switch (stmt.kind) {
    case "assign":
      return state.has(stmt.target) ? state : new Set([...state, stmt.target]);
    case "if":
      return meet([block(walk, stmt.then, state), block(walk, stmt.else, state)]);
    case "for":
      return loop(walk, stmt, new Set([...state, stmt.variable]), state);
    case "while":
      return loop(walk, stmt, state, state);
    case "region":
      return block(walk, stmt.body, state);
    case "break":
      walk.breaks.push(state);
      return null;
    case "continue":
      walk.continues.push(state);
      return null;
    case "store":
    case "pragma":
      return state;
  }
}

function loop(walk: Walk, stmt: For | While, inside: ReadonlySet<string>, before: State): State {
  const own: Walk = { exposed: walk.exposed, breaks: [], continues: [] };
  const end = meet([block(own, stmt.body, inside), ...own.continues]);
  if (stmt.kind === "while") return meet([isTrue(stmt.condition) ? null : before, ...own.breaks]);
  return meet([(tripCount(stmt) ?? 0) > 0 ? end : before, ...own.breaks]);
}

function isTrue(expr: Expr): boolean {
  return expr.kind === "const" && expr.value === true;
}

function meet(states: readonly State[]): State {
  const reached = states.filter((state) => state !== null);
  const [first, ...rest] = reached;
  if (first === undefined) return null;
  return rest.length === 0 ? first : new Set([...first].filter((name) => rest.every((s) => s.has(name))));
}
