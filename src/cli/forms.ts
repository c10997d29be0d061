/** The forms that `lutra build` writes: from a compiled kernel to its files. */
import { basename, dirname, join } from "node:path";
import { externalRegions } from "../backend/c/external.ts";
import { generateMerlin } from "../backend/merlin/index.ts";
import { printTestbench as merlinTestbench } from "../backend/merlin/testbench.ts";
import { generateOpencl } from "../backend/opencl/index.ts";
import { generateVitis, type VitisOptions } from "../backend/vitis/index.ts";
import { nextSteps, projectFiles } from "../backend/vitis/project/index.ts";
import { type Compiled, toPython } from "../compile.ts";
import { type Board, findBoard } from "../device/board.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import type { Loops } from "../loops/nodes.ts";
import { printLoops } from "../loops/program.ts";
import { Failure } from "./failure.ts";
import { headersFor } from "./headers.ts";
import { refuseSchedule, type ScheduleOptions, scheduledLoops } from "./loops.ts";
import { readBytes } from "./source.ts";

/** What a form is made from: a kernel, and how it is wanted. */
export interface FormSource {
  readonly compiled: Compiled;
  readonly source: SourceFile;
}

export interface FormOptions extends ScheduleOptions {
  readonly board?: string; // what it is built for; else the kernel's own, else the first there is
  readonly clock?: string; // `100MHz`; else the kernel's own, else the board's
  readonly interface?: readonly string[]; // NAME=axis
}

export interface Built {
  readonly main: string; // the file that is shown where only one can be
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly steps?: readonly string[]; // what a person does next
}

export interface Form {
  readonly extension: string; // of its main file
  readonly runs: boolean; // it comes with a testbench, so it wants data
  readonly make: (kernel: FormSource, options: FormOptions) => Built;
}

const forms: Readonly<Record<string, Form>> = {
  python: {
    extension: "py",
    runs: false,
    make: ({ compiled }, options) => {
      refuseSchedule(options, "--to python, which prints the program before it is lowered");
      return alone(`${compiled.kernel}.py`, toPython(compiled));
    },
  },
  loops: {
    extension: "py",
    runs: false,
    make: ({ compiled, source }, options) =>
      alone(`${compiled.kernel}.py`, printLoops(scheduledLoops(compiled, source, options))),
  },
  vitis: { extension: "cpp", runs: true, make: vitis },
  merlin: { extension: "c", runs: true, make: merlin },
  opencl: { extension: "cl", runs: true, make: opencl },
};

export const formNames = Object.keys(forms);

export function formNamed(to: string): Form {
  const form = forms[to];
  if (form !== undefined) return form;
  throw new Failure(`--to ${to}: there is no such form; there is ${formNames.join(", ")}`);
}

function alone(name: string, text: string): Built {
  return { main: name, files: new Map([[name, text]]), diagnostics: [] };
}

/** The kernel, what runs it here, in Vitis HLS and on the board, and the headers of ours that they include. */
function vitis({ compiled, source }: FormSource, options: FormOptions): Built {
  const board = boardOf(compiled, options);
  const loops = scheduledLoops(compiled, source, options);
  const made = generateVitis(loops, vitisOptions(options));
  if (!made.ok) throw new Diagnosed(source, made.diagnostics);
  const own = externalFiles(loops);
  const setting = {
    board,
    clockMHz: clockOf(compiled, options, board),
    sources: [made.source, ...[...own.keys()].filter((name) => /\.(c|cc|cpp|cxx)$/.test(name))],
    header: made.header,
  };
  const files = new Map([...made.files, ...own, ...projectFiles(made.signature, setting)]);
  return {
    main: made.source,
    files: new Map([...files, ...headersFor(files)]),
    diagnostics: made.diagnostics,
    steps: nextSteps(made.signature, board),
  };
}

function merlin({ compiled, source }: FormSource, options: FormOptions): Built {
  const made = generateMerlin(scheduledLoops(compiled, source, options));
  if (!made.ok) throw new Diagnosed(source, made.diagnostics);
  const bench: [string, string] = ["testbench.c", merlinTestbench(made.signature, made.header)];
  const files = new Map([...made.files, bench]);
  const flags = "-std=gnu99 -O2 -fwrapv -ffp-contract=off";
  return {
    main: made.source,
    files: new Map([...files, ...headersFor(files)]),
    diagnostics: [],
    steps: [`cc ${flags} -I. testbench.c ${made.source} -lm -o testbench`, "./testbench data ."],
  };
}

function opencl({ compiled, source }: FormSource, options: FormOptions): Built {
  const made = generateOpencl(scheduledLoops(compiled, source, options));
  if (!made.ok) throw new Diagnosed(source, made.diagnostics);
  const { name } = made.signature;
  return {
    main: made.source,
    files: new Map([...made.files, ...headersFor(made.files)]),
    diagnostics: [],
    steps: [`cc -std=c99 -O2 -I. ${made.host} -lOpenCL -lm -o ${name}_host`, `./${name}_host data .`],
  };
}

/** C++ of the user's own that the kernel calls. */
function externalFiles(loops: Loops): ReadonlyMap<string, string> {
  const folder = dirname(loops.source.path);
  const paths = externalRegions(loops).flatMap(({ external }) =>
    [external.header, external.source ?? []].flat(),
  );
  return new Map(
    [...new Set(paths)].map((path) => [
      basename(path),
      new TextDecoder().decode(readBytes(join(folder, path))),
    ]),
  );
}

const defaultBoard = "pynq-z2";

function boardOf({ program }: Compiled, options: FormOptions): Board {
  const asked = program.options?.board;
  const choice = findBoard(options.board ?? (typeof asked === "string" ? asked : defaultBoard));
  if (choice.ok) return choice.board;
  throw new Failure(choice.message, { help: choice.help });
}

function clockOf({ program }: Compiled, options: FormOptions, board: Board): number {
  if (options.clock !== undefined) return parseClock(options.clock);
  const asked = program.options?.freq;
  return typeof asked === "number" && asked > 0 ? asked : board.clockMHz;
}

/** `100MHz`, `0.25GHz`, `100`, or a period: `5ns`. */
export function parseClock(text: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*(mhz|ghz|ns)?$/i.exec(text.trim());
  const number = Number(found?.[1]);
  if (found === null || !(number > 0)) {
    throw new Failure(`--clock ${text}: expected a frequency or a period`, {
      help: "for example --clock 200MHz or --clock 5ns",
    });
  }
  switch (found[2]?.toLowerCase()) {
    case "ghz":
      return number * 1000;
    case "ns":
      return 1000 / number;
    default:
      return number;
  }
}

function vitisOptions({ interface: given = [] }: FormOptions): VitisOptions {
  const interfaces: Record<string, "m_axi" | "axis"> = {};
  for (const option of given) {
    const [name = "", how = ""] = option.split("=");
    if (name === "" || (how !== "axis" && how !== "m_axi")) {
      throw new Failure(`--interface ${option}: expected NAME=axis or NAME=m_axi`);
    }
    interfaces[name] = how;
  }
  return { interfaces };
}
