/** The state of typing one function: its names, its Program locals, the statements made so far. */

import type { Diagnostic, SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { freeName } from "../../program/free_name.ts";
import type { Func, Return, Stmt, Variable, View } from "../../program/nodes.ts";
import { printType } from "../../types/print.ts";
import type { ScalarType, Type } from "../../types/types.ts";
import { assignedNames, boundOnce } from "./assigned.ts";
import type { PyExpr, PyFunctionDef, PyModule, PyParam, PyStmt } from "./ast.ts";
import type { Layout } from "./builtins/strides.ts";
import type { Env } from "./environment.ts";
import { grownNames } from "./grown_names.ts";
import type { Home, Known, KnownMixed, KnownValue, TypedPath } from "./known.ts";
import { type ListPlans, noPlans } from "./lists.ts";
import { itemMark } from "./marks.ts";
import type { ItemsGiven } from "./shared_items.ts";

/** One compilation: what all functions of a kernel share. */
export interface Unit {
  readonly source: SourceFile;
  readonly module: PyModule;
  readonly globals: Globals;
  readonly diagnostics: Diagnostic[];
  readonly instances: Map<string, Instance[]>; // by function and argument types
  readonly made: Map<string, Func>; // functions that builtins made for themselves, by what they do
  readonly functions: Func[]; // finished, callees first
  readonly names: Set<string>; // of functions, so that each instance has its own
  readonly tried: Set<string>; // refusals after which other forms of lists have been tried
  readonly stack: string[]; // instance keys being typed, to see recursion
  readonly shares: Map<string, ReadonlySet<string>>; // by function: the constants of the module that its results may be
}

/** A function typed for one set of argument types. */
export interface Instance {
  readonly func: Func;
  readonly broken: boolean; // its mistakes have been reported
  readonly said: readonly Diagnostic[]; // while it was typed
  readonly owner: Scope | null; // where it was defined
  readonly home: Home | null;
  readonly captured: ReadonlyMap<string, Known>; // free names and what they were; another value needs another instance
  readonly captures: readonly string[]; // those passed behind the arguments
  readonly result: Known | null; // when it is the same known value on every path
  readonly lists: readonly boolean[]; // which results are lists
  readonly paths: readonly (readonly TypedPath[])[]; // the types each result has besides, in Python
  readonly form: ResultForm;
}

/** How the results of a function stand in the tuple that it returns. */
export type ResultForm = "value" | "optional" | readonly ResultForm[];

export interface Globals {
  lookup(name: string, span: Span): Known | null;
  names(): Iterable<string>;
  defined(def: PyFunctionDef): Home | null; // what a function of the module was defined with
}

export interface Scope {
  readonly unit: Unit;
  readonly functionName: string;
  readonly parent: Scope | null; // where the function was defined
  readonly home: Home | null; // of a function of the module
  readonly role: "kernel" | "function" | "module";
  readonly assigned: ReadonlySet<string>; // names that are local because the body binds them
  readonly params: Map<string, Variable>; // by Program name
  readonly captures: Map<string, { readonly slot: string; readonly known: Known }>; // free run-time names of the parent
  readonly slots: Map<string, Variable>; // Program locals by `name:type`
  readonly taken: Set<string>; // Program names in use
  readonly declared: Map<string, Type>; // names with an annotation keep its type
  readonly proved: Map<string, ScalarType>; // exact names that grow in a loop being typed, in the type that holds them
  readonly widens: WeakSet<Stmt>; // assignments that bring a value into such a type
  readonly returns: ReturnSite[];
  readonly loops: LoopFrame[];
  readonly joins: WeakSet<Stmt>; // assignments that only bring a name into the local that all paths share
  readonly rebinds: ReadonlySet<string>; // names that the body itself binds
  readonly once: ReadonlySet<string>; // those of them, parameters aside, that one place alone binds
  readonly reshaped: Set<string>; // locals that are a reshape of elements with gaps, or bits of another array
  readonly strided: Set<string>; // locals and parameters whose elements may not lie in row-major order
  readonly layouts: Map<string, Layout>; // where the elements of those lie that are known now
  readonly ranges: Map<string, Range>; // of locals: of loop variables while their loop is typed, of names bound once
  readonly views: Map<string, ViewRecord>; // locals bound once, to a plain slice
  readonly mapParams: Map<PyParam, string>; // the Program name of a lambda's parameter
  readonly captured: Map<string, Known>; // what free names were when it was typed
  readonly silent: Set<string>; // names that something refused may have bound
  readonly grows: ReadonlySet<string>; // names of lists that the body makes longer
  readonly plans: ListPlans;
  readonly itemsGiven: ItemsGiven;
  readonly rowsReplaced: WeakSet<Stmt>; // stores of another list or array as an item of a list
  readonly listSites: Map<string, { readonly key: string; readonly known: KnownValue | KnownMixed }>; // where the list of a local was made
  readonly appends: Map<string, number>; // by list and place: how often it makes the list longer, at most
  readonly trips: Trips[]; // of the loops around
  readonly copies: number[]; // which copies of loop bodies that are typed once for each item these are
  readonly lengthsJoined: Map<string, number>; // by name: how often arrays of other lengths were joined
  readonly iterated: string[]; // the lists that loops around go over
  readonly loopMemo: Map<PyStmt, Env>; // the head environment found last, so that nested loops settle fast
  env: Env | null; // null where control does not reach
  out: Stmt[]; // where statements go
  readonly errorsBefore: number; // reported when its typing began
  broken: boolean; // a return could not be typed, so nothing more is said of the results
  lazy: number; // > 0 where a value may be computed never or often: nothing needs to be put before it
  closed: number; // > 0 where nothing can be put before a value: its elements are computed in any order
  effects: number; // how many calls so far have changed arrays
  wholeCall: PyExpr | null; // the call that is a statement's whole value
}

/** Least and greatest value, both reached or not. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The one statement that binds a local, and the view it binds; null once a second statement does. */
export interface ViewRecord {
  readonly by: PyStmt | null;
  readonly view: View | null;
}

export interface ReturnSite {
  readonly node: Return;
  readonly values: readonly (KnownValue | KnownMixed)[];
  readonly form: ResultForm;
  readonly known: Known;
  readonly span: Span;
}

export interface LoopFrame {
  readonly breaks: Jump[];
  readonly continues: Jump[];
  readonly left: string | null; // the local that a `break` sets, where the loop has an `else`
}

/** A jump out of a list of statements: conversions go in before `at`. */
export interface Jump {
  readonly env: Env;
  readonly out: Stmt[];
  readonly at: Stmt;
}

export function newScope(
  unit: Unit,
  functionName: string,
  parent: Scope | null,
  role: Scope["role"],
  params: readonly string[],
  body: readonly PyStmt[],
  home: Home | null = null,
  plans: ListPlans = noPlans(),
): Scope {
  const rebinds = assignedNames(body);
  return {
    unit,
    functionName,
    parent,
    home,
    role,
    assigned: new Set([...rebinds, ...params]),
    rebinds,
    once: new Set([...boundOnce(body)].filter((name) => !params.includes(name))),
    params: new Map(),
    captures: new Map(),
    captured: new Map(),
    slots: new Map(),
    taken: new Set(),
    declared: new Map(),
    proved: new Map(),
    widens: new WeakSet(),
    returns: [],
    loops: [],
    joins: new WeakSet(),
    strided: new Set(),
    layouts: new Map(),
    reshaped: new Set(),
    ranges: new Map(),
    views: new Map(),
    mapParams: new Map(),
    silent: new Set(),
    grows: grownNames(body),
    plans,
    itemsGiven: new WeakMap(),
    rowsReplaced: new WeakSet(),
    listSites: new Map(),
    appends: new Map(),
    trips: [],
    copies: [],
    iterated: [],
    lengthsJoined: new Map(),
    loopMemo: new Map(),
    env: new Map(),
    out: [],
    errorsBefore: errorCount(unit),
    broken: false,
    lazy: 0,
    closed: 0,
    effects: 0,
    wholeCall: null,
  };
}

export function errorCount(unit: Unit): number {
  return unit.diagnostics.filter((d) => d.severity === "error").length;
}

export function report(scope: Scope, diagnostic: Diagnostic): void {
  scope.unit.diagnostics.push(diagnostic);
}

/** How often a loop goes around, at most; null where no bound is known. */
export interface Trips {
  readonly most: number | null;
}

/** Takes back what is typed from here on. */
export function remembered(scope: Scope): () => void {
  const { unit } = scope;
  const [out, env, length, returns] = [scope.out, scope.env, scope.out.length, scope.returns.length];
  const { effects, broken, wholeCall } = scope;
  const undoUnit = rememberedUnit(unit);
  const kept = env === null ? null : new Map(env);
  return () => {
    scope.out = out;
    out.length = length;
    scope.env = kept === null ? null : new Map(kept);
    scope.returns.length = returns;
    Object.assign(scope, { effects, broken, wholeCall });
    undoUnit();
  };
}

/** The same of what all functions share. */
export function rememberedUnit(unit: Unit): () => void {
  const [said, functions] = [unit.diagnostics.length, unit.functions.length];
  const [names, instances, made] = [new Set(unit.names), new Map(unit.instances), new Map(unit.made)];
  return () => {
    unit.diagnostics.length = said;
    unit.functions.length = functions;
    refill(unit.names, names, (name) => unit.names.add(name));
    refill(unit.instances, instances, ([key, found]) => unit.instances.set(key, found));
    refill(unit.made, made, ([key, func]) => unit.made.set(key, func));
  };
}

function refill<T>(to: { clear(): void }, from: Iterable<T>, add: (item: T) => void): void {
  to.clear();
  for (const item of from) add(item);
}

/** As it is written. */
export function textOf({ unit }: Pick<Scope, "unit">, { from, to }: Span): string {
  return unit.source.text.slice(from, to);
}

/** The Program local for a Python name at a type; the same pair gives the same local. */
export function slotFor(scope: Scope, name: string, type: Type): string {
  const key = `${name}:${printType(type)}`;
  const known = scope.slots.get(key);
  if (known !== undefined) return known.name;
  const slot = freshName(scope, name.replaceAll(itemMark, ""));
  scope.slots.set(key, { name: slot, type });
  return slot;
}

export { itemMark };

/** A local for a value that a place of the source makes: the same place and type give the same local. */
export function slotAt(scope: Scope, name: string, span: Span, type: Type): string {
  const plain = name.replaceAll(itemMark, "");
  const key = `${plain}@${span.from}-${span.to}-${span.part ?? ""}:${printType(type)}`;
  const known = scope.slots.get(key);
  if (known !== undefined) return known.name;
  const slot = freshName(scope, plain);
  scope.slots.set(key, { name: slot, type });
  return slot;
}

/** A name no other local of the function has: `x`, then `x_1`, `x_2`. */
export function freshName(scope: Scope, base: string): string {
  const name = freeName(scope.taken, base);
  scope.taken.add(name);
  return name;
}
