/**
 * Systolic arrays on the largest ECP5, placed and routed: how the clock falls as an array grows.
 *
 *     npm run bench:arrayclock                      products of 2 x 2, 4 x 4 and 8 x 8 elements, three seeds each
 *     npm run bench:arrayclock -- 8x8 --paths       one of them, with its slowest path
 *     npm run bench:arrayclock -- 2x2 8x8 --seeds 5
 */
import { measureClock, type Placed } from "../../src/outside/placement.ts";
import { parseSchedule } from "../../src/schedule/index.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { loopsOf, product } from "./array.ts";

const words = process.argv.slice(2);
const chosen = words.filter((word) => /^\d+x\d+$/.test(word));
const sizes = (chosen.length === 0 ? ["2x2", "4x4", "8x8"] : chosen).map((word) =>
  word.split("x").map(Number),
);
const seeds = words.includes("--seeds") ? Number(words[words.indexOf("--seeds") + 1]) : 3;
const clockMHz = 100;

let first: number | null = null;
process.stdout.write(`${columns("elements", "cycles", "MHz", "beside", "seeds")}\n`);
for (const [rows = 0, columnsOf = 0] of sizes) {
  const found: Placed[] = [];
  const { design, interface: ports, prediction } = circuit(rows, columnsOf);
  for (let seed = 1; seed <= seeds; seed++) {
    found.push(await measureClock(design, ports, { family: "ecp5", clockMHz, seed, timeoutMs: 7_200_000 }));
  }
  const all = found.map(({ reachedMHz }) => reachedMHz.toFixed(1)).join(" ");
  found.sort((one, other) => one.reachedMHz - other.reachedMHz);
  const middle = found[found.length >> 1];
  if (middle === undefined) throw new Error("no seed");
  first ??= middle.reachedMHz;
  const beside = `${(100 * (middle.reachedMHz / first - 1)).toFixed(1)} %`;
  const cells = [String(prediction.most), middle.reachedMHz.toFixed(1), beside];
  process.stdout.write(`${columns(`${rows} x ${columnsOf}`, ...cells)}  ${all}\n`);
  if (!words.includes("--paths")) continue;
  for (const { kind, ns, cell, port, net } of middle.paths.find(({ from, to }) => from === to)?.steps ?? [])
    process.stdout.write(`    ${kind.padEnd(8)} ${ns.toFixed(2)}  ${net || `${cell} ${port}`}\n`);
}

function circuit(rows: number, columns: number) {
  const { source, steps } = product(32, rows, columns);
  const parsed = parseSchedule(steps);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const applied = apply(loopsOf(source), parsed.schedule);
  if (!applied.ok) throw new Error(applied.refusal.message);
  const made = synthesize(applied.loops, { target: { family: "ecp5", periodNs: 1000 / clockMHz } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  return made;
}

function columns(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padEnd(10)).join("");
}
