/** A model called on the reference and on WebAssembly, which must agree; its outputs as numbers. */
import { expect } from "vitest";
import { kernelOf, type Result, runLoops, runProgram } from "../../../src/call/run.ts";
import { type Compiled, compileNetwork, explain, toLoops } from "../../../src/driver/compile.ts";
import { identifier } from "../../../src/frontend/onnx/emission.ts";
import type { OnnxOptions } from "../../../src/frontend/onnx/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { allocate, get, type NDArray, set } from "../../../src/types/storage.ts";
import { array } from "../../../src/types/types.ts";
import { type ModelText, modelBytes } from "./model.ts";

export type Given = ReadonlyMap<string, NDArray>; // by the name of the input in the file

export function compiledModel(bytes: Uint8Array, given: Given, options: OnnxOptions = {}): Compiled {
  const byName = new Map([...given].map(([name, nd]) => [identifier(name), nd]));
  const compiled = compileNetwork(
    { path: "model.onnx", bytes },
    {
      data: new Map([...byName].map(([name, { type }]) => [name, type])),
      known: (name) => byName.get(name) ?? null,
      ...options,
    },
  );
  if (!compiled.ok) throw new Error(explain(compiled));
  return compiled;
}

/** What the kernel takes: those of the values that are still arguments. */
export function argumentsOf(compiled: Compiled, given: Given): Map<string, NDArray | Value> {
  const byName = new Map([...given].map(([name, nd]) => [identifier(name), nd]));
  return new Map(
    kernelOf(compiled.program).params.flatMap(({ name, type }) => {
      const nd = byName.get(name);
      if (nd === undefined) return [];
      return [[name, type.kind === "array" ? { type, data: nd.data.slice() } : get(nd, 0)] as const];
    }),
  );
}

export async function onBothRoads(compiled: Compiled, given: Given): Promise<readonly Result[]> {
  const reference = runProgram(compiled.program, { given: argumentsOf(compiled, given), seed: 1 }).results;
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error("a network has loops");
  const wasm = await runLoops(lowered.loops, "wasm", { given: argumentsOf(compiled, given), seed: 1 });
  expect(wasm.results.map(numbers)).toEqual(reference.map(numbers));
  return reference;
}

export function numbers({ value }: Pick<Result, "value">): readonly number[] {
  if (typeof value !== "object") return [Number(value)];
  return Array.from({ length: value.data.length }, (_, i) => Number(get(value, i)));
}

/** Inputs by name, as float32 unless the model says otherwise. */
export async function call(
  model: ModelText,
  inputs: Readonly<Record<string, readonly number[]>> = {},
  options: OnnxOptions = {},
): Promise<readonly (readonly number[])[]> {
  const plain = compiledModel(modelBytes(model), new Map(), options);
  const given = new Map(
    Object.entries(inputs).map(([name, data]) => {
      const param = kernelOf(plain.program).params.find((one) => one.name === identifier(name));
      if (param === undefined) throw new Error(`no input ${name}`);
      const type = param.type.kind === "array" ? param.type : array(param.type, []);
      const nd = allocate(type);
      for (const [i, one] of data.entries()) set(nd, i, type.element.kind === "bool" ? one !== 0 : one);
      return [name, nd] as const;
    }),
  );
  return (await onBothRoads(plain, given)).map(numbers);
}

/** |a - b| <= atol + rtol |b|, as the ONNX tests count. */
export function expectClose(
  found: readonly number[],
  expected: readonly number[],
  { rtol = 1e-3, atol = 1e-5 } = {},
): void {
  expect(found.length).toBe(expected.length);
  const far = found.findIndex((one, i) => {
    const wanted = expected[i] ?? Number.NaN;
    return !Object.is(one, wanted) && !(Math.abs(one - wanted) <= atol + rtol * Math.abs(wanted));
  });
  if (far >= 0) expect(`[${far}] ${found[far]}`).toBe(`[${far}] ${expected[far]}`);
}
