/**
 * Which port of a memory serves which access. Accesses of one graph that fall into one modulo slot happen at once and
 * need ports of their own; all others may share. Sharing costs a multiplexer at the address, so it is spread.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Graph, OpId } from "../plan/nodes.ts";

export interface Access {
  readonly graph: Graph;
  readonly op: OpId;
  readonly kind: "load" | "store";
  readonly slot: number; // its cycle modulo the interval
  readonly address: OpId;
}

/** The port of each access, from 0. */
export function assignPorts(accesses: readonly Access[], ports: number): readonly number[] {
  const loads = accesses.filter(({ kind }) => kind === "load");
  const stores = accesses.filter(({ kind }) => kind === "store");
  const readers = mostAtOnce(loads);
  const writers = mostAtOnce(stores);
  // Ports that only read beside ports that only write: what every family has memories for.
  if (readers + writers <= ports) {
    const first =
      loads.length === 0 ? 0 : Math.max(readers, ports - Math.max(writers, stores.length === 0 ? 0 : 1));
    const ofLoads = spread(loads, first);
    const ofStores = spread(stores, ports - first);
    return accesses.map((access) =>
      access.kind === "load" ? placeOf(ofLoads, access) : first + placeOf(ofStores, access),
    );
  }
  const all = spread(accesses, ports);
  return accesses.map((access) => placeOf(all, access));
}

/** How many accesses of one graph fall into one slot at most. */
export function mostAtOnce(accesses: readonly Access[]): number {
  const counts = new Map<Graph, Map<number, number>>();
  let most = 0;
  for (const { graph, slot } of accesses) {
    const slots = counts.get(graph) ?? new Map<number, number>();
    counts.set(graph, slots);
    const count = (slots.get(slot) ?? 0) + 1;
    slots.set(slot, count);
    most = Math.max(most, count);
  }
  return most;
}

interface Port {
  readonly busy: Map<Graph, Set<number>>;
  readonly addresses: Map<Graph, Set<OpId>>;
  readonly kinds: Set<Access["kind"]>;
  arms: number;
}

/** Each access to the free port where it adds least. */
function spread(accesses: readonly Access[], count: number): ReadonlyMap<Access, number> {
  const ports = Array.from(
    { length: count },
    (): Port => ({ busy: new Map(), addresses: new Map(), kinds: new Set(), arms: 0 }),
  );
  const placed = new Map<Access, number>();
  for (const access of accesses) {
    const { graph, slot, address, kind } = access;
    let best: Port | null = null;
    let least = Infinity;
    for (const port of ports) {
      if (port.busy.get(graph)?.has(slot)) continue;
      const isSame = port.addresses.get(graph)?.has(address) ?? false;
      const mixes = port.kinds.size > 0 && !port.kinds.has(kind);
      const cost = (isSame ? -1 : port.arms) + (mixes ? 0.5 : 0);
      if (cost < least) [best, least] = [port, cost];
    }
    if (best === null) return bug(`more accesses at once than ${count} ports`);
    mapSet(best.busy, graph).add(slot);
    const addresses = mapSet(best.addresses, graph);
    if (!addresses.has(address)) best.arms++;
    addresses.add(address);
    best.kinds.add(kind);
    placed.set(access, ports.indexOf(best));
  }
  return placed;
}

function mapSet<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const found = map.get(key) ?? new Set<V>();
  map.set(key, found);
  return found;
}

function placeOf(placed: ReadonlyMap<Access, number>, access: Access): number {
  return placed.get(access) ?? bug("an access without a port");
}
