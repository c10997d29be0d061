/**
 * A network as a picture: a row a layer, with what it gives, what it reads, and beside it how long it takes.
 *
 *     layersSvg("lenet", layers)    // an SVG document
 */
import { text } from "../picture/markup.ts";
import type { LayerFacts } from "./layers.ts";

const [margin, rowHeight, boxWidth, boxHeight, barLeft, barWidth] = [24, 46, 300, 36, 420, 360];

export function layersSvg(kernel: string, layers: readonly LayerFacts[]): string {
  const shown = layers.filter(({ type }) => type !== ""); // views move nothing
  const longest = Math.max(1, ...shown.map(({ circuit }) => finite(circuit?.cycles ?? 0)));
  const all = shown.reduce((sum, { circuit }) => sum + finite(circuit?.cycles ?? 0), 0);
  const rows = new Map(shown.map(({ name }, row) => [name, row]));
  const height = 3 * margin + shown.length * rowHeight + 20;
  const width = barLeft + barWidth + 200;
  const body = [
    text(margin, margin, `${kernel}: ${all} cycles in ${shown.length} layers`, "title"),
    ...shown.flatMap((layer, row) => [
      ...layer.reads.flatMap((source) => link(rows.get(source), row)),
      ...layerRow(layer, row, longest),
    ]),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<rect width="100%" height="100%" fill="#fff"/>
${body.join("\n")}
</svg>
`;
}

const style = [
  "text { font: 12px system-ui, sans-serif; fill: #222 } .title { font-weight: 600; font-size: 14px } .name { font-weight: 600 }",
  ".small { fill: #666; font-size: 11px } .box { fill: #eef4fb; stroke: #4a7ab0 } .bar { fill: #4a7ab0 }",
  ".link { fill: none; stroke: #888; stroke-width: 1.4 }",
].join(" ");

function finite(cycles: number): number {
  return Number.isFinite(cycles) ? cycles : 0;
}

function topOf(row: number): number {
  return 2 * margin + row * rowHeight;
}

function layerRow(layer: LayerFacts, row: number, longest: number): readonly string[] {
  const { name, operator, type, parameters, circuit } = layer;
  const [x, y] = [margin + 60, topOf(row)];
  const weights = parameters === 0 ? "" : `, ${parameters} weights`;
  const box = `<rect class="box" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="5"/>`;
  const words = [
    text(x + 8, y + 15, `${name}  ${operator}`, "name"),
    text(x + 8, y + 30, `${type}${weights}`, "small"),
  ];
  if (circuit === null) return [box, ...words];
  const length = Math.max(1, (barWidth * finite(circuit.cycles)) / longest);
  const bar = `<rect class="bar" x="${barLeft}" y="${y + 9}" width="${length.toFixed(1)}" height="18"/>`;
  return [
    box,
    ...words,
    bar,
    text(barLeft + length + 6, y + 22, `${circuit.cycles} cycles${utilised(layer)}`, "small"),
  ];
}

function utilised({ circuit }: LayerFacts): string {
  const part = circuit?.utilisation ?? null;
  return part === null
    ? ""
    : `, ${Math.round(100 * part)} % of ${circuit?.units} ${circuit?.units === 1 ? "unit" : "units"}`;
}

/** Straight down to the next layer, around those in between. */
function link(from: number | undefined, to: number): readonly string[] {
  if (from === undefined) return [];
  const [start, end] = [topOf(from) + boxHeight, topOf(to)];
  if (to === from + 1) {
    const x = margin + 60 + boxWidth / 2;
    return [`<path class="link" d="M${x} ${start} L${x} ${end}"/>`];
  }
  const x = margin + 60;
  const away = x - Math.min(54, 14 + 4 * (to - from));
  return [
    `<path class="link" d="M${x} ${start - boxHeight / 2} C${away} ${start - boxHeight / 2} ${away} ${end + boxHeight / 2} ${x} ${end + boxHeight / 2}"/>`,
  ];
}
