/**
 * What a generated function is called with, for those who call it: testbenches, hosts, `--on csim`.
 *
 * Parameters stand in the order of the call: those of the kernel, then one for each thing it returns that is not already
 * an argument. Scalars go in by value; a scalar that comes out is a pointer to one.
 */
import type { ScalarType } from "../../types/types.ts";

export interface Signature {
  readonly kernel: string; // as the source calls it
  readonly name: string; // as C calls it
  readonly parameters: readonly Parameter[];
  /** What the kernel returns, in order: where each comes out. Two may be the same parameter. */
  readonly results: readonly Result[];
}

export interface Parameter {
  readonly kind: "scalar" | "array";
  readonly name: string; // in C
  readonly source: string | null; // the kernel's parameter, null for a result
  readonly direction: "in" | "out" | "inout"; // `out`: nothing that is in it before the call is looked at
  readonly type: ScalarType; // of an element
  readonly ctype: string; // of an element
  readonly shape: readonly number[]; // [] for a scalar
  readonly stream: boolean; // hls::stream<ctype> &name, elements in row-major order
}

export interface Result {
  readonly parameter: string; // in C
  readonly file: string; // `return`, `return_0`, ...: the name it has as a .npy
}

/** For a program that calls it and has names of its own: parameters that are called like one are called otherwise. */
export function withOwnNames(signature: Signature, own: readonly string[]): Signature {
  const taken = new Set([...own, ...signature.parameters.map(({ name }) => name)]);
  const names = new Map<string, string>();
  for (const { name } of signature.parameters) {
    if (!own.includes(name)) continue;
    let other = `${name}_`;
    while (taken.has(other)) other = `${other}_`;
    taken.add(other);
    names.set(name, other);
  }
  const renamed = (name: string): string => names.get(name) ?? name;
  return {
    ...signature,
    parameters: signature.parameters.map((one) => ({ ...one, name: renamed(one.name) })),
    results: signature.results.map((one) => ({ ...one, parameter: renamed(one.parameter) })),
  };
}
