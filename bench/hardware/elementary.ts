/**
 * What elementary functions take as circuits: clocks from operand to result at 100 MHz, LUTs and DSPs, as schedules count them.
 *
 *     node build/bench/hardware/elementary.js            a table
 *     UPDATE=1 node build/bench/hardware/elementary.js   keeps it in elementary.json
 */
import { writeFileSync } from "node:fs";
import { type ElementaryRow, elementaryRows, places } from "./elementary_rows.ts";

const rows = elementaryRows();

if (process.env.UPDATE !== undefined)
  writeFileSync("bench/hardware/elementary.json", `[\n${rows.map(kept).join(",\n")}\n]\n`);
process.stdout.write(table());

function kept(row: ElementaryRow): string {
  return `  ${JSON.stringify(row, null, 1).replaceAll(/\n */g, " ")}`;
}

function table(): string {
  const lines = rows.flatMap((row, k) => {
    const other = rows[k + 1];
    if (row.family !== places[0] || other === undefined) return [];
    const figures = [row, other].map(
      ({ clocks, lut, dsp }) =>
        `${String(clocks).padStart(8)}${String(lut).padStart(8)}${String(dsp).padStart(6)}`,
    );
    return [`${row.fn.padEnd(8)}${row.format}${figures.join("")}`];
  });
  const head = `${"".padEnd(15)}${places.map((name) => `${`${name}: clocks`.padStart(12)}     LUT   DSP`).join("")}`;
  return `${[head, ...lines].join("\n")}\n`;
}
