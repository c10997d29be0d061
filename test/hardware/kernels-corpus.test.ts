/**
 * Kernels of the corpus as circuits: the bits of the reference, or its fault, in the cycles that were predicted.
 *
 *     LUTRA_CORPUS=all npx vitest run test/hardware/kernels-corpus.test.ts      every kernel
 */
import { expect, test } from "vitest";
import { prepareLoops } from "../../src/loops/program.ts";
import { argsFromWire, left } from "../backend/wasm-build.ts";
import { loweredAt, loweredPaths } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { runCircuit } from "./kernel-run.ts";

const every = process.env.LUTRA_CORPUS === "all" ? 1 : 12;
const chosen = loweredPaths.filter((_, index) => index % every === 0);

/** What no circuit can do, with the diagnostic. */
const refused: Readonly<Record<string, string>> = {
  "arrays/ufuncs_float64_functions": "no-core",
  "arrays/ufuncs_of_integers": "no-core",
  "learning/softmax": "no-core",
  "numeric/black_scholes": "no-core",
  "numeric/simpson": "no-core",
  "operators/loop_customisation": "interval-too-short",
  "operators/map_functions": "no-core",
  "scalars/math_float64": "no-core",
  "scalars/math_functions": "no-core",
  "scalars/power_cases": "no-core",
  "scalars/powers": "no-core",
  "signal/dft": "no-core",
  "signal/fft_radix2": "no-core",
  "signal/goertzel": "no-core",
};

test.each(chosen)("%s", async (path) => {
  const { loops, args: wire } = loweredAt(path);
  const args = argsFromWire(wire, typesOf(wire));
  const ran = await runCircuit(loops, args);
  if (ran.kind === "refused") {
    expect(ran.code).toBe(refused[path]);
    return;
  }
  const reference = left(prepareLoops(loops), args);
  expect(ran.left.fault?.code).toBe(reference.fault?.code);
  if (reference.fault !== null) return;
  expect(ran.left).toEqual(reference);
  const cycles = ran.made.prediction;
  if (cycles.least === cycles.most) expect(ran.cycles).toBe(cycles.least);
  expect(ran.cycles).toBeGreaterThanOrEqual(cycles.least);
  expect(ran.cycles).toBeLessThanOrEqual(cycles.most);
});
