/** `lutra build`: a compiled kernel in another form. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { toPython } from "../compile.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { printLoops } from "../loops/program.ts";
import { Failure } from "./failure.ts";
import { type Loaded, type LoadOptions, load } from "./load.ts";
import { refuseSchedule, type ScheduleOptions, scheduledLoops } from "./loops.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";
import { writeFiles } from "./write.ts";

export interface BuildOptions extends LoadOptions, ScheduleOptions {
  readonly to: string;
  readonly output?: string;
  readonly json: boolean;
}

/** What a form is made from: a kernel, and how it is wanted. */
export type FormSource = Pick<Loaded, "compiled" | "source">;

interface Form {
  readonly extension: string;
  readonly print: (kernel: FormSource, options: ScheduleOptions) => string;
}

const forms: Readonly<Record<string, Form>> = {
  python: {
    extension: "py",
    print: ({ compiled }, options) => {
      refuseSchedule(options, "--to python, which prints the program before it is lowered");
      return toPython(compiled);
    },
  },
  loops: {
    extension: "py",
    print: ({ compiled, source }, options) => printLoops(scheduledLoops(compiled, source, options)),
  },
};

export const formNames = Object.keys(forms);

/** A kernel's files in a form, by name: what `build` writes, and what `serve` answers. */
export function filesOf(
  to: string,
  kernel: FormSource,
  options: ScheduleOptions,
): ReadonlyMap<string, string> {
  const form = formNamed(to);
  return new Map([[`${kernel.compiled.kernel}.${form.extension}`, form.print(kernel, options)]]);
}

function formNamed(to: string): Form {
  const form = forms[to];
  if (form !== undefined) return form;
  throw new Failure(`--to ${to}: there is no such form; there is ${formNames.join(", ")}`);
}

/** Without -o the text goes to stdout, so that it can be piped into an interpreter. */
export async function build(target: string, options: BuildOptions, terminal: Terminal): Promise<void> {
  const form = formNamed(options.to);
  const loaded = load(target, options);
  const { source, compiled } = loaded;
  const text = form.print(loaded, options);
  const path = options.output === undefined ? null : outputPath(options.output, compiled.kernel, form);
  if (path !== null) await writeFiles(new Map([[path, text]]));
  if (options.json) {
    printJson(terminal, {
      ok: true,
      file: source.path,
      kernel: compiled.kernel,
      to: options.to,
      ...(path === null ? { text } : { wrote: [path] }),
      diagnostics: compiled.diagnostics.map((d) => diagnosticJson(source, d)),
    });
    return;
  }
  if (compiled.diagnostics.length > 0) {
    terminal.err(renderAll(source, compiled.diagnostics, { color: terminal.errorColor }));
  }
  terminal.out(path === null ? text : `${colorsOf(terminal).green("ok")}  wrote ${path}\n`);
}

/** A name that ends as such files do is the file, any other a directory. */
function outputPath(output: string, kernel: string, form: Form): string {
  const isFile = existsSync(output) ? !statSync(output).isDirectory() : output.endsWith(`.${form.extension}`);
  return isFile ? output : join(output, `${kernel}.${form.extension}`);
}
