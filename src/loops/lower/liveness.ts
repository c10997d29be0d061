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

/** What is live around a loop. */
interface Crossing {
  readonly out: ReadonlySet<string>; // after it
  readonly head: ReadonlySet<string>; // where a round may start
  readonly before: ReadonlySet<string>;
}

export function livenessOf(func: Func, types: ReadonlyMap<string, Type>): Liveness {
  const after = new Map<Stmt, ReadonlySet<string>>();
  const afterLoop = new Map<Stmt, ReadonlySet<string>>();
  const atHead = new Map<Stmt, ReadonlySet<string>>();
  const heads = new Map<Stmt, ReadonlySet<string>>(); // of loops, as far as they have grown
  const known = new Map<Stmt, Crossing>(); // of loops, when they were last walked: nests are not walked 2^depth times

  const uses = (stmt: Stmt, live: Live): void => {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "var") live.add(expr.name);
    }
  };

  /** What is live where a round may start, after the loop or before its body: it grows until a round adds nothing. */
  const headOf = (loop: For | While, out: ReadonlySet<string>): ReadonlySet<string> => {
    let head = new Set([...out, ...(heads.get(loop) ?? [])]);
    for (;;) {
      const round = block(loop.body, new Set(head), out, head, false);
      if (loop.kind === "for") round.delete(loop.variable);
      else uses(loop, round);
      const next = new Set([...head, ...round]);
      if (next.size === head.size) break;
      head = next;
    }
    heads.set(loop, head);
    return head;
  };

  /** Backwards through `body`; changes and gives `live`. */
  const block = (
    body: readonly Stmt[],
    live: Live,
    atBreak: ReadonlySet<string>,
    atContinue: ReadonlySet<string>,
    record: boolean,
  ): Live => {
    let now = live;
    for (let k = body.length - 1; k >= 0; k--) {
      const stmt = body[k];
      if (stmt !== undefined) now = before(stmt, now, atBreak, atContinue, record);
    }
    return now;
  };

  const before = (
    stmt: Stmt,
    live: Live,
    atBreak: ReadonlySet<string>,
    atContinue: ReadonlySet<string>,
    record: boolean,
  ): Live => {
    switch (stmt.kind) {
      case "assign":
      case "callStmt":
      case "store":
      case "storeBits":
      case "pragma":
        if (record) after.set(stmt, arraysOf(live, types));
        if (isIdle(stmt, live)) return live;
        if (stmt.kind === "assign") live.delete(stmt.target);
        if (stmt.kind === "callStmt") for (const target of stmt.targets) live.delete(target);
        uses(stmt, live);
        return live;
      case "return": {
        const fresh = new Set<string>();
        if (record) after.set(stmt, fresh);
        uses(stmt, fresh);
        return fresh;
      }
      case "break":
        return new Set(atBreak);
      case "continue":
        return new Set(atContinue);
      case "if": {
        if (record) after.set(stmt, arraysOf(live, types));
        const no = block(stmt.else, new Set(live), atBreak, atContinue, record);
        const yes = block(stmt.then, live, atBreak, atContinue, record);
        for (const name of no) yes.add(name);
        uses(stmt, yes);
        return yes;
      }
      case "for":
      case "while": {
        const last = known.get(stmt);
        const isKnown = last !== undefined && sameNames(last.out, live);
        if (isKnown && !record) return new Set(last.before);
        const out = new Set(live);
        const again = isKnown ? last.head : headOf(stmt, out);
        if (record) {
          after.set(stmt, arraysOf(live, types));
          afterLoop.set(stmt, out);
          atHead.set(stmt, new Set(again));
        }
        const runs = runsOnce(stmt);
        if (record || runs) {
          const first = block(stmt.body, new Set(again), out, again, record);
          if (runs && stmt.kind === "for") {
            // The body runs: what it sets for certain is not needed before.
            first.delete(stmt.variable);
            uses(stmt, first);
            known.set(stmt, { out, head: again, before: new Set(first) });
            return first;
          }
        }
        for (const name of again) live.add(name);
        uses(stmt, live);
        known.set(stmt, { out, head: again, before: new Set(live) });
        return live;
      }
    }
  };

  block(func.body, new Set(), new Set(), new Set(), true);
  return { after, afterLoop, atHead };
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
