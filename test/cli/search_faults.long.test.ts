/** LUTRA_FAULTS=50 kills so many; a few where not said. */
import { expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { redisAvailable } from "./queue.ts";
import { disturbed } from "./search_faults.ts";

const most = Number(process.env.LUTRA_FAULTS ?? 6);

it.skipIf(!redisAvailable())(
  `searcher, workers and Redis are killed ${most} times, and the search ends as one that was not disturbed`,
  { timeout: 60_000 + 30_000 * most },
  () =>
    inDirectory(async (directory) => {
      const { kills, searches, expected, found } = await disturbed(directory, most, 1);
      expect(kills.searcher + kills.worker + kills.redis).toBe(most);
      for (const one of found) expect(one).toEqual(expected);
      console.info(`${most} kills (${JSON.stringify(kills)}) in ${searches} searches`);
    }),
);
