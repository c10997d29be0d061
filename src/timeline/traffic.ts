/**
 * How often memories are touched, and how many units are busy, in any cycles of a call: exactly, where data do not decide.
 *
 *     const traffic = trafficOf(timeline, 2);
 *     traffic.between(0, 100);          // { reads, writes } of its banks
 *     busyIn(timeline, 0)(0, 100);      // cycles in which units of a kind are busy, all of them together
 */
import { type CountIn, countedIn, type GraphEvent } from "./counting.ts";
import type { Timeline, UnitUse } from "./nodes.ts";

export interface Traffic {
  readonly between: (from: number, to: number) => Touches;
}

export interface Touches {
  readonly reads: number;
  readonly writes: number;
}

/** Of one memory; `bank`: of what goes to that bank, or may. */
export function trafficOf(timeline: Timeline, memory: number, bank?: number): Traffic {
  const accesses = timeline.memories[memory]?.accesses ?? [];
  const wanted = accesses.filter(({ banks }) => bank === undefined || banks.includes(bank));
  const [reads, writes] = (["load", "store"] as const).map((kind) =>
    countedIn(
      timeline,
      wanted.filter((access) => access.kind === kind),
    ),
  );
  return {
    between: (from, to) => ({ reads: reads?.(from, to) ?? 0, writes: writes?.(from, to) ?? 0 }),
  };
}

/** Of one kind; `unit`: of that one alone. */
export function busyIn(timeline: Timeline, kind: number, unit?: number): CountIn {
  const { uses, units, busy } = timeline.units[kind] ?? noUnits;
  const own = unit === undefined ? uses : (units[unit] ?? []);
  return countedIn(
    timeline,
    own.flatMap((use) => heldBy(use, busy)),
  );
}

const noUnits = { uses: [], units: [], busy: 1 } as const;

/** It is busy from when it takes operands until it can take others. */
function heldBy({ graph, cycle, count }: UnitUse, busy: number): readonly GraphEvent[] {
  return Array.from({ length: busy }, (_, later) => ({ graph, cycle: cycle + later, count }));
}
