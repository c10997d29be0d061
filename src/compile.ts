/**
 * The whole way, pass by pass: source, syntax, Program, verified Program, and Python again.
 *
 *     const square = compile("@pylog\ndef square(a):\n    return a * a\n", { args: { a: "float32[4]" } });
 *     if (!square.ok) throw new Error(explain(square));
 *     console.log(toPython(square));
 */
import type { Diagnostic, SourceFile } from "./diagnostics/diagnostic.ts";
import { renderAll } from "./diagnostics/render.ts";
import type { PyExpr, PyParam } from "./frontend/python/ast.ts";
import { compilePython } from "./frontend/python/index.ts";
import { parsePython } from "./frontend/python/syntax/index.ts";
import type { Program } from "./program/nodes.ts";
import { printProgram } from "./program/print/index.ts";
import { verify } from "./program/verify.ts";
import { DataError } from "./runtime/data_error.ts";
import { type HostValue, typeOfHost } from "./runtime/host.ts";
import { bug } from "./types/fault.ts";
import { parseType } from "./types/parse.ts";
import type { Type } from "./types/types.ts";

export interface CompileOptions {
  readonly kernel?: string; // needed only when the source has several
  readonly args?: Readonly<Record<string, KernelArgument>>; // what annotations leave open
}

/** A type, a type's text (`"float32[64,64]"`), or a value whose type is taken. */
export type KernelArgument = Type | string | HostValue;

export type Compilation = Compiled | Refused;

export interface Compiled {
  readonly ok: true;
  readonly kernel: string;
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[]; // warnings
}

export interface Refused {
  readonly ok: false;
  readonly source: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws a DataError for an argument that is no type; whatever is wrong with the source is a diagnostic. */
export function compile(source: string | SourceFile, options: CompileOptions = {}): Compilation {
  const file = typeof source === "string" ? { path: "kernel.py", text: source } : source;
  const args = argumentTypes(options.args ?? {});
  return compileFile(file, options.kernel === undefined ? { args } : { args, kernel: options.kernel });
}

export function compileFile(
  source: SourceFile,
  options: { readonly kernel?: string; readonly args: ReadonlyMap<string, Type> },
): Compilation {
  // Python syntax, then types and shapes: a Program, or what is wrong with the source.
  const { program, diagnostics } = compilePython(source, options);
  if (program === null || diagnostics.some(({ severity }) => severity === "error")) {
    return { ok: false, source, diagnostics };
  }

  // Whatever the front end made must be a Program that every later pass can trust.
  const broken = verify(program);
  if (broken.length > 0) bug(`the Program of ${program.kernel} is broken:\n${broken.join("\n")}`);

  return { ok: true, kernel: program.kernel, program, diagnostics };
}

/** The Program as Python that CPython + NumPy can run by itself. */
export function toPython(compiled: Compiled): string {
  return printProgram(compiled.program);
}

/** The diagnostics as a terminal shows them. */
export function explain({ source, diagnostics }: Refused): string {
  return renderAll(source, diagnostics, { color: false });
}

/** A function at module level that could be compiled. */
export interface KernelSignature {
  readonly name: string;
  readonly marked: boolean; // with @pylog
  readonly params: readonly { readonly name: string; readonly typed: boolean }[];
}

/** The functions of a source, without compiling any of them. */
export function kernelsIn(source: SourceFile): readonly KernelSignature[] {
  const { module } = parsePython(source);
  return module.body.flatMap((stmt) =>
    stmt.kind === "FunctionDef"
      ? [{ name: stmt.name, marked: stmt.decorators.some(isPylog), params: stmt.params.map(signatureOf) }]
      : [],
  );
}

/** `@pylog`, `@pylog(mode="cgen")`, `@pylog.pylog`. */
function isPylog(decorator: PyExpr): boolean {
  if (decorator.kind === "Call") return isPylog(decorator.callee);
  if (decorator.kind === "Attribute") return decorator.name === "pylog";
  return decorator.kind === "Name" && decorator.id === "pylog";
}

function signatureOf(param: PyParam): KernelSignature["params"][number] {
  return { name: param.name, typed: param.annotation !== null };
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
  return typeof arg === "object" && "kind" in arg ? arg : typeOfHost(arg);
}
