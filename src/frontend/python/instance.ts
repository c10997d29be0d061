/**
 * Calls. Each call of a user's function is typed on its own: a function is typed once for every set of argument types,
 * and of constants, it is called with; run-time names it uses from around it are passed behind its arguments.
 */

import { diagnose, families } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import { unrepeated } from "../../diagnostics/repeated.ts";
import type { Const, Expr, External, Variable } from "../../program/nodes.ts";
import { expressionsIn } from "../../program/walk.ts";
import { printType } from "../../types/print.ts";
import type { PyCall, PyExpr, PyFunctionDef, PyLambda, PyParam, PyStmt } from "./ast.ts";
import { refusesComplex } from "./builtins/complex.ts";
import { callDtype } from "./builtins/index.ts";
import { withColumns } from "./columns.ts";
import { externalOptions, foreignDecorator } from "./decorator.ts";
import { capture, outerKnown } from "./expressions/name.ts";
import { finishFunction } from "./finish.ts";
import { sameKnown } from "./join.ts";
import {
  type Argument,
  describe,
  heldIn,
  isComputed,
  type Known,
  type KnownFunction,
  type KnownLambda,
  type KnownMixed,
  type KnownTuple,
  type KnownValue,
  knownError,
  knownNone,
  value,
} from "./known.ts";
import { grownValue, type ListPlans, noteReference, settleLists } from "./lists.ts";
import { isContiguous } from "./memory.ts";
import { pathsOf, samePaths, withPaths } from "./mixed.ts";
import { freshName, type Instance, newScope, type ResultForm, report, type Scope, slotAt } from "./scope.ts";
import { hold } from "./statements/bind.ts";
import { heldDefault } from "./statements/defaults.ts";
import { inferBlock } from "./statements/index.ts";
import { toComputed, toExpr } from "./value.ts";

export function callKnown(
  scope: Scope,
  callee: Known,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
  span: Span,
  node: PyCall,
): Known {
  switch (callee.kind) {
    case "builtin":
      if (refusesComplex(scope, callee.name, [...args, ...keywords.values()], span)) return knownError;
      return callee.builtin({ scope, name: callee.name, args, keywords, span, node });
    case "method": {
      const self: Argument = { known: callee.self, node: callee.node, span: callee.node.span };
      if (refusesComplex(scope, callee.name, [self, ...args, ...keywords.values()], span)) return knownError;
      return callee.builtin({ scope, name: callee.name, args: [self, ...args], keywords, span, node });
    }
    case "dtype":
      return callDtype({ scope, name: callee.name, args, keywords, span, node }, callee.type);
    case "function":
    case "lambda":
      return callFunction(scope, callee, args, keywords, span, node);
    case "error":
      return knownError;
    default:
      report(scope, diagnose("not-callable", node.callee.span, { found: describe(callee, printType) }));
      return knownError;
  }
}

type UserFunction = KnownFunction | KnownLambda;

function callFunction(
  scope: Scope,
  callee: UserFunction,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
  span: Span,
  node: PyCall,
): Known {
  const foreign = callee.kind === "function" ? foreignDecorator(scope.unit.source, callee.def) : null;
  if (foreign !== null) {
    report(scope, foreign);
    return knownError;
  }
  const name = callee.kind === "lambda" && node.callee.kind === "Name" ? node.callee.id : nameOf(callee);
  const bound = bindArguments(scope, callee, name, args, keywords, span);
  if (bound === null) return knownError;
  const settled = bound.map((known) => (known.kind === "cursor" ? elementOf(scope, known, span) : known));
  const instance = instantiate(scope, callee, settled, span);
  if (instance === null) return knownError;
  if (givesLists(instance)) for (const known of settled) noteReference(scope, known, span);
  return makeCall(scope, instance, runtimeArgs(settled), span, node);
}

/** A list that comes out may be one that went in. */
function givesLists({ lists }: Instance): boolean {
  return lists.some((isList) => isList);
}

function elementOf(scope: Scope, known: Known, span: Span): Known {
  const expr = toExpr(scope, known, span);
  return expr === null ? knownError : value(expr);
}

/** The arguments that exist at run time; constants are part of the instance. */
function runtimeArgs(bound: readonly Known[]): Expr[] {
  return bound.flatMap((known) => {
    if (known.kind === "tuple") return runtimeArgs(known.items);
    return isComputed(known) && !isConstant(known) ? [known.expr] : [];
  });
}

function isConstant(known: Known): boolean {
  return isComputed(known) && known.expr.kind === "const";
}

function makeCall(scope: Scope, instance: Instance, given: readonly Expr[], span: Span, node: PyCall): Known {
  const { func } = instance;
  const captured: Expr[] = [];
  for (const name of instance.captures) {
    const known = freeName(scope, instance, name, span);
    const value = known === null || known.kind === "error" ? null : toComputed(scope, known, span);
    if (value === null) return knownError;
    if (givesLists(instance)) noteReference(scope, value, span);
    captured.push(value.expr);
  }
  const args = [...given, ...captured];
  const writes = func.params.flatMap((param, i) => (func.writes.includes(param.name) ? [args[i]] : []));
  for (const target of writes) {
    if (target === undefined) continue;
    if (target.kind === "arrayConst") {
      report(scope, diagnose("store-to-constant", target.span, { constant: target.constant ?? null }));
      return knownError;
    }
  }
  const changes = writes.length > 0;
  if (changes && scope.closed > 0) {
    report(scope, diagnose("call-changes-argument", span, { name: func.name }));
    return knownError;
  }
  if (changes) scope.effects++;
  if (instance.result !== null && !changes) {
    if (scope.lazy === 0) computeFailing(scope, args);
    return instance.result;
  }
  if (instance.form === "value" && func.results[0] !== undefined) {
    const call: Expr = { kind: "call", func: func.name, args, type: func.results[0], span };
    const known = withPaths(call, instance.paths[0] ?? [], instance.lists[0] ?? false);
    return changes && scope.wholeCall !== node ? hold(scope, func.name, known) : known;
  }
  return callStatement(scope, instance, args, span);
}

/** The result is known without its arguments, but an argument that fails must still do so. */
function computeFailing(scope: Scope, args: readonly Expr[]): void {
  for (const arg of args) if ([...expressionsIn(arg)].some(mayFail)) hold(scope, "unused", value(arg));
}

function mayFail(expr: Expr): boolean {
  switch (expr.kind) {
    case "load":
    case "gather":
    case "call":
      return true;
    case "view":
      return expr.subs.some((sub) => sub.kind === "at");
    case "cast":
      return expr.operand.type.kind === "python" && expr.operand.type.name !== "bool";
    case "binary":
      return expr.type.kind === "python";
    default:
      return false;
  }
}

/** No result, or a tuple: the call stands as a statement before what uses it. */
function callStatement(scope: Scope, instance: Instance, args: readonly Expr[], span: Span): Known {
  const { func } = instance;
  if (scope.closed > 0) {
    report(scope, diagnose("call-in-expression", span, { name: func.name }));
    return knownError;
  }
  const targets: string[] = [];
  const items: Known[] = [];
  for (const [i, type] of func.results.entries()) {
    const slot = slotAt(scope, `${func.name}_${i}`, span, type);
    scope.strided.add(slot);
    targets.push(slot);
    const result: Expr = { kind: "var", name: slot, type, span };
    items.push(withPaths(result, instance.paths[i] ?? [], instance.lists[i] ?? false));
  }
  scope.out.push({ kind: "callStmt", targets, func: func.name, args, span });
  return items.length === 0 ? knownNone : nested(instance.form, `${func.name}(…)`, items);
}

/** The results as they stood in the returned tuple. */
function nested(form: ResultForm, name: string, items: Known[]): Known {
  if (form === "value") return items.shift() ?? knownError;
  if (form !== "optional")
    return { kind: "tuple", form: "tuple", items: form.map((part) => nested(part, name, items)) };
  const [none = knownError, some = knownError] = items.splice(0, 2);
  return { kind: "optional", name, none, some };
}

/** A free name of the callee as the caller can reach it: its own, when the callee was defined in it, else from around it. */
function freeName(scope: Scope, instance: Instance, name: string, span: Span): Known | null {
  if (instance.owner === scope) {
    const binding = scope.env?.get(name);
    if (binding?.kind === "bound")
      return binding.known.kind === "grown" ? grownValue(scope, binding.known, span) : binding.known;
    return scope.captures.get(name)?.known ?? capture(scope, name, span);
  }
  return capture(scope, name, span);
}

function paramsOf(callee: UserFunction): readonly PyParam[] {
  return callee.def.params;
}

function nameOf(callee: UserFunction): string {
  return callee.kind === "function" ? callee.def.name : "lambda";
}

/** Python's rules: positions, then keywords, then defaults. */
function bindArguments(
  scope: Scope,
  callee: UserFunction,
  name: string,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
  span: Span,
): Known[] | null {
  const params = paramsOf(callee);
  const starred = params.find((param) => param.form !== "plain");
  if (starred !== undefined) {
    report(scope, diagnose("star-parameter", starred.span, { name }));
    return null;
  }
  if (args.length > params.length) {
    report(
      scope,
      diagnose("argument-count", span, { name, expected: plural(params.length), found: args.length }),
    );
    return null;
  }
  for (const [keyword, arg] of keywords) {
    const at = params.findIndex((param) => param.name === keyword);
    if (at >= args.length) continue;
    report(
      scope,
      at < 0
        ? diagnose("unknown-keyword", arg.keyword ?? arg.span, {
            fn: name,
            name: keyword,
            close: closest(
              keyword,
              params.map((p) => p.name),
            ),
          })
        : diagnose("repeated-argument", arg.keyword ?? arg.span, { fn: name, name: keyword }),
    );
    return null;
  }
  const bound: Known[] = [];
  for (const [i, param] of params.entries()) {
    const given = args[i]?.known ?? keywords.get(param.name)?.known ?? defaultOf(scope, callee, param, span);
    if (given === null || given === undefined) {
      report(
        scope,
        diagnose("missing-argument", span, { fn: name, name: param.name, needs: params.map((p) => p.name) }),
      );
      return null;
    }
    if (given.kind === "error") return null;
    bound.push(given.kind === "tuple" && given.form === "list" ? listArgument(scope, given, span) : given);
  }
  return bound;
}

function plural(count: number): string {
  return count === 1 ? "1 argument" : `${count} arguments`;
}

function listArgument(scope: Scope, known: Known, span: Span): Known {
  return toComputed(scope, known, span) ?? knownError;
}

/** Made when the function was defined. */
function defaultOf(scope: Scope, callee: UserFunction, param: PyParam, span: Span): Known | null {
  if (param.default === null) return null;
  if (callee.home !== null) return callee.home.defaultOf(param, span);
  return callee.owner === null ? null : heldDefault(scope, callee.owner, callee.def, param, span);
}

/** The instance for these arguments, typed now unless it was before. */
export function instantiate(
  scope: Scope,
  callee: UserFunction,
  args: readonly Known[],
  span: Span,
): Instance | null {
  const { unit } = scope;
  const key = `${nameOf(callee)}@${callee.def.span.from}(${args.map((arg) => keyOf(scope, arg)).join("; ")})`;
  const owner = callee.owner;
  const known = unit.instances
    .get(key)
    ?.find(
      (instance) =>
        instance.owner === owner && instance.home === callee.home && stillHolds(instance, owner, span),
    );
  if (known !== undefined) {
    if (!known.broken) return known;
    // Said again, for the round of a loop that said it first may be taken back.
    unit.diagnostics.push(...known.said);
    return null;
  }
  if (unit.stack.includes(key)) {
    report(scope, diagnose("recursion", span, { name: nameOf(callee) }));
    return null;
  }
  if (unit.stack.length >= 64) {
    report(scope, diagnose("recursion-depth", span, { name: nameOf(callee), depth: unit.stack.length }));
    return null;
  }
  unit.stack.push(key);
  const before = unit.diagnostics.length;
  const instance = typeInstance(scope, callee, args);
  unit.stack.pop();
  nameCall(unit.diagnostics, before, nameOf(callee), span);
  const said = unrepeated(unit.diagnostics.slice(before));
  unit.instances.set(key, [...(unit.instances.get(key) ?? []), { ...instance, said }]);
  return instance.broken ? null : instance;
}

/** What depends on the arguments of a call says which call. */
function nameCall(diagnostics: Diagnostic[], from: number, name: string, span: Span): void {
  for (const [i, d] of diagnostics.entries()) {
    const isOfArguments =
      d.code in families.shapes || d.code in families.types || d.code === "argument-must-be-constant";
    if (i < from || !isOfArguments) continue;
    diagnostics[i] = { ...d, notes: [...(d.notes ?? []), { span, message: `in this call of \`${name}\`` }] };
  }
}

/** Whether the free names are what they were when the instance was typed. */
function stillHolds(instance: Instance, owner: Scope | null, span: Span): boolean {
  if (owner === null) return true;
  for (const [name, before] of instance.captured) {
    const binding = owner.env?.get(name);
    const now = binding?.kind === "bound" && binding.definite ? binding.known : outerKnown(owner, name, span);
    if (now === null || !sameShapeOfKnown(before, now)) return false;
  }
  return true;
}

/** The same constant, or run-time values of one type. */
function sameShapeOfKnown(a: Known, b: Known): boolean {
  if (isComputed(a) && isComputed(b) && a.expr.kind !== "const" && b.expr.kind !== "const") {
    return (
      printType(a.expr.type) === printType(b.expr.type) &&
      a.list === b.list &&
      samePaths(pathsOf(a), pathsOf(b))
    );
  }
  return sameKnown(a, b);
}

function keyOf(scope: Scope, known: Known): string {
  switch (known.kind) {
    case "value":
    case "mixed": {
      const { expr } = known;
      const paths = pathsOf(known).map((path) => ` or ${printType(path.type)}=${String(path.constant)}`);
      const type = `${printType(expr.type)}${paths.join("")}`;
      if (expr.kind === "const") return `${type}=${Object.is(expr.value, -0) ? "-0" : String(expr.value)}`;
      const layout = expr.type.kind === "array" && !isContiguous(scope, expr) ? " strided" : "";
      return `${known.list ? "list " : ""}${type}${layout}`;
    }
    case "tuple":
      return `${known.form}(${known.items.map((item) => keyOf(scope, item)).join(",")})`;
    case "function":
    case "lambda":
      return `${known.kind}@${known.def.span.from}#${known.home?.id ?? ""}`;
    case "dtype":
      return `dtype ${printType(known.type)}`;
    case "string":
      return JSON.stringify(known.text);
    default:
      return describe(known, printType);
  }
}

function typeInstance(caller: Scope, callee: UserFunction, args: readonly Known[]): Instance {
  return settleLists(caller, (plans) => typedInstance(caller, callee, args, plans));
}

function typedInstance(
  caller: Scope,
  callee: UserFunction,
  args: readonly Known[],
  plans: ListPlans,
): Instance {
  const { unit } = caller;
  const params = paramsOf(callee);
  const names = params.map((param) => param.name);
  const written = bodyOf(callee.def);
  const body = plans.asColumns ? withColumns(written, names) : written;
  const scope = newScope(unit, nameOf(callee), callee.owner, "function", names, body, callee.home, plans);
  for (const [i, param] of params.entries()) {
    const known = args[i];
    if (known === undefined) continue;
    bindParameter(scope, caller, param, known);
  }
  inferBlock(scope, body);
  const span = callee.kind === "function" ? callee.def.nameSpan : callee.def.span;
  const external = callee.kind === "function" ? externalOf(scope, callee.def, args) : null;
  return finishFunction(scope, functionName(unit.names, nameOf(callee)), callee.owner, span, external);
}

/** What the C++ is called with: every argument in its place, also those the instance was specialised to. */
function externalOf(scope: Scope, def: PyFunctionDef, args: readonly Known[]): External | null {
  const options = externalOptions(scope.unit, def);
  if (options === null) return null;
  const given: (string | Const)[] = [];
  for (const [i, param] of def.params.entries()) {
    const known = args[i];
    const slot = [...scope.params.keys()].find((name) => name === param.name);
    if (known?.kind === "value" && known.expr.kind === "const") given.push(known.expr);
    else if (known !== undefined && isComputed(known) && slot !== undefined) given.push(slot);
    else report(scope, diagnose("external-parameter", param.span, { name: param.name, fn: def.name }));
  }
  const [result, ...others] = scope.returns[0]?.values ?? [];
  if (others.length > 0 || (result !== undefined && result.expr.type.kind === "array")) {
    report(scope, diagnose("external-returns", def.nameSpan, { fn: def.name }));
  }
  return { ...options, args: given };
}

function bindParameter(scope: Scope, caller: Scope, param: PyParam, known: Known): void {
  if (known.kind === "tuple") {
    const items = itemParameters(scope, caller, param, param.name, known);
    scope.env?.set(param.name, { kind: "bound", known: items, slot: null, definite: true, span: param.span });
    return;
  }
  if (!isComputed(known) || isConstant(known)) {
    const slot = constantSlot(scope, param, known);
    scope.env?.set(param.name, { kind: "bound", known, slot, definite: true, span: param.span });
    return;
  }
  const variable: Variable = { name: freshName(scope, param.name), type: known.expr.type };
  const expr: Expr = { kind: "var", name: variable.name, type: variable.type, span: param.span };
  addParameter(scope, param.name, variable, heldIn(known, expr), param.span);
  if (variable.type.kind === "array" && !isContiguous(caller, known.expr)) scope.strided.add(variable.name);
}

/** What is computed in a tuple is passed as parameters of its own, in the order of the tuple. */
function itemParameters(
  scope: Scope,
  caller: Scope,
  param: PyParam,
  name: string,
  tuple: KnownTuple,
): KnownTuple {
  const items = tuple.items.map((known, i): Known => {
    if (known.kind === "tuple") return itemParameters(scope, caller, param, `${name}_${i}`, known);
    if (!isComputed(known) || isConstant(known)) return known;
    const variable: Variable = { name: freshName(scope, `${name}_${i}`), type: known.expr.type };
    scope.params.set(variable.name, variable);
    if (variable.type.kind === "array" && !isContiguous(caller, known.expr)) scope.strided.add(variable.name);
    return heldIn(known, { kind: "var", name: variable.name, type: variable.type, span: param.span });
  });
  return { ...tuple, items };
}

/** An argument of the kernel that has one value in all calls. */
export function bindConstant(scope: Scope, param: PyParam, constant: Const): void {
  const known = value(constant);
  const slot = scope.rebinds.has(param.name) ? constantSlot(scope, param, known) : null;
  scope.env?.set(param.name, { kind: "bound", known, slot, definite: true, span: param.span });
}

/** A constant argument that the body changes must live in a local. */
function constantSlot(scope: Scope, param: PyParam, known: Known): string | null {
  if (known.kind !== "value" || known.expr.type.kind === "array") return null;
  const slot = freshName(scope, param.name);
  scope.slots.set(`${param.name}:${printType(known.expr.type)}`, { name: slot, type: known.expr.type });
  scope.out.push({ kind: "assign", target: slot, value: known.expr, span: param.span });
  return slot;
}

export function addParameter(
  scope: Scope,
  name: string,
  variable: Variable,
  known: KnownValue | KnownMixed,
  span: Span,
): void {
  scope.params.set(variable.name, variable);
  scope.slots.set(`${name}:${printType(variable.type)}`, variable);
  scope.env?.set(name, { kind: "bound", known, slot: variable.name, definite: true, span });
}

function bodyOf(def: PyFunctionDef | PyLambda): readonly PyStmt[] {
  return def.kind === "FunctionDef" ? def.body : [returned(def.body)];
}

function returned(value: PyExpr): PyStmt {
  return { kind: "Return", value, span: value.span };
}

export function functionName(names: Set<string>, base: string): string {
  let name = base;
  for (let n = 1; names.has(name); n++) name = `${base}_${n}`;
  names.add(name);
  return name;
}
