/**
 * The layers that OpenHLS was measured on, at its sizes and types, beside its figures.
 *
 *     npm run bench:openhls                cycles and units; circuits are run and compared with the reference
 *     npm run bench:openhls -- --area      LUTs by Yosys too, which takes many minutes
 *     npm run bench:openhls -- conv        one layer
 *
 * Yosys maps each unit once (a module for each kind of them), and what is around units without looking into them.
 *
 * OpenHLS's cycles, LUTs and DSPs are those of (5,11) on an Alveo U280 at 10 ns.
 */
import { readFileSync } from "node:fs";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { measureArea } from "../../src/outside/area.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { circuitOf, runOf, underLines } from "./kernel.ts";

interface Layer {
  readonly name: string;
  readonly anchor: { readonly cycles: number; readonly luts: number; readonly dsps: number };
}

const layers: readonly Layer[] = [
  { name: "addmm", anchor: { cycles: 77, luts: 95_881, dsps: 256 } },
  { name: "batch_norm", anchor: { cycles: 29, luts: 203_139, dsps: 180 } },
  { name: "conv", anchor: { cycles: 54, luts: 201_512, dsps: 588 } },
  { name: "max_pool", anchor: { cycles: 165, luts: 21_965, dsps: 0 } },
  { name: "soft_max", anchor: { cycles: 88, luts: 364_615, dsps: 768 } },
];

const types = ["float<5,11>", "float<5,4>", "float<5,3>"];
const periodNs = 10;
const kept = { hierarchy: "kept", timeoutMs: 60 * 60_000 } as const;
const withArea = process.argv.includes("--area");

process.stdout.write(`${row("", "cycles", "OpenHLS", "LUTs", "OpenHLS", "DSPs", "OpenHLS", "seconds")}\n`);
const names = process.argv.slice(2).filter((word) => !word.startsWith("-"));
for (const layer of layers.filter(({ name }) => names.length === 0 || names.includes(name)))
  for (const type of types) await print(layer, type);

async function print({ name, anchor }: Layer, type: string): Promise<void> {
  const begun = process.cpuUsage();
  const rolled = loopsOf(name, type);
  const made = circuitOf(scheduled(rolled, name), periodNs);
  const seconds = process.cpuUsage(begun).user / 1e6;
  // The order of a sum is the schedule's to choose, and the reference's to follow.
  const { same, cycles } = await runOf(made, scheduled(rolled, name, /^(fuse|reassociate) /));
  if (!same || cycles !== made.prediction.most) process.exitCode = 1;
  const area = withArea ? (await measureArea(made.design, "xcup", kept)).area : null;
  const units = reportOf(made).operators.reduce((sum, one) => sum + one.units * one.dsps, 0);
  const cells = [
    cycles,
    anchor.cycles,
    area?.lut ?? "",
    anchor.luts,
    area?.dsp ?? units,
    anchor.dsps,
    seconds.toFixed(1),
  ];
  process.stdout.write(`${row(`${name} ${type}${same ? "" : ", other results"}`, ...cells.map(String))}\n`);
}

function loopsOf(name: string, type: string): Loops {
  const path = `examples/openhls/${name}.py`;
  const text = readFileSync(path, "utf8").replaceAll("float<5,11>", type);
  const compiled = compile({ path, text });
  if (!compiled.ok) throw new Error(explain(compiled));
  const found = toLoops(compiled);
  if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join("; "));
  return found.loops;
}

function scheduled(loops: Loops, name: string, only: RegExp = /./): Loops {
  return underLines(loops, `examples/openhls/${name}.schedule`, only);
}

function row(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(28), ...cells.map((cell) => cell.padStart(10))].join("");
}
