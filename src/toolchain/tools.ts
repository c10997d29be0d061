/**
 * The outside programs Lutra can use, and which of them are here.
 *
 *     for (const tool of await findTools()) console.log(tool.name, tool.found ? tool.version : tool.problem);
 */
import { type ProcessOutcome, runProcess } from "./process.ts";

export interface ToolSpec {
  readonly name: string;
  readonly purpose: string;
  readonly commands: readonly (readonly string[])[]; // tried in order; the first that answers is it
  readonly version: RegExp; // its first group is the version
  readonly refusal?: (output: string) => string | null; // it answered, and yet cannot be used
  readonly otherwise?: string; // what is told where it is not found
}

export type ToolStatus = {
  readonly name: string;
  readonly purpose: string;
} & (
  | { readonly found: true; readonly command: string; readonly version: string }
  | { readonly found: false; readonly problem: string }
);

export function findTools(specs: readonly ToolSpec[] = tools): Promise<readonly ToolStatus[]> {
  return Promise.all(specs.map(findTool));
}

export async function findTool(spec: ToolSpec): Promise<ToolStatus> {
  const { name, purpose } = spec;
  let problem = spec.otherwise ?? "not found";
  for (const [command = "", ...args] of spec.commands) {
    const outcome = await runProcess(command, args, { timeoutMs });
    const answer = judge(spec, command, outcome);
    if ("version" in answer) return { name, purpose, found: true, command, version: answer.version };
    if (!answer.missing) problem = answer.problem;
  }
  return { name, purpose, found: false, problem };
}

const timeoutMs = 10_000;

type Answer = { readonly version: string } | { readonly missing: boolean; readonly problem: string };

function judge(spec: ToolSpec, command: string, outcome: ProcessOutcome): Answer {
  if (outcome.kind === "failed") {
    return { missing: outcome.reason === "missing", problem: outcome.message };
  }
  const output = `${outcome.stdout}\n${outcome.stderr}`;
  const refusal = spec.refusal?.(output) ?? null;
  if (refusal !== null) return { missing: false, problem: refusal };
  const version = spec.version.exec(output)?.[1];
  if (outcome.status !== 0 || version === undefined) {
    const said = output.trim().split("\n").at(-1) ?? "";
    const problem = `${command} is here but does not work${said === "" ? "" : `: ${said}`}`;
    return { missing: false, problem };
  }
  return { version };
}

const numpyVersion = `import sys
try:
    import numpy
    print("CPython %d.%d.%d, NumPy %s" % (sys.version_info[:3] + (numpy.__version__,)))
except ImportError:
    print("CPython %d.%d.%d without NumPy" % sys.version_info[:3])`;

const python: ToolSpec = {
  name: "CPython + NumPy",
  purpose: "the oracle that results are compared with",
  commands: [...(process.env.LUTRA_PYTHON ? [process.env.LUTRA_PYTHON] : []), "python3", "python"].map(
    (command) => [command, "-c", numpyVersion],
  ),
  version: /CPython (\S+, NumPy \S+)/,
  refusal: (output) => {
    const version = /CPython (\S+) without NumPy/.exec(output)?.[1];
    return version === undefined ? null : `CPython ${version} has no NumPy: pip install numpy`;
  },
};

const tools: readonly ToolSpec[] = [
  python,
  {
    name: "g++",
    purpose: "runs generated C++",
    commands: [["g++", "--version"]],
    version: /(\d+\.\d+(?:\.\d+)?)\s*$/m,
  },
  {
    name: "Icarus Verilog",
    purpose: "simulates generated Verilog",
    commands: [["iverilog", "-V"]],
    version: /Icarus Verilog version (\S+)/,
  },
  {
    name: "Verilator",
    purpose: "simulates generated Verilog, fast",
    commands: [["verilator", "--version"]],
    version: /Verilator (\S+)/,
  },
  {
    name: "Yosys",
    purpose: "synthesises Verilog",
    commands: [["yosys", "-V"]],
    version: /Yosys (\S+)/,
  },
  ...(["ice40", "ecp5"] as const).map((family) => ({
    name: `nextpnr-${family}`,
    purpose: `places and routes for ${family === "ice40" ? "iCE40" : "ECP5"}`,
    commands: [
      [`nextpnr-${family}`, "--version"],
      [`yowasp-nextpnr-${family}`, "--version"],
    ],
    ...(family === "ice40" ? { otherwise: "not installed; the one that comes with Lutra is used" } : {}),
    version: /[Vv]ersion:? "?([^\s")]+)/,
  })),
  {
    name: "PoCL (OpenCL)",
    purpose: "runs generated OpenCL",
    commands: [["clinfo"]],
    otherwise: "not known: clinfo, which would tell, is not here",
    version: /((?:PoCL|OpenCL \d)[^\n]*)/,
    refusal: (output) =>
      /Number of platforms\s+0/.test(output) ? "clinfo is here but finds no OpenCL platform" : null,
  },
];
