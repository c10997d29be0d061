/** Lowered kernels of the corpus printed as Python: today's. */
import { ofToday } from "../corpus/day.ts";
import { kernelPaths } from "../corpus/kernels.ts";
import { printedADay, runPrinted } from "./printed-loops.ts";

await runPrinted(ofToday(kernelPaths, printedADay));
