/** What Merlin C looks like: C99 whose pragmas stand above loops and at the head of the kernel. */
import type { ArrayDecl } from "../../loops/nodes.ts";
import type { Dialect, FunctionContext, Numbers } from "../c/dialect.ts";
import { c99, headerNames, type RawNumbers } from "../c/raw/index.ts";
import type { Parameter } from "../c/signature.ts";
import { atom, call } from "../c/text.ts";
import { pragmasOf } from "./pragmas.ts";

export function merlinDialect({ numbers, usesBool }: RawNumbers): Dialect {
  return {
    reader: { name: "Merlin", family: "ACCEL" },
    numbers,
    reserved: headerNames,
    labels: true,
    references: false,
    externals: false,
    opening: (_loops, headers, definitions) => [
      ...includes(headers, usesBool()),
      ...(definitions.length === 0 ? [] : ["", ...definitions]),
    ],
    head: (context) => [...(context.region === null ? ["#pragma ACCEL kernel"] : []), ...head(context)],
    hidden: () => [],
    functionPragmas: (context) => ({
      before: [],
      inside: context.region === null ? interfaces(context) : [],
    }),
    loopPragmas: (loop, context) => ({ before: pragmasOf(loop, context), inside: [] }),
    arrayDeclaration: (decl, name, start) => declaration(numbers, decl, name, start),
    arrayPragmas: () => [],
    element: (array, name, index) =>
      atom(`${name}${index.map(({ text }) => `[${text}]`).join("")}`, numbers.typeName(array.element)),
    checkedIndex: (index, size, _axis, place) => {
      place.uses.header(c99.checks);
      place.uses.check("index-out-of-range", place.span);
      return call("at", [numbers.index(index, place), atom(String(size), "int")], "int64_t");
    },
  };
}

/** The words before the brace, also those of the header. */
export function head({ signature, region }: FunctionContext): readonly string[] {
  const start = `${region === null ? "" : "static "}void ${signature.name}(`;
  const parameters = signature.parameters.map(parameterText);
  const line = `${start}${parameters.length === 0 ? "void" : parameters.join(", ")})`;
  if (line.length <= 110) return [line];
  return [start, ...parameters.map((text, k) => `    ${text}${k === parameters.length - 1 ? ")" : ","}`)];
}

function parameterText({ kind, name, ctype, shape, direction }: Parameter): string {
  if (kind === "scalar") return direction === "in" ? `${ctype} ${name}` : `${ctype} *${name}`;
  return `${direction === "in" ? "const " : ""}${ctype} ${name}${extents(shape)}`;
}

function extents(shape: readonly number[]): string {
  return extentsOf(shape)
    .map((extent) => `[${extent}]`)
    .join("");
}

/** C has no arrays without elements. */
function extentsOf(shape: readonly number[]): readonly number[] {
  return shape.length === 0 ? [1] : shape.map((extent) => Math.max(extent, 1));
}

function includes(headers: ReadonlySet<string>, bools: boolean): readonly string[] {
  const all = new Set([...(bools ? ["<stdbool.h>"] : []), "<stdint.h>", ...headers]);
  const system = [...all].filter((name) => name.startsWith("<")).sort();
  const own = [...all].filter((name) => !name.startsWith("<")).sort();
  const lines = (names: readonly string[]): readonly string[] => names.map((name) => `#include ${name}`);
  return own.length === 0 ? lines(system) : [...lines(system), "", ...lines(own)];
}

/** How much of an argument is there: Merlin plans its bursts by it. */
function interfaces({ signature }: FunctionContext): readonly string[] {
  return signature.parameters
    .filter(({ kind, direction }) => kind === "array" || direction !== "in")
    .map(({ name, shape }) => `#pragma ACCEL interface variable=${name} depth=${extentsOf(shape).join(",")}`);
}

function declaration(
  numbers: Numbers,
  decl: ArrayDecl,
  name: string,
  start: "anything" | "zeros" | { readonly rows: readonly string[] },
): readonly string[] {
  const typed = `${numbers.typeName(decl.element)} ${name}${extents(decl.shape)}`;
  if (start === "anything") return [`${typed};`];
  if (start === "zeros") return [`${typed} = {0};`];
  const { rows } = start;
  const [only, more] = rows;
  if (only !== undefined && more === undefined)
    return [`static const ${typed} = {${only.replace(/,$/, "")}};`];
  return [`static const ${typed} = {`, ...rows.map((row) => `  ${row}`), "};"];
}
