/**
 * Kernels of the corpus as circuits: the bits of the reference, or its fault, in the cycles that were predicted.
 *
 *     LUTRA_CORPUS=all npx vitest run test/hardware/kernels-corpus.test.ts      every kernel, in both forms
 */
import { describe, expect, test } from "vitest";
import { corpusKernel, corpusSample, forms } from "./corpus-circuits.ts";
import { verdict } from "./promise.ts";

/** What no circuit can do, with the diagnostic. */
const refused: Readonly<Record<string, string>> = {
  "arrays/ufuncs_float64_functions": "no-core",
  "arrays/ufuncs_of_integers": "no-core",
  "learning/softmax": "no-core",
  "numeric/black_scholes": "no-core",
  "numeric/simpson": "no-core",
  "operators/map_functions": "no-core",
  "scalars/math_float64": "no-core",
  "scalars/math_functions": "no-core",
  "scalars/power_cases": "no-core",
  "scalars/powers": "no-core",
  "signal/dft": "no-core",
  "signal/fft_radix2": "no-core",
  "signal/goertzel": "no-core",
};

/** Its schedule asks for an interval; the other one takes what it gets. */
const refusedAsItIs: Readonly<Record<string, string>> = {
  "operators/loop_customisation": "interval-too-short",
};

describe.each(forms)("%s", (form) => {
  test.each(corpusSample(40))("%s", async (path) => {
    const { loops, args } = corpusKernel(path, form);
    const judged = await verdict(loops, args);
    const code = refused[path] ?? (form === "as it is" ? refusedAsItIs[path] : undefined);
    expect(judged).toMatchObject(code === undefined ? { kind: "kept" } : { kind: "refused", code });
  });
});
