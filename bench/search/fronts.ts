/**
 * Pareto points of small kernels, cycles against LUTs (PyLog, journal, figure 7), and whether one of them has fewer of both than
 * Bambu's circuit at -O3. LUTs are counted by Yosys; the drawing is OUTPUT/NAME/search.html.
 *
 *     npm run bench:fronts -- [NAME …] [--budget 100] [--workers 1] [--output build/fronts]
 *
 * Cycles are predicted; where data say how often a loop runs, for 16 iterations of it, so they are not compared there.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { anchors } from "../hardware/anchors.ts";
import { flushed } from "../hardware/kernel.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "100" },
    workers: { type: "string", default: "1" },
    output: { type: "string", default: "build/fronts" },
  },
});

/** Data say how often their loops run. */
const open: ReadonlySet<string> = new Set(["spmv"]);

interface Design {
  readonly cycles: number;
  readonly luts: number; // counted
}

console.log("kernel           Bambu -O3: cycles   LUTs   ours: cycles   LUTs   points");
let worse = 0;
for (const { kernel, periodNs, others } of anchors) {
  const bambu = others.find(({ who }) => who === "Bambu -O3");
  const isAsked = positionals.length === 0 ? !open.has(kernel) : positionals.includes(kernel);
  if (bambu?.cycles == null || bambu.lut === undefined || kernel.endsWith(flushed) || !isAsked) continue;
  const [theirs, lut] = [bambu.cycles, bambu.lut];
  const front = frontOf(kernel, periodNs);
  const [better] = front
    .filter(({ cycles, luts }) => cycles < theirs && luts < lut)
    .toSorted((a, b) => a.cycles - b.cycles);
  if (better === undefined) worse++;
  const ours = better === undefined ? ["none", ""] : [String(better.cycles), String(better.luts)];
  console.log(
    [
      kernel.padEnd(16),
      String(theirs).padStart(18),
      String(lut).padStart(6),
      (ours[0] ?? "").padStart(14),
      (ours[1] ?? "").padStart(6),
      front.map(({ cycles, luts }) => `${cycles}/${luts}`).join(" "),
    ].join(" "),
  );
}
if (worse > 0) process.exitCode = 1;

/** Points whose circuits were counted, the fastest first. */
function frontOf(kernel: string, periodNs: number): readonly Design[] {
  mkdirSync(options.output, { recursive: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["bin/lutra.js", "search", join("bench/hardware/kernels", `${kernel}.py`), "--json", "--area"],
      ...["--part", "xcup", "--clock", `${periodNs}ns`, "--objective", "cycles,luts"],
      ...["--budget", options.budget, "--workers", options.workers],
      ...["-o", join(options.output, kernel), "--force"],
    ],
    { encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  const facts = JSON.parse(stdout === "" ? "{}" : stdout) as {
    readonly ok?: boolean;
    readonly front?: readonly {
      readonly objectives: { readonly cycles: number };
      readonly measured?: { readonly "real luts": number };
    }[];
  };
  if (facts.ok !== true) throw new Error(`${kernel}: ${stdout}${stderr}`);
  return (facts.front ?? []).flatMap(({ objectives: { cycles }, measured }) =>
    measured === undefined ? [] : [{ cycles, luts: measured["real luts"] }],
  );
}
