/** C++ for Vitis HLS: heads of functions, arrays, elements, includes. */
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Dialect, FunctionContext } from "../c/dialect.ts";
import { whyNoDataflow } from "../c/processes.ts";
import type { Parameter } from "../c/signature.ts";
import { atom, type Text } from "../c/text.ts";
import { interfacePragmas } from "./interface.ts";
import { typeName } from "./numbers/ctypes.ts";
import { numbers } from "./numbers/index.ts";
import { check } from "./numbers/uses.ts";
import { limitPragmas, loopPragmas } from "./pragmas.ts";
import { reserved } from "./reserved.ts";
import { storagePragmas } from "./storage.ts";

export const dialect: Dialect = {
  reader: { name: "Vitis HLS", family: "HLS" },
  numbers,
  reserved,
  labels: true,
  references: true,
  externals: true,
  streams: {
    read: (name, ctype) => atom(`${name}.read()`, ctype),
    write: (name, value) => `${name}.write(${value.text});`,
  },
  opening: openingLines,
  head,
  hidden: () => [],
  functionPragmas(context) {
    return {
      before: [],
      inside: [
        ...(context.region === null ? kernelPragmas(context) : ["#pragma HLS INLINE off"]),
        ...limitPragmas(context.loops),
      ],
    };
  },
  loopPragmas: (loop, context) => ({ before: [], inside: loopPragmas(loop, context) }),
  arrayDeclaration(decl, name, start) {
    const ctype = elementType(decl);
    const declared = `${ctype} ${name}${extents(decl.shape)}`;
    if (start === "anything") return [`${declared};`];
    if (start === "zeros") return [`${declared} = {};`];
    const [only, more] = start.rows;
    if (more === undefined) return [`static const ${declared} = {${(only ?? "").replace(/,$/, "")}};`];
    return [`static const ${declared} = {`, ...start.rows.map((row) => `  ${row}`), "};"];
  },
  arrayPragmas: storagePragmas,
  element(decl, name, index, parameter) {
    const ctype = elementType(decl);
    if (parameter?.stream === true) return atom(`${name}.read()`, ctype);
    return atom(`${name}${index.map(({ text }) => `[${text}]`).join("")}`, ctype);
  },
  checkedIndex(index, size, _axis, place) {
    const { text } = index;
    const value: Text = text.loose ? numbers.settled(index, place) : text;
    return check(place, "index-out-of-range", "at", [value, atom(String(size), "int")], "int64_t");
  },
  checkedFromEnd(index, size, _axis, place) {
    const value: Text = index.text.loose ? numbers.settled(index, place) : index.text;
    return check(place, "index-out-of-range", "at_either", [value, atom(String(size), "int")], "int64_t");
  },
};

/** A table of Python ints is as wide as its values ask for. */
function elementType({ element, table }: ArrayDecl): string {
  if (table === undefined) return typeName(element);
  const isSmall = table.every((value) => typeof value === "number" && Math.abs(value) < 2 ** 31);
  return typeName(element, isSmall ? { low: 0, high: 1 } : null);
}

function extents(shape: readonly number[]): string {
  return shape.map((extent) => `[${extent}]`).join("");
}

/** One line, or one parameter a line where that would be long. */
function head({ signature, region }: FunctionContext): readonly string[] {
  const start = `${region === null ? 'extern "C"' : "static"} void ${signature.name}(`;
  const parameters = signature.parameters.map((parameter) => declaration(parameter, region !== null));
  const line = `${start}${parameters.join(", ")})`;
  if (line.length <= longest) return [line];
  return [start, ...parameters.map((text, k) => `    ${text}${k === parameters.length - 1 ? ")" : ","}`)];
}

const longest = 110;

function declaration({ kind, name, ctype, shape, direction, stream }: Parameter, inside: boolean): string {
  if (stream) return `hls::stream<${ctype}> &${name}`;
  if (kind === "array") return `${direction === "in" ? "const " : ""}${ctype} ${name}${extents(shape)}`;
  if (direction === "in") return `${ctype} ${name}`;
  return inside ? `${ctype} &${name}` : `${ctype} *${name}`;
}

/** Whole lines of the declaration of the top function, for a header. */
export function prototype(context: FunctionContext): readonly string[] {
  const lines = head(context);
  return lines.map((line, k) => (k === lines.length - 1 ? `${line};` : line));
}

/** What the file is, and what it includes: the standard's headers first. */
function openingLines(
  loops: Loops,
  headers: ReadonlySet<string>,
  definitions: readonly string[],
  text: string,
): readonly string[] {
  const all = [...new Set([...headers, ...headersOf(text)])].sort();
  const standard = all.filter((name) => name.startsWith("<"));
  const own = all.filter((name) => !name.startsWith("<"));
  const usesOwn = own.some((name) => name.startsWith('"lutra_'));
  const wide = widest(loops);
  return [
    // The vendor's types stop at 1024 bits unless they are told.
    ...(wide > 1024 ? [`#define AP_INT_MAX_W ${Math.ceil(wide / 1024) * 1024}`] : []),
    ...standard.map((name) => `#include ${name}`),
    ...(standard.length > 0 && own.length > 0 ? [""] : []),
    ...own.map((name) => `#include ${name}`),
    ...(usesOwn ? ["", "using namespace lutra;"] : []),
    ...(definitions.length > 0 ? ["", ...definitions] : []),
  ];
}

/** Of the types and names that the text uses. */
export function headersOf(text: string): readonly string[] {
  return uses.filter(([pattern]) => pattern.test(text)).map(([, header]) => header);
}

const uses: readonly (readonly [RegExp, string])[] = [
  [/\bu?int\d+_t\b|\bU?INT\d+_M/, "<cstdint>"],
  [/\b(NAN|INFINITY)\b|\bstd::/, "<cmath>"],
  [/\bap_u?int</, '"ap_int.h"'],
  [/\bap_u?fixed</, '"ap_fixed.h"'],
  [/\bhalf\b/, '"hls_half.h"'],
  [/\bhls::stream</, '"hls_stream.h"'],
  [/\blutra::floating</, '"lutra_float.h"'],
];

function widest({ params, arrays, scalars, body }: Loops): number {
  let found = 1;
  const see = (type: ScalarType): void => {
    found = Math.max(found, bitWidth(type));
  };
  for (const decl of [...params, ...arrays, ...scalars])
    see(decl.kind === "array" ? decl.element : decl.type);
  for (const stmt of statementsIn(body)) {
    for (const root of expressionsOf(stmt)) for (const expr of expressionsIn(root)) see(expr.type);
  }
  return found;
}

function kernelPragmas({ loops, signature }: FunctionContext): readonly string[] {
  const isNetwork = loops.dataflow === true || loops.tasks === true;
  const processes = isNetwork && whyNoDataflow(loops) === null ? ["#pragma HLS DATAFLOW"] : [];
  return [...interfacePragmas(signature), ...processes];
}
