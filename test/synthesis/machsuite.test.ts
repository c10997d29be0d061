/**
 * Kernels of MachSuite, two of today's choice: the cycles that are recorded, what the reference leaves.
 *
 *     UPDATE=1 npm run bench:machsuite                                    keeps what is counted now
 *     LUTRA_CORPUS=all npx vitest run test/synthesis/machsuite.test.ts    all of them
 */
import { expect, test } from "vitest";
import { circuitOf, countsOf, loopsOf, runOf } from "../../bench/hardware/kernel.ts";
import { machsuite, machsuiteVariants } from "../../bench/hardware/machsuite_anchors.ts";
import { readRecord } from "../../bench/hardware/record.ts";
import { ofToday } from "../corpus/day.ts";

const folder = "bench/hardware/machsuite";

/** Those that run for seconds only on demand. */
const quick = machsuite.filter(({ kernel }) => kernel !== "viterbi" && kernel !== "radix");
const cases = (process.env.LUTRA_CORPUS === "all" ? machsuite : quick).flatMap(({ kernel, periodNs }) =>
  machsuiteVariants
    .filter((variant) => variant !== "auto" || process.env.LUTRA_CORPUS === "all")
    .map((variant) => ({ kernel, variant, periodNs })),
);

test.each(ofToday(cases, 2))("$kernel, $variant", { timeout: 300_000 }, async (one) => {
  const { kernel, variant, periodNs } = one;
  const rolled = loopsOf(folder, kernel, "rolled", periodNs);
  const made = circuitOf(loopsOf(folder, kernel, variant, periodNs), periodNs);
  const { cycles, same } = await runOf(made, rolled);
  expect(same).toBe(true);
  const { area: _, ...known } = readRecord(folder, kernel)[variant] ?? { area: undefined };
  expect({ ...countsOf(made), cycles }).toEqual(known);
});
