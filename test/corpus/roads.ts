/** The roads a kernel takes: NumPy on its source, our interpreter, and NumPy on what we print. */
import type { Diagnostic, SourceFile } from "../../src/diagnostics/diagnostic.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { compileFile } from "../../src/driver/compile.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import { prepare } from "../../src/program/interpret/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import type { Value } from "../../src/types/operators.ts";
import { parseType } from "../../src/types/parse.ts";
import type { NDArray } from "../../src/types/storage.ts";
import type { Type } from "../../src/types/types.ts";
import { difference, type Tolerance } from "../numpy/compare.ts";
import { fromWire, toWire } from "../numpy/ours.ts";
import { type WireValue, wireParts } from "../numpy/wire.ts";

/** What a call leaves behind. */
export interface Outcome {
  readonly args: Readonly<Record<string, WireValue>>;
  readonly results: readonly WireValue[];
}

type Arguments = Readonly<Record<string, WireValue>>;

/** Throws with the diagnostics as a user would see them. */
export function compileKernel(source: SourceFile, kernel: string, args: Arguments): Program {
  const { program, diagnostics } = compileForCall(source, kernel, args);
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (program === null || errors.length > 0)
    throw new Error(
      `refused:\n${errors.map((d) => renderDiagnostic(source, d, { color: false })).join("\n")}`,
    );
  return program;
}

/** For any values of its arguments, or else with the values of the integers among them, which shapes or loops may need. */
export function compileForCall(
  source: SourceFile,
  kernel: string,
  args: Arguments,
): { readonly program: Program | null; readonly diagnostics: readonly Diagnostic[] } {
  const plain = compilePython(source, { kernel, args: typesOf(args) });
  const values = integerValues(args);
  if (plain.program !== null && (values.size === 0 || lower(plain.program).ok)) return plain;
  const compiled = compileFile(source, { kernel, args: typesOf(args), values });
  if (compiled.ok) return compiled;
  return plain.program === null ? { program: null, diagnostics: compiled.diagnostics } : plain;
}

export function integerValues(args: Arguments): ReadonlyMap<string, bigint> {
  return new Map(
    Object.entries(args).flatMap(([name, { dtype, ...value }]) =>
      dtype === "python int" && "value" in value ? [[name, BigInt(value.value)] as const] : [],
    ),
  );
}

/** Those that a call of the Program takes: it may be specialised on others. */
export function runtimeArguments({ specialised = [] }: Program, args: Arguments): Arguments {
  const constants = new Set(specialised.map(({ name }) => name));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !constants.has(name)));
}

/** Runs a Program in the reference interpreter on copies of the arguments. */
export function interpret(program: Program, args: Arguments): Outcome {
  const types = typesOf(runtimeArguments(program, args));
  const values = new Map<string, NDArray | Value>();
  for (const [name, type] of types) {
    const given = args[name];
    if (given !== undefined) values.set(name, fromWire(type, given));
  }
  const { results } = prepare(program).run(values);
  const promised = program.functions.at(-1)?.results ?? [];
  return {
    args: {
      ...args,
      ...Object.fromEntries([...types].map(([name, type]) => [name, toWire(type, argumentOf(values, name))])),
    },
    results: results.map((value, i) => toWire(promised[i] ?? noType(i), value)),
  };
}

export function argumentParts(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, wireParts(value)]));
}

/** As Loops leave it: complex numbers in parts. */
export function outcomeParts({ args, results }: Outcome): Outcome {
  return { args: argumentParts(args), results: results.map(wireParts) };
}

/** Every difference, one line each. */
export function disagreements(ours: Outcome, theirs: Outcome, tolerance: Tolerance): readonly string[] {
  const found: string[] = [];
  const note = (what: string, a: WireValue | undefined, b: WireValue | undefined) => {
    const words = a === undefined || b === undefined ? "missing" : difference(a, b, tolerance);
    if (words !== null) found.push(`${what}: ${words}`);
  };
  for (const name of Object.keys(theirs.args)) note(name, ours.args[name], theirs.args[name]);
  const count = Math.max(ours.results.length, theirs.results.length);
  for (let i = 0; i < count; i++) note(`result ${i}`, ours.results[i], theirs.results[i]);
  return found;
}

export function typesOf(args: Arguments): ReadonlyMap<string, Type> {
  return new Map(Object.entries(args).map(([name, value]) => [name, typeOf(value)]));
}

function typeOf(value: WireValue): Type {
  const shape = "shape" in value && value.shape !== null ? `[${value.shape.join(",")}]` : "";
  const parsed = parseType(value.dtype + shape);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.type;
}

function argumentOf(values: ReadonlyMap<string, NDArray | Value>, name: string): NDArray | Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`no argument ${name}`);
  return value;
}

function noType(i: number): never {
  throw new Error(`result ${i} has no type`);
}
