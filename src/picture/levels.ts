/** Memories, units, streams and signals over a window of cycles. */
import type { CountIn } from "../timeline/counting.ts";
import type { Channel, MemoryFacts } from "../timeline/nodes.ts";
import { countBefore } from "../timeline/times.ts";
import type { Traffic } from "../timeline/traffic.ts";
import { changeAt, type Signal } from "../timeline/waves.ts";
import { box, fitting, short, tag, text } from "./markup.ts";
import type { Scale } from "./scale.ts";

/** Bins of whole cycles, two pixels or more wide. */
function binsOf(scale: Scale): readonly (readonly [number, number])[] {
  const step = Math.max(1, Math.ceil(2 / scale.perCycle));
  const bins: [number, number][] = [];
  const first = Math.floor(scale.from / step) * step;
  for (let at = Math.max(0, first); at < scale.to; at += step) bins.push([at, at + step]);
  return bins;
}

/** Reads below, writes on them; the full height is what the ports take. */
export function trafficBars(
  memory: MemoryFacts,
  traffic: Traffic,
  scale: Scale,
  top: number,
  height: number,
): string {
  const bins = binsOf(scale).map(([from, to]) => ({ from, to, ...traffic.between(from, to) }));
  const counted = bins.map(({ reads, writes, from, to }) => (reads + writes) / (to - from));
  const most = Math.max(mostAccesses(memory), ...counted);
  const [reads, writes]: [string[], string[]] = [[], []];
  for (const { from, to, reads: read, writes: written } of bins) {
    const [x, width] = [scale.x(from), (to - from) * scale.perCycle];
    const unit = height / (most * (to - from));
    const [low, high] = [read * unit, written * unit];
    if (low > 0) reads.push(box(x, top + height - low, width, low));
    if (high > 0) writes.push(box(x, top + height - low - high, width, high));
  }
  const path = (kind: string, parts: readonly string[]): string =>
    parts.length === 0 ? "" : tag("path", { class: kind, d: parts.join("") });
  return fullLine(scale, top) + path("lt-read", reads) + path("lt-written", writes);
}

/** The full height is all units. */
export function busyBars(count: number, busy: CountIn, scale: Scale, top: number, height: number): string {
  const parts = binsOf(scale).flatMap(([from, to]) => {
    const high = height * Math.min(1, busy(from, to) / ((to - from) * count));
    return high <= 0 ? [] : [box(scale.x(from), top + height - high, (to - from) * scale.perCycle, high)];
  });
  return (
    fullLine(scale, top) + (parts.length === 0 ? "" : tag("path", { class: "lt-busy", d: parts.join("") }))
  );
}

function fullLine(scale: Scale, top: number): string {
  return tag("path", { class: "lt-full", d: `M${short(scale.left)} ${short(top)}h${short(scale.width)}` });
}

/** In a cycle; where reads are free, as many operations as read at once are not known here, and the picture grows with them. */
export function mostAccesses({ banks, ports, readsAreFree, where }: MemoryFacts): number {
  return where === "registers" || readsAreFree ? 1 : Math.max(1, banks * ports);
}

/** Words that wait, of as many as have room. */
export function levelArea(
  { given, taken, depth }: Channel,
  scale: Scale,
  top: number,
  height: number,
): string {
  const room = Math.max(1, depth ?? 1);
  const levelIn = (cycle: number): number =>
    Math.max(0, countBefore(given, cycle) - countBefore(taken, cycle));
  const parts = binsOf(scale).flatMap(([from, to]) => {
    const step = Math.max(1, Math.floor((to - from) / 4));
    let most = 0;
    for (let at = from; at < to; at += step) most = Math.max(most, levelIn(at));
    const high = (Math.min(most, room) * height) / room;
    return high === 0 ? [] : [box(scale.x(from), top + height - high, (to - from) * scale.perCycle, high)];
  });
  return (
    fullLine(scale, top) + (parts.length === 0 ? "" : tag("path", { class: "lt-level", d: parts.join("") }))
  );
}

/** A line for one bit; boxes with their values for more; a block where changes are too close to be told apart. */
export function waveOf(signal: Signal, end: number, scale: Scale, top: number, height: number): string {
  const seen = heldIn(signal, end, scale);
  const drawn = signal.width === 1 ? bitLine(seen, scale, top, height) : busBoxes(seen, scale, top, height);
  const dense = seen.flatMap(({ from, to, value }) =>
    value === null ? [box(scale.x(from), top, (to - from) * scale.perCycle, height)] : [],
  );
  return drawn + (dense.length === 0 ? "" : tag("path", { class: "lt-dense", d: dense.join("") }));
}

/** A value over some cycles; null: it changes too often to be seen. */
interface Held {
  readonly from: number;
  readonly to: number;
  readonly value: string | null;
}

function heldIn(signal: Signal, end: number, scale: Scale): readonly Held[] {
  const { changes } = signal;
  const finest = 1.5 / scale.perCycle; // cycles
  const seen: Held[] = [];
  for (let index = Math.max(0, changeAt(signal, scale.from)); index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.cycle >= scale.to) break;
    const to = changes[index + 1]?.cycle ?? end;
    const last = seen.at(-1);
    if (to - change.cycle >= finest) seen.push({ from: change.cycle, to, value: change.value });
    else if (last?.value === null) seen[seen.length - 1] = { ...last, to };
    else seen.push({ from: change.cycle, to, value: null });
  }
  return seen;
}

function busBoxes(seen: readonly Held[], scale: Scale, top: number, height: number): string {
  const edges: string[] = [];
  const words: string[] = [];
  for (const { from, to, value } of seen) {
    if (value === null) continue;
    const [left, right] = [scale.x(from), scale.x(to)];
    const slope = Math.min(3, (right - left) / 2);
    const [low, middle] = [top + height, top + height / 2];
    edges.push(
      `M${short(left)} ${short(middle)}L${short(left + slope)} ${short(top)}H${short(right - slope)}L${short(right)} ${short(middle)}L${short(right - slope)} ${short(low)}H${short(left + slope)}z`,
    );
    const room = Math.min(right, scale.left + scale.width) - Math.max(left, scale.left) - 8;
    if (room > 12)
      words.push(text(Math.max(left, scale.left) + 5, low - 3.5, fitting(value, room), "lt-value"));
  }
  return tag("path", { class: "lt-bus", d: edges.join("") }) + words.join("");
}

function bitLine(seen: readonly Held[], scale: Scale, top: number, height: number): string {
  const yOf = (value: string | null): number => (value === "1" ? top : top + height);
  const line = seen.map(
    ({ from, to, value }, index) =>
      `${index === 0 ? "M" : "L"}${short(scale.x(from))} ${short(yOf(value))}H${short(scale.x(to))}`,
  );
  const high = seen.filter(({ value }) => value === "1");
  const area = high.map(({ from, to }) => box(scale.x(from), top, (to - from) * scale.perCycle, height));
  return (
    tag("path", { class: "lt-high", d: area.join("") }) + tag("path", { class: "lt-bit", d: line.join("") })
  );
}
