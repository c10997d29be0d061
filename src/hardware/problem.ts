/** The scheduling problem of a graph: what its operations take on a target, and what they compete for. */
import { families } from "../device/family.ts";
import { bug } from "../diagnostics/bug.ts";
import { bitWidth } from "../types/bits.ts";
import { type Operator, operator, type Target, usableNs } from "./operators/operator.ts";
import type { Compute, Graph, Load, Op, OpId, Plan, Storage, Store } from "./plan/nodes.ts";
import { operandsOf } from "./plan/walk.ts";
import type { Refusals } from "./refusals.ts";
import type { Edge, Operation, Problem, Resource, Use } from "./timing/problem.ts";

export function problemOf(plan: Plan, graph: Graph, target: Target, refuse: Refusals): Problem {
  const family = families[target.family];
  const storages = new Map(plan.storages.map((storage) => [storage.name, storage]));
  const resources: Resource[] = [];
  const places = new Map<string, number>();
  const portOf = (storage: Storage, bank: number): number => {
    const key = `${storage.name} ${bank}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const name = storage.banks === 1 ? storage.name : `bank ${bank} of ${storage.name}`;
    resources.push({ name, count: storage.ports });
    places.set(key, resources.length - 1);
    return resources.length - 1;
  };
  const usesOf = (op: Load | Store): readonly Use[] => {
    const storage = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
    if (storage.where === "registers" || (op.kind === "load" && storage.reads === "free")) return [];
    const banks =
      op.bank.kind === "static" ? [op.bank.bank] : Array.from({ length: storage.banks }, (_, k) => k);
    return banks.map((bank) => ({ resource: portOf(storage, bank), cycles: 1 }));
  };
  const written = new Set(graph.ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
  const usable = usableNs(target);
  const fits = (id: OpId, ns: number): void => {
    if (ns > usable + tolerance) refuse.clock(graph, id, ns, target);
  };
  const operations = graph.ops.map((op, id): Operation => {
    switch (op.kind) {
      case "compute": {
        const { latency, entry, exit, period } = refuse.guarded(op, () => operatorOf(graph, op, target));
        fits(id, period);
        return { latency, entry, exit, uses: [], width: bitWidth(op.type) };
      }
      case "load": {
        const storage = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
        const { latency } = storage;
        const setup = latency === 1 ? family.blockRam.setupNs : 0;
        const passed = graph.forwards.some((one) => one.load === id) ? family.lut.ns : 0;
        const read =
          latency === 1 ? family.blockRam.clockToOutNs - family.registerNs : readNs(storage, target);
        fits(id, Math.max(setup, read) + passed);
        return {
          latency,
          entry: latency === 1 ? setup : read,
          exit: Math.max(read, 0) + passed,
          uses: usesOf(op),
          width: bitWidth(op.type),
        };
      }
      case "store":
        return { latency: 0, entry: 0, exit: 0, uses: usesOf(op) };
      case "counter":
        return { latency: 0, entry: 0, exit: 0, uses: [], pinned: true, width: bitWidth(op.type) };
      case "read":
        return { ...still, width: written.has(op.register) ? bitWidth(op.type) : 0 };
      default:
        return still;
    }
  });
  return { operations, edges: edgesOf(graph), resources, period: usable };
}

const tolerance = 1e-6; // sums of delays are not exact

/** What takes no time and leaves nothing that has to be kept. */
const still: Operation = { latency: 0, entry: 0, exit: 0, uses: [], width: 0 };

/** A read without a clock: LUT RAM, or a choice among registers. */
function readNs({ where, depth, banks }: Storage, { family }: Target): number {
  const { lut, lutRam } = families[family];
  if (where === "lut") return lutRam?.readNs ?? lut.ns * Math.ceil(Math.log2(Math.max(2, depth)) / 2);
  const count = depth * banks;
  return count === 1 ? 0 : (lut.ns * Math.ceil(Math.log2(count))) / 2;
}

function edgesOf({ ops, orders }: Graph): readonly Edge[] {
  const edges: Edge[] = orders.map(({ first, second, lag, distance }) => ({
    kind: "order",
    from: first,
    to: second,
    lag,
    distance,
  }));
  const writes = new Map<string, OpId>();
  for (const [id, op] of ops.entries()) if (op.kind === "write") writes.set(op.register, id);
  for (const [to, op] of ops.entries()) {
    for (const from of operandsOf(op)) {
      if (ops[from]?.kind !== "const") edges.push({ kind: "value", from, to });
    }
    const write = op.kind === "read" ? writes.get(op.register) : undefined;
    if (write === undefined) continue;
    // What an iteration reads is what the one before it wrote, and this one has not overwritten.
    edges.push({ kind: "order", from: write, to, lag: 1, distance: 1 });
    edges.push({ kind: "order", from: to, to: write, lag: 0, distance: 0 });
  }
  return edges;
}

/** The operator of a `compute`, simpler where operands are constants. */
export function operatorOf(graph: Graph, op: Compute, target: Target): Operator {
  const operands = op.operands.map((id): Op => graph.ops[id] ?? bug(`no operation ${id}`));
  const types = operands.map(({ type }) => type);
  const constants = operands.map((one) => (one.kind === "const" ? one.bits : null));
  return operator(op.op, types, op.type, target, constants);
}
