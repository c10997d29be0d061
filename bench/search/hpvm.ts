/**
 * HPVM2FPGA's evaluation (figure 2): the design that a search finds against the one nobody optimised, on its seven applications.
 *
 *     npm run bench:hpvm -- [NAME …] [--budget 60s] [--method pareto] [--workers 1] [--output build/hpvm]
 *
 * Cycles are those of simulated circuits on the data of each example, so what data decide is in them. What the circuits compute is
 * compared with CPython's results: bit by bit, but for backpropagation, as NumPy's `exp` is not rounded correctly. Needs CPython
 * with NumPy.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "60s" },
    method: { type: "string", default: "pareto" },
    workers: { type: "string", default: "1" },
    output: { type: "string", default: "build/hpvm" },
  },
});

/** What the paper tells; of backpropagation and of Pre-Euler only that a column is cut off at 10, and of one Rodinia kernel 33.5. */
const theirs: Readonly<Record<string, string>> = {
  edge: "3.5",
  cava: "5.6",
  audio: "2.1",
  bfs: "≥ 1.7",
  backprop: "> 10",
  euler: "≥ 1.7",
  pre_euler: "> 10",
};
/** Of a part that has no less, what their Arria 10 GX 1150 has: ALMs, DSP blocks, and the bits of its M20K memories. */
const device = ["--part", "xcvu9p-flgb2104-2-i", "--clock", "200MHz"];
const within = "luts=427200,dsps=1518,brams=1507";
const theirMean = 5.4;
const target = 12;

const names = Object.keys(theirs).filter((name) => positionals.length === 0 || positionals.includes(name));
console.log(
  "application    as written   Lutra's own         searched   speedup   HPVM2FPGA   designs  seconds",
);
const speedups: number[] = [];
for (const name of names) {
  const file = join("examples", "hpvm", `${name}.py`);
  const folder = join(options.output, name);
  mkdirSync(folder, { recursive: true });
  const data = dataOf(file, name, folder);
  const started = performance.now();
  const found = searched(file, join(folder, "found"));
  const seconds = (performance.now() - started) / 1000;
  const cycles = ["none", "auto", join(folder, "found", "front", "1.schedule")].map((schedule, at) =>
    cyclesOf(file, schedule, data, join(folder, String(at))),
  );
  const [written = 0, own = 0, best = 0] = cycles;
  const speedup = written / Math.min(own, best);
  speedups.push(speedup);
  console.log(
    [
      name.padEnd(12),
      String(written).padStart(12),
      `${own} (${(written / own).toFixed(1)}x)`.padStart(18),
      String(best).padStart(12),
      `${speedup.toFixed(1)}x`.padStart(9),
      (theirs[name] ?? "").padStart(11),
      String(found).padStart(9),
      seconds.toFixed(0).padStart(8),
    ].join(" "),
  );
}
const mean = Math.exp(speedups.reduce((sum, one) => sum + Math.log(one), 0) / speedups.length);
console.log(
  `geometric mean ${mean.toFixed(1)}x; HPVM2FPGA's is ${theirMean}x, and ours should be ${target}x`,
);
if (names.length === Object.keys(theirs).length && mean < target) process.exitCode = 1;

/** Arguments as the example makes them, before and after the kernel has run in CPython. */
function dataOf(file: string, name: string, folder: string): string {
  const path = join(folder, "data.npz");
  const program = `
import sys
import numpy as np
sys.path.insert(0, ${JSON.stringify(resolve("test/numpy"))})
module = {"__name__": "example"}
exec(compile(open(${JSON.stringify(file)}).read(), ${JSON.stringify(file)}, "exec"), module)
arrays = module["data"](np.random.default_rng(1))
np.savez(${JSON.stringify(path)}, **arrays)
module[${JSON.stringify(name)}](**arrays)
np.savez(${JSON.stringify(join(folder, "expected.npz"))}, **arrays)
`;
  execFileSync("python3", ["-c", program]);
  return path;
}

function lutra(...words: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ["bin/lutra.js", ...words, "--json"], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const facts = JSON.parse(stdout === "" ? "{}" : stdout) as { readonly ok?: boolean };
  if (facts.ok !== true) throw new Error(`lutra ${words.join(" ")}: ${stdout}${stderr}`);
  return facts;
}

/** How many designs were evaluated. */
function searched(file: string, output: string): number {
  const { budget, method, workers } = options;
  const words = ["--within", within, "--budget", budget, "--method", method, "--workers", workers];
  return (
    lutra("search", file, ...device, ...words, "-o", output, "--force") as {
      readonly trace: readonly unknown[];
    }
  ).trace.length;
}

/** Of the simulated circuit, whose results must be those of CPython. */
function cyclesOf(file: string, schedule: string, data: string, out: string): number {
  const words = ["--on", "verilog", ...device, "--schedule", schedule, "--in", data, "--out", out];
  const { hardware } = lutra("run", file, ...words) as { readonly hardware: { readonly cycles: number } };
  const program = `
import sys, os
import numpy as np
expected = np.load(${JSON.stringify(join(data, "..", "expected.npz"))})
for name in expected:
    path = os.path.join(${JSON.stringify(out)}, name + ".npy")
    ours, theirs = np.load(path), expected[name]
    same = np.allclose(ours, theirs, rtol=1e-5) if "backprop" in path else np.array_equal(ours, theirs)
    if not same:
        sys.exit(name + " differs")
`;
  execFileSync("python3", ["-c", program]);
  return hardware.cycles;
}
