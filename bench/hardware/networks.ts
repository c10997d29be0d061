/**
 * Kernels of several nests as networks of processes: cycles of a call beside those of its longest process alone, how often
 * calls can follow each other, and the words that queues hold.
 *
 *     npm run bench:networks                  all of them, each circuit run and compared with the reference
 *     UPDATE=1 npm run bench:networks         keeps the figures in networks/networks.json
 */
import { writeFileSync } from "node:fs";
import { measuredNetwork, names, recordPath } from "./network.ts";

const rows: (readonly string[])[] = [
  ["kernel", "processes", "cycles", "longest alone", "ratio", "a call every", "streams", "words in queues"],
];
const record: Record<string, object> = {};
for (const name of names) {
  const { figures, run } = measuredNetwork(name);
  const { cycles: ran, same } = await run();
  record[name] = figures;
  const isPredicted = ran === figures.cycles;
  if (!same || !isPredicted) process.exitCode = 1;
  const note = `${same ? "" : " other results"}${isPredicted ? "" : ` ran ${ran}`}`;
  rows.push([
    `${name}${note}`,
    String(figures.processes),
    String(figures.cycles),
    String(figures.longest),
    (figures.cycles / figures.longest).toFixed(3),
    String(figures.interval),
    String(figures.streams),
    String(figures.queued),
  ]);
}
const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
for (const row of rows) {
  const cells = row.map((cell, at) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
  );
  process.stdout.write(`${cells.join("  ")}\n`);
}
if (process.env.UPDATE !== undefined) writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);
