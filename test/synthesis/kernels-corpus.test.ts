/**
 * Kernels of the corpus as circuits: the bits of the reference, or its fault, in the cycles that were predicted.
 *
 *     LUTRA_CORPUS=all npx vitest run test/synthesis/kernels-corpus.test.ts      every kernel, in both forms
 */
import { describe, test } from "vitest";
import { ofToday } from "../corpus/day.ts";
import { corpusSample, forms, functionsOfFloat64 } from "./corpus-circuits.ts";
import { keepsPromise } from "./corpus-promise.ts";

describe.each(forms)("%s", (form) => {
  test.each(corpusSample(24))("%s", (path) => keepsPromise(path, form));
  test.each(ofToday(functionsOfFloat64, 3))("%s", (path) => keepsPromise(path, form));
});
