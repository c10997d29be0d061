/** What a circuit does and takes, as data: cycles and where they go, intervals and what bounds them, units, memories. */
import { priceOf } from "../../device/price.ts";
import { bug } from "../../diagnostics/bug.ts";
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import type { Cycles, ItemCycles } from "../circuit/index.ts";
import { nameOfOp } from "../describe.ts";
import type { Network, Synthesized } from "../index.ts";
import type { CircuitPlan, Graph, Item, Pipeline, Storage } from "../plan/nodes.ts";
import { itemsIn } from "../plan/walk.ts";
import { refusals } from "../refusals.ts";
import { operatorOf, problemOf } from "../scheduling/problem.ts";
import { explain } from "../timing/index.ts";
import type { Timing } from "../timing/problem.ts";
import { boundOf, type LoopBound } from "./bound.ts";
import { type LineReport, linesOf } from "./lines.ts";
import { type RegisterCount, registersOf } from "./registers.ts";

export type { LineReport } from "./lines.ts";

export interface HardwareReport {
  readonly cycles: Cycles; // of a call
  readonly periodNs: number;
  readonly family: string;
  readonly loops: readonly LoopReport[]; // in the order of the source
  readonly lines: readonly LineReport[]; // the longest first; together they are the call
  readonly operators: readonly OperatorReport[];
  readonly memories: readonly MemoryReport[];
  readonly registers: RegisterCount;
  readonly states: number; // cycles of all graphs: what the control has tokens for
  readonly network: Network | null; // null: one thread of control
}

export interface LoopReport {
  readonly loops: readonly string[]; // that run as one, outermost first
  readonly line: number;
  readonly iterations: Cycles; // of all runs in a call
  readonly interval: number | null; // null: a loop around others
  readonly pipelined: boolean;
  readonly length: number | null; // cycles of an iteration
  readonly cycles: Cycles; // of all runs in a call
  readonly reason: string | null; // what keeps the interval from being shorter
  readonly bound: LoopBound; // what its time is made of
}

export interface OperatorReport {
  readonly operation: string; // `mul int32, int32`
  readonly count: number; // in the source
  readonly units: number; // in the circuit, which may share them
  readonly latency: number;
  readonly luts: number; // of one, estimated
  readonly dsps: number;
}

export type MemoryReport = Pick<Storage, "name" | "where" | "banks" | "depth" | "sides"> & {
  readonly width: number;
};

export function reportOf(made: Synthesized): HardwareReport {
  const { plan, prediction, target, timings } = made;
  return {
    cycles: { least: prediction.least, most: prediction.most },
    periodNs: target.periodNs,
    family: target.family,
    loops: loopsIn(made, plan.body, prediction.items),
    lines: linesOf(made),
    operators: operatorsOf(made),
    memories: plan.storages.map(({ name, where, banks, depth, sides, element }) => ({
      ...{ name, where, banks, depth, sides },
      width: bitWidth(element),
    })),
    registers: registersOf(made.design),
    states: [...timings.values()].reduce((sum, { length }) => sum + length, 0),
    network: made.network,
  };
}

// Loops

function loopsIn(
  made: Synthesized,
  items: readonly Item[],
  measured: readonly ItemCycles[],
): readonly LoopReport[] {
  return items.flatMap((item, index) => loopReports(made, item, measured[index]));
}

function loopReports(made: Synthesized, item: Item, measured: ItemCycles | undefined): readonly LoopReport[] {
  const inside = measured !== undefined && "items" in measured ? measured.items : [];
  switch (item.kind) {
    case "block":
      return [];
    case "branch":
      return loopsIn(made, [...item.then, ...item.else], inside);
    case "repeat":
    case "pipeline": {
      const isLoop = measured?.kind === "repeat" || measured?.kind === "pipeline";
      const own: LoopReport = {
        bound: boundOf(made, item, measured),
        loops: item.kind === "pipeline" ? item.loops : [item.name],
        line: lineOf(made, item),
        iterations: isLoop ? measured.iterations : never,
        cycles: measured?.cycles ?? never,
        ...(item.kind === "pipeline" ? intervalOf(made, item) : aroundOthers),
      };
      return [own, ...(item.kind === "repeat" ? loopsIn(made, item.body, inside) : [])];
    }
  }
}

const never: Cycles = { least: 0, most: 0 };

const aroundOthers = { interval: null, pipelined: false, length: null, reason: null } as const;

type Interval = Pick<LoopReport, "interval" | "pipelined" | "length" | "reason">;

function intervalOf(made: Synthesized, { graph, asked }: Pipeline): Interval {
  const timing = made.timings.get(graph) ?? bug("a graph without a timing");
  return {
    interval: timing.ii ?? timing.length,
    pipelined: asked !== null,
    length: timing.length,
    reason: asked === null ? null : reasonOf(made, graph, timing),
  };
}

function reasonOf({ processes, target }: Synthesized, graph: Graph, { reason }: Timing): string | null {
  if (reason === null) return null;
  const isOf = ({ body }: CircuitPlan): boolean =>
    [...itemsIn(body)].some((item) => "graph" in item && item.graph === graph);
  const plan = processes.find(isOf) ?? bug("a graph of no process");
  const problem = problemOf(plan, graph, target, refusals(plan));
  return explain(problem, reason, (id) => nameOfOp(plan.source, graph, id));
}

function lineOf({ plan }: Synthesized, { span }: { readonly span: { readonly from: number } }): number {
  return lineAt(lineTable(plan.source), span.from);
}

// Operators

function operatorsOf({ plan, target, built }: Synthesized): readonly OperatorReport[] {
  const found = new Map<string, OperatorReport>();
  const seen = new Set<string>();
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    for (const op of item.graph.ops) {
      if (op.kind !== "compute") continue;
      const { latency, cost, key } = operatorOf(item.graph, op, target);
      if (cost.luts === 0 && cost.dsps === 0) continue;
      const types = op.operands.map((id) => printType(item.graph.ops[id]?.type ?? op.type));
      const operation = `${typeof op.op === "string" ? op.op : op.op.name} ${types.join(", ")}`;
      const known = found.get(operation);
      found.set(operation, {
        ...{ operation, latency, luts: Math.round(cost.luts), dsps: cost.dsps },
        count: (known?.count ?? 0) + 1,
        units: (known?.units ?? 0) + (seen.has(key) ? 0 : (built.get(key) ?? 0)),
      });
      seen.add(key);
    }
  }
  const weight = (one: OperatorReport): number => one.count * priceOf(one);
  return [...found.values()].sort((a, b) => weight(b) - weight(a));
}
