/**
 * The time of a call, as data that a page can draw.
 *
 *     const made = synthesize(loops, { target });
 *     if (made.ok) timelineOf(made);         // JSON: see nodes.ts
 *
 * `clock.ts` tells what runs in a window of it, `traffic.ts` what memories do then.
 */
import type { Span } from "../diagnostics/diagnostic.ts";
import { lineAt, lineTable } from "../diagnostics/positions.ts";
import { usableNs } from "../hardware/operators/operator.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { itemsIn } from "../synthesis/plan/walk.ts";
import { refusals } from "../synthesis/refusals.ts";
import { problemOf } from "../synthesis/scheduling/problem.ts";
import { controlOf, type Numbering, numberOf } from "./control.ts";
import { graphFacts } from "./graphs.ts";
import { iterationsByGraph, memoriesOf } from "./memories.ts";
import { networkFacts, waitsOf } from "./network.ts";
import type { Cycles, Place, Timeline } from "./nodes.ts";
import { timelineVersion } from "./nodes.ts";
import { unitsOf } from "./units.ts";

export type { Timeline } from "./nodes.ts";

export interface TimelineOptions {
  readonly given?: Readonly<Record<string, number>>; // scalar arguments
  readonly mostOperations?: number; // that are listed, in all graphs together: 4000 where not said
  readonly mostUnits?: number; // of a kind, that are listed one by one: 64 where not said
}

export function timelineOf(made: Synthesized, options: TimelineOptions = {}): Timeline {
  const { plan, processes, timings, prediction, target, network, moves } = made;
  const { mostOperations = 4000, mostUnits = 64 } = options;
  const given = knownArguments(made, options.given ?? {});
  const table = lineTable(plan.source);
  const placeOf = ({ from, to }: Span): Place | null =>
    to === 0 ? null : { from, to, line: lineAt(table, from) };
  const numbers: Numbering = { sections: 0, graphs: new Map() };
  const parts = processes.map((process, index) => {
    const report = network?.processes[index];
    const cycles = cyclesOf(report?.cycles ?? prediction);
    const { body, flow } = controlOf(process, cycles, {
      timings,
      numbers,
      placeOf,
      given,
      begins: made.begins,
    });
    const start = report?.start ?? 0;
    const waits = moves === null ? [] : waitsOf(moves, index, start);
    const name = report?.name ?? process.name;
    return { flow, plan: process, process: { name, start, cycles, body, waits, recorded: null } };
  });
  const room = { left: mostOperations };
  const graphs = parts.flatMap(({ flow, plan: own }) =>
    flow.runs.map((run) => ({
      number: numberOf(numbers, run.graph),
      facts: graphFacts(run, {
        ...{ plan: own, placeOf, room, signal: made.begins.get(run.graph) ?? null },
        problem: problemOf(own, run.graph, target, refusals(own)),
      }),
    })),
  );
  const byNumber = new Map(graphs.map(({ number, facts }) => [number, facts]));
  const touching = parts.map(({ flow, process: { body } }) => ({
    ...{ flow, body },
    numberOf: (graph: Parameters<typeof numberOf>[1]) => numberOf(numbers, graph),
  }));
  const times = iterationsByGraph(touching);
  const runs = new Map(
    parts.flatMap(({ flow }) =>
      flow.runs.map((run) => {
        const number = numberOf(numbers, run.graph);
        const { times: own = 0, isExact = true } = times.get(number) ?? {};
        return [run.graph, { run, number, times: own, isExact }] as const;
      }),
    ),
  );
  return {
    version: timelineVersion,
    kernel: plan.name,
    source: { path: plan.source.path, text: plan.source.text },
    target: { ...target, usableNs: usableNs(target) },
    cycles: cyclesOf(prediction),
    given,
    processes: parts.map(({ process }) => process),
    graphs: [...numbers.graphs.values()].flatMap((number) => byNumber.get(number) ?? []),
    units: unitsOf(made.units, { target, runs, mostUnits, placeOf }),
    memories: memoriesOf(plan, touching, placeOf),
    network: networkFacts(made),
    recorded: null,
  };
}

function cyclesOf({ least, most }: { readonly least: number; readonly most: number }): Cycles {
  return { least, most: most === Infinity ? null : most };
}

/** Those that stay what they are while the call runs. */
function knownArguments(
  { plan, processes }: Synthesized,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const written = new Set<string>();
  for (const { body } of processes)
    for (const item of itemsIn(body))
      if (item.kind === "block" || item.kind === "pipeline")
        for (const op of item.graph.ops) if (op.kind === "write") written.add(op.register);
  const isKept = (name: string): boolean =>
    plan.inputs.some(({ register }) => register === name) && !written.has(name);
  return Object.fromEntries(Object.entries(given).filter(([name]) => isKept(name)));
}
