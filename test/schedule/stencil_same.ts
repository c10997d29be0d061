/** Stencils of several sizes, with several results a cycle and steps at once: the same bits as without. */
import { loopsOf } from "./lowered.ts";
import { expectSame } from "./scheduled.ts";
import type { Stencil } from "./stencil_kernels.ts";

export const todays = 6;

const sizes = [
  [5, 8],
  [4, 11],
] as const;

export function sameNest({ nest, source, before = "" }: Stencil): void {
  for (const [height, width] of sizes) {
    const loops = loopsOf(source(height, width));
    for (const unroll of [1, 2, 3, 8]) expectSame(loops, `${before}stencil ${nest} unroll=${unroll}`);
  }
}

export function sameChain({ nest, source }: Stencil): void {
  for (const [height, width] of sizes) {
    const loops = loopsOf(source(height, width));
    for (const unroll of [1, 3])
      for (const steps of [1, 2, 4]) expectSame(loops, `stencil ${nest} unroll=${unroll} steps=${steps}`);
  }
}
