/**
 * The schedule that a kernel gets when nobody writes one: in every nest one loop is pipelined, and what is inside it
 * unrolled. It starts an iteration as often as it can, and a nest around it runs as one loop.
 *
 *     for i in range(64):                  pipeline j     (the 9 products of r and c side by side)
 *         for j in range(64):
 *             for r in range(3):
 *                 for c in range(3): …
 */

import { type Ranges, rangeOf } from "../loops/analysis/affine.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import type { Expr, For, Loops, Stmt, While } from "../loops/nodes.ts";
import { bodiesOf, children, expressionsIn, expressionsOf, isLoop, statementsIn } from "../loops/walk.ts";
import type { Schedule, Step } from "../schedule/schedule.ts";
import { isPythonInt } from "../types/types.ts";

/** What an automatic schedule may choose. */
export interface AutoChoice {
  readonly copies?: number; // of a body side by side inside a pipelined loop, at most
  readonly factors?: ReadonlyMap<string, number>; // how many iterations of a pipelined loop stand side by side; else one
  readonly here?: ReadonlySet<string>; // pipelined, however many copies that takes
  readonly within?: ReadonlySet<string>; // not pipelined themselves: loops inside them are
}

const fewCopies = 16;

/** Nodes that unrolling may make, at most. */
const mostNodes = 4000;

export function autoSchedule(loops: Loops, choice: AutoChoice = {}): Schedule {
  return pipelinesIn(loops.body, choice).flatMap(({ name }): readonly Step[] => {
    const factor = choice.factors?.get(name) ?? 1;
    const unrolled: Step[] = factor === 1 ? [] : [{ primitive: "unroll", args: { loop: name, factor } }];
    return [...unrolled, { primitive: "pipeline", args: { loop: name } }];
  });
}

/** Whether iterations of a pipelined loop may stand side by side: nothing is in it that leaves it. */
export function isWidenable(loop: For): boolean {
  return !hasJump(loop.body);
}

function hasJump(body: readonly Stmt[]): boolean {
  return [...statementsIn(body)].some(({ kind }) => kind === "break" || kind === "continue");
}

/** The loops to pipeline, in the order of the source. */
function pipelinesIn(body: readonly Stmt[], choice: AutoChoice): readonly For[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === "for" && isChosen(stmt, choice)) return [stmt];
    return bodiesOf(stmt).flatMap((inner) => pipelinesIn(inner, choice));
  });
}

function isChosen(loop: For, { copies = fewCopies, here, within }: AutoChoice): boolean {
  if (within?.has(loop.name)) return false;
  return isWorthUnrolling(loop, here?.has(loop.name) ? Infinity : copies);
}

/** What a pipelined loop would hold, all in it written out; null where nobody can count. */
export function sizeWrittenOut({ body }: For): { readonly copies: number; readonly nodes: number } | null {
  const copies = copiesOf(body, new Map());
  return copies === null ? null : { copies, nodes: nodesOf(body, new Map()) };
}

/** Whether all loops inside can stand side by side: an innermost loop has none. Loops that a person spoke for stay. */
function isWorthUnrolling(loop: For, most: number): boolean {
  const inner = loopsIn(loop.body);
  if (inner.some(isSpokenFor) || isSpokenFor(loop)) return false;
  if (inner.length === 0) return true;
  const size = sizeWrittenOut(loop);
  return size !== null && size.copies <= most && size.nodes <= mostNodes;
}

export function loopsIn(body: readonly Stmt[]): readonly (For | While)[] {
  return statementsIn(body).filter(isLoop);
}

/** A person said how it runs. */
export function isSpokenFor(loop: For | While): boolean {
  return loop.kind === "for" && Object.keys(loop.attrs).length > 0;
}

/** Of the innermost statements, at most; null where nobody can count. `ranges`: of the variables of loops around. */
function copiesOf(body: readonly Stmt[], ranges: Ranges): number | null {
  let most = 1;
  for (const stmt of body) {
    if (stmt.kind === "while") return null;
    const { trips, inside } = stmt.kind === "for" ? iterationsOf(stmt, ranges) : { trips: 1, inside: ranges };
    for (const inner of bodiesOf(stmt)) {
      const copies = copiesOf(inner, inside);
      if (copies === null || trips === null) return null;
      most = Math.max(most, trips * copies);
    }
  }
  return most;
}

/** How often a loop runs at most, where loops around it have these ranges, and what its own variable adds to them. */
function iterationsOf(loop: For, ranges: Ranges): { readonly trips: number | null; readonly inside: Ranges } {
  const [from, to] = [rangeOf(loop.from, ranges), rangeOf(loop.to, ranges)];
  if (from === null || to === null || loop.step <= 0) return { trips: tripCount(loop), inside: ranges };
  const trips = Math.max(0, Math.ceil((to.high - from.low) / loop.step));
  const own = { low: from.low, high: Math.max(from.low, to.high - 1) };
  return { trips, inside: new Map([...ranges, [loop.variable, own]]) };
}

/** Statements and expressions of a scheduled kernel, copies that work side by side each counted. */
export function nodesScheduled(body: readonly Stmt[], isInPipeline = false): number {
  return body.reduce((sum, stmt) => {
    const own = expressionsOf(stmt).reduce((all, expr) => all + expressionsIn(expr).length, 1);
    const { unroll, pipeline } = stmt.kind === "for" ? stmt.attrs : {};
    const trips = stmt.kind === "for" ? (tripCount(stmt) ?? 1) : 1;
    const copies = isInPipeline ? trips : unroll === undefined ? 1 : Math.min(unroll.factor ?? trips, trips);
    const isInside = isInPipeline || pipeline !== undefined;
    return sum + own + copies * bodiesOf(stmt).reduce((all, one) => all + nodesScheduled(one, isInside), 0);
  }, 0);
}

/** Operations on data, and loads and stores, of a scheduled kernel: copies that work side by side each counted. */
export function operationsScheduled(
  body: readonly Stmt[],
  ranges: Ranges = new Map(),
  isInPipeline = false,
): number {
  return body.reduce((sum, stmt) => {
    const own =
      stmt.kind === "for" ? 0 : expressionsOf(stmt).reduce((all, root) => all + dataIn(root).length, 0);
    const { unroll, pipeline } = stmt.kind === "for" ? stmt.attrs : {};
    const { trips, inside } = stmt.kind === "for" ? iterationsOf(stmt, ranges) : { trips: 1, inside: ranges };
    const count = trips ?? 1;
    const copies = isInPipeline ? count : unroll === undefined ? 1 : Math.min(unroll.factor ?? count, count);
    const isWithin = isInPipeline || pipeline !== undefined;
    const inner = bodiesOf(stmt).reduce((all, one) => all + operationsScheduled(one, inside, isWithin), 0);
    return sum + own + (stmt.kind === "store" ? 1 : 0) + copies * inner;
  }, 0);
}

/** Expressions that are no part of an address: what they compute is data. */
export function dataIn(root: Expr): readonly Expr[] {
  if (root.kind === "load") return [root];
  const inside = children(root).flatMap(dataIn);
  return root.kind === "const" || root.kind === "var" || isPythonInt(root.type) ? inside : [root, ...inside];
}

/** Statements and expressions, once every loop is written out. */
function nodesOf(body: readonly Stmt[], ranges: Ranges): number {
  let size = 0;
  for (const stmt of body) {
    size += 1;
    for (const expr of expressionsOf(stmt)) for (const _ of expressionsIn(expr)) size += 1;
    const { trips, inside } = stmt.kind === "for" ? iterationsOf(stmt, ranges) : { trips: 1, inside: ranges };
    for (const inner of bodiesOf(stmt)) size += (trips ?? 1) * nodesOf(inner, inside);
  }
  return size;
}
