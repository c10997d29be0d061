/**
 * Every kernel of the corpus that is lowered, run as WebAssembly: the bits of the reference, or its fault. As it is
 * compiled for a call; some, others every day, also as it is compiled to run for long.
 */
import { describe, test } from "vitest";
import { ofToday } from "../corpus/day.ts";
import { kernelPaths } from "../corpus/kernels.ts";
import { keepsBits, optimizedADay } from "./wasm-corpus.ts";

test.each(kernelPaths)("%s", (path) => keepsBits(path, { quick: true }));

describe("optimized", () => {
  test.each(ofToday(kernelPaths, optimizedADay))("%s", (path) => keepsBits(path, { quick: false }));
});
