/**
 * What operators write their nests with: operands read and outputs stored wherever they lie, loops named after the node.
 * One Emission is one function of a Program; `at` gives it to a node.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { freeName } from "../../program/free_name.ts";
import type { ArrayConst, Expr, For, Stmt, Variable } from "../../program/nodes.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray } from "../../types/storage.ts";
import { array, pythonInt, type ScalarType, withShape } from "../../types/types.ts";
import { type Formulas, formulas } from "./formula.ts";
import { sizeOf, type TensorType } from "./graph.ts";
import { memoryIndex } from "./layout.ts";
import type { Operand } from "./operator.ts";

/** Where a value lies: a variable whose shape may have fewer, longer axes than the value. */
export interface Buffer {
  readonly variable: string;
  readonly element: ScalarType;
  readonly shape: readonly number[];
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
  readonly push: (stmts: readonly Stmt[]) => void;
  readonly finished: () => { readonly locals: readonly Variable[]; readonly body: readonly Stmt[] };
}

export function writing(taken: readonly string[]): Writing {
  const names = new Set(taken);
  const locals: Variable[] = [];
  const body: Stmt[] = [];
  const buffers = new Map<string, Buffer>();
  const tables = new Map<NDArray, ArrayConst>();

  const fresh = (wish: string): string => {
    const name = freeName(names, wish);
    names.add(name);
    return name;
  };
  const addLocal = (name: string, type: Variable["type"]): string => {
    locals.push({ name, type });
    return name;
  };
  const tableFor = (wish: string, constant: NDArray, span: Span): ArrayConst => {
    const known = tables.get(constant);
    if (known !== undefined) return known;
    const values = Array.from({ length: constant.data.length }, (_, i) => get(constant, i));
    const made: ArrayConst = { kind: "arrayConst", values, type: constant.type, name: fresh(wish), span };
    tables.set(constant, made);
    return made;
  };
  const declare = (buffer: Buffer, span: Span): void => {
    const { variable, element, shape } = buffer;
    addLocal(variable, withShape(element, shape));
    if (shape.length === 0) return;
    const type = array(element, shape);
    const value = formulas(span).number(element, 0);
    body.push({
      kind: "assign",
      target: variable,
      value: { kind: "fill", value, overwritten: true, type, span },
      span,
    });
  };

  const at = (span: Span, name: string, outputs: readonly (Local | null)[]): Emission => {
    const f = formulas(span);
    const read = (buffer: Buffer, shape: readonly number[], index: readonly Expr[]): Expr => {
      const base: Expr = variableOf(buffer, span);
      if (buffer.shape.length === 0) return base;
      const within = memoryIndex(f, shape, buffer.shape, index);
      return { kind: "load", base, index: within, type: buffer.element, span };
    };
    const write = (buffer: Buffer, shape: readonly number[], index: readonly Expr[], value: Expr): Stmt => {
      if (buffer.shape.length === 0) return { kind: "assign", target: buffer.variable, value, span };
      const target = read(buffer, shape, index);
      if (target.kind !== "load") return bug("an element that is no place");
      return { kind: "store", target, value, span };
    };
    const load = (operand: Operand | Local, index: readonly Expr[]): Expr => {
      if ("buffer" in operand) return read(operand.buffer, operand.shape, index);
      const { constant } = operand;
      if (constant === null || operand.isArgument) {
        const buffer = buffers.get(operand.name) ?? bug(`${operand.name} lies nowhere`);
        return read(buffer, operand.shape, index);
      }
      const same = uniform(constant);
      if (same !== null) return f.value(constant.type.element, same);
      const base = tableFor(identifier(operand.name), constant, span);
      return { kind: "load", base, index, type: constant.type.element, span };
    };
    const nest = (
      options: NestOptions,
      inside: (index: readonly Expr[]) => readonly Stmt[],
    ): readonly Stmt[] => {
      const { extents, name: own = name, names: given, from = 0, reduces, ordered } = options;
      if (sizeOf(extents) === 0) return [];
      const around = (depth: number, index: readonly Expr[]): readonly Stmt[] => {
        const extent = extents[depth];
        if (extent === undefined) return inside(index);
        if (extent === 1) return around(depth + 1, [...index, f.whole(0)]);
        const variable = addLocal(fresh(reduces ? "r" : indexName(depth)), pythonInt);
        const loop: For = {
          kind: "for",
          variable,
          from: f.whole(0),
          to: f.whole(extent),
          step: f.whole(1),
          body: around(depth + 1, [...index, { kind: "var", name: variable, type: pythonInt, span }]),
          attrs: {},
          name: given?.[depth] ?? `${own}.${reduces ? "r" : ""}${from + depth}`,
          ...(ordered ? {} : { unordered: true as const }),
          span,
        };
        return [loop];
      };
      return around(0, []);
    };
    return {
      f,
      name,
      load,
      nest,
      push: (stmts) => {
        body.push(...stmts);
      },
      store: (place, index, value) => {
        const { buffer, shape } = outputs[place] ?? bug(`${name} has no output ${place}`);
        return write(buffer, shape, index, value);
      },
      storeLocal: (local, index, value) => write(local.buffer, local.shape, index, value),
      local: (suffix, { element, shape }) => {
        const buffer = { variable: fresh(`${name}_${suffix}`), element, shape };
        declare(buffer, span);
        return { element, shape, buffer };
      },
      table: (suffix, constant) => ({
        ...{ name: `${name}_${suffix}`, constant, isArgument: false },
        ...{ element: constant.type.element, shape: constant.type.shape.map(Number) },
      }),
      scalar: (suffix, type) => {
        const variable = addLocal(fresh(`${name}_${suffix}`), type);
        return {
          read: { kind: "var", name: variable, type, span },
          set: (value) => ({ kind: "assign", target: variable, value, span }),
        };
      },
    };
  };
  return {
    at,
    fresh,
    declare,
    place: (value, buffer) => {
      buffers.set(value, buffer);
    },
    push: (stmts) => {
      body.push(...stmts);
    },
    finished: () => ({ locals, body }),
  };
}

export function variableOf({ variable, element, shape }: Buffer, span: Span): Expr {
  return { kind: "var", name: variable, type: withShape(element, shape), span };
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
