/** `--arg NAME=TYPE` and `--in NAME=FILE.npy` or `FILE.png`: what the command line says about a kernel's arguments. */

import { DataError } from "../call/data_error.ts";
import { fromNpy, typeOfNpy } from "../call/exchange.ts";
import { memoryLimit } from "../call/memory.ts";
import { decodeNpy, type NpyArray } from "../call/npy.ts";
import { decodeNpz } from "../call/npz.ts";
import { decodePng } from "../call/png.ts";
import { closest } from "../diagnostics/closest.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { FunctionSignature } from "../driver/compile.ts";
import { readBytes } from "../outside/files.ts";
import { inRange } from "../types/integer.ts";
import { parseValue } from "../types/literal.ts";
import type { Value } from "../types/operators.ts";
import { parseType } from "../types/parse.ts";
import { printType } from "../types/print.ts";
import type { NDArray } from "../types/storage.ts";
import {
  isComplex,
  isPythonInt,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type ScalarType,
  type Type,
} from "../types/types.ts";

/** Data for one argument, before its type is known. */
export type Given =
  | { readonly kind: "file"; readonly path: string; readonly content: NpyArray }
  | { readonly kind: "text"; readonly text: string };

export function parseTypeOptions(options: readonly string[]): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  for (const option of options) {
    const { name, value } = splitOption("--arg", option, "a=float32[64,64]");
    if (types.has(name)) throw new Failure(`--arg gives argument ${name} twice`);
    const parsed = parseType(value);
    if (!parsed.ok) {
      const caret = " ".repeat("--arg ".length + name.length + 1 + parsed.at);
      throw new Failure(`${parsed.message}\n\n  --arg ${option}\n  ${caret}^`, {
        help: "types are written float32[64,64], int8, uint<512>[4], fixed<16,6>[1024], float<5,4>[11,11]",
      });
    }
    types.set(name, parsed.type);
  }
  return types;
}

/** A .npz without a name gives every array in it; those that are no argument are named in `unused`. */
export function readInputs(
  options: readonly string[],
  kernel: FunctionSignature | null,
): { readonly given: ReadonlyMap<string, Given>; readonly unused: readonly string[] } {
  const given = new Map<string, Given>();
  const unused: string[] = [];
  const add = (name: string, value: Given): void => {
    if (given.has(name)) throw new Failure(`--in gives argument ${name} twice`);
    given.set(name, value);
  };
  for (const option of options) {
    if (/^[^=]*\.npz$/i.test(option)) {
      const arrays = readFile(option, unpackNpz);
      const used = [...arrays].filter(([name]) => isParam(kernel, name));
      if (used.length === 0) throw noArrayFits(option, [...arrays.keys()], kernel);
      for (const [name, content] of used) add(name, { kind: "file", path: `${option}:${name}`, content });
      unused.push(...[...arrays.keys()].filter((name) => !isParam(kernel, name)));
      continue;
    }
    const { name, value } = splitOption("--in", option, "a=a.npy, n=3.5 or data.npz");
    checkName("--in", name, kernel);
    add(name, readGiven(name, value));
  }
  return { given, unused };
}

/** Defaults that are plain numbers, for arguments that are not given. Any other default is the compiler's matter. */
export function defaultsOf(kernel: FunctionSignature | null): ReadonlyMap<string, Given> {
  const defaults = new Map<string, Given>();
  for (const { name, default: text } of kernel?.params ?? []) {
    if (text !== null && pythonTypeOf(text) !== null) defaults.set(name, { kind: "text", text });
  }
  return defaults;
}

/** Refuses a name that is not one of the kernel's. Nothing is refused when there is no kernel to ask. */
export function checkName(option: string, name: string, kernel: FunctionSignature | null): void {
  if (kernel === null || isParam(kernel, name)) return;
  const names = kernel.params.map((param) => param.name);
  const meant = closest(name, names);
  const has = names.length === 0 ? "it takes none" : `its arguments are ${names.join(", ")}`;
  throw new Failure(`${option}: ${kernel.name} has no argument ${name}: ${has}`, {
    ...(meant === null ? {} : { help: `did you mean ${meant}?` }),
  });
}

/** The types that the data brings. */
export function typesOfGiven(given: ReadonlyMap<string, Given>): ReadonlyMap<string, Type> {
  return new Map([...given].map(([name, value]) => [name, typeOfGiven(name, value)]));
}

/** The integers among it: values that a kernel may be specialised on. */
export function integersOfGiven(given: ReadonlyMap<string, Given>): ReadonlyMap<string, bigint> {
  const values = new Map<string, bigint>();
  for (const [name, data] of given) {
    const text = data.kind === "text" ? data.text : oneInteger(data.content);
    const parsed = text === null ? null : parseValue(pythonInt, text);
    if (parsed?.ok) values.set(name, BigInt(parsed.value));
  }
  return values;
}

/** A file may hold one number. */
function oneInteger({ shape, dtype, data }: NpyArray): string | null {
  return shape.length === 0 && /^u?int/.test(dtype) ? String(data[0]) : null;
}

export function givenValue(name: string, given: Given, type: Type): NDArray | Value {
  if (given.kind === "file") return inFile(given.path, () => fromNpy(given.content, type, name));
  if (type.kind === "array") {
    throw new Failure(`argument ${name} is ${printType(type)}; --in ${name}=${given.text} gives one number`, {
      help: `give it a file: --in ${name}=${name}.npy`,
    });
  }
  if (isComplex(type)) return complexValue(name, given.text, type);
  const parsed = parseValue(type, given.text);
  if (!parsed.ok) throw new Failure(`--in ${name}=${given.text}: ${parsed.message}`);
  if (isPythonInt(type) && !inRange(BigInt(parsed.value), 64, true))
    throw new Failure(`--in ${name}=${given.text}: it does not fit the 64 bits of a Python int in a kernel`);
  return parsed.value;
}

/** A rank-0 array of its parts. */
function complexValue(name: string, text: string, type: ScalarType): NDArray | Value {
  const parts = complexParts(text) ?? [Number(text), 0];
  if (parts.some(Number.isNaN) && !/nan/i.test(text))
    throw new Failure(`--in ${name}=${text}: this is not a number`, {
      help: `for example --in ${name}=1.5-2j`,
    });
  return fromNpy({ dtype: "complex128", shape: [], data: Float64Array.from(parts) }, type, name);
}

/** `1.5-2j`, `2j`, `(1+2j)`; null where there is no `j`. */
function complexParts(text: string): readonly [number, number] | null {
  const number = String.raw`(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?|inf|nan`;
  const inside = /^\((.*)\)$/.exec(text)?.[1] ?? text;
  const found = new RegExp(`^(?:([-+]?(?:${number}))(?=[-+]))?([-+]?(?:${number}))j$`, "i").exec(inside);
  return found === null ? null : [numberIn(found[1] ?? "0"), numberIn(found[2] ?? "0")];
}

function numberIn(text: string): number {
  return Number(text.replaceAll("_", "").replace(/inf$/i, "Infinity"));
}

/** A default that is no number is not made up from the seed. */
export function refuseUnreadDefaults(
  kernel: FunctionSignature | null,
  needed: readonly string[],
  given: ReadonlyMap<string, Given>,
): void {
  for (const { name, default: text } of kernel?.params ?? []) {
    if (text === null || given.has(name) || !needed.includes(name)) continue;
    throw new Failure(`argument ${name} has the default ${text}, which the command line does not read`, {
      help: `give it: --in ${name}=...`,
    });
  }
}

function isParam(kernel: FunctionSignature | null, name: string): boolean {
  return kernel === null || kernel.params.some((param) => param.name === name);
}

function splitOption(flag: string, option: string, example: string): { name: string; value: string } {
  const at = option.indexOf("=");
  if (at <= 0 || at === option.length - 1) {
    throw new Failure(`${flag} ${option}: expected NAME=VALUE`, { help: `for example ${flag} ${example}` });
  }
  const name = option.slice(0, at).trim().normalize("NFKC"); // as Python reads names
  return { name, value: option.slice(at + 1).trim() };
}

function readGiven(name: string, value: string): Given {
  if (/\.npy$/i.test(value)) return { kind: "file", path: value, content: readFile(value, decodeNpy) };
  if (/\.png$/i.test(value)) return { kind: "file", path: value, content: readFile(value, unpackPng) };
  if (/\.npz$/i.test(value)) {
    const arrays = readFile(value, unpackNpz);
    const content = arrays.get(name) ?? (arrays.size === 1 ? [...arrays.values()][0] : undefined);
    if (content !== undefined) return { kind: "file", path: `${value}:${name}`, content };
    throw new Failure(`${value} has no array ${name}: it has ${[...arrays.keys()].join(", ")}`);
  }
  if (pythonTypeOf(value) !== null) return { kind: "text", text: value };
  throw new Failure(`--in ${name}=${value}: this is neither a number nor a .npy, .npz or .png file`);
}

function typeOfGiven(name: string, given: Given): Type {
  if (given.kind === "file") return typeOfNpy(given.content);
  const type = pythonTypeOf(given.text);
  if (type === null) throw new Failure(`--in ${name}=${given.text}: this is not a number`);
  return type;
}

/** What Python would take the text for. */
function pythonTypeOf(text: string): ScalarType | null {
  if (/^(true|false)$/i.test(text)) return pythonBool;
  if (/^[-+]?(\d[\d_]*|0x[\da-f_]+|0b[01_]+|0o[0-7_]+)$/i.test(text)) return pythonInt;
  if (/^[-+]?((\d[\d_]*)?\.?[\d_]*(e[-+]?\d+)?|inf|infinity|nan)$/i.test(text) && /[\dn]/i.test(text)) {
    return pythonFloat;
  }
  return complexParts(text) === null ? null : pythonComplex;
}

function readFile<T>(path: string, decode: (bytes: Uint8Array) => T): T {
  const bytes = readBytes(path);
  return inFile(path, () => decode(bytes));
}

function unpackNpz(bytes: Uint8Array): ReadonlyMap<string, NpyArray> {
  return decodeNpz(bytes, { most: memoryLimit() });
}

function unpackPng(bytes: Uint8Array): NpyArray {
  return decodePng(bytes, { most: memoryLimit() });
}

/** All arrays of a file: that of a `.npy` is called after it. */
export function readArrays(path: string): ReadonlyMap<string, NpyArray> {
  if (/\.npz$/i.test(path)) return readFile(path, unpackNpz);
  const stem = path.split(/[/\\]/).at(-1) ?? path;
  return new Map([[stem.replace(/\.npy$/i, ""), readFile(path, decodeNpy)]]);
}

/** What is wrong with data, said of its file. */
export function inFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof DataError) throw new Failure(`${path}: ${error.message}`);
    throw error;
  }
}

function noArrayFits(path: string, arrays: readonly string[], kernel: FunctionSignature | null): Failure {
  const names = kernel?.params.map((param) => param.name) ?? [];
  return new Failure(
    `${path}: none of its arrays (${arrays.join(", ") || "it has none"}) is an argument of ${kernel?.name ?? "the kernel"} ` +
      `(${names.join(", ") || "it takes none"})`,
  );
}
