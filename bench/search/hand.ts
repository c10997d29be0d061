/**
 * Searches against schedules written by hand: PolyBench at MEDIUM sizes in float32 (bench/hardware/polybench/), with no more
 * multipliers than the hand-written design has, and no step by a person.
 *
 *     npm run bench:hand -- [NAME …] [--budget 10min] [--method pareto] [--workers 2] [--output build/hand]
 *
 * Cycles of both are predicted, which is what circuits take. It exits with 1 where one is more than 1.1 times the hand-written.
 * Where the schedule by hand adds floats in another order, the search may too.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { polybench } from "../hardware/polybench_anchors.ts";
import { type Measured, periodNs, readMeasured } from "../hardware/polybench_record.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "10min" },
    method: { type: "string", default: "pareto" },
    workers: { type: "string", default: "2" },
    output: { type: "string", default: "build/hand" },
  },
});

const folder = "bench/hardware/polybench";
const most = 1.1;
const dspsOfMultiply = 2; // a float32 product on UltraScale+, in our circuits

const cells = (row: readonly string[]): string =>
  row.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(14))).join(" ");
console.log(cells(["kernel", "by hand", "auto", "searched", "of by hand", "designs", "seconds"]));
let worse = 0;
for (const name of Object.keys(polybench)) {
  const hand = readMeasured(folder, name);
  if (hand === null || (positionals.length > 0 && !positionals.includes(name))) continue;
  const started = performance.now();
  const found = searched(name, hand);
  const ratio = found.best / hand.cycles;
  if (ratio > most) worse++;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const figures = [hand.cycles, found.auto, found.best].map(String);
  console.log(cells([name, ...figures, `${ratio.toFixed(2)}x`, String(found.designs), seconds]));
}
if (worse > 0) process.exitCode = 1;

interface Found {
  readonly auto: number; // cycles of the first point, Lutra's own schedule
  readonly best: number;
  readonly designs: number;
}

function searched(name: string, { multiplies }: Measured): Found {
  const { budget, method, workers, output } = options;
  mkdirSync(output, { recursive: true });
  const rounds = readFileSync(join(folder, `${name}.schedule`), "utf8").includes("reassociate ");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["bin/lutra.js", "search", join(folder, `${name}.py`), "--json"],
      ...["--part", "xcvu9p-flgb2104-2-i", "--clock", `${periodNs}ns`],
      ...["--within", `luts=100%,dsps=${dspsOfMultiply * multiplies}`, ...(rounds ? ["--reassociate"] : [])],
      ...["--budget", budget, "--method", method, "--workers", workers],
      ...["-o", join(output, name), "--force"],
    ],
    { encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  const facts = JSON.parse(stdout === "" ? "{}" : stdout) as {
    readonly ok?: boolean;
    readonly best?: { readonly cycles: number };
    readonly trace?: readonly (number | null)[];
  };
  if (facts.ok !== true) throw new Error(`${name}: ${stdout}${stderr}`);
  const { best, trace = [] } = facts;
  return {
    auto: trace[0] ?? Number.NaN,
    best: best?.cycles ?? Number.NaN,
    designs: trace.length,
  };
}
