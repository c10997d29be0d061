/**
 * Choices that a circuit makes on the way to memories and registers, in nanoseconds: accesses share a port, several
 * graphs write one register, a bank is chosen by its number. How many meet at a port is known only when every cycle is,
 * so it is counted from what the graphs of the Plan ask for.
 */
import type { Family } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { levelsOf, waysOf } from "../circuit/choice.ts";
import type { CircuitPlan, Graph, Load, Op, OpId, Storage, Store } from "../plan/nodes.ts";
import { banksOf, countOf, itemsIn } from "../plan/walk.ts";

export interface Choices {
  readonly load: (op: Load) => number; // at the port, before the memory
  readonly word: (ops: readonly Op[], op: Load) => number; // of the word that was read: its bank, its place
  readonly store: (op: Store) => number;
  readonly write: (register: string) => number;
  readonly exit: number; // of an `exit`, which stops the counters
}

export function choicesIn(plan: CircuitPlan, family: Family): Choices {
  const { banks, writers } = known.get(plan) ?? countsOf(plan);
  known.set(plan, { banks, writers });
  const storages = new Map(plan.storages.map((storage) => [storage.name, storage]));
  const storageOf = (name: string): Storage => storages.get(name) ?? bug(`no storage ${name}`);
  const { ns, inputs } = family.lut;
  const oneHot = (values: number): number => {
    const levels = levelsOf(values, waysOf(inputs));
    // The first choice shares LUTs with what makes the values, as any multiplexer does: see cores/delay.ts.
    const share = Math.min(1, Math.log(2 * Math.min(values, waysOf(inputs)) - 1) / Math.log(inputs));
    return levels === 0 ? 0 : ns * (levels - 1 + share);
  };
  const most = (op: Load | Store, of: keyof AtPort): number => {
    const own = banks.get(op.storage);
    return banksOf(op.bank).reduce((sum, bank) => Math.max(sum, own?.[bank]?.[of] ?? 1), 1);
  };
  return {
    load: (op) => {
      const { where, stream } = storageOf(op.storage);
      if (where === "registers") return 0;
      const isAsked = stream && op.bank.kind === "dynamic"; // which bank gives a word
      return Math.max(oneHot(most(op, "loads")), isAsked ? ns : 0);
    },
    word: (ops, op) => {
      const { where, depth } = storageOf(op.storage);
      const isFixed = ops[op.address]?.kind === "const";
      const words = where === "registers" && !isFixed ? byNumber(depth, family) : 0;
      return words + (op.bank.kind === "dynamic" ? byNumber(countOf(op.bank.among), family) : 0);
    },
    store: (op) => {
      // The word is chosen while it is found out whether it is stored.
      const isAsked = op.predicate !== null || op.bank.kind === "dynamic";
      return Math.max(oneHot(most(op, "stores")), isAsked ? ns : 0);
    },
    write: (register) => oneHot(writers.get(register) ?? 1),
    exit: 2 * ns,
  };
}

/** A choice by a number: a LUT with six inputs takes two bits of it and four values, one with four a bit and two. */
export function byNumber(values: number, { lut }: Family): number {
  return lut.ns * levelsOf(values, lut.inputs >= 6 ? 4 : 2);
}

/** What a bank is asked for, by graph: different addresses. */
interface BankCounts {
  readonly loads: Map<Graph, Set<OpId>>;
  readonly stores: Map<Graph, Set<OpId>>;
  readonly pipelined: Set<Graph>;
}

/** Values that meet at a port of a bank. */
interface AtPort {
  readonly loads: number;
  readonly stores: number;
}

interface Counts {
  readonly banks: ReadonlyMap<string, readonly AtPort[]>;
  readonly writers: ReadonlyMap<string, number>; // of scalar registers; constants come by their resets
}

/** Asked for by every graph of a Plan. */
const known = new WeakMap<CircuitPlan, Counts>();

function countsOf(plan: CircuitPlan): Counts {
  const banks = new Map(
    plan.storages.map(({ name, banks: count }) => [name, Array.from({ length: count }, emptyCounts)]),
  );
  const writers = new Map<string, number>(plan.inputs.map(({ register }) => [register, 1]));
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const { graph } = item;
    const isPipelined = item.kind === "pipeline" && item.asked !== null;
    for (const op of graph.ops) {
      if (op.kind === "write" && graph.ops[op.value]?.kind !== "const")
        writers.set(op.register, (writers.get(op.register) ?? 0) + 1);
      if (op.kind !== "load" && op.kind !== "store") continue;
      for (const bank of banksOf(op.bank)) {
        const counts = banks.get(op.storage)?.[bank] ?? bug(`no bank ${bank} of ${op.storage}`);
        const byGraph = op.kind === "load" ? counts.loads : counts.stores;
        const addresses = byGraph.get(graph) ?? new Set<OpId>();
        byGraph.set(graph, addresses.add(op.address));
        if (isPipelined) counts.pipelined.add(graph);
      }
    }
  }
  const atPorts = plan.storages.map((storage): [string, readonly AtPort[]] => {
    const own = banks.get(storage.name) ?? [];
    return [
      storage.name,
      own.map((bank) => ({ loads: loadsAtPort(bank, storage), stores: storesAtPort(bank, storage) })),
    ];
  });
  return { banks: new Map(atPorts), writers };
}

function emptyCounts(): BankCounts {
  return { loads: new Map(), stores: new Map(), pipelined: new Set() };
}

/** Ports that only read are spread over; one is left to stores. Free reads of a pipeline have a port each. */
function loadsAtPort({ loads, stores, pipelined }: BankCounts, { ports, reads }: Storage): number {
  const shared = Math.max(1, ports - (stores.size > 0 ? 1 : 0));
  let values = 0;
  for (const [graph, { size }] of loads) {
    const own = reads === "free" ? (pipelined.has(graph) ? size : 1) : shared;
    values += Math.ceil(size / own);
  }
  return values;
}

function storesAtPort({ loads, stores }: BankCounts, { ports, reads, where }: Storage): number {
  const shared = where === "registers" || (loads.size > 0 && reads !== "free") ? 1 : ports;
  let values = 0;
  for (const { size } of stores.values()) values += Math.ceil(size / shared);
  return values;
}
