/** Whether a timeline says what a circuit does, cycle by cycle. */
import { callKernel } from "../../src/hardware/bench/call.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import { watched } from "../../src/hardware/bench/watch.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { clockOf, type Piece } from "../../src/timeline/clock.ts";
import { timelineOf } from "../../src/timeline/index.ts";
import type { Process, Timeline } from "../../src/timeline/nodes.ts";
import { observedCall } from "../../src/timeline/observe.ts";
import { sectionsIn } from "../../src/timeline/sections.ts";
import { busyIn } from "../../src/timeline/traffic.ts";
import { standingStill } from "../../src/timeline/waits.ts";
import { randomCase } from "../backend/c-samples.ts";
import type { Args } from "../backend/wasm-build.ts";
import { target } from "../synthesis/kernel-run.ts";

export interface Compared {
  readonly kind: "same" | "data decide" | "refused" | "long";
  readonly starts: number; // that were compared
}

/** Of random kernels, from a seed on. */
export async function differences(
  seed: number,
  count: number,
): Promise<{ readonly wrong: readonly string[]; readonly starts: number }> {
  const wrong: string[] = [];
  let starts = 0;
  for (let next = seed, done = 0; done < count; next++) {
    const one = randomCase(next);
    if (one === null) continue;
    done += 1;
    try {
      starts += (await compared(one.loops, one.args)).starts;
    } catch (error) {
      wrong.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { wrong, starts };
}

/** Throws where a timeline and a simulation differ. */
export async function compared(loops: Loops, args: Args, most = 3000): Promise<Compared> {
  const made = synthesize(loops, { target });
  if (!made.ok) return { kind: "refused", starts: 0 };
  const timeline = timelineOf(made);
  checkTotals(made, timeline);
  const { least } = timeline.cycles;
  if (least > most) return { kind: "long", starts: 0 };
  const seenToo = await observedCall(made, timeline, new Map(Object.entries(args)), { signals: [] });
  checkObserved(seenToo.timeline);
  if (!isDecided(timeline)) return { kind: "data decide", starts: 0 };
  const [seenRuns, toldRuns] = [runsIn(seenToo.timeline), runsIn(timeline)];
  if (seenRuns !== toldRuns) throw new Error(`runs are ${seenRuns}, the timeline says ${toldRuns}`);
  checkUnits(timeline);
  const seen = await startsSeen(made, args);
  let starts = 0;
  for (const [graph, told] of startsTold(timeline)) {
    const inCircuit = seen.get(graph);
    if (inCircuit === undefined) continue;
    if (inCircuit.join() !== told.join())
      throw new Error(`graph ${graph} starts in ${inCircuit.join()}, the timeline says ${told.join()}`);
    starts += told.length;
  }
  return { kind: "same", starts };
}

/** Whether all of it happens at the same time for any data; of a network the call may, and a process not. */
function isDecided({ cycles, processes }: Timeline): boolean {
  const isExact = processes.every(({ body }) => [...sectionsIn(body)].every(({ totals }) => totals.isExact));
  return (
    isExact &&
    [cycles, ...processes.map((process) => process.cycles)].every(({ least, most }) => least === most)
  );
}

/** A call that was seen to its end: its processes take what the circuit took. */
function checkObserved({ recorded, processes }: Timeline): void {
  if (recorded?.isWhole !== true) return;
  const ends = processes.map((process) => standingStill(process).ofCall(clockOf(process, {}).total));
  if (processes.length === 1 && ends[0] !== recorded.to)
    throw new Error(`the call took ${recorded.to} cycles, what was seen ends in ${ends[0]}`);
}

/** Units are busy whenever an operation of theirs begins, and until they take another: iteration by iteration. */
function checkUnits(timeline: Timeline): void {
  if (timeline.processes.length > 1) return; // they wait
  const starts = startsTold(timeline);
  for (const [index, { name, uses, busy, taken }] of timeline.units.entries()) {
    const told = busyIn(timeline, index);
    const cycles = uses.flatMap(({ graph, cycle, count }) =>
      (starts.get(graph) ?? []).flatMap((start) =>
        Array.from({ length: busy * count }, (_, nth) => start + cycle + (nth % busy)),
      ),
    );
    const end = Math.max(timeline.cycles.least, ...cycles) + 1;
    if (cycles.length !== taken || told(0, end) !== taken)
      throw new Error(`${name}: busy for ${cycles.length} cycles, the timeline says ${taken}`);
    const byCycle = new Map<number, number>();
    for (const cycle of cycles) byCycle.set(cycle, (byCycle.get(cycle) ?? 0) + 1);
    for (const cycle of [...new Set(cycles.slice(0, 200)), 0, end])
      if (told(cycle, cycle + 1) !== (byCycle.get(cycle) ?? 0))
        throw new Error(
          `${name}: ${byCycle.get(cycle)} are busy in cycle ${cycle}, not ${told(cycle, cycle + 1)}`,
        );
  }
}

/** Of what takes time. */
function runsIn({ processes, given }: Timeline): string {
  const runs = processes.map((process) =>
    piecesOf(process, given)
      .filter(({ from, to }) => to > from)
      .map(({ section, from, to, iterations }) => `${section.id}: ${from} to ${to}, ${iterations}`)
      .sort()
      .join("; "),
  );
  return runs.join(" | ");
}

/** What was predicted, of the call, and of every process. */
function checkTotals({ prediction, network, processes }: Synthesized, timeline: Timeline): void {
  for (const [index, process] of timeline.processes.entries()) {
    const { least } = network?.processes[index]?.cycles ?? prediction;
    const { total } = clockOf(process, {});
    if (total !== least)
      throw new Error(`${processes[index]?.name} takes ${least} cycles, the timeline says ${total}`);
  }
}

/** By graph, the cycles in which an iteration, or a run, begins. */
export function startsTold({ processes, given }: Timeline): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const process of processes) {
    const { ofCall } = standingStill(process);
    const passed = (own: number): number => ofCall(own + 1) - 1; // where it waits before, that is over
    for (const { section, first, from, iterations } of piecesOf(process, given)) {
      if (section.kind !== "block" && section.kind !== "pipeline") continue;
      const own = found.get(section.graph) ?? [];
      found.set(section.graph, own);
      if (section.kind === "block") own.push(passed(from));
      else for (let k = 0; k < iterations; k++) own.push(passed(first + k * section.interval));
    }
  }
  return found;
}

function piecesOf(process: Process, given: Timeline["given"]): readonly Extract<Piece, { kind: "once" }>[] {
  const pieces: Extract<Piece, { kind: "once" }>[] = [];
  const clock = clockOf(process, given);
  clock.visit({ from: 0, to: Number.POSITIVE_INFINITY, finest: 0 }, (piece) => {
    if (piece.kind === "once") pieces.push(piece);
  });
  return pieces;
}

/** By graph; those whose start is a signal of the circuit, and that take time. */
async function startsSeen(made: Synthesized, args: Args): Promise<ReadonlyMap<number, readonly number[]>> {
  const { graphs, cycles } = timelineOf(made);
  const circuit = await simulate(harness(made.design, made.interface));
  const signals = graphs.flatMap(({ signal, told, length }, graph) =>
    signal === null || length === 0
      ? []
      : [{ graph, told, signal: `kernel.${signal}`, run: runOf(made, signal), starts: [] as number[] }],
  );
  const see = (cycle: number): boolean => {
    for (const { signal, told, run, starts } of signals) {
      const stands = run !== null && circuit.peek(run) === 0n;
      if (!stands && circuit.peek(signal) === 1n) starts.push(cycle - told);
    }
    return true;
  };
  const own = new Map(Object.entries(args).map(([name, value]) => [name, structuredClone(value)]));
  const outcome = callKernel(watched(circuit, see), made.interface, own, { atOnce: 1 });
  if (outcome.kind !== "done") throw new Error(`the call ended with ${outcome.kind}`);
  if (outcome.cycles !== cycles.least)
    throw new Error(`the call took ${outcome.cycles} cycles, the timeline says ${cycles.least}`);
  return new Map(signals.map(({ graph, starts }) => [graph, starts]));
}

/** What says that a process of a network does not stand still. */
function runOf({ design }: Synthesized, signal: string): string | null {
  const process = signal.split(".").slice(0, -1)[0];
  return design.top.wires.some(({ name }) => name === `${process}_run`) ? `kernel.${process}_run` : null;
}
