/**
 * Kernels of the corpus for tests of circuits, and which of them: a few, with LUTRA_CORPUS=100 so many, with
 * LUTRA_CORPUS=all every one.
 */
import type { Loops } from "../../src/loops/nodes.ts";
import { type Args, argsFromWire } from "../backend/wasm-build.ts";
import { loweredAt, loweredPaths } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { fast } from "./fast.ts";

const asked = process.env.LUTRA_CORPUS;

export const isAll = asked === "all";

/** `count` of them where nobody asked for more, well apart, from the `first` on. */
export function corpusSample(count: number, first = 0): readonly string[] {
  if (isAll) return loweredPaths;
  const wanted = asked === undefined ? count : Number(asked);
  const step = Math.max(1, Math.floor(loweredPaths.length / wanted));
  return loweredPaths.filter((_, index) => index % step === first % step).slice(0, wanted);
}

export const forms = ["as it is", "pipelined and unrolled"] as const;
export type Form = (typeof forms)[number];

export function corpusKernel(path: string, form: Form): { readonly loops: Loops; readonly args: Args } {
  const { loops, args: wire } = loweredAt(path);
  const args = argsFromWire(wire, typesOf(wire));
  return { loops: form === "as it is" ? loops : fast(loops), args };
}
