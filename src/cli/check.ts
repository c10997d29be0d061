/** `lutra check`: the types and shapes of a kernel, or what is wrong with it. */

import { kernelOf } from "../call/run.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import type { Func, Variable } from "../program/nodes.ts";
import { printType } from "../types/print.ts";
import { type LoadOptions, load, specialisedJson, specialisedLines } from "./load.ts";
import { type Cell, table } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";

export async function check(
  target: string,
  options: LoadOptions & { readonly json: boolean },
  terminal: Terminal,
): Promise<void> {
  const started = performance.now();
  const { source, compiled } = await load(target, options);
  const elapsed = performance.now() - started;
  const kernel = kernelOf(compiled.program);
  const callees = compiled.program.functions.slice(0, -1);
  if (options.json) {
    printJson(terminal, {
      ok: true,
      file: source.path,
      kernel: compiled.kernel,
      ...signatureJson(kernel, source),
      ...specialisedJson(compiled.program),
      functions: callees.map((func) => ({ name: func.name, ...signatureJson(func, source) })),
      diagnostics: compiled.diagnostics.map((d) => diagnosticJson(source, d)),
    });
    return;
  }
  const colors = colorsOf(terminal);
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(source.path)}\n\n`);
  terminal.out(signatureTable(kernel, source, colors));
  for (const line of specialisedLines(compiled)) terminal.out(`\n  ${line}\n`);
  for (const callee of callees) {
    terminal.out(`\n  ${colors.bold(callee.name)}\n${signatureTable(callee, source, colors)}`);
  }
  terminal.out("\n");
  if (compiled.diagnostics.length > 0) {
    terminal.out(`${renderAll(source, compiled.diagnostics, { color: terminal.color })}\n`);
  }
  terminal.out(`${colors.green("ok")}  ${colors.dim(`checked in ${elapsed.toFixed(0)} ms`)}\n`);
}

/** Arguments, locals and results, one a line, types in one column. */
export function signatureTable(func: Func, source: SourceFile, colors: Colors): string {
  const rows: (readonly Cell[])[] = [];
  const add = (group: string, name: string, type: string, note: string): void => {
    const first = !rows.some(([cell]) => cell?.text === group);
    rows.push([
      { text: first ? group : "", paint: colors.dim },
      { text: name },
      { text: type, paint: colors.cyan },
      { text: note, paint: colors.dim },
    ]);
  };
  for (const { name, type } of func.params) {
    add("arguments", name, printType(type), func.writes.includes(name) ? "written" : "");
  }
  for (const { name, type } of namedLocals(func, source)) add("locals", name, printType(type), "");
  func.results.forEach((type, i) => {
    add("returns", func.results.length > 1 ? String(i) : "", printType(type), "");
  });
  if (rows.length === 0) return "  takes nothing, returns nothing\n";
  return table(rows);
}

/** Without the compiler's own: a local is the user's when its name, or `x` of an `x_1`, stands in the source. */
function namedLocals(func: Func, { path, text }: SourceFile): readonly Variable[] {
  // A network's own are its layers: names there need not be names of a language.
  if (/\.onnx$/i.test(path)) return func.locals.filter(({ type }) => type.kind === "array");
  const words = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  return func.locals.filter(({ name }) => words.has(name) || words.has(name.replace(/_\d+$/, "")));
}

function signatureJson(func: Func, source: SourceFile): object {
  return {
    arguments: func.params.map(({ name, type }) => ({
      name,
      type: printType(type),
      written: func.writes.includes(name),
    })),
    locals: namedLocals(func, source).map(({ name, type }) => ({ name, type: printType(type) })),
    returns: func.results.map(printType),
  };
}
