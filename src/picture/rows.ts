/** What a timeline has a row for: loops and what stands between them, streams, units, memories, signals. */
import type { Channel, MemoryFacts, Process, Section, Timeline, UnitKind } from "../timeline/nodes.ts";
import { insideOf } from "../timeline/sections.ts";
import type { Signal } from "../timeline/waves.ts";
import { counted, many } from "./numbers.ts";

export type Row = ProcessRow | SectionRow | MemoryRow | UnitRow | StreamRow | SignalRow;

interface AnyRow {
  readonly id: string;
  readonly depth: number;
  readonly label: string;
  readonly note: string; // said more quietly
  readonly line: number | null;
  readonly opens: boolean; // whether there are rows in it
}

export interface ProcessRow extends AnyRow {
  readonly kind: "process";
  readonly process: number;
}

export interface SectionRow extends AnyRow {
  readonly kind: "section";
  readonly process: number;
  readonly section: Section;
}

export interface MemoryRow extends AnyRow {
  readonly kind: "memory";
  readonly memory: number;
  readonly bank: number | null; // null: all of them
}

export interface UnitRow extends AnyRow {
  readonly kind: "unit";
  readonly units: number; // the kind of them
  readonly unit: number | null; // null: all of them
}

export interface StreamRow extends AnyRow {
  readonly kind: "stream";
  readonly channel: number;
}

export interface SignalRow extends AnyRow {
  readonly kind: "signal";
  readonly signal: Signal;
}

export interface Group {
  readonly id: string; // which may be closed, as a row may
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Shown {
  readonly closed: ReadonlySet<string>; // rows whose inside is not shown
  readonly signals?: readonly Signal[];
}

export function groupsOf(timeline: Timeline, { closed, signals = [] }: Shown): readonly Group[] {
  const { processes, units, memories, network } = timeline;
  const isNetwork = processes.length > 1;
  const loops = processes.flatMap((process, index): readonly Row[] => {
    const inside = process.body.flatMap((section) =>
      sectionRows(timeline, section, { process: index, depth: isNetwork ? 1 : 0, closed }),
    );
    if (!isNetwork) return inside;
    const own = processRow(process, index);
    return closed.has(own.id) ? [own] : [own, ...inside];
  });
  const streams = (network?.channels ?? []).flatMap((channel, index): readonly StreamRow[] =>
    channel.kind === "stream" && channel.given.length > 0 ? [streamRow(channel, index)] : [],
  );
  const touched = memories.flatMap((memory, index): readonly MemoryRow[] =>
    memory.isStream || memory.accesses.length === 0 ? [] : memoryRows(memory, index, closed),
  );
  const groups: readonly Group[] = [
    { id: "loops", title: isNetwork ? "Processes and their loops" : "Loops", rows: loops },
    { id: "streams", title: "Streams: words that wait", rows: streams },
    {
      id: unitsGroup,
      title: "Units: how many of them are busy",
      rows: units.flatMap((kind, index) => unitRows(kind, index, closed)),
    },
    { id: "memories", title: "Memories: how busy their ports are", rows: touched },
    { id: signalsGroup, title: "Signals, as the simulator saw them", rows: signals.map(signalRow) },
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map((group) => (closed.has(group.id) ? { ...group, rows: [] } : group));
}

export const signalsGroup = "signals";
export const unitsGroup = "units";

/** There are many, and not everybody reads them: signals, banks of memories, units that are alike. */
export function closedAtFirst({ memories, units }: Pick<Timeline, "memories" | "units">): readonly string[] {
  return [
    signalsGroup,
    ...memories.flatMap(({ banks }, index) => (banks > 1 ? [`m${index}`] : [])),
    ...units.flatMap(({ count }, index) => (count > 1 ? [`u${index}`] : [])),
  ];
}

interface Inside {
  readonly process: number;
  readonly depth: number;
  readonly closed: ReadonlySet<string>;
}

function sectionRows(timeline: Timeline, section: Section, inside: Inside): readonly Row[] {
  const { process, depth, closed } = inside;
  if (section.totals.cycles === 0 && section.kind !== "branch") return [];
  const below = insideOf(section).flatMap((one) =>
    sectionRows(timeline, one, { ...inside, depth: depth + 1 }),
  );
  const id = `s${section.id}`;
  const own: SectionRow = {
    ...{ kind: "section", id, depth, process, section },
    label: labelOf(timeline, section),
    note: noteOf(timeline, section),
    line: section.place?.line ?? null,
    opens: below.length > 0,
  };
  return closed.has(id) ? [own] : [own, ...below];
}

/** The names of loops; of what is no loop, its line. */
export function labelOf(timeline: Timeline, section: Section): string {
  switch (section.kind) {
    case "pipeline":
      return section.loops.join(" › ");
    case "repeat":
      return section.name;
    case "branch":
      return "if";
    case "block":
      return section.place === null ? "between loops" : blockLabel(lineText(timeline, section.place.line));
  }
}

/** What stands before a loop has its line, and is not the loop. */
function blockLabel(line: string): string {
  return /^(for|while)\b/.test(line) ? `before ${line}` : line;
}

function noteOf(timeline: Timeline, section: Section): string {
  if (section.kind === "block" || section.place === null) return "";
  return lineText(timeline, section.place.line);
}

export function lineText({ source }: Pick<Timeline, "source">, line: number): string {
  return (source.text.split(/\r\n|\r|\n/)[line - 1] ?? "").trim();
}

function processRow({ name }: Process, process: number): ProcessRow {
  const own = { id: `p${process}`, depth: 0, label: name, note: "process", line: null, opens: true };
  return { kind: "process", process, ...own };
}

export function whereText(where: MemoryFacts["where"]): string {
  return { port: "outside", block: "block RAM", lut: "LUT RAM", registers: "registers" }[where];
}

function memoryRow({ name, where, banks, depth, width, place }: MemoryFacts, memory: number): MemoryRow {
  const words = `${banks === 1 ? "" : `${banks} banks of `}${counted(depth)} × ${width} bits`;
  const own = { label: name, note: `${whereText(where)}, ${words}`, line: place?.line ?? null };
  return { kind: "memory", id: `m${memory}`, depth: 0, memory, bank: null, opens: banks > 1, ...own };
}

/** All banks together, and each in it. */
function memoryRows(facts: MemoryFacts, memory: number, closed: ReadonlySet<string>): readonly MemoryRow[] {
  const own = memoryRow(facts, memory);
  if (!own.opens || closed.has(own.id)) return [own];
  const note = `${counted(facts.depth)} × ${facts.width} bits`;
  const banks = Array.from(
    { length: facts.banks },
    (_, bank): MemoryRow => ({
      ...{ ...own, id: `m${memory}b${bank}`, depth: 1, bank, opens: false },
      ...{ label: `bank ${bank}`, note },
    }),
  );
  return [own, ...banks];
}

/** All of a kind together, and each in it. */
function unitRows(facts: UnitKind, units: number, closed: ReadonlySet<string>): readonly UnitRow[] {
  const { name, count, latency, busy } = facts;
  const after = latency === 0 ? "" : `, result after ${many(latency, "cycle")}`;
  const note = `${many(count, "unit")}${busy > 1 ? `, busy for ${busy} cycles` : after}`;
  const own: UnitRow = {
    ...{ kind: "unit", id: `u${units}`, depth: 0, units, unit: null, label: name, note },
    line: lineOfUses(facts.uses),
    opens: count > 1,
  };
  if (!own.opens || closed.has(own.id)) return [own];
  const each = facts.units.map((uses, unit): UnitRow => {
    const serves = uses.reduce((sum, use) => sum + use.count, 0);
    return {
      ...{ kind: "unit", id: `u${units}n${unit}`, depth: 1, units, unit, opens: false },
      ...{ label: `unit ${unit}`, note: many(serves, "operation"), line: lineOfUses(uses) },
    };
  });
  return [own, ...each];
}

function lineOfUses(uses: UnitKind["uses"]): number | null {
  return uses.find(({ place }) => place !== null)?.place?.line ?? null;
}

function streamRow({ name, bank, from, to, depth }: Channel, channel: number): StreamRow {
  const label = bank === null ? name : `${name}, bank ${bank}`;
  const note = `${from} → ${to}, ${depth} deep`;
  return { kind: "stream", id: `c${channel}`, depth: 0, channel, label, note, line: null, opens: false };
}

function signalRow(signal: Signal, index: number): SignalRow {
  const note = signal.width === 1 ? "" : `${signal.width} bits`;
  return {
    kind: "signal",
    id: `w${index}`,
    depth: 0,
    signal,
    label: signal.name,
    note,
    line: null,
    opens: false,
  };
}
