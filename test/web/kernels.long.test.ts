/** Random kernels through the page's workers: other ones every day, LUTRA_KERNELS=1000 for more of them at once. */
import { expect, it } from "vitest";
import { day } from "../corpus/day.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { compareKernels } from "./kernels.ts";

const count = Number(process.env.LUTRA_KERNELS ?? 200);

it.skipIf(browserPath() === null)(
  "many random kernels have the command line's bits",
  async () => {
    const explorer = await startExplorer();
    try {
      const { page } = await explorer.open();
      const { wrong, compared, circuits } = await compareKernels(page, 1 + day * count, count);
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(count * 0.3);
      expect(circuits).toBeGreaterThan(count * 0.15);
    } finally {
      await explorer.close();
    }
  },
  1_200_000,
);
