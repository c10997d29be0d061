/** What there is to say of a chosen row, as HTML. */
import type { Bound, Channel, MemoryFacts, Section, Timeline, UnitKind, UnitUse } from "../timeline/nodes.ts";
import { sectionsIn } from "../timeline/sections.ts";
import { boundSvg } from "./bound.ts";
import { iterationSvg } from "./iteration.ts";
import { escaped, tag } from "./markup.ts";
import { counted, many, percent } from "./numbers.ts";
import { labelOf, lineText, type Row, whereText } from "./rows.ts";
import { boundText, sectionText, shareOf } from "./words.ts";

export function paneOf(timeline: Timeline, row: Row, width: number): string {
  switch (row.kind) {
    case "process":
      return processPane(timeline, row.process);
    case "section":
      return sectionPane(timeline, row.section, width);
    case "memory": {
      const memory = timeline.memories[row.memory];
      return memory === undefined ? "" : memoryPane(timeline, memory);
    }
    case "unit": {
      const kind = timeline.units[row.units];
      return kind === undefined ? "" : unitsPane(timeline, kind, row.unit);
    }
    case "stream": {
      const channel = timeline.network?.channels[row.channel];
      return channel === undefined ? "" : streamPane(channel);
    }
    case "signal":
      return (
        heading(row.label) +
        say(`A signal of ${many(row.signal.width, "bit")}, as the simulator saw it; values are hexadecimal.`)
      );
  }
}

function heading(words: string): string {
  return tag("h2", {}, escaped(words));
}

export function say(words: string): string {
  return tag("p", { class: "lt-say" }, escaped(words));
}

/** A word that leads to a line of the source. */
export function lineButton(timeline: Timeline, line: number): string {
  const code = tag("code", {}, escaped(lineText(timeline, line)));
  return `${tag("button", { type: "button", "data-line": line }, `line ${line}`)} ${code}`;
}

function sectionPane(timeline: Timeline, section: Section, width: number): string {
  const kind = section.kind === "pipeline" || section.kind === "repeat" ? "Loop " : "";
  const place =
    section.place === null ? "" : tag("p", { class: "lt-say" }, lineButton(timeline, section.place.line));
  const sentences = sectionText(timeline, section).map(say).join("");
  if (section.kind !== "pipeline" && section.kind !== "block")
    return heading(kind + labelOf(timeline, section)) + place + sentences;
  const graph = timeline.graphs[section.graph];
  if (graph === undefined) return heading(kind + labelOf(timeline, section)) + place + sentences;
  const bound = graph.bound === null ? "" : boundPart(timeline, graph.bound, boundSvg(graph));
  const title = section.kind === "pipeline" ? "One iteration, cycle by cycle" : "Cycle by cycle";
  const inside =
    graph.operations.length === 0
      ? ""
      : tag("h3", {}, title) +
        legend(operationKinds) +
        tag(
          "div",
          { class: "lt-scroll", tabindex: 0, role: "region", "aria-label": title },
          iterationSvg(timeline, graph, width),
        );
  return heading(kind + labelOf(timeline, section)) + place + sentences + bound + inside;
}

function boundPart(timeline: Timeline, bound: Bound, drawn: string | null): string {
  const lines = linesOf(bound);
  const where =
    lines.length === 0
      ? ""
      : tag("p", { class: "lt-say" }, lines.map((line) => lineButton(timeline, line)).join("<br>"));
  const label = "What bounds the interval";
  const picture =
    drawn === null
      ? ""
      : tag("div", { class: "lt-scroll", tabindex: 0, role: "region", "aria-label": label }, drawn);
  return (
    tag("h3", {}, "Why not sooner?") +
    say(boundText(bound)) +
    picture +
    tag("p", { class: "lt-say lt-quiet" }, escaped(bound.text)) +
    where
  );
}

function linesOf(bound: Bound): readonly number[] {
  const named =
    bound.kind === "recurrence"
      ? bound.steps
      : bound.kind === "ports"
        ? bound.accesses
        : bound.kind === "units"
          ? bound.uses
          : bound.kind === "exit"
            ? [bound.known]
            : [];
  return [...new Set(named.flatMap(({ place }) => (place === null ? [] : [place.line])))].sort(
    (a, b) => a - b,
  );
}

/** Colours and what they mean. */
export type Legend = readonly (readonly [string, string])[];

const operationKinds: Legend = [
  ["lt-op", "computes"],
  ["lt-read", "reads a memory"],
  ["lt-written", "writes a memory"],
  ["lt-block", "a register"],
  ["lt-hot", "bounds the interval"],
];

export function legend(kinds: Legend): string {
  const items = kinds.map(([kind, words]) => {
    const swatch = tag("rect", { class: kind, width: 12, height: 10, rx: 2 });
    return tag(
      "li",
      {},
      tag("svg", { width: 12, height: 10, "aria-hidden": "true" }, swatch) + escaped(words),
    );
  });
  return tag("ul", { class: "lt-legend" }, items.join(""));
}

function processPane({ processes, network }: Timeline, index: number): string {
  const process = processes[index];
  if (process === undefined) return "";
  const waited = process.waits.reduce((sum, { cycles, times }) => sum + cycles * times, 0);
  const own = waited === 0 ? "It never waits." : `It stands still for ${many(waited, "cycle")}:`;
  const why = new Map<string, number>();
  for (const { channel, cycles, times, for: what } of process.waits) {
    const { name = "?", from = "", to = "" } = network?.channels[channel] ?? {};
    const words =
      what === "word" ? `for a word of ${name} from ${from}` : `for room in ${name}, which ${to} takes`;
    why.set(words, (why.get(words) ?? 0) + cycles * times);
  }
  const list = [...why].map(([words, cycles]) => tag("li", {}, escaped(`${many(cycles, "cycle")} ${words}`)));
  const begins = `Starts in cycle ${counted(process.start)}. Alone it would take ${many(process.cycles.least, "cycle")}.`;
  return (
    heading(`Process ${process.name}`) +
    say(`${begins} ${own}`) +
    (list.length === 0 ? "" : tag("ul", {}, list.join("")))
  );
}

function memoryPane(timeline: Timeline, memory: MemoryFacts): string {
  const { name, where, element, width, banks, depth, ports, readsAreFree, reads, writes, isExact, accesses } =
    memory;
  const kept = where === "port" ? "outside the circuit, reached through its ports" : `in ${whereText(where)}`;
  const each = banks === 1 ? "it" : "each bank";
  const room =
    where === "registers"
      ? "All of it can be read and written at any time."
      : readsAreFree
        ? `In a cycle ${each} takes ${many(ports, "write")}, and any number of reads.`
        : `In a cycle ${each} takes ${many(ports, "access", "accesses")}.`;
  const words = `${banks === 1 ? "" : `${many(banks, "bank")} of `}${many(depth, "word")} of ${many(width, "bit")} (${element}), ${kept}. ${room}`;
  const sum = `In a call it is read ${many(reads, "time")} and written ${many(writes, "time")}${isExact ? "" : "; where data decide, this is not exact"}.`;
  const shown = accesses.slice(0, mostListed);
  const rows = shown.map(({ graph, kind, cycle, banks: among, mayNot, place, count }) => [
    `${kind === "load" ? "reads" : "writes"}${count === 1 ? "" : ` ${count} times`}`,
    place === null ? "" : `line ${place.line}`,
    loopOf(timeline, graph),
    String(cycle),
    among.length === 1 ? (banks === 1 ? "" : String(among[0])) : `one of ${among.length}`,
    mayNot ? "if its condition holds" : "",
  ]);
  const more =
    accesses.length > shown.length
      ? tag("p", { class: "lt-quiet" }, `and ${accesses.length - shown.length} more`)
      : "";
  return (
    heading(`Memory ${name}`) +
    say(words) +
    say(sum) +
    legend([
      ["lt-read", "reads"],
      ["lt-written", "writes"],
    ]) +
    tableOf(`Accesses to ${name}`, ["", "where", "loop", "cycle", "bank", ""], rows) +
    more
  );
}

/** `unit`: that one alone. */
function unitsPane(timeline: Timeline, kind: UnitKind, unit: number | null): string {
  const { name, count, latency, busy, dsps, taken, isExact } = kind;
  const all = unit === null ? kind.units : kind.units.slice(unit, unit + 1);
  const made =
    latency === 0 ? "in the cycle of its operands" : `${many(latency, "cycle")} after its operands`;
  const next = busy === 1 ? "in every cycle" : `every ${counted(busy)} cycles, and is busy until then`;
  const dearness = dsps === 0 ? "" : ` One takes ${many(dsps, "DSP")}.`;
  const share = `${percent(shareOf(timeline, kind))} of what ${count === 1 ? "it" : "they"} could`;
  const sum = `In a call ${count === 1 ? "it is" : "they are"} busy for ${many(taken, "cycle")}${count === 1 ? "" : " in all"}, ${share}${isExact ? "" : "; where data decide, the least is counted"}.`;
  const serving = all.flatMap((uses, nth) => uses.map((use) => ({ use, nth: unit ?? nth })));
  const shown = serving.slice(0, mostListed);
  const rows = shown.map(({ use, nth }) => [
    ...(count === 1 ? [] : [String(nth)]),
    use.place === null ? "" : `line ${use.place.line}`,
    loopOf(timeline, use.graph),
    String(use.cycle),
    use.count === 1 ? "" : counted(use.count),
  ]);
  const left = serving.length - shown.length + operationsLeft(kind, unit);
  const title = unit === null ? `${many(count, "unit")} of ${name}` : `Unit ${unit} of ${name}`;
  return (
    heading(title) +
    say(`${count === 1 ? "Its" : "A"} result is there ${made}; it takes operands ${next}.${dearness}`) +
    say(sum) +
    legend([["lt-busy", "takes operands, or is busy with them"]]) +
    tableOf(
      `Operations of ${title}`,
      [...(count === 1 ? [] : ["unit"]), "where", "loop", "cycle", "operations"],
      rows,
    ) +
    (left > 0 ? tag("p", { class: "lt-quiet" }, `and ${counted(left)} more`) : "")
  );
}

const mostListed = 60;

/** Of units that are not listed one by one. */
function operationsLeft({ uses, units }: UnitKind, unit: number | null): number {
  const sum = (all: readonly UnitUse[]): number => all.reduce((total, { count }) => total + count, 0);
  return unit === null ? sum(uses) - sum(units.flat()) : 0;
}

function loopOf(timeline: Timeline, graph: number): string {
  for (const { body } of timeline.processes)
    for (const section of sectionsIn(body))
      if ((section.kind === "pipeline" || section.kind === "block") && section.graph === graph)
        return section.kind === "pipeline" ? labelOf(timeline, section) : "";
  return "";
}

function streamPane({ name, from, to, depth, words }: Channel): string {
  return (
    heading(`Stream ${name}`) +
    say(
      `${counted(words ?? 0)} words pass from ${from} to ${to} in a call, one after another. ${counted(depth ?? 0)} of them may wait; when it is full the giver stands still, when it is empty the taker does.`,
    )
  );
}

/** `name`: what the table is about, for who cannot see it. */
export function tableOf(
  name: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const isNumber = heads.map((_, column) => rows.every((row) => /^[\d,.∞]*(?: %)?$/.test(row[column] ?? "")));
  const cell = (element: string, words: string, column: number): string =>
    tag(
      element,
      { class: isNumber[column] === true ? "lt-number" : null, scope: element === "th" ? "col" : null },
      escaped(words),
    );
  const head = tag(
    "tr",
    {},
    heads.map((words, column) => (words === "" ? tag("td") : cell("th", words, column))).join(""),
  );
  const body = rows.map((row) =>
    tag("tr", {}, row.map((words, column) => cell("td", words, column)).join("")),
  );
  return tag(
    "div",
    { class: "lt-scroll", tabindex: 0, role: "region", "aria-label": name },
    tag("table", {}, tag("thead", {}, head) + tag("tbody", {}, body.join(""))),
  );
}
