/**
 * Kernels of the corpus for tests of circuits, and which of them: a few, with LUTRA_CORPUS=100 so many, with
 * LUTRA_CORPUS=all every one.
 */
import type { Loops } from "../../src/loops/nodes.ts";
import { type Args, argsFromWire } from "../backend/wasm-build.ts";
import { day } from "../corpus/day.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { fast } from "./fast.ts";

const asked = process.env.LUTRA_CORPUS;

export const isAll = asked === "all";

/** `count` of them where nobody asked for more, well apart, from the `first` on; others every day. */
export function corpusSample(count: number, first = 0): readonly string[] {
  if (isAll) return kernelPaths;
  const wanted = asked === undefined ? count : Number(asked);
  const step = Math.max(1, Math.floor(kernelPaths.length / wanted));
  return kernelPaths
    .filter((path, index) => index % step === (first + day) % step && !large.has(path))
    .slice(0, wanted);
}

/** Functions of float64 that take seconds; kernels-corpus.test.ts has all of these in turn. */
export const functionsOfFloat64 = [
  ...["signal/dft", "signal/fft_radix2", "signal/goertzel", "numeric/simpson", "arrays/ufuncs_of_integers"],
  ...["scalars/power_cases", "scalars/powers", "scalars/math_functions"],
];

/** Circuits of tens of thousands of LUTs, which take minutes to be made of gates or simulated. */
const large: ReadonlySet<string> = new Set([
  ...functionsOfFloat64,
  ...["scalars/math_float64", "arrays/ufuncs_float64_functions"],
]);

export const forms = ["as it is", "pipelined and unrolled"] as const;
export type Form = (typeof forms)[number];

/** Its schedule asks for an interval; the other one takes what it gets. kernels-corpus.test.ts holds the list against what happens. */
const refusedAsItIs: Readonly<Record<string, string>> = {
  "operators/loop_customisation": "interval-too-short",
};

/** The diagnostic of a kernel that no circuit is made of; null for all others. */
export function refusalAt(path: string, form: Form): string | null {
  return (form === "as it is" ? refusedAsItIs[path] : undefined) ?? null;
}

/** Of `corpusSample`, what becomes a circuit. */
export function circuitSample(form: Form, count: number, first = 0): readonly string[] {
  return corpusSample(count, first).filter((path) => refusalAt(path, form) === null);
}

export function corpusKernel(path: string, form: Form): { readonly loops: Loops; readonly args: Args } {
  const { loops, args: wire } = loweredAt(path);
  const args = argsFromWire(wire, typesOf(wire));
  return { loops: form === "as it is" ? loops : fast(loops), args };
}
