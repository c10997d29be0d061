/**
 * A roofline as a picture: operations a byte to the right, operations a second upwards, both on a log scale. The memory's roof is a band,
 * for it is a range; the flat one is the circuit's own.
 *
 *     rooflineSvg("matmul", time)    // an SVG document
 */

import { bug } from "../diagnostics/bug.ts";
import { text } from "../picture/markup.ts";
import type { Roof, TimeOnBoard } from "./roofline.ts";

const [width, height, left, right, top, bottom] = [720, 440, 80, 30, 56, 56];

export function rooflineSvg(kernel: string, time: TimeOnBoard): string {
  const roof = time.roof ?? bug("no roof");
  const slope = { least: roof.memory.least / roof.intensity, most: roof.memory.most / roof.intensity };
  const ridge = roof.computing / slope.least;
  const x = scale(roof.intensity, ridge, left, width - right);
  const y = scale(roof.reached.least, roof.computing, height - bottom, top);
  const last = x.to;
  const line = (perByte: number): string =>
    [x.from, Math.min(last, roof.computing / perByte), last]
      .map((at) => `${x.at(at).toFixed(1)},${y.at(Math.min(roof.computing, perByte * at)).toFixed(1)}`)
      .join(" ");
  const band = `${line(slope.most)} ${line(slope.least).split(" ").reverse().join(" ")}`;
  const at = x.at(roof.intensity);
  const most = Math.min(roof.computing, roof.memory.most);
  const body = [
    text(left, 24, `${kernel} on ${time.board}`, "title"),
    text(left, 42, `${time.transfer.over}: up to ${told(slope.most)}B/s`, "small"),
    ...ticks(x).map(
      (value) =>
        `<line class="grid" x1="${x.at(value).toFixed(1)}" y1="${top}" x2="${x.at(value).toFixed(1)}" y2="${height - bottom}"/>${text(x.at(value), height - bottom + 18, plain(value), "small middle")}`,
    ),
    ...ticks(y).map(
      (value) =>
        `<line class="grid" x1="${left}" y1="${y.at(value).toFixed(1)}" x2="${width - right}" y2="${y.at(value).toFixed(1)}"/>${text(left - 8, y.at(value) + 4, told(value), "small end")}`,
    ),
    `<polygon class="band" points="${band}"/>`,
    `<polyline class="roof" points="${line(slope.most)}"/>`,
    text(width - right, y.at(roof.computing) - 8, `this circuit: ${told(roof.computing)}op/s`, "small end"),
    `<line class="kernel" x1="${at.toFixed(1)}" y1="${y.at(most).toFixed(1)}" x2="${at.toFixed(1)}" y2="${(height - bottom).toFixed(1)}"/>`,
    `<circle class="most" cx="${at.toFixed(1)}" cy="${y.at(most).toFixed(1)}" r="5"/>`,
    `<line class="reached" x1="${at.toFixed(1)}" y1="${y.at(roof.reached.most).toFixed(1)}" x2="${at.toFixed(1)}" y2="${y.at(roof.reached.least).toFixed(1)}"/>`,
    `<circle class="reached" cx="${at.toFixed(1)}" cy="${y.at(roof.reached.most).toFixed(1)}" r="5"/>`,
    at < width / 2
      ? text(at + 10, y.at(roof.reached.most) + 16, label(roof), "name")
      : text(at - 10, y.at(roof.reached.most) + 16, label(roof), "name end"),
    text((left + width - right) / 2, height - 14, "operations a byte", "small middle"),
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
  ".small { fill: #666; font-size: 11px } .middle { text-anchor: middle } .end { text-anchor: end } .grid { stroke: #eee }",
  ".band { fill: #f0c27a; opacity: .6 } .roof { fill: none; stroke: #4a7ab0; stroke-width: 2 } .kernel { stroke: #888; stroke-dasharray: 3 3 }",
  ".most { fill: #fff; stroke: #4a7ab0; stroke-width: 2 } .reached { fill: #2a7f4f; stroke: #2a7f4f; stroke-width: 3 }",
].join(" ");

function label({ reached }: Roof): string {
  const [least, most] = [told(reached.least), told(reached.most)];
  return least === most ? `${most}op/s` : `${least}op/s to ${most}op/s`;
}

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly at: (value: number) => number;
}

/** Powers of ten around both values, with room beyond. */
function scale(a: number, b: number, low: number, high: number): Scale {
  const from = 10 ** (Math.floor(Math.log10(Math.min(a, b))) - 1);
  const to = 10 ** (Math.floor(Math.log10(Math.max(a, b))) + 1);
  const steps = Math.log10(to / from);
  return { from, to, at: (value) => low + ((high - low) * Math.log10(Math.max(value, from) / from)) / steps };
}

function ticks({ from, to }: Scale): readonly number[] {
  const count = Math.round(Math.log10(to / from)) + 1;
  return Array.from({ length: count }, (_, at) => from * 10 ** at);
}

/** `3.2 G`: of operations or bytes. */
function told(value: number): string {
  const units = ["", "k", "M", "G", "T"];
  const unit = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(value) / 3)));
  return `${plain(value / 1000 ** unit)} ${units[unit]}`;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(3)));
}
