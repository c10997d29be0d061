/**
 * Synthesis by Yosys: the one that is installed, or the one that comes with Lutra as WebAssembly.
 *
 *     const outcome = await synthesizeVerilog({ files: { "design.v": text }, top: "gemm", family: "xcup" });
 *     if (outcome.kind === "done") console.log(outcome.cells); // { LUT6: 120, FDRE: 64, … }
 *
 * LUTRA_YOSYS=embedded takes the embedded one even where another is installed, LUTRA_YOSYS=native takes no other.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type CellsOf,
  lastError,
  netlistCommands,
  netlistFiles,
  quoted,
  synthesis,
} from "../device/synthesis.ts";
import { runEmbedded } from "./embedded.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";

export type { FpgaFamily } from "../device/synthesis.ts";
export type YosysChoice = "any" | "native" | "embedded";

export interface VerilogSource {
  readonly files: Readonly<Record<string, string>>; // names (relative, with / between folders) and texts
  readonly top: string;
  readonly timeoutMs?: number;
  readonly yosys?: YosysChoice;
}

export interface SynthesisJob extends VerilogSource, CellsOf {}

export type SynthesisOutcome =
  | {
      readonly kind: "done";
      readonly version: string; // of Yosys
      readonly cells: Cells; // of the whole
      readonly modules: Readonly<Record<string, Cells>>; // of each module; one where it is flat
      readonly problems: readonly Problem[]; // what a circuit must not have
      readonly messages: readonly string[]; // other warnings
    }
  | { readonly kind: "failed"; readonly message: string };

/** Cells of the part, by type. */
export type Cells = Readonly<Record<string, number>>;

export interface Problem {
  readonly kind: "latch" | "loop" | "drivers" | "undriven";
  readonly message: string;
}

export type CheckOutcome =
  | { readonly kind: "done"; readonly problems: readonly Problem[]; readonly messages: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

/** What the circuit takes on a family of parts, and what is wrong with it. */
export async function synthesizeVerilog(job: SynthesisJob): Promise<SynthesisOutcome> {
  const flatten = job.hierarchy === "kept" ? [] : ["flatten"];
  const commands = [...readAndCheck(job), ...flatten, synthesis(job), "tee -q -o stat.json stat -json"];
  return inFolder(job, commands, (said) => {
    const stat: unknown = JSON.parse(said.file("stat.json"));
    const modules = Object.entries(recordOf(field(stat, "modules"))).map(
      ([name, module]) => [name.replace(/^\\/, ""), cellsOf(module)] as const,
    );
    const cells = cellsOf(field(stat, "design"));
    return {
      ...{ kind: "done", version: versionOf(stat), cells },
      ...{ modules: Object.fromEntries(modules), ...found(said) },
    };
  });
}

export type NetlistOutcome =
  | { readonly kind: "done"; readonly json: string; readonly verilog: string }
  | { readonly kind: "failed"; readonly message: string };

/** The circuit in cells of the family, as Yosys writes it for nextpnr. */
export async function netlistOfVerilog(job: SynthesisJob): Promise<NetlistOutcome> {
  const commands = netlistCommands(job, Object.keys(job.files));
  const { netlist, cells } = netlistFiles;
  return inFolder(job, commands, ({ file }) => ({ kind: "done", json: file(netlist), verilog: file(cells) }));
}

/** Latches, combinational loops, wires with two drivers or none: without synthesis, so in a moment. */
export async function checkVerilog(source: VerilogSource): Promise<CheckOutcome> {
  return inFolder(source, readAndCheck(source), (said) => ({ kind: "done", ...found(said) }));
}

/**
 * Two drivers are looked for before anything is simplified. Loops are looked for among single bits where that is
 * possible: a vector may well depend on another part of itself.
 */
function readAndCheck({ files, top }: VerilogSource): readonly string[] {
  return [
    ...Object.keys(files).map((name) => `read_verilog ${quoted(name)}`),
    `hierarchy -check -top ${quoted(top)}`,
    "proc",
    "tee -q -o drivers.txt check",
    "design -save circuit",
    "setattr -mod -unset keep_hierarchy", // loops may go through several modules
    "flatten",
    "opt_clean",
    "simplemap",
    "tee -q -o loops.txt check",
    "tee -q -o latches.txt select -list t:$dlatch t:$adlatch t:$dlatchsr t:$_DLATCH_* t:$_DLATCHSR_* t:$sr",
    "design -load circuit",
  ];
}

export interface Said {
  readonly output: string;
  file(name: string): string;
}

export type Failed = { readonly kind: "failed"; readonly message: string };

/** Commands on files in a folder of their own, and what is read of what they leave there. */
export async function inFolder<T>(
  source: VerilogSource,
  commands: readonly string[],
  read: (said: Said) => T,
): Promise<T | Failed> {
  const workspace = makeWorkspace();
  const folder = workspace.path;
  try {
    for (const [name, text] of Object.entries(source.files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(folder, scriptName), `${commands.join("\n")}\n`);
    const outcome = await runYosys(source, folder);
    const full = fullDisk(workspace, "yosys");
    if (full !== null) return { kind: "failed", message: full };
    if (outcome.kind === "failed") return { kind: "failed", message: outcome.message };
    const output = `${outcome.stdout}\n${outcome.stderr}`;
    if (outcome.status !== 0) return { kind: "failed", message: complaint(output, outcome.status) };
    return read({ output, file: (name) => readFileSync(join(folder, name), "utf8") });
  } finally {
    workspace.remove();
  }
}

const scriptName = "synthesis.ys";

async function runYosys(
  { yosys = chosen(), timeoutMs = 600_000 }: VerilogSource,
  cwd: string,
): Promise<ProcessOutcome> {
  const options = { timeoutMs, cwd, temporary: cwd };
  if (yosys !== "embedded") {
    const outcome = await runProcess("yosys", ["-q", "-s", scriptName], options);
    // One that crashes is an old one: 0.23 does on products of many bits for iCE40's DSPs.
    const isOther =
      outcome.kind === "failed" && (outcome.reason === "missing" || outcome.reason === "killed");
    if (yosys === "native" || !isOther) return outcome;
  }
  return runEmbedded({ package: "@yowasp/yosys", run: "runYosys" }, ["-q", "-s", scriptName], options);
}

function chosen(): YosysChoice {
  const value = process.env.LUTRA_YOSYS;
  return value === "native" || value === "embedded" ? value : "any";
}

function complaint(output: string, status: number): string {
  return `yosys: ${lastError(output) ?? `it ended with status ${status}`}`;
}

function found({ output, file }: Said): {
  readonly problems: readonly Problem[];
  readonly messages: readonly string[];
} {
  const problems = [
    ...complaints(file("drivers.txt")).filter(({ kind }) => kind !== "loop"),
    ...complaints(file("loops.txt")).filter(({ kind }) => kind === "loop"),
    ...linesOf(file("latches.txt")).map(
      (name): Problem => ({ kind: "latch", message: `${name} is a latch` }),
    ),
  ];
  const messages = linesOf(output)
    .filter((line) => line.startsWith("Warning: "))
    .map((line) => line.slice("Warning: ".length))
    .filter((line) => !line.startsWith("found logic loop") && !isComplaint.test(line));
  return { problems, messages: [...new Set(messages)] };
}

const isComplaint = /conflicting drivers|is used but has no driver|found logic loop/;

/** A loop is told over several lines, the first of which says so. */
function complaints(text: string): readonly Problem[] {
  const problems: { kind: Problem["kind"]; message: string }[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const warning = /^Warning: (.*)$/.exec(line)?.[1];
    if (warning !== undefined) {
      const kind = kindOf(warning);
      open = kind !== null;
      if (kind !== null) problems.push({ kind, message: warning });
    } else if (open && /^\s+\S/.test(line)) {
      const last = problems.at(-1);
      if (last !== undefined) last.message += `; ${line.trim()}`;
    } else open = false;
  }
  return problems;
}

function kindOf(warning: string): Problem["kind"] | null {
  if (warning.includes("conflicting drivers")) return "drivers";
  if (warning.includes("has no driver")) return "undriven";
  return warning.includes("logic loop") ? "loop" : null;
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function versionOf(stat: unknown): string {
  const creator = field(stat, "creator");
  return (typeof creator === "string" && /Yosys (\S+)/.exec(creator)?.[1]) || "unknown";
}

export function cellsOf(part: unknown): Cells {
  const counts = Object.entries(recordOf(field(part, "num_cells_by_type")));
  return Object.fromEntries(
    counts.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}

function field(value: unknown, name: string): unknown {
  return recordOf(value)[name];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
