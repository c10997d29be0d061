/** What a call does, in sentences for somebody who meets a circuit for the first time. */
import type { Bound, PipelineSection, Section, Timeline, UnitKind } from "../timeline/nodes.ts";
import { sectionsIn } from "../timeline/sections.ts";
import { counted, cyclesText, duration, many, percent } from "./numbers.ts";
import { labelOf } from "./rows.ts";

/** `A call takes 258 cycles: 2.58 µs at 100 MHz. 96 % of them are the loop n, line 12.` */
export function callText(timeline: Timeline): { readonly cycles: string; readonly rest: string } {
  const { cycles, target, processes, network, recorded } = timeline;
  const clock = `${Number((1000 / target.periodNs).toFixed(2))} MHz`;
  const isKnown = cycles.least === cycles.most || recorded !== null;
  const shortest = duration(cycles.least * target.periodNs);
  const longestTime = cycles.most === null ? "or more" : `to ${duration(cycles.most * target.periodNs)}`;
  const time = isKnown ? `${shortest} at ${clock}` : `${shortest} ${longestTime} at ${clock}, as data decide`;
  const parts = [`${time}.`];
  if (processes.length > 1) parts.push(`${processes.length} processes run side by side.`);
  const longest = longestIn(timeline);
  if (longest !== null && processes.length === 1) {
    const share = percent(longest.totals.cycles / Math.max(1, cycles.least));
    parts.push(`${share} of them ${isLoop(longest) ? "are the loop" : "are"} ${placed(timeline, longest)}.`);
  }
  const interval = network?.interval ?? null;
  if (interval !== null) parts.push(`Calls can follow each other every ${many(interval, "cycle")}.`);
  if (recorded?.isWhole === false)
    parts.push("It went on: there was too much to keep. Give it less data to see all of it.");
  return { cycles: lengthText(timeline), rest: parts.join(" ") };
}

function lengthText({ cycles, recorded }: Timeline): string {
  if (recorded === null) return `A call takes ${cyclesText(cycles)}`;
  return recorded.isWhole
    ? `This call took ${many(recorded.to, "cycle")}`
    : `The first ${many(recorded.to, "cycle")} of this call`;
}

function isLoop({ kind }: Section): boolean {
  return kind === "pipeline" || kind === "repeat";
}

function longestIn({ processes }: Timeline): Section | null {
  let longest: Section | null = null;
  for (const { body } of processes)
    for (const section of sectionsIn(body))
      if (section.kind !== "repeat" && section.kind !== "branch")
        if (longest === null || section.totals.cycles > longest.totals.cycles) longest = section;
  return longest;
}

function placed(timeline: Timeline, section: Section): string {
  const where = section.place === null ? "" : `, line ${section.place.line}`;
  return section.kind === "block"
    ? `what stands in line ${section.place?.line ?? "?"}`
    : `${labelOf(timeline, section)}${where}`;
}

/** What a section is, and where its cycles come from. */
export function sectionText(timeline: Timeline, section: Section): readonly string[] {
  const { runs, cycles, isExact } = section.totals;
  const share = `${percent(cycles / Math.max(1, timeline.cycles.least))} of a call`;
  const all = `${isExact ? "" : "at least "}${many(cycles, "cycle")}, ${share}`;
  switch (section.kind) {
    case "block":
      return [`Runs ${times(runs)} in a call, ${many(section.cycles, "cycle")} each time: ${all}.`];
    case "branch":
      if (timeline.recorded !== null)
        return [`Data decide which side runs. In this call something in it ran ${times(runs)}: ${all}.`];
      return [
        `Data decide which side runs. It is reached ${times(runs)}; the shorter side is drawn: ${all}.`,
      ];
    case "repeat":
      return [
        `A loop around others, one iteration after another: ${many(section.totals.iterations, "iteration")} in ${many(runs, "run")}, ${all}.`,
        ...(section.turn === 1 ? ["Between two iterations control takes one cycle."] : []),
        ...decidedText(section),
      ];
    case "pipeline":
      return [...pipelineText(timeline, section, all), ...decidedText(section)];
  }
}

function times(count: number): string {
  return count === 1 ? "once" : `${counted(count)} times`;
}

function pipelineText(timeline: Timeline, section: PipelineSection, all: string): readonly string[] {
  const { interval, length, isPipelined, totals } = section;
  const { runs, iterations } = totals;
  const inRuns = runs === 1 ? "" : ` in ${many(runs, "run")}`;
  if (!isPipelined || interval >= length)
    return [
      `One iteration after another, ${many(length, "cycle")} each: ${many(iterations, "iteration")}${inRuns}, ${all}.`,
      ...(isPipelined
        ? []
        : ["It is not pipelined: the next iteration starts when the one before has ended."]),
    ];
  const every = interval === 1 ? "every cycle" : `every ${interval} cycles`;
  const sum =
    runs === 1
      ? `${counted(iterations - 1)} × ${interval} + ${length} = ${many((iterations - 1) * interval + length, "cycle")}`
      : all;
  return [
    `A new iteration starts ${every} (II ${interval}) and takes ${many(length, "cycle")}, so ${Math.ceil(length / interval)} are in flight at a time.`,
    `${many(iterations, "iteration")}${inRuns}: ${sum}${runs === 1 ? ` (${percent(totals.cycles / Math.max(1, timeline.cycles.least))} of a call)` : ""}.`,
  ];
}

function decidedText(section: Section): readonly string[] {
  return section.totals.isExact ? [] : ["Data decide how long it takes; the least is drawn."];
}

/** Of the cycles that the units of a kind have in a call, those in which they are busy. */
export function shareOf({ cycles }: Timeline, { taken, count }: UnitKind): number {
  return taken / Math.max(1, count * cycles.least);
}

/** What keeps iterations from starting sooner, and what that means. */
export function boundText(bound: Bound): string {
  switch (bound.kind) {
    case "recurrence": {
      const { cycles, distance } = bound;
      const ago = distance === 1 ? "the iteration before" : `the one ${distance} iterations before`;
      return `An iteration needs what ${ago} computes, and going around takes ${many(cycles, "cycle")}${distance === 1 ? "" : ` over ${distance} iterations`}.`;
    }
    case "ports": {
      const { memory, bank, ports, accesses } = bound;
      const which = bank === null ? memory : `bank ${bank} of ${memory}`;
      return `An iteration touches ${which} ${many(accesses.length, "time")}, and it has ${many(ports, "port")}: ${many(ports, "access", "accesses")} in a cycle.`;
    }
    case "units":
      return `The iteration's operations share ${many(bound.count, "unit")} of ${bound.unit}.`;
    case "exit":
      return `Whether there is a next iteration is known in cycle ${bound.known.cycle + 1} of this one.`;
    case "asked":
      return "A longer interval was asked for.";
    case "search":
      return "No shorter interval was found.";
  }
}
