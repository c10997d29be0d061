/**
 * Networks as one graph that takes a sample every cycle, beside da4ml's.
 *
 *     npm run bench:flat                   cycles, adders and seconds; results compared with the reference
 *     npm run bench:flat -- --area         LUTs and flip-flops by Yosys too, which takes minutes
 *
 * The jet tagger of the QONNX model zoo is read from ../shared/data/networks where that is there; a network of the same shape
 * with weights from a seed is always measured.
 */
import { existsSync, readFileSync } from "node:fs";
import { compile, compileNetwork, explain, toLoops } from "../../src/driver/compile.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { measureArea } from "../../src/outside/area.ts";
import { parseSchedule } from "../../src/schedule/index.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { parseType } from "../../src/types/parse.ts";
import { circuitOf, runOf } from "./kernel.ts";

const samples = 64;
const periodNs = 5; // five adders of da4ml's circuit, one behind another

interface Flat {
  readonly name: string;
  readonly loops: () => Loops;
  readonly steps: string;
}

const tagger = "../shared/data/networks/jet_qkeras6b.qonnx.onnx";

const networks: readonly Flat[] = [
  {
    name: "16-64-32-32-5, weights from a seed",
    loops: seeded,
    steps: "flatten n\npartition x dim=1 complete\npartition y dim=1 complete",
  },
  ...(existsSync(tagger)
    ? [
        {
          name: "jet_qkeras6b",
          loops: jets,
          steps:
            "quantize Add_3_out0_out to=fixed<17,6>\nfixed_point\nflatten sample\npartition global_in dim=1 complete\npartition Add_3_out0_out dim=1 complete",
        },
      ]
    : []),
];

const withArea = process.argv.includes("--area");
process.stdout.write(`${columns("", "depth", "II", "adders", "LUTs", "FFs", "DSPs", "seconds")}\n`);
for (const network of networks) await print(network);
process.stdout.write(
  `${columns("da4ml 0.6, jet_qkeras6b", "7", "1", "2384", "24807", "4398", "0", "1.8")}\n`,
);
if (!existsSync(tagger)) process.stdout.write(`${tagger} is not here: jet_qkeras6b was not measured\n`);

async function print({ name, loops, steps }: Flat): Promise<void> {
  const rolled = loops();
  const begun = process.cpuUsage();
  const made = circuitOf(scheduled(rolled, steps), periodNs);
  printVerilog(made.design);
  const seconds = process.cpuUsage(begun).user / 1e6;
  // What a step changes by design, it changes for the reference too.
  const [first = ""] = steps.split("\n");
  const { same, cycles } = await runOf(
    made,
    first.startsWith("quantize") ? scheduled(rolled, first) : rolled,
  );
  if (!same || cycles !== made.prediction.most) process.exitCode = 1;
  const { operators } = reportOf(made);
  const adders = operators
    .filter(({ operation }) => /^(add|sub|neg) /.test(operation))
    .reduce((sum, { units }) => sum + units, 0);
  const area = withArea ? (await measureArea(made.design, "xcup")).area : null;
  const [timing] = [...made.timings.values()].filter(({ ii }) => ii !== null);
  const cells = [
    cycles - samples - 1, // without the cycle in which a sample is asked for
    timing?.ii ?? "",
    adders,
    area?.lut ?? "",
    area?.ff ?? "",
    operators.reduce((sum, { units, dsps }) => sum + units * dsps, 0),
    seconds.toFixed(1),
  ];
  process.stdout.write(`${columns(`${name}${same ? "" : ", other results"}`, ...cells.map(String))}\n`);
}

function scheduled(loops: Loops, steps: string): Loops {
  const parsed = parseSchedule(steps);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("; "));
  const applied = apply(loops, parsed.schedule);
  if (!applied.ok) throw new Error(applied.refusal.message);
  return applied.loops;
}

function jets(): Loops {
  const type = parseType("fixed<8,4>[1,16]");
  if (!type.ok) throw new Error("a type");
  const compiled = compileNetwork(
    { path: tagger, bytes: readFileSync(tagger) },
    { samples, results: ["Add_3"], args: new Map([["global_in", type.type]]) },
  );
  return lowered(compiled);
}

function lowered(compiled: ReturnType<typeof compileNetwork> | ReturnType<typeof compile>): Loops {
  if (!compiled.ok) throw new Error(explain(compiled));
  const found = toLoops(compiled);
  if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join("; "));
  return found.loops;
}

/** The same layers in integers, with half of the weights 0, as training leaves them. */
function seeded(): Loops {
  const sizes = [16, 64, 32, 32, 5];
  let state = 20261117;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
  const weight = (): number => (next(2) === 0 ? 0 : next(63) - 31);
  const lines = [`def layers(x: "int8[${samples}, 16]", y: "int32[${samples}, 5]"):`];
  for (const [layer, to] of sizes.slice(1).entries()) {
    const rows = Array.from({ length: sizes[layer] ?? 1 }, () => Array.from({ length: to }, weight));
    lines.push(`    w${layer} = np.array(${JSON.stringify(rows)}, dtype=np.int32)`);
  }
  lines.push(`    for n in range(${samples}):`);
  for (const [layer, to] of sizes.slice(1).entries()) {
    const isLast = layer + 2 === sizes.length;
    const operand = layer === 0 ? "x[n, i]" : `h${layer}[i]`;
    const result = isLast ? "y[n, j] = s" : `h${layer + 1}[j] = np.uint8(np.clip((s + 16) >> 5, 0, 63))`;
    lines.push(
      ...(isLast ? [] : [`        h${layer + 1} = np.empty(${to}, np.uint8)`]),
      `        for j in range(${to}):`,
      "            s = np.int32(0)",
      `            for i in range(${sizes[layer]}):`,
      `                s += np.int32(${operand}) * w${layer}[i, j]`,
      `            ${result}`,
    );
  }
  const text = ["import numpy as np", "from pylog import *", "", "@pylog", ...lines].join("\n");
  return lowered(compile({ path: "layers.py", text }));
}

function columns(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(9))].join("");
}
