/** Where arrays live: one after the other in linear memory; those of wide elements stay outside, as JavaScript has them. */

import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import { takenApart } from "../../types/fault.ts";
import { type StorageClass, storageClass } from "../../types/storage.ts";
import type { ScalarType } from "../../types/types.ts";

export interface Placed {
  readonly name: string;
  readonly element: ScalarType;
  readonly shape: readonly number[];
  readonly strides: readonly number[]; // in elements
  readonly size: number; // in elements
  readonly storage: StorageClass;
  readonly bytes: number; // an element's; 0 for an array outside
  readonly address: number;
  readonly decl: ArrayDecl;
}

export interface Layout {
  readonly arrays: ReadonlyMap<string, Placed>;
  readonly end: number; // the first free byte
}

const start = 64;
const alignment = 16; // of a vector

/** `sameAs` maps a parameter to another one that is given the same memory. */
export function layOut(loops: Loops, sameAs: ReadonlyMap<string, string>): Layout {
  const arrays = new Map<string, Placed>();
  let end = start;
  const decls = [...loops.params.filter((param) => param.kind === "array"), ...loops.arrays];
  for (const decl of decls) {
    const size = decl.shape.reduce((a, b) => a * b, 1);
    const storage = storageClass(decl.element);
    const bytes = elementBytes(storage);
    const shared = arrays.get(sameAs.get(decl.name) ?? "");
    const address = shared?.address ?? end;
    arrays.set(decl.name, {
      name: decl.name,
      element: decl.element,
      shape: decl.shape,
      strides: stridesOf(decl.shape),
      size,
      storage,
      bytes,
      address,
      decl,
    });
    if (shared === undefined) end = Math.ceil((end + size * bytes) / alignment) * alignment;
  }
  return { arrays, end };
}

function stridesOf(shape: readonly number[]): readonly number[] {
  return shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
}

export function elementBytes(storage: StorageClass): number {
  switch (storage) {
    case "bool":
    case "int8":
    case "uint8":
      return 1;
    case "int16":
    case "uint16":
      return 2;
    case "int32":
    case "uint32":
    case "float32":
      return 4;
    case "int64":
    case "uint64":
    case "float64":
      return 8;
    case "complex64":
    case "complex128":
      return takenApart();
    case "bigint":
    case "pattern":
      return 0;
  }
}
