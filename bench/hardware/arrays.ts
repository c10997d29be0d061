/**
 * Systolic arrays and stencils: cycles beside the fewest that their units need if none ever waits.
 *
 *     npm run bench:arrays                  all of them, each circuit run and compared with the reference
 *     UPDATE=1 npm run bench:arrays         keeps the figures in arrays.json
 */
import { writeFileSync } from "node:fs";
import { measuredArray, recordPath, works } from "./array.ts";

const record: Record<string, object> = {};
process.stdout.write(`${columns("", "cycles", "least", "busy", "DSPs", "rolled", "auto")}\n`);
for (const work of works) {
  const { figures, run } = measuredArray(work);
  const { cycles: ran, same } = await run();
  record[work.name] = figures;
  if (!same || ran !== figures.cycles) process.exitCode = 1;
  const { cycles, busy, dsps, rolled = "", auto = "" } = figures;
  const note = `${same ? "" : " other results"}${ran === cycles ? "" : ` ran ${ran}`}`;
  const cells = [cycles, work.least, `${(busy / 10).toFixed(1)} %`, dsps, rolled, auto].map(String);
  process.stdout.write(`${columns(`${work.name}${note}`, ...cells)}\n`);
}
if (process.env.UPDATE !== undefined) writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);

function columns(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(9))].join("");
}
