/**
 * The PolyBench kernels are predicted to take the cycles that were recorded when their circuits were simulated at full
 * size and compared with the reference, which `UPDATE=1 npm run bench:polybench` does, in six minutes. Two of today are made:
 * their Verilog is that which was simulated, to the letter.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loopsOf } from "../../bench/hardware/kernel.ts";
import { polybench } from "../../bench/hardware/polybench_anchors.ts";
import {
  measuredOf,
  ownDsps,
  periodNs,
  predictedOf,
  readMeasured,
} from "../../bench/hardware/polybench_record.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { ofToday } from "../corpus/day.ts";

const folder = "bench/hardware/polybench";

/** What every tool of the table was given. */
const mostDsps = 2560;

const recorded = Object.keys(polybench).filter((name) => existsSync(join(folder, `${name}.json`)));

test.each(recorded)("%s takes no more cycles than recorded", { timeout: 60_000 }, (name) => {
  const known = readMeasured(folder, name)?.cycles;
  expect(predictedOf(loopsOf(folder, name, "written", periodNs))).toBe(known);
});

test.each(ofToday(recorded, 2))("%s is the circuit that was compared", { timeout: 120_000 }, (name) => {
  const known = readMeasured(folder, name);
  const made = synthesize(loopsOf(folder, name, "written", periodNs), {
    target: { family: "xcup", periodNs },
  });
  if (!made.ok || known === null) throw new Error(`${name} cannot be made, or was never measured`);
  expect(measuredOf(made, known.cycles)).toEqual(known);
});

test.each(recorded)("%s takes no more DSPs than there are", (name) => {
  expect(readMeasured(folder, name)?.dsps).toBeLessThanOrEqual(mostDsps);
});

/** Rows of `npm run bench:equal -- --hand`; for those with fewer DSPs than a schedule by hand has, the machine writes one. */
const rows = recorded.flatMap((name) => {
  const ours = readMeasured(folder, name);
  return (polybench[name] ?? []).flatMap(({ who, cycles, dsps }) => {
    const fits = ours !== null && dsps !== null && ownDsps(ours) <= dsps;
    return fits && ["Stream-HLS", "Allo"].includes(who) ? [{ name, who, cycles, ours }] : [];
  });
});

test.each(rows)("$name takes fewer cycles than $who reports, with no more DSPs", ({ cycles, ours }) => {
  expect(ours.cycles).toBeLessThan(cycles);
});

test("which are those of eight kernels", () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(8);
});
