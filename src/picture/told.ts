/** What happens in one cycle, in a line of text. */
import type { Piece } from "../timeline/clock.ts";
import type { CountIn } from "../timeline/counting.ts";
import type { PipelineSection, Timeline } from "../timeline/nodes.ts";
import { countBefore } from "../timeline/times.ts";
import { busyIn, type Traffic, trafficOf } from "../timeline/traffic.ts";
import { changeAt } from "../timeline/waves.ts";
import { type Running, runningOf } from "./bars.ts";
import { counted, duration, many } from "./numbers.ts";
import { labelOf, type MemoryRow, type Row } from "./rows.ts";

export interface Telling {
  readonly running: Running;
  readonly traffics: Map<string, Traffic>; // by row
  readonly counts: Map<string, CountIn>; // by row
}

export function tellingOf(timeline: Timeline): Telling {
  return { running: runningOf(timeline), traffics: new Map(), counts: new Map() };
}

/** `row`: what is pointed at, or chosen. */
export function toldAt({ running, traffics, counts }: Telling, row: Row | null, cycle: number): string {
  const { timeline } = running;
  const when = `cycle ${counted(cycle)}, ${duration(cycle * timeline.target.periodNs)}`;
  if (row?.kind === "memory") {
    const traffic = traffics.get(row.id) ?? trafficOf(timeline, row.memory, row.bank ?? undefined);
    traffics.set(row.id, traffic);
    const { reads, writes } = traffic.between(cycle, cycle + 1);
    return `${when}: ${nameOf(timeline, row)} has ${many(reads, "read")} and ${many(writes, "write")}`;
  }
  if (row?.kind === "unit") {
    const { name = "?", count = 1 } = timeline.units[row.units] ?? {};
    const busy = counts.get(row.id) ?? busyIn(timeline, row.units, row.unit ?? undefined);
    counts.set(row.id, busy);
    const now = busy(cycle, cycle + 1);
    const isBusy = now > 0 ? "busy" : "idle";
    if (row.unit !== null) return `${when}: ${row.label} of ${name} is ${isBusy}`;
    if (count === 1) return `${when}: the unit of ${name} is ${isBusy}`;
    return `${when}: ${counted(now)} of ${many(count, "unit")} of ${name} ${now === 1 ? "is" : "are"} busy`;
  }
  if (row?.kind === "stream") {
    const { given = [], taken = [], depth } = timeline.network?.channels[row.channel] ?? {};
    const level = countBefore(given, cycle) - countBefore(taken, cycle);
    return `${when}: ${counted(level)} of ${counted(depth ?? 0)} words wait in ${row.label}`;
  }
  if (row?.kind === "signal") {
    const value = row.signal.changes[changeAt(row.signal, cycle)]?.value ?? "not recorded";
    return `${when}: ${row.label} is ${value}`;
  }
  const running_ = piecesIn(running, cycle).filter(
    ({ section }) => section.kind !== "repeat" && section.kind !== "branch",
  );
  const words = running_.map((piece) => pieceText(running, piece, cycle));
  return `${when}: ${words.length === 0 ? "nothing runs" : words.join("; ")}`;
}

function nameOf({ memories }: Timeline, { memory, bank, label }: MemoryRow): string {
  return bank === null ? label : `${label} of ${memories[memory]?.name ?? "?"}`;
}

interface InProcess {
  readonly process: number;
  readonly piece: Piece;
  readonly section: Piece["section"];
}

/** Of every process. */
function piecesIn({ processes }: Running, cycle: number): readonly InProcess[] {
  return processes.flatMap(({ clock, still }, process) => {
    const found: InProcess[] = [];
    const own = still.ofOwn(cycle);
    clock.visit({ from: own, to: own + 1, finest: 0 }, (piece) =>
      found.push({ process, piece, section: piece.section }),
    );
    return found;
  });
}

function pieceText({ timeline, processes }: Running, { process, piece }: InProcess, cycle: number): string {
  const { section } = piece;
  const still = processes[process]?.still;
  const label = labelOf(timeline, section);
  if (section.kind !== "pipeline" || piece.kind === "many" || still === undefined) return label;
  return `${label}: ${flightText(section, piece.first, piece.iterations, still.ofOwn(cycle))}`;
}

/** Which iterations are under way. */
function flightText(
  { interval, length }: PipelineSection,
  first: number,
  iterations: number,
  own: number,
): string {
  const newest = Math.min(iterations - 1, Math.floor((own - first) / interval));
  const oldest = Math.max(0, Math.floor((own - first - length) / interval) + 1);
  if (newest < 0) return "its counters are set";
  return newest === oldest
    ? `iteration ${counted(newest)}, its cycle ${counted(own - first - newest * interval)}`
    : `iterations ${counted(oldest)} to ${counted(newest)}`;
}
