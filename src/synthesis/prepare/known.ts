/**
 * Python ints that are a constant where they are read, written as that constant (constant propagation). Copies of an
 * unrolled loop make constants of what was computed from its variable: then bounds and strides of loops inside are known.
 *
 *     half = 1 << s                           half = 2
 *     for k in range(half): ...       =>      for k in range(2): ...        in the copy for s = 1
 */
import { loopRange, type Ranges, rangeOf } from "../../loops/analysis/affine.ts";
import { writesOf } from "../../loops/analysis/effects.ts";
import { namesOf } from "../../loops/names.ts";
import type { Const, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapExpressions } from "../../loops/walk.ts";
import { isPythonInt, pythonInt, type ScalarType, sameType } from "../../types/types.ts";
import { type IsCounter, replaced } from "./fold.ts";

export function withKnownScalars(loops: Loops): Loops {
  const { isCounter } = namesOf(loops);
  const types = new Map(loops.scalars.map(({ name, type }) => [name, type]));
  const walk: Walk = { isCounter, types, changed: false };
  const body = known(walk, loops.body, { values: new Map(), ranges: new Map() });
  return walk.changed ? { ...loops, body } : loops;
}

interface Walk {
  readonly isCounter: IsCounter;
  readonly types: ReadonlyMap<string, ScalarType>;
  changed: boolean;
}

/** What holds at a statement. */
interface Here {
  readonly values: Map<string, Const>;
  readonly ranges: Ranges; // of the loops around
}

function known(walk: Walk, body: readonly Stmt[], here: Here): readonly Stmt[] {
  return body.map((stmt) => statement(walk, stmt, here));
}

function statement(walk: Walk, stmt: Stmt, here: Here): Stmt {
  switch (stmt.kind) {
    case "for": {
      const own = inPlace(walk, stmt, here) as For;
      const inner = loopRange(own, here.ranges);
      forget(here, own.body);
      const ranges = inner === null ? here.ranges : new Map(here.ranges).set(own.variable, inner);
      return { ...own, body: known(walk, own.body, { values: new Map(here.values), ranges }) };
    }
    case "while":
      forget(here, stmt.body);
      return { ...stmt, body: known(walk, stmt.body, { ...here, values: new Map(here.values) }) };
    case "region":
      return { ...stmt, body: known(walk, stmt.body, here) };
    case "if": {
      const own = inPlace(walk, stmt, here);
      if (own.kind !== "if") return own;
      const then = known(walk, own.then, { ...here, values: new Map(here.values) });
      const otherwise = known(walk, own.else, { ...here, values: new Map(here.values) });
      forget(here, [...own.then, ...own.else]);
      return { ...own, then, else: otherwise };
    }
    case "assign": {
      const own = inPlace(walk, stmt, here);
      const value = own.kind === "assign" ? constantFor(walk, own.target, own.value, here.ranges) : null;
      if (value === null) here.values.delete(stmt.target);
      else here.values.set(stmt.target, value);
      return own;
    }
    default:
      return inPlace(walk, stmt, here);
  }
}

/** Its own expressions, those of its inner statements aside. */
function inPlace(walk: Walk, stmt: Stmt, { values }: Here): Stmt {
  if (values.size === 0) return stmt;
  return mapExpressions(stmt, (root) => {
    const next = replaced(root, values, walk.isCounter);
    if (next !== root) walk.changed = true;
    return next;
  });
}

function forget({ values }: Here, body: readonly Stmt[]): void {
  for (const name of writesOf(body)) values.delete(name);
}

/** Of an integer that has one value whatever the loops around are at, too. */
function constantFor({ types }: Walk, target: string, value: Expr, ranges: Ranges): Const | null {
  const type = types.get(target);
  if (type === undefined || !sameType(type, pythonInt) || !isPythonInt(value.type)) return null;
  if (value.kind === "const") return value;
  const range = rangeOf(value, ranges);
  return range === null || range.low !== range.high
    ? null
    : { kind: "const", value: range.low, type: pythonInt };
}
