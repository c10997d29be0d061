/** A network in an `.onnx` file: read with what lies beside it, and compiled for the data that is given. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fromNpy, typeOfNpy } from "../call/exchange.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import {
  type CompiledNetwork,
  compileNetwork,
  type FunctionSignature,
  networkInputs,
} from "../driver/compile.ts";
import { inNumbers, type Numbers } from "../driver/numbers.ts";
import type { OnnxFile } from "../frontend/onnx/index.ts";
import { readBytes, readText } from "../outside/files.ts";
import { parseType } from "../types/parse.ts";
import type { NDArray } from "../types/storage.ts";
import { shapeOf, type Type } from "../types/types.ts";
import { type Given, inFile, typesOfGiven } from "./arguments.ts";

/** Its inputs by the names that the kernel gives them; null where the file is no network, which compiling will say. */
export function networkSignature(file: OnnxFile, weights: string | undefined): FunctionSignature | null {
  const found = networkInputs(file);
  if (found === null) return null;
  const names = weightsWord(weights) === "argument" ? [...found.inputs, ...found.weights] : found.inputs;
  const params = names.map((name) => ({ name, default: null }));
  return { name: found.kernel, kernel: true, params };
}

/** What the model names lies in its folder, also after every link was followed. */
export function readBeside(model: string, location: string): Uint8Array | null {
  const folder = real(dirname(model));
  const path = real(join(dirname(model), location));
  if (folder === null || path === null) return null;
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep) ? readBytes(path) : null;
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

export interface NetworkOptions {
  readonly args: ReadonlyMap<string, Type>;
  readonly given: ReadonlyMap<string, Given>;
  readonly words: NetworkWords;
}

/** What a command line says of networks alone. */
export interface NetworkWords {
  readonly weights?: string; // constant, argument
  readonly samples?: string; // of a call
  readonly result?: readonly string[]; // nodes to return the values of
  readonly type?: string; // of all tensors, or a file of steps that say types
}

export function loadNetwork(file: OnnxFile, options: NetworkOptions): Extract<CompiledNetwork, { ok: true }> {
  const { args, given, words } = options;
  const samples = samplesWord(words.samples);
  const numbers = typeWord(words.type);
  const compiled = compileNetwork(file, {
    args,
    data: typesOfGiven(given),
    known: (name) => knownValue(given.get(name)),
    weights: weightsWord(words.weights),
    ...(samples === null ? {} : { samples }),
    ...(numbers?.kind === "type" ? { element: numbers.type } : {}),
    ...(words.result === undefined || words.result.length === 0 ? {} : { results: words.result }),
  });
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  return numbers === null ? compiled : inNumbers(compiled, numbers);
}

/** `fixed<16,6>`, or a file that `lutra calibrate` wrote. */
function typeWord(word: string | undefined): Numbers | null {
  if (word === undefined) return null;
  const parsed = parseType(word);
  if (!parsed.ok) {
    if (existsSync(word)) return { kind: "steps", source: { path: word, text: readText(word, "steps") } };
    throw new Failure(`--type ${word}: this is neither a type nor a file: ${parsed.message}`, {
      help: "such as --type float<5,4>, --type fixed<16,6,nearest_even,saturate>, or what lutra calibrate wrote",
    });
  }
  const { type } = parsed;
  if (type.kind === "float" || type.kind === "fixed") return { kind: "type", type };
  throw new Failure(`--type ${word}: tensors are floats or fixed point`, {
    help: "such as --type fixed<16,6>",
  });
}

const weightsWords = ["constant", "argument"] as const;

function weightsWord(word = "constant"): "constant" | "argument" {
  return weightsWords.find((one) => one === word) ?? failWord(word);
}

function samplesWord(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw new Failure(`--samples ${word}: that is no number of samples`, { help: "such as --samples 100" });
}

function failWord(word: string): never {
  throw noSuch("--weights", word, "way to keep weights", weightsWords);
}

/** An input that decides shapes has to be known when compiling: its data is. */
function knownValue(given: Given | undefined): NDArray | null {
  if (given?.kind !== "file") return null;
  const type = typeOfNpy(given.content);
  if (type.kind !== "array") return null;
  const value = inFile(given.path, () => fromNpy(given.content, type, given.path));
  return typeof value === "object" ? value : null;
}

/** A picture or a single sample is given without axes of length 1: `28x28` is an input of 1x1x28x28. */
export function withUnitAxes(given: Given, type: Type): Given {
  if (given.kind !== "file" || type.kind !== "array") return given;
  const wanted = shapeOf(type).map(Number);
  const long = (shape: readonly number[]): string => shape.filter((extent) => extent !== 1).join();
  const { shape } = given.content;
  if (shape.length === wanted.length || long(shape) !== long(wanted)) return given;
  return { ...given, content: { ...given.content, shape: wanted } };
}

export function refuseNetworkWords({ weights, samples, type, result = [] }: NetworkWords): void {
  if (type !== undefined) throw new Failure(`--type ${type}: only networks (.onnx) have tensors`);
  if (weights !== undefined) throw new Failure(`--weights ${weights}: only networks (.onnx) have weights`);
  if (samples !== undefined) throw new Failure(`--samples ${samples}: only networks (.onnx) take samples`);
  const [first] = result;
  if (first !== undefined) throw new Failure(`--result ${first}: only networks (.onnx) have nodes to name`);
}
