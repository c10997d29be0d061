/**
 * A network as a picture: processes and what passes between them, and below it the timeline of a call.
 *
 *     networkSvg("edges", network)    // an SVG document
 */
import { text } from "../picture/markup.ts";
import type { Network } from "../synthesis/index.ts";

const [boxWidth, boxHeight, gapX, gapY, margin, barHeight] = [150, 44, 180, 34, 20, 18];

export function networkSvg(kernel: string, { processes, channels }: Network): string {
  const places = placesOf(processes, channels);
  const columns = Math.max(0, ...places.map(({ column }) => column)) + 1;
  const rows = Math.max(0, ...places.map(({ row }) => row)) + 1;
  const graphHeight = rows * (boxHeight + gapY);
  const width = Math.max(640, 2 * margin + columns * boxWidth + (columns - 1) * gapX);
  const height = 3 * margin + graphHeight + 40 + processes.length * (barHeight + 6) + 30;
  const byName = new Map(processes.map(({ name }, index) => [name, places[index]]));
  const body = [
    text(margin, margin + 2, kernel, "title"),
    ...channels.map((channel) => arrow(channel, byName)),
    ...processes.map(({ name, cycles }, index) => {
      const { x, y } = at(places[index]);
      const count = Number.isFinite(cycles.most) ? `${cycles.most} cycles` : `${cycles.least} cycles or more`;
      return `<rect class="box" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="5"/>${text(x + 8, y + 18, name, "name")}${text(x + 8, y + 34, count, "small")}`;
    }),
    timeline(processes, 2 * margin + graphHeight + 30, width),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${body.join("\n")}
</svg>
`;
}

const style = [
  "text { font: 12px system-ui, sans-serif; fill: #222 }",
  ".middle { text-anchor: middle } .title { font-weight: 600; font-size: 14px } .name { font-weight: 600 } .small { fill: #666; font-size: 11px }",
  ".box { fill: #eef4fb; stroke: #4a7ab0 } .stream { stroke: #2a7f4f } .memory { stroke: #b06a1f; stroke-dasharray: 6 3 } .scalar { stroke: #888; stroke-dasharray: 2 3 }",
  ".link { fill: none; stroke-width: 1.6; marker-end: url(#end) } .bar { fill: #4a7ab0 } .wait { fill: #f0c27a } .axis { stroke: #ccc }",
].join("\n");

interface Place {
  readonly column: number;
  readonly row: number;
}

/** Each process one column after the last one that it gets something from. */
function placesOf(processes: Network["processes"], channels: Network["channels"]): readonly Place[] {
  const columns = new Map<string, number>();
  const used = new Map<number, number>();
  return processes.map(({ name }) => {
    const before = channels.filter(({ to, from }) => to === name && columns.has(from));
    const column = Math.max(-1, ...before.map(({ from }) => columns.get(from) ?? -1)) + 1;
    columns.set(name, column);
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    return { column, row };
  });
}

function at(place: Place | undefined): { readonly x: number; readonly y: number } {
  const { column, row } = place ?? { column: 0, row: 0 };
  return { x: margin + column * (boxWidth + gapX), y: 2 * margin + row * (boxHeight + gapY) };
}

function arrow(channel: Network["channels"][number], byName: ReadonlyMap<string, Place | undefined>): string {
  const { by, kind, from, to, depth, words } = channel;
  const [source, target] = [byName.get(from), byName.get(to)];
  if (source === undefined && target === undefined) return "";
  const start = source === undefined ? null : at(source);
  const end = target === undefined ? null : at(target);
  const x1 = start === null ? (end?.x ?? 0) - 40 : start.x + boxWidth;
  const x2 = end === null ? (start?.x ?? 0) + boxWidth + 40 : end.x;
  const y1 = (start ?? end)?.y ?? 0;
  const y2 = (end ?? start)?.y ?? 0;
  const [from_, to_] = [y1 + boxHeight / 2, y2 + boxHeight / 2];
  const bend = Math.max(30, (x2 - x1) / 2);
  const label = kind === "stream" ? `${by}: ${words} words, ${depth} deep` : `${by}: ${kind}`;
  const path = `M${x1} ${from_} C${x1 + bend} ${from_} ${x2 - bend} ${to_} ${x2} ${to_}`;
  return `<path class="link ${kind}" d="${path}"/>${text((x1 + x2) / 2, (from_ + to_) / 2 - 6, label, "small middle")}`;
}

function timeline(processes: Network["processes"], top: number, width: number): string {
  const end = Math.max(1, ...processes.map((process) => process.end));
  const left = margin + 140;
  const scale = (width - left - margin - 60) / end;
  const bars = processes.map(({ name, start, end: until, waited }, index) => {
    const y = top + index * (barHeight + 6);
    const [x, length] = [left + start * scale, (until - start) * scale];
    const rest = waited * scale;
    return `${text(margin, y + 13, name, "small")}<rect class="bar" x="${x.toFixed(1)}" y="${y}" width="${Math.max(1, length).toFixed(1)}" height="${barHeight}"/>${waited > 0 ? `<rect class="wait" x="${x.toFixed(1)}" y="${y + barHeight - 4}" width="${rest.toFixed(1)}" height="4"/>` : ""}${text(x + Math.max(1, length) + 5, y + 13, String(until), "small")}`;
  });
  const bottom = top + processes.length * (barHeight + 6);
  const note = "cycles from the start of a call; below a bar, how long it waits in all";
  return [
    ...bars,
    `<line class="axis" x1="${left}" y1="${bottom}" x2="${width - margin}" y2="${bottom}"/>`,
    text(left, bottom + 16, note, "small"),
  ].join("\n");
}
