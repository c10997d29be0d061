/**
 * The timeline of random kernels under random schedules, cycle by cycle beside their simulation: every iteration of every loop starts
 * when it says.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/timeline/random.test.ts
 */
import { expect, test } from "vitest";
import { day } from "../corpus/day.ts";
import { differences } from "./exact.ts";

const count = Number(process.env.LUTRA_PROGRAMS ?? 8);
const seed = Number(process.env.LUTRA_SEED ?? 5_000_000 + day * count);

test("random kernels under random schedules", { timeout: 0 }, async () => {
  const { wrong, starts } = await differences(seed, count);
  expect(wrong).toEqual([]);
  expect(starts).toBeGreaterThan(0);
});
