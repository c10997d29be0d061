/** What a schedule comes to, without a circuit: cycles of a call, where they go, and a guess at its size. */
import { bug } from "../diagnostics/bug.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import type { Loops } from "../loops/nodes.ts";
import { type ItemCycles, type LoopCycles, middling, predict } from "../synthesis/circuit/predict.ts";
import { type KnownProcesses, noKnownProcesses, type Timed, timed } from "../synthesis/index.ts";
import type { TimedNetwork } from "../synthesis/network/index.ts";
import type { Graph, Item, Pipeline } from "../synthesis/plan/nodes.ts";
import { itemsIn } from "../synthesis/plan/walk.ts";
import type { Reason, Timing } from "../synthesis/timing/problem.ts";
import { type Size, sizeOf, sizesAdded } from "./size.ts";

export interface Measured {
  readonly cycles: number; // of a call; where data say how many, of one with middling data
  readonly interval: number; // of calls that follow each other at once: what the slowest process takes
  readonly pipelines: readonly Pipe[]; // the longest first
  readonly size: Size;
  readonly work: number; // what it took to find out: operations
}

/** A nest that runs as one loop. */
export interface Pipe {
  readonly name: string; // of the innermost loop
  readonly loops: readonly string[]; // outermost first
  readonly cycles: number; // of all runs in a call
  readonly interval: number;
  readonly bound: Bound;
}

/** What keeps its iterations from starting more often; `none`: one starts every cycle. */
export type Bound =
  | { readonly kind: "none" | "recurrence" | "other" }
  | { readonly kind: "ports"; readonly array: string };

/** What is remembered from one to the next. */
export interface Known {
  readonly graphs: Map<string, Timing>;
  readonly processes: KnownProcesses;
}

export function nothingKnown(processes: KnownProcesses = noKnownProcesses()): Known {
  return { graphs: new Map(), processes };
}

/** Null where no circuit can be made. */
export function measured(loops: Loops, target: Technology, known: Known): Measured | null {
  const looking = { effort: "quick", known: known.graphs } as const;
  return orNull(() => measuredFrom(timed(loops, { target }, looking, known.processes), target));
}

/** The same of the circuit that will be made: what quick looks leave out is in it. */
export function measuredAsMade(loops: Loops, target: Technology): Measured | null {
  return orNull(() => measuredFrom(timed(loops, { target }), target));
}

function orNull(measure: () => Measured): Measured | null {
  try {
    return measure();
  } catch (error) {
    if (error instanceof Diagnosed) return null;
    throw error;
  }
}

export function measuredFrom(found: Timed | TimedNetwork, target: Technology): Measured {
  const { plan, timings } = found;
  // Of counts that only data tell a guess is better than nothing: what is inside such a loop counts as often.
  const isOpen = found.prediction.most === Infinity;
  const { most, items } = isOpen
    ? predict(plan, timings, { ...middling, of: "iterations" })
    : found.prediction;
  const pipelines = pipesIn(found, plan.body, items).sort((a, b) => b.cycles - a.cycles);
  return {
    cycles: most,
    interval: "parts" in found ? slowestOf(found, most) : most,
    pipelines,
    size: sizeIn(found, target),
    work: [...itemsIn(plan.body)].reduce(
      (sum, item) => sum + ("graph" in item ? item.graph.ops.length : 1),
      0,
    ),
  };
}

function slowestOf({ network, parts }: TimedNetwork, otherwise: number): number {
  const slowest = Math.max(...network.processes.map(({ cycles }) => cycles.most));
  return parts.length === 0 || slowest === Infinity ? otherwise : Math.min(slowest, otherwise);
}

/** Processes share no units; the memories between them are in the plan of the whole. */
function sizeIn(found: Timed | TimedNetwork, target: Technology): Size {
  const whole = sizeOf(found.plan, found.timings, target);
  if (!("parts" in found)) return whole;
  const sizes = found.parts.map(({ plan, timings }) => sizeOf(plan, timings, target));
  const { blockRams, memoryLuts } = whole;
  return { ...sizesAdded(sizes), blockRams, memoryLuts };
}

function pipesIn(found: Timed, items: readonly Item[], cycles: readonly ItemCycles[]): Pipe[] {
  return items.flatMap((item, index) => pipesOf(found, item, cycles[index]));
}

function pipesOf(found: Timed, item: Item, own: ItemCycles | undefined): Pipe[] {
  const inside = own !== undefined && "items" in own ? own.items : [];
  switch (item.kind) {
    case "block":
      return [];
    case "repeat":
      return pipesIn(found, item.body, inside);
    case "branch":
      return pipesIn(found, [...item.then, ...item.else], inside);
    case "pipeline":
      return own?.kind === "pipeline" && item.asked !== null ? [pipeOf(found, item, own)] : [];
  }
}

function pipeOf({ timings }: Timed, { name, loops, graph }: Pipeline, { cycles }: LoopCycles): Pipe {
  const { ii, length, reason } = timings.get(graph) ?? bug("a graph without a timing");
  const interval = ii ?? length;
  return { name, loops, cycles: cycles.most, interval, bound: boundOf(graph, interval, reason) };
}

function boundOf({ ops }: Graph, interval: number, reason: Reason | null): Bound {
  if (interval === 1) return { kind: "none" };
  if (reason?.kind === "recurrence") return { kind: "recurrence" };
  const op = reason?.kind === "resource" ? ops[reason.users[0] ?? -1] : undefined;
  if (op?.kind === "load" || op?.kind === "store") return { kind: "ports", array: op.storage };
  return { kind: "other" };
}
