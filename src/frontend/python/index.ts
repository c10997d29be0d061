/** Python source in, a typed Program out, or diagnostics that say what to write instead. */

import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { Diagnostic, SourceFile } from "../../diagnostics/diagnostic.ts";
import { unrepeated } from "../../diagnostics/repeated.ts";
import { longConstants } from "../../program/constants.ts";
import type { Expr, Func, Program, SpecialisedArgument } from "../../program/nodes.ts";
import { reachableFunctions } from "../../program/walk.ts";
import { printType } from "../../types/print.ts";
import { array, isInteger, isNumpy, shapeOf, type Type } from "../../types/types.ts";
import { bufferOf, readAnnotation } from "./annotation.ts";
import { arrayUse } from "./array_use.ts";
import type { PyExpr, PyFunctionDef, PyParam } from "./ast.ts";
import { keepsType, sameShapes } from "./build.ts";
import { withColumns } from "./columns.ts";
import type { GivenConstant } from "./constants_given.ts";
import { foreignDecorator, kernelOptions } from "./decorator.ts";
import { infer } from "./expressions/index.ts";
import { finishFunction } from "./finish.ts";
import { addParameter, bindConstant, functionName } from "./instance.ts";
import { value } from "./known.ts";
import { type ListPlans, settleLists } from "./lists.ts";
import { isKernel, moduleUnit } from "./module.ts";
import { withRecords } from "./records.ts";
import { freshName, newScope, type Scope, textOf, type Unit } from "./scope.ts";
import { fixedNames, type IntegerArgument, integerAtHand, withArgumentsNeeded } from "./specialise.ts";
import { withStandardLibrary } from "./standard_library.ts";
import { inferBlock } from "./statements/index.ts";
import { parsePython } from "./syntax/index.ts";
import { unsupported } from "./unsupported.ts";

export interface PythonOptions {
  readonly kernel?: string; // needed when the file has several
  readonly args: ReadonlyMap<string, Type>; // annotations give the others
  readonly data?: ReadonlyMap<string, Type>; // types of the data at hand: they fill in what args and annotations leave open
  readonly constants?: ReadonlyMap<string, GivenConstant>; // names of the module that have these values, whatever the source says
  readonly values?: ReadonlyMap<string, bigint>; // of integer arguments, where they are at hand
  readonly specialise?: ReadonlyMap<string, SpecialisedArgument["why"]>; // arguments that are constants of the value at hand, and no arguments any more
  readonly fixedByHost?: boolean; // `specialise` has what `fixed` of `@pylog` says, which a host may have changed
}

export interface PythonResult {
  readonly program: Program | null; // null when there is an error
  readonly diagnostics: readonly Diagnostic[];
  readonly integers: readonly IntegerArgument[]; // arguments that it could be specialised on
}

export function compilePython(source: SourceFile, options: PythonOptions): PythonResult {
  const { module: written, diagnostics: syntax } = parsePython(source);
  const records = withRecords(source, written, options.constants);
  const [module, constants] = [withStandardLibrary(records.module), records.constants];
  const diagnostics: Diagnostic[] = [...syntax];
  if (diagnostics.some((d) => d.severity === "error")) return { program: null, diagnostics, integers: [] };
  const unit = moduleUnit(source, module, diagnostics, constants);
  const kernels = module.body.filter(isKernel);
  const def = chooseKernel(unit, kernels, options.kernel);
  const integers: IntegerArgument[] = [];
  const program = def === null ? null : typeKernel(unit, def, options, integers);
  for (const { value, span } of program === null ? [] : longConstants(program))
    diagnostics.push(diagnose("long-constant", span, { value: String(value) }));
  const failed = diagnostics.some((d) => d.severity === "error");
  const said = unrepeated(diagnostics);
  const named = def === null ? said : withArgumentsNeeded(said, module, def, integers);
  return { program: failed ? null : program, diagnostics: named, integers };
}

function chooseKernel(
  unit: Unit,
  kernels: readonly PyFunctionDef[],
  wanted: string | undefined,
): PyFunctionDef | null {
  const names = kernels.map((def) => def.name);
  if (wanted !== undefined) {
    const found = kernels.findLast((def) => def.name === wanted); // as in Python, the last definition counts
    if (found !== undefined) return found;
    unit.diagnostics.push(
      diagnose(
        "unknown-kernel",
        { from: 0, to: 0 },
        { name: wanted, kernels: names, suggestion: closest(wanted, names) },
      ),
    );
    return null;
  }
  const [only, second] = kernels;
  if (only !== undefined && second === undefined) return only;
  unit.diagnostics.push(
    only === undefined
      ? (hiddenKernel(unit) ?? diagnose("no-kernel", { from: 0, to: 0 }, {}))
      : diagnose("several-kernels", second?.nameSpan ?? only.nameSpan, { kernels: names }),
  );
  return null;
}

/** `@pylog` on something that is no plain function: a method, an `async def`. */
function hiddenKernel({ source, module }: Unit): Diagnostic | null {
  let from = 0;
  for (const stmt of module.body) {
    const text = source.text.slice(from, stmt.span.to);
    if (stmt.kind === "UnsupportedStmt" && /^[ \t]*@([\w.]+\.)?pylog\b/m.test(text)) {
      return unsupported(stmt.what, stmt.header);
    }
    from = stmt.span.to;
  }
  return null;
}

function typeKernel(
  unit: Unit,
  def: PyFunctionDef,
  options: PythonOptions,
  integers: IntegerArgument[],
): Program | null {
  return settleLists({ unit }, (plans) => {
    integers.length = 0;
    return typedKernel(unit, def, options, integers, plans);
  });
}

function typedKernel(
  unit: Unit,
  def: PyFunctionDef,
  options: PythonOptions,
  integers: IntegerArgument[],
  plans: ListPlans,
): Program | null {
  const { args, data } = options;
  const decorated = kernelOptions(unit, def);
  const fixed = options.fixedByHost === true ? [] : fixedNames(decorated);
  const constants = new Map([
    ...fixed.map((name) => [name, "asked"] as const),
    ...(options.specialise ?? []),
  ]);
  const names = def.params.map((param) => param.name);
  const body = plans.asColumns ? withColumns(def.body, names) : def.body;
  const scope = newScope(unit, def.name, null, "kernel", names, body, null, plans);
  let complete = true;
  for (const param of def.params) {
    const [asked, given] = [args.get(param.name), data?.get(param.name)];
    const isBound = bindKernelParameter(scope, def, param, {
      ...{ asked, data: given, values: options.values, constants, fixed, integers },
    });
    const isMeant = asked !== undefined || given !== undefined || hasShape(scope, param, def);
    complete = isBound && isMeant && complete;
  }
  for (const name of args.keys()) {
    if (def.params.some((param) => param.name === name)) continue;
    unit.diagnostics.push(
      diagnose("unknown-argument", def.nameSpan, {
        name,
        kernel: def.name,
        suggestion: closest(name, names),
        known: names,
      }),
    );
    complete = false;
  }
  if (!checkFixed(unit, def, fixed, integers)) complete = false;
  const foreign = foreignDecorator(unit.source, def);
  if (foreign !== null) unit.diagnostics.push(foreign);
  if (!complete) return null;
  inferBlock(scope, body);
  const { func } = finishFunction(scope, functionName(unit.names, def.name), null, def.nameSpan);
  checkReturns(scope, def, func);
  checkResultNames(scope, def, func);
  // Functions typed for a round of a loop that was taken back are not called by anyone.
  const functions = reachableFunctions(unit.functions, def.name);
  const specialised = integers.flatMap(({ name, type, atHand }): SpecialisedArgument[] => {
    const why = constants.get(name);
    return atHand === null || why === undefined ? [] : [{ name, type, value: atHand.value, why }];
  });
  return {
    source: unit.source,
    kernel: def.name,
    functions,
    ...(Object.keys(decorated).length === 0 ? {} : { options: decorated }),
    ...(specialised.length === 0 ? {} : { specialised }),
  };
}

/** `fixed="n,m"` names arguments that are constants of what is made: each is an integer, and has a value. */
function checkFixed(
  unit: Unit,
  def: PyFunctionDef,
  fixed: readonly string[],
  integers: readonly IntegerArgument[],
): boolean {
  const params = def.params.map((param) => param.name);
  const wrong = fixed.filter(
    (name) => !integers.some((argument) => argument.name === name && argument.atHand !== null),
  );
  for (const name of wrong) {
    const facts = { name, kernel: def.name, suggestion: closest(name, params), known: params };
    const what = "`fixed` says that it is a constant of what is made";
    const span = def.params.find((param) => param.name === name)?.span;
    unit.diagnostics.push(
      span === undefined
        ? diagnose("unknown-argument", def.nameSpan, facts)
        : diagnose("argument-value-needed", span, { what, names: [name] }),
    );
  }
  return wrong.length === 0;
}

/** `-> "float32[8]"` is checked; other annotations of a result say nothing of shape. */
function checkReturns(scope: Scope, def: PyFunctionDef, func: Func): void {
  const [only, second] = func.results;
  if (def.returns?.kind !== "String" || only === undefined || second !== undefined) return;
  const declared = readAnnotation(scope, def.returns);
  if (declared === null || !disagree(only, declared)) return;
  scope.unit.diagnostics.push(
    diagnose("annotation-mismatch", def.returns.span, {
      expected: printType(declared),
      found: printType(only),
    }),
  );
}

/** Results of a tuple are called `return_0`, `return_1`, … wherever arrays are files: no array argument may be. */
function checkResultNames({ unit }: Scope, def: PyFunctionDef, { params, results }: Func): void {
  if (results.length < 2) return;
  for (const { name, type } of params) {
    const index = results.findIndex((_, i) => name === `return_${i}`);
    if (index < 0 || type.kind !== "array") continue;
    const span = def.params.find((param) => param.name === name)?.span ?? def.nameSpan;
    unit.diagnostics.push(diagnose("argument-named-as-result", span, { name, index }));
  }
}

interface Binding {
  readonly asked: Type | undefined;
  readonly data: Type | undefined;
  readonly values: PythonOptions["values"];
  readonly constants: ReadonlyMap<string, SpecialisedArgument["why"]>;
  readonly fixed: readonly string[];
  readonly integers: IntegerArgument[];
}

function bindKernelParameter(
  scope: Scope,
  def: PyFunctionDef,
  param: PyParam,
  { asked, data, values, constants, fixed, integers }: Binding,
): boolean {
  const { diagnostics } = scope.unit;
  if (param.form !== "plain") {
    diagnostics.push(diagnose("star-parameter", param.span, { name: scope.functionName }));
    return false;
  }
  const before = diagnostics.length;
  const declared = param.annotation === null ? null : declaredType(scope, def, param, param.annotation);
  if (diagnostics.length > before) return false;
  const given = asked ?? completed(declared, data);
  if (given !== undefined && declared !== null && disagree(given, declared)) {
    diagnostics.push(
      diagnose("argument-annotation", param.span, {
        name: param.name,
        annotation: printType(declared),
        given: printType(given),
      }),
    );
    return false;
  }
  const type =
    declared !== null && !(given?.kind === "array" && declared.kind !== "array") ? declared : given;
  if (type === undefined && param.default !== null) {
    const home = scope.unit.globals.defined(def);
    const known = home === null ? infer(scope, param.default) : home.defaultOf(param, param.default.span);
    if (known === null || known.kind === "error") return false;
    scope.env?.set(param.name, { kind: "bound", known, slot: null, definite: true, span: param.span });
    return true;
  }
  if (type === undefined) {
    diagnostics.push(
      diagnose("argument-type-unknown", param.span, {
        name: param.name,
        kernel: scope.functionName,
        annotation: param.annotation === null ? null : textOf(scope, param.annotation.span),
      }),
    );
    return false;
  }
  if (type.kind !== "array" && isInteger(type)) {
    const value = values?.get(param.name);
    const isLeftOut = asked === undefined && data === undefined && value === undefined;
    const known = isLeftOut ? defaultOf(scope, def, param) : (value ?? null);
    const atHand = integerAtHand(known, type, isLeftOut ? "default" : "given");
    const isFixed = fixed.includes(param.name);
    integers.push({ name: param.name, type, isAsked: asked !== undefined, isFixed, atHand });
    if (atHand !== null && constants.has(param.name)) {
      bindConstant(scope, param, { kind: "const", value: atHand.value, type, span: param.span });
      return true;
    }
  }
  const buffer = bufferOf(param.annotation);
  const variable = { name: freshName(scope, param.name), type, ...(buffer === null ? {} : { buffer }) };
  const expr: Expr = { kind: "var", name: variable.name, type, span: param.span };
  addParameter(scope, param.name, variable, value(expr), param.span);
  if (type.kind !== "array" && keepsType(type)) scope.declared.set(param.name, type);
  return true;
}

/** The integer that an argument is where nobody gives it, as far as it can be told without running anything. */
function defaultOf(scope: Scope, def: PyFunctionDef, param: PyParam): bigint | null {
  if (param.default === null) return null;
  const { diagnostics, globals } = scope.unit;
  const before = diagnostics.length;
  const known = globals.defined(def)?.defaultOf(param, param.default.span) ?? infer(scope, param.default);
  diagnostics.length = before; // a default that is not known is no mistake here: the argument may be given
  if (known.kind !== "value" || known.expr.kind !== "const") return null;
  const { value } = known.expr;
  return typeof value === "bigint" || Number.isSafeInteger(value) ? BigInt(value) : null;
}

/** Names in an annotation have the values they had when the kernel was defined. */
function declaredType(scope: Scope, def: PyFunctionDef, param: PyParam, annotation: PyExpr): Type | null {
  const then = annotation.kind === "String" ? null : scope.unit.globals.defined(def)?.annotationOf(param);
  return then?.kind === "dtype" ? then.type : readAnnotation(scope, annotation);
}

/** `a: np.uint8` is one number. Where the kernel takes it for an array, its shape has been forgotten. */
function hasShape(scope: Scope, param: PyParam, def: PyFunctionDef): boolean {
  const { annotation, name, span } = param;
  if (annotation === null || annotation.kind === "String") return true;
  const binding = scope.env?.get(name);
  const type = binding?.kind === "bound" && binding.known.kind === "value" ? binding.known.expr.type : null;
  const use = type === null || type.kind === "array" || !isNumpy(type) ? null : arrayUse(def.body, name);
  if (use === null || type === null) return true;
  const facts = { name, annotation: textOf(scope, annotation.span), element: printType(type) };
  const notes = [{ span: use, message: "here it is taken for an array" }];
  scope.unit.diagnostics.push(diagnose("argument-shape-unknown", span, facts, notes));
  return false;
}

/** What data adds to an annotation: everything where there is none, a shape where it has only an element type. */
function completed(declared: Type | null, data: Type | undefined): Type | undefined {
  if (declared === null || data === undefined) return data;
  if (declared.kind === "python") return data.kind === "array" ? data : undefined; // no array has Python's numbers
  return data.kind === "array" && declared.kind !== "array" ? array(declared, data.shape) : undefined;
}

/** An annotation of an element type alone leaves the shape to the caller; a Python number fits any scalar type. */
function disagree(given: Type, declared: Type): boolean {
  if (given.kind === "array" && declared.kind === "array") {
    return (
      printType(given.element) !== printType(declared.element) ||
      !sameShapes(shapeOf(given), shapeOf(declared))
    );
  }
  if (given.kind === "array") return printType(given.element) !== printType(declared);
  if (declared.kind === "array") return true;
  return given.kind !== "python" && printType(given) !== printType(declared);
}
