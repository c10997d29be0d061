/** What is known of the circuit: cycles, what bounds each loop, area, memories, and the steps that would help. */
import type { Ending } from "../client.ts";
import { element, show } from "../dom.ts";
import type { AdvicePart, AreaFacts, CircuitFacts, LoopsPart, Part, Share } from "../protocol.ts";
import { refusalText } from "./code.ts";
import { cyclesText, inThousands, oneOf, rangeText, timeText } from "./numbers.ts";
import type { Page, Pane } from "./pane.ts";
import { bar, type Cell, heading, table } from "./tables.ts";

/** `bitstream`: what builds one, shown where there is a circuit. */
export function reportPane(page: Page, measure: Measure, bitstream: HTMLElement): Pane {
  const body = element("div", { class: "report", tabindex: "0", role: "region", "aria-label": "Report" });
  const circuit = element("div");
  const advice = element("div");
  const loops = element("div");
  const area = measuredArea(measure);
  bitstream.hidden = true;
  show(body, circuit, area.host, bitstream, advice, loops);
  return {
    ...{ id: "report", title: "Report", body },
    update: (part: Part) => {
      switch (part.kind) {
        case "circuit":
          area.reset(part.ok);
          bitstream.hidden = !part.ok;
          show(circuit, part.ok ? circuitParts(part, page) : part.marks.map(refusalText));
          if (!part.ok) show(advice);
          return true;
        case "advice":
          show(advice, adviceParts(part, page));
          return true;
        case "loops":
          show(loops, arraysTable(part));
          return true;
        default:
          return false;
      }
    },
  };
}

/** Asks for the area of the kernel as it stands; answers come one by one. */
export type Measure = (onPart: (part: Part) => void) => Promise<Ending>;

function measuredArea(measure: Measure): {
  readonly host: HTMLElement;
  readonly reset: (isThere: boolean) => void;
} {
  const host = element("div");
  const result = element("div", { role: "status", "aria-live": "polite" });
  const button = element("button", { type: "button", onclick: start }, "Measure with Yosys");
  const reset = (isThere: boolean): void => {
    button.disabled = false;
    show(result);
    show(host, isThere ? [heading("Area, measured"), button, result] : []);
  };
  async function start(): Promise<void> {
    button.disabled = true;
    show(
      result,
      element(
        "p",
        { class: "muted" },
        "Yosys is fetched, some 30 MB the first time, and makes cells of the circuit…",
      ),
    );
    const ending = await measure((part) => {
      if (part.kind === "trouble") show(result, element("p", { class: "refused" }, part.message));
      if (part.kind !== "area") return;
      const rows = part.rows.map(([name, needs]) => [name, inThousands(needs)]);
      show(
        result,
        element("p", { class: "muted" }, `${part.tool}, for ${part.part}`),
        table(["", "needs"], rows),
      );
    });
    button.disabled = false;
    if (ending !== "done")
      show(result, element("p", { class: "refused" }, "Stopped: this takes longer than five minutes."));
  }
  return { host, reset };
}

function circuitParts({ report, area, warnings }: CircuitFacts, page: Page): readonly (HTMLElement | null)[] {
  const { cycles, periodNs, part, clockMHz, loops, lines, operators, memories, registers, states } = report;
  const isOpen = !Number.isFinite(cycles.most);
  const all = Math.max(1, isOpen ? cycles.least : cycles.most);
  const share = isOpen ? "of the least" : "share";
  const shareOf = (own: typeof cycles): Cell =>
    Number.isFinite(own.most) ? bar(own.most / all) : element("span", { class: "percent" }, "data decide");
  return [
    element(
      "p",
      { class: "lead" },
      element("strong", {}, cyclesText(cycles)),
      ` a call, ${timeText(cycles, periodNs)} on ${part} at ${Number(clockMHz.toPrecision(4))} MHz`,
    ),
    ...warnings.map(refusalText),
    heading("Where the time goes"),
    table(
      ["loop", "iterations", "II", "depth", "cycles", share, "what bounds it"],
      loops.map((loop) => [
        lineLink(loop.loops.join(" "), loop.line, page),
        rangeText(loop.iterations),
        loop.interval === null ? "" : inThousands(loop.interval),
        loop.length === null ? "" : inThousands(loop.length),
        rangeText(loop.cycles),
        shareOf(loop.cycles),
        loop.reason ?? boundText(loop.bound.kind),
      ]),
    ),
    heading("Lines"),
    table(
      ["line", "cycles", share],
      lines
        .slice(0, 12)
        .map(({ line, cycles: own }) => [lineLink(`line ${line}`, line, page), rangeText(own), shareOf(own)]),
    ),
    heading("Area, estimated"),
    areaMeters(area),
    heading("Operators"),
    operators.length === 0
      ? element("p", { class: "muted" }, "none")
      : table(
          ["units", "operation", "in the source", "latency", "LUTs each", "DSPs each"],
          operators.map((one) => [
            `${one.units} ×`,
            one.operation,
            inThousands(one.count),
            one.latency === 0 ? "" : oneOf(one.latency, "cycle"),
            inThousands(one.luts),
            one.dsps === 0 ? "" : String(one.dsps),
          ]),
        ),
    heading("Memories"),
    memories.length === 0
      ? element("p", { class: "muted" }, "none")
      : table(
          ["array", "where", "banks", "words", "bits", "ports"],
          memories.map(({ name, where, banks, depth, sides, width }) => [
            ...[name, where, String(banks), inThousands(depth), String(width), String(sides)],
          ]),
        ),
    element(
      "p",
      { class: "muted" },
      `${oneOf(states, "state")}, ${oneOf(registers.count, "register")} of ${oneOf(registers.bits, "bit")}`,
    ),
  ];
}

function adviceParts({ advice, carried }: AdvicePart, page: Page): readonly (HTMLElement | null)[] {
  return [
    advice.length === 0 ? null : heading("What would help"),
    ...advice.map(({ loop, step, cycles, before, changesRounding }) =>
      element(
        "div",
        { class: "advice" },
        element("code", {}, step),
        element(
          "span",
          {},
          ` ${inThousands(before)} → ${inThousands(cycles)} cycles, for ${loop}${changesRounding ? "; it changes how floats round" : ""}`,
        ),
        element("button", { type: "button", onclick: () => page.addStep(step) }, "Add this step"),
      ),
    ),
    carried.length === 0 ? null : heading("What keeps iterations in order"),
    carried.length === 0
      ? null
      : element(
          "ul",
          { class: "carried" },
          carried.map(({ loop, words }) => element("li", {}, element("code", {}, loop), ` ${words}`)),
        ),
  ];
}

function arraysTable({ arrays }: LoopsPart): readonly HTMLElement[] {
  if (arrays.length === 0) return [];
  return [
    heading("Arrays"),
    table(
      ["array", "shape", "place", "banks"],
      arrays.map(({ name, shape, place, banks, role }) => [
        ...[name, shape.join(" × "), role ?? place, banks.join(", ")],
      ]),
    ),
  ];
}

function areaMeters(area: AreaFacts): HTMLElement {
  const rows: readonly (readonly [string, Share])[] = [
    ["LUTs", area.luts],
    ["flip-flops", area.flipflops],
    ["DSPs", area.dsps],
    ["block RAMs", area.blockRams],
  ];
  return table(
    ["", "needs", "of the part's", "share"],
    rows.map(([name, { needs, has }]) => [
      name,
      inThousands(Math.ceil(needs * 2) / 2),
      inThousands(has),
      has === 0 ? (needs === 0 ? "" : "it has none") : bar(needs / has),
    ]),
  );
}

const bounds: Readonly<Record<string, string>> = {
  latency: "how long an iteration takes",
  iterations: "their number: one starts every cycle",
  control: "what stands around the loops in it",
  inner: "the loops in it",
  asked: "a longer interval was asked for",
  search: "no shorter interval was found",
};

function boundText(kind: string): string {
  return bounds[kind] ?? kind;
}

function lineLink(text: string, line: number, page: Page): HTMLElement {
  return element(
    "button",
    { type: "button", class: "link", title: `line ${line} of the source`, onclick: () => page.goTo(line) },
    text,
  );
}
