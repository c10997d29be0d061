/** More random kernels than `npm test` waits for: random.test.ts. */
import { expect, test } from "vitest";
import { differences } from "./exact.ts";

test("random kernels under random schedules", { timeout: 0 }, async () => {
  const { wrong, starts } = await differences(6_000_000, 100);
  expect(wrong).toEqual([]);
  expect(starts).toBeGreaterThan(1000);
});
