/** What an OpenCL kernel for one work-item looks like. */
import type { ArrayDecl, Region, Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import type { Dialect, FunctionContext, Numbers } from "../c/dialect.ts";
import { headerNames, opencl, type RawNumbers } from "../c/raw/index.ts";
import type { Parameter } from "../c/signature.ts";
import { atom, call } from "../c/text.ts";
import { pragmasOf } from "./pragmas.ts";
import { reserved } from "./reserved.ts";

export interface DialectOptions {
  readonly doubles: boolean; // somewhere in the kernel
  readonly faults: boolean; // it has a fault argument, so loops without a bound ask whether to go on
  readonly process?: ProcessFaults; // it is one of several kernels in a file
}

/** Processes note their faults in one buffer, each in a slot of its own. */
export interface ProcessFaults {
  readonly slot: number;
  readonly before: readonly number[]; // slots of processes that have ended when this one starts
}

/** `tables` gathers the tables, which stand above all functions. */
export function openclDialect(
  { numbers }: RawNumbers,
  options: DialectOptions,
  tables: Map<string, readonly string[]> = new Map(),
): Dialect {
  const checked = new Set<Region>(); // regions that take the fault argument
  const takesFault = (context: FunctionContext): boolean => {
    const inner = [...statementsIn((context.region ?? context.loops).body)];
    const asks = (stmt: Stmt): boolean =>
      stmt.kind === "region" ? checked.has(stmt) : stmt.kind === "while" && options.faults;
    const needs = context.checks || inner.some(asks);
    if (needs && context.region !== null) checked.add(context.region);
    return needs;
  };
  return {
    reader: { name: "OpenCL", family: null },
    numbers,
    reserved: new Set([...headerNames, ...reserved]),
    labels: false,
    references: false,
    externals: false,
    opening: (_loops, headers, definitions) => opening(headers, options.doubles, definitions, tables),
    head: (context) => head(context, faultParameter(context, takesFault(context), options.process)),
    hidden: (context) => (takesFault(context) ? ["fault"] : []),
    functionPragmas: (context) => ({
      before: context.region === null ? attributes : [],
      inside: context.region === null ? startLines(takesFault(context), options.process) : [],
    }),
    loopPragmas: (loop, context) => ({
      before: pragmasOf(loop, context.loops, context.name),
      inside: loop.kind === "while" && options.faults ? ["  if (fault[0] != 0) break;"] : [],
    }),
    arrayDeclaration: (decl, name, start) => {
      const typed = `${numbers.typeName(decl.element)} ${name}${extents(decl.shape)}`;
      if (start === "anything") return [`${typed};`];
      if (start === "zeros") return [`${typed} = {0};`];
      tables.set(name, table(typed, start.rows));
      return [];
    },
    arrayPragmas: () => [],
    element: (array, name, index) =>
      element(
        numbers,
        array,
        name,
        index.map(({ text }) => text),
      ),
    checkedIndex: (index, size, _axis, place) => {
      place.uses.header(opencl.checks);
      place.uses.check("index-out-of-range", place.span);
      return call("at", [numbers.index(index, place), atom(String(size), "int")], "long");
    },
  };
}

function element(numbers: Numbers, array: ArrayDecl, name: string, index: readonly string[]) {
  const at = index.length === 0 ? ["0"] : index;
  return atom(`${name}${at.map((text) => `[${text}]`).join("")}`, numbers.typeName(array.element));
}

/** Each float operation rounds once. */
export function opening(
  headers: ReadonlySet<string>,
  doubles: boolean,
  definitions: readonly string[],
  tables: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [
    ...(doubles ? ["#pragma OPENCL EXTENSION cl_khr_fp64 : enable"] : []),
    "#pragma OPENCL FP_CONTRACT OFF",
    ...(headers.size === 0 ? [] : [""]),
    ...[...headers]
      .filter((name) => !name.startsWith("<"))
      .sort()
      .map((name) => `#include ${name}`),
    ...(definitions.length === 0 ? [] : ["", ...definitions]),
    ...[...tables.values()].flatMap((lines) => ["", ...lines]),
  ];
}

/** Intel's compiler then keeps no logic for work-item indices; INTELFPGA_CL is its macro. */
const attributes: readonly string[] = [
  "#ifdef INTELFPGA_CL",
  "__attribute__((max_global_work_dim(0)))",
  "#endif",
  "__attribute__((reqd_work_group_size(1, 1, 1)))",
];

function faultParameter(
  { region }: FunctionContext,
  checks: boolean,
  process: ProcessFaults | undefined,
): readonly string[] {
  const ofAll = region === null && process !== undefined;
  if (!(checks || (ofAll && process.before.length > 0))) return [];
  return [`__global long *restrict ${ofAll ? faultsName : "fault"}`];
}

/** The buffer with the slots of all processes. */
export const faultsName = "faults";

/** What follows a fault sees values that mean nothing: a process does not start then. */
function startLines(checks: boolean, process: ProcessFaults | undefined): readonly string[] {
  if (process === undefined) return [];
  const slotAt = (slot: number): string => `${faultsName}[${slot} * LUTRA_FAULT_LONGS]`;
  const failed = process.before.map((slot) => `${slotAt(slot)} != 0`);
  return [
    ...(failed.length === 0 ? [] : [`  if (${failed.join(" || ")}) return;`]),
    ...(checks ? [`  __global long *fault = &${slotAt(process.slot)};`] : []),
  ];
}

function head(context: FunctionContext, fault: readonly string[]): readonly string[] {
  const { signature, region, loops, name } = context;
  const outside = new Set([...loops.params.map((param) => param.name), ...loops.results].map(name));
  const parameters = [
    ...signature.parameters.map((one) => {
      // A scalar that the kernel returns is its own until the end.
      const isGlobal = region === null || (one.kind === "array" && outside.has(one.name));
      return parameterText(one, isGlobal);
    }),
    ...fault,
  ];
  const start = `${region === null ? "__kernel" : "static"} void ${signature.name}(`;
  const line = `${start}${parameters.join(", ")})`;
  if (line.length <= 110) return [line];
  return [start, ...parameters.map((text, k) => `    ${text}${k === parameters.length - 1 ? ")" : ","}`)];
}

/** `outside`: an argument of the kernel, in global memory; else an array or scalar of the kernel's own. */
function parameterText({ kind, name, ctype, shape, direction }: Parameter, outside: boolean): string {
  const constant = direction === "in" ? "const " : "";
  if (kind === "scalar") {
    if (direction === "in") return `${ctype} ${name}`;
    return outside ? `__global ${ctype} *restrict ${name}` : `${ctype} *${name}`;
  }
  if (!outside) return `${constant}${ctype} ${name}${extents(shape)}`;
  const inner = shape.slice(1);
  const pointer = inner.length === 0 ? `*restrict ${name}` : `(*restrict ${name})${extents(inner)}`;
  return `__global ${constant}${ctype} ${pointer}`;
}

/** C has no arrays without elements. */
function extents(shape: readonly number[]): string {
  return shape.length === 0 ? "[1]" : shape.map((extent) => `[${Math.max(extent, 1)}]`).join("");
}

function table(typed: string, rows: readonly string[]): readonly string[] {
  const [only, more] = rows;
  if (only !== undefined && more === undefined) return [`__constant ${typed} = {${only.replace(/,$/, "")}};`];
  return [`__constant ${typed} = {`, ...rows.map((row) => `  ${row}`), "};"];
}
