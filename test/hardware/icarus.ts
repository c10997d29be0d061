/** Circuits in Icarus Verilog: somebody else's idea of what our Verilog means. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Design, Module } from "../../src/hardware/netlist/nodes.ts";
import { printVerilog, signalsOf } from "../../src/hardware/verilog/index.ts";
import { clock, moduleName, namesOf, reset } from "../../src/hardware/verilog/names.ts";
import type { Cycle } from "./trace.ts";

/** Is Icarus Verilog here? With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
export function icarusAvailable(): boolean {
  const probe = spawnSync("iverilog", ["-V"], { encoding: "utf8" });
  const available = probe.error === undefined && probe.stdout.includes("Icarus Verilog version");
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`iverilog does not work: ${probe.error?.message ?? probe.stderr}`);
  }
  return available;
}

/** A line a cycle: the outputs in hexadecimal, before the clock. */
export function icarusTrace(design: Design, cycles: readonly Cycle[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "lutra-icarus-"));
  try {
    writeFileSync(join(folder, "design.v"), printVerilog(design));
    writeFileSync(join(folder, "bench.v"), bench(design, cycles));
    run("iverilog", ["-g2005", "-Wall", "-Wno-timescale", "-o", "bench", "bench.v", "design.v"], folder);
    const lines = run("vvp", ["-n", "bench"], folder).trimEnd().split("\n");
    return lines.map((line) => line.split(" ").map(trimZeros).join(" "));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}${stdout}`);
  if (stderr !== "") throw new Error(`${command} warns: ${stderr}`);
  return stdout;
}

function trimZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

/** Sets the inputs, looks at the outputs, and clocks: once a cycle. */
function bench({ top }: Design, cycles: readonly Cycle[]): string {
  const names = namesOf(top);
  const signals = signalsOf(top);
  const implicit = [...(signals.clock ? [clock] : []), ...(signals.reset ? [reset] : [])];
  const inputs = top.inputs.map(({ name, width }) => ({ name: names.inner.get(name), width }));
  const outputs = top.outputs.map(({ name, value }) => ({
    name: names.outputs.get(name),
    width: value.width,
  }));
  const connections = [
    ...implicit.map((name) => `.${name}(${name})`),
    ...inputs.map(({ name }) => `.${name}(i_${name})`),
    ...outputs.map(({ name }) => `.${name}(o_${name})`),
  ];
  const steps = cycles.flatMap(({ reset: up, inputs: values }) => [
    `    rst = ${up ? 1 : 0};`,
    ...inputs.map(
      ({ name, width }, index) => `    i_${name} = ${width}'h${(values[index] ?? 0n).toString(16)};`,
    ),
    `    #1 $display("${outputs.map(() => "%h").join(" ")}", ${outputs.map(({ name }) => `o_${name}`).join(", ")});`,
    "    #1 clk = 1;",
    "    #1 clk = 0;",
  ]);
  return [
    "module bench;",
    "  reg clk = 0;",
    "  reg rst = 0;",
    ...inputs.map(({ name, width }) => `  reg [${width - 1}:0] i_${name};`),
    ...outputs.map(({ name, width }) => `  wire [${width - 1}:0] o_${name};`),
    `  ${moduleName(top)} dut (${connections.join(", ")});`,
    "  initial begin",
    ...readData(top, "dut").map((path) => `    ${path} = 0; // our simulators begin so; in Verilog it is x`),
    ...steps,
    "  end",
    "endmodule",
    "",
  ].join("\n");
}

/** Every register that a synchronous read fills, by its path. */
function readData(module: Module, path: string): readonly string[] {
  const names = namesOf(module);
  const own = module.memories.flatMap(({ reads }) => reads.filter(({ latency }) => latency === 1));
  return [
    ...own.map(({ data }) => `${path}.${names.inner.get(data)}`),
    ...module.instances.flatMap((inner) => readData(inner.module, `${path}.${names.inner.get(inner.name)}`)),
  ];
}
