/**
 * PolyBench at MEDIUM sizes in float32, under schedules written by hand, beside what other compilers reach.
 *
 *     npm run bench:polybench                    all of them: compiled, simulated at full size, compared with the reference
 *     npm run bench:polybench -- gemm mvt        some
 *     npm run bench:polybench -- predict         cycles alone, in seconds
 *     UPDATE=1 npm run bench:polybench           keeps the figures in polybench/NAME.json
 *
 * Schedules that `reassociate` round as they say, so what a circuit must leave is what the scheduled loops leave.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Loops } from "../../src/loops/nodes.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { loopsOf, memoryPorts, portsRemark, runOf } from "./kernel.ts";
import { polybench } from "./polybench_anchors.ts";
import {
  type Measured,
  measuredOf,
  periodNs,
  predictedOf,
  readMeasured,
  writeMeasured,
} from "./polybench_record.ts";

const folder = "bench/hardware/polybench";
const asked = process.argv.slice(2);
const onlyPredicts = asked.includes("predict");
const names = asked.filter((word) => word !== "predict");
const table: string[][] = [
  [
    "kernel",
    "",
    "cycles",
    "multiplies",
    "adds",
    "DSPs",
    "ports",
    "faster",
    "compiled",
    "simulated",
    "verified",
  ],
];
let wrong = 0;

for (const [name, others] of Object.entries(polybench)) {
  if (names.length > 0 ? !names.includes(name) : !existsSync(join(folder, `${name}.schedule`))) continue;
  const loops = loopsOf(folder, name, "written", periodNs);
  const [best] = others;
  const ours = onlyPredicts ? predictionRow(name, loops) : await measuredRow(name, loops);
  table.push([name, "Lutra", ...ours.slice(0, 5), ratio(best?.cycles, Number(ours[0])), ...ours.slice(5)]);
  for (const { who, cycles, dsps } of others) {
    table.push(["", who, String(cycles), "", "", dsps === null ? "–" : String(dsps), "–", "", "", "", ""]);
  }
}
process.stdout.write(`${printed()}\n${portsRemark}`);
process.exitCode = wrong === 0 ? 0 : 1;

function predictionRow(name: string, loops: Loops): string[] {
  const { value: cycles, seconds } = timed(() => predictedOf(loops));
  const known = readMeasured(folder, name);
  const verified = known?.cycles === cycles ? "before" : "no";
  const units = known === null ? ["", "", ""] : [known.multiplies, known.adds, known.dsps].map(String);
  return [String(cycles), ...units, "", `${seconds} s`, "", verified];
}

async function measuredRow(name: string, loops: Loops): Promise<string[]> {
  const { value: made, seconds } = timed(() => synthesize(loops, { target: { family: "xcup", periodNs } }));
  if (!made.ok) throw new Error(`${name}: ${made.diagnostics.map(({ message }) => message).join("; ")}`);
  process.stderr.write(`${name}: compiled in ${seconds} s\n`);
  const start = performance.now();
  const { cycles, same } = await runOf(made, loops);
  const simulated = secondsSince(start);
  const isPredicted = made.prediction.least === cycles && made.prediction.most === cycles;
  const isRight = same && isPredicted;
  if (!isRight) wrong++;
  const what = isRight ? "verified" : same ? "not as predicted" : "not what the reference leaves";
  process.stderr.write(`${name}: ${cycles} cycles, simulated in ${simulated} s, ${what}\n`);
  const measured: Measured = measuredOf(made, cycles);
  if (isRight && process.env.UPDATE !== undefined) writeMeasured(folder, name, measured);
  const { multiplies, adds, dsps } = measured;
  return [
    ...[cycles, multiplies, adds, dsps, memoryPorts(made)].map(String),
    ...[`${seconds} s`, `${simulated} s`, isRight ? "yes" : what],
  ];
}

function timed<T>(run: () => T): { readonly value: T; readonly seconds: number } {
  const start = performance.now();
  const value = run();
  return { value, seconds: secondsSince(start) };
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10;
}

function ratio(theirs: number | undefined, ours: number): string {
  return theirs === undefined ? "" : `${(theirs / ours).toFixed(2)}x`;
}

function printed(): string {
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => (row[at] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return `${table.map(line).join("\n")}\n`;
}
