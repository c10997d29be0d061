/** Runs programs in tests: arrays from plain lists, results as plain lists. */
import { prepare, RunFault } from "../../src/program/interpret/index.ts";
import type { Expr, Program, Var } from "../../src/program/nodes.ts";
import type { Value } from "../../src/types/operators.ts";
import { allocate, get, type NDArray, set } from "../../src/types/storage.ts";
import { type ArrayType, array, maxSize, type ScalarType, type Shape } from "../../src/types/types.ts";
import { returning, variable } from "./build.ts";

export function nd(element: ScalarType, shape: Shape, values: readonly Value[]): NDArray {
  const made = allocate(array(element, shape));
  for (const [k, value] of values.entries()) set(made, k, value);
  return made;
}

/** 0, 1, 2, ... */
export function counting(element: ScalarType, shape: Shape, from = 0): NDArray {
  return nd(
    element,
    shape,
    Array.from({ length: maxSize(shape) }, (_, k) => from + k),
  );
}

export function list(value: NDArray | Value | undefined): readonly Value[] {
  if (typeof value !== "object") return value === undefined ? [] : [value];
  return Array.from({ length: maxSize(value.type.shape) }, (_, k) => get(value, k));
}

/** A named array with a value: an expression for the program and an argument for the run. */
export interface Given {
  readonly expr: Var;
  readonly value: NDArray | Value;
}

export function given(name: string, value: NDArray): Given {
  return { expr: variable(name, value.type as ArrayType), value };
}

export function givenScalar(name: string, type: ScalarType, value: Value): Given {
  return { expr: variable(name, type), value };
}

export function runProgram(program: Program, ...args: readonly Given[]): (NDArray | Value)[] {
  return prepare(program).run(new Map(args.map(({ expr, value }) => [expr.name, value]))).results;
}

/** The elements of an expression. */
export function evaluate(value: Expr, ...args: readonly Given[]): readonly Value[] {
  const params = args.map(({ expr }) => expr);
  return list(runProgram(returning(value, params), ...args)[0]);
}

/** The fault that a run ends with. */
export function faultOf(run: () => unknown): { code: string; message: string; at: number } {
  try {
    run();
  } catch (error) {
    if (error instanceof RunFault) return { code: error.code, message: error.message, at: error.span.from };
    throw error;
  }
  throw new Error("no fault");
}
