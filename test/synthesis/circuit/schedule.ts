/** Cycles for hand-written plans: each operation as early as it can be, the interval as small as that allows. */

import { core } from "../../../src/hardware/cores/core.ts";
import type { Builder } from "../../../src/hardware/netlist/build.ts";
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import type { Units } from "../../../src/synthesis/circuit/index.ts";
import type { CircuitPlan, Graph, Item, Op, OpId } from "../../../src/synthesis/plan/nodes.ts";
import { banksOf, operandsOf } from "../../../src/synthesis/plan/walk.ts";
import type { Timing } from "../../../src/synthesis/timing/problem.ts";

export type LatencyOf = (op: Op) => number; // of a compute

export function unitsOf(latencyOf: LatencyOf, entry = 0): Units {
  return (graph, id) => {
    const op = graph.ops[id];
    if (op?.kind !== "compute") throw new Error("no compute");
    const types = op.operands.map((operand) => (graph.ops[operand] as Op).type);
    const latency = latencyOf(op);
    const made = core(op.op, types, op.type, { latency });
    const key = JSON.stringify([op.op, types, op.type, latency]);
    const build = (b: Builder, _name: string, inputs: readonly Expr[]): Expr => made.build(b, inputs);
    return { latency, build, key, entry, cost: { luts: 1000, dsps: 0 } };
  };
}

export function timingsOf(plan: CircuitPlan, latencyOf: LatencyOf): ReadonlyMap<Graph, Timing> {
  const timings = new Map<Graph, Timing>();
  const visit = (items: readonly Item[]): void => {
    for (const item of items) {
      if (item.kind === "block") timings.set(item.graph, schedule(plan, item.graph, null, latencyOf));
      if (item.kind === "pipeline") {
        const ii = item.asked === null ? null : (item.asked.ii ?? 1);
        timings.set(item.graph, schedule(plan, item.graph, ii, latencyOf));
      }
      if (item.kind === "repeat") visit(item.body);
      if (item.kind === "branch") visit([...item.then, ...item.else]);
    }
  };
  visit(plan.body);
  return timings;
}

function schedule(plan: CircuitPlan, graph: Graph, asked: number | null, latencyOf: LatencyOf): Timing {
  if (asked === null) return attempt(plan, graph, null, latencyOf) ?? failed("a block");
  for (let ii = asked; ii < 100; ii++) {
    const found = attempt(plan, graph, ii, latencyOf);
    if (found !== null) return found;
  }
  return failed("a pipeline");
}

/** What comes too early for an operation of the iteration before is put off, for some time. */
function attempt(plan: CircuitPlan, graph: Graph, ii: number | null, latencyOf: LatencyOf): Timing | null {
  const least = graph.ops.map(() => 0);
  for (let round = 0; round < 30; round++) {
    const found = place(plan, graph, ii, latencyOf, least);
    if (found === null) return null;
    const { cycles } = found;
    let isLegal = true;
    for (const { first, second, distance, lag } of graph.orders) {
      const wanted = (cycles[first] ?? 0) + lag - distance * (ii ?? 1000);
      if ((cycles[second] ?? 0) >= wanted) continue;
      least[second] = wanted;
      isLegal = false;
    }
    const isKnown = (op: Op, id: OpId): boolean =>
      op.kind !== "exit" || ii === null || (cycles[id] ?? 0) < ii;
    if (isLegal) return graph.ops.every(isKnown) ? found : null;
  }
  return null;
}

function place(
  plan: CircuitPlan,
  graph: Graph,
  ii: number | null,
  latencyOf: LatencyOf,
  least: readonly number[],
): Timing | null {
  const storages = new Map(plan.storages.map((storage) => [storage.name, storage]));
  const latency = (op: Op): number => {
    if (op.kind === "load") return storages.get(op.storage)?.latency ?? failed(op.storage);
    return op.kind === "compute" ? latencyOf(op) : 0;
  };
  const cycles: number[] = [];
  const taken = new Map<string, number>();
  const places = (op: Op, cycle: number): readonly string[] => {
    if (op.kind !== "load" && op.kind !== "store") return [];
    const { reads, where } = storages.get(op.storage) ?? failed(op.storage);
    if (where === "registers" || (reads === "free" && op.kind === "load")) return [];
    const slot = ii === null ? cycle : cycle % ii;
    return banksOf(op.bank).map((bank) => `${op.storage} ${bank} ${slot}`);
  };
  for (const [id, op] of graph.ops.entries()) {
    const after = operandsOf(op).map((one) => (cycles[one] ?? 0) + latency(graph.ops[one] as Op));
    const ordered = graph.orders.flatMap(({ first, second, distance, lag }) =>
      second === id && first < id ? [(cycles[first] ?? 0) + lag - distance * (ii ?? 1000)] : [],
    );
    let cycle = Math.max(least[id] ?? 0, ...after, ...ordered);
    const ports = op.kind === "load" || op.kind === "store" ? (storages.get(op.storage)?.ports ?? 1) : 1;
    const isFull = (): boolean => places(op, cycle).some((place) => (taken.get(place) ?? 0) >= ports);
    for (let tries = 0; isFull(); tries++, cycle++) if (tries > 200) return null;
    for (const place of places(op, cycle)) taken.set(place, (taken.get(place) ?? 0) + 1);
    cycles.push(cycle);
  }
  const length = 1 + Math.max(-1, ...graph.ops.map((op, id) => (cycles[id] ?? 0) + latency(op)));
  return { ii, cycles, offsets: cycles.map(() => 0), length, reason: null };
}

function failed(what: string): never {
  throw new Error(`no timing for ${what}`);
}
