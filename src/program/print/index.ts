/**
 * Program as Python: self-contained text that CPython and NumPy run, with the results of the reference interpreter.
 *
 *     const text = printProgram(program);        // import numpy as np ... def kernel(a, b): ...
 *
 * Float sums (`np.sum`, `@`, `np.convolve`) are NumPy's, whose order of adding is its own.
 */
import { printType } from "../../types/print.ts";
import type { FloatType } from "../../types/types.ts";
import type { ArrayConst, Func, Program } from "../nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../walk.ts";
import { printTable } from "./constants.ts";
import { chooseFunctionNames, chooseVariableNames, type Names } from "./names.ts";
import { type PreludePart, printPrelude } from "./prelude.ts";
import type { Printer } from "./printer.ts";
import { isWide } from "./representation.ts";
import { type PrintedLine, printBlock } from "./statements.ts";

export type { PrintedLine } from "./statements.ts";

export function printProgram(program: Program): string {
  return printedLines(program)
    .map(({ text }) => `${text}\n`)
    .join("");
}

/** The same line by line, with the statements of the source that they came from. */
export function printedLines(program: Program): readonly PrintedLine[] {
  const used = new Set<PreludePart>(["numpy"]);
  const formats = new Map<string, string>();
  const tables = new Map<ArrayConst, { readonly name: string; readonly text: string }>();
  const globals = chooseFunctionNames(program.functions.map((func) => func.name));
  const shared = {
    callee: globals.of,
    need: (part: PreludePart) => {
      used.add(part);
      return `_${part}`;
    },
    format: (type: FloatType) => {
      used.add(isWide(type) ? "flopoco" : "float_format");
      const name = formatName(type);
      formats.set(name, formatText(type));
      return name;
    },
    table: (node: ArrayConst) => {
      const known = tables.get(node);
      if (known !== undefined) return known.name;
      const name = `_table_${tables.size}`;
      tables.set(node, { name, text: printTable(node.type, node.values).text });
      return name;
    },
  };
  const functions = program.functions.map((func) =>
    printFunction(func, {
      ...shared,
      names: namesIn(func, globals),
      isKernel: func.name === program.kernel,
      places: new Map(),
    }),
  );
  const constants = [
    ...[...formats].map(([name, text]) => `${name} = ${text}`),
    ...[...tables.values()].map(({ name, text }) => `${name} = ${text}`),
  ];
  const last = functions.length - 1;
  const noted = functions.map((lines, i) => (i === last ? [...printOptions(program), ...lines] : lines));
  const sections = [linesOf(printPrelude(used)), linesOf(constants.join("\n")), ...noted];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i === 0 ? lines : [...twoBlankLines, ...lines]));
}

const twoBlankLines: readonly PrintedLine[] = [
  { text: "", span: null },
  { text: "", span: null },
];

function linesOf(text: string): readonly PrintedLine[] {
  return text === "" ? [] : text.split("\n").map((line) => ({ text: line, span: null }));
}

/** What was asked of the build stands as a comment: the printed program only computes. */
function printOptions(program: Program): readonly PrintedLine[] {
  const options = Object.entries(program.options ?? {}).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return linesOf(options.length === 0 ? "" : `# @pylog(${options.join(", ")})`);
}

/** What the kernel is called in the printed text: its own name unless Python or the prelude needs that one. */
export function printedKernelName(program: Program): string {
  return chooseFunctionNames(program.functions.map((func) => func.name)).of(program.kernel);
}

function printFunction(func: Func, p: Printer): readonly PrintedLine[] {
  const params = func.params.map((param) => `${p.names.of(param.name)}: "${printType(param.type)}"`);
  const types = new Map([...func.params, ...func.locals].map(({ name, type }) => [name, type]));
  const buffers = func.params.flatMap((param) =>
    param.buffer === undefined ? [] : [`${param.name} ${param.buffer}`],
  );
  const note = buffers.length === 0 ? "" : `  # ${buffers.join(", ")}`;
  return [
    ...linesOf(`def ${p.callee(func.name)}(${params.join(", ")}):${note}`),
    ...printBlock(p, func.body, types),
  ];
}

function namesIn(func: Func, globals: Names): Names {
  const own = [...func.params, ...func.locals].map(({ name }) => name);
  const callees: string[] = [];
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "callStmt") callees.push(stmt.func);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "map") own.push(...expr.params.map(({ name }) => name));
        if (expr.kind === "call") callees.push(expr.func);
      }
    }
  }
  return chooseVariableNames(own, callees.map(globals.of));
}

function formatName(type: FloatType): string {
  const variant = type.variant === "ieee" ? "" : `_${type.variant}`;
  return `_float_${type.exponent}_${type.mantissa}${variant}`;
}

function formatText(type: FloatType): string {
  const variant = type.variant === "ieee" ? "" : `, "${type.variant}"`;
  return `${isWide(type) ? "_WideFloat" : "_Float"}(${type.exponent}, ${type.mantissa}${variant})`;
}
