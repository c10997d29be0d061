/**
 * How long the command line takes from Python to Verilog: every small kernel in processes of its own, under the schedule
 * that Lutra chooses.
 *
 *     npm run bench:compile                 all kernels, five runs each
 *     npm run bench:compile -- fir matvec   these
 *
 * Beside the seconds on the wall stands what Node alone takes to start then: on a machine that does other things too both
 * grow, and their ratio stays. The bound is for the best run, the one least disturbed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const runs = 5;
const mostSeconds = 1;
const folder = join("bench", "hardware", "kernels");

const asked = process.argv.slice(2);
const kernels = readdirSync(folder)
  .filter((file) => file.endsWith(".schedule"))
  .map((file) => basename(file, ".schedule"))
  .filter((name) => asked.length === 0 || asked.includes(name));
const out = mkdtempSync(join(tmpdir(), "lutra-compile-"));
process.stdout.write(`${row("kernel", "best s", "middle s", "Node alone", "ratio")}\n`);
for (const kernel of kernels) {
  const [own, alone]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    alone.push(secondsOf(["-e", "0"]));
    own.push(secondsOf(buildOf(kernel)));
  }
  const [best, start] = [Math.min(...own), Math.min(...alone)];
  if (best >= mostSeconds) process.exitCode = 1;
  const cells = [best.toFixed(2), middleOf(own).toFixed(2), start.toFixed(2), (best / start).toFixed(1)];
  process.stdout.write(`${row(kernel, ...cells)}${best >= mostSeconds ? "  MISS" : ""}\n`);
}
rmSync(out, { recursive: true });

function buildOf(kernel: string): readonly string[] {
  const source = join(folder, `${kernel}.py`);
  return ["bin/lutra.js", "build", source, "--to", "verilog", "-o", join(out, kernel), "--clock", "6ns"];
}

function secondsOf(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - start) / 1000;
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(16)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}
