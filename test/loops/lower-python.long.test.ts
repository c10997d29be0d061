/** Lowered kernels of the corpus printed as Python: those that are not today's. */
import { ofOtherDays } from "../corpus/day.ts";
import { kernelPaths } from "../corpus/kernels.ts";
import { printedADay, runPrinted } from "./printed-loops.ts";

await runPrinted(ofOtherDays(kernelPaths, printedADay));
