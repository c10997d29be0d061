/**
 * How many cycles a call takes, before anything is built.
 *
 *     const { least, most, items } = predict(plan, timings); // equal where control does not hang on data
 *
 * Counted are the clock cycles after the one in which a start is taken, up to the one in which `done` is 1.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { boundValue, conditionValue } from "../../loops/analysis/bound_value.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import type { Expr } from "../../loops/nodes.ts";
import type { Bound, Branch, CircuitPlan, Graph, Item, Level, Pipeline, Repeat } from "../plan/nodes.ts";
import type { Timing } from "../timing/problem.ts";
import { emptiness, type Flow, firstValues, flowOf, turnOf } from "./flow.ts";

export interface Cycles {
  readonly least: number;
  readonly most: number; // Infinity: nobody knows
}

export interface Prediction extends Cycles {
  readonly items: readonly ItemCycles[]; // of the body
}

export type ItemCycles = BlockCycles | LoopCycles | BranchCycles;

interface Counted {
  readonly cycles: Cycles; // of all its runs in a call
}

export interface BlockCycles extends Counted {
  readonly kind: "block";
  readonly length: number;
}

export interface LoopCycles extends Counted {
  readonly kind: "pipeline" | "repeat";
  readonly name: string;
  readonly loops: readonly string[]; // names, outermost first
  readonly span: Span;
  readonly iterations: Cycles; // of all its runs in a call
  readonly ii: number | null; // null: one iteration after another
  readonly length: number | null; // of an iteration; null: that of the items in it
  readonly items: readonly ItemCycles[];
}

export interface BranchCycles extends Counted {
  readonly kind: "branch";
  readonly span: Span;
  readonly items: readonly ItemCycles[]; // of both sides
}

/** Iterations to assume of a loop whose count nobody knows, where two circuits are compared. */
export const middling: Assumed = { of: "rounds", count: 16 };

/** Of a loop whose count only data tell: so many rounds, or so many iterations, of which a round has as many as there are copies. */
export interface Assumed {
  readonly of: "rounds" | "iterations";
  readonly count: number;
}

/** `assumed`: how many iterations a loop has whose count only data tell; unless said, any number. */
export function predict(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  assumed?: Assumed,
): Prediction {
  const flow = flowOf(plan, timings, "ignored");
  const items = plan.body.map((item) => measure(flow, item, { values: new Map(), assumed }));
  const { least, most } = total(items);
  return { least: 1 + least, most: 1 + most, items };
}

/** Variables of the Repeats around, where they are known. */
export interface Known {
  readonly values: ReadonlyMap<string, number>;
  readonly assumed: Assumed | undefined;
}

/** One run of an item. */
export function measure(flow: Flow, item: Item, known: Known): ItemCycles {
  switch (item.kind) {
    case "block": {
      const { length } = flow.runOf(item.graph);
      return { kind: "block", length, cycles: exactly(length) };
    }
    case "pipeline":
      return measurePipeline(flow, item, known);
    case "repeat":
      return measureRepeat(flow, item, known);
    case "branch":
      return measureBranch(flow, item, known);
  }
}

function measurePipeline(flow: Flow, item: Pipeline, known: Known): LoopCycles {
  const { name, loops, levels, span, graph, mayBeEmpty } = item;
  const isEmpty = emptiness(item) === "always";
  const { interval, length } = isEmpty ? { interval: 1, length: 1 } : flow.runOf(graph);
  const counted = levels.length === 0 ? stepsOf(item, known) : count(levels, mayBeEmpty, known);
  const hasExit = graph.ops.some(({ kind }) => kind === "exit");
  const iterations = hasExit ? { least: Math.min(1, counted.least), most: counted.most } : counted;
  const setting = firstValues(levels) === null ? 1 : 0;
  const skipping = isEmpty ? 0 : setting; // with no iteration
  const time = (times: number): number =>
    times === 0 ? skipping : setting + (times - 1) * interval + length;
  return {
    kind: "pipeline",
    name,
    loops,
    span,
    iterations,
    ii: interval < length ? interval : null,
    length,
    cycles: { least: time(iterations.least), most: time(iterations.most) },
    items: [],
  };
}

function measureRepeat(flow: Flow, item: Repeat, known: Known): LoopCycles {
  const { name, level, exit, span, mayBeEmpty } = item;
  const counted = level === null ? anyNumber(known) : count([level], mayBeEmpty, known);
  const iterations = exit === null ? counted : { least: Math.min(1, counted.least), most: counted.most };
  const turn = counted.most === 0 ? 0 : turnOf(flow, item);
  const isSet = level === null || flow.resting.has(item);
  const items = counted.most === 0 ? [] : bodyCycles(flow, item, iterations, known);
  const inside = plus(total(items), times(exactly(turn), iterations));
  const setting = isSet || emptiness(item) === "always" ? 0 : 1;
  const cycles = { least: inside.least + setting, most: inside.most + setting };
  return { kind: "repeat", name, loops: [name], span, iterations, ii: null, length: null, cycles, items };
}

/** All iterations of a body; one by one only where its length changes with the variable. */
function bodyCycles(
  flow: Flow,
  { level, exit, body }: Repeat,
  iterations: Cycles,
  known: Known,
): readonly ItemCycles[] {
  const bounds = level === null || exit !== null ? null : valuesOf(level, [], known);
  if (level === null || bounds === null || !body.some((item) => looksAt(item, level.variable))) {
    const values = new Map(known.values);
    if (level !== null) values.delete(level.variable);
    return body.map((item) => scaled(measure(flow, item, { ...known, values }), iterations));
  }
  const { from, to, step } = bounds;
  let sum: readonly ItemCycles[] | null = null;
  for (let value = from; value < to; value += step) {
    const inner = { ...known, values: new Map(known.values).set(level.variable, value) };
    const once = body.map((item) => measure(flow, item, inner));
    sum = sum === null ? once : added(sum, once);
  }
  return sum ?? [];
}

function measureBranch(flow: Flow, { then: yes, else: no, value, span }: Branch, known: Known): BranchCycles {
  const holds = value === undefined ? null : conditionValue(value, known.values);
  const one = yes.map((item) => measure(flow, item, known));
  const other = no.map((item) => measure(flow, item, known));
  const [first, second] = [total(one), total(other)];
  const either = { least: Math.min(first.least, second.least), most: Math.max(first.most, second.most) };
  const runs = (isThen: boolean): Cycles =>
    holds === null ? { least: 0, most: 1 } : exactly(Number(holds === isThen));
  return {
    kind: "branch",
    span,
    cycles: holds === null ? either : holds ? first : second,
    items: [
      ...one.map((item) => scaled(item, runs(true))),
      ...other.map((item) => scaled(item, runs(false))),
    ],
  };
}

/** Whether the length of a run may follow from a register. */
export function looksAt(item: Item, register: string): boolean {
  const inLevel = ({ from, to }: Level): boolean =>
    [...from.terms, ...to.terms].some(
      ({ of }) =>
        of.kind === "register" &&
        (of.name === register || (of.value !== undefined && namesRead(of.value).has(register))),
    );
  switch (item.kind) {
    case "block":
      return false;
    case "pipeline":
      return item.levels.some(inLevel);
    case "repeat":
      return (item.level !== null && inLevel(item.level)) || item.body.some((one) => looksAt(one, register));
    case "branch":
      return (
        (item.value !== undefined && namesRead(item.value).has(register)) ||
        [...item.then, ...item.else].some((one) => looksAt(one, register))
      );
  }
}

// Iterations

/** Of a loop that only data end, and that asks at its end: as many as are assumed. */
function anyNumber({ assumed }: Known): Cycles {
  return assumed === undefined ? { least: 1, most: Infinity } : exactly(assumed.count);
}

/** Of loops that are merged into one: as many for each iteration of those around, at least one. */
function stepsOf({ trips }: Pipeline, known: Known): Cycles {
  if (trips === undefined) return anyNumber(known);
  return times(anyNumber(known), trips === null ? anyNumber(known) : exactly(trips));
}

function roundsOf({ of, count }: Assumed, { step }: Level): number {
  return of === "rounds" ? count : Math.ceil(count / step);
}

/** Of a nest whose outermost level may be empty. */
function count(levels: readonly Level[], mayBeEmpty: boolean, known: Known): Cycles {
  const outer: (number | null)[] = []; // values of the levels outside
  const inside = (index: number): Cycles => {
    const level = levels[index];
    if (level === undefined) return exactly(1);
    const values = valuesOf(level, outer, known);
    const run = (value: number | null): Cycles => {
      outer.push(value);
      const found = inside(index + 1);
      outer.pop();
      return found;
    };
    if (values === null) {
      const any = { least: index === 0 && mayBeEmpty ? 0 : 1, most: Infinity };
      return times(run(null), known.assumed === undefined ? any : exactly(roundsOf(known.assumed, level)));
    }
    const { from, to, step } = values;
    const number = Math.max(0, Math.ceil((to - from) / step));
    const isLooked = levels.slice(index + 1).some((one) => looksAtLevel(one, index));
    if (!isLooked) return number === 0 ? exactly(0) : times(run(from), exactly(number));
    let sum = exactly(0);
    for (let value = from; value < to; value += step) sum = plus(sum, run(value));
    return sum;
  };
  return inside(0);
}

export function looksAtLevel({ from, to }: Level, level: number): boolean {
  return [...from.terms, ...to.terms].some(({ of }) => of.kind === "level" && of.level === level);
}

export function valuesOf(
  { from, to, step }: Level,
  outer: readonly (number | null)[],
  known: Known,
): { readonly from: number; readonly to: number; readonly step: number } | null {
  const first = sumOf(from, outer, known);
  const end = sumOf(to, outer, known);
  return first === null || end === null ? null : { from: first, to: end, step };
}

function sumOf({ constant, terms }: Bound, outer: readonly (number | null)[], known: Known): number | null {
  let sum = constant;
  for (const { of, factor } of terms) {
    const value =
      of.kind === "level" ? outer[of.level] : (known.values.get(of.name) ?? computed(of.value, known));
    if (value === undefined || value === null) return null;
    sum += factor * value;
  }
  return sum;
}

function computed(value: Expr | undefined, known: Known): number | null {
  return value === undefined ? null : boundValue(value, known.values);
}

// Sums

function exactly(cycles: number): Cycles {
  return { least: cycles, most: cycles };
}

function plus(one: Cycles, other: Cycles): Cycles {
  return { least: one.least + other.least, most: one.most + other.most };
}

function times(one: Cycles, other: Cycles): Cycles {
  const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b); // no times for ever is never
  return { least: product(one.least, other.least), most: product(one.most, other.most) };
}

function total(items: readonly ItemCycles[]): Cycles {
  return items.reduce((sum, { cycles }) => plus(sum, cycles), exactly(0));
}

function scaled<T extends ItemCycles>(item: T, runs: Cycles): T {
  const cycles = times(item.cycles, runs);
  if (item.kind === "block") return { ...item, cycles };
  const items = item.items.map((one) => scaled(one, runs));
  if (item.kind === "branch") return { ...item, cycles, items };
  return { ...item, cycles, items, iterations: times(item.iterations, runs) };
}

/** The same items, run once more. A body that did not run has none. */
function added(sum: readonly ItemCycles[], once: readonly ItemCycles[]): readonly ItemCycles[] {
  if (sum.length === 0 || once.length === 0) return sum.length === 0 ? once : sum;
  return sum.map((item, index) => {
    const more = once[index] ?? bug("a body that changes");
    const cycles = plus(item.cycles, more.cycles);
    if (item.kind === "block" || more.kind === "block") return { ...item, cycles };
    const items = added(item.items, more.items);
    if (item.kind === "branch" || more.kind === "branch") return { ...item, cycles, items };
    return { ...item, cycles, items, iterations: plus(item.iterations, more.iterations) };
  });
}
