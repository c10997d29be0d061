/** Kernels that work, with a few edits: they compile, or a diagnostic says why not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernels } from "./kernels.ts";
import { anyEdits, mutate } from "./mutate.ts";
import { seed, sources, survive } from "./survive.ts";

const hour = 3_600_000;

describe("mutated kernels", () => {
  it("the kernels themselves survive", () => {
    for (const { path, text, args, values } of kernels)
      expect([path, survive(text, args, values)]).toEqual([path, true]);
  });

  it(
    `${sources(600)} mutants from seed ${seed}`,
    () => {
      const property = fc.property(fc.constantFrom(...kernels), anyEdits(), (kernel, edits) => {
        survive(mutate(kernel.text, edits), kernel.args, kernel.values);
      });
      fc.assert(property, { numRuns: sources(600), seed, verbose: fc.VerbosityLevel.None });
    },
    12 * hour,
  );

  it(
    `${sources(200)} kernels called with other types from seed ${seed}`,
    () => {
      const property = fc.property(
        fc.constantFrom(...kernels),
        fc.constantFrom(...kernels),
        fc.nat({ max: 20 }),
        (kernel, other, shift) => {
          const types = [...other.args.values()];
          const names = [...kernel.args.keys()];
          const args = names.flatMap((name, i) => {
            const type = types[(i + shift) % Math.max(1, types.length)];
            return type === undefined ? [] : [[name, type] as const];
          });
          survive(kernel.text, new Map(args));
        },
      );
      fc.assert(property, { numRuns: sources(200), seed, verbose: fc.VerbosityLevel.None });
    },
    12 * hour,
  );
});
