/** Which variables are still read: after a statement, and at the head of a loop when its body starts again. */
import { constantInt } from "../../program/interpret/layout.ts";
import type { For, Func, Stmt, While } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf } from "../../program/walk.ts";
import type { Type } from "../../types/types.ts";

export interface Liveness {
  /** Array variables read after the statement. Only for statements that bind arrays or call functions. */
  readonly after: ReadonlyMap<Stmt, ReadonlySet<string>>;
  /** All variables read after a loop, and before they are set in a round of it. */
  readonly afterLoop: ReadonlyMap<Stmt, ReadonlySet<string>>;
  readonly atHead: ReadonlyMap<Stmt, ReadonlySet<string>>;
}

type Live = Set<string>;

export function livenessOf(func: Func, types: ReadonlyMap<string, Type>): Liveness {
  const [after, afterLoop, atHead] = [new Map(), new Map(), new Map()];
  const walk: Walk = { types, after, afterLoop, atHead, heads: new Map(), known: new Map() };
  block(walk, func.body, new Set(), { atBreak: new Set(), atContinue: new Set(), record: true });
  return { after, afterLoop, atHead };
}

interface Walk {
  readonly types: ReadonlyMap<string, Type>;
  readonly after: Map<Stmt, ReadonlySet<string>>;
  readonly afterLoop: Map<Stmt, ReadonlySet<string>>;
  readonly atHead: Map<Stmt, ReadonlySet<string>>;
  readonly heads: Map<Stmt, ReadonlySet<string>>; // of loops, as far as they have grown
  readonly known: Map<Stmt, Crossing>; // of loops, when they were last walked: nests are not walked 2^depth times
}

/** What is live around a loop. */
interface Crossing {
  readonly out: ReadonlySet<string>; // after it
  readonly head: ReadonlySet<string>; // where a round may start
  readonly before: ReadonlySet<string>;
}

interface Where {
  readonly atBreak: ReadonlySet<string>; // live where a jump leads
  readonly atContinue: ReadonlySet<string>;
  readonly record: boolean; // what is live here is final
}

/** Backwards through `body`; changes and gives `live`. */
function block(walk: Walk, body: readonly Stmt[], live: Live, where: Where): Live {
  return body.reduceRight((now, stmt) => before(walk, stmt, now, where), live);
}

function before(walk: Walk, stmt: Stmt, live: Live, where: Where): Live {
  const { after, types } = walk;
  const { atBreak, atContinue, record } = where;
  switch (stmt.kind) {
    case "assign":
    case "callStmt":
    case "store":
    case "storeBits":
    case "assert":
    case "pragma":
      if (record) after.set(stmt, arraysOf(live, types));
      if (isIdle(stmt, live)) return live;
      if (stmt.kind === "assign") live.delete(stmt.target);
      if (stmt.kind === "callStmt") for (const target of stmt.targets) live.delete(target);
      return withUses(live, stmt);
    case "return": {
      const fresh = new Set<string>();
      if (record) after.set(stmt, fresh);
      return withUses(fresh, stmt);
    }
    case "break":
      return new Set(atBreak);
    case "continue":
      return new Set(atContinue);
    case "if": {
      if (record) after.set(stmt, arraysOf(live, types));
      const no = block(walk, stmt.else, new Set(live), where);
      const yes = block(walk, stmt.then, live, where);
      for (const name of no) yes.add(name);
      return withUses(yes, stmt);
    }
    case "for":
    case "while":
      return beforeLoop(walk, stmt, live, record);
  }
}

function beforeLoop(walk: Walk, loop: For | While, live: Live, record: boolean): Live {
  const last = walk.known.get(loop);
  const isKnown = last !== undefined && sameNames(last.out, live);
  if (isKnown && !record) return new Set(last.before);
  const out = new Set(live);
  const head = isKnown ? last.head : headOf(walk, loop, out);
  if (record) {
    walk.after.set(loop, arraysOf(live, walk.types));
    walk.afterLoop.set(loop, out);
    walk.atHead.set(loop, new Set(head));
  }
  const runs = runsOnce(loop);
  if (record || runs) {
    const first = block(walk, loop.body, new Set(head), { atBreak: out, atContinue: head, record });
    if (runs && loop.kind === "for") {
      // The body runs: what it sets for certain is not needed before.
      first.delete(loop.variable);
      withUses(first, loop);
      walk.known.set(loop, { out, head, before: new Set(first) });
      return first;
    }
  }
  for (const name of head) live.add(name);
  withUses(live, loop);
  walk.known.set(loop, { out, head, before: new Set(live) });
  return live;
}

/** What is live where a round may start, after the loop or before its body: it grows until a round adds nothing. */
function headOf(walk: Walk, loop: For | While, out: ReadonlySet<string>): ReadonlySet<string> {
  let head = new Set([...out, ...(walk.heads.get(loop) ?? [])]);
  for (;;) {
    const where = { atBreak: out, atContinue: head, record: false };
    const round = block(walk, loop.body, new Set(head), where);
    if (loop.kind === "for") round.delete(loop.variable);
    else withUses(round, loop);
    const next = new Set([...head, ...round]);
    if (next.size === head.size) break;
    head = next;
  }
  walk.heads.set(loop, head);
  return head;
}

/** Changes and gives `live`. */
function withUses(live: Live, stmt: Stmt): Live {
  for (const root of expressionsOf(stmt)) {
    for (const expr of expressionsIn(root)) if (expr.kind === "var") live.add(expr.name);
  }
  return live;
}

function sameNames(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

/** Another name for an array, which nobody reads. */
export function isIdle(stmt: Stmt, live: ReadonlySet<string>): boolean {
  if (stmt.kind !== "assign" || stmt.value.kind !== "var" || stmt.value.type.kind !== "array") return false;
  return !live.has(stmt.target);
}

/** Whether the body runs at least once, whatever the data. */
function runsOnce(loop: For | While): boolean {
  if (loop.kind !== "for") return false;
  const [from, to, step] = [loop.from, loop.to, loop.step].map(constantInt);
  if (from == null || to == null || step == null) return false;
  return step > 0 ? from < to : from > to;
}

function arraysOf(live: ReadonlySet<string>, types: ReadonlyMap<string, Type>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of live) if (types.get(name)?.kind === "array") found.add(name);
  return found;
}
