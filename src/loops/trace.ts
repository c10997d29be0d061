/**
 * A second interpreter of Loops: it walks the tree, one closure a node, and tells every load and store.
 *
 *     let loads = 0;
 *     trace(loops, args, { load: ({ array }) => { if (array === "img") loads++; } });
 *
 * It shares nothing with the compiled interpreter but the arithmetic of scalars, and gives the same bits.
 */
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import { RunFault } from "../program/interpret/fault.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../types/arithmetic.ts";
import { bitWidth, fromBits, getBits, toBits } from "../types/bits.ts";
import { ArithmeticFault } from "../types/fault.ts";
import type { Value } from "../types/operators.ts";
import { allocate, get, type NDArray, set } from "../types/storage.ts";
import type { ScalarType } from "../types/types.ts";
import type { ArrayDecl, Assign, Expr, For, Load, Loops, Stmt, Store } from "./nodes.ts";
import { arrayType, toldBy } from "./program.ts";

export interface Hooks {
  load?(event: LoadEvent): void;
  store?(event: StoreEvent): void;
  read?(event: ScalarEvent): void; // of a scalar, not of a loop variable
  write?(event: ScalarEvent): void;
  iterate?(loop: For, value: number): void; // at the start of each iteration
}

export interface LoadEvent {
  readonly array: string;
  readonly at: number; // row-major position
  readonly node: Load;
  readonly iteration: Iterations;
}

export interface StoreEvent {
  readonly array: string;
  readonly at: number;
  readonly node: Store;
  readonly iteration: Iterations;
}

export interface ScalarEvent {
  readonly name: string;
  readonly stmt: Stmt; // that reads or writes it
  readonly iteration: Iterations;
}

/** The loops that run, by name, outermost first, with their values. It changes as they go on: copy what you keep. */
export type Iterations = ReadonlyMap<string, number>;

/** Changes argument arrays in place, as the compiled kernel does. */
export function trace(
  loops: Loops,
  args: ReadonlyMap<string, NDArray | Value>,
  hooks: Hooks = {},
): { results: (NDArray | Value)[] } {
  const state: State = { arrays: new Map(), scalars: new Map(), iteration: new Map(), hooks };
  for (const param of loops.params) {
    const arg = args.get(param.name);
    if (arg === undefined) {
      throw new RunFault("argument", `no value for the argument \`${param.name}\``, { from: 0, to: 0 });
    }
    if (typeof arg === "object") state.arrays.set(param.name, arg);
    else state.scalars.set(param.name, arg);
  }
  for (const decl of loops.arrays) state.arrays.set(decl.name, filled(decl));
  const names = new Set([...loops.params, ...loops.scalars].map(({ name }) => name));
  toldBy(loops, () => run(body(loops.body, names), state));
  return {
    results: loops.results.map(
      (name) => state.arrays.get(name) ?? state.scalars.get(name) ?? bug(`no result \`${name}\``),
    ),
  };
}

interface State {
  readonly arrays: Map<string, NDArray>;
  readonly scalars: Map<string, Value>; // loop variables too
  readonly iteration: Map<string, number>;
  readonly hooks: Hooks;
}

type Run = (state: State) => Jump;
type Jump = "on" | "break" | "continue";
type Evaluate = (state: State) => Value;

function filled(decl: ArrayDecl): NDArray {
  const array = allocate(arrayType(decl));
  decl.table?.forEach((value, at) => {
    set(array, at, value);
  });
  return array;
}

// Statements

function run(steps: readonly Run[], state: State): Jump {
  for (const step of steps) {
    const jump = step(state);
    if (jump !== "on") return jump;
  }
  return "on";
}

function body(stmts: readonly Stmt[], scalars: ReadonlySet<string>): readonly Run[] {
  return stmts.map((stmt) => statement(stmt, scalars));
}

function statement(stmt: Stmt, scalars: ReadonlySet<string>): Run {
  const expr = (e: Expr): Evaluate => expression(e, { stmt, scalars });
  switch (stmt.kind) {
    case "for":
      return forLoop(stmt, expr(stmt.from), expr(stmt.to), body(stmt.body, scalars));
    case "while": {
      const condition = expr(stmt.condition);
      const steps = body(stmt.body, scalars);
      return (state) => {
        while (condition(state) === true) if (run(steps, state) === "break") break;
        return "on";
      };
    }
    case "if": {
      const condition = expr(stmt.condition);
      const then = body(stmt.then, scalars);
      const otherwise = body(stmt.else, scalars);
      return (state) => run(condition(state) === true ? then : otherwise, state);
    }
    case "assign":
      return assign(stmt, expr(stmt.value));
    case "store":
      return store(stmt, stmt.index.map(expr), expr(stmt.value));
    case "break":
      return () => "break";
    case "continue":
      return () => "continue";
    case "region": {
      const steps = body(stmt.body, scalars);
      return (state) => run(steps, state);
    }
    case "pragma":
      return () => "on";
  }
}

function forLoop(stmt: For, from: Evaluate, to: Evaluate, steps: readonly Run[]): Run {
  return (state) => {
    const start = Number(from(state));
    const end = Number(to(state));
    for (let value = start; value < end; value += stmt.step) {
      state.scalars.set(stmt.variable, value);
      state.iteration.set(stmt.name, value);
      state.hooks.iterate?.(stmt, value);
      if (run(steps, state) === "break") break;
    }
    state.iteration.delete(stmt.name);
    return "on";
  };
}

function assign(stmt: Assign, value: Evaluate): Run {
  return (state) => {
    state.scalars.set(stmt.target, value(state));
    state.hooks.write?.({ name: stmt.target, stmt, iteration: state.iteration });
    return "on";
  };
}

function store(stmt: Store, index: readonly Evaluate[], value: Evaluate): Run {
  return (state) => {
    const array = arrayOf(state, stmt.array);
    const at = positions(index, state);
    const stored = value(state);
    const flat = flatten(array, at, stmt.origin.span);
    set(array, flat, stored);
    state.hooks.store?.({ array: stmt.array, at: flat, node: stmt, iteration: state.iteration });
    return "on";
  };
}

function arrayOf(state: State, name: string): NDArray {
  return state.arrays.get(name) ?? bug(`no array \`${name}\``);
}

function positions(index: readonly Evaluate[], state: State): readonly number[] {
  return index.map((evaluate) => Number(evaluate(state)));
}

/** Negative indices count from the end, as in the Program that the Loops are. */
function flatten(array: NDArray, at: readonly number[], span: Span): number {
  let flat = 0;
  for (const [dim, index] of at.entries()) {
    const extent = array.type.shape[dim];
    if (typeof extent !== "number") return bug("an array of unknown extent");
    if (index < -extent || index >= extent) {
      const message = `index ${index} is out of range for axis ${dim} with size ${extent}`;
      throw new RunFault("index-out-of-range", message, span);
    }
    flat = flat * extent + (index < 0 ? index + extent : index);
  }
  return flat;
}

// Expressions

interface Where {
  readonly stmt: Stmt;
  readonly scalars: ReadonlySet<string>;
}

function expression(expr: Expr, where: Where): Evaluate {
  const inner = (child: Expr): Evaluate => expression(child, where);
  switch (expr.kind) {
    case "const":
      return () => expr.value;
    case "var":
      return variable(expr.name, where);
    case "load":
      return load(expr, expr.index.map(inner));
    case "unary": {
      const operand = inner(expr.operand);
      const f = compileUnary(expr.op, expr.operand.type, expr.type);
      return guarded(expr.span, (state) => f(operand(state)));
    }
    case "binary": {
      const [left, right] = [inner(expr.left), inner(expr.right)];
      const f = compileBinary(expr.op, expr.left.type, expr.right.type, expr.type);
      return guarded(expr.span, (state) => f(left(state), right(state)));
    }
    case "compare": {
      const [left, right] = [inner(expr.left), inner(expr.right)];
      const f = compileCompare(expr.op, expr.left.type, expr.right.type);
      return guarded(expr.span, (state) => f(left(state), right(state)));
    }
    case "logic": {
      const [left, right] = [inner(expr.left), inner(expr.right)];
      return expr.op === "and"
        ? (state) => left(state) === true && right(state) === true
        : (state) => left(state) === true || right(state) === true;
    }
    case "select": {
      const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map(inner);
      if (!condition || !then || !otherwise) return bug("a conditional has three parts");
      return (state) => (condition(state) === true ? then(state) : otherwise(state));
    }
    case "math": {
      const [one, two] = expr.args.map(inner);
      const type = expr.args[0]?.type ?? bug("a function has operands");
      const f = compileMath(expr.fn, type);
      return guarded(expr.span, (state) => f(one?.(state) ?? 0, two?.(state) ?? 0));
    }
    case "cast": {
      const operand = inner(expr.operand);
      const compile = expr.stores === true ? compileStore : compileConvert;
      const f = compile(expr.operand.type, expr.type);
      return guarded(expr.span, (state) => f(operand(state), 0));
    }
    case "bits": {
      const [operand, low] = [inner(expr.operand), inner(expr.low)];
      const width = bitWidth(expr.type);
      const from = expr.operand.type;
      return guarded(expr.span, (state) => getBits(from, operand(state), Number(low(state)), width));
    }
    case "bitcast":
      return reinterpreted(inner(expr.operand), expr.operand.type, expr.type);
  }
}

function variable(name: string, { stmt, scalars }: Where): Evaluate {
  const isScalar = scalars.has(name);
  return (state) => {
    const value = state.scalars.get(name) ?? bug(`\`${name}\` has no value yet`);
    if (isScalar) state.hooks.read?.({ name, stmt, iteration: state.iteration });
    return value;
  };
}

function load(expr: Load, index: readonly Evaluate[]): Evaluate {
  return (state) => {
    const array = arrayOf(state, expr.array);
    const at = flatten(array, positions(index, state), expr.span);
    state.hooks.load?.({ array: expr.array, at, node: expr, iteration: state.iteration });
    return get(array, at);
  };
}

function reinterpreted(operand: Evaluate, from: ScalarType, to: ScalarType): Evaluate {
  return (state) => fromBits(to, toBits(from, operand(state)));
}

/** A fault of arithmetic is told with its place. */
function guarded(span: Span, evaluate: Evaluate): Evaluate {
  return (state) => {
    try {
      return evaluate(state);
    } catch (error) {
      if (error instanceof ArithmeticFault) throw new RunFault(error.code, error.message, span);
      throw error;
    }
  };
}
