/** Kernels of the corpus as optimized WebAssembly: those that are not today's. */
import { test } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { kernelPaths } from "../corpus/kernels.ts";
import { keepsBits, optimizedADay } from "./wasm-corpus.ts";

test.each(ofOtherDays(kernelPaths, optimizedADay))("%s", (path) => keepsBits(path, { quick: false }));
