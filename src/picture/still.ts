/**
 * The whole call as one picture, for notebooks and documents: nothing in it runs.
 *
 *     stillOf(timeline, 860)     // HTML, with its own style
 */
import type { Timeline } from "../timeline/nodes.ts";
import { chartOf } from "./chart.ts";
import { kindsOf } from "./frame.ts";
import { tag } from "./markup.ts";
import { legend } from "./pane.ts";
import { closedAtFirst, unitsGroup } from "./rows.ts";
import { pictureStyle } from "./style.ts";

export function stillOf(timeline: Timeline, width: number): string {
  const chart = chartOf(timeline);
  const svg = chart.svg({
    width,
    view: chart.whole,
    closed: foldedIn(timeline, chart.rows(new Set(closedAtFirst(timeline))).length),
  });
  const inside =
    tag("style", {}, pictureStyle) + legend(kindsOf(timeline)) + tag("div", { class: "lt-scroll" }, svg);
  return tag("div", { class: "lt" }, inside);
}

const mostRows = 60;

/** Processes of a large network are bars alone, and its units are left out. */
function foldedIn(timeline: Timeline, rows: number): ReadonlySet<string> {
  const processes = rows <= mostRows ? [] : timeline.processes.map((_, index) => `p${index}`);
  return new Set([...closedAtFirst(timeline), ...processes, ...(rows <= mostRows ? [] : [unitsGroup])]);
}
