/**
 * Random kernels through the page's workers: other ones every day. LUTRA_KERNELS=1000 for more of them at once, LUTRA_SEED=7 for those
 * from that seed on.
 */
import { expect, it } from "vitest";
import { day } from "../corpus/day.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { compareKernels } from "./kernels.ts";

const count = Number(process.env.LUTRA_KERNELS ?? 200);
const seed = Number(process.env.LUTRA_SEED ?? 1 + day * count);

it.skipIf(browserPath() === null)(
  "many random kernels have the command line's bits",
  async () => {
    const explorer = await startExplorer();
    try {
      const { page } = await explorer.open();
      const { wrong, compared, circuits } = await compareKernels(page, seed, count);
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(count * 0.3);
      expect(circuits).toBeGreaterThan(count * 0.15);
    } finally {
      await explorer.close();
    }
  },
  6_000 * count,
);
