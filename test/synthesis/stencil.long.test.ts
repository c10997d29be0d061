/** Stencils as circuits, those that are not today's. */
import { describe, test } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { checkChain, checkNest, cyclesOfChains, cyclesOfNests, todays } from "./stencil_cycles.ts";

describe("U results every cycle", () => {
  test.each(ofOtherDays(cyclesOfNests, todays))("%s", async (name, even, odd) =>
    checkNest([name, even, odd]),
  );
});

describe("U results of every stage every cycle", () => {
  test.each(ofOtherDays(cyclesOfChains, 1))("%s", async (name, one, four) => checkChain([name, one, four]));
});
