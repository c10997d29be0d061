/** The same for the examples that are not today's, and for more kernels of the corpus. */
import { describe, it } from "vitest";
import { examples } from "../cli/example-circuits.ts";
import { ofOtherDays } from "../corpus/day.ts";
import { circuitSample } from "../synthesis/corpus-circuits.ts";
import { agreeOnCorpus, agreeOnExample, examplesADay, schedules } from "./one_way.ts";

describe.each(schedules)("under the schedule %s", (schedule) => {
  it.each(ofOtherDays(examples, examplesADay))("examples/%s", (file) => agreeOnExample(file, schedule));
  it.each(circuitSample("as it is", 6, 1).filter(isOfTypes))("%s", (path) => agreeOnCorpus(path, schedule));
});

/** Types alone make a circuit of it: no value of an argument shapes arrays. */
function isOfTypes(path: string): boolean {
  return !path.startsWith("shapes/");
}
