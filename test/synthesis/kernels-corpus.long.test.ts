/** Kernels of the corpus as circuits: others than today's in kernels-corpus.test.ts. */
import { describe, test } from "vitest";
import { corpusSample, forms } from "./corpus-circuits.ts";
import { keepsPromise } from "./corpus-promise.ts";

describe.each(forms)("%s", (form) => {
  test.each(corpusSample(24, 12))("%s", (path) => keepsPromise(path, form));
});
