/** Arrays as the words of their banks, and back. */
import { bug } from "../../diagnostics/bug.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import { allocate, get, type NDArray, set } from "../../types/storage.ts";
import { array as arrayOf } from "../../types/types.ts";
import type { ArrayPorts } from "../interface.ts";

export function sizeOf({ shape }: ArrayPorts): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Calls `put` with every element's place and bits. */
export function spread(
  array: ArrayPorts,
  value: NDArray,
  put: (bank: number, word: number, bits: bigint) => void,
): void {
  const size = sizeOf(array);
  for (let index = 0; index < size; index++) {
    const { bank, word } = array.place(index);
    put(bank, word, toBits(array.element, get(value, index)));
  }
}

/** Every element from its place. */
export function gather(
  array: ArrayPorts,
  target: NDArray,
  take: (bank: number, word: number) => bigint,
): void {
  const size = sizeOf(array);
  for (let index = 0; index < size; index++) {
    const { bank, word } = array.place(index);
    set(target, index, fromBits(array.element, take(bank, word)));
  }
}

/** Words by bank; a word without an element is zero. */
export function banksOf(array: ArrayPorts, value: NDArray): readonly (readonly bigint[])[] {
  const banks = array.banks.map(() => new Array<bigint>(array.depth).fill(0n));
  spread(array, value, (bank, word, bits) => {
    const words = banks[bank] ?? bug(`${array.name} has no bank ${bank}`);
    words[word] = bits;
  });
  return banks;
}

export function emptyArray({ element, shape }: ArrayPorts): NDArray {
  return allocate(arrayOf(element, shape));
}
