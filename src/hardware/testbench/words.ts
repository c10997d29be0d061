/**
 * The files that a testbench reads and writes: a line of hexadecimal an element, in row-major order, whatever banks they
 * live in.
 */
import { bug } from "../../diagnostics/bug.ts";
import { asciiNames } from "../../program/ascii_name.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray, set } from "../../types/storage.ts";
import type { ScalarType } from "../../types/types.ts";
import { emptyArray, sizeOf } from "../bench/words.ts";
import type { ArrayPorts, KernelInterface, ResultPort } from "../interface.ts";

export type Arguments = ReadonlyMap<string, NDArray | Value>;

/** What a call leaves behind: argument arrays, and what it returned. */
export interface Outcome {
  readonly args: Arguments;
  readonly results: readonly (NDArray | Value)[];
}

export const folders = { data: "data", expected: "expected", results: "results" } as const;

/** What the files of an argument are called, in ASCII: tools read no other names everywhere. */
export function labelsOf(ports: KernelInterface): (name: string) => string {
  const names = [...ports.scalars, ...ports.arrays].map(({ name }) => name);
  const labels = asciiNames(
    names,
    ports.results.map((_, index) => resultLabel(ports, index)),
  );
  return (name) => labels.get(name) ?? bug(`there is no argument ${name}`);
}

/** The arguments, and where elements live that are not simply in a row. */
export function dataFiles(ports: KernelInterface, args: Arguments): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const label = labelsOf(ports);
  for (const { name, type } of ports.scalars) {
    const value = args.get(name);
    if (value === undefined || typeof value === "object") return bug(`\`${name}\` has no scalar value`);
    files.set(`${folders.data}/${label(name)}.mem`, lines(type, [value]));
  }
  for (const array of ports.arrays) {
    const value = args.get(array.name);
    const text = typeof value === "object" ? arrayLines(array, value) : unknownLines(array);
    files.set(`${folders.data}/${label(array.name)}.mem`, text);
    if (!isRow(array)) files.set(`${folders.data}/${label(array.name)}.place.mem`, placeLines(array));
  }
  return files;
}

export function expectedFiles(
  ports: KernelInterface,
  { args, results }: Outcome,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const label = labelsOf(ports);
  for (const array of ports.arrays) {
    const returned = ports.results.findIndex((one) => one.kind === "array" && one.array === array.name);
    const value = args.get(array.name) ?? results[returned];
    if (array.isWritten && typeof value === "object") {
      files.set(`${folders.expected}/${label(array.name)}.mem`, arrayLines(array, value));
    }
  }
  ports.results.forEach((result, index) => {
    const value = results[index];
    if (result.kind === "array") return;
    if (value === undefined || typeof value === "object") bug(`result ${index} is no scalar`);
    files.set(`${folders.expected}/${resultFile(ports, index)}`, lines(result.type, [value]));
  });
  return files;
}

/** `return.mem`, or `return_1.mem` where there are several. */
export function resultFile(ports: KernelInterface, index: number): string {
  return `${resultLabel(ports, index)}.mem`;
}

function resultLabel({ results }: KernelInterface, index: number): string {
  return results.length === 1 ? "return" : `return_${index}`;
}

/** Changes argument arrays in place. `read` gives the text of a file that the testbench wrote. */
export function takeResults(
  ports: KernelInterface,
  args: Arguments,
  read: (path: string) => string,
): (NDArray | Value)[] {
  const arrays = new Map<string, NDArray>();
  const label = labelsOf(ports);
  for (const array of ports.arrays) {
    const given = args.get(array.name);
    const target = typeof given === "object" ? given : emptyArray(array);
    arrays.set(array.name, target);
    if (!array.isWritten) continue;
    const words = wordsIn(read(`${folders.results}/${label(array.name)}.mem`));
    for (let index = 0; index < sizeOf(array); index++) {
      const word = words[index] ?? bug(`the testbench wrote no element ${index} of ${array.name}`);
      set(target, index, fromBits(array.element, word));
    }
  }
  const taken = (result: ResultPort, index: number): NDArray | Value => {
    if (result.kind === "array")
      return arrays.get(result.array) ?? bug(`no array \`${result.array}\` comes out`);
    const [word = bug(`the testbench wrote no result ${index}`)] = wordsIn(
      read(`${folders.results}/${resultFile(ports, index)}`),
    );
    return fromBits(result.type, word);
  };
  return ports.results.map(taken);
}

/** Whether element n is simply word n of the only bank. */
export function isRow(array: ArrayPorts): boolean {
  if (array.banks.length !== 1) return false;
  for (let index = 0; index < sizeOf(array); index++) if (array.place(index).word !== index) return false;
  return true;
}

function arrayLines(array: ArrayPorts, value: NDArray): string {
  return lines(
    array.element,
    Array.from({ length: sizeOf(array) }, (_, index) => get(value, index)),
  );
}

/** An array that only comes out: nobody knows what its memory holds before. */
function unknownLines(array: ArrayPorts): string {
  return "x\n".repeat(sizeOf(array));
}

/** Banks one behind another. */
function placeLines(array: ArrayPorts): string {
  const places = Array.from({ length: sizeOf(array) }, (_, index) => {
    const { bank, word } = array.place(index);
    return `${(bank * array.depth + word).toString(16)}\n`;
  });
  return places.join("");
}

function lines(type: ScalarType, values: readonly Value[]): string {
  return values.map((value) => `${toBits(type, value).toString(16)}\n`).join("");
}

/** What $writememh writes: words, comments, and addresses that only confirm the order. Bits may be unknown there. */
function wordsIn(text: string): readonly bigint[] {
  const words = text.replace(/\/\/.*$/gm, "").matchAll(/[^\s]+/g);
  return [...words].flatMap(([word]) => {
    if (word.startsWith("@")) return [];
    if (/^[\da-f_]+$/i.test(word)) return [BigInt(`0x${word.replaceAll("_", "")}`)];
    throw new UnknownBits(word);
  });
}

/** A result holds bits that no one has written. */
export class UnknownBits extends Error {
  override readonly name = "UnknownBits";
  constructor(word: string) {
    super(`a result has bits that were never written: ${word}`);
  }
}
