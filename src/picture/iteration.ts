/** What an iteration does in each of its cycles: an operation a row, as long as it takes, and those that bound the interval marked. */
import type { GraphFacts, Operation, Timeline } from "../timeline/nodes.ts";
import { fitting, short, tag, text } from "./markup.ts";
import { many } from "./numbers.ts";

const [rowHeight, head, mostRows] = [17, 30, 60];

export function iterationSvg({ target }: Timeline, graph: GraphFacts, width: number): string {
  const hot = boundingIds(graph);
  const { worth, sources } = withoutWiring(graph, hot);
  const order = [...worth].sort(inTime);
  const shown = order.slice(0, mostRows);
  const missing = worth.length + graph.leftOut - shown.length;
  const left = Math.round(Math.min(250, width * 0.3));
  const perCycle = Math.min(120, Math.max(3, (width - left - 16) / Math.max(1, graph.length)));
  const wide = Math.max(width, left + perCycle * graph.length + 16);
  const height = head + shown.length * rowHeight + (missing > 0 ? 22 : 6);
  const x = (cycle: number): number => left + cycle * perCycle;
  const spans = new Map(
    shown.map((op, row) => [op.id, { ...spanOf(op, target), y: head + row * rowHeight }]),
  );
  const stages = Array.from({ length: graph.length }, (_, cycle) => {
    const label =
      perCycle >= 18 || cycle % Math.ceil(24 / perCycle) === 0
        ? text(x(cycle) + 3, 24, String(cycle), "lt-note")
        : "";
    return `${cycle % 2 === 0 ? tag("rect", { class: "lt-stage", x: x(cycle), y: head - 2, width: perCycle, height: height - head }) : ""}${label}`;
  });
  const links = shown.flatMap((op) => {
    const to = spans.get(op.id);
    return [...sourcesOf(op, sources)].flatMap((id) => {
      const from = spans.get(id);
      if (from === undefined || to === undefined) return [];
      const [a, b] = [from.y + rowHeight / 2, to.y + rowHeight / 2 - 4];
      return [
        `M${short(x(from.end))} ${short(a)}C${short(x(from.end) + 6)} ${short(a)} ${short(x(to.start) - 6)} ${short(b)} ${short(x(to.start))} ${short(b)}`,
      ];
    });
  });
  const bars = shown.map((op) => {
    const span = spans.get(op.id);
    if (span === undefined) return "";
    const isHot = hot.has(op.id);
    const kind = isHot
      ? "lt-hot"
      : op.kind === "load"
        ? "lt-read"
        : op.kind === "store"
          ? "lt-written"
          : op.kind === "compute"
            ? "lt-op"
            : "lt-block";
    const line = op.place === null ? "" : `line ${op.place.line}`;
    return [
      text(10, span.y + 13, fitting(op.name, left - 75, 6.4), isHot ? "lt-hotword" : "lt-label"),
      text(left - 8, span.y + 13, line, "lt-note lt-right"),
      tag("rect", {
        class: kind,
        x: x(span.start),
        y: span.y + 3,
        width: Math.max(2, (span.end - span.start) * perCycle),
        height: rowHeight - 6,
        rx: 2,
      }),
    ].join("");
  });
  const more = missing > 0 ? text(10, height - 7, `and ${many(missing, "operation")} more`, "lt-note") : "";
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: short(wide),
      height,
      viewBox: `0 0 ${short(wide)} ${height}`,
      role: "img",
      "aria-label": `the operations of an iteration of ${many(graph.length, "cycle")}`,
    },
    [
      tag("rect", { class: "lt-ground", x: 0, y: 0, width: wide, height }),
      text(left + 3, 11, "cycle of the iteration", "lt-note"),
      ...stages,
      tag("path", { class: "lt-link", d: links.join("") }),
      ...bars,
      more,
    ].join("\n"),
  );
}

/** What takes time, touches a memory or bounds the interval; bits that only go another way, and registers, are left out. */
function withoutWiring(
  { operations }: GraphFacts,
  hot: ReadonlySet<number>,
): { readonly worth: readonly Operation[]; readonly sources: ReadonlyMap<number, Operation> } {
  const isWorth = (op: Operation): boolean =>
    hot.has(op.id) ||
    op.memory !== null ||
    (op.kind === "compute" && (op.latency > 0 || op.entryNs > 0)) ||
    op.kind === "exit" ||
    (op.kind === "write" && op.place !== null);
  const worth = operations.filter(isWorth);
  const isShown = new Set(worth);
  return { worth, sources: new Map(operations.flatMap((op) => (isShown.has(op) ? [] : [[op.id, op]]))) };
}

/** Operands, through what is left out. */
function* sourcesOf(op: Operation, hidden: ReadonlyMap<number, Operation>, far = 0): Generator<number> {
  for (const id of op.operands) {
    const through = hidden.get(id);
    if (through === undefined) yield id;
    else if (far < 8) yield* sourcesOf(through, hidden, far + 1);
  }
}

/** By the time of their start; what is first in the program first. */
function inTime(one: Operation, other: Operation): number {
  return one.cycle - other.cycle || one.offsetNs - other.offsetNs || one.id - other.id;
}

/** In cycles: what is combinational takes a part of one. */
function spanOf(
  op: Operation,
  { periodNs }: Timeline["target"],
): { readonly start: number; readonly end: number } {
  const start = op.cycle + Math.min(0.95, op.offsetNs / periodNs);
  const inside =
    op.latency === 0 ? start + op.entryNs / periodNs : op.cycle + op.latency + op.exitNs / periodNs;
  return { start, end: Math.max(start + 0.04, inside) };
}

export function boundingIds({ bound }: GraphFacts): ReadonlySet<number> {
  switch (bound?.kind) {
    case "recurrence":
      return new Set(bound.steps.map(({ id }) => id));
    case "ports":
      return new Set(bound.accesses.map(({ id }) => id));
    case "units":
      return new Set(bound.uses.map(({ id }) => id));
    case "exit":
      return new Set([bound.known.id]);
    default:
      return new Set();
  }
}
