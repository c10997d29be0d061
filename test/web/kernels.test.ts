/** The page's workers give the command line's bits: other kernels every day; kernels.long.test.ts has many more. */
import { expect, it } from "vitest";
import { day } from "../corpus/day.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { compareKernels } from "./kernels.ts";

it.skipIf(browserPath() === null)("random kernels of today", async () => {
  const explorer = await startExplorer();
  try {
    const { page } = await explorer.open();
    const { wrong, compared } = await compareKernels(page, 1_000_000 + day * 40, 15, 30_000);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  } finally {
    await explorer.close();
  }
});
