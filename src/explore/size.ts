/** About what a planned circuit takes of a part: its units, shared as they can be, its values that wait, its memories. */

import { type Family, families } from "../device/family.ts";
import { blockRamsOf, type Part } from "../device/part.ts";
import { priceOf } from "../device/price.ts";
import { bug } from "../diagnostics/bug.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import { isWorthSharing } from "../synthesis/circuit/sharing.ts";
import type { CircuitPlan, Graph, Storage } from "../synthesis/plan/nodes.ts";
import { banksOf, itemsIn, operandsOf } from "../synthesis/plan/walk.ts";
import { blocksOf, memoryLuts as memoryLutsOf } from "../synthesis/report/resources.ts";
import { operatorOf } from "../synthesis/scheduling/problem.ts";
import type { Timing } from "../synthesis/timing/problem.ts";
import { bitWidth } from "../types/bits.ts";

export interface Size {
  readonly luts: number; // without those that are memories
  readonly memoryLuts: number;
  readonly dsps: number;
  readonly blockRams: number;
}

export function sizeOf(plan: CircuitPlan, timings: ReadonlyMap<Graph, Timing>, target: Technology): Size {
  const shared = new Map<string, Unit>();
  let luts = 0;
  let dsps = 0;
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const { graph } = item;
    const { ii, length } = timings.get(graph) ?? bug("a graph without a timing");
    const here = new Map<string, number>();
    for (const op of graph.ops) {
      if (op.kind !== "compute") continue;
      const operator = operatorOf(graph, op, target);
      const widths = op.operands.map((id) => bitWidth(graph.ops[id]?.type ?? op.type));
      if (!isWorthSharing(operator, widths)) {
        luts += operator.cost.luts;
        dsps += operator.cost.dsps;
        continue;
      }
      here.set(operator.key, (here.get(operator.key) ?? 0) + 1);
      if (!shared.has(operator.key))
        shared.set(operator.key, {
          ...operator.cost,
          busy: operator.busy,
          count: 0,
          most: 0,
          choice: sum(widths) / 2,
        });
    }
    for (const [key, uses] of here) {
      const known = shared.get(key) ?? bug("a unit without a cost");
      const count = Math.max(
        known.count,
        Math.ceil(uses / Math.max(1, Math.floor((ii ?? length) / known.busy))),
      );
      shared.set(key, { ...known, count, most: known.most + uses });
    }
  }
  for (const unit of shared.values()) {
    luts += unit.count * unit.luts + (unit.most - unit.count) * unit.choice;
    dsps += unit.count * unit.dsps;
  }
  luts += waitingBits(plan, timings, target) / 2; // a flip-flop comes with a LUT, and two of them share one
  const family = families[target.family];
  const blockRams = plan.storages
    .filter(({ where }) => where === "block")
    .reduce((sum, storage) => sum + copiesOf(storage, plan, timings, family) * blocksOf(storage, family), 0);
  const memoryLuts = plan.storages
    .filter(({ where }) => where === "lut")
    .reduce((sum, storage) => sum + lutsOf(storage, plan, timings, family), 0);
  const registers = plan.storages.filter(({ where }) => where === "registers");
  for (const { element, banks, depth } of registers) luts += bitWidth(element) * banks * depth;
  return { luts, memoryLuts, dsps, blockRams };
}

/** Tables are kept as often as the reads of an interval need ports. */
function copiesOf(
  storage: Storage,
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  { blockRam }: Family,
): number {
  if (storage.reads !== "free") return 1;
  return Math.ceil(readersOf(storage, plan, timings) / (blockRam.ports === "two" ? 2 : 1));
}

function lutsOf(
  storage: Storage,
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  family: Family,
): number {
  const { banks, depth, element, sides } = storage;
  const isTable = storage.initial !== null;
  const readers = readersOf(storage, plan, timings);
  return banks * sides * readers * memoryLutsOf(depth, bitWidth(element), isTable, family);
}

/** Of the bank that most read at once. */
function readersOf(
  { name, banks }: Pick<Storage, "name" | "banks">,
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
): number {
  let readers = 1;
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const { ii, length } = timings.get(item.graph) ?? bug("a graph without a timing");
    const counts = new Array<number>(banks).fill(0);
    for (const op of item.graph.ops) {
      if (op.kind !== "load" || op.storage !== name) continue;
      for (const bank of banksOf(op.bank)) counts[bank] = (counts[bank] ?? 0) + 1;
    }
    readers = Math.max(readers, Math.ceil(Math.max(...counts) / (ii ?? length)));
  }
  return readers;
}

/** A circuit that operations share. */
interface Unit {
  readonly luts: number;
  readonly dsps: number;
  readonly busy: number; // cycles from operands to the next ones
  readonly choice: number; // LUTs for one more operation's operands
  readonly count: number;
  readonly most: number; // operations
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Registers that hold values from the cycle they are made to the last that needs them, one more each interval. */
function waitingBits(plan: CircuitPlan, timings: ReadonlyMap<Graph, Timing>, target: Technology): number {
  let bits = 0;
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const { ops } = item.graph;
    const { cycles, ii, length } = timings.get(item.graph) ?? bug("a graph without a timing");
    const last = new Array<number>(ops.length).fill(0);
    for (const [id, op] of ops.entries()) {
      for (const operand of operandsOf(op)) last[operand] = Math.max(last[operand] ?? 0, cycles[id] ?? 0);
    }
    for (const [id, op] of ops.entries()) {
      if (op.kind !== "compute" && op.kind !== "load") continue;
      const latency = op.kind === "compute" ? operatorOf(item.graph, op, target).latency : 1;
      const waits = (last[id] ?? 0) - (cycles[id] ?? 0) - latency;
      if (waits > 0) bits += bitWidth(op.type) * Math.ceil(waits / (ii ?? length));
    }
  }
  return bits;
}

/** One number, in LUTs. `base`: what stands around every kernel, so that small ones may grow. */
export function weightOf(size: Size, base: number): number {
  return base + priceOf(size);
}

export function sizesAdded(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (all, one) => ({
      luts: all.luts + one.luts,
      memoryLuts: all.memoryLuts + one.memoryLuts,
      dsps: all.dsps + one.dsps,
      blockRams: all.blockRams + one.blockRams,
    }),
    { luts: 0, memoryLuts: 0, dsps: 0, blockRams: 0 },
  );
}

/** All that is made of LUTs. */
export function allLuts({ luts, memoryLuts }: Size): number {
  return luts + memoryLuts;
}

export function isWithinSize(size: Size, most: Size): boolean {
  return allLuts(size) <= allLuts(most) && size.dsps <= most.dsps && size.blockRams <= most.blockRams;
}

/** With room for what the guess leaves out: choices of shared units, pipelines' registers. */
export function fits({ luts, dsps, blockRams }: Size, part: Part): boolean {
  return luts <= mostOfPart * part.luts && dsps <= part.dsps && blockRams <= blockRamsOf(part);
}

/** Of its LUTs. */
export const mostOfPart = 0.5;
