/** The forms that `lutra build` writes: from a compiled kernel to its files. */
import { basename, dirname, join } from "node:path";
import { externalRegions } from "../backend/c/external.ts";
import { generateMerlin } from "../backend/merlin/index.ts";
import { printTestbench as merlinTestbench } from "../backend/merlin/testbench.ts";
import { generateOpencl } from "../backend/opencl/index.ts";
import { generateVitis, type VitisOptions } from "../backend/vitis/index.ts";
import { nextSteps, projectFiles } from "../backend/vitis/project/index.ts";
import { type Compiled, toPython } from "../compile.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { named } from "../diagnostics/named.ts";
import type { Loops } from "../loops/nodes.ts";
import { printLoops } from "../loops/program.ts";
import { printSchedule } from "../schedule/print.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import { Failure, noSuch } from "./failure.ts";
import { boardOf, clockOf, type DeviceOptions } from "./hardware.ts";
import { headersFor } from "./headers.ts";
import { circuitLoops, refuseSchedule, type ScheduleOptions, scheduledLoops } from "./loops.ts";
import { readBytes } from "./source.ts";
import { verilog } from "./verilog.ts";

/** What a form is made from: a kernel, and how it is wanted. */
export interface FormSource {
  readonly compiled: Compiled;
  readonly source: SourceFile;
}

export interface FormOptions extends ScheduleOptions, DeviceOptions {
  readonly interface?: readonly string[]; // NAME=axis
}

export interface Built {
  readonly main: string; // the file that is shown where only one can be
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly steps?: readonly string[]; // what a person does next
  readonly notes?: readonly string[]; // what is good to know of it
  readonly facts?: Readonly<Record<string, unknown>>; // the same for a program
  readonly data?: MakeData; // else .npy files in data/ and data/expected/
}

/** The files of a testbench's data, from arguments and from what the reference makes of them; null: it faults. */
export type MakeData = (
  args: ReadonlyMap<string, NDArray | Value>,
  after: {
    readonly args: ReadonlyMap<string, NDArray | Value>;
    readonly results: readonly (NDArray | Value)[];
  } | null,
) => ReadonlyMap<string, string>;

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
  schedule: {
    extension: "schedule",
    runs: false,
    make: ({ compiled, source }, options) => {
      if (options.schedule !== undefined && options.schedule !== "auto")
        throw new Failure("--to schedule writes Lutra's own schedule; it takes no other");
      const { chosen } = circuitLoops(compiled, source, { ...options, schedule: "auto" });
      return alone(`${compiled.kernel}.schedule`, printSchedule(chosen ?? []));
    },
  },
  vitis: { extension: "cpp", runs: true, make: vitis },
  merlin: { extension: "c", runs: true, make: merlin },
  opencl: { extension: "cl", runs: true, make: opencl },
  verilog: { extension: "v", runs: true, make: verilog },
};

export const formNames = Object.keys(forms);

export function formNamed(to: string): Form {
  const form = named(forms, to);
  if (form !== undefined) return form;
  throw noSuch("--to", to, "form", formNames);
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
    diagnostics: made.diagnostics,
    notes: made.notes,
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
    diagnostics: made.diagnostics,
    notes: made.notes,
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

function vitisOptions({ interface: given = [] }: FormOptions): VitisOptions {
  const interfaces = new Map<string, "m_axi" | "axis">();
  for (const option of given) {
    const [name = "", how = ""] = option.split("=");
    if (name === "" || (how !== "axis" && how !== "m_axi")) {
      throw new Failure(`--interface ${option}: expected NAME=axis or NAME=m_axi`);
    }
    if (interfaces.has(name)) throw new Failure(`--interface gives argument ${name} twice`);
    interfaces.set(name, how);
  }
  return { interfaces: Object.fromEntries(interfaces) };
}
