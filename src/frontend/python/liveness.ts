/**
 * Which joins matter. Where paths meet, each converts its names into the locals that all share (join.ts); for a name
 * that nobody reads from there on, that conversion must not happen: it could fault where Python does nothing.
 *
 *     n = -12                       n = -12
 *     if c:                         if c:
 *         n_1 = np.uint8(1)             n_1 = np.uint8(1)
 *     else:
 *         n_1 = uint8(n)   # gone, when n_1 is not read below
 */
import type { Expr, Stmt } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf } from "../../program/walk.ts";

type Names = ReadonlySet<string>;

interface Walk {
  readonly isJoin: (stmt: Stmt) => boolean;
  readonly needed: Set<Stmt>; // joins whose local is read later
}

/** Where control goes on after a jump, told by what is read there. */
interface Exits {
  readonly onBreak: Names;
  readonly onContinue: Names;
}

/** The joins whose local is read later on some path. */
export function neededJoins(body: readonly Stmt[], isJoin: (stmt: Stmt) => boolean): ReadonlySet<Stmt> {
  const walk: Walk = { isJoin, needed: new Set() };
  const nothing: Names = new Set();
  before(walk, body, nothing, { onBreak: nothing, onContinue: nothing });
  return walk.needed;
}

/** The locals that are read before they are bound again, when `after` are behind the statements. */
function before(walk: Walk, stmts: readonly Stmt[], after: Names, exits: Exits): Names {
  return stmts.reduceRight((live, stmt) => beforeStmt(walk, stmt, live, exits), after);
}

function beforeStmt(walk: Walk, stmt: Stmt, after: Names, exits: Exits): Names {
  const reads = namesIn(expressionsOf(stmt));
  switch (stmt.kind) {
    case "assign":
      if (walk.isJoin(stmt)) {
        if (!after.has(stmt.target)) return after;
        walk.needed.add(stmt);
      }
      return union(without(after, [stmt.target]), reads);
    case "callStmt":
      return union(without(after, stmt.targets), reads);
    case "if":
      return union(reads, before(walk, stmt.then, after, exits), before(walk, stmt.else, after, exits));
    case "for":
      return union(reads, settle(walk, stmt.body, after, [stmt.variable]));
    case "while":
      return settle(walk, stmt.body, union(reads, after), [], after);
    case "return":
      return reads;
    case "break":
      return exits.onBreak;
    case "continue":
      return exits.onContinue;
    default:
      return union(after, reads);
  }
}

/** The head of a loop: what follows it, and what a round of the body reads, which the round before leads to. */
function settle(
  walk: Walk,
  body: readonly Stmt[],
  after: Names,
  bound: readonly string[],
  onBreak = after,
): Names {
  let head = after;
  for (;;) {
    const round = without(before(walk, body, head, { onBreak, onContinue: head }), bound);
    const wider = union(head, round);
    if (wider.size === head.size) return head;
    head = wider;
  }
}

function namesIn(roots: readonly Expr[]): Names {
  const names = new Set<string>();
  for (const root of roots)
    for (const expr of expressionsIn(root)) if (expr.kind === "var") names.add(expr.name);
  return names;
}

function union(...sets: readonly Names[]): Names {
  return new Set(sets.flatMap((set) => [...set]));
}

function without(names: Names, gone: readonly string[]): Names {
  if (!gone.some((name) => names.has(name))) return names;
  return new Set([...names].filter((name) => !gone.includes(name)));
}
