/** A search of schedules, as `lutra search` goes about it; every evaluation is told at once. */
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { targetOf } from "../../../src/driver/device.ts";
import { scheduledLoops } from "../../../src/driver/schedule.ts";
import { scheduleFor } from "../../../src/explore/index.ts";
import {
  type Evaluator,
  evaluated,
  limitsOf,
  nothingRemembered,
} from "../../../src/explore/kernel/evaluate.ts";
import { meaningOf, nothingTaken, scheduleOfPoint } from "../../../src/explore/kernel/schedule.ts";
import { kernelSpace, startsOf } from "../../../src/explore/kernel/space.ts";
import { knownSchedules, withStarts } from "../../../src/explore/kernel/starts.ts";
import { methodNamed } from "../../../src/explore/search/methods/index.ts";
import { type Problem, search } from "../../../src/explore/search/search.ts";
import { printSchedule } from "../../../src/schedule/print.ts";
import type { Request } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { compiledSubject, deviceOf } from "./subject.ts";

const batch = 16; // as on the command line, so that a seed finds the same

export async function searchSchedules(
  { subject, objectives, evaluations, seed }: Extract<Request, { readonly kind: "search" }>,
  tell: Tell,
): Promise<void> {
  const compiled = compiledSubject(subject);
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  const loops = scheduledLoops(compiled, { schedule: "none" });
  const { target, part } = targetOf(compiled, deviceOf(subject));
  const limits = limitsOf(part);
  const free = { reassociate: false };
  const auto = scheduleFor(loops, target, part).schedule;
  const known = knownSchedules({ loops, auto }, { ...free, target, part, limits });
  const space = withStarts(kernelSpace(loops, free), known);
  const kernel = { loops, auto, taken: nothingTaken() };
  const evaluator: Evaluator = { ...kernel, target, objectives, limits, known: nothingRemembered() };
  const most = limits.map((limit) => limit.most);
  const problem: Problem = {
    ...{ space, objectives, limits: most, starts: startsOf(space) },
    sameAs: (point) => meaningOf(kernel, space, point),
  };
  const method = methodNamed("auto", space, evaluations, most);
  let count = 0;
  await search(
    problem,
    { method, seed, batch, evaluations, workers: 1 },
    async (point) => evaluated(evaluator, space, point),
    {
      onEvaluated: ({ point, outcome, isSame }) => {
        if (isSame === true) return; // as one that was told
        count += 1;
        const made = outcome.kind === "feasible" ? scheduleOfPoint(evaluator, space, point) : null;
        tell({
          ...{ kind: "found", count },
          point:
            outcome.kind === "feasible" && made?.ok === true
              ? { index: count, objectives: outcome.objectives, schedule: printSchedule(made.schedule) }
              : null,
        });
      },
    },
  );
}
