/** The schedule that Lutra chooses changes no bit of the kernels that have their turn on other days. */
import { test } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { corpusSample } from "../synthesis/corpus-circuits.ts";
import { corpusADay, leavesTheSame } from "./auto-kernels.ts";

test.each(ofOtherDays(corpusSample(12, 3), corpusADay))("%s", { timeout: 60_000 }, leavesTheSame);
