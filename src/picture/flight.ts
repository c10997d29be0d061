/** Iterations in flight: below a chosen loop, each of them from its start to its end, and what it does in each cycle. */
import type { Once, Piece } from "../timeline/clock.ts";
import type { GraphFacts, PipelineSection } from "../timeline/nodes.ts";
import type { StandingStill } from "../timeline/waits.ts";
import { box, short, tag, text } from "./markup.ts";
import type { Scale } from "./scale.ts";

const laneHeight = 11;
const mostLanes = 24;

/** Iterations that run at the same time, at most; each has a lane. */
export function lanesOf({ interval, length }: PipelineSection): number {
  return Math.min(mostLanes, Math.max(1, Math.ceil(length / interval)));
}

export function flightHeight(section: PipelineSection, scale: Scale): number {
  return areApart(section, scale) ? lanesOf(section) * laneHeight + 8 : 14;
}

function areApart(section: PipelineSection, { perCycle }: Scale): boolean {
  return section.length * perCycle >= 6 && section.interval * perCycle * lanesOf(section) >= 6;
}

/** Where they are too close to each other, that is said. */
export function flightOf(
  section: PipelineSection,
  graph: GraphFacts | undefined,
  pieces: readonly Piece[],
  still: StandingStill,
  scale: Scale,
  top: number,
): string {
  const lanes = lanesOf(section);
  const tall = lanes * laneHeight;
  if (!areApart(section, scale))
    return text(scale.left + 6, top + 7, "zoom in to see iterations in flight", "lt-note");
  const parts = { even: [] as string[], odd: [] as string[], loads: [] as string[], stores: [] as string[] };
  const words: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === "many") continue;
    for (const nth of seenIterations(piece, section, still, scale)) {
      const own = piece.first + nth * section.interval;
      const [from, to] = [still.ofCall(own), still.ofCall(own + section.length)];
      const [x, width] = [scale.x(from), (to - from) * scale.perCycle];
      const y = top + (nth % lanes) * laneHeight;
      (nth % 2 === 0 ? parts.even : parts.odd).push(box(x, y, Math.max(0.8, width - 0.6), laneHeight - 1.5));
      const seen = Math.min(x + width, scale.left + scale.width) - Math.max(x, scale.left);
      if (seen > 64)
        words.push(
          text(
            Math.max(x, scale.left) + 4,
            y + laneHeight - 3,
            `iteration ${nth}`,
            `lt-inlane${nth % 2 === 0 ? "" : " lt-inodd"}`,
          ),
        );
      if (scale.perCycle >= 5)
        addAccesses(graph, (cycle) => scale.x(still.ofCall(own + cycle)), y, scale, parts);
    }
  }
  const path = (kind: string, all: readonly string[]): string =>
    all.length === 0 ? "" : tag("path", { class: kind, d: all.join("") });
  return [
    tag("rect", { class: "lt-flightback", x: scale.left, y: top - 3, width: scale.width, height: tall + 6 }),
    path("lt-even", parts.even),
    path("lt-odd", parts.odd),
    path("lt-loads", parts.loads),
    path("lt-stores", parts.stores),
    ...words,
  ].join("");
}

function* seenIterations(
  { first, iterations }: Once,
  { interval, length }: PipelineSection,
  still: StandingStill,
  scale: Scale,
): Generator<number> {
  const from = Math.max(0, Math.floor((still.ofOwn(scale.from) - first - length) / interval));
  const to = Math.min(iterations - 1, Math.ceil((still.ofOwn(scale.to) - first) / interval));
  const step = Math.max(1, Math.ceil(1.5 / (interval * scale.perCycle)));
  for (let nth = from - (from % step); nth <= to; nth += step) if (nth >= 0) yield nth;
}

function addAccesses(
  graph: GraphFacts | undefined,
  xOf: (cycle: number) => number,
  y: number,
  { perCycle }: Scale,
  { loads, stores }: { readonly loads: string[]; readonly stores: string[] },
): void {
  for (const [cycle, stage] of (graph?.stages ?? []).entries()) {
    if (stage.loads === 0 && stage.stores === 0) continue;
    const x = xOf(cycle);
    const half = stage.loads > 0 && stage.stores > 0 ? 0.5 : 1;
    const bar = (left: number): string =>
      `M${short(left)} ${short(y)}h${short(perCycle * half - 0.8)}v2.4h${short(-(perCycle * half - 0.8))}z`;
    if (stage.loads > 0) loads.push(bar(x));
    if (stage.stores > 0) stores.push(bar(x + (half < 1 ? perCycle / 2 : 0)));
  }
}
