/** `lutra build`: a compiled kernel in another form. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Compiled, toPython } from "../compile.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { Failure } from "./failure.ts";
import { type LoadOptions, load } from "./load.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";
import { writeFiles } from "./write.ts";

export interface BuildOptions extends LoadOptions {
  readonly to: string;
  readonly output?: string;
  readonly json: boolean;
}

interface Form {
  readonly extension: string;
  readonly print: (compiled: Compiled) => string;
}

const forms: Readonly<Record<string, Form>> = {
  python: { extension: "py", print: toPython },
};

export const formNames = Object.keys(forms);

/** Without -o the text goes to stdout, so that it can be piped into an interpreter. */
export async function build(target: string, options: BuildOptions, terminal: Terminal): Promise<void> {
  const form = forms[options.to];
  if (form === undefined) {
    throw new Failure(`--to ${options.to}: there is no such form; there is ${formNames.join(", ")}`);
  }
  const { source, compiled } = load(target, options);
  const text = form.print(compiled);
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
