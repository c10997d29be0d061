/**
 * Kernels of the corpus as circuits: the bits of the reference, or its fault, in the cycles that were predicted.
 *
 *     LUTRA_CORPUS=all npx vitest run test/synthesis/kernels-corpus.test.ts      every kernel, in both forms
 */
import { describe, expect, test } from "vitest";
import { corpusKernel, corpusSample, forms, refusalAt } from "./corpus-circuits.ts";
import { verdict } from "./promise.ts";

describe.each(forms)("%s", (form) => {
  test.each(corpusSample(40))("%s", async (path) => {
    const { loops, args } = corpusKernel(path, form);
    const judged = await verdict(loops, args);
    const code = refusalAt(path, form);
    expect(judged).toMatchObject(code === null ? { kind: "kept" } : { kind: "refused", code });
  });
});
