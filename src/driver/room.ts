/** Whether a circuit fits the part that it is made for. */
import { blockRamsOf, type Part } from "../device/part.ts";
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { resourcesOf } from "../synthesis/report/resources.ts";

/** Memories that surely do not fit are an error; logic, which is only estimated, a warning. */
export function roomFor(made: Synthesized, part: Part): readonly Diagnostic[] {
  const needed = resourcesOf(made);
  const found: Diagnostic[] = [];
  const blocks = blockRamsOf(part);
  const [largest] = needed.memories;
  if (needed.blockRams > blocks && largest !== undefined) {
    found.push(
      diagnose("too-little-memory", largest.span, {
        part: part.name,
        needed: Math.ceil(needed.blockRams),
        has: blocks,
        array: largest.name,
        alone: Math.ceil(largest.blockRams),
      }),
    );
  }
  const kinds = [
    ["LUTs", needed.luts, part.luts],
    ["flip-flops", needed.flipflops, part.flipflops],
    ["DSPs", needed.dsps, part.dsps],
  ] as const;
  const scarce = kinds
    .filter(([, count, has]) => count > has)
    .map(([what, count, has]) => `${roughly(count)} ${what} where it has ${has}`);
  if (scarce.length > 0) {
    found.push(diagnose("too-much-logic", needed.largest, { part: part.name, kinds: scarce }));
  }
  return found;
}

function roughly(count: number): number {
  return Number(count.toPrecision(2));
}
