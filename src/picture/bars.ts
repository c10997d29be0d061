/** Loops and what stands between them, as bars over a window of cycles: a path for each kind of bar, however many there are. */
import { type Clock, clockOf, type Many, type Once, type Piece } from "../timeline/clock.ts";
import type { Section, Timeline } from "../timeline/nodes.ts";
import { type StandingStill, standingStill } from "../timeline/waits.ts";
import { box, short, tag, text } from "./markup.ts";
import type { SectionRow } from "./rows.ts";
import type { Scale } from "./scale.ts";

/** What is found once of a timeline, for any window. */
export interface Running {
  readonly timeline: Timeline;
  readonly processes: readonly { readonly clock: Clock; readonly still: StandingStill }[];
}

export function runningOf(timeline: Timeline): Running {
  return {
    timeline,
    processes: timeline.processes.map((process) => ({
      clock: clockOf(process, timeline.given),
      still: standingStill(process),
    })),
  };
}

/** Pieces of each section that are seen, in cycles of the call. */
export function piecesBySection({ processes }: Running, scale: Scale): ReadonlyMap<number, readonly Piece[]> {
  const found = new Map<number, Piece[]>();
  for (const { clock, still } of processes) {
    const window = {
      from: still.ofOwn(scale.from),
      to: still.ofOwn(scale.to) + 1,
      finest: 3 / scale.perCycle,
    };
    clock.visit(window, (piece) => {
      const own = found.get(piece.section.id) ?? [];
      found.set(piece.section.id, own);
      own.push({ ...piece, from: still.ofCall(piece.from), to: still.ofCall(piece.to) });
    });
  }
  return found;
}

export const barHeight = 14;

/** The bars of a row, from a height on. */
export function barsOf(
  running: Running,
  row: SectionRow,
  pieces: readonly Piece[],
  scale: Scale,
  top: number,
): string {
  const paths = new Map<string, string[]>();
  const add = (kind: string, part: string): void => {
    const parts = paths.get(kind) ?? [];
    paths.set(kind, parts);
    parts.push(part);
  };
  const words: string[] = [];
  const still = running.processes[row.process]?.still;
  for (const piece of pieces) {
    if (piece.kind === "many") addMany(piece, scale, top, add);
    else {
      const [x, width] = extent(piece, scale, kindOf(piece.section) === "lt-around" ? 0.5 : 1);
      add(kindOf(piece.section), box(x, top, width, barHeight));
      if (still !== undefined) addIterations(piece, still, scale, { top, add, words });
    }
  }
  const order = ["lt-around", "lt-if", "lt-block", "lt-steps", "lt-pipe", "lt-drain", "lt-tick"];
  const drawn = [...paths].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return (
    drawn.map(([kind, parts]) => tag("path", { class: kind, d: parts.join("") })).join("") + words.join("")
  );
}

export function kindOf(section: Section): string {
  switch (section.kind) {
    case "block":
      return "lt-block";
    case "pipeline":
      return section.isPipelined ? "lt-pipe" : "lt-steps";
    case "repeat":
      return "lt-around";
    case "branch":
      return "lt-if";
  }
}

type Add = (kind: string, part: string) => void;

/** What is too short to be told apart: the more of the time it runs, the darker. */
function addMany({ section, from, to, busy }: Many, scale: Scale, top: number, add: Add): void {
  const [x, width] = extent({ from, to }, scale, 1);
  if (section.kind === "repeat" || section.kind === "branch")
    return add("lt-around", box(x, top, width, barHeight));
  add(
    `${kindOf(section)} lt-many${Math.min(4, Math.max(1, Math.ceil(4 * busy)))}`,
    box(x, top, width, barHeight),
  );
}

function extent(
  { from, to }: { readonly from: number; readonly to: number },
  scale: Scale,
  least: number,
): readonly [number, number] {
  const first = Math.max(scale.left - 2, scale.x(from));
  const last = Math.min(scale.left + scale.width + 2, scale.x(to));
  return [first, Math.max(least, last - first)];
}

interface Drawing {
  readonly top: number;
  readonly add: Add;
  readonly words: string[];
}

/** Where iterations start, once they can be told apart; where the last ones drain. */
function addIterations(piece: Once, still: StandingStill, scale: Scale, { top, add, words }: Drawing): void {
  const { section, first, iterations } = piece;
  if (section.kind !== "pipeline" || iterations === 0) return;
  const { interval, length, isPipelined } = section;
  const startOf = (nth: number): number => still.ofCall(first + nth * interval);
  const last = first + (iterations - 1) * interval;
  if (isPipelined && length > interval) {
    const [x, width] = extent(
      { from: still.ofCall(last + interval), to: still.ofCall(last + length) },
      scale,
      0,
    );
    if (width > 0.5) add("lt-drain", box(x, top, width, barHeight));
  }
  const wide = interval * scale.perCycle;
  if (wide < 4) return;
  const from = Math.max(0, Math.floor((still.ofOwn(scale.from) - first) / interval));
  const to = Math.min(iterations - 1, Math.ceil((still.ofOwn(scale.to) - first) / interval));
  for (let nth = from; nth <= to; nth++) {
    const x = scale.x(startOf(nth));
    add("lt-tick", `M${short(x)} ${short(top)}v${barHeight}`);
    if (wide >= 12 + 7 * String(nth).length)
      words.push(text(x + 4, top + barHeight - 3.5, String(nth), "lt-inbar"));
  }
}

// Waiting

/** When a process stands still. */
export function waitsOf({ processes }: Running, process: number, scale: Scale, top: number): string {
  const still = processes[process]?.still;
  if (still === undefined || still.waited === 0) return "";
  const parts: string[] = [];
  addWaits(still, { from: scale.from, to: scale.to }, scale, top, parts);
  return parts.length === 0 ? "" : tag("path", { class: "lt-wait", d: parts.join("") });
}

/** The same, while a loop runs. */
export function waitsInside(
  { processes }: Running,
  row: SectionRow,
  pieces: readonly Piece[],
  scale: Scale,
  top: number,
): string {
  const still = processes[row.process]?.still;
  if (still === undefined || still.waited === 0 || row.section.kind === "repeat") return "";
  const parts: string[] = [];
  for (const { kind, from, to } of pieces)
    if (kind === "once")
      addWaits(still, { from: Math.max(from, scale.from), to: Math.min(to, scale.to) }, scale, top, parts);
  return parts.length === 0 ? "" : tag("path", { class: "lt-wait", d: parts.join("") });
}

/** One where many are in a pixel. */
function addWaits(
  still: StandingStill,
  within: { readonly from: number; readonly to: number },
  scale: Scale,
  top: number,
  parts: string[],
): void {
  let end = Number.NEGATIVE_INFINITY;
  for (const wait of still.waitsIn(within.from, within.to)) {
    const [x, width] = extent(
      { from: Math.max(wait.from, within.from), to: Math.min(wait.to, within.to) },
      scale,
      0.8,
    );
    if (x + width < end + 0.5) continue;
    parts.push(box(x, top, width, barHeight));
    end = x + width;
  }
}

/** A process from its start to its end. */
export function processBar({ processes }: Running, process: number, scale: Scale, top: number): string {
  const found = processes[process];
  if (found === undefined) return "";
  const [x, width] = extent(
    { from: found.still.ofCall(0), to: found.still.ofCall(found.clock.total) },
    scale,
    1,
  );
  return tag("path", { class: "lt-process", d: box(x, top, width, barHeight) });
}
