/** `lutra build`: a compiled kernel in another form. */
import { join } from "node:path";
import type { VitisOptions } from "../backend/vitis/index.ts";
import { TooLarge } from "../call/data_error.ts";
import { toNpy } from "../call/exchange.ts";
import { encodeNpy } from "../call/npy.ts";
import { kernelOf, type Outcome, runProgram } from "../call/run.ts";
import { argumentsFor } from "../call/seeded.ts";
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { bundlesIn, unheardBus } from "../driver/bus.ts";
import type { Compiled } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import { type Built, type Form, type FormOptions, formNamed } from "../driver/forms.ts";
import { isScheduleName } from "../driver/schedule.ts";
import { type Content, claimFolder } from "../outside/folder.ts";
import { thisMachine } from "../outside/index.ts";
import { checkFolder, statOf, writeFiles } from "../outside/write.ts";
import { RunFault } from "../program/interpret/fault.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Type } from "../types/types.ts";
import { buildForBoard } from "./bitstream.ts";
import {
  inputFiles,
  type Loaded,
  type LoadOptions,
  load,
  specialisedJson,
  specialisedLines,
  valuesOf,
} from "./load.ts";
import { withOwnClock } from "./own_clock.ts";
import { withProgress } from "./progress.ts";
import { parseSeed, programOf } from "./run.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface BuildOptions extends LoadOptions, ScheduleWord, DeviceOptions {
  readonly interface?: readonly string[]; // NAME=axis
  readonly busWidth?: string;
  readonly busClock?: string;
  readonly clockEnable?: boolean;
  readonly fixedPorts?: boolean;
  readonly to: string;
  readonly output?: string;
  readonly seed?: string;
  readonly force?: boolean; // write over what is not known to be Lutra's
  readonly json: boolean;
}

/** Without -o the text goes to stdout, so that it can be piped into an interpreter or a pager. */
export async function build(target: string, options: BuildOptions, terminal: Terminal): Promise<void> {
  if (options.to === "bitstream") return buildForBoard(target, options, terminal);
  const form = formNamed(options.to);
  const loaded = await load(target, options);
  const { source, compiled } = loaded;
  const { options: clocked, told } = await withOwnClock(compiled, options, terminal);
  if (told !== null) terminal.err(`${told}\n`);
  const built = await withProgress(terminal, `building ${compiled.kernel}`, () =>
    form.make(compiled, formOptions(compiled, clocked)),
  );
  const diagnostics = [...compiled.diagnostics, ...unheardBus(compiled, options.to), ...built.diagnostics];
  const warn = ({ code, message, span }: RunFault): void => {
    const facts = { fault: code.replaceAll("-", " "), detail: message };
    diagnostics.push(diagnose("no-expected-results", span, facts));
  };
  const output = options.output === undefined ? null : outputOf(options.output, form, built);
  const files = new Map<string, Content>(built.files);
  if (output?.kind === "folder") claimFolder(output.path, files, options); // refused before the reference runs
  if (output?.kind === "folder" && form.runs) {
    const data = await withProgress(terminal, "running the reference", () =>
      dataOf(loaded, built, options, warn),
    ).catch((error: unknown) => {
      diagnostics.push(withoutData(error, loaded, built));
      return new Map<string, Content>();
    });
    for (const [name, bytes] of data) files.set(name, bytes);
  }
  const written = output === null ? null : await writeOutput(output, files, options, loaded);
  if (options.json) {
    printJson(terminal, {
      ok: true,
      file: source.path,
      kernel: compiled.kernel,
      to: options.to,
      ...built.facts,
      ...specialisedJson(compiled.program),
      ...(written === null ? { text: built.files.get(built.main) } : { wrote: written }),
      diagnostics: diagnostics.map((d) => diagnosticJson(source, d)),
    });
    return;
  }
  if (diagnostics.length > 0) terminal.err(renderAll(source, diagnostics, { color: terminal.errorColor }));
  if (written === null) {
    for (const note of notesOf(compiled, built)) terminal.err(`${note}\n`);
    terminal.out(built.files.get(built.main) ?? "");
  } else {
    const notes = notesOf(compiled, built);
    terminal.out(wroteText(written, options.output ?? "", { ...built, notes }, terminal));
  }
}

function formOptions(compiled: Compiled, { interface: given = [], ...options }: BuildOptions): FormOptions {
  const { interfaces, bundles } = interfacesOf(given);
  if (options.clockEnable === true && options.to !== "verilog")
    throw new Failure(`--clock-enable has no effect on --to ${options.to}`);
  if (options.fixedPorts === true && options.to !== "verilog")
    throw new Failure(`--fixed-ports has no effect on --to ${options.to}`);
  if (options.to !== "axi") {
    if (options.busWidth !== undefined) throw new Failure(`--bus-width has no effect on --to ${options.to}`);
    if (options.busClock !== undefined) throw new Failure(`--bus-clock has no effect on --to ${options.to}`);
    if (bundles.size > 0)
      throw new Failure("--interface NAME=m_axi:BUNDLE is for --to axi", {
        help: "elsewhere write NAME=m_axi",
      });
  }
  const masters = new Map([...bundlesIn(compiled), ...bundles]);
  return { ...withSchedule(options), interfaces, bundles: masters, outside: thisMachine };
}

interface Interfaces {
  readonly interfaces: NonNullable<VitisOptions["interfaces"]>;
  readonly bundles: ReadonlyMap<string, string>;
}

function interfacesOf(given: readonly string[]): Interfaces {
  const interfaces = new Map<string, "m_axi" | "axis">();
  const bundles = new Map<string, string>();
  for (const option of given) {
    const [, name, how, bundle] = /^([^=]+)=(axis|m_axi)(?::(.+))?$/.exec(option) ?? [];
    const kind = how === "axis" || how === "m_axi" ? how : null;
    if (name === undefined || kind === null || (kind === "axis" && bundle !== undefined)) {
      throw new Failure(`--interface ${option}: expected NAME=axis, NAME=m_axi or NAME=m_axi:BUNDLE`);
    }
    if (interfaces.has(name)) throw new Failure(`--interface gives argument ${name} twice`);
    interfaces.set(name, kind);
    if (bundle !== undefined) bundles.set(name, bundle);
  }
  return { interfaces: Object.fromEntries(interfaces), bundles };
}

function notesOf(compiled: Compiled, { notes = [] }: Built): readonly string[] {
  return [...specialisedLines(compiled), ...notes];
}

/** One file by its name, several by where they are and what to do next. */
function wroteText(paths: readonly string[], folder: string, built: Built, terminal: Terminal): string {
  const ok = colorsOf(terminal).green("ok");
  const notes = (built.notes ?? []).map((note) => `    ${note}`);
  if (paths.length === 1) return [`${ok}  wrote ${paths[0]}`, ...notes, ""].join("\n");
  const next =
    built.steps === undefined
      ? []
      : ["", "next, in that directory:", ...built.steps.map((step) => `  ${step}`)];
  return [`${ok}  wrote ${paths.length} files to ${folder}`, ...notes, ...next, ""].join("\n");
}

/** Where it goes: one file, or a directory for all there is. */
type Output =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string };

/** Where there is one file, a name that ends as such files do is that file; any other is a directory, and does not look like a file. */
function outputOf(path: string, form: Form, built: Built): Output {
  if (path === "") throw new Failure("-o needs the name of a file or a directory");
  const found = statOf(path);
  const isFile = found === null ? path.endsWith(`.${form.extension}`) : !found.isDirectory();
  if (built.files.size === 1 && isFile) return { kind: "file", path };
  if (found === null && isFile)
    throw new Failure(`-o ${path}: there are ${built.files.size} files to write`, {
      help: `name a directory: -o ${path.slice(0, -form.extension.length - 1)}`,
    });
  checkFolder("-o", path);
  return { kind: "folder", path };
}

/** Gives the paths of what was written. */
async function writeOutput(
  output: Output,
  files: ReadonlyMap<string, Content>,
  options: BuildOptions,
  { source }: Loaded,
): Promise<readonly string[]> {
  const inputs = inputFiles(source, options);
  if (output.kind === "file") {
    const [content = ""] = files.values();
    await writeFiles(new Map([[output.path, content]]), inputs);
    return [output.path];
  }
  const named = claimFolder(output.path, files, options);
  await writeFiles(new Map([...named].map(([name, content]) => [join(output.path, name), content])), inputs);
  return [...files.keys()].map((name) => join(output.path, name));
}

/** Arguments and what the reference makes of them, for the testbench. */
function dataOf(
  loaded: Loaded,
  built: Built,
  options: BuildOptions,
  warn: (fault: RunFault) => void,
): ReadonlyMap<string, Uint8Array | string> {
  const isWritten = options.schedule !== undefined && !isScheduleName(options.schedule); // it may change results
  const program =
    built.data !== undefined && isWritten ? programOf(loaded, options) : loaded.compiled.program;
  const before = argumentsFor(program, valuesOf(loaded), parseSeed(options.seed ?? "1"));
  const outcome = referenceOutcome(
    program,
    new Map([...before].map(([name, value]) => [name, copied(value)])),
    warn,
  );
  if (built.data !== undefined) {
    const after =
      outcome === null
        ? null
        : {
            args: new Map(outcome.args.map(({ name, value }) => [name, value])),
            results: outcome.results.map(({ value }) => value),
          };
    return built.data(before, after);
  }
  return outcome === null ? new Map() : numpyFiles(before, outcome);
}

/** What is built is right without data that are too large to make; a testbench that is made from them is not. */
function withoutData(error: unknown, { compiled }: Loaded, built: Built): Diagnostic {
  if (!(error instanceof TooLarge)) throw error;
  if (built.data !== undefined)
    throw new Failure(error.message, {
      help: `-o ${built.main} writes the circuit alone, without a testbench`,
    });
  return diagnose("no-test-data", kernelOf(compiled.program).span, { detail: error.message });
}

/** None where it faults on made-up data, or never ends. */
function referenceOutcome(
  program: Program,
  given: ReadonlyMap<string, NDArray | Value>,
  warn: (fault: RunFault) => void,
): Outcome | null {
  try {
    return runProgram(program, { given, seed: 0 });
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    warn(error);
    return null;
  }
}

function copied(value: NDArray | Value): NDArray | Value {
  return typeof value === "object" ? { ...value, data: value.data.slice() } : value;
}

function numpyFiles(
  before: ReadonlyMap<string, NDArray | Value>,
  { args, results }: Outcome,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const add = (folder: string, name: string, type: Type, value: NDArray | Value): void => {
    files.set(join(folder, `${name}.npy`), encodeNpy(toNpy(type, value)));
  };
  for (const { name, type, value } of args) add("data", name, type, before.get(name) ?? value);
  for (const { name, type, value, written } of args) if (written) add("data/expected", name, type, value);
  results.forEach(({ type, value }, i) => {
    add("data/expected", results.length === 1 ? "return" : `return_${i}`, type, value);
  });
  return files;
}
