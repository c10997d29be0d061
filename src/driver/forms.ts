/** The forms that a kernel can be written in: from a compiled kernel to its files. */
import { externalRegions } from "../backend/c/external.ts";
import { generateMerlin } from "../backend/merlin/index.ts";
import { printTestbench as merlinTestbench } from "../backend/merlin/testbench.ts";
import { generateOpencl } from "../backend/opencl/index.ts";
import { generateVitis, type VitisOptions } from "../backend/vitis/index.ts";
import { nextSteps, projectFiles } from "../backend/vitis/project/index.ts";
import { nothingOutside, type Outside } from "../call/outside.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import { named } from "../diagnostics/named.ts";
import type { Loops } from "../loops/nodes.ts";
import { printLoops } from "../loops/program.ts";
import { printSchedule, printStep } from "../schedule/print.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import { axi } from "./axi.ts";
import type { BusOptions } from "./bus.ts";
import { type Compiled, toPython } from "./compile.ts";
import { boardOf, clockOf, type DeviceOptions } from "./device.ts";
import { headersFor } from "./headers.ts";
import { pragmaLoops } from "./pragmas.ts";
import {
  chosenText,
  circuitLoops,
  refuseSchedule,
  type ScheduleOptions,
  scheduledLoops,
} from "./schedule.ts";
import { verilog } from "./verilog.ts";

export interface FormOptions extends ScheduleOptions, DeviceOptions, BusOptions {
  readonly interfaces?: VitisOptions["interfaces"]; // how arrays are reached; else by m_axi
  readonly busClock?: string; // for axi: where the bus has another clock than the kernel
  readonly clockEnable?: boolean; // for verilog: an input that stops the circuit
  readonly fixedPorts?: boolean; // for verilog: ports that do not depend on part, clock and schedule
  readonly outside?: Outside; // has headers of ours, and C++ of the user's own
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
  readonly make: (kernel: Compiled, options: FormOptions) => Built;
}

const forms: Readonly<Record<string, Form>> = {
  python: {
    extension: "py",
    runs: false,
    make: (compiled, options) => {
      refuseSchedule(options, "--to python, which prints the program before it is lowered");
      return alone(`${compiled.kernel}.py`, toPython(compiled));
    },
  },
  loops: {
    extension: "py",
    runs: false,
    make: (compiled, options) =>
      alone(`${compiled.kernel}.py`, printLoops(scheduledLoops(compiled, options))),
  },
  schedule: {
    extension: "schedule",
    runs: false,
    make: (compiled, options) => {
      const { schedule = "auto" } = options;
      if (schedule !== "auto" && schedule !== "streaming")
        throw new Failure(
          "--to schedule writes Lutra's own schedule, `auto` or `streaming`; it takes no other",
        );
      const { chosen } = circuitLoops(compiled, { ...options, schedule });
      return alone(`${compiled.kernel}.schedule`, printSchedule(chosen ?? []));
    },
  },
  vitis: { extension: "cpp", runs: true, make: vitis },
  merlin: { extension: "c", runs: true, make: merlin },
  opencl: { extension: "cl", runs: true, make: opencl },
  verilog: { extension: "v", runs: true, make: verilog },
  axi: { extension: "v", runs: false, make: axi },
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
function vitis(compiled: Compiled, options: FormOptions): Built {
  const { outside = nothingOutside, interfaces } = options;
  const board = boardOf(compiled, options);
  if (board.host === "serial")
    throw new Failure(`--to vitis is for boards of AMD, and ${board.name} is none`, {
      help: `--to bitstream --board ${board.name} builds for it`,
    });
  const { loops, chosen } = pragmaLoops(compiled, options);
  const made = generateVitis(loops, interfaces === undefined ? {} : { interfaces });
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const own = externalFiles(loops, outside);
  const setting = {
    board,
    clockMHz: clockOf(compiled, options, board),
    sources: [made.source, ...[...own.keys()].filter((name) => /\.(c|cc|cpp|cxx)$/.test(name))],
    header: made.header,
  };
  const files = new Map([...made.files, ...own, ...projectFiles(made.signature, setting)]);
  return {
    main: made.source,
    files: new Map([...files, ...headersFor(files, outside)]),
    diagnostics: made.diagnostics,
    ...(chosen === null
      ? {}
      : { notes: [chosenText(chosen)], facts: { schedule: chosen.map((step) => printStep(step)) } }),
    steps: nextSteps(made.signature, board),
  };
}

function merlin(compiled: Compiled, options: FormOptions): Built {
  const { outside = nothingOutside } = options;
  const made = generateMerlin(scheduledLoops(compiled, options));
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const bench: [string, string] = ["testbench.c", merlinTestbench(made.signature, made.header)];
  const files = new Map([...made.files, bench]);
  const flags = "-std=gnu99 -O2 -fwrapv -ffp-contract=off";
  return {
    main: made.source,
    files: new Map([...files, ...headersFor(files, outside)]),
    diagnostics: made.diagnostics,
    notes: made.notes,
    steps: [`cc ${flags} -I. testbench.c ${made.source} -lm -o testbench`, "./testbench data ."],
  };
}

function opencl(compiled: Compiled, options: FormOptions): Built {
  const { outside = nothingOutside } = options;
  const made = generateOpencl(scheduledLoops(compiled, options));
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const { name } = made.signature;
  return {
    main: made.source,
    files: new Map([...made.files, ...headersFor(made.files, outside)]),
    diagnostics: made.diagnostics,
    notes: made.notes,
    steps: [`cc -std=c99 -O2 -I. ${made.host} -lOpenCL -lm -o ${name}_host`, `./${name}_host data .`],
  };
}

/** C++ of the user's own that the kernel calls. */
function externalFiles(loops: Loops, outside: Outside): ReadonlyMap<string, string> {
  const paths = externalRegions(loops).flatMap(({ external }) =>
    [external.header, external.source ?? []].flat(),
  );
  return new Map(
    [...new Set(paths)].map((path) => [
      path.replace(/^.*[\\/]/, ""),
      outside.beside(loops.source.path, path),
    ]),
  );
}
