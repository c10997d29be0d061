/**
 * Loops inside a flat graph: they run now, iteration after iteration, on operations in place of numbers (symbolic interpretation;
 * OpenHLS, section 3.1). Time and room are linear in what runs: no copy of the loops is ever made.
 *
 * Integers that are known are numbers then, and elements of arrays that nothing else uses are scalars: a load is the operation whose
 * result was stored.
 */

import { bug } from "../../diagnostics/bug.ts";
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import { int } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import {
  bodiesOf,
  expressionsIn,
  expressionsOf,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { isInteger, pythonInt, type ScalarType, sameType } from "../../types/types.ts";
import { folded, fromTable } from "../prepare/fold.ts";
import type { Writing } from "./writing.ts";

/** A body whose loops run while its graph is written. */
export function hasRounds({ attrs: { pipeline } }: For): boolean {
  return pipeline?.rolled === true;
}

/** What is known while loops run. */
export interface Running {
  readonly numbers: Map<string, Expr>; // variables of loops, and scalars that are known
  readonly types: ReadonlyMap<string, ScalarType>; // of scalars, as declared
  readonly stored: ReadonlySet<string>; // arrays that the body stores into
  readonly assigned: ReadonlySet<string>; // scalars that it assigns
  readonly meeting: ReadonlySet<Stmt>; // statements that use such an array
  readonly stores: Stmt[]; // into memories, as they ran
  readonly repeats: boolean; // the graph is a pipeline, of which iterations overlap
  rounds: number; // so far
}

export function startRunning({ scalars }: Loops, body: readonly Stmt[], repeats: boolean): Running {
  const types = new Map(scalars.map(({ name, type }) => [name, type]));
  const [stored, assigned] = [new Set<string>(), new Set<string>()];
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "store") stored.add(stmt.array);
    if (stmt.kind === "assign") assigned.add(stmt.target);
  }
  const meeting = new Set(
    [...statementsIn(body)].filter((stmt) => arraysIn(stmt).some((array) => stored.has(array))),
  );
  return { numbers: new Map(), types, stored, assigned, meeting, stores: [], repeats, rounds: 0 };
}

/** The statement in which everything that is known is a number; those inside it are left alone. */
export function settled(w: Writing, running: Running, stmt: Stmt): Stmt {
  const isVariable = (name: string): boolean => w.planning.ranges.variables.has(name);
  const evaluate = (expr: Expr): Expr => {
    if (expr.kind === "const") return expr;
    if (expr.kind === "var") return running.numbers.get(expr.name) ?? expr;
    const next = mapChildren(expr, evaluate);
    if (next.kind !== "load") return folded(next, isVariable);
    const decl = w.planning.tables.get(next.array);
    return decl === undefined ? next : (fromTable(next, decl) ?? next);
  };
  const own = mapExpressions(stmt, evaluate);
  if (running.repeats && running.meeting.has(stmt)) note(w, running, own);
  return own;
}

/** Each iteration in turn. */
export function run(w: Writing, running: Running, loop: For, write: (body: readonly Stmt[]) => void): void {
  const count = tripCount(loop) ?? bug(`nobody knows how often ${loop.name} goes round`);
  for (let round = 0; round < count; round++) {
    running.rounds += 1;
    if (Math.max(running.rounds / mostIdle, w.ops.list.length) > mostOperations) refuse(w, loop);
    running.numbers.set(loop.variable, plus(loop.from, round * loop.step));
    write(loop.body);
  }
  running.numbers.delete(loop.variable);
}

/** Operations that a graph may have, and iterations for each that make none. */
const mostOperations = 4_000_000;
const mostIdle = 16;

function refuse({ ops, planning: { loops } }: Writing, { name, origin }: For): never {
  const facts = {
    loop: name,
    operations: Math.max(ops.list.length, mostOperations + 1),
    most: mostOperations,
  };
  throw new Diagnosed(loops.source, [diagnose("unrolled-too-far", origin.span, facts)]);
}

function plus(from: Expr, by: number): Expr {
  if (from.kind === "const" && typeof from.value === "number") return int(from.value + by);
  const span = { from: 0, to: 0 };
  return by === 0 ? from : { kind: "binary", op: "add", left: from, right: int(by), type: pythonInt, span };
}

/** A scalar that got a number is known from here on, one that got anything else no longer. */
export function learn({ numbers, types }: Running, name: string, value: Expr): void {
  const type = types.get(name);
  const isKnown = value.kind === "const" && isInteger(value.type);
  if (isKnown && type !== undefined && sameType(value.type, type)) numbers.set(name, value);
  else numbers.delete(name);
}

/** What a branch assigns that data decide is not known after it; either side knows what was known before. */
export function forget(
  { numbers }: Running,
  before: ReadonlyMap<string, Expr>,
  branch: readonly Stmt[],
): void {
  numbers.clear();
  for (const [name, value] of before) numbers.set(name, value);
  for (const stmt of statementsIn(branch)) if (stmt.kind === "assign") numbers.delete(stmt.target);
}

// Memories

/**
 * Iterations of a pipeline overlap, so whether two of them meet has to be known of what they store; a graph that runs once keeps
 * accesses in the order in which they are written (order.ts).
 */
function note({ planning: { elements } }: Writing, { stored, assigned, stores }: Running, stmt: Stmt): void {
  const isMet = (expr: Expr): boolean =>
    expr.kind === "load" && stored.has(expr.array) && !elements.has(expr.array);
  if (expressionsOf(stmt).some((root) => expressionsIn(root).some(isMet))) throw new Unsettled(null);
  if (stmt.kind !== "store" || elements.has(stmt.array)) return;
  const isFixed = (index: Expr): boolean =>
    expressionsIn(index).every(({ kind }) => kind !== "load") &&
    [...namesRead(index)].every((name) => !assigned.has(name));
  if (!stmt.index.every(isFixed)) throw new Unsettled(null);
  stores.push(stmt);
}

/** An index that is no number where elements are scalars; null: no such array, but accesses whose order nobody knows. */
export class Unsettled extends Error {
  readonly array: string | null;
  constructor(array: string | null) {
    super("an index that data decide");
    this.array = array;
  }
}

// Elements

/** An array whose elements are scalars. */
export interface Elements {
  readonly decl: ArrayDecl;
  readonly names: string[]; // by place in row-major order; where it was asked for
  readonly isFresh: boolean; // the graph runs once a call: elements start as zero
}

/** Arrays on chip that one flat body alone uses; `zeros` must be zero when a call starts. */
export function elementsOf(
  loops: Loops,
  zeros: ReadonlySet<string>,
  memories: ReadonlySet<string>, // arrays that cannot be
): ReadonlyMap<string, Elements> {
  const uses = new Map<string, Set<Stmt | null>>();
  const visit = (body: readonly Stmt[], flat: Stmt | null): void => {
    for (const stmt of body) {
      const own = flat ?? (stmt.kind === "region" || (stmt.kind === "for" && hasRounds(stmt)) ? stmt : null);
      for (const array of arraysIn(stmt)) uses.set(array, (uses.get(array) ?? new Set()).add(own));
      for (const inner of bodiesOf(stmt)) visit(inner, own);
    }
  };
  visit(loops.body, null);
  return new Map(
    loops.arrays.flatMap((decl): readonly (readonly [string, Elements])[] => {
      const [flat = null, other] = uses.get(decl.name) ?? [];
      if (flat === null || other !== undefined || memories.has(decl.name)) return [];
      if (!isOurs(decl) || loops.results.includes(decl.name)) return [];
      const isFresh = flat.kind === "region" && loops.body.includes(flat);
      return isFresh || !zeros.has(decl.name) ? [[decl.name, { decl, names: [], isFresh }]] : [];
    }),
  );
}

function isOurs({ table, raises, stream, shared, spread, scratch }: ArrayDecl): boolean {
  return [table, raises, stream, shared, spread, scratch].every((one) => one === undefined);
}

function arraysIn(stmt: Stmt): readonly string[] {
  const loads = expressionsOf(stmt).flatMap(expressionsIn);
  return [
    ...loads.flatMap((expr) => (expr.kind === "load" ? [expr.array] : [])),
    ...(stmt.kind === "store" ? [stmt.array] : []),
  ];
}
