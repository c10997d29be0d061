/** When things happen in a call: each loop as a bar as long as the cycles that it takes. */
import { element, show } from "../dom.ts";
import type { CircuitFacts, Part } from "../protocol.ts";
import { refusalText } from "./code.ts";
import { cyclesText, inThousands, rangeText } from "./numbers.ts";
import type { Page, Pane } from "./pane.ts";

export function timePane(page: Page): Pane {
  const body = element("div", { class: "time", tabindex: "0", role: "region", "aria-label": "Time" });
  return {
    ...{ id: "time", title: "Time", body },
    update: (part: Part) => {
      if (part.kind !== "circuit") return false;
      show(body, part.ok ? bars(part, page) : part.marks.map(refusalText));
      return true;
    },
  };
}

function bars({ report }: CircuitFacts, page: Page): readonly HTMLElement[] {
  const { cycles, loops } = report;
  const all = Math.max(1, Number.isFinite(cycles.most) ? cycles.most : cycles.least);
  return [
    element("p", { class: "lead" }, element("strong", {}, cyclesText(cycles)), " a call"),
    ...loops.map((loop) => {
      const made = element("button", {
        ...{ type: "button", class: loop.interval === null ? "time-bar around" : "time-bar" },
        onclick: () => page.goTo(loop.line),
      });
      const share = Number.isFinite(loop.cycles.most) ? loop.cycles.most / all : 1;
      made.style.setProperty("--share", `${Math.max(0.5, Math.min(1, share) * 100)}%`);
      const interval = loop.interval === null ? "" : `, one every ${inThousands(loop.interval)}`;
      show(
        made,
        element("span", { class: "time-name" }, loop.loops.join(" ")),
        element(
          "span",
          { class: "time-facts" },
          `${rangeText(loop.cycles)} cycles: ${rangeText(loop.iterations)} iterations${interval}`,
        ),
      );
      return made;
    }),
  ];
}
