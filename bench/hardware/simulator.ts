/**
 * Our simulator beside Icarus Verilog and Verilator's default build: clocks a second, and the time until the first one.
 * All three end with the same checksum. Times are those of the processor, for machines that do other things too. Ours
 * and Verilator take turns, and each rate is the best of many rounds: such machines are slow for seconds, then fast again.
 * Cells are operations and registers of the circuit; Verilator runs on one thread, with the flags that it has by itself.
 * A circuit on which we are slower than Verilator or 20 times Icarus, or build in more than a tenth of Verilator's time,
 * is a MISS, and the status is 1.
 *
 *     npm run bench:simulator                    a table, which takes ten minutes: C++ of large circuits compiles slowly
 *     npm run bench:simulator -- filter hash     only these
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { printVerilog, signalsOf } from "../../src/hardware/verilog/index.ts";
import { moduleName } from "../../src/hardware/verilog/names.ts";
import { type Circuit, cellsIn, circuits } from "./circuits.ts";

interface Bench {
  readonly build: number; // seconds
  readonly checksum: string;
  readonly rate: () => number; // clocks a second, the best of a turn
}

const turns = 4;
const turnSeconds = 1.5;

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const chosen = circuits().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
process.stdout.write(
  "circuit     cells   clocks/s      Verilator     Icarus     faster than both   build s  Verilator\n",
);
for (const circuit of chosen) {
  const ours = await lutra(circuit);
  const folder = mkdtempSync(join(tmpdir(), "lutra-bench-"));
  try {
    writeFileSync(join(folder, "design.v"), printVerilog(circuit.design));
    const theirs = verilator(circuit, folder);
    const slow = icarus(circuit, folder);
    for (const other of [theirs, slow]) {
      if (other.checksum !== ours.checksum)
        throw new Error(`${circuit.name}: ${ours.checksum}, ${other.checksum}`);
    }
    const rates = { ours: 0, theirs: 0, slow: slow.rate() };
    for (let turn = 0; turn < turns; turn++) {
      rates.ours = Math.max(rates.ours, ours.rate());
      rates.theirs = Math.max(rates.theirs, theirs.rate());
    }
    const isMiss =
      rates.ours < rates.theirs || rates.ours < 20 * rates.slow || ours.build > theirs.build / 10;
    if (isMiss) process.exitCode = 1;
    const number = (value: number, width: number): string =>
      Math.round(value).toLocaleString("en").padStart(width);
    process.stdout.write(
      `${circuit.name.padEnd(9)} ${number(cellsIn(circuit.design), 7)} ${number(rates.ours, 10)} ${number(rates.theirs, 14)} ` +
        `${number(rates.slow, 10)} ${(rates.ours / rates.theirs).toFixed(2).padStart(9)}x ${(rates.ours / rates.slow).toFixed(0).padStart(6)}x ` +
        `${ours.build.toFixed(2).padStart(11)} ${theirs.build.toFixed(2).padStart(10)}${isMiss ? "  MISS" : ""}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function lutra({ design, cycles }: Circuit): Promise<Bench> {
  await simulate(design); // loads the WebAssembly library
  const start = process.cpuUsage();
  const circuit = await simulate(design);
  circuit.step(1);
  const build = seconds(start);
  circuit.step(few(cycles) - 1);
  const checksum = circuit.get("checksum").toString(16).padStart(8, "0");
  const rate = (): number => {
    let best = 0; // engines optimise functions that run often, somewhat later
    for (const turn = process.cpuUsage(); seconds(turn) < turnSeconds; ) {
      const begin = process.cpuUsage();
      circuit.step(cycles);
      best = Math.max(best, cycles / seconds(begin));
    }
    return best;
  };
  return { build, checksum, rate };
}

/** After so many clocks checksums are compared. */
function few(cycles: number): number {
  return cycles / 100;
}

function seconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function verilator({ design, cycles }: Circuit, folder: string): Bench {
  writeFileSync(join(folder, "main.cpp"), harness(cycles));
  const args = "--cc --exe --build --top-module design_top -Wno-fatal main.cpp design.v top.v -o bench".split(
    " ",
  );
  writeFileSync(join(folder, "top.v"), top(design));
  const build = timed(["verilator", ...args], folder);
  const turn = (): readonly string[] => run(["./obj_dir/bench"], folder).trim().split(" ");
  return { build, checksum: turn()[1] ?? "", rate: () => cycles / Number(turn()[0] ?? 0) };
}

/** The module under one name for all. */
function top({ top: module }: Design): string {
  const reset = signalsOf(module).reset ? ", .rst(rst)" : "";
  return `module design_top (input wire clk, input wire rst, output wire [31:0] checksum);
  ${moduleName(module)} inner (.clk(clk)${reset}, .checksum(checksum));
endmodule
`;
}

function harness(cycles: number): string {
  return `#include "Vdesign_top.h"
#include <cstdio>
#include <ctime>
int main() {
  Vdesign_top circuit;
  circuit.rst = 0;
  double best = 1e30;
  unsigned checksum = 0;
  clock_t turn = clock();
  for (int round = 0; round == 0 || clock() - turn < ${turnSeconds} * CLOCKS_PER_SEC; round++) {
    clock_t start = clock();
    for (int k = 0; k < ${cycles}; k++) {
      circuit.clk = 0; circuit.eval();
      circuit.clk = 1; circuit.eval();
      if (k + 1 == ${few(cycles)} && round == 0) checksum = circuit.checksum;
    }
    double time = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (time < best) best = time;
  }
  printf("%.9f %08x\\n", best, checksum);
}
`;
}

function icarus({ cycles }: Circuit, folder: string): Bench {
  writeFileSync(
    join(folder, "bench.v"),
    `module bench;
  reg clk = 0;
  reg rst = 0;
  wire [31:0] checksum;
  design_top dut (.clk(clk), .rst(rst), .checksum(checksum));
  integer k;
  initial begin
    for (k = 0; k < ${few(cycles)}; k = k + 1) begin
      #1 clk = 1;
      #1 clk = 0;
    end
    $display("%h", checksum);
  end
endmodule
`,
  );
  const build = timed(["iverilog", "-g2005", "-o", "bench.vvp", "bench.v", "top.v", "design.v"], folder);
  const [checksum = "", time = "0"] = run(
    ["bash", "-c", "TIMEFORMAT='%U'; time vvp -n bench.vvp"],
    folder,
    "both",
  )
    .trim()
    .split(/\s+/);
  return { build, checksum, rate: () => few(cycles) / Number(time) };
}

/** Seconds of the processor that a command and what it starts take. */
function timed(command: readonly string[], folder: string): number {
  const text = run(
    ["bash", "-c", `TIMEFORMAT='%U %S'; time ${command.join(" ")} > log.txt 2>&1`],
    folder,
    "both",
  );
  const [user = "0", system = "0"] = text.trim().split(/\s+/);
  return Number(user) + Number(system);
}

function run([command = "", ...args]: readonly string[], cwd: string, what: "out" | "both" = "out"): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}${stdout}`);
  return what === "out" ? stdout : stdout + stderr;
}
