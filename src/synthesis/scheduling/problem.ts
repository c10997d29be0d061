/** The scheduling problem of a graph: what its operations take on a target, and what they compete for. */
import { families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import {
  type Operator,
  operator,
  sequentialOperator,
  type Technology,
  usableNs,
} from "../../hardware/operators/operator.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import { levelsOf, waysOf } from "../circuit/choice.ts";
import type { Allowed, CircuitPlan, Compute, Graph, Load, Op, OpId, Storage, Store } from "../plan/nodes.ts";
import { unsettledOf } from "../plan/settled.ts";
import { banksOf, operandsOf } from "../plan/walk.ts";
import type { Refusals } from "../refusals.ts";
import type { Edge, Operation, Problem, Resource, Use } from "../timing/problem.ts";
import { byNumber, type Choices, choicesIn } from "./choices.ts";
import { withWays } from "./far.ts";
import { timedPassing } from "./passed.ts";

export function problemOf(plan: CircuitPlan, graph: Graph, target: Technology, refuse: Refusals): Problem {
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
  const units = new Map<Allowed, number>();
  const unitOf = (allowed: Allowed): number => {
    const known = units.get(allowed);
    if (known !== undefined) return known;
    resources.push({ name: allowed.operator, count: allowed.count });
    units.set(allowed, resources.length - 1);
    return resources.length - 1;
  };
  const busyUnits = new Map<string, number>();
  const busyUnit = (key: string, count: number): number => {
    const known = busyUnits.get(key) ?? resources.push({ name: key, count }) - 1;
    busyUnits.set(key, known);
    return known;
  };
  const usesOf = (op: Load | Store): readonly Use[] => {
    const storage = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
    if (storage.where === "registers" || (op.kind === "load" && storage.reads === "free")) return [];
    return banksOf(op.bank).map((bank) => ({ resource: portOf(storage, bank), cycles: 1 }));
  };
  const written = new Set(graph.ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
  const choices = choicesIn(plan, family);
  const usable = usableNs(target);
  const isArray = plan.registers.some(({ seat }) => seat !== undefined);
  const farNs = isArray ? (family.dsp?.farNs ?? 0) : 0;
  const dsps = new Set<OpId>(); // that multiply within a cycle
  const fits = (id: OpId, ns: number): void => {
    if (ns > usable + tolerance) refuse.clock(graph, id, ns, target);
  };
  const operations = graph.ops.map((op, id): Operation => {
    switch (op.kind) {
      case "compute": {
        const { latency, busy, exit, period, ...unit } = operatorOf(graph, op, target);
        const { entry, cost } = unit;
        if (cost.dsps > 0 && latency === 0) dsps.add(id);
        const { allowed } = op;
        const choice = allowed === undefined ? (op.sequential?.choiceNs ?? 0) : choiceNs(allowed, target);
        const { sequential } = op;
        const own = sequential === undefined ? null : busyUnit(unit.key, sequential.units);
        const resource = allowed === undefined ? own : unitOf(allowed);
        const uses = resource === null ? [] : [{ resource, cycles: busy }];
        fits(id, Math.max(period, entry + choice));
        return { latency, entry: entry + choice, exit, uses, width: bitWidth(op.type) };
      }
      case "load": {
        const storage = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
        const { latency } = storage;
        const { setupNs } = family.blockRam;
        const known = wordNs(choices, graph, id, storage, target);
        fits(id, latency === 1 ? Math.max(setupNs, known) : known);
        return {
          latency,
          entry: choices.load(op) + (latency === 1 ? setupNs : known),
          exit: known,
          uses: usesOf(op),
          width: bitWidth(op.type),
        };
      }
      case "store": {
        const storage = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
        const setup = storage.where === "block" || storage.where === "port" ? family.blockRam.setupNs : 0;
        return { latency: 0, entry: choices.store(op) + setup, exit: 0, uses: usesOf(op) };
      }
      case "write":
        return { ...still, entry: choices.write(op.register) };
      case "exit":
        return { ...still, entry: choices.exit, early: true };
      case "counter":
      case "walk":
        return { latency: 0, entry: 0, exit: 0, uses: [], pinned: true, width: bitWidth(op.type) };
      case "read":
        return { ...still, width: written.has(op.register) ? bitWidth(op.type) : 0 };
      default:
        return still;
    }
  });
  const edges = [...edgesOf(graph), ...apartOf(graph, operations)];
  const timed = timedPassing(graph, operations, target);
  return withWays({ operations: timed, edges, resources, period: usable }, graph, dsps, farNs);
}

/** Between the operands of those that take turns and their unit. */
export function choiceNs({ members, count }: Allowed, { family }: Technology): number {
  const { lut } = families[family];
  return lut.ns * levelsOf(Math.ceil(members / count), waysOf(lut.inputs));
}

/** What takes turns at a unit that computes at once has its operands in registers: see circuit/sharing.ts. */
function apartOf({ ops }: Graph, operations: readonly Operation[]): readonly Edge[] {
  return ops.flatMap((op, to): readonly Edge[] => {
    if (op.kind !== "compute" || op.allowed === undefined || operations[to]?.latency !== 0) return [];
    return unsettledOf(ops, op).map((from) => {
      return { kind: "order", from, to, lag: (operations[from]?.latency ?? 0) + 1, distance: 0 };
    });
  });
}

const tolerance = 1e-6; // sums of delays are not exact

/** What takes no time and leaves nothing that has to be kept. */
const still: Operation = { latency: 0, entry: 0, exit: 0, uses: [], width: 0 };

/** When the word that a load asked for is there, in the cycle in which it comes. */
function wordNs(choices: Choices, graph: Graph, load: OpId, storage: Storage, target: Technology): number {
  const { blockRam, registerNs } = families[target.family];
  const op = graph.ops[load];
  const answer = Math.max(0, blockRam.clockToOutNs - registerNs);
  const read = storage.latency === 1 ? answer : readNs(storage, target);
  const word = op?.kind === "load" ? choices.word(graph.ops, op) : bug(`operation ${load} is no load`);
  const passed = passedNs(graph, load, storage, target);
  return Math.max(read + word, passed.when) + passed.ns;
}

/** Whether all words that are passed on from stores come within a cycle. */
export function forwardsFit(plan: CircuitPlan, graph: Graph, target: Technology): boolean {
  const choices = choicesIn(plan, families[target.family]);
  return graph.forwards.every(({ load }) => {
    const op = graph.ops[load];
    const storage = plan.storages.find(({ name }) => op?.kind === "load" && op.storage === name);
    return storage !== undefined && wordNs(choices, graph, load, storage, target) <= usableNs(target);
  });
}

/** A read without a clock, before the choice among its words: of LUT RAM, or a table in LUTs. */
function readNs({ where, depth }: Storage, { family: name }: Technology): number {
  const family = families[name];
  return where === "lut" ? (family.lutRam?.readNs ?? byNumber(depth, family)) : 0;
}

/** Whether a store is passed on to a load is known once addresses are compared; then each store takes a choice. */
function passedNs(
  { forwards }: Graph,
  load: OpId,
  { depth, banks }: Storage,
  { family: name }: Technology,
): { readonly when: number; readonly ns: number } {
  const stores = forwards.filter((one) => one.load === load).length;
  if (stores === 0) return { when: 0, ns: 0 };
  const { lut } = families[name];
  const bits = 2 * (Math.ceil(Math.log2(Math.max(2, depth))) + Math.ceil(Math.log2(banks)));
  return { when: lut.ns * (1 + levelsOf(bits, lut.inputs)), ns: stores * lut.ns };
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
    const lag = op.kind === "read" && op.passed === true ? 0 : 1;
    edges.push({ kind: "order", from: write, to, lag, distance: 1 });
    edges.push({ kind: "order", from: to, to: write, lag: 0, distance: 0 });
  }
  // An iteration may begin before it is known that the one before was the last: then it must not have changed anything yet.
  const exits = [...ops.keys()].filter((id) => ops[id]?.kind === "exit");
  for (const from of exits) {
    for (const [to, { kind }] of ops.entries()) {
      if (kind === "store" || kind === "write" || kind === "watch")
        edges.push({ kind: "order", from, to, lag: 1, distance: 1 });
    }
  }
  return edges;
}

/** The operator of a `compute`, simpler where operands are constants. */
export function operatorOf(graph: Graph, op: Compute, target: Technology): Operator {
  const known = knownOperators.get(graph);
  if (known?.target.family !== target.family || known.target.periodNs !== target.periodNs) {
    const made = madeFor(graph, op, target);
    knownOperators.set(graph, { target, byOp: new Map([[op, made]]) });
    return made;
  }
  const found = known.byOp.get(op) ?? madeFor(graph, op, target);
  known.byOp.set(op, found);
  return found;
}

/** By graph: every pass asks for the operators of all operations, and naming one takes longer than finding it here. */
const knownOperators = new WeakMap<
  Graph,
  { readonly target: Technology; readonly byOp: Map<Compute, Operator> }
>();

/** The operator for any operands of their types. */
export function generalOperator(graph: Graph, op: Compute, target: Technology): Operator {
  return madeFor(graph, { ...op, general: true }, target);
}

function madeFor(graph: Graph, op: Compute, target: Technology): Operator {
  const operands = op.operands.map((id): Op => graph.ops[id] ?? bug(`no operation ${id}`));
  const types = operands.map(({ type }) => type);
  if (op.allowed !== undefined) return unitFor(op, op.allowed, types, target);
  if (op.sequential !== undefined)
    return (
      sequentialOperatorOf(graph, op, target, op.sequential.choiceNs) ?? bug("an operation without rounds")
    );
  return operator(op.op, types, op.type, target, constantsOf(op, operands));
}

/** A unit that makes a few digits a cycle; null where there is none. */
export function sequentialOperatorOf(
  { ops }: Graph,
  op: Compute,
  target: Technology,
  choiceNs: number,
): Operator | null {
  const operands = op.operands.map((id): Op => ops[id] ?? bug(`no operation ${id}`));
  const types = operands.map(({ type }) => type);
  return sequentialOperator(op.op, types, op.type, target, constantsOf(op, operands), choiceNs);
}

function constantsOf({ general }: Compute, operands: readonly Op[]): readonly (bigint | null)[] {
  return operands.map((one) => (general !== true && one.kind === "const" ? one.bits : null));
}

/** One unit for operands that are chosen: it leaves time for the choice. */
function unitFor(op: Compute, allowed: Allowed, types: readonly ScalarType[], target: Technology): Operator {
  const choice = choiceNs(allowed, target);
  const plain = operator(op.op, types, op.type, target);
  if (plain.entry + choice <= usableNs(target)) return plain;
  return operator(op.op, types, op.type, { ...target, periodNs: target.periodNs - choice });
}
