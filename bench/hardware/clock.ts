/**
 * Kernels on iCE40, ECP5 and 7-series, placed and routed: the clock that was asked for, and the one that was reached.
 *
 *     npm run bench:clock                          all of them; those that have not changed as recorded
 *     npm run bench:clock -- fir 10 --paths        some, at one period, with their slowest paths
 *     npm run bench:clock -- ecp5 --quick          those of a family, with one seed
 *     UPDATE=1 npm run bench:clock                 keeps the figures in clock.json
 */
import {
  type Entry,
  isSame,
  leastRatio,
  placed,
  ratioOf,
  readEntries,
  runs,
  writeEntries,
} from "./placed.ts";

const words = process.argv.slice(2);
const names = words.filter((word) => /^[a-z]\w*$/.test(word));
const periods = words.filter((word) => /^\d/.test(word)).map(Number);
const seeds = words.includes("--quick") ? [1] : [1, 2, 3];
const chosen = runs.filter(
  ({ kernel, family, targetNs }) =>
    (names.length === 0 || names.includes(kernel) || names.includes(family)) &&
    (periods.length === 0 || periods.includes(targetNs)),
);

let entries: readonly Entry[] = readEntries();
process.stdout.write(`${columns("kernel", "", "family", "target", "reached", "ratio", "cells", "cycles")}\n`);
for (const run of chosen) {
  const known = entries.find((entry) => isSame(entry, run));
  const { entry, path } = await placed(run, words.includes("--paths") ? undefined : known, seeds);
  entries = runs.flatMap((one) => {
    const found = isSame(one, run) ? entry : entries.find((other) => isSame(other, one));
    return found === undefined ? [] : [found];
  });
  if (process.env.UPDATE !== undefined) writeEntries(entries);
  const { kernel, variant, family, targetNs, reachedNs, cells, cycles } = entry;
  const ratio = ratioOf(entry);
  const line = [kernel, variant, family, `${targetNs} ns`, `${reachedNs} ns`, ratio.toFixed(2)];
  process.stdout.write(`${columns(...line, String(cells), cycles === null ? "–" : String(cycles))}\n`);
  if (ratio < leastRatio) process.exitCode = 1;
  if (!words.includes("--paths")) continue;
  for (const { kind, ns, cell, port, net } of path?.steps ?? []) {
    if (ns >= 0.25)
      process.stdout.write(`    ${kind.padEnd(8)} ${ns.toFixed(2)}  ${net || `${cell} ${port}`}\n`);
  }
}

function columns(...cells: readonly string[]): string {
  const widths = [16, 8, 8, 7, 9, 6, 6, 8];
  return cells
    .map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
    .join(" ")
    .trimEnd();
}
