/**
 * The clock that schedules assume is there: kernels placed and routed on iCE40, ECP5 and 7-series reach 85 % of it, or more.
 *
 * What `npm run bench:clock` recorded is checked; one kernel is placed anew. LUTRA_CLOCK=all places all of them, but for families whose nextpnr is
 * not here.
 */
import { describe, expect, it } from "vitest";
import { leastRatio, placed, ratioOf, readEntries, runs } from "../../bench/hardware/placed.ts";
import { canPlaceOn, placer } from "../../src/outside/placement.ts";

const asked = process.env.LUTRA_CLOCK;
const quick = runs.filter(
  ({ kernel, family, targetNs }) => kernel === "histogram" && family === "ice40" && targetNs === 10,
);

describe("recorded", () => {
  it.each(readEntries())("$kernel, $variant on $family at $targetNs ns", (entry) => {
    expect(ratioOf(entry)).toBeGreaterThanOrEqual(leastRatio);
  });
  it.each(["ecp5", "xc7"])("of twenty kernels on %s", (name) => {
    const placedThere = readEntries().filter(({ family }) => family === name);
    expect(new Set(placedThere.map(({ kernel }) => kernel)).size).toBeGreaterThanOrEqual(20);
  });
  it("of a dozen kernels", () => {
    expect(new Set(readEntries().map(({ kernel }) => kernel)).size).toBeGreaterThanOrEqual(8);
  });
});

describe("placed anew", () => {
  it.for(asked === "all" ? runs : quick)(
    "$kernel, $variant on $family at $targetNs ns",
    { timeout: 900_000 },
    async (run, { skip }) => {
      if (!canPlaceOn(run.family)) skip(`${placer(run.family)} is not here`);
      const { entry } = await placed(run, undefined, [1]);
      expect(ratioOf(entry)).toBeGreaterThanOrEqual(leastRatio);
    },
  );
});
