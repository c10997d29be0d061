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
import { families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import type { Check } from "../../hardware/faults.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import { type Split, split, withTablesOut } from "../../loops/split.ts";
import { int32 } from "../../types/types.ts";
import type { Begins, Cycles } from "../circuit/index.ts";
import type { Graph, Repeat } from "../plan/nodes.ts";
import { type Circuit, circuitOf, type SynthesisOptions, type Timed } from "../process.ts";
import type { Looking } from "../scheduling/index.ts";
import { assemble, type NetworkSignals, nameOf } from "./assemble.ts";
import { fewestCalls, intervalIn, mostSteps, repeated, type Turns, turnsOf } from "./calls.ts";
import { type KnownProcesses, noKnownProcesses, seesStartBy, tracedProcess } from "./known.ts";
import { type Lane, lanesOf, movingOf, predictionOf, type Settled } from "./lanes.ts";
import { withShares } from "./limits.ts";
import { memoriesBetween } from "./memories.ts";
import { refuseDepth, refuseStream, whyText } from "./refuse.ts";
import { groupsOf, lookedAt, rowOf } from "./row.ts";
import { type NoStream, sharingOf, whyNoArgument, whyNoStream } from "./streams.ts";
import { leastDepths, type Moving, timelineOf } from "./timeline.ts";
import { union } from "./union.ts";

export { isNetwork } from "../../loops/split.ts";
export type { NetworkSignals } from "./assemble.ts";
export { type KnownProcesses, noKnownProcesses } from "./known.ts";

/** What there is to say of a network, for reports. */
export interface Network {
  readonly processes: readonly ProcessReport[];
  readonly channels: readonly Channel[];
  readonly interval: number | null; // mean cycles between calls that follow each other at once; null: data decide
}

/** What moves in a call, word by word: of processes as they were timed. */
export interface Moves {
  readonly lanes: readonly Lane[];
  readonly processes: readonly Moving[]; // each on its own
  readonly given: readonly (readonly number[])[]; // by lane, the cycles of its words
  readonly taken: readonly (readonly number[])[];
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
  readonly why: string | null; // of a memory: what keeps it from being a stream
}

export interface TimedNetwork extends Timed {
  readonly network: Network;
  readonly split: Split;
  readonly parts: readonly Timed[];
  readonly loops: readonly Loops[]; // of the parts, as they were timed
  readonly lanes: readonly Lane[];
  readonly after: readonly (readonly number[])[];
  readonly together: Together;
  readonly turns: Turns;
  readonly moves: Moves;
}

/** Which of two users of a memory may be at it at the same time. */
export type Together = (one: number, other: number) => boolean;

export function networkCircuit(
  given: Loops,
  options: SynthesisOptions,
  known?: KnownProcesses,
): Circuit & { readonly network: Network; readonly moves: Moves; readonly signals: NetworkSignals } {
  const loops = withTablesOut(given);
  const found = timedNetwork(loops, options, undefined, known, true);
  const parts = found.parts.map((part, index) =>
    circuitOf(found.loops[index] ?? bug("no such process"), part, options),
  );
  const { timings, prediction, network, moves } = found;
  const plan = { ...found.plan, storages: memoriesBetween(found, parts) };
  const built = new Map<string, number>();
  for (const part of parts)
    for (const [key, count] of part.built) built.set(key, (built.get(key) ?? 0) + count);
  const { target, faults = "ignored" } = options;
  const isWatched = faults === "watched";
  return {
    ...assemble(loops, found, parts, isWatched),
    checks: [...plan.checks, ...(isWatched ? streamChecks(loops, found.lanes) : [])],
    plan,
    processes: found.parts.map((part) => part.plan),
    timings,
    prediction,
    built,
    units: parts.flatMap((part) => part.units),
    target,
    begins: new Map(parts.flatMap(({ begins }, part) => beginsInside(found, part, begins))),
    network,
    moves,
  };
}

/** A process is an instance. */
function beginsInside(
  found: TimedNetwork,
  part: number,
  begins: Begins,
): readonly [Graph | Repeat, string][] {
  const instance = nameOf(found, part);
  return [...begins].map(([graph, signal]) => [graph, `${instance}.${signal}`]);
}

/** What can be wrong with streams that come in, in the order of lanes. */
function streamChecks(loops: Loops, lanes: readonly Lane[]): readonly Check[] {
  return lanes.flatMap(({ array, from, words }): readonly Check[] => {
    if (from !== null) return [];
    const message = `\`last\` of the stream \`${array}\` is wrong at word {value} of a call: it comes with word ${words} and no other`;
    const span = loops.body[0]?.origin.span ?? { from: 0, to: 0 };
    return [{ code: "stream-last", message, told: int32, span }];
  });
}

/** `isBuilt`: also how deep streams are, and how often calls can follow each other, which nobody asks before. */
export function timedNetwork(
  given: Loops,
  options: SynthesisOptions,
  looking?: Looking,
  known: KnownProcesses = noKnownProcesses(),
  isBuilt = false,
): TimedNetwork {
  const loops = withTablesOut(given);
  const found = withShares(loops, split(loops, seesStartBy(known)));
  const arrays = [...found.shared, ...found.outside];
  const noStreams = new Map<string, NoStream>();
  for (;;) {
    const streams = new Set([
      ...found.shared.flatMap(({ name }) => (loops.dataflow === true && !noStreams.has(name) ? [name] : [])),
      ...found.outside.flatMap(({ name, stream }) => (stream === undefined ? [] : [name])),
    ]);
    const after = ordersOf(found, streams, arrays);
    const together = concurrent(after);
    const parts = found.parts.map((part, index) => {
      const halves = new Set(halvesOf(found, streams, arrays, index, together));
      const own = [...streams].filter((name) => part.reads.has(name) || part.writes.has(name));
      const shared = { halves, streams: new Set(own) };
      return { loops: part.loops, ...tracedProcess(part.loops, shared, options, looking, known) };
    });
    const traces = parts.map(({ trace }) => trace);
    const broken = [...streams].flatMap((name) => {
      const outside = found.outside.find((decl) => decl.name === name);
      const sharing = sharingOf(found, name);
      const why =
        outside === undefined
          ? whyNoStream(name, sharing, traces, shapeOf(found, name))
          : whyNoArgument(name, sharing, traces, sizeOf(outside));
      return why === null ? [] : [[name, why] as const];
    });
    if (broken.length > 0) {
      for (const [name, why] of broken) noStreams.set(name, why);
      for (const [name, why] of broken) {
        const asked = arrays.find((decl) => decl.name === name)?.stream;
        if (asked !== undefined) refuseStream(loops, found, name, why);
      }
      continue;
    }
    return met(
      loops,
      found,
      { parts, traces, streams, after, together, noStreams },
      { isBuilt, target: options.target },
    );
  }
}

function shapeOf({ shared }: Split, array: string): readonly number[] {
  return shared.find(({ name }) => name === array)?.shape ?? [];
}

function sizeOf({ shape }: ArrayDecl): number {
  return shape.reduce((product, extent) => product * extent, 1);
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

function met(
  loops: Loops,
  found: Split,
  settled: Settled,
  { isBuilt, target }: { readonly isBuilt: boolean; readonly target: Technology },
): TimedNetwork {
  const { parts, traces, streams, after, together, noStreams } = settled;
  const whole = parts.map(({ timed: one }) => one);
  const open = [...streams].flatMap((array) => lanesOf(found, array, traces));
  const moving = movingOf(settled, open);
  const turns = turnsOf(found, loops, streams, {
    sharers: (part) => sharersOf(found, streams, together, part),
    rest: (part) => restOf(whole[part] ?? bug("no such process")),
    steps: stepsIn(moving),
  });
  const asked = open.map((lane) => lane.asked);
  const depths = isBuilt ? depthsFor(moving, turns, asked) : asked.map((depth) => depth ?? Infinity);
  const timeline = timelineOf(moving, depths);
  if (!timeline.ok) return refuseDepth(loops, found, open, timeline);
  const isExact = isBuilt && traces.every(({ exact }) => exact);
  const lanes = open.map(({ asked: _, ...lane }, index) => ({ ...lane, depth: depths[index] ?? 1 }));
  const processes = found.parts.map(({ name }, index): ProcessReport => {
    const { least, most } = whole[index]?.prediction ?? bug("a process without a prediction");
    const [start, end] = [timeline.starts[index] ?? 0, timeline.ends[index] ?? 0];
    const length = traces[index]?.length ?? 0;
    const names = (after[index] ?? []).map((one) => found.parts[one]?.name ?? "");
    return { name, cycles: { least, most }, start, end, waited: end - start - length, after: names };
  });
  return {
    ...union(loops, whole, { family: families[target.family], sides: turns.atOnce === 1 ? 1 : 2 }),
    prediction: predictionOf(settled, timeline, lanes),
    network: {
      processes,
      channels: channelsOf(found, lanes, noStreams),
      interval: isExact ? intervalOf(moving, turns, depths) : null,
    },
    split: found,
    parts: whole,
    loops: parts.map((part) => part.loops),
    lanes,
    after,
    together,
    turns,
    moves: { lanes, processes: moving, given: timeline.given, taken: timeline.taken },
  };
}

function stepsIn(moving: readonly Moving[]): number {
  return moving.reduce((sum, { steps }) => sum + steps.length + 1, 0);
}

/** With which neither a call nor those that follow it take longer. */
function depthsFor(
  moving: readonly Moving[],
  turns: Turns,
  asked: readonly (number | null)[],
): readonly number[] {
  const several = repeated(moving, turns, stepsIn(moving) > mostSteps ? 1 : turns.atOnce + 1);
  const groups = groupsOf(moving, asked.length);
  return leastDepths(asked, (depths) => lookedAt(groups, several, rowOf(groups, several, depths)));
}

/** As many calls as it takes until they follow each other in a pattern, or as may be looked at. */
function intervalOf(moving: readonly Moving[], turns: Turns, depths: readonly number[]): number | null {
  const groups = groupsOf(moving, depths.length);
  for (let calls = fewestCalls(turns); ; calls *= 2) {
    const several = repeated(moving, turns, calls);
    const row = rowOf(groups, several, depths);
    const interval = row === null ? null : intervalIn(row, several, turns.atOnce);
    const looked = groups.steps + several.processes.length;
    if (interval !== null || row === null || looked > mostSteps) return interval;
  }
}

/** Memories are swept a word a cycle, all at once, from the cycle after the end on: circuit/clear.ts. */
function restOf({ plan }: Timed): number {
  const swept = plan.storages.filter(({ clears, where }) => clears && where !== "registers");
  return swept.length === 0 ? 0 : 1 + Math.max(...swept.map(({ depth }) => depth));
}

/** Processes that use an array outside as this one does, but never in the same call at the same time: they share ports. */
function sharersOf(
  { parts, outside }: Split,
  streams: ReadonlySet<string>,
  together: Together,
  part: number,
): readonly number[] {
  const uses = (name: string, index: number): boolean =>
    parts[index]?.reads.has(name) === true || parts[index]?.writes.has(name) === true;
  const arrays = outside.flatMap(({ name }) => (!streams.has(name) && uses(name, part) ? [name] : []));
  return parts.flatMap((_, other) =>
    other !== part && !together(part, other) && arrays.some((name) => uses(name, other)) ? [other] : [],
  );
}

function channelsOf(
  found: Split,
  lanes: readonly Lane[],
  noStreams: ReadonlyMap<string, NoStream>,
): readonly Channel[] {
  const nameOf = (part: number | null): string =>
    part === null ? "caller" : (found.parts[part]?.name ?? "");
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
    const reason = noStreams.get(by);
    const ends = { from: nameOf(first), to: nameOf(second), depth: null, words: null };
    return [
      {
        by,
        kind: what === "scalar" ? "scalar" : "memory",
        ...ends,
        why: reason === undefined ? null : whyText(found, by, reason),
      },
    ];
  });
  return [...passed, ...kept];
}
