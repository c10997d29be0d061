/**
 * The PolyBench kernels are predicted to take the cycles that were recorded when their circuits were simulated at full
 * size and compared with the reference, which `npm run bench:polybench` does.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loopsOf } from "../../bench/hardware/kernel.ts";
import { polybench } from "../../bench/hardware/polybench_anchors.ts";
import { periodNs, predictedOf, readMeasured } from "../../bench/hardware/polybench_record.ts";

const folder = "bench/hardware/polybench";

/** What every tool of the table was given. */
const mostDsps = 2560;

const recorded = Object.keys(polybench).filter((name) => existsSync(join(folder, `${name}.json`)));

test.each(recorded)("%s takes no more cycles than recorded", { timeout: 60_000 }, (name) => {
  const known = readMeasured(folder, name)?.cycles;
  expect(predictedOf(loopsOf(folder, name, "written", periodNs))).toBe(known);
});

test.each(recorded)("%s takes no more DSPs than there are", (name) => {
  expect(readMeasured(folder, name)?.dsps).toBeLessThanOrEqual(mostDsps);
});
