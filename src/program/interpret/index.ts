/**
 * The reference interpreter: the meaning of a Program, bit for bit. It is compiled to JavaScript once, then runs.
 *
 *     const kernel = prepare(program);
 *     const { results } = kernel.run(new Map([["a", a], ["n", 3]])); // `a` is changed in place
 */

import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Pair } from "../../types/complex.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import {
  type ArrayData,
  allocate,
  allocateData,
  type NDArray,
  type StorageClass,
  storageClass,
} from "../../types/storage.ts";
import {
  type ArrayType,
  array,
  isComplex,
  partOf,
  type ScalarType,
  sameType,
  type Type,
} from "../../types/types.ts";
import type { Func, Program } from "../nodes.ts";
import { bug } from "./code.ts";
import { RunFault } from "./fault.ts";
import { asWords } from "./lane.ts";
import { contiguous } from "./layout.ts";
import { openFlags } from "./memory.ts";
import { type CompiledModule, compileModule } from "./module.ts";

export { RunFault } from "./fault.ts";

export interface Kernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: ReadonlyMap<string, NDArray | Value>): RunResult;
  /** The JavaScript it became. */
  readonly source: string;
}

export interface RunResult {
  readonly results: (NDArray | Value)[];
}

export function prepare(program: Program): Kernel {
  const compiled = compileModule(program);
  const func = compiled.module.functions.get(program.kernel) ?? bug(`no function \`${program.kernel}\``);
  return {
    source: compiled.source,
    run: (args) => {
      const seen = new Map<ArrayData, unknown>();
      const values = func.params.flatMap(({ name, type }) => {
        const arg = args.get(name);
        if (arg === undefined)
          throw new RunFault("argument", `no value for the argument \`${name}\``, func.span);
        return argumentParts(compiled, func, name, type, arg, seen);
      });
      return { results: results(func, compiled.kernel(...values)) };
    },
  };
}

/** What the compiled function takes for one argument. An array given twice is the same memory twice. */
function argumentParts(
  compiled: CompiledModule,
  func: Func,
  name: string,
  type: Type,
  arg: NDArray | Value,
  seen: Map<ArrayData, unknown>,
): unknown[] {
  const given = typeof arg === "object" ? printType(arg.type) : `a ${typeof arg}`;
  const mismatch = `the argument \`${name}\` is ${given}, and ${printType(type)} is needed`;
  if (type.kind !== "array") {
    if (isComplex(type)) return [complexArgument(arg, type) ?? raise("argument", mismatch, func.span)];
    if (typeof arg === "object") throw new RunFault("argument", mismatch, func.span);
    return [arg];
  }
  if (typeof arg !== "object" || !sameType(arg.type, type))
    throw new RunFault("argument", mismatch, func.span);
  const data = seen.get(arg.data) ?? asWords(arg.data);
  seen.set(arg.data, data);
  const { strides } = contiguous(type.shape);
  const layout = compiled.module.layouts.variables.get(func.name)?.get(name) ?? null;
  const open = openFlags(type.shape, layout);
  return [data, 0, ...type.shape, ...strides].filter((_, i) => open[i]);
}

/** A complex number comes and goes as an array without axes. */
function complexArgument(arg: NDArray | Value, type: ScalarType): Pair<number> | null {
  if (typeof arg !== "object" || !sameType(arg.type, array(type, []))) return null;
  return { re: Number(arg.data[0] ?? 0), im: Number(arg.data[1] ?? 0) };
}

function complexResult({ re, im }: Pair<number>, type: ScalarType): NDArray {
  const cell = allocate(array(type, []));
  cell.data[0] = re as never;
  cell.data[1] = im as never;
  return cell;
}

function raise(code: string, message: string, span: Span): never {
  throw new RunFault(code, message, span);
}

interface ReturnedArray {
  readonly d: ArrayData;
  readonly o: number;
  readonly n: readonly number[];
  readonly s: readonly number[];
}

function results(func: Func, returned: unknown): (NDArray | Value)[] {
  const values = func.results.length === 1 ? [returned] : ((returned ?? []) as unknown[]);
  return func.results.map((type, i) =>
    type.kind === "array"
      ? arrayResult(type.element, values[i] as ReturnedArray)
      : isComplex(type)
        ? complexResult(values[i] as Pair<number>, type)
        : (values[i] as Value),
  );
}

function arrayResult(element: ScalarType, { d, o, n, s }: ReturnedArray): NDArray {
  const type: ArrayType = array(element, n);
  const storage = storageClass(element);
  const data = fromWords(storage, d);
  const size = n.reduce((a, b) => a * b, 1);
  const whole =
    o === 0 &&
    data.length === size * wordsOf(element) &&
    contiguous(n).strides.every((stride, k) => s[k] === stride);
  if (whole) return { type, data };
  if (!isComplex(element)) return { type, data: gathered(storage, data, o, n, s, size) };
  const strides = [...s.map((stride) => 2 * stride), 1];
  const words = gathered(storageClass(partOf(element)), data, 2 * o, [...n, 2], strides, 2 * size);
  return { type, data: words };
}

/** How many numbers of the storage an element is. */
function wordsOf(element: ScalarType): number {
  return isComplex(element) ? 2 : 1;
}

function fromWords(storage: StorageClass, data: ArrayData): ArrayData {
  if (!(data instanceof Int32Array)) return data;
  if (storage === "int64") return new BigInt64Array(data.buffer, data.byteOffset, data.length / 2);
  if (storage === "uint64") return new BigUint64Array(data.buffer, data.byteOffset, data.length / 2);
  return data;
}

function gathered(
  storage: StorageClass,
  data: ArrayData,
  offset: number,
  shape: readonly number[],
  strides: readonly number[],
  size: number,
): ArrayData {
  const out = allocateData(storage, size) as { [at: number]: number | bigint };
  const from = data as { readonly [at: number]: number | bigint };
  const index = shape.map(() => 0);
  for (let k = 0; k < size; k++) {
    const at = index.reduce((sum, i, axis) => sum + i * (strides[axis] ?? 0), offset);
    out[k] = from[at] ?? 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      if ((index[axis] ?? 0) < (shape[axis] ?? 0)) break;
      index[axis] = 0;
    }
  }
  return out as ArrayData;
}
