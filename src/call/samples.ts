/**
 * A network over a set of samples: call after call, so many samples as its argument takes, and what it gave for each.
 *
 *     const set = sampleSet(parameters, new Map([["x", images]]));
 *     for await (const { outputs } of callsOver(set, call)) outputs.forEach((row) => console.log(row));
 */
import { compileConvert } from "../types/arithmetic.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import { allocate, get, type NDArray, set } from "../types/storage.ts";
import { array, elementOf, float64, type ScalarType, shapeOf, type Type } from "../types/types.ts";
import { DataError } from "./data_error.ts";
import { fromNpy, typeOfNpy } from "./exchange.ts";
import type { NpyArray } from "./npy.ts";
import type { Outcome } from "./run.ts";

export interface Parameter {
  readonly name: string;
  readonly type: Type;
}

export interface SampleSet {
  readonly count: number;
  readonly rows: number; // samples of a call; the last call is filled up with zeros
  readonly inputs: readonly SampleInput[];
}

interface SampleInput {
  readonly name: string;
  readonly type: Type;
  readonly all: NDArray; // of every sample, in the argument's element type
}

/** The arrays have one axis more than a sample, the first. Throws a DataError that names what does not fit. */
export function sampleSet(
  parameters: readonly Parameter[],
  arrays: ReadonlyMap<string, NpyArray>,
): SampleSet {
  const given = parameters.filter(({ name }) => arrays.has(name));
  const inputs = given.map(({ name, type }) => {
    const file = arrays.get(name) ?? emptyFile;
    return {
      name,
      type,
      rows: rowsOf(name, type, file),
      count: file.shape[0] ?? 0,
      all: converted(name, type, file),
    };
  });
  const [first] = inputs;
  if (first === undefined) throw new DataError("there are no samples: the network takes no arguments");
  for (const { name, count, rows } of inputs) {
    if (count !== first.count)
      throw new DataError(`${first.name} has ${first.count} samples, ${name} has ${count}`);
    if (rows !== first.rows)
      throw new DataError(`a call takes ${first.rows} samples of ${first.name}, and ${rows} of ${name}`);
  }
  if (first.count === 0) throw new DataError(`${first.name} has no samples`);
  return { count: first.count, rows: first.rows, inputs };
}

const emptyFile: NpyArray = { dtype: "float32", shape: [0], data: new Float32Array() };

/** Not more than so many of them. */
export function firstSamples(set: SampleSet, count: number): SampleSet {
  return count >= set.count ? set : { ...set, count };
}

/** How many samples an argument takes: its first axis is theirs where it has more elements than one of them. */
export function rowsOf(name: string, type: Type, { shape }: Pick<NpyArray, "shape">): number {
  const extents = shapeOf(type).map(Number);
  const sample = shape.slice(1);
  if (shape.length > 0 && sameAxes(sample, extents)) return 1;
  const [rows = 1, ...rest] = extents;
  if (shape.length > 0 && sameAxes(sample, rest)) return rows;
  throw new DataError(
    `the data of ${name} is of shape (${shape.join(", ")}): samples of (${sample.join(", ")}), ` +
      `where the network takes ${printType(type)}`,
  );
}

/** But for axes of length 1. */
function sameAxes(a: readonly number[], b: readonly number[]): boolean {
  const long = (extents: readonly number[]): string => extents.filter((one) => one !== 1).join();
  return long(a) === long(b);
}

/** Floats and fixed point round, as the argument's type says; integers must be what they are. */
function converted(name: string, type: Type, file: NpyArray): NDArray {
  const element = elementOf(type);
  const whole = array(element, file.shape);
  if (element.kind !== "float" && element.kind !== "fixed") {
    const value = fromNpy(file, whole, name);
    if (typeof value === "object") return value;
    throw new DataError(`${name} is one number`);
  }
  const convert = compileConvert(elementOf(typeOfNpy(file)), element);
  const target = allocate(whole);
  for (let i = 0; i < target.data.length; i++) {
    const value: Value = file.dtype === "bool" ? Number(file.data[i]) !== 0 : (file.data[i] ?? 0);
    set(target, i, convert(value, value));
  }
  return target;
}

export interface SampleCall {
  readonly from: number; // the first sample of the call
  readonly outputs: readonly Float64Array[]; // of each sample, the elements of the result
  readonly outcome: Outcome;
}

/** `call` runs the network once; it returns one array. */
export async function* callsOver(
  { count, rows, inputs }: SampleSet,
  call: (given: ReadonlyMap<string, NDArray | Value>) => Outcome | Promise<Outcome>,
): AsyncGenerator<SampleCall> {
  for (let from = 0; from < count; from += rows) {
    const present = Math.min(rows, count - from);
    const given = new Map(inputs.map((input) => [input.name, sliceOf(input, from, present, rows)]));
    const outcome = await call(given);
    const [result] = outcome.results;
    if (result === undefined) throw new DataError("the network returns nothing");
    const numbers = numbersOf(result.value, elementOf(result.type));
    const each = numbers.length / rows;
    const outputs = Array.from({ length: present }, (_, i) => numbers.subarray(i * each, (i + 1) * each));
    yield { from, outputs, outcome };
  }
}

function sliceOf({ type, all }: SampleInput, from: number, present: number, rows: number): NDArray | Value {
  if (type.kind !== "array") return get(all, from);
  const each = all.data.length / (Number(all.type.shape[0]) || 1);
  const part = all.data.slice(from * each, (from + present) * each) as NDArray["data"];
  if (present === rows) return { type, data: part };
  const padded = allocate(type);
  for (let i = 0; i < part.length; i++) set(padded, i, part[i] ?? 0);
  return padded;
}

/** Values of any type, as doubles. */
export function numbersOf(value: NDArray | Value, type: ScalarType): Float64Array {
  const convert = compileConvert(type, float64);
  if (typeof value !== "object") return Float64Array.of(Number(convert(value, value)));
  return Float64Array.from({ length: value.data.length }, (_, i) => {
    const one = get(value, i);
    return Number(convert(one, one));
  });
}
