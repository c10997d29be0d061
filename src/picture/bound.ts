/** What bounds an interval, drawn as what it is: operations around a circle, or accesses in the slots that ports have. */
import type { GraphFacts, PortsBound, RecurrenceBound } from "../timeline/nodes.ts";
import { fitting, short, tag, text } from "./markup.ts";
import { counted, many } from "./numbers.ts";

/** Null: there is nothing to draw. */
export function boundSvg({ bound, interval }: GraphFacts): string | null {
  switch (bound?.kind) {
    case "recurrence":
      return recurrenceSvg(bound);
    case "ports":
      return portsSvg(bound, interval);
    default:
      return null;
  }
}

const [boxWidth, boxHeight, gap, margin] = [148, 50, 56, 14];
const mostSteps = 12;

/** From left to right, with the cycles between them; and back, into a later iteration. */
function recurrenceSvg({ steps, cycles, distance }: RecurrenceBound): string {
  const shown = steps.length <= mostSteps ? steps : [...steps.slice(0, mostSteps - 4), ...steps.slice(-3)];
  const cut = steps.length <= mostSteps ? -1 : mostSteps - 4;
  const width = 2 * margin + shown.length * boxWidth + (shown.length - 1) * gap;
  const height = 132;
  const y = 16;
  const left = (index: number): number => margin + index * (boxWidth + gap);
  const middle = y + boxHeight / 2;
  const parts = shown.flatMap((step, index) => {
    const x = left(index);
    const line = step.place === null ? "" : `, line ${step.place.line}`;
    const delay = step.latency === 0 ? `${step.ns} ns` : many(step.latency, "cycle");
    const next =
      index === shown.length - 1
        ? []
        : [
            arrow(x + boxWidth, middle, x + boxWidth + gap),
            text(
              x + boxWidth + gap / 2,
              middle - 7,
              index + 1 === cut ? "…" : step.takes === 0 ? "+0" : `+${step.takes}`,
              "lt-note lt-middle",
            ),
          ];
    return [
      tag("rect", { class: "lt-node", x, y, width: boxWidth, height: boxHeight, rx: 7 }),
      text(x + 10, y + 21, fitting(step.name, boxWidth - 20, 7), "lt-name"),
      text(x + 10, y + 39, fitting(`${delay}${line}`, boxWidth - 20, 6), "lt-note"),
      ...next,
    ];
  });
  const low = y + boxHeight;
  const [first, last] = [left(0) + boxWidth / 2, left(shown.length - 1) + boxWidth / 2];
  const [from, to] = shown.length === 1 ? [last + 40, first - 40] : [last, first];
  const back = tag("path", {
    class: "lt-hotline",
    d: `M${short(from)} ${low}v22q0 10 -10 10H${short(to + 10)}q-10 0 -10 -10v-16`,
  });
  const head = tag("path", { class: "lt-hot", d: `M${short(to - 5)} ${low + 8}l5 -8l5 8z` });
  const ago = distance === 1 ? "the next iteration" : `${distance} iterations later`;
  const label = `${ago}: ${many(cycles, "cycle")} around${distance === 1 ? "" : ` over ${counted(distance)} iterations`}, so II ${Math.ceil(cycles / distance)}`;
  const words = text(
    Math.max(margin, Math.min((from + to) / 2, width / 2)),
    low + 50,
    label,
    "lt-hotword lt-middle",
  );
  return picture(
    Math.max(width, 380),
    height,
    `a recurrence: ${label}`,
    [...parts, back, head, words].join("\n"),
  );
}

function arrow(x: number, y: number, to: number): string {
  return (
    tag("path", { class: "lt-hotline", d: `M${short(x)} ${short(y)}H${short(to - 6)}` }) +
    tag("path", { class: "lt-hot", d: `M${short(to - 8)} ${short(y - 5)}l8 5l-8 5z` })
  );
}

const slot = { width: 124, height: 30 };
const mostSlots = 16;

/** A column a cycle of the interval, a row a port: the accesses fill them all. */
function portsSvg({ memory, bank, ports, accesses }: PortsBound, interval: number): string {
  const columns = Math.min(mostSlots, interval);
  const rows = Math.min(8, ports);
  const left = 92;
  const top = 30;
  const taken = new Map<number, number>(); // by cycle of the interval, ports in use
  const fills = accesses.flatMap(({ place, cycle, kind }) => {
    const column = cycle % interval;
    const row = taken.get(column) ?? 0;
    taken.set(column, row + 1);
    if (column >= columns || row >= rows) return [];
    const [x, y] = [left + column * slot.width, top + row * slot.height];
    const words = `${kind}${place === null ? "" : `, line ${place.line}`}`;
    return [
      tag("rect", {
        class: kind === "load" ? "lt-read" : "lt-written",
        x: x + 2,
        y: y + 2,
        width: slot.width - 4,
        height: slot.height - 4,
        rx: 4,
      }),
      text(x + 9, y + 19, fitting(words, slot.width - 18, 6.4), "lt-slotword"),
    ];
  });
  const grid = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return tag("rect", {
      class: "lt-slot",
      x: left + column * slot.width,
      y: top + row * slot.height,
      width: slot.width,
      height: slot.height,
    });
  });
  const heads = Array.from({ length: columns }, (_, column) =>
    text(left + column * slot.width + 6, top - 9, `cycle ${column} of ${interval}`, "lt-note"),
  );
  const names = Array.from({ length: rows }, (_, row) =>
    text(12, top + row * slot.height + 20, `port ${row}`, "lt-note"),
  );
  const which = bank === null ? memory : `bank ${bank} of ${memory}`;
  const label = `${which}: ${many(accesses.length, "access", "accesses")} an iteration, ${many(ports, "port")}, so II ${Math.ceil(accesses.length / ports)}`;
  const height = top + rows * slot.height + 30;
  const cut = columns < interval || rows < ports ? text(left, 11, "the first of them", "lt-note") : "";
  return picture(
    Math.max(420, left + columns * slot.width + 14),
    height,
    `ports that are all busy: ${label}`,
    [...grid, ...fills, ...heads, ...names, cut, text(12, height - 10, label, "lt-hotword")].join("\n"),
  );
}

function picture(width: number, height: number, name: string, inside: string): string {
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": name,
    },
    tag("rect", { class: "lt-ground", x: 0, y: 0, width, height }) + inside,
  );
}
