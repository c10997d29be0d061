/** A thousand random kernels through the page's workers. */
import { expect, it } from "vitest";
import { browserPath, startExplorer } from "./browser.ts";
import { compareKernels } from "./kernels.ts";

it.skipIf(browserPath() === null)(
  "a thousand random kernels have the command line's bits",
  async () => {
    const explorer = await startExplorer();
    try {
      const { page } = await explorer.open();
      const { wrong, compared, circuits } = await compareKernels(page, 1, 1000);
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(400);
      expect(circuits).toBeGreaterThan(200);
    } finally {
      await explorer.close();
    }
  },
  1_200_000,
);
