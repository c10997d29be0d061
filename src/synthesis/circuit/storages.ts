/** Loads and stores, and the arrays that they go to, wherever those live. */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts } from "../../hardware/interface.ts";
import { addressWidth } from "../../hardware/netlist/bits.ts";
import { assign, type Builder, wire } from "../../hardware/netlist/build.ts";
import { and, choose, constant, eq, resize } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { BankOf, Graph, Load, OpId, Storage, Store } from "../plan/nodes.ts";
import { banksOf, countOf, operandsOf } from "../plan/walk.ts";
import type { Swept } from "./clear.ts";
import type { Values } from "./datapath.ts";
import { declareElements } from "./elements.ts";
import type { Flow, Run } from "./flow.ts";
import { forwarded, isForwarded } from "./forward.ts";
import { type Bank, declareBank } from "./memories.ts";
import { portNames, wishes } from "./port_names.ts";
import type { Access } from "./ports.ts";

export interface Storages {
  readonly load: (values: Values, id: OpId, op: Load) => { readonly value: Expr; readonly latency: number };
  readonly store: (values: Values, id: OpId, op: Store) => void;
  readonly sweptDepth: number; // words of the deepest memory that is swept between calls; 0: none is
  readonly clear: (swept: Swept) => void;
  /** All values of a graph are there. */
  readonly settle: () => void;
  readonly finish: (start: Expr) => void;
  readonly arrays: readonly ArrayPorts[];
}

/** How the elements of an array outside are laid out. */
export type Layout = (storage: Storage) => Pick<ArrayPorts, "shape" | "place">;

type LatencyOf = (graph: Graph, op: OpId) => number;

interface Home {
  readonly storage: Storage;
  readonly banks: readonly Bank[];
}

export function declareStorages(b: Builder, flow: Flow, latencyOf: LatencyOf, layout: Layout): Storages {
  const accesses = accessesOf(flow);
  const alone = chained(flow, latencyOf, accesses);
  const byStorage = new Map<string, Placed[]>(flow.plan.storages.map(({ name }) => [name, []]));
  for (const access of accesses) byStorage.get(access.storage)?.push(access);
  const outside = portNames(flow.plan);
  const declared = (storage: Storage): Home => {
    const own = byBank(storage, byStorage.get(storage.name) ?? []);
    const names = outside.get(storage.name) ?? wishes(storage);
    const banks = names.map((name, bank) => {
      if (storage.where === "registers") return declareElements(b, storage, bank);
      return declareBank(b, storage, bank, name, own[bank] ?? [], alone);
    });
    return { storage, banks };
  };
  // Ports first: their names are promised to the caller, and what is inside takes others.
  const order = [...flow.plan.storages].sort(
    (one, other) => Number(outside.has(other.name)) - Number(outside.has(one.name)),
  );
  const homes = new Map(order.map((storage) => [storage.name, declared(storage)]));
  const homeOf = (name: string): Home => homes.get(name) ?? bug(`the plan has no storage ${name}`);
  const byOp = new Map<Graph, Map<OpId, Access>>();
  for (const access of accesses) {
    const ofGraph = byOp.get(access.graph) ?? new Map<OpId, Access>();
    byOp.set(access.graph, ofGraph.set(access.op, access));
  }
  const accessOf = ({ activity }: Values, id: OpId): Access =>
    byOp.get(activity.graph)?.get(id) ?? bug(`operation ${id} is no access`);

  const forwards: Pending[] = [];
  return {
    load: (values, id, op) => {
      const home = homeOf(op.storage);
      const { latency } = home.storage;
      const cycle = values.cycle(id);
      const address = addressOf(b, values, home.storage, op, cycle);
      const access = accessOf(values, id);
      const token = happening(b, values, op, cycle);
      const words = banksOf(op.bank).map((bank, nth) => {
        // A memory may be read for nothing; a stream loses the word.
        const isHere = home.storage.stream ? and(b, token, isBank(b, values, op, nth, cycle)) : token;
        return at(home.banks, bank).load(access, isHere, address);
      });
      const word = wordOf(b, values, op.bank, cycle + latency, words);
      if (!isForwarded(values.activity.graph, id)) return { value: word, latency };
      const value = wire(b, `${op.storage}_newest`, word.width);
      forwards.push({ values, id, op, storage: home.storage, word, value });
      return { value, latency };
    },
    store: (values, id, op) => {
      const home = homeOf(op.storage);
      const cycle = values.cycle(id);
      const address = addressOf(b, values, home.storage, op, cycle);
      const word = values.at(op.value, cycle);
      const wanted = happening(b, values, op, cycle);
      for (const [nth, bank] of banksOf(op.bank).entries()) {
        const isHere = and(b, wanted, isBank(b, values, op, nth, cycle));
        at(home.banks, bank).store(accessOf(values, id), isHere, address, word);
      }
    },
    sweptDepth: Math.max(
      0,
      ...[...homes.values()].map(({ storage, banks }) =>
        banks.some(({ clear }) => clear !== null) ? storage.depth : 0,
      ),
    ),
    clear: (swept) => {
      for (const { banks } of homes.values()) for (const bank of banks) bank.clear?.(swept);
    },
    settle: () => {
      for (const { values, id, op, storage, word, value } of forwards.splice(0)) {
        assign(b, value, forwarded(b, values, id, op, storage, word));
      }
    },
    finish: (start) => {
      for (const { banks } of homes.values()) for (const bank of banks) bank.finish(start);
    },
    arrays: [...homes.values()].flatMap((home) => arrayPorts(home, accesses, layout)),
  };
}

/** When an access happens. */
function happening(b: Builder, values: Values, { predicate }: Load | Store, cycle: number): Expr {
  const token = values.token(cycle);
  return predicate === null ? token : and(b, token, values.at(predicate, cycle));
}

/** Whether an access is to the bank at this place among those that it may be to. */
function isBank(b: Builder, values: Values, { bank }: Load | Store, nth: number, cycle: number): Expr {
  if (bank.kind === "static") return constant(1, 1);
  return eq(b, resize(b, values.at(bank.nth, cycle), addressWidth(countOf(bank.among)), false), nth);
}

function addressOf(
  b: Builder,
  values: Values,
  { depth, stream }: Storage,
  op: Load | Store,
  cycle: number,
): Expr {
  const width = addressWidth(depth);
  return stream ? constant(width, 0) : resize(b, values.at(op.address, cycle), width, false);
}

/** A load that takes words from stores which are known only when all values are. */
interface Pending {
  readonly values: Values;
  readonly id: OpId;
  readonly op: Load;
  readonly storage: Storage;
  readonly word: Expr;
  readonly value: Ref;
}

/** What the right bank gives. */
function wordOf(b: Builder, values: Values, bank: BankOf, cycle: number, words: readonly Expr[]): Expr {
  const [first = bug("a storage without banks")] = words;
  if (bank.kind === "static" || words.length === 1) return first;
  return choose(b, resize(b, values.at(bank.nth, cycle), addressWidth(words.length), false), words);
}

interface Placed extends Access {
  readonly storage: string;
  readonly bank: BankOf;
}

function accessesOf({ runs }: Flow): readonly Placed[] {
  return runs.flatMap(({ graph, timing, interval, live }) =>
    graph.ops.flatMap((op, id): Placed[] => {
      if ((op.kind !== "load" && op.kind !== "store") || !live.has(id)) return [];
      const slot = (timing.cycles[id] ?? bug("an access without a cycle")) % Math.max(1, interval);
      const { kind, storage, bank, address } = op;
      return [{ graph, op: id, kind, slot, address, storage, bank }];
    }),
  );
}

/**
 * Loads whose address follows within the cycle from what another such load gives. On shared ports they could close a
 * ring of wires through the multiplexers, though never through those that are open.
 */
function chained({ runs }: Flow, latencyOf: LatencyOf, accesses: readonly Access[]): ReadonlySet<Access> {
  const follows = new Map(runs.map((run) => [run.graph, followers(run, latencyOf)]));
  return new Set(accesses.filter(({ graph, op, kind }) => kind === "load" && follows.get(graph)?.has(op)));
}

function followers({ graph, timing, live }: Run, latencyOf: LatencyOf): ReadonlySet<OpId> {
  const fresh = new Map<OpId, number>(); // what a load gives at once, or follows from it, and in which cycle
  const follows = new Set<OpId>();
  for (const [id, op] of graph.ops.entries()) {
    if (!live.has(id) || (op.kind !== "load" && op.kind !== "compute")) continue;
    const cycle = timing.cycles[id] ?? bug("an operation without a cycle");
    const latency = latencyOf(graph, id);
    const isFollower = operandsOf(op).some((operand) => fresh.get(operand) === cycle);
    if (isFollower && op.kind === "load") follows.add(id);
    const isFresh =
      op.kind === "load" ? latency === 0 || isForwarded(graph, id) : latency === 0 && isFollower;
    if (isFresh) fresh.set(id, cycle + latency);
  }
  return follows;
}

/** The accesses that can go to each bank. */
function byBank({ banks }: Storage, accesses: readonly Placed[]): readonly (readonly Placed[])[] {
  const lists = Array.from({ length: banks }, (): Placed[] => []);
  for (const access of accesses) for (const bank of banksOf(access.bank)) lists[bank]?.push(access);
  return lists;
}

function arrayPorts(
  { storage, banks }: Home,
  accesses: readonly Placed[],
  layout: Layout,
): readonly ArrayPorts[] {
  if (storage.where !== "port") return [];
  const own = accesses.filter((access) => access.storage === storage.name);
  return [
    {
      name: storage.name,
      element: storage.element,
      width: bitWidth(storage.element),
      depth: storage.depth,
      banks: banks.map(({ ports }) => ports ?? bug(`${storage.name} is not outside`)),
      isRead: own.some(({ kind }) => kind === "load"),
      isWritten: own.some(({ kind }) => kind === "store"),
      stream: null,
      ...layout(storage),
    },
  ];
}

function at<T>(list: readonly T[], index: number): T {
  return list[index] ?? bug(`no bank ${index}`);
}
