/**
 * The clock that schedules assume is there: kernels placed and routed on iCE40 and ECP5 reach 85 % of it, or more.
 *
 * What `npm run bench:clock` recorded is checked; one kernel is placed anew. LUTRA_CLOCK=all places all of them.
 */
import { describe, expect, it } from "vitest";
import { leastRatio, placed, ratioOf, readEntries, runs } from "../../bench/hardware/placed.ts";

const asked = process.env.LUTRA_CLOCK;
const quick = runs.filter(({ kernel, targetNs }) => kernel === "histogram" && targetNs === 10);

describe("recorded", () => {
  it.each(readEntries())("$kernel, $variant on $family at $targetNs ns", (entry) => {
    expect(ratioOf(entry)).toBeGreaterThanOrEqual(leastRatio);
  });
  it("of twenty kernels on ECP5", () => {
    const placedThere = readEntries().filter(({ family }) => family === "ecp5");
    expect(new Set(placedThere.map(({ kernel }) => kernel)).size).toBeGreaterThanOrEqual(20);
  });
  it("of a dozen kernels", () => {
    expect(new Set(readEntries().map(({ kernel }) => kernel)).size).toBeGreaterThanOrEqual(8);
  });
});

describe("placed anew", () => {
  it.each(asked === "all" ? runs : quick)(
    "$kernel, $variant on $family at $targetNs ns",
    { timeout: 900_000 },
    async (run) => {
      const { entry } = await placed(run, undefined, [1]);
      expect(ratioOf(entry)).toBeGreaterThanOrEqual(leastRatio);
    },
  );
});
