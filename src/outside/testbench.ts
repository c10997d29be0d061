/** A circuit's testbench, compiled by Icarus Verilog or Verilator and run as a program of its own. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type CallOptions,
  type Circuit,
  endless,
  faultOf,
  type VerilogKernel,
  type VerilogOptions,
  type VerilogResult,
} from "../call/circuit.ts";
import type { Arguments } from "../call/outside.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { cycleLimit } from "../hardware/bench/call.ts";
import {
  dataFiles,
  folders,
  printTestbench,
  takeResults,
  testbenchName,
  UnknownBits,
} from "../hardware/testbench/index.ts";
import { verilatorMakeFlags } from "../hardware/testbench/project.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { runProcess } from "../toolchain/process.ts";
import { makeWorkspace, type Workspace } from "../toolchain/workspace.ts";
import { compileWith } from "./program.ts";

type Outside = "icarus" | "verilator";

const runTimeoutMs = 600_000;

/** Leaves nothing behind when it cannot be built. */
export async function compileTestbench(
  circuit: Circuit,
  options: VerilogOptions & { readonly sim: Outside },
): Promise<VerilogKernel> {
  const workspace = makeWorkspace();
  try {
    await compile(workspace, circuit, options);
  } catch (error) {
    workspace.remove();
    throw error;
  }
  return {
    run: (args, one = {}) => call(workspace, circuit, options, args, one),
    remove: workspace.remove,
  };
}

async function compile(
  workspace: Workspace,
  { design, interface: ports, checks, source }: Circuit,
  { sim, clockMHz = 100 }: VerilogOptions & { readonly sim: Outside },
): Promise<void> {
  const named = source === undefined ? {} : { source };
  const texts = [
    [bench, printTestbench(design, ports, { clockMHz, checks, ...named })],
    [circuitFile, printVerilog(design)],
  ] as const;
  for (const [name, text] of texts) writeFileSync(join(workspace.path, name), text);
  const files = texts.map(([name]) => name);
  const what = "Verilog";
  if (sim === "icarus") {
    const help = "install Icarus Verilog (iverilog), or leave --sim out: Lutra's own simulator needs no tool";
    await compileWith(workspace, "iverilog", ["-g2005", "-o", program, ...files], { what, help });
    return;
  }
  const words = [
    ...["--binary", "--timing", "--trace", "--top-module", testbenchName(design)],
    ...["--Mdir", "build", "-o", join("..", program), "-MAKEFLAGS", verilatorMakeFlags],
  ];
  const help = "install Verilator 5, or leave --sim out: Lutra's own simulator needs no tool";
  const explain = (stderr: string): ToolFailure | null =>
    /Invalid option: --(binary|timing)/.test(stderr)
      ? new ToolFailure("verilator is older than 5", help)
      : null;
  await compileWith(workspace, process.env.LUTRA_VERILATOR || "verilator", [...words, ...files], {
    what,
    help,
    explain,
  });
}

const [bench, circuitFile, program] = ["testbench.v", "circuit.v", "simulation"];

async function call(
  workspace: Workspace,
  circuit: Circuit,
  { sim, limit = cycleLimit }: VerilogOptions & { readonly sim: Outside },
  args: Arguments,
  { vcd, stalls = 0 }: CallOptions,
): Promise<VerilogResult> {
  const { design, interface: ports, checks } = circuit;
  const folder = workspace.folder("call");
  rmSync(join(folder, folders.results), { recursive: true, force: true });
  mkdirSync(join(folder, folders.results));
  for (const [name, text] of dataFiles(ports, args)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const pauses = stalls === 0 ? [] : [`+stalls=${stalls}`];
  const words = ["+nocheck", `+limit=${limit}`, ...pauses, ...(vcd === undefined ? [] : ["+vcd"])];
  const path = join(workspace.path, program);
  const [command, ...before] = sim === "icarus" ? ["vvp", "-n", path] : [path];
  const outcome = await runProcess(command, [...before, ...words], { timeoutMs: runTimeoutMs, cwd: folder });
  if (outcome.kind === "failed") throw broken(`the simulation failed: ${outcome.message}`);
  if (vcd !== undefined) copyFileSync(join(folder, `${moduleName(design.top)}.vcd`), vcd);

  const fault = /^FAULT (\d+) after \d+ cycles(?:, value ([\da-f]+))?$/m.exec(outcome.stdout);
  if (fault !== null) {
    const value = fault[2] === undefined ? null : BigInt(`0x${fault[2]}`);
    throw faultOf(checks, { check: Number(fault[1]) - 1, value });
  }
  if (/^TIMEOUT /m.test(outcome.stdout)) throw endless(circuit, limit);
  const cycles = /^cycles (\d+)$/m.exec(outcome.stdout)?.[1];
  if (cycles === undefined) {
    const said = outcome.stderr.trim() || outcome.stdout.trim() || `status ${outcome.status}`;
    throw broken(`the simulation failed: ${said}`);
  }
  try {
    const results = takeResults(ports, args, (name) => readFileSync(join(folder, name), "utf8"));
    return { results, cycles: Number(cycles) };
  } catch (error) {
    throw error instanceof UnknownBits ? broken(error.message) : error;
  }
}

/** What we generated does not run. */
function broken(message: string): ToolFailure {
  return new ToolFailure(message, null, { absent: false });
}
