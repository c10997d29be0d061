/**
 * A timeline that people zoom and move in, by mouse, wheel and keyboard.
 *
 *     const shown = showTimeline(document.querySelector("#time"), timeline, { onLine: goTo });
 *     shown.close();
 *
 * It knows of a page only what stands below, so that it needs no browser to be compiled.
 */
import type { Timeline } from "../timeline/nodes.ts";
import type { Waves } from "../timeline/waves.ts";
import { piecesBySection, runningOf } from "./bars.ts";
import { chartOf } from "./chart.ts";
import { frameOf } from "./frame.ts";
import { short } from "./markup.ts";
import { paneOf } from "./pane.ts";
import { closedAtFirst, type Row, signalsGroup } from "./rows.ts";
import { moved, scaleOf, type View, within, zoomed } from "./scale.ts";
import { tellingOf, toldAt } from "./told.ts";

/** What is used of an element of a page. */
export interface Part {
  innerHTML: string;
  textContent: string | null;
  readonly clientWidth: number;
  querySelector(selector: string): Part | null;
  addEventListener(
    type: string,
    listener: (event: Happening) => void,
    options?: { readonly passive: boolean },
  ): void;
  removeEventListener(type: string, listener: (event: Happening) => void): void;
  setAttribute(name: string, value: string): void;
  getBoundingClientRect(): { readonly left: number; readonly top: number };
  scrollIntoView?(where: { readonly block: "nearest" }): void;
}

/** What is used of an event. */
export interface Happening {
  readonly key?: string;
  readonly clientX?: number;
  readonly clientY?: number;
  readonly deltaX?: number;
  readonly deltaY?: number;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly buttons?: number;
  readonly target?: unknown;
  preventDefault(): void;
}

export interface ShowOptions {
  readonly waves?: Waves | null;
  readonly onLine?: (line: number) => void; // somebody wants to see a line of the source
  readonly selected?: string; // a row
  readonly view?: View; // the whole call where not said
  readonly signalsOpen?: boolean; // somebody asked for them
}

export interface Shown {
  /** Drawn again, where the width is another. */
  readonly draw: () => void;
  readonly select: (row: string | null) => void;
  readonly look: (view: View) => void;
  readonly seen: () => { readonly view: View; readonly selected: string | null };
  readonly close: () => void;
}

export function showTimeline(host: Part, timeline: Timeline, options: ShowOptions = {}): Shown {
  const chart = chartOf(timeline, options.waves ?? null);
  const telling = tellingOf(timeline);
  const state = {
    view: within(options.view ?? chart.whole, chart.total),
    selected: options.selected ?? null,
    closed: new Set(
      closedAtFirst(timeline).filter((id) => options.signalsOpen !== true || id !== signalsGroup),
    ),
    cursor: null as number | null,
    pane: { row: null as Row | null, width: 0 }, // that it was drawn for
  };
  host.innerHTML = frameOf(timeline, "", options.waves !== undefined && options.waves !== null);
  const part = (selector: string): Part => host.querySelector(selector) ?? host;
  const [box, pane, told] = [part(".lt-view"), part(".lt-pane"), part(".lt-told")];
  const width = (): number => Math.max(320, box.clientWidth - 2);
  const rows = (): readonly Row[] => chart.rows(state.closed);
  const rowOf = (id: string | null): Row | null => rows().find((row) => row.id === id) ?? null;
  const plot = () => {
    const left = chart.plotLeft(width());
    return scaleOf(state.view, left, Math.max(40, width() - left - 12));
  };

  const draw = (): void => {
    const { view, selected, closed, cursor } = state;
    box.innerHTML = chart.svg({
      width: width(),
      view,
      closed,
      cursor,
      ...(selected === null ? {} : { selected }),
    });
  };
  const look = (view: View): void => {
    state.view = within(view, chart.total);
    draw();
  };
  const tell = (row: Row | null): void => {
    if (state.cursor !== null) told.textContent = toldAt(telling, row, state.cursor);
  };
  const point = (cycle: number, row: Row | null): void => {
    state.cursor = Math.min(chart.total, Math.max(0, Math.floor(cycle)));
    const scale = plot();
    const mark = box.querySelector(".lt-cursor");
    mark?.setAttribute("x", short(scale.x(state.cursor)));
    mark?.setAttribute("width", short(Math.max(1, scale.perCycle)));
    tell(row);
  };
  const drawPane = (row: Row | null): void => {
    state.pane = { row, width: width() };
    pane.innerHTML = row === null ? "" : paneOf(timeline, row, state.pane.width);
  };
  const drawAll = (): void => {
    if (width() !== state.pane.width) drawPane(state.pane.row);
    draw();
  };
  const select = (id: string | null): void => {
    state.selected = rowOf(id)?.id ?? null;
    const row = rowOf(state.selected);
    drawPane(row);
    draw();
    if (row !== null && state.cursor === null)
      told.textContent = `${row.label}${row.note === "" ? "" : `: ${row.note}`}`;
    else tell(row);
  };
  const fold = (id: string): void => {
    if (!state.closed.delete(id)) state.closed.add(id);
    draw();
  };
  const middle = (): number => (state.view.from + state.view.to) / 2;
  const pan = (part: number): void =>
    look(moved(state.view, part * (state.view.to - state.view.from), chart.total));
  const zoom = (factor: number, around = middle()): void =>
    look(zoomed(state.view, factor, around, chart.total));
  const step = (by: number): void => {
    const own = rows();
    const at = own.findIndex(({ id }) => id === state.selected);
    const next = at < 0 ? (by > 0 ? 0 : own.length - 1) : Math.min(own.length - 1, Math.max(0, at + by));
    select(own[next]?.id ?? null);
    box.querySelector(".lt-chosen")?.scrollIntoView?.({ block: "nearest" });
  };
  const nextRun = (): void => {
    const row = rowOf(state.selected);
    const found = row === null ? null : runAfter(timeline, row, state.view, chart.total);
    if (found !== null) look(found);
  };
  const toCycle = (by: number): void => {
    const cycle = (state.cursor ?? Math.floor(middle())) + by;
    if (cycle < state.view.from || cycle >= state.view.to)
      look(moved(state.view, cycle - middle(), chart.total));
    point(cycle, rowOf(state.selected));
  };

  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoom(0.5, state.cursor ?? middle()),
    "=": () => zoom(0.5, state.cursor ?? middle()),
    "-": () => zoom(2, state.cursor ?? middle()),
    "0": () => look(chart.whole),
    ArrowLeft: () => pan(-0.2),
    ArrowRight: () => pan(0.2),
    ArrowUp: () => step(-1),
    ArrowDown: () => step(1),
    Home: () => look({ from: 0, to: state.view.to - state.view.from }),
    End: () => look({ from: chart.total + 1 - (state.view.to - state.view.from), to: chart.total + 1 }),
    Enter: nextRun,
    " ": () => state.selected !== null && fold(state.selected),
    s: () => fold(signalsGroup),
    ",": () => toCycle(-1),
    ".": () => toCycle(1),
    Escape: () => select(null),
  };
  const buttons: Readonly<Record<string, () => void>> = {
    all: () => look(chart.whole),
    in: () => zoom(0.5),
    out: () => zoom(2),
    left: () => pan(-0.2),
    right: () => pan(0.2),
    next: nextRun,
    signals: () => fold(signalsGroup),
  };

  // A drag moves what is seen; one that begins on the axis chooses cycles.
  let drag: { readonly x: number; readonly view: View; readonly onAxis: boolean; far: boolean } | null = null;
  const inBox = (event: Happening): { readonly x: number; readonly y: number } => {
    const { left, top } = (box.querySelector(".lt-chart") ?? box).getBoundingClientRect();
    return { x: (event.clientX ?? 0) - left, y: (event.clientY ?? 0) - top };
  };
  const onDown = (event: Happening): void => {
    const { x, y } = inBox(event);
    if (x >= plot().left)
      drag = { x, view: state.view, onAxis: y < 34 || event.shiftKey === true, far: false };
  };
  const onMove = (event: Happening): void => {
    const { x } = inBox(event);
    const scale = plot();
    if (drag === null || event.buttons === 0) {
      drag = null;
      if (x >= scale.left) point(scale.cycleAt(x), rowOf(wordOf(event.target, "data-row") ?? state.selected));
      return;
    }
    if (Math.abs(x - drag.x) > 3) drag.far = true;
    if (drag.far && !drag.onAxis) look(moved(drag.view, (drag.x - x) / scale.perCycle, chart.total));
  };
  const onUp = (event: Happening): void => {
    const done = drag;
    drag = null;
    const { x } = inBox(event);
    if (done?.far === true) {
      if (!done.onAxis) return;
      const ends = [plot().cycleAt(done.x), plot().cycleAt(Math.max(plot().left, x))].sort((a, b) => a - b);
      return look({ from: ends[0] ?? 0, to: ends[1] ?? 0 });
    }
    const folded = wordOf(event.target, "data-fold");
    if (folded !== null) return fold(folded);
    const row = wordOf(event.target, "data-row");
    if (row !== null) select(row);
  };
  const onWheel = (event: Happening): void => {
    const { x } = inBox(event);
    const sideways = Math.abs(event.deltaX ?? 0) > Math.abs(event.deltaY ?? 0) || event.shiftKey === true;
    if (event.ctrlKey === true || event.metaKey === true) {
      event.preventDefault();
      zoom(1.0015 ** Math.max(-400, Math.min(400, event.deltaY ?? 0)), plot().cycleAt(x));
    } else if (sideways) {
      event.preventDefault();
      const pixels =
        event.shiftKey === true && (event.deltaX ?? 0) === 0 ? (event.deltaY ?? 0) : (event.deltaX ?? 0);
      look(moved(state.view, pixels / plot().perCycle, chart.total));
    }
  };
  const onDouble = (event: Happening): void => {
    const { x } = inBox(event);
    if (x >= plot().left) zoom(0.25, plot().cycleAt(x));
  };
  const onKey = (event: Happening): void => {
    const act = keys[event.key ?? ""];
    if (act === undefined || event.ctrlKey === true || event.metaKey === true || event.altKey === true)
      return;
    event.preventDefault();
    act();
  };
  const onClick = (event: Happening): void => {
    const line = wordOf(event.target, "data-line");
    if (line !== null) options.onLine?.(Number(line));
    buttons[wordOf(event.target, "data-do") ?? ""]?.();
  };

  const listeners: readonly (readonly [Part, string, (event: Happening) => void])[] = [
    [box, "keydown", onKey],
    [box, "pointerdown", onDown],
    [box, "pointermove", onMove],
    [box, "pointerup", onUp],
    [box, "dblclick", onDouble],
    [box, "wheel", onWheel],
    [host, "click", onClick],
  ];
  for (const [on, type, listener] of listeners) on.addEventListener(type, listener, { passive: false });
  select(state.selected ?? firstPipeline(rows()));
  return {
    ...{ draw: drawAll, select, look },
    seen: () => ({ view: state.view, selected: state.selected }),
    close: () => {
      for (const [on, type, listener] of listeners) on.removeEventListener(type, listener);
      host.innerHTML = "";
    },
  };
}

/** What a page shows at first: the loop that takes longest. */
export function firstPipeline(rows: readonly Row[]): string | null {
  let [best, most] = [null as string | null, 0];
  for (const row of rows)
    if (row.kind === "section" && row.section.kind === "pipeline" && row.section.totals.cycles > most)
      [best, most] = [row.id, row.section.totals.cycles];
  return best;
}

/** The next run of a row after what is seen, with some room around it; from the beginning where there is none. */
function runAfter(timeline: Timeline, row: Row, view: View, total: number): View | null {
  if (row.kind !== "section") return null;
  const running = runningOf(timeline);
  const seen = (from: number, to: number) =>
    (piecesBySection(running, scaleOf({ from, to }, 0, 1e9)).get(row.section.id) ?? []).filter(
      (piece) => piece.from > from,
    );
  let found = null;
  for (let width = 64, from = view.from; found === null && from < total; from += width, width *= 2)
    found = seen(from + 1, Math.min(total + 1, from + width))[0] ?? null;
  found ??= seen(-1, Math.min(total + 1, 4096))[0] ?? null;
  if (found === null) return null;
  const room = Math.max(2, 0.1 * (found.to - found.from));
  return { from: found.from - room, to: Math.min(found.to, found.from + 400) + room };
}

/** An attribute of what was pointed at. */
function wordOf(target: unknown, name: string): string | null {
  if (typeof target !== "object" || target === null || !("getAttribute" in target)) return null;
  return typeof target.getAttribute === "function" ? (target.getAttribute(name) as string | null) : null;
}
