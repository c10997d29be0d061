/** The parts of a timeline on a page, as HTML: a sentence, buttons, the picture, what is chosen, and all of it in numbers. */
import type { Section, Timeline } from "../timeline/nodes.ts";
import { insideOf } from "../timeline/sections.ts";
import { escaped, tag } from "./markup.ts";
import { counted, percent } from "./numbers.ts";
import { type Legend, legend, tableOf } from "./pane.ts";
import { labelOf, whereText } from "./rows.ts";
import { callText, shareOf } from "./words.ts";

/** `chart`: the picture, as SVG. `hasSignals`: whether some were recorded. */
export function frameOf(timeline: Timeline, chart: string, hasSignals: boolean): string {
  const { cycles, rest } = callText(timeline);
  const lead = tag("p", { class: "lt-lead" }, `${tag("strong", {}, escaped(cycles))}: ${escaped(rest)}`);
  const view = tag(
    "div",
    {
      class: "lt-view",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "timeline",
      "aria-label": `Timeline of a call of ${timeline.kernel}. Plus and minus zoom, arrows left and right move, up and down choose a row, Enter goes to its next run, 0 shows the whole call.`,
    },
    chart,
  );
  return (
    lead +
    legend(kindsOf(timeline)) +
    toolsOf(hasSignals) +
    view +
    tag("div", { class: "lt-pane" }) +
    keys +
    numbersOf(timeline)
  );
}

/** Only what there is. */
export function kindsOf(timeline: Timeline): Legend {
  const kinds = new Set<string>();
  const visit = (section: Section): void => {
    kinds.add(section.kind === "pipeline" && !section.isPipelined ? "steps" : section.kind);
    for (const one of insideOf(section)) visit(one);
  };
  for (const { body } of timeline.processes) for (const section of body) visit(section);
  const all: readonly (readonly [string, string, string])[] = [
    ["pipeline", "lt-pipe", "a pipelined loop: iterations overlap"],
    ["pipeline", "lt-drain", "its last iterations end"],
    ["steps", "lt-steps", "a loop, one iteration after another"],
    ["block", "lt-block", "statements that run once"],
    ["repeat", "lt-around", "a loop around others"],
    ["branch", "lt-if", "a branch"],
  ];
  const waits = timeline.processes.some((process) => process.waits.length > 0);
  return [
    ...all.flatMap(([kind, colour, words]) => (kinds.has(kind) ? [[colour, words] as const] : [])),
    ...(waits ? [["lt-wait", "stands still: waits for a word, or for room"] as const] : []),
    ...(timeline.units.length > 0 ? [["lt-busy", "units are busy"] as const] : []),
    ["lt-read", "reads"],
    ["lt-written", "writes"],
  ];
}

const button = (what: string, words: string, label: string): string =>
  tag("button", { type: "button", "data-do": what, "aria-label": label, title: label }, escaped(words));

function toolsOf(hasSignals: boolean): string {
  const buttons = [
    button("all", "Whole call", "Show the whole call (0)"),
    button("in", "+", "Closer (+)"),
    button("out", "−", "Further away (−)"),
    button("left", "←", "Earlier (arrow left)"),
    button("right", "→", "Later (arrow right)"),
    button("next", "Next run", "To the next run of what is chosen (Enter)"),
    hasSignals ? button("signals", "Signals", "Show or hide signals (s)") : "",
    tag("span", { class: "lt-told", role: "status", "aria-live": "polite" }),
  ];
  return tag("div", { class: "lt-tools" }, buttons.join(""));
}

const keys = tag(
  "details",
  { class: "lt-keys" },
  tag("summary", {}, "Keys and mouse") +
    tag(
      "p",
      { class: "lt-say" },
      "<kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>↑</kbd> <kbd>↓</kbd> choose a row, <kbd>Enter</kbd> next run of it, <kbd>,</kbd> <kbd>.</kbd> a cycle back or on, <kbd>Space</kbd> fold, <kbd>s</kbd> signals, <kbd>0</kbd> whole call. Drag to move, drag on the axis to choose cycles, wheel with <kbd>Ctrl</kbd> to zoom, double click to go closer.",
    ),
);

/** For who cannot see the picture, and for who wants the numbers. */
function numbersOf(timeline: Timeline): string {
  const rows: string[][] = [];
  const visit = (section: Section, depth: number): void => {
    const { totals } = section;
    if (totals.cycles === 0) return;
    const graph = section.kind === "pipeline" ? timeline.graphs[section.graph] : undefined;
    rows.push([
      "\u2003".repeat(depth) + labelOf(timeline, section),
      section.place === null ? "" : String(section.place.line),
      counted(totals.runs),
      totals.iterations === 0 ? "" : counted(totals.iterations),
      section.kind === "pipeline" ? counted(section.interval) : "",
      section.kind === "pipeline"
        ? counted(section.length)
        : section.kind === "block"
          ? counted(section.cycles)
          : "",
      counted(totals.cycles),
      percent(totals.cycles / Math.max(1, timeline.cycles.least)),
      graph?.bound?.text ?? "",
    ]);
    for (const one of insideOf(section)) visit(one, depth + 1);
  };
  for (const { name, body } of timeline.processes) {
    if (timeline.processes.length > 1) rows.push([name, "", "", "", "", "", "", "", ""]);
    for (const section of body) visit(section, timeline.processes.length > 1 ? 1 : 0);
  }
  const loops = tableOf(
    "Loops in numbers",
    ["what", "line", "runs", "iterations", "II", "length", "cycles", "of the call", "what bounds it"],
    rows,
  );
  const memories = tableOf(
    "Memories in numbers",
    ["memory", "where", "element", "banks", "words a bank", "ports", "reads a call", "writes a call"],
    timeline.memories.map(({ name, where, element, banks, depth, ports, reads, writes, isExact }) => [
      ...[
        name,
        whereText(where),
        element,
        counted(banks),
        counted(depth),
        where === "registers" ? "" : counted(ports),
      ],
      ...[counted(reads), `${counted(writes)}${isExact ? "" : " or fewer"}`],
    ]),
  );
  const units =
    timeline.units.length === 0
      ? ""
      : tableOf(
          "Units in numbers",
          [
            "unit",
            "units",
            "cycles to its result",
            "busy for",
            "DSPs of one",
            "busy in a call",
            "of the call",
          ],
          timeline.units.map((kind) => [
            ...[
              kind.name,
              counted(kind.count),
              counted(kind.latency),
              counted(kind.busy),
              counted(kind.dsps),
            ],
            `${counted(kind.taken)}${kind.isExact ? "" : " or more"}`,
            percent(shareOf(timeline, kind)),
          ]),
        );
  return tag(
    "details",
    {},
    tag("summary", {}, "The same in numbers") + tag("div", { class: "lt-pane" }, loops + units + memories),
  );
}
