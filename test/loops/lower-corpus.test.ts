/** Every kernel of the corpus through Loops: valid, and the bits of the reference interpreter, or its fault. */
import { expect, test } from "vitest";
import { kernelAt, kernelPaths } from "../corpus/kernels.ts";
import { throughLoops } from "./lower-road.ts";

test.each(kernelPaths)("%s", (path) => {
  const { program, args, header } = kernelAt(path);
  expect(throughLoops(program, args)).toEqual({ kind: header.raises === null ? "agrees" : "raises" });
});
