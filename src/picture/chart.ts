/**
 * The picture of a call: a row for each loop, stream, kind of unit, memory and signal, over any window of its cycles.
 *
 *     const chart = chartOf(timeline);
 *     chart.svg({ width: 960, view: chart.whole });
 */

import type { CountIn } from "../timeline/counting.ts";
import type { PipelineSection, Timeline } from "../timeline/nodes.ts";
import { busyIn, type Traffic, trafficOf } from "../timeline/traffic.ts";
import type { Signal, Waves } from "../timeline/waves.ts";
import {
  barHeight,
  barsOf,
  piecesBySection,
  processBar,
  type Running,
  runningOf,
  waitsInside,
  waitsOf,
} from "./bars.ts";
import { flightHeight, flightOf } from "./flight.ts";
import { busyBars, levelArea, trafficBars, waveOf } from "./levels.ts";
import { fitting, short, tag, text } from "./markup.ts";
import { counted, duration } from "./numbers.ts";
import { closedAtFirst, type Group, groupsOf, type MemoryRow, type Row, type UnitRow } from "./rows.ts";
import { type Scale, scaleOf, stepOf, ticksOf, type View } from "./scale.ts";

export interface Chart {
  readonly timeline: Timeline;
  readonly total: number; // cycles of a call, where data decide the least
  readonly whole: View;
  readonly rows: (closed: ReadonlySet<string>) => readonly Row[];
  readonly svg: (options: ChartOptions) => string;
  readonly plotLeft: (width: number) => number;
}

export interface ChartOptions {
  readonly width: number; // pixels
  readonly view: View;
  readonly selected?: string; // the row whose iterations are shown
  readonly closed?: ReadonlySet<string>;
  readonly cursor?: number | null; // a cycle that is pointed at
}

export function chartOf(timeline: Timeline, waves: Waves | null = null): Chart {
  const running = runningOf(timeline);
  const total = Math.max(
    timeline.cycles.least,
    ...running.processes.map(({ clock, still }) => still.ofCall(clock.total)),
  );
  const traffics = new Map<string, Traffic>();
  const counts = new Map<string, CountIn>();
  const signals = waves?.signals ?? [];
  const drawing: Drawing = {
    ...{ timeline, running, total },
    waveEnd: waves?.to ?? 0,
    trafficOf: ({ id, memory, bank }) => {
      const found = traffics.get(id) ?? trafficOf(timeline, memory, bank ?? undefined);
      traffics.set(id, found);
      return found;
    },
    busyIn: ({ id, units, unit }) => {
      const found = counts.get(id) ?? busyIn(timeline, units, unit ?? undefined);
      counts.set(id, found);
      return found;
    },
  };
  return {
    ...{ timeline, total, plotLeft },
    whole: { from: 0, to: total + 1 },
    rows: (closed) => groupsOf(timeline, { closed, signals }).flatMap(({ rows }) => rows),
    svg: (options) => drawn(drawing, options, signals),
  };
}

interface Drawing {
  readonly timeline: Timeline;
  readonly running: Running;
  readonly total: number;
  readonly waveEnd: number;
  readonly trafficOf: (row: MemoryRow) => Traffic;
  readonly busyIn: (row: UnitRow) => CountIn;
}

/** Where labels end. */
function plotLeft(width: number): number {
  return Math.round(Math.min(300, Math.max(120, width * 0.28)));
}

const axisHeight = 34;
const titleHeight = 26;
const rowHeight = 22;
const tallRow = 30; // of streams, units and memories

interface Laid {
  readonly row: Row;
  readonly top: number;
  readonly height: number;
}

function drawn(drawing: Drawing, options: ChartOptions, signals: readonly Signal[]): string {
  const { timeline } = drawing;
  const { width, view, selected, closed = new Set(closedAtFirst(timeline)), cursor = null } = options;
  const left = plotLeft(width);
  const scale = scaleOf(view, left, Math.max(40, width - left - 12));
  const groups = groupsOf(timeline, { closed, signals });
  const laid: Laid[] = [];
  const titles: string[] = [];
  let top = axisHeight;
  for (const group of groups) {
    titles.push(titleOf(group, top, width, closed.has(group.id)));
    top += titleHeight;
    for (const row of group.rows) {
      const height = heightOf(row, row.id === selected, scale);
      laid.push({ row, top, height });
      top += height;
    }
    top += 6;
  }
  const height = Math.ceil(top + 4);
  const pieces = piecesBySection(drawing.running, scale);
  const inPlot = laid.map((one) =>
    plotted(drawing, one, { scale, pieces, isSelected: one.row.id === selected }),
  );
  const name = `${timeline.kernel}: cycles ${counted(Math.round(view.from))} to ${counted(Math.round(view.to))} of a call of ${counted(drawing.total)}`;
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "lt-chart",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": name,
    },
    [
      tag("rect", { class: "lt-ground", x: 0, y: 0, width, height }),
      ...laid.map((one) => backOf(one, width, one.row.id === selected)),
      axisOf(scale, timeline.target.periodNs, height, drawing.total),
      ...titles,
      ...laid.map((one) => labelOf(one, left, closed)),
      tag(
        "svg",
        {
          x: left,
          y: 0,
          width: short(scale.width),
          height,
          viewBox: `${left} 0 ${short(scale.width)} ${height}`,
          class: "lt-plot",
        },
        inPlot.join("") + cursorOf(cursor, scale, height),
      ),
    ].join("\n"),
  );
}

function heightOf(row: Row, isSelected: boolean, scale: Scale): number {
  if (isTall(row)) return tallRow;
  const loop = isSelected ? loopOf(row) : null;
  return rowHeight + (loop === null ? 0 : flightHeight(loop, scale));
}

/** Its note stands below its label, and how much there is of something is drawn. */
function isTall({ kind }: Row): boolean {
  return kind === "memory" || kind === "unit" || kind === "stream";
}

function loopOf(row: Row): PipelineSection | null {
  return row.kind === "section" && row.section.kind === "pipeline" ? row.section : null;
}

function titleOf({ id, title }: Group, top: number, width: number, isClosed: boolean): string {
  const line = tag("path", { class: "lt-rule", d: `M0 ${short(top + 4.5)}h${width}` });
  const back = tag("rect", {
    class: "lt-back lt-opener",
    "data-fold": id,
    x: 0,
    y: top + 5,
    width,
    height: titleHeight - 6,
  });
  return back + line + foldMark(id, 8, top + 20, isClosed) + text(20, top + 19, title, "lt-title");
}

/** A triangle: down where what is inside is shown. */
function foldMark(id: string, x: number, y: number, isClosed: boolean): string {
  const d = isClosed ? `M${x} ${y - 9}l6 4.5l-6 4.5z` : `M${x - 1} ${y - 7}h9l-4.5 6z`;
  return tag("path", { class: "lt-fold", "data-fold": id, d });
}

function backOf({ row, top, height }: Laid, width: number, isSelected: boolean): string {
  const kind = isSelected ? "lt-back lt-chosen" : "lt-back";
  return tag("rect", { class: kind, "data-row": row.id, x: 0, y: top, width, height });
}

function labelOf({ row, top }: Laid, left: number, closed: ReadonlySet<string>): string {
  const x = 10 + 14 * Math.min(row.depth, 8);
  const y = top + 15;
  const mark = row.opens ? foldMark(row.id, x, y, closed.has(row.id)) : "";
  const room = left - x - 22;
  const label = fitting(row.label, room, row.kind === "section" && row.section.kind === "block" ? 6.4 : 7);
  const used = 7.2 * [...label].length + 10;
  const isCode = row.kind === "section" && row.section.kind === "block";
  const tall = isTall(row);
  const note = tall
    ? text(x + 12, y + 11, fitting(row.note, room, 5.9), "lt-note")
    : room - used < 50 || row.note === ""
      ? ""
      : text(x + 12 + used, y, fitting(row.note, room - used, 6.1), "lt-note lt-code");
  return (
    mark + text(x + 12, tall ? y - 2 : y, label, isCode ? "lt-label lt-code" : "lt-label lt-name") + note
  );
}

interface Seen {
  readonly scale: Scale;
  readonly pieces: ReturnType<typeof piecesBySection>;
  readonly isSelected: boolean;
}

function plotted(drawing: Drawing, { row, top }: Laid, { scale, pieces, isSelected }: Seen): string {
  const { timeline, running } = drawing;
  const bar = top + (rowHeight - barHeight) / 2;
  switch (row.kind) {
    case "process":
      return processBar(running, row.process, scale, bar) + waitsOf(running, row.process, scale, bar);
    case "section": {
      const own = pieces.get(row.section.id) ?? [];
      const bars = barsOf(running, row, own, scale, bar) + waitsInside(running, row, own, scale, bar);
      const loop = isSelected ? loopOf(row) : null;
      const still = running.processes[row.process]?.still;
      if (loop === null || still === undefined) return bars;
      return bars + flightOf(loop, timeline.graphs[loop.graph], own, still, scale, top + rowHeight + 2);
    }
    case "memory": {
      const memory = timeline.memories[row.memory];
      if (memory === undefined) return "";
      const seen = row.bank === null ? memory : { ...memory, banks: 1 };
      return trafficBars(seen, drawing.trafficOf(row), scale, top + 4, tallRow - 8);
    }
    case "unit": {
      const count = row.unit === null ? (timeline.units[row.units]?.count ?? 1) : 1;
      return busyBars(count, drawing.busyIn(row), scale, top + 4, tallRow - 8);
    }
    case "stream": {
      const channel = timeline.network?.channels[row.channel];
      return channel === undefined ? "" : levelArea(channel, scale, top + 4, tallRow - 8);
    }
    case "signal":
      return waveOf(row.signal, drawing.waveEnd, scale, top + 4, rowHeight - 8);
  }
}

/** Cycles above, time below them; a line down for each. */
function axisOf(scale: Scale, periodNs: number, height: number, total: number): string {
  const ticks = ticksOf(scale).filter((at) => at <= total);
  const lines = ticks.map((at) => `M${short(scale.x(at))} ${axisHeight - 6}V${height}`).join("");
  const words = ticks.filter((at) => scale.x(at) < scale.left + scale.width - 52);
  const labels = words.map((at) => {
    const x = scale.x(at) + 3;
    return text(x, 13, counted(at), "lt-tickword") + text(x, 25, duration(at * periodNs), "lt-note");
  });
  const end =
    total >= scale.from && total <= scale.to
      ? tag("path", { class: "lt-end", d: `M${short(scale.x(total))} ${axisHeight - 10}V${height}` })
      : "";
  const cells = scale.perCycle >= 14 ? cellLines(scale, height) : "";
  return (
    cells +
    tag("path", { class: "lt-grid", d: lines }) +
    end +
    labels.join("") +
    text(10, 13, "cycle", "lt-note") +
    text(10, 25, "time", "lt-note")
  );
}

/** Every cycle, where they are wide. */
function cellLines(scale: Scale, height: number): string {
  const parts: string[] = [];
  for (let at = Math.ceil(scale.from); at <= scale.to; at += stepOf(1))
    parts.push(`M${short(scale.x(at))} ${axisHeight}V${height}`);
  return tag("path", { class: "lt-cell", d: parts.join("") });
}

function cursorOf(cycle: number | null, scale: Scale, height: number): string {
  const wide = cycle === null ? 0 : Math.max(1, scale.perCycle);
  return tag("rect", {
    class: "lt-cursor",
    x: scale.x(Math.floor(cycle ?? 0)),
    y: axisHeight - 8,
    width: wide,
    height: height - axisHeight,
  });
}
