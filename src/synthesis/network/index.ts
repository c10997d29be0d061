/**
 * A kernel as a network: processes that run at the same time, each a circuit of its own, joined by streams, memories and
 * scalars.
 *
 *     split       Loops of each process, and what they share
 *     process.ts  each planned, scheduled and timed as a kernel is
 *     trace       when each touches what it shares
 *     streams     which shared arrays pass word after word
 *     timeline    who waits for whom, how deep streams are, how long a call takes
 *     assemble    the circuits side by side
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import type { Cycles, Prediction } from "../circuit/index.ts";
import type { CircuitPlan, Graph } from "../plan/nodes.ts";
import { type Circuit, circuitOf, type SynthesisOptions, type Timed, timed } from "../process.ts";
import type { Looking } from "../scheduling/index.ts";
import type { Timing } from "../timing/problem.ts";
import { assemble } from "./assemble.ts";
import { refuseDepth, refuseLimits, refuseStream } from "./refuse.ts";
import { type Part, type Split, split } from "./split.ts";
import { type NoStream, whyNoStream } from "./streams.ts";
import { leastDepths, type Met, type Moving, type Step, timelineOf } from "./timeline.ts";
import { type Trace, traceOf } from "./trace.ts";

export { isNetwork } from "./split.ts";

/** What there is to say of a network, for reports. */
export interface Network {
  readonly processes: readonly ProcessReport[];
  readonly channels: readonly Channel[];
}

export interface ProcessReport {
  readonly name: string;
  readonly cycles: Cycles; // where it never waits
  readonly start: number; // of a call that begins in cycle 0
  readonly end: number;
  readonly waited: number; // cycles, for words and for room
  readonly after: readonly string[]; // processes that must have ended
}

export interface Channel {
  readonly by: string; // the array or scalar
  readonly kind: "stream" | "memory" | "scalar";
  readonly from: string;
  readonly to: string;
  readonly depth: number | null; // of a stream, all banks together
  readonly words: number | null; // that pass in a call
  readonly why: NoStream | null; // of a memory that could not be a stream
}

export interface TimedNetwork extends Timed {
  readonly network: Network;
  readonly split: Split;
  readonly parts: readonly Timed[];
  readonly loops: readonly Loops[]; // of the parts, as they were timed
  readonly lanes: readonly Lane[];
  readonly after: readonly (readonly number[])[];
  readonly together: Together;
}

/** A stream of one bank to one reader. */
export interface Lane {
  readonly array: string;
  readonly bank: number;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly words: number;
}

/** Which of two users of a memory may be at it at the same time. */
export type Together = (one: number, other: number) => boolean;

export function networkCircuit(
  loops: Loops,
  options: SynthesisOptions,
): Circuit & { readonly network: Network } {
  const found = timedNetwork(loops, options);
  const parts = found.parts.map((part, index) =>
    circuitOf(found.loops[index] ?? bug("no such process"), part, options),
  );
  const { plan, timings, prediction, network } = found;
  const built = new Map<string, number>();
  for (const part of parts)
    for (const [key, count] of part.built) built.set(key, (built.get(key) ?? 0) + count);
  const { target } = options;
  return {
    ...assemble(loops, found, parts),
    checks: plan.checks,
    plan,
    timings,
    prediction,
    built,
    target,
    network,
  };
}

export function timedNetwork(loops: Loops, options: SynthesisOptions, looking?: Looking): TimedNetwork {
  refuseLimits(loops);
  const found = split(loops);
  const arrays = [...found.shared, ...found.outside];
  const known = new Map<string, { readonly loops: Loops; readonly timed: Timed }>();
  const noStreams = new Map<string, NoStream>();
  for (;;) {
    const streams = new Set(
      found.shared.flatMap(({ name }) => (loops.dataflow === true && !noStreams.has(name) ? [name] : [])),
    );
    const after = ordersOf(found, streams, arrays);
    const together = concurrent(after);
    const parts = found.parts.map((part, index) => {
      const halves = new Set(halvesOf(found, streams, arrays, index, together));
      const own = [...streams].filter((name) => part.reads.has(name) || part.writes.has(name));
      const key = [index, ...own, "|", ...halves].join(" ");
      const made = known.get(key) ?? timedPart(part, new Set(own), halves, options, looking);
      known.set(key, made);
      return { ...made, halves };
    });
    const traces = parts.map(({ timed: { plan, timings } }) =>
      traceOf(plan, timings, (name) => streams.has(name)),
    );
    const broken = [...streams].flatMap((name) => {
      const why = whyNoStream(name, sharingOf(found, name), traces);
      return why === null ? [] : [[name, why] as const];
    });
    if (broken.length > 0) {
      for (const [name, why] of broken) noStreams.set(name, why);
      for (const [name, why] of broken) {
        if (found.shared.find((decl) => decl.name === name)?.stream !== undefined)
          refuseStream(loops, found, name, why);
      }
      continue;
    }
    return met(loops, found, { parts, traces, streams, after, together, noStreams });
  }
}

function timedPart(
  { loops }: Part,
  streams: ReadonlySet<string>,
  halves: ReadonlySet<string>,
  options: SynthesisOptions,
  looking: Looking | undefined,
): { readonly loops: Loops; readonly timed: Timed } {
  const own: Loops = {
    ...loops,
    params: loops.params.map((param) => {
      if (param.kind !== "array") return param;
      const { stream = {}, ...rest } = param;
      return streams.has(param.name) ? { ...rest, stream } : rest;
    }),
  };
  return { loops: own, timed: timed(own, { ...options, halves }, looking) };
}

function sharingOf(
  { parts }: Split,
  name: string,
): { writers: readonly number[]; readers: readonly number[] } {
  const which = (of: (part: Part) => boolean): readonly number[] =>
    parts.flatMap((part, index) => (of(part) ? [index] : []));
  return { writers: which(({ writes }) => writes.has(name)), readers: which(({ reads }) => reads.has(name)) };
}

// Order

/** Whom each process waits for; and where more than two want to be at one memory, the third waits for the first. */
function ordersOf(
  { parts, meets }: Split,
  streams: ReadonlySet<string>,
  arrays: readonly ArrayDecl[],
): readonly (readonly number[])[] {
  const after = parts.map(() => new Set<number>());
  for (const { first, second, by } of meets) if (!streams.has(by)) after[second]?.add(first);
  for (const { name } of arrays) {
    if (streams.has(name)) continue;
    const users = parts.flatMap(({ reads, writes }, part) =>
      reads.has(name) || writes.has(name) ? [part] : [],
    );
    for (const [at, user] of users.entries()) {
      const together = concurrent(after.map((own) => [...own]));
      const others = users.slice(0, at).filter((one) => together(one, user));
      for (const one of others.slice(0, Math.max(0, others.length - 1))) after[user]?.add(one);
    }
  }
  return after.map((own) => [...own].sort((one, other) => one - other));
}

/** Whether no path of waiting leads from one to the other. */
function concurrent(after: readonly (readonly number[])[]): Together {
  const reaches = (from: number, to: number): boolean =>
    from === to || (after[from] ?? []).some((before) => reaches(before, to));
  return (one, other) => !reaches(one, other) && !reaches(other, one);
}

/** Arrays of whose memories a process has one port, because another may be at them at the same time. */
function halvesOf(
  { parts }: Split,
  streams: ReadonlySet<string>,
  arrays: readonly ArrayDecl[],
  part: number,
  together: Together,
): readonly string[] {
  const uses = (name: string, index: number): boolean =>
    parts[index]?.reads.has(name) === true || parts[index]?.writes.has(name) === true;
  return arrays.flatMap(({ name }) => {
    if (streams.has(name) || !uses(name, part)) return [];
    return parts.some((_, other) => uses(name, other) && together(part, other)) ? [name] : [];
  });
}

// Time

interface Settled {
  readonly parts: readonly {
    readonly loops: Loops;
    readonly timed: Timed;
    readonly halves: ReadonlySet<string>;
  }[];
  readonly traces: readonly Trace[];
  readonly streams: ReadonlySet<string>;
  readonly after: readonly (readonly number[])[];
  readonly together: Together;
  readonly noStreams: ReadonlyMap<string, NoStream>;
}

function met(loops: Loops, found: Split, settled: Settled): TimedNetwork {
  const { parts, traces, streams, after, together, noStreams } = settled;
  const open = [...streams].flatMap((array) => lanesOf(found, array, traces));
  const moving = movingOf(settled, open);
  const depths = leastDepths(
    moving,
    open.map(({ asked }) => asked),
  );
  const timeline = timelineOf(moving, depths);
  if (!timeline.ok) return refuseDepth(loops, found, open, timeline);
  const lanes = open.map(({ asked: _, ...lane }, index) => ({ ...lane, depth: depths[index] ?? 1 }));
  const whole = parts.map(({ timed: one }) => one);
  const processes = found.parts.map(({ name }, index): ProcessReport => {
    const { least, most } = whole[index]?.prediction ?? bug("a process without a prediction");
    const [start, end] = [timeline.starts[index] ?? 0, timeline.ends[index] ?? 0];
    const length = traces[index]?.length ?? 0;
    const names = (after[index] ?? []).map((one) => found.parts[one]?.name ?? "");
    return { name, cycles: { least, most }, start, end, waited: end - start - length, after: names };
  });
  return {
    ...union(loops, whole),
    prediction: predictionOf(settled, timeline, lanes.length > 0),
    network: { processes, channels: channelsOf(found, lanes, noStreams) },
    split: found,
    parts: whole,
    loops: parts.map((part) => part.loops),
    lanes,
    after,
    together,
  };
}

type OpenLane = Omit<Lane, "depth"> & { readonly asked: number | null };

function lanesOf(found: Split, array: string, traces: readonly Trace[]): readonly OpenLane[] {
  const { writers, readers } = sharingOf(found, array);
  const from = writers[0] ?? bug(`nobody writes ${array}`);
  const touches = (traces[from]?.touches ?? []).filter(({ op }) => op.storage === array);
  const banks = [...new Set(touches.map(({ bank }) => bank))].sort((one, other) => one - other);
  const asked = found.shared.find(({ name }) => name === array)?.stream?.depth ?? null;
  return readers.flatMap((to) =>
    banks.map((bank) => {
      const words = touches.filter((touch) => touch.bank === bank).length;
      return { array, bank, from, to, words, asked };
    }),
  );
}

function movingOf({ parts, traces, after }: Settled, lanes: readonly OpenLane[]): readonly Moving[] {
  return parts.map((_, part): Moving => {
    const { touches, length } = traces[part] ?? bug("no trace");
    const takes = new Map<string, number[]>();
    const gives = new Map<string, number[]>();
    for (const [lane, { array, bank, from, to }] of lanes.entries()) {
      const key = `${array} ${bank}`;
      if (to === part) takes.set(key, [...(takes.get(key) ?? []), lane]);
      if (from === part) gives.set(key, [...(gives.get(key) ?? []), lane]);
    }
    const steps: { cycle: number; takes: number[]; gives: number[] }[] = [];
    for (const { cycle, op, bank } of touches) {
      const key = `${op.storage} ${bank}`;
      const last = steps.at(-1);
      const step = last?.cycle === cycle ? last : { cycle, takes: [], gives: [] };
      if (step !== last) steps.push(step);
      if (op.kind === "load") step.takes.push(...(takes.get(key) ?? []));
      else step.gives.push(...(gives.get(key) ?? []));
    }
    return { length, steps: steps satisfies readonly Step[], after: after[part] ?? [] };
  });
}

/** Exact where every process is; else at most as if they ran one after another, because one of them always goes on. */
function predictionOf({ parts, traces, after }: Settled, timeline: Met, hasStreams: boolean): Prediction {
  const items = parts.flatMap(({ timed: { prediction } }) => prediction.items);
  if (traces.every(({ exact }) => exact)) return { least: timeline.end, most: timeline.end, items };
  const longest = parts.map(({ timed: { prediction } }) => prediction.most);
  if (hasStreams) return { least: timeline.end, most: longest.reduce((sum, one) => sum + one, 0), items };
  const ends: number[] = [];
  for (const [part, most] of longest.entries()) {
    ends.push((after[part] ?? []).reduce((latest, one) => Math.max(latest, ends[one] ?? 0), 0) + most);
  }
  return { least: timeline.end, most: Math.max(0, ...ends), items };
}

function channelsOf(
  found: Split,
  lanes: readonly Lane[],
  noStreams: ReadonlyMap<string, NoStream>,
): readonly Channel[] {
  const nameOf = (part: number): string => found.parts[part]?.name ?? "";
  const firsts = lanes.filter(
    ({ array, to }, at) => lanes.findIndex((one) => one.array === array && one.to === to) === at,
  );
  const passed = firsts.map(({ array, from, to }): Channel => {
    const all = lanes.filter((lane) => lane.array === array && lane.to === to);
    const sum = (of: (lane: Lane) => number): number => all.reduce((total, lane) => total + of(lane), 0);
    const depth = sum((lane) => lane.depth);
    const words = sum((lane) => lane.words);
    return { by: array, kind: "stream", from: nameOf(from), to: nameOf(to), depth, words, why: null };
  });
  const isStream = new Set(lanes.map(({ array }) => array));
  const kept = found.meets.flatMap(({ first, second, by, what }): readonly Channel[] => {
    if (isStream.has(by)) return [];
    const ends = { from: nameOf(first), to: nameOf(second), depth: null, words: null };
    return [{ by, kind: what === "scalar" ? "scalar" : "memory", ...ends, why: noStreams.get(by) ?? null }];
  });
  return [...passed, ...kept];
}

/** All plans as one, for who counts operations and memories. */
function union(loops: Loops, parts: readonly Timed[]): Omit<Timed, "prediction"> {
  const first = parts[0] ?? bug("a network without processes");
  const timings = new Map<Graph, Timing>(parts.flatMap((part) => [...part.timings]));
  const storages = new Map(parts.flatMap(({ plan }) => plan.storages.map((one) => [one.name, one] as const)));
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
