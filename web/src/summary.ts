/** The line above the tabs: what the circuit comes to, and what it came to before the last change. */
import { element, show } from "./dom.ts";
import { cyclesText, inThousands, oneOf, timeText } from "./panes/numbers.ts";
import type { CircuitFacts } from "./protocol.ts";

export type State =
  | { readonly kind: "working" }
  | { readonly kind: "refused"; readonly what: string }
  | { readonly kind: "made"; readonly circuit: CircuitFacts };

export interface Summary {
  show(state: State): void;
  /** Another kernel: there is nothing to compare with. */
  forget(): void;
}

export function createSummary(host: HTMLElement): Summary {
  let current: CircuitFacts | null = null;
  let before: CircuitFacts | null = null;
  return {
    forget: () => {
      current = null;
    },
    show: (state) => {
      host.classList.toggle("working", state.kind === "working");
      switch (state.kind) {
        case "working":
          host.setAttribute("aria-busy", "true");
          return;
        case "refused":
          host.removeAttribute("aria-busy");
          return show(host, element("span", { class: "refused-word" }, state.what));
        case "made":
          host.removeAttribute("aria-busy");
          before = current?.top === state.circuit.top ? current : null;
          current = state.circuit;
          return show(host, facts(current, before));
      }
    },
  };
}

function facts({ report, area }: CircuitFacts, before: CircuitFacts | null): readonly HTMLElement[] {
  const intervals = report.loops.flatMap(({ interval, pipelined }) =>
    interval !== null && pipelined ? [interval] : [],
  );
  const slowest = intervals.length === 0 ? null : Math.max(...intervals);
  const old = before?.report.cycles.most;
  const now = report.cycles.most;
  const isKnown = old !== undefined && Number.isFinite(old) && Number.isFinite(now);
  const change =
    !isKnown || old === now
      ? null
      : old > now
        ? `${trimmed(old / now)} × fewer than before`
        : `${trimmed(now / old)} × more than before`;
  return [
    fact(
      "cycles",
      cyclesText(report.cycles),
      change ?? timeText(report.cycles, report.periodNs),
      change !== null,
    ),
    fact(
      "interval",
      slowest === null ? "–" : `II ${inThousands(slowest)}`,
      slowest === null ? "no pipeline" : "of its pipelines, at most",
    ),
    fact("luts", oneOf(area.luts.needs, "LUT"), share(area.luts)),
    fact("dsps", oneOf(area.dsps.needs, "DSP"), share(area.dsps)),
    fact("brams", oneOf(area.blockRams.needs, "BRAM"), share(area.blockRams)),
  ];
}

function trimmed(ratio: number): string {
  return inThousands(Number(ratio.toPrecision(2)));
}

function share({ needs, has }: { readonly needs: number; readonly has: number }): string {
  if (has === 0) return "the part has none";
  const percent = (100 * needs) / has;
  return `${percent > 0 && percent < 1 ? "< 1" : Math.round(percent)} % of the part`;
}

function fact(name: string, value: string, more: string, isNews = false): HTMLElement {
  return element(
    "span",
    { class: "fact", "data-fact": name },
    element("strong", {}, value),
    element("span", { class: isNews ? "news" : "" }, more),
  );
}
