/** Loops under construction: statements, names, scalars, arrays, and the functions being inlined. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { freeName } from "../../program/free_name.ts";
import type * as program from "../../program/nodes.ts";
import type { Interval } from "../../types/interval.ts";
import { pythonInt, type ScalarType } from "../../types/types.ts";
import type { ArrayDecl, Expr, For, Origin, Raised, ScalarDecl, Stmt } from "../nodes.ts";
import type { Facts, Functions } from "./facts.ts";
import { int, isAtom, keyOf, known, rangeOf } from "./integers.ts";
import type { BoundParam } from "./map.ts";
import type { KeptArray } from "./storage.ts";
import type { Binding, View } from "./view.ts";

export interface State {
  readonly functions: Functions;
  readonly facts: Map<string, Facts>; // by function, and which of its parameters are given the same memory
  out: Stmt[]; // where the next statement goes
  readonly open: Set<readonly Stmt[]>; // the lists that it is inside of
  readonly held: Map<string, Held>; // what the statement of the source has named already
  readonly arrays: Map<string, ArrayDecl>; // parameters too
  readonly local: string[]; // the arrays that are not parameters, in order
  readonly scalars: ScalarDecl[];
  readonly taken: Set<string>; // identifiers
  readonly reserved: Set<string>; // the kernel's own names that nothing has claimed yet
  readonly made: Set<string>; // scalars that no variable of the program is
  readonly loopNames: Set<string>;
  readonly reductions: Map<string, number>; // how many reduction loops a name has
  readonly ranges: Map<string, Interval>;
  readonly sums: Map<string, Sum>; // scalars that are set once, to a sum of loop variables
  readonly stable: Set<string>; // scalars that keep their value while the statements around them run
  readonly tables: Map<program.ArrayConst, string>;
  readonly params: Map<string, BoundParam>; // of the maps around
  readonly frames: Frame[]; // functions being inlined, the innermost last
  readonly inlined: Frame[]; // all functions so far, those that are over too
  readonly paths: Map<string, number>; // how often a call has been inlined
  calls: number; // so many have been inlined
  readonly choices: Choices;
  readonly numbers: Map<object, number>; // of statements and calls, the same in every attempt
  readonly kept: Map<string, KeptArray>; // arrays of calls that are kept, by key; the same in every attempt
  readonly found: Map<string, readonly Candidate[]>; // by frame and variable, in this attempt and those before
  readonly keys: Map<string, string>; // of arrays: what every attempt calls them
  readonly unknown: Set<string>; // arrays that stand for what has not been found yet
  hasGrown: boolean; // something was found that was not known before
  isPartial: boolean; // a variable that is read may be more than was known: the attempt goes on to find out
  readonly faults: Map<string, string>; // tables that are read outside to stop a run, by what is said then
  name: string; // what the next loops fill
  span: Span;
}

/** A value with a name, and the list that gave it. */
interface Held {
  readonly variable: Expr;
  readonly out: readonly Stmt[];
}

/** What a scalar is, and the list that sets it. */
interface Sum {
  readonly value: Expr;
  readonly out: readonly Stmt[];
}

/** What an attempt at lowering found out for the next one. */
export interface Choices {
  readonly separate: ReadonlySet<program.Stmt>; // assignments of new arrays that need storage of their own
  readonly copies: ReadonlySet<program.Stmt>; // assignments of views that are copied, where nobody can tell
  readonly owned: ReadonlySet<program.Stmt>; // assignments of what a call made that need memory that outlives it
  readonly pools: ReadonlyMap<program.Stmt, number>; // how many arrays those of an assignment take turns in
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>; // what each variable may refer to
}

/** A view that a variable may refer to: `holes` stand for what is only known when it runs. */
export interface Candidate {
  readonly root: Root;
  readonly extents: readonly number[]; // of the array
  readonly view: View;
}

/** Memory that lives as long as the call of a function: what it was given, and what its variables own. */
export type Root =
  | { readonly kind: "given"; readonly key: string }
  | { readonly kind: "owned"; readonly key: string };

/** A function being inlined. */
export interface Frame {
  readonly func: program.Func;
  readonly path: string; // the calls that lead here
  readonly facts: Facts;
  readonly scalars: Map<string, Expr>; // what a scalar variable is called or is known to be
  env: Map<string, Binding | "unknown">; // what array variables refer to here
  readonly entry: ReadonlyMap<string, Binding>; // what array parameters refer to
  readonly levels: Map<string, Level>; // array variables whose binding is known only when it runs
  readonly storage: Map<string, string>; // arrays that variables own: see storage.ts
  readonly adopted: Map<string, program.Stmt>; // memory of something that is over, and the assignment that keeps it
  readonly results: ResultSlot[];
  done: string | null; // the scalar that says that it has returned
  loops: number; // how many loops of this function are around
  guards: number; // how many statements around are followed by ones that a return skips
  readonly call: number; // 0 is the kernel
  readonly made: MadeLoop[]; // its loops, in order
  readonly around: MadeLoop[]; // those that are being written, innermost last
  readonly pragmas: Map<Stmt, () => Stmt>; // what they are once all its names are known
  current: program.Stmt | null;
}

/** A loop of a function that is inlined. */
export interface MadeLoop {
  readonly wanted: string; // its name before others were in the way
  readonly name: string;
  readonly variable: string | null; // of the source
}

/** How a variable's binding is told when it runs. */
export interface Level {
  readonly selector: string | null;
  readonly binding: Binding;
  isRead: boolean;
  isPartial: boolean; // it was bound to something else
}

export type ResultSlot =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: Expr }
  | { readonly kind: "scalar"; readonly name: string }
  | { readonly kind: "array"; readonly binding: Binding };

export class Refused extends Error {
  readonly code: "too-many-views" | "dynamic-result" | "external-view";
  readonly span: Span;
  readonly what: string;

  constructor(code: Refused["code"], span: Span, what: string) {
    super(code);
    this.code = code;
    this.span = span;
    this.what = what;
  }
}

/** Lowering starts again with other choices. */
export class Again extends Error {
  readonly choices: Choices;

  constructor(choices: Choices) {
    super("lowering starts again");
    this.choices = choices;
  }
}

/** Lowering starts again with one choice more; what variables refer to then, it finds out anew. */
export function again(st: State, more: Partial<Choices>): never {
  throw new Again({ ...st.choices, ...more, candidates: new Map() });
}

/** A number that a statement or call keeps in all attempts. */
export function numberOf(st: State, node: object): number {
  const before = st.numbers.get(node);
  if (before !== undefined) return before;
  st.numbers.set(node, st.numbers.size);
  return st.numbers.size - 1;
}

export function bug(message: string): never {
  throw new Error(`bug in Lutra: lowering: ${message}`);
}

export function frameOf(st: State): Frame {
  return st.frames.at(-1) ?? bug("no function");
}

// Statements

export function emit(st: State, stmt: Stmt): void {
  st.out.push(stmt);
}

/** Runs `write` with its statements kept apart. */
export function capture<T>(st: State, write: () => T): { readonly body: Stmt[]; readonly result: T } {
  const outer = st.out;
  const body: Stmt[] = [];
  st.out = body;
  st.open.add(body);
  try {
    return { body, result: write() };
  } finally {
    st.open.delete(body);
    st.out = outer;
  }
}

export function origin(st: State, operator: Origin["operator"] = "source", unordered = false): Origin {
  return { span: st.span, operator, ...(unordered ? { unordered: true as const } : {}) };
}

export function assign(st: State, target: string, value: Expr, operator?: Origin["operator"]): void {
  emit(st, { kind: "assign", target, value, origin: origin(st, operator) });
}

export function emitIf(
  st: State,
  condition: Expr,
  then: readonly Stmt[],
  otherwise: readonly Stmt[] = [],
): void {
  if (then.length === 0 && otherwise.length === 0) return;
  emit(st, { kind: "if", condition, then, else: otherwise, origin: origin(st) });
}

/** Statements under a name for what they fill. */
export function filling<T>(st: State, name: string, write: () => T): T {
  const before = st.name;
  st.name = name;
  try {
    return write();
  } finally {
    st.name = before;
  }
}

// Names

/** The identifier itself, or with a number behind it. */
export function fresh(st: State, wanted: string): string {
  const base = wanted.replace(/\W/g, "_");
  const name = freeName(st.taken, base);
  st.taken.add(name);
  return name;
}

/** A name of the kernel's own, which was kept for it. */
export function claim(st: State, frame: Frame, wanted: string): string {
  if (st.frames[0] === frame && st.reserved.delete(wanted)) return wanted;
  return fresh(st, wanted);
}

export function freshLoop(st: State, wanted: string): string {
  const name = freeName(st.loopNames, wanted);
  st.loopNames.add(name);
  return name;
}

// Scalars

export function declareScalar(st: State, wanted: string, type: ScalarType): string {
  const name = fresh(st, wanted);
  st.made.add(name);
  st.scalars.push({ kind: "scalar", name, type });
  return name;
}

/** A name for a value that is used more than once, or later. */
export function spill(st: State, value: Expr, wanted = `${st.name}_t`): Expr {
  return isAtom(value) ? value : held(st, value, wanted);
}

/** The value as it is now, whatever the statements that follow assign. */
export function frozen(st: State, value: Expr, wanted = `${st.name}_at`): Expr {
  if (value.kind === "const" || (value.kind === "var" && st.stable.has(value.name))) return value;
  return held(st, value, wanted);
}

/** While one statement of the source is lowered no variable changes, so that equal values are one. */
function held(st: State, value: Expr, wanted: string): Expr {
  const key = keyOf(value);
  const before = st.held.get(key);
  if (before !== undefined && (before.out === st.out || st.open.has(before.out))) return before.variable;
  const name = declareScalar(st, wanted, value.type);
  assign(st, name, value);
  st.stable.add(name);
  const range = rangeOf(value, st.ranges);
  if (range !== null) st.ranges.set(name, range);
  const variable: Expr = { kind: "var", name, type: value.type };
  st.held.set(key, { variable, out: st.out });
  return variable;
}

// Arrays

export function declareArray(
  st: State,
  wanted: string,
  element: ScalarType,
  shape: readonly number[],
  table?: ArrayDecl["table"],
): string {
  const name = fresh(st, wanted);
  addArray(st, { kind: "array", name, element, shape, ...(table === undefined ? {} : { table }) });
  return name;
}

export function addArray(st: State, decl: ArrayDecl): void {
  st.arrays.set(decl.name, decl);
  st.local.push(decl.name);
}

// Loops

export interface LoopOptions {
  readonly name: string; // as a schedule calls it
  readonly variable?: string; // the identifier, when it is not the name
  readonly counts?: string; // the variable of the source
  readonly from?: Expr;
  readonly to: Expr;
  readonly step?: number;
  readonly attrs?: For["attrs"];
  readonly operator: Origin["operator"];
  readonly unordered?: boolean;
}

/** A loop around what `write` emits. One round needs no loop unless the source wrote it. */
export function loop(st: State, options: LoopOptions, write: (index: Expr) => void): void {
  const { from = int(0), to, step = 1, operator } = options;
  const [first, last] = [known(from), known(to)];
  if (operator !== "source" && first !== null && last !== null && last - first <= 1) {
    if (last - first === 1) write(from);
    return;
  }
  const name = freshLoop(st, options.name);
  const variable = fresh(st, options.variable ?? name);
  const low = rangeOf(from, st.ranges);
  const high = rangeOf(to, st.ranges);
  if (low !== null) {
    const end = high === null ? Number.MAX_SAFE_INTEGER - 1 : Math.max(low.low, high.high - 1);
    const over = first === null ? 0 : (end - first) % step; // `range(0, 16, 8)` ends with 8
    st.ranges.set(variable, { low: low.low, high: end - over });
  }
  st.stable.add(variable);
  const place = origin(st, operator, options.unordered ?? false); // before the body moves on to its own lines
  const made = { wanted: options.name, name, variable: options.counts ?? null };
  const body = insideLoop(st, made, () => write({ kind: "var", name: variable, type: pythonInt }));
  emit(st, {
    kind: "for",
    name,
    variable,
    from,
    to,
    step,
    body,
    attrs: options.attrs ?? {},
    origin: place,
  });
}

/** The body of a loop, whose pragmas are about it. */
export function insideLoop(st: State, made: MadeLoop, write: () => void): readonly Stmt[] {
  const frame = st.frames.at(-1); // none where results are copied out
  frame?.made.push(made);
  frame?.around.push(made);
  const { body } = capture(st, write);
  frame?.around.pop();
  return body;
}

/** One loop an axis: `out.0`, `out.1`. */
export function nest(
  st: State,
  shape: readonly Expr[],
  operator: Origin["operator"],
  write: (index: readonly Expr[]) => void,
  options: { readonly first?: number; readonly ordered?: boolean } = {},
): void {
  const { first = 0, ordered = false } = options;
  const base = st.name;
  const inner = (outer: readonly Expr[]): void => {
    const extent = shape[outer.length];
    if (extent === undefined) return write(outer);
    const name = `${base}.${first + outer.length}`;
    loop(st, { name, to: extent, operator, unordered: !ordered }, (index) => inner([...outer, index]));
  };
  inner([]);
}

/** Loops that are summed over: `out.r0`, `out.r1`. */
export function reductionNest(
  st: State,
  shape: readonly Expr[],
  operator: Origin["operator"],
  write: (index: readonly Expr[]) => void,
  unordered = true,
): void {
  const first = st.reductions.get(st.name) ?? 0;
  st.reductions.set(st.name, first + shape.length);
  const base = st.name;
  const inner = (outer: readonly Expr[]): void => {
    const extent = shape[outer.length];
    if (extent === undefined) return write(outer);
    const name = `${base}.r${first + outer.length}`;
    loop(st, { name, to: extent, operator, unordered }, (index) => inner([...outer, index]));
  };
  inner([]);
}

// Faults

export interface Stop {
  readonly raises: Raised;
  readonly span?: Span; // of the statement where not said
  readonly value?: Expr; // for `{value}` in the message; never 0
}

/** Stops the run, as the reference does, where `condition` holds: a read outside a table of one element. */
export function faultIf(st: State, condition: Expr, { raises, span = st.span, value = int(1) }: Stop): void {
  if (condition.kind === "const" && condition.value === false) return;
  const array = st.faults.get(raises.message) ?? fresh(st, "fault");
  if (!st.faults.has(raises.message)) {
    addArray(st, { kind: "array", name: array, element: pythonInt, shape: [1], table: [0], raises });
    st.faults.set(raises.message, array);
  }
  const target = declareScalar(st, "faulted", pythonInt);
  const read: Expr = { kind: "load", array, index: [value], type: pythonInt, span };
  emitIf(st, condition, [{ kind: "assign", target, value: read, origin: origin(st) }]);
}

/** Extents that only the run knows, and that must agree. */
export const shapesDiffer: Raised = {
  code: "shape-mismatch",
  message: "shapes that differ do not broadcast",
};
