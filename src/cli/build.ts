/** `lutra build`: a compiled kernel in another form. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { RunFault } from "../program/interpret/fault.ts";
import type { Program } from "../program/nodes.ts";
import { toNpy } from "../runtime/exchange.ts";
import { encodeNpy } from "../runtime/npy.ts";
import { kernelOf, type Outcome, runProgram } from "../runtime/run.ts";
import { seededArgument } from "../runtime/seeded.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Type } from "../types/types.ts";
import { Failure } from "./failure.ts";
import { type Built, type Form, type FormOptions, formNamed } from "./forms.ts";
import { type Loaded, type LoadOptions, load, valuesOf } from "./load.ts";
import { withProgress } from "./progress.ts";
import { parseSeed, programOf } from "./run.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";
import { writeFiles } from "./write.ts";

export interface BuildOptions extends LoadOptions, FormOptions {
  readonly to: string;
  readonly output?: string;
  readonly seed?: string;
  readonly json: boolean;
}

/** Without -o the text goes to stdout, so that it can be piped into an interpreter or a pager. */
export async function build(target: string, options: BuildOptions, terminal: Terminal): Promise<void> {
  const form = formNamed(options.to);
  const loaded = load(target, options);
  const { source, compiled } = loaded;
  const built = await withProgress(terminal, `building ${compiled.kernel}`, () => form.make(loaded, options));
  const diagnostics = [...compiled.diagnostics, ...built.diagnostics];
  const warn = ({ code, message, span }: RunFault): void => {
    const facts = { fault: code.replaceAll("-", " "), detail: message };
    diagnostics.push(diagnose("no-expected-results", span, facts));
  };
  const written = options.output === undefined ? null : filesUnder(options.output, form, built);
  if (written !== null) {
    const isOneFile = options.output !== undefined && written.has(options.output); // then that is all
    const data =
      form.runs && !isOneFile
        ? await withProgress(terminal, "running the reference", () => dataOf(loaded, built, options, warn))
        : new Map();
    for (const [name, bytes] of data) written.set(join(options.output ?? "", name), bytes);
    const inputs = [source.path, ...(typeof options.schedule === "string" ? [options.schedule] : [])];
    for (const path of written.keys()) keepInputs(path, inputs);
    await writeFiles(written);
  }
  if (options.json) {
    printJson(terminal, {
      ok: true,
      file: source.path,
      kernel: compiled.kernel,
      to: options.to,
      ...built.facts,
      ...(written === null ? { text: built.files.get(built.main) } : { wrote: [...written.keys()] }),
      diagnostics: diagnostics.map((d) => diagnosticJson(source, d)),
    });
    return;
  }
  if (diagnostics.length > 0) terminal.err(renderAll(source, diagnostics, { color: terminal.errorColor }));
  if (written === null) {
    for (const note of built.notes ?? []) terminal.err(`${note}\n`);
    terminal.out(built.files.get(built.main) ?? "");
  } else terminal.out(wroteText([...written.keys()], options.output ?? "", built, terminal));
}

/** One file by its name, several by where they are and what to do next. */
function wroteText(paths: readonly string[], folder: string, built: Built, terminal: Terminal): string {
  const ok = colorsOf(terminal).green("ok");
  if (paths.length === 1) return `${ok}  wrote ${paths[0]}\n`;
  const next =
    built.steps === undefined
      ? []
      : ["", "next, in that directory:", ...built.steps.map((step) => `  ${step}`)];
  const notes = (built.notes ?? []).map((note) => `    ${note}`);
  return [`${ok}  wrote ${paths.length} files to ${folder}`, ...notes, ...next, ""].join("\n");
}

function filesUnder(output: string, form: Form, built: Built): Map<string, string | Uint8Array> {
  const [only, ...others] = built.files;
  if (only !== undefined && others.length === 0) {
    return new Map([[outputPath(output, only[0], form), only[1]]]);
  }
  if (existsSync(output) && !statSync(output).isDirectory()) {
    throw new Failure(`-o ${output}: it is a file; ${built.main} and the files around it need a directory`);
  }
  return new Map([...built.files].map(([name, text]) => [join(output, name), text]));
}

/** What was read is not written over: a slip of the hand would take the source. */
function keepInputs(path: string, inputs: readonly string[]): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  for (const input of inputs) {
    const read = statSync(input, { throwIfNoEntry: false });
    if (read === undefined || read.ino !== found.ino || read.dev !== found.dev) continue;
    throw new Failure(`cannot write ${path}: it is what this is built from`, {
      help: "name another file, or a directory, after -o",
    });
  }
}

/** Arguments and what the reference makes of them, for the testbench. */
function dataOf(
  loaded: Loaded,
  built: Built,
  options: BuildOptions,
  warn: (fault: RunFault) => void,
): ReadonlyMap<string, Uint8Array | string> {
  const isWritten = options.schedule !== undefined && options.schedule !== "auto"; // it may change results
  const program =
    built.data !== undefined && isWritten ? programOf(loaded, options) : loaded.compiled.program;
  const given = valuesOf(loaded);
  const seed = parseSeed(options.seed ?? "1");
  const before = new Map(
    kernelOf(program).params.map(({ name, type }) => [
      name,
      given.get(name) ?? seededArgument(type, name, seed),
    ]),
  );
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

/** A name that ends as such files do is the file, any other a directory. */
function outputPath(output: string, name: string, form: Form): string {
  const isFile = existsSync(output) ? !statSync(output).isDirectory() : output.endsWith(`.${form.extension}`);
  return isFile ? output : join(output, name);
}
