/**
 * The whole way, pass by pass: source, syntax, Program, verified Program, Loops, and Python again. A kernel that
 * compiles has Loops: no road refuses it for what it says, only for what a target lacks.
 *
 *     const square = compile("@pylog\ndef square(a):\n    return a * a\n", { args: { a: "float32[4]" } });
 *     if (!square.ok) throw new Error(explain(square));
 *     console.log(toPython(square));
 */

import { DataError } from "../call/data_error.ts";
import { type HostValue, typeOfHost } from "../call/host.ts";
import { kernelOf } from "../call/run.ts";
import { bug } from "../diagnostics/bug.ts";
import type { Diagnostic, SourceFile, Span } from "../diagnostics/diagnostic.ts";
import { renderAll } from "../diagnostics/render.ts";
import type { DslKernel } from "../frontend/dsl/index.ts";
import {
  type ArgumentNames,
  argumentNames,
  compileOnnx,
  type NetworkLayer,
  type OnnxFile,
  type OnnxOptions,
} from "../frontend/onnx/index.ts";
import { compilePython, type PythonOptions } from "../frontend/python/index.ts";
import { isKernel } from "../frontend/python/module.ts";
import { parsePython } from "../frontend/python/syntax/index.ts";
import { type Lowered, lower } from "../loops/lower/index.ts";
import type { Loops, Stmt } from "../loops/nodes.ts";
import { verifyLoops } from "../loops/program.ts";
import type { Program } from "../program/nodes.ts";
import { printProgram } from "../program/print/index.ts";
import { verify } from "../program/verify.ts";
import { pragmaDiagnostics } from "../schedule/check_pragmas.ts";
import { obeyRequests } from "../schedule/source.ts";
import { parseType } from "../types/parse.ts";
import type { NDArray } from "../types/storage.ts";
import { pythonInt, type Type } from "../types/types.ts";
import { type Attempt, specialised } from "./specialise.ts";

export interface CompileOptions {
  readonly kernel?: string; // needed only when the source has several
  readonly args?: Readonly<Record<string, KernelArgument>>; // what annotations leave open
  readonly constants?: Readonly<Record<string, number | bigint>>; // integer arguments that have these values in all calls
}

/** A type, a type's text (`"float32[64,64]"`), or a value whose type is taken. */
export type KernelArgument = Type | string | HostValue;

export type Compilation = Compiled | Refused;

export interface Compiled {
  readonly ok: true;
  readonly kernel: string;
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[]; // warnings
  readonly loops?: Loops; // what lowering made of the Program, if it was asked
}

export interface Refused {
  readonly ok: false;
  readonly source: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws a DataError for an argument that is no type; whatever is wrong with the source is a diagnostic. */
export function compile(source: string | SourceFile, options: CompileOptions = {}): Compilation {
  const file = typeof source === "string" ? { path: "kernel.py", text: source } : source;
  const { args = {}, constants = {}, kernel } = options;
  const always = integersIn(constants);
  const [odd] = Object.keys(constants).filter((name) => !always.has(name));
  if (odd !== undefined) throw new DataError(`argument ${odd}: ${constants[odd]} is no integer`);
  return compileFile(file, {
    args: argumentTypes(args),
    data: new Map([...always.keys()].map((name) => [name, pythonInt])),
    values: new Map([...integersIn(args), ...always]),
    specialise: new Map([...always.keys()].map((name) => [name, "asked"])),
    ...(kernel === undefined ? {} : { kernel }),
  });
}

export interface FileOptions extends PythonOptions {
  readonly counts?: boolean; // values at hand are meant for good, so that loops of such counts get known ones
}

export function compileFile(source: SourceFile, options: FileOptions): Compilation {
  const { counts = false, specialise = new Map() } = options;
  return specialised(
    (constants) => attempt(source, { ...options, specialise: constants }),
    counts,
    specialise,
  );
}

function attempt(source: SourceFile, options: PythonOptions): Attempt {
  // Python syntax, then types and shapes: a Program, or what is wrong with the source.
  const { program, diagnostics, integers } = compilePython(source, options);
  if (program === null || diagnostics.some(({ severity }) => severity === "error")) {
    return { compilation: { ok: false, source, diagnostics }, integers };
  }

  return { compilation: finished(program, diagnostics), integers };
}

/** The same for a kernel that was written in TypeScript: what the loops of any road would refuse is refused here. */
export function compileKernel({ program, diagnostics }: DslKernel): Compilation {
  return finished(program, diagnostics);
}

/** A network: as a kernel, and the values of those of its arguments that are weights. */
export type CompiledNetwork = Refused | (Compiled & NetworkParts);

export interface NetworkParts {
  readonly weights: ReadonlyMap<string, NDArray>;
  readonly layers: readonly NetworkLayer[];
}

export function compileNetwork(file: OnnxFile, options: OnnxOptions = {}): CompiledNetwork {
  const { source, program, weights, layers, diagnostics } = compileOnnx(file, options);
  if (program === null) return { ok: false, source, diagnostics };
  const compiled = finished(program, diagnostics);
  return compiled.ok ? { ...compiled, weights, layers } : compiled;
}

/** The names of a network's arguments: its inputs, and its weights where those are arguments. Null: it is no network. */
export function networkInputs(file: OnnxFile): ArgumentNames | null {
  return argumentNames(file);
}

function finished(program: Program, diagnostics: readonly Diagnostic[]): Compilation {
  const { source } = program;
  // Whatever the front end made must be a Program that every later pass can trust.
  const broken = verify(program);
  if (broken.length > 0) bug(`the Program of ${program.kernel} is broken:\n${broken.join("\n")}`);

  // Pragmas are words for later passes: what no pass would understand is said here.
  const all = [...diagnostics, ...pragmaDiagnostics(program)];
  if (all.some(({ severity }) => severity === "error")) return { ok: false, source, diagnostics: all };

  // What the roads through Loops cannot run, and what the source asks of its loops in vain, is refused for all roads.
  const compiled: Compiled = { ok: true, kernel: program.kernel, program, diagnostics: all };
  const lowered = toLoops(compiled);
  const asked = lowered.ok ? obeyRequests(lowered.loops) : lowered;
  if (!lowered.ok || !asked.ok) {
    return { ok: false, source, diagnostics: [...all, ...(asked.ok ? [] : asked.diagnostics)] };
  }
  return { ...compiled, loops: lowered.loops };
}

/**
 * What lowering leaves of the Program: named loop nests, which schedules transform and back ends read. `same`: array
 * arguments that are given the memory of another one.
 */
export function toLoops(compiled: Compiled, same: ReadonlyMap<string, string> = new Map()): Lowered {
  if (compiled.loops !== undefined && same.size === 0) return { ok: true, loops: compiled.loops };
  const lowered = lower(compiled.program, same);
  if (!lowered.ok) return lowered;
  const loops = withBuffers(lowered.loops, compiled.program);
  const broken = verifyLoops(loops);
  if (broken.length > 0) bug(`the Loops of ${compiled.kernel} are broken:\n${broken.join("\n")}`);
  return { ok: true, loops };
}

/** PyLog's annotation `a: 'buffer_in'` asks for what the step `buffer a` does. */
function withBuffers(loops: Loops, program: Program): Loops {
  const { params, span } = kernelOf(program);
  const steps = params
    .filter(({ type, buffer }) => type.kind === "array" && buffer !== undefined)
    .map(({ name }): Stmt => {
      const origin = { span, operator: "source" } as const;
      const names = [{ word: name, is: { kind: "array" as const, name } }];
      return { kind: "pragma", text: `buffer ${name}`, names, call: 0, loop: null, origin };
    });
  return steps.length === 0 ? loops : { ...loops, body: [...steps, ...loops.body] };
}

/** The Program as Python that CPython + NumPy can run by itself. */
export function toPython(compiled: Compiled): string {
  return printProgram(compiled.program);
}

/** The diagnostics as a terminal shows them. */
export function explain({ source, diagnostics }: Refused): string {
  return renderAll(source, diagnostics, { color: false });
}

/** A function at module level. */
export interface FunctionSignature {
  readonly name: string;
  readonly kernel: boolean; // marked with @pylog
  readonly params: readonly ParamSignature[];
}

export interface ParamSignature {
  readonly name: string;
  readonly default: string | null; // as written
}

/** The functions of a source, without compiling any of them. */
export function functionsIn(source: SourceFile): readonly FunctionSignature[] {
  const { module } = parsePython(source);
  const text = ({ from, to }: Span): string => source.text.slice(from, to);
  return module.body.flatMap((stmt) => {
    if (stmt.kind !== "FunctionDef") return [];
    const params = stmt.params.map((param) => ({
      name: param.name,
      default: param.default === null ? null : text(param.default.span),
    }));
    return [{ name: stmt.name, kernel: isKernel(stmt), params }];
  });
}

/** Numbers that are integers: values that a shape may need. */
function integersIn(args: Readonly<Record<string, KernelArgument>>): ReadonlyMap<string, bigint> {
  const values = new Map<string, bigint>();
  for (const [name, arg] of Object.entries(args))
    if (typeof arg === "bigint" || (typeof arg === "number" && Number.isSafeInteger(arg)))
      values.set(name, BigInt(arg));
  return values;
}

function argumentTypes(args: Readonly<Record<string, KernelArgument>>): ReadonlyMap<string, Type> {
  return new Map(Object.entries(args).map(([name, arg]) => [name, typeOfArgument(name, arg)]));
}

function typeOfArgument(name: string, arg: KernelArgument): Type {
  if (typeof arg === "string") {
    const parsed = parseType(arg);
    if (!parsed.ok) throw new DataError(`argument ${name}: "${arg}" is not a type: ${parsed.message}`);
    return parsed.type;
  }
  if (arg === null) throw new DataError(`argument ${name}: null is neither a type nor a value`);
  return typeof arg === "object" && "kind" in arg ? arg : typeOfHost(arg);
}
