/** The order in which long tests get their turn: a third of them first, another third every day (`day.ts`). */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ofOtherDays, ofToday } from "./day.ts";

/** A class, for vitest makes one of it. */
export class Turns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byName = [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    const third = Math.ceil(byName.length / 3);
    const first = ofToday(byName, third);
    return first.length === byName.length ? byName : [...first, ...ofOtherDays(byName, third)];
  }
}
