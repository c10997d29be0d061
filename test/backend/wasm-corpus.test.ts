/** Every kernel of the corpus that is lowered, run as WebAssembly: the bits of the reference, or its fault. */
import { expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { prepare } from "../../src/program/interpret/index.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { argsFromWire, left } from "./wasm-build.ts";

test.each(kernelPaths)("%s", async (path) => {
  const { program, loops, args: wire, header } = loweredAt(path);
  const args = argsFromWire(wire, typesOf(wire));
  const wasm = left(await compileWasm(loops), args);
  expect(wasm).toEqual(left(prepareLoops(loops), args));
  expect(left(await compileWasm(loops, { quick: true }), args)).toEqual(wasm);
  const reference = left(prepare(program), args);
  expect(reference.fault !== null).toBe(header.raises !== null);
  if (reference.fault === null) expect(wasm).toEqual(reference);
  else expect(wasm.fault).not.toBeNull(); // lowering may tell it in other words
});
