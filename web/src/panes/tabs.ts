/** Tabs as the ARIA practices have them: arrows go from one to the next, the panel is behind the tab. */
import { element, show } from "../dom.ts";
import type { Pane } from "./pane.ts";

export interface Tabs {
  select(id: string): void;
  readonly selected: () => Pane;
  /** Marks panes whose content is of an older text. */
  stale(panes: (pane: Pane) => boolean): void;
}

export function createTabs(
  bar: HTMLElement,
  panels: HTMLElement,
  panes: readonly Pane[],
  onSelect: (pane: Pane) => void,
): Tabs {
  let current = panes[0] as Pane;
  const tabs = panes.map((pane) =>
    element(
      "button",
      {
        ...{ type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": `panel-${pane.id}` },
        onclick: () => select(pane),
      },
      pane.title,
    ),
  );
  const boxes = panes.map((pane) =>
    element(
      "div",
      { role: "tabpanel", id: `panel-${pane.id}`, "aria-labelledby": `tab-${pane.id}`, class: "panel" },
      pane.body,
    ),
  );
  const select = (pane: Pane): void => {
    current = pane;
    for (const [index, one] of panes.entries()) {
      const isOn = one === pane;
      tabs[index]?.setAttribute("aria-selected", String(isOn));
      tabs[index]?.setAttribute("tabindex", isOn ? "0" : "-1");
      const box = boxes[index];
      if (box !== undefined) box.hidden = !isOn;
    }
    pane.shown?.();
    onSelect(pane);
  };
  bar.addEventListener("keydown", (event) => {
    const at = panes.indexOf(current);
    const to = {
      ArrowRight: (at + 1) % panes.length,
      ArrowLeft: (at + panes.length - 1) % panes.length,
      Home: 0,
      End: panes.length - 1,
    }[event.key];
    const pane = to === undefined ? undefined : panes[to];
    if (pane === undefined || to === undefined) return;
    event.preventDefault();
    select(pane);
    tabs[to]?.focus();
  });
  show(bar, tabs);
  show(panels, boxes);
  select(current);
  return {
    select: (id) => {
      const pane = panes.find((one) => one.id === id);
      if (pane !== undefined) select(pane);
    },
    selected: () => current,
    stale: (isStale) => {
      for (const [index, pane] of panes.entries()) boxes[index]?.classList.toggle("stale", isStale(pane));
    },
  };
}
