/**
 * What operators write their nests with: operands read and outputs stored wherever they lie, loops named after the node.
 * One Emission is one function of a Program; `at` gives it to a node.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { freeName } from "../../program/free_name.ts";
import type { ArrayConst, Expr, For, Load, Stmt, Var, Variable } from "../../program/nodes.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray } from "../../types/storage.ts";
import { array, pythonInt, type ScalarType, sameType, withShape } from "../../types/types.ts";
import { type Formulas, formulas } from "./formula.ts";
import { sizeOf, type TensorType } from "./graph.ts";
import { memoryIndex } from "./layout.ts";
import type { Operand } from "./operator.ts";

/** Where a value lies: a variable whose shape may have fewer, longer axes than the value. */
export interface Buffer {
  readonly variable: string;
  readonly element: ScalarType; // of the memory: a value of another type is converted when it is read
  readonly shape: readonly number[]; // of one sample
  readonly samples?: Samples; // it holds those of a whole call
}

export interface Samples {
  readonly count: number;
  readonly index: Expr; // of the one that is being computed
}

/** With an axis for samples: the first, in place of a batch of one. */
export function memoryShape({ shape, samples }: Buffer): readonly number[] {
  return samples === undefined ? shape : [samples.count, ...(shape[0] === 1 ? shape.slice(1) : shape)];
}

export interface Emission {
  readonly f: Formulas;
  readonly name: string; // of the node's first output; its loops are `name.0`, `name.r0`, …
  /** The element of an operand at an index, one expression an axis. */
  readonly load: (operand: Operand | Local, index: readonly Expr[]) => Expr;
  /** Sets an element of an output of the node. */
  readonly store: (place: number, index: readonly Expr[], value: Expr) => Stmt;
  readonly storeLocal: (local: Local, index: readonly Expr[], value: Expr) => Stmt;
  /** An array of the node's own. */
  readonly local: (suffix: string, type: TensorType) => Local;
  /** A table of the node's own. */
  readonly table: (suffix: string, constant: NDArray) => Operand;
  /** A scalar that statements set. */
  readonly scalar: (suffix: string, type: ScalarType) => Scalar;
  readonly nest: (options: NestOptions, body: (index: readonly Expr[]) => readonly Stmt[]) => readonly Stmt[];
  readonly push: (stmts: readonly Stmt[]) => void;
}

export interface Local extends TensorType {
  readonly buffer: Buffer;
}

export interface Scalar {
  readonly read: Expr;
  readonly set: (value: Expr) => Stmt;
}

export interface NestOptions {
  readonly extents: readonly number[];
  readonly name?: string; // where it is not the node's
  readonly reduces?: true; // loops are called `name.r0`, …
  readonly names?: readonly string[]; // of the loops, where they are not numbered
  readonly from?: number; // the number of the first loop
  readonly ordered?: true; // iterations depend on each other
}

/** One function that is being written. */
export interface Writing {
  readonly at: (span: Span, name: string, outputs: readonly (Local | null)[]) => Emission;
  readonly fresh: (wish: string) => string;
  readonly declare: (buffer: Buffer, span: Span) => void; // memory for it, in front of what follows
  readonly place: (value: string, buffer: Buffer) => void; // where a value of the graph lies
  readonly counter: (wish: string) => string; // a local for a loop
  readonly finished: () => { readonly locals: readonly Variable[]; readonly body: readonly Stmt[] };
}

export function writing(taken: readonly string[]): Writing {
  const state: State = {
    names: new Set(taken),
    locals: [],
    body: [],
    buffers: new Map(),
    tables: new Map(),
  };
  return {
    at: (span, name, outputs) => emissionAt(state, span, name, outputs),
    fresh: (wish) => fresh(state, wish),
    declare: (buffer, span) => declare(state, buffer, span),
    place: (value, buffer) => {
      state.buffers.set(value, buffer);
    },
    counter: (wish) => addLocal(state, wish, pythonInt),
    finished: () => ({ locals: state.locals, body: state.body }),
  };
}

/** What is known of the function so far. */
interface State {
  readonly names: Set<string>;
  readonly locals: Variable[];
  readonly body: Stmt[];
  readonly buffers: Map<string, Buffer>; // by value of the graph
  readonly tables: Map<NDArray, ArrayConst>;
}

function emissionAt(state: State, span: Span, name: string, outputs: readonly (Local | null)[]): Emission {
  const f = formulas(span);
  return {
    f,
    name,
    load: (operand, index) => loadFrom(state, f, operand, index),
    nest: (options, inside) => nestOf(state, f, { name, ...options }, inside),
    push: (stmts) => {
      state.body.push(...stmts);
    },
    store: (place, index, value) =>
      storeTo(f, outputs[place] ?? bug(`${name} has no output ${place}`), index, value),
    storeLocal: (local, index, value) => storeTo(f, local, index, value),
    local: (suffix, { element, shape }) => {
      const buffer = { variable: fresh(state, `${name}_${suffix}`), element, shape };
      declare(state, buffer, span);
      return { element, shape, buffer };
    },
    table: (suffix, constant) => ({
      ...{ name: `${name}_${suffix}`, constant, isArgument: false },
      ...{ element: constant.type.element, shape: constant.type.shape.map(Number) },
    }),
    scalar: (suffix, type) => {
      const variable = addLocal(state, `${name}_${suffix}`, type);
      return {
        read: { kind: "var", name: variable, type, span },
        set: (value) => ({ kind: "assign", target: variable, value, span }),
      };
    },
  };
}

function fresh({ names }: State, wish: string): string {
  const name = freeName(names, wish);
  names.add(name);
  return name;
}

function addLocal(state: State, wish: string, type: Variable["type"]): string {
  const name = fresh(state, wish);
  state.locals.push({ name, type });
  return name;
}

function declare(state: State, buffer: Buffer, span: Span): void {
  const { variable, element } = buffer;
  const shape = memoryShape(buffer);
  state.locals.push({ name: variable, type: withShape(element, shape) });
  if (shape.length === 0) return;
  const type = array(element, shape);
  const zero = formulas(span).number(element, 0);
  const value: Expr = { kind: "fill", value: zero, overwritten: true, type, span };
  state.body.push({ kind: "assign", target: variable, value, span });
}

function loadFrom(state: State, f: Formulas, operand: Operand | Local, index: readonly Expr[]): Expr {
  if ("buffer" in operand) return readFrom(f, operand, index);
  const { constant, shape, element, name } = operand;
  if (constant === null || operand.isArgument) {
    const buffer = state.buffers.get(name) ?? bug(`${name} lies nowhere`);
    return readFrom(f, { shape, element, buffer }, index);
  }
  const same = uniform(constant);
  if (same !== null) return f.value(element, same);
  const base = tableOf(state, identifier(name), constant, f.span);
  return { kind: "load", base, index, type: element, span: f.span };
}

/** One table for a tensor, however many nodes read it. */
function tableOf(state: State, wish: string, constant: NDArray, span: Span): ArrayConst {
  const known = state.tables.get(constant);
  if (known !== undefined) return known;
  const values = Array.from({ length: constant.data.length }, (_, i) => get(constant, i));
  const made: ArrayConst = {
    kind: "arrayConst",
    values,
    type: constant.type,
    name: fresh(state, wish),
    span,
  };
  state.tables.set(constant, made);
  return made;
}

function readFrom(f: Formulas, local: Local, index: readonly Expr[]): Expr {
  const found = elementOf(f, local, index);
  if (sameType(local.buffer.element, local.element)) return found;
  const cast = f.cast(found, local.element);
  return cast.kind === "cast" ? { ...cast, implied: true } : cast;
}

function elementOf(f: Formulas, { shape, buffer }: Local, index: readonly Expr[]): Load | Var {
  const base = variableOf(buffer, f.span);
  if (memoryShape(buffer).length === 0) return base;
  const within = memoryIndex(f, shape, buffer.shape, index);
  return { kind: "load", base, index: withSample(buffer, within), type: buffer.element, span: f.span };
}

function withSample({ samples, shape }: Buffer, within: readonly Expr[]): readonly Expr[] {
  return samples === undefined ? within : [samples.index, ...(shape[0] === 1 ? within.slice(1) : within)];
}

function storeTo(f: Formulas, local: Local, index: readonly Expr[], value: Expr): Stmt {
  const target = elementOf(f, local, index);
  if (target.kind === "var") return { kind: "assign", target: target.name, value, span: f.span };
  return { kind: "store", target, value, span: f.span };
}

/** Loops around what `inside` gives, outermost first; an axis of length 1 has none. */
function nestOf(
  state: State,
  f: Formulas,
  options: NestOptions,
  inside: (index: readonly Expr[]) => readonly Stmt[],
): readonly Stmt[] {
  const { extents, name: own, names, from = 0, reduces, ordered } = options;
  const { span } = f;
  if (sizeOf(extents) === 0) return [];
  const around = (depth: number, index: readonly Expr[]): readonly Stmt[] => {
    const extent = extents[depth];
    if (extent === undefined) return inside(index);
    if (extent === 1) return around(depth + 1, [...index, f.whole(0)]);
    const variable = addLocal(state, reduces ? "r" : indexName(depth), pythonInt);
    const loop: For = {
      kind: "for",
      variable,
      from: f.whole(0),
      to: f.whole(extent),
      step: f.whole(1),
      body: around(depth + 1, [...index, { kind: "var", name: variable, type: pythonInt, span }]),
      attrs: {},
      name: names?.[depth] ?? `${own}.${reduces ? "r" : ""}${from + depth}`,
      ...(ordered ? {} : { unordered: true as const }),
      span,
    };
    return [loop];
  };
  return around(0, []);
}

export function variableOf(buffer: Buffer, span: Span): Var {
  const type = withShape(buffer.element, memoryShape(buffer));
  return { kind: "var", name: buffer.variable, type, span };
}

/** The value of every element, where they are all the same bits. */
export function uniform(nd: NDArray): Value | null {
  if (nd.data.length === 0) return null;
  const first = get(nd, 0);
  for (let i = 1; i < nd.data.length; i++) if (!Object.is(get(nd, i), first)) return null;
  return first;
}

/** A name for schedules and generated code: `/conv1/Conv` is `conv1_Conv`. */
export function identifier(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+(?=[A-Za-z0-9])/, "")
    .replace(/_+$/, "");
  if (plain === "") return "t";
  return /^\d/.test(plain) ? `t${plain}` : plain;
}

function indexName(depth: number): string {
  return "ijklmn"[depth] ?? `i${depth}`;
}
