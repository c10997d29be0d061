/** All plans as one, for who counts operations and memories. */
import type { Family } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { CircuitPlan, Graph, Storage } from "../plan/nodes.ts";
import { sharedHome } from "../plan/storage.ts";
import type { Timed } from "../process.ts";
import type { Timing } from "../timing/problem.ts";

/** `sides`: of each memory between processes. */
export function union(
  loops: Loops,
  parts: readonly Timed[],
  { family, sides }: { readonly family: Family; readonly sides: Storage["sides"] },
): Omit<Timed, "prediction"> {
  const first = parts[0] ?? bug("a network without processes");
  const timings = new Map<Graph, Timing>(parts.flatMap((part) => [...part.timings]));
  // What processes share on chip is behind ports of theirs alone; a stream is no memory.
  const onChip = new Set(loops.arrays.flatMap(({ name }) => (loops.results.includes(name) ? [] : [name])));
  const storages = new Map(
    parts.flatMap(({ plan }) =>
      plan.storages.flatMap((one): readonly (readonly [string, Storage])[] => {
        if (one.where !== "port" || !onChip.has(one.name)) return [[one.name, one]];
        return one.stream ? [] : [[one.name, { ...one, where: sharedHome(one.depth, 1, family), sides }]];
      }),
    ),
  );
  const plan: CircuitPlan = {
    name: loops.name,
    source: loops.source,
    inputs: [],
    results: [],
    registers: parts.flatMap((part) => part.plan.registers),
    storages: [...storages.values()],
    checks: parts.flatMap((part) => part.plan.checks),
    body: parts.flatMap((part) => part.plan.body),
  };
  const stored = new Map(parts.flatMap((part) => [...part.stored]));
  return {
    ...first,
    plan,
    timings,
    stored,
    ready: { ...loops, body: parts.flatMap(({ ready }) => ready.body) },
  };
}
