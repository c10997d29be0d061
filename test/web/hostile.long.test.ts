/** Many links made to do harm, others every day. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { day } from "../corpus/day.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { hostileFragments, openedAll } from "./hostile.ts";

it.skipIf(browserPath() === null)(
  "the page stays alive",
  async () => {
    const explorer = await startExplorer();
    try {
      const { page, complaints } = await explorer.open();
      expect(await openedAll(page, fc.sample(hostileFragments, { seed: day, numRuns: 400 }))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await explorer.close();
    }
  },
  3_600_000,
);
