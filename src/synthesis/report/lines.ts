/**
 * Where the cycles of a call go, line by line. Every cycle belongs to one line, so the lines add up to the call.
 *
 * A cycle of a block belongs to the line of what settles last in it. A pipeline's intervals belong to the lines that
 * make them as long as they are, its filling and draining to the loop; what control takes, to the loop or branch.
 */
import { bug } from "../../diagnostics/bug.ts";
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import type { Cycles, ItemCycles } from "../circuit/index.ts";
import type { Synthesized } from "../index.ts";
import type { Graph, Item, Op, OpId, Pipeline } from "../plan/nodes.ts";
import type { Reason } from "../timing/problem.ts";

export interface LineReport {
  readonly line: number;
  readonly cycles: Cycles;
}

export function linesOf(made: Synthesized): readonly LineReport[] {
  const { plan, prediction } = made;
  const sums = new Map<number, Cycles>();
  const add = (line: number, { least, most }: Cycles): void => {
    const known = sums.get(line) ?? { least: 0, most: 0 };
    sums.set(line, { least: known.least + least, most: known.most + most });
  };
  const spread = { made, add, table: lineTable(plan.source) };
  const first = lineOfKernel(made);
  const rest = listed(spread, plan.body, prediction.items, prediction, first);
  add(first, rest); // taking the arguments
  return [...sums]
    .map(([line, cycles]) => ({ line, cycles }))
    .filter(({ cycles }) => cycles.least > 0 || cycles.most > 0)
    .sort((a, b) => b.cycles.most - a.cycles.most || a.line - b.line);
}

interface Spreading {
  readonly made: Synthesized;
  readonly add: (line: number, cycles: Cycles) => void;
  readonly table: ReturnType<typeof lineTable>;
}

/** Gives the items their cycles, at most `all`; what is left is the answer. `line` is that of what they stand in. */
function listed(
  spread: Spreading,
  items: readonly Item[],
  measured: readonly ItemCycles[],
  all: Cycles,
  line: number,
): Cycles {
  const claims = items.map((_, index) => measured[index]?.cycles ?? { least: 0, most: 0 });
  const least = within(
    all.least,
    claims.map((one) => one.least),
  );
  const most = within(
    all.most,
    claims.map((one) => one.most),
  );
  for (const [index, item] of items.entries()) {
    const own = { least: least[index] ?? 0, most: most[index] ?? 0 };
    const inside = measured[index];
    if (inside !== undefined) divided(spread, item, inside, own, line);
  }
  return left(all, total(least), total(most));
}

/** Of a branch only one side runs: both claim, and share what there is. */
function within(all: number, claims: readonly number[]): readonly number[] {
  return total(claims) <= all ? claims : apportioned(all, claims);
}

/** Of cycles without a bound, what is left beside others without one is what is left for sure. */
function left(all: Cycles, least: number, most: number): Cycles {
  const sure = all.least - least;
  return { least: sure, most: most === Infinity ? sure : all.most - most };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0);
}

function divided(spread: Spreading, item: Item, measured: ItemCycles, all: Cycles, line: number): void {
  const inside = "items" in measured ? measured.items : [];
  switch (item.kind) {
    case "block":
      return toLines(spread, busiest(spread, item.graph, line), all);
    case "pipeline":
      return pipeline(spread, item, measured, all);
    case "repeat": {
      const own = lineOf(spread, item) ?? line;
      return spread.add(own, listed(spread, item.body, inside, all, own));
    }
    case "branch": {
      const own = lineOf(spread, item) ?? line;
      return spread.add(own, listed(spread, [...item.then, ...item.else], inside, all, own));
    }
  }
}

function pipeline(spread: Spreading, item: Pipeline, measured: ItemCycles, all: Cycles): void {
  const { ii, length, reason } = spread.made.timings.get(item.graph) ?? bug("a graph without a timing");
  const own = lineOf(spread, item) ?? 1;
  const iterations = measured.kind === "pipeline" ? measured.iterations : { least: 0, most: 0 };
  const interval = item.asked === null ? length : (ii ?? length);
  const steady = {
    least: Math.min(all.least, iterations.least * interval),
    most: iterations.most === Infinity ? Infinity : Math.min(all.most, iterations.most * interval),
  };
  const lines =
    item.asked === null ? busiest(spread, item.graph, own) : boundLines(spread, item.graph, reason, own);
  toLines(spread, lines, steady);
  spread.add(own, left(all, steady.least, steady.most));
}

/** The lines of the operations that make the interval what it is, as often as they do. */
function boundLines(
  spread: Spreading,
  { ops }: Graph,
  reason: Reason | null,
  own: number,
): readonly number[] {
  const ids = boundBy(reason);
  const lines = ids.flatMap((id) => {
    const op = ops[id];
    return op === undefined || op.kind === "read" || op.kind === "write" ? [] : (lineOf(spread, op) ?? []);
  });
  return lines.length === 0 ? [own] : lines;
}

function boundBy(reason: Reason | null): readonly OpId[] {
  switch (reason?.kind) {
    case "recurrence":
      return reason.path;
    case "resource":
      return reason.users;
    case "length":
    case "exit":
      return [reason.operation];
    default:
      return [];
  }
}

/** For every cycle of a graph, the line of what settles last. */
function busiest(spread: Spreading, graph: Graph, around: number): readonly number[] {
  const timing = spread.made.timings.get(graph) ?? bug("a graph without a timing");
  const last = new Map<number, { readonly offset: number; readonly op: Op }>();
  for (const [id, op] of graph.ops.entries()) {
    const [cycle, offset] = [timing.cycles[id] ?? 0, timing.offsets[id] ?? 0];
    const known = last.get(cycle);
    if (op.span.to > 0 && (known === undefined || known.offset <= offset)) last.set(cycle, { offset, op });
  }
  let line = around;
  return Array.from({ length: Math.max(1, timing.length) }, (_, cycle) => {
    const found = last.get(cycle);
    if (found !== undefined) line = lineOf(spread, found.op) ?? line;
    return line;
  });
}

/** As evenly as whole cycles can be spread over the lines; a line that stands there twice gets twice as many. */
function toLines({ add }: Spreading, lines: readonly number[], { least, most }: Cycles): void {
  const weights = new Map<number, number>();
  for (const line of lines) weights.set(line, (weights.get(line) ?? 0) + 1);
  const each = [...weights.values()];
  const [low, high] = [apportioned(least, each), apportioned(most, each)];
  for (const [index, line] of [...weights.keys()].entries()) {
    add(line, { least: low[index] ?? 0, most: high[index] ?? 0 });
  }
}

/** Whole parts of a whole, in proportion: largest remainders first. */
export function apportioned(all: number, weights: readonly number[]): readonly number[] {
  if (all === Infinity) return weights.map((weight) => (weight > 0 ? Infinity : 0));
  const bounded = weights.some((one) => one === Infinity)
    ? weights.map((one) => (one === Infinity ? 1 : 0))
    : weights;
  const sum = bounded.reduce((total, one) => total + one, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? all : 0));
  const exact = bounded.map((weight) => (all * weight) / sum);
  const parts = exact.map(Math.floor);
  const left = all - parts.reduce((total, one) => total + one, 0);
  const order = exact.map((value, index) => ({ index, over: value - Math.floor(value) }));
  order.sort((a, b) => b.over - a.over || a.index - b.index);
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

function lineOf({ table }: Spreading, { span }: { readonly span: Op["span"] }): number | null {
  return span.to > 0 ? lineAt(table, span.from) : null;
}

/** Where the kernel's head stands. */
function lineOfKernel({ plan: { source, name } }: Synthesized): number {
  const at = source.text.search(new RegExp(`def\\s+${name}\\b`));
  return at < 0 ? 1 : lineAt(lineTable(source), at);
}
