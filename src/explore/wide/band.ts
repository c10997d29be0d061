/** A nest of loops one in another, as what it computes and touches: enough to choose how many iterations stand side by side. */
import { NoCore } from "../../hardware/cores/missing.ts";
import { operator, type Technology } from "../../hardware/operators/operator.ts";
import { type Affine, affineOf, loopRange, type Ranges } from "../../loops/analysis/affine.ts";
import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { carriedBy } from "../../loops/depend/index.ts";
import { constantOf } from "../../loops/indices.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import { middling } from "../../synthesis/circuit/predict.ts";
import { toBits } from "../../types/bits.ts";
import { isPythonInt } from "../../types/types.ts";
import { dataIn, isSpokenFor, loopsIn } from "../nests.ts";

export interface Band {
  readonly loops: readonly BandLoop[]; // outermost first
  readonly units: readonly Unit[];
  readonly chain: number; // cycles of operations from what the nest itself has set to what it sets
  readonly accesses: readonly Access[];
  readonly runs: number; // in a call
  readonly isUnordered: boolean; // what its loops add up has no order, by definition: `np.sum`, `@`
}

export interface BandLoop {
  readonly name: string;
  readonly variable: string;
  readonly most: number; // iterations each time that it is reached, at most
  readonly mean: number; // on average; less than `most`: the count changes
  readonly isBound: boolean; // others run as often as its variable says
  readonly countedBy: readonly string[]; // variables of others that say how often it runs
  readonly isShifted: boolean; // it begins where the variable of another is
  readonly isCarried: boolean; // an iteration needs what an earlier one leaves
  readonly distance: number; // so many iterations earlier, at least
}

/** What one iteration computes: there are as many as iterations side by side of the loops whose variables it needs. */
export interface Unit {
  readonly luts: number;
  readonly dsps: number;
  readonly latency: number;
  readonly isOwn: boolean; // it needs what the nest itself has set
  readonly variables: ReadonlySet<string>;
}

/** Where one iteration is in an array; null where that is no sum of variables. */
export interface Access {
  readonly array: string;
  readonly isStore: boolean;
  readonly index: readonly (Affine | null)[];
}

/** Nests that do not branch. Where one does, those inside it. */
export function bandsIn(loops: Loops, target: Technology): readonly Band[] {
  const visit = (body: readonly Stmt[], ranges: Ranges, runs: number): readonly Band[] =>
    body.flatMap((stmt) => {
      const band = stmt.kind === "for" ? bandOf(loops, stmt, target, ranges, runs) : null;
      if (band !== null) return [band];
      const range = stmt.kind === "for" ? loopRange(stmt, ranges) : null;
      const inside =
        stmt.kind === "for" && range !== null ? new Map([...ranges, [stmt.variable, range]]) : ranges;
      const rounds =
        stmt.kind === "for"
          ? (tripCount(stmt) ?? middling.count)
          : stmt.kind === "while"
            ? middling.count
            : 1;
      return bodiesOf(stmt).flatMap((inner) => visit(inner, inside, runs * rounds));
    });
  return visit(loops.body, new Map(), 1);
}

/** Outermost first, as a circuit has them go round: those that others fill the time of, the others, and of these the pipelined one last. */
export function goingRound<T extends { readonly name: string; readonly isCarried: boolean }>(
  loops: readonly T[],
  pipelined: string,
): readonly T[] {
  const free = loops.filter(({ isCarried }) => !isCarried);
  return [
    ...loops.filter(({ isCarried }) => isCarried),
    ...free.filter(({ name }) => name !== pipelined),
    ...free.filter(({ name }) => name === pipelined),
  ];
}

/** Null where the nest branches, has counts that nobody knows, or a person said how it runs. */
function bandOf(loops: Loops, nest: For, target: Technology, ranges: Ranges, runs: number): Band | null {
  const chain = chainOf(nest);
  if (chain === null || chain.some(isSpokenFor)) return null;
  const counted = countedIn(loops, chain, ranges);
  if (counted === null) return null;
  const variables = new Set(chain.map(({ variable }) => variable));
  const written = writesOf([nest]);
  const perStmt = [...statementsIn([nest])].map((stmt) => unitsIn(stmt, variables, written, target));
  const chains = perStmt.map((units) => units.reduce((sum, one) => sum + (one.isOwn ? one.latency : 0), 0));
  return {
    loops: counted,
    units: perStmt.flat(),
    chain: Math.max(...chains),
    accesses: accessesIn(nest),
    runs,
    isUnordered: chain.every(
      ({ origin }, at) => counted[at]?.isCarried !== true || origin.unordered === true,
    ),
  };
}

/** Whether there is a loop that is not written out, as the one that clears parts of a sum is. */
export function goesRound(body: readonly Stmt[]): boolean {
  return loopsIn(body).some((loop) => loop.kind === "while" || !isWrittenOut(loop));
}

function isWrittenOut({ attrs }: For): boolean {
  return attrs.unroll !== undefined && attrs.unroll.factor === undefined && attrs.pipeline === undefined;
}

/** From the outermost loop down, as long as one loop holds another and no more than one. */
function chainOf(nest: For): readonly For[] | null {
  const [inner, other] = nest.body.filter((stmt) => goesRound([stmt]));
  if (inner === undefined) return [nest];
  if (other !== undefined || inner.kind !== "for") return null;
  const rest = chainOf(inner);
  return rest === null ? null : [nest, ...rest];
}

function countedIn(loops: Loops, chain: readonly For[], around: Ranges): readonly BandLoop[] | null {
  let ranges = around;
  const variables = chain.map(({ variable }) => variable);
  const counted: BandLoop[] = [];
  for (const loop of chain) {
    const range = loopRange(loop, ranges);
    if (range === null || !Number.isFinite(range.high - range.low)) return null;
    const most = Math.floor((range.high - range.low) / loop.step) + 1;
    const read = new Set([...namesRead(loop.from), ...namesRead(loop.to)]);
    counted.push({
      name: loop.name,
      variable: loop.variable,
      most,
      mean: tripCount(loop) ?? (most + 1) / 2, // a triangle
      isShifted: tripCount(loop) === null && constantOf(loop.from) === null,
      isBound: chain.some(({ from, to }) => [from, to].some((bound) => namesRead(bound).has(loop.variable))),
      countedBy: variables.filter((variable) => read.has(variable)),
      ...carriedAround(loops, loop),
    });
    ranges = new Map([...ranges, [loop.variable, range]]);
  }
  return counted;
}

function carriedAround(loops: Loops, { name, step }: For): Pick<BandLoop, "isCarried" | "distance"> {
  const flows = carriedBy(loops, name).filter(({ kind }) => kind === "flow");
  const distances = flows.map(({ loops: around, distances: known, witness }) => {
    const [from, to] = [witness?.source[name], witness?.sink[name]];
    const seen = from === undefined || to === undefined ? null : to - from;
    return Math.max(1, (known[around.indexOf(name)] ?? seen ?? 1) / step);
  });
  return { isCarried: flows.length > 0, distance: Math.min(...distances, Number.MAX_SAFE_INTEGER) };
}

/** Products and sums of data; those of addresses are counted nowhere. */
function unitsIn(
  stmt: Stmt,
  variables: ReadonlySet<string>,
  written: ReadonlySet<string>,
  target: Technology,
): readonly Unit[] {
  if (stmt.kind === "for") return [];
  return expressionsOf(stmt).flatMap((root) =>
    dataIn(root).flatMap((expr) => unitOf(expr, target, variables, written) ?? []),
  );
}

function unitOf(
  expr: Expr,
  target: Technology,
  around: ReadonlySet<string>,
  written: ReadonlySet<string>,
): Unit | null {
  if (isPythonInt(expr.type) || (expr.kind !== "binary" && expr.kind !== "math")) return null;
  const operands = expr.kind === "binary" ? [expr.left, expr.right] : expr.args;
  const constants = operands.map((one) => (one.kind === "const" ? toBits(one.type, one.value) : null));
  const types = operands.map(({ type }) => type);
  const op = expr.kind === "binary" ? expr.op : expr.fn;
  const unit = builtOrNull(() => operator(op, types, expr.type, target, constants));
  if (unit === null) return null;
  const { cost, latency } = unit;
  const inside = expressionsIn(expr);
  const isOwn = inside.some(
    (one) => (one.kind === "load" && written.has(one.array)) || (one.kind === "var" && written.has(one.name)),
  );
  const needed = inside.flatMap((one) => (one.kind === "var" && around.has(one.name) ? [one.name] : []));
  // What the nest itself sets is another value in each iteration of all its loops.
  return { luts: cost.luts, dsps: cost.dsps, latency, isOwn, variables: isOwn ? around : new Set(needed) };
}

/** Cycles from what a sum was to what it becomes, with its way out of a memory and back. */
export function waitOf(sum: Stmt, target: Technology): number {
  const written = writesOf([sum]);
  const units = unitsIn(sum, new Set(), written, target);
  return units.reduce((all, { isOwn, latency }) => all + (isOwn ? latency : 0), memoryLatency);
}

/** A load and a store. */
export const memoryLatency = 2;

/** Null where there is no such circuit: who makes one says so. */
function builtOrNull<T>(build: () => T): T | null {
  try {
    return build();
  } catch (error) {
    if (error instanceof NoCore) return null;
    throw error;
  }
}

/** Each once. */
function accessesIn(nest: For): readonly Access[] {
  const found = new Map<string, Access>();
  for (const stmt of statementsIn([nest])) {
    const loads = expressionsOf(stmt).flatMap((root) =>
      expressionsIn(root).filter((expr) => expr.kind === "load"),
    );
    for (const { kind, array, index } of stmt.kind === "store" ? [...loads, stmt] : loads) {
      const access = { array, isStore: kind === "store", index: index.map((expr) => affineOf(expr)) };
      const places = access.index.map((one) => one && [one.constant, ...one.terms]);
      found.set(JSON.stringify([array, kind, ...places]), access);
    }
  }
  return [...found.values()];
}
