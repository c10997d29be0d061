/** A kernel of the corpus as WebAssembly leaves what the reference leaves, or has a fault where that has one. */
import { expect } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { argsFromWire, left, programInParts } from "./wasm-build.ts";

/** Kernels that `npm test` compiles with all optimizations. */
export const optimizedADay = 150;

export async function keepsBits(path: string, options: { readonly quick: boolean }): Promise<void> {
  const { program, loops, args: wire, header } = loweredAt(path);
  const args = argsFromWire(wire, typesOf(wire));
  const wasm = left(await compileWasm(loops, options), args);
  expect(wasm).toEqual(left(prepareLoops(loops), args));
  const reference = left(programInParts(program), args);
  expect(reference.fault !== null).toBe(header.raises !== null);
  if (reference.fault === null) expect(wasm).toEqual(reference);
  else expect(wasm.fault).not.toBeNull(); // lowering may tell it in other words
}
