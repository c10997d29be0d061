/** Runs a DSL kernel here and, when the tests of the file are over, printed as Python in CPython: the same bits. */
import { afterAll, expect } from "vitest";
import { type DslKernel, kernel } from "../../../src/frontend/dsl/index.ts";
import { prepare } from "../../../src/program/interpret/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { allocate, get, type NDArray, set } from "../../../src/types/storage.ts";
import { type Case, hasPython, runAllPrinted } from "../../program/run-printed.ts";

export { kernel };

export interface Outcome {
  readonly results: readonly (readonly Value[])[]; // row-major; a scalar is one value
  readonly args: readonly (readonly Value[])[]; // as they stand after the call
}

/** `args`: row-major values, one list or number a parameter. */
export function evaluate(built: DslKernel, ...args: readonly (Value | readonly Value[])[]): Outcome {
  const params = built.program.functions.at(-1)?.params ?? [];
  const lists = args.map((arg) => (typeof arg === "object" ? arg : [arg]));
  const given = params.map(({ type }, i): NDArray | Value => {
    const list = lists[i] ?? [];
    if (type.kind !== "array") return list[0] ?? 0;
    const nd = allocate(type);
    for (const [k, value] of list.entries()) set(nd, k, value);
    return nd;
  });
  const { results } = prepare(built.program).run(new Map(params.map(({ name }, i) => [name, given[i] ?? 0])));
  const ours: Outcome = { results: results.map(flat), args: given.map(flat) };
  done.push({ program: built.program, args: lists, ours });
  return ours;
}

const done: (Case & { readonly ours: Outcome })[] = [];

afterAll(() => {
  if (!hasPython || done.length === 0) return;
  for (const [i, theirs] of runAllPrinted(done).entries()) expect(theirs).toEqual(done[i]?.ours);
});

/** The one result of a kernel, row-major. */
export function result(built: DslKernel, ...args: readonly (Value | readonly Value[])[]): readonly Value[] {
  const [first] = evaluate(built, ...args).results;
  if (first === undefined) throw new Error("the kernel returns nothing");
  return first;
}

export function flat(value: NDArray | Value): Value[] {
  if (typeof value !== "object") return [value];
  return [...value.data.keys()].map((i) => get(value, i));
}
