/** Memories of a plan: what they are, and which operations touch them. */
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Flow } from "../synthesis/circuit/flow.ts";
import type { CircuitPlan, Graph, Storage } from "../synthesis/plan/nodes.ts";
import { banksOf } from "../synthesis/plan/walk.ts";
import { bitWidth } from "../types/bits.ts";
import { printType } from "../types/print.ts";

import type { MemoryAccess, MemoryFacts, Place, Section } from "./nodes.ts";
import { sectionsIn } from "./sections.ts";

export interface Touching {
  readonly flow: Flow;
  readonly body: readonly Section[];
  readonly numberOf: (graph: Graph) => number;
}

export function memoriesOf(
  { storages }: Pick<CircuitPlan, "storages">,
  processes: readonly Touching[],
  placeOf: (span: Span) => Place | null,
): readonly MemoryFacts[] {
  const accesses = accessesIn(processes, placeOf);
  const runs = iterationsByGraph(processes);
  return storages.map((storage): MemoryFacts => {
    const own = accesses.get(storage.name) ?? [];
    const sum = (kind: MemoryAccess["kind"]): number =>
      own.reduce(
        (total, one) => total + (one.kind === kind ? one.count * (runs.get(one.graph)?.times ?? 0) : 0),
        0,
      );
    const isSure = own.every(({ mayNot, graph }) => !mayNot && runs.get(graph)?.isExact !== false);
    return {
      ...factsOf(storage, placeOf),
      accesses: own,
      reads: sum("load"),
      writes: sum("store"),
      isExact: isSure,
    };
  });
}

function factsOf(
  storage: Storage,
  placeOf: (span: Span) => Place | null,
): Omit<MemoryFacts, "accesses" | "reads" | "writes" | "isExact"> {
  const { name, where, element, banks, depth, ports, reads, stream, span } = storage;
  return {
    ...{ name, where, banks, depth, ports },
    element: printType(element),
    width: bitWidth(element),
    readsAreFree: reads === "free",
    isStream: stream,
    place: placeOf(span),
  };
}

/** By memory. */
function accessesIn(
  processes: readonly Touching[],
  placeOf: (span: Span) => Place | null,
): ReadonlyMap<string, readonly MemoryAccess[]> {
  const found = new Map<string, Map<string, MemoryAccess>>();
  for (const { flow, numberOf } of processes)
    for (const { graph, timing, live } of flow.runs)
      for (const [operation, op] of graph.ops.entries()) {
        if ((op.kind !== "load" && op.kind !== "store") || !live.has(operation)) continue;
        const own = found.get(op.storage) ?? new Map<string, MemoryAccess>();
        found.set(op.storage, own);
        const one: Omit<MemoryAccess, "count" | "place"> = {
          graph: numberOf(graph),
          kind: op.kind,
          cycle: timing.cycles[operation] ?? 0,
          banks: banksOf(op.bank),
          mayNot: op.predicate !== null,
        };
        const key = JSON.stringify([one, op.span.from]);
        const alike = own.get(key);
        own.set(key, { ...one, place: alike?.place ?? placeOf(op.span), count: (alike?.count ?? 0) + 1 });
      }
  return new Map([...found].map(([name, own]) => [name, [...own.values()]]));
}

export interface Times {
  readonly times: number;
  readonly isExact: boolean;
}

/** How often each graph runs in a call. */
export function iterationsByGraph(processes: readonly Pick<Touching, "body">[]): ReadonlyMap<number, Times> {
  const found = new Map<number, Times>();
  for (const { body } of processes)
    for (const section of sectionsIn(body)) {
      if (section.kind !== "block" && section.kind !== "pipeline") continue;
      const { runs, iterations, isExact } = section.totals;
      found.set(section.graph, { times: section.kind === "block" ? runs : iterations, isExact });
    }
  return found;
}
