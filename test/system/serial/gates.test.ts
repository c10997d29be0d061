/** See answered.ts; other boards are in gates.long.test.ts. */
import { test } from "vitest";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { answersAsSimulated } from "./answered.ts";
import { cellModels } from "./gates.ts";

test.skipIf(cellModels("ice40") === null || !icarusAvailable())("iCEBreaker", { timeout: 180_000 }, () =>
  answersAsSimulated({
    ...{ name: "icebreaker", family: "ice40up", mhz: 24, models: "ice40", synth: "ice40" },
    words: ["-device", "u", "-dsp"],
  }),
);
