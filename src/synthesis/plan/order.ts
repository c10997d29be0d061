/** Which accesses to memory must stay in order, and by how many cycles. */

import { bug } from "../../diagnostics/bug.ts";
import { flatDistances } from "../../loops/depend/distance.ts";
import type { Draft } from "./control.ts";
import type { OpId, Order } from "./nodes.ts";
import { banksOf } from "./walk.ts";
import type { Planning } from "./writing.ts";

/**
 * What is stored in a cycle is read from the next one on; what is read in the cycle of a store is the old word, in most
 * memories. There a store may follow a load in the same cycle; everything else that meets a store comes a cycle after.
 */
export function ordersOf(
  { loops, stored }: Planning,
  { graph, writing, nest, body }: Draft,
): readonly Order[] {
  const { accesses, running } = writing;
  const streams = streamOrders(stored, graph, nest.length > 0);
  const stores = graph.ops.filter(({ kind }) => kind === "store");
  if (stores.length === 0) return streams;
  if (running?.repeats === false) return [...asWritten(stored, graph), ...streams];
  const strictest = new Map<string, Order>();
  for (const { first, second, kind, distance } of flatDistances(loops, nest, body)) {
    const [from, to] = [accesses.get(first), accesses.get(second)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    const known = strictest.get(key);
    if (known !== undefined && known.distance <= distance) continue;
    const { storage } = stored.get(first.array) ?? bug(`no array ${first.array}`);
    const isSoon = kind === "anti" && storage.collisions === "old";
    strictest.set(key, { first: from, second: to, distance, lag: isSoon ? 0 : 1 });
  }
  return [...strictest.values(), ...streams];
}

/** Of a graph that runs once: accesses that may meet stay in the order in which they are written. Places are numbers, mostly. */
function asWritten(stored: Planning["stored"], { ops }: Draft["graph"]): readonly Order[] {
  const orders: Order[] = [];
  const memories = new Map<string, Met>();
  for (const [id, op] of ops.entries()) {
    if (op.kind !== "load" && op.kind !== "store") continue;
    const { storage } = stored.get(op.storage) ?? bug(`no array ${op.storage}`);
    if (storage.stream) continue;
    const met = memories.get(op.storage) ?? { places: new Map(), anywhere: newPlace() };
    memories.set(op.storage, met);
    const after = (first: OpId, lag: number): void => {
      orders.push({ first, second: id, distance: 0, lag });
    };
    const address = ops[op.address];
    const isKnown = op.bank.kind === "static" && address?.kind === "const";
    const key = isKnown ? `${op.bank.bank} ${address.bits}` : "";
    const own = isKnown ? (met.places.get(key) ?? newPlace()) : met.anywhere;
    if (isKnown) met.places.set(key, own);
    const others = isKnown ? [own, met.anywhere] : [own, ...met.places.values()];
    for (const { stores, loads } of others) {
      for (const store of stores) after(store, 1);
      if (op.kind === "store") for (const load of loads) after(load, storage.collisions === "old" ? 0 : 1);
    }
    if (op.kind === "load") own.loads.push(id);
    else if (isKnown) {
      // What came before a store waits for nobody else: who waits for the store waits for it too.
      own.stores = [id];
      own.loads = [];
    } else {
      met.places.clear();
      met.anywhere = { stores: [id], loads: [] };
    }
  }
  return orders;
}

/** What has been stored and loaded since the last store that everything waits for: at places, and where a place is no number. */
interface Met {
  readonly places: Map<string, Place>;
  anywhere: Place;
}

interface Place {
  stores: OpId[];
  loads: OpId[];
}

function newPlace(): Place {
  return { stores: [], loads: [] };
}

/** Words of a stream come and go in the order of the program, one a cycle. */
function streamOrders(
  stored: Planning["stored"],
  { ops }: Draft["graph"],
  repeats: boolean,
): readonly Order[] {
  const lanes = new Map<string, OpId[]>();
  for (const [id, op] of ops.entries()) {
    if ((op.kind !== "load" && op.kind !== "store") || stored.get(op.storage)?.storage.stream !== true)
      continue;
    for (const bank of banksOf(op.bank)) {
      const lane = `${op.storage} ${bank}`;
      lanes.set(lane, [...(lanes.get(lane) ?? []), id]);
    }
  }
  return [...lanes.values()].flatMap((ids) => {
    const [first = 0, last = 0] = [ids[0], ids.at(-1)];
    const within = ids
      .slice(1)
      .map((second, at) => ({ first: ids[at] ?? second, second, distance: 0, lag: 1 }));
    return repeats && ids.length > 1
      ? [...within, { first: last, second: first, distance: 1, lag: 1 }]
      : within;
  });
}
