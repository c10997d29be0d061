/** The memory that a call needs is known before it is taken: a shape is a few letters, and may mean terabytes. */
import type { Program } from "../program/nodes.ts";
import { bitWidth } from "../types/bits.ts";
import { printType } from "../types/print.ts";
import { type StorageClass, storageClass } from "../types/storage.ts";
import { type ArrayType, maxSize, type Type } from "../types/types.ts";
import { DataError, TooLarge } from "./data_error.ts";

/** Throws TooLarge, which names the largest array. Counts arguments, and what each function keeps in arrays. */
export function checkMemory({ functions, kernel }: Program): void {
  const own = functions.flatMap(({ name, params, locals }) => [
    ...(name === kernel ? params : []),
    ...locals,
  ]);
  const arrays = own.flatMap(({ name, type }) =>
    isStatic(type) ? [{ name, type, bytes: bytesOf(type) }] : [],
  );
  const needed = arrays.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = memoryLimit();
  const [largest] = arrays.sort((a, b) => b.bytes - a.bytes);
  if (largest === undefined || needed <= most) return;
  const whole = arrays.length === 1 ? "" : `, and all arrays together ${sizeText(needed)}`;
  throw new TooLarge(
    `the array ${largest.name}, ${printType(largest.type)}, takes ${sizeText(largest.bytes)}${whole}; ` +
      `${sizeText(most)} is the most that a call may use: make it smaller, or allow more with LUTRA_MEMORY=16GiB`,
  );
}

const gibibyte = 2 ** 30;

/** What fits most machines, and the address space of WebAssembly. */
export const usualMemory = 2 * gibibyte;

/** LUTRA_MEMORY: `8GiB`, `500MiB`. */
export function memoryLimit(): number {
  const text = globalThis.process?.env.LUTRA_MEMORY; // a browser has no process
  if (text === undefined || text === "") return usualMemory;
  const found = /^(\d+(?:\.\d+)?)\s*(K|M|G|T)i?B?$/i.exec(text.trim());
  if (found === null) throw new DataError(`LUTRA_MEMORY=${text}: expected a size such as 8GiB`);
  return Number(found[1]) * 1024 ** ("KMGT".indexOf((found[2] ?? "G").toUpperCase()) + 1);
}

/** A dynamic extent is bounded by something that is an array already. */
function isStatic(type: Type): type is ArrayType {
  return type.kind === "array" && type.shape.every((extent) => typeof extent === "number");
}

function bytesOf(type: ArrayType): number {
  const storage = storageClass(type.element);
  const bytes = sizes[storage] ?? 24 + Math.ceil(bitWidth(type.element) / 8); // an object of JavaScript
  return maxSize(type.shape) * bytes;
}

const sizes: Readonly<Partial<Record<StorageClass, number>>> = {
  ...{ bool: 1, int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4 },
  ...{ int64: 8, uint64: 8, float64: 8, complex64: 8, complex128: 16 },
};

/** `3.7 GiB`. */
export function sizeText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${units[power]}`;
}
