/** What a call is given: numbers as written, `.npy` files, pictures that are made to fit. */
import { DataError } from "../../../src/call/data_error.ts";
import { fromNpy } from "../../../src/call/exchange.ts";
import { fromHost } from "../../../src/call/host.ts";
import { sizeText } from "../../../src/call/memory.ts";
import { decodeNpy, type NpyArray } from "../../../src/call/npy.ts";
import { decodePng } from "../../../src/call/png.ts";
import { kernelOf } from "../../../src/call/run.ts";
import type { Compiled } from "../../../src/driver/compile.ts";
import { bitWidth } from "../../../src/types/bits.ts";
import type { Value } from "../../../src/types/operators.ts";
import type { NDArray } from "../../../src/types/storage.ts";
import { elementOf, shapeOf, type Type } from "../../../src/types/types.ts";
import type { Given, RunData } from "../protocol.ts";
import { cameraPicture } from "./camera.ts";

export interface CallData {
  readonly given: ReadonlyMap<string, NDArray | Value>;
  readonly notes: readonly string[];
}

const mostBytes = 256 * 2 ** 20; // of a file, and of all arrays of a kernel: a tab is no server

/** Made anew for each call, which may write to it. */
export function callData(compiled: Compiled, { given, seed }: RunData): CallData {
  checkSize(compiled);
  const notes: string[] = [];
  const values = kernelOf(compiled.program).params.flatMap(({ name, type }) => {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    return own === undefined ? [] : [[name, givenValue(own, type, { name, seed, notes })] as const];
  });
  return { given: new Map(values), notes };
}

function checkSize({ program }: Compiled): void {
  let bytes = 0;
  for (const { params, locals } of program.functions)
    for (const { type } of [...params, ...locals]) bytes += (bitWidth(elementOf(type)) / 8) * countOf(type);
  if (bytes > mostBytes)
    throw new DataError(
      `the arrays of this kernel take ${sizeText(bytes)}, and ${sizeText(mostBytes)} is the most that is run in a tab: make them smaller`,
    );
}

function countOf(type: Type): number {
  if (type.kind !== "array") return 1;
  return type.shape.reduce<number>((product, dim) => product * (typeof dim === "number" ? dim : dim.max), 1);
}

interface ForWhom {
  readonly name: string; // of the argument
  readonly seed: number;
  readonly notes: string[]; // what was done to what was given is added
}

function givenValue(given: Given, type: Type, { name, seed, notes }: ForWhom): NDArray | Value {
  if (given.kind === "camera") return fromNpy(cameraFor(type, seed), type, name);

  if (given.kind === "number") return fromHost(numberIn(given.text, name), type, name);
  if (given.bytes.length > mostBytes)
    throw new DataError(`${given.name}: a file of more than ${sizeText(mostBytes)}`);
  const { bytes, name: file } = given;
  if (/\.npy$/i.test(file))
    return fromNpy(
      readFrom(file, () => decodeNpy(bytes)),
      type,
      name,
    );
  if (!/\.png$/i.test(file)) throw new DataError(`${file}: drop a .npy or a .png file`);
  const picture = readFrom(file, () => decodePng(bytes, { most: mostBytes }));
  return fromNpy(fitted(picture, type, file, notes), type, name);
}

/** What is wrong with a file names it: there may be one for each argument. */
function readFrom(file: string, read: () => NpyArray): NpyArray {
  try {
    return read();
  } catch (error) {
    throw error instanceof DataError ? new DataError(`${file}: ${error.message}`) : error;
  }
}

function cameraFor(type: Type, seed: number): NpyArray {
  const [rows = 1, columns = 1, samples = 1] = shapeOf(type).map((dim) =>
    typeof dim === "number" ? dim : dim.max,
  );
  const { data, ...made } = cameraPicture(rows, columns, samples, seed);
  return { ...made, data, shape: shapeOf(type).length === 2 ? [rows, columns] : made.shape };
}

function numberIn(text: string, name: string): number | bigint | boolean {
  const word = text.trim();
  if (/^(true|false)$/i.test(word)) return word.toLowerCase() === "true";
  if (/^[+-]?\d+$/.test(word)) return BigInt(word);
  const number = Number(word);
  if (word === "" || Number.isNaN(number)) throw new DataError(`${name}: \`${word}\` is no number`);
  return number;
}

/** A picture as the argument's shape has it: grey where there is no place for colours, nearest pixels where it has another size. */
function fitted(picture: NpyArray, type: Type, file: string, notes: string[]): NpyArray {
  if (type.kind !== "array" || type.shape.length < 2) return picture;
  const shape = type.shape.map((dim) => (typeof dim === "number" ? dim : dim.max));
  const [height = 1, width = 1, samples = 1] = picture.shape;
  const [rows = 1, columns = 1, wanted = 1] = shape;
  if (shape.length > 3 || [...shape].join() === [...picture.shape].join()) return picture;
  const { data } = picture;
  const colours = samples >= 3 ? 3 : 1; // else grey; alpha is left out
  const sample = (pixel: number, channel: number): number => {
    const at = (own: number): number => Number(data[pixel * samples + own] ?? 0);
    if (wanted >= 3) return channel === 3 ? 255 : at(colours === 3 ? channel : 0);
    return colours === 3 ? Math.round(0.299 * at(0) + 0.587 * at(1) + 0.114 * at(2)) : at(0);
  };
  const out = new Uint8Array(rows * columns * wanted);
  const scale = data instanceof Uint16Array ? 1 / 257 : 1;
  for (let y = 0; y < rows; y++) {
    const from = Math.floor((y * height) / rows) * width;
    for (let x = 0; x < columns; x++) {
      const pixel = from + Math.floor((x * width) / columns);
      for (let c = 0; c < wanted; c++)
        out[(y * columns + x) * wanted + c] = Math.round(sample(pixel, c) * scale);
    }
  }
  notes.push(`${file}, ${picture.shape.join(" × ")}, was made ${shape.join(" × ")}`);
  return { dtype: "uint8", shape, data: out };
}
