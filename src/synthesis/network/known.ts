/**
 * What was found of a process, for networks that are tried one after another: a step touches one process or two, and all
 * others are as they were.
 */
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { seesStart } from "../../loops/analysis/unseen.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { SharedArrays } from "../plan/storage.ts";
import { type KnownPlans, noKnownPlans, type SynthesisOptions, type Timed, timed } from "../process.ts";
import type { Looking } from "../scheduling/index.ts";
import { type Trace, traceOf } from "./trace.ts";

export interface TracedProcess {
  readonly timed: Timed;
  readonly trace: Trace; // of what it shares as streams
}

/** Of kernels of one source, for one target. */
export interface KnownProcesses {
  readonly timed: Map<string, Timed>;
  readonly traces: Map<string, Trace>; // those that came first, while there is room
  readonly loops: Map<string, Loops>; // by their text, so that plans are found again
  readonly plans: KnownPlans;
  readonly starts: Map<string, boolean>; // whether somebody sees what an array held before
}

export function noKnownProcesses(): KnownProcesses {
  return { timed: new Map(), traces: new Map(), loops: new Map(), plans: noKnownPlans(), starts: new Map() };
}

/** Touches of all traces that are kept, at most: some 50 bytes each. */
const mostTouches = 1 << 22;

export function tracedProcess(
  loops: Loops,
  shared: SharedArrays,
  options: SynthesisOptions,
  looking: Looking | undefined,
  known: KnownProcesses,
): TracedProcess {
  const { effort } = looking ?? { effort: "thorough" };
  const how = [effort, options.faults ?? "ignored", [...shared.streams], [...shared.halves]];
  const text = textOf(loops);
  const key = `${JSON.stringify(how)} ${text}`;
  const same = known.loops.get(text) ?? loops;
  known.loops.set(text, same);
  const own = known.timed.get(key) ?? timed(same, { ...options, shared }, looking, known.plans);
  known.timed.set(key, own);
  const trace = known.traces.get(key) ?? traceOf(own.plan, own.timings, (name) => shared.streams.has(name));
  const kept = [...known.traces.values()].reduce((sum, { touches }) => sum + touches.length, 0);
  if (kept + trace.touches.length <= mostTouches) known.traces.set(key, trace);
  return { timed: own, trace };
}

/** As `seesStart`, which runs through all that use the array. */
export function seesStartBy({ starts }: KnownProcesses): typeof seesStart {
  return (body, decl, isReturned) => {
    const users = body.filter((stmt) => readsOf([stmt]).has(decl.name) || writesOf([stmt]).has(decl.name));
    const key = textOf([decl, isReturned, users]);
    const sees = starts.get(key) ?? seesStart(body, decl, isReturned);
    starts.set(key, sees);
    return sees;
  };
}

/** Two trees with one text are the same. */
function textOf(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === "source") return undefined;
    if (typeof value === "bigint") return `${value}n`;
    const hasText = typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0));
    return hasText ? value : `number ${Object.is(value, -0) ? "-0" : value}`;
  });
}
