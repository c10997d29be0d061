/**
 * A call as our simulator saw it: a timeline whose processes say what ran in that call, where data decide too.
 *
 *     const { timeline, waves } = await observedCall(made, timelineOf(made), args, { signals: ["total"] });
 *
 * Signals that are 1 when a graph or an iteration of a loop begins say all of it: what a run takes from there on is known. Runs that are
 * alike are kept once. Where there would be too much to keep, the recording ends, and says so.
 */
import type { CallOutcome } from "../hardware/bench/call.ts";
import { harness } from "../hardware/bench/harness.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { clockOf } from "./clock.ts";
import type { Process, Recorded, Section, Timeline } from "./nodes.ts";
import { type ObservedProcess, observedProcess } from "./observe_process.ts";
import { type ObservedStreams, observedStreams } from "./observe_streams.ts";
import { type Arguments, recordedSignals, seenCall, type WaveOptions } from "./recorded.ts";
import { busyIn, trafficOf } from "./traffic.ts";
import { watchList } from "./watch_list.ts";
import type { Waves } from "./waves.ts";

export interface ObserveOptions extends Omit<WaveOptions, "to"> {
  readonly mostCycles?: number; // that are looked at
  readonly isAllOfIt?: boolean; // the call goes on to its end, also where too much would be kept: true where not said
  readonly mostKept?: number; // runs, and runs of words that pass, in all
}

export interface ObservedCall {
  readonly outcome: CallOutcome;
  readonly timeline: Timeline;
  readonly waves: Waves;
}

/** `timeline`: what is known of any call of the same circuit. Arrays are changed in place, as the call changes them. */
export async function observedCall(
  made: Synthesized,
  timeline: Timeline,
  args: Arguments,
  { mostCycles = 1_000_000, mostKept = 200_000, isAllOfIt = true, ...options }: ObserveOptions = {},
): Promise<ObservedCall> {
  const bench = harness(made.design, made.interface);
  const watching = watchList();
  const streams = observedStreams(made, watching.add);
  const given = new Map(Object.entries(timeline.given));
  const processes = timeline.processes.map((process, index) =>
    observedProcess(process, {
      given,
      watch: watching.add,
      signalOf: (graph) => timeline.graphs[graph] ?? { signal: null, told: 0 },
      signals: made.signals?.processes[index] ?? null,
      why: () => streams.why(index),
    }),
  );
  const waves = recordedSignals(made, bench, watching.add, options);
  const see = (cycle: number): boolean => {
    streams.see(cycle);
    waves.see(cycle);
    for (const process of processes) process.see(cycle);
    if (cycle % 1024 !== 0) return true;
    const inProcesses = processes.reduce((sum, process) => sum + process.kept(), 0);
    return streams.kept() + inProcesses < mostKept;
  };
  const called = await seenCall(made, bench, watching, args, { see, most: mostCycles, isAllOfIt });
  const { recorded, outcome } = called;
  return {
    outcome,
    timeline: withRecorded(timeline, recorded, processes, streams),
    waves: waves.waves(),
  };
}

function withRecorded(
  timeline: Timeline,
  recorded: Recorded,
  observed: readonly ObservedProcess[],
  streams: ObservedStreams,
): Timeline {
  const processes = timeline.processes.map((process, index) => {
    const { start, waits, recorded: runs } = observed[index]?.end(recorded.isWhole) ?? process;
    return withTotals({ ...process, start, waits, recorded: runs });
  });
  const { to, isWhole } = recorded;
  const { network } = timeline;
  const own: Timeline = {
    ...timeline,
    ...{ processes, recorded },
    cycles: { least: to, most: isWhole ? to : null },
    network: network === null ? null : { ...network, channels: streams.channels(network.channels) },
  };
  const memories = own.memories.map((memory, index) => {
    const touches = trafficOf(own, index).between(0, to + 1);
    return { ...memory, ...touches, isExact: isWhole && memory.accesses.every(({ mayNot }) => !mayNot) };
  });
  const units = own.units.map((kind, index) => ({
    ...kind,
    taken: busyIn(own, index)(0, to + 1),
    isExact: isWhole,
  }));
  return { ...own, memories, units };
}

function withTotals(process: Process): Process {
  const { total, tally } = clockOf(process, {});
  const tallies = tally();
  const counted = (section: Section): Section => {
    const { runs, iterations, cycles } = tallies.get(section.id) ?? { runs: 0, iterations: 0, cycles: 0 };
    const totals = { runs, iterations, cycles, isExact: true };
    switch (section.kind) {
      case "block":
      case "pipeline":
        return { ...section, totals };
      case "repeat":
        return { ...section, totals, body: section.body.map(counted) };
      case "branch":
        return { ...section, totals, then: section.then.map(counted), else: section.else.map(counted) };
    }
  };
  return { ...process, body: process.body.map(counted), cycles: { least: total, most: total } };
}
