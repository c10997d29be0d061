/** Sizes that nothing divides are as good as their neighbours: some of them every day. */
import { describe, test } from "vitest";
import { ofToday } from "../corpus/day.ts";
import { expectExact, expectSmooth, neighbours, odd } from "./smooth.ts";

describe("cycles per unit of work change by at most 15 % from one size to the next", () => {
  test.each(ofToday(neighbours, 2))("%s, %i to %i", { timeout: 60_000 }, expectSmooth);
});

describe("circuits of sizes that nothing divides leave what the reference leaves, in the cycles predicted", () => {
  test.each(ofToday(odd, 2))("%s of %i", { timeout: 60_000 }, expectExact);
});
