/** The data a corpus kernel is called with: random from its seed, in the ranges its header states. */
import {
  allocateElements,
  type Elements,
  parsePythonFloat,
  type WireValue,
  wireArray,
} from "../numpy/wire.ts";
import type { Argument, Header } from "./header.ts";

export function makeArguments(header: Header): Readonly<Record<string, WireValue>> {
  const random = generator(header.seed);
  return Object.fromEntries(header.args.map((arg) => [arg.name, makeArgument(arg, random)]));
}

function makeArgument(arg: Argument, random: () => number): WireValue {
  if (arg.kind === "python") {
    if (typeof arg.value === "boolean") return { dtype: "python bool", value: arg.text };
    const isInt = /^-?\d+$/.test(arg.text);
    return { dtype: isInt ? "python int" : "python float", value: arg.text };
  }
  const count = arg.shape === null ? 1 : arg.shape.reduce((n, extent) => n * extent, 1); // of complex numbers twice as many parts
  const elements = allocateElements(arg.dtype, count);
  fill(arg, elements, random);
  return wireArray(arg.dtype, arg.shape, elements);
}

function fill(arg: Argument & { kind: "numpy" }, elements: Elements, random: () => number): void {
  const { dtype, values } = arg;
  if (values !== null && values.length !== elements.length)
    throw new Error(`${arg.name}: ${values.length} values for ${elements.length} elements`);
  if (elements instanceof BigInt64Array || elements instanceof BigUint64Array) {
    const [low, high] = (arg.range ?? (dtype === "int64" ? ["-100", "100"] : ["0", "200"])).map(BigInt);
    const span = (high ?? 0n) - (low ?? 0n) + 1n;
    for (let i = 0; i < elements.length; i++)
      elements[i] = BigInt(values?.[i] ?? (low ?? 0n) + (bits64(random) % span));
    return;
  }
  const [low, high] = (arg.range ?? defaultRange(dtype)).map(Number);
  const from = low ?? 0;
  const span = (high ?? 0) - from;
  for (let i = 0; i < elements.length; i++) {
    const given = values?.[i];
    if (given !== undefined) elements[i] = parsePythonFloat(given);
    else if (dtype === "float16")
      elements[i] = Math.round((from + random() * span) * 64) / 64; // exact up to 16
    else if (/^float|complex/.test(dtype)) elements[i] = from + random() * span;
    else elements[i] = from + Math.floor(random() * (span + 1));
  }
}

function defaultRange(dtype: string): readonly [string, string] {
  if (dtype === "bool") return ["0", "1"];
  if (/^float|complex/.test(dtype)) return ["-10", "10"];
  return dtype.startsWith("uint") ? ["0", "200"] : ["-100", "100"];
}

function bits64(random: () => number): bigint {
  return (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
}

/** mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
