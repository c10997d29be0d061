/** Stencils and the same bits: those that are not today's. */
import { describe, it } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { chains, nests, regions } from "./stencil_kernels.ts";
import { sameChain, sameNest, todays } from "./stencil_same.ts";

describe("the same bits, whether or not rows are a multiple of what enters in a cycle", () => {
  it.each(ofOtherDays([...nests, ...regions], todays))("$name", sameNest);
  it.each(ofOtherDays(chains, 1))("$name", sameChain);
});
