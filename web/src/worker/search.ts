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
import type { Outcome } from "../../../src/explore/search/outcome.ts";
import { type Problem, search } from "../../../src/explore/search/search.ts";
import type { Point } from "../../../src/explore/search/space.ts";
import { printSchedule } from "../../../src/schedule/print.ts";
import type { Request, SearchWork, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { type Crew, crewOf, type StartEvaluator } from "./crew.ts";
import { compiledSubject, deviceOf } from "./subject.ts";

const batch = 16; // as on the command line, so that a seed finds the same

/** `start`: starts another worker; null where there can be none. */
export async function searchSchedules(
  { subject, objectives, evaluations, seed, workers }: Extract<Request, { readonly kind: "search" }>,
  tell: Tell,
  start: StartEvaluator | null,
): Promise<void> {
  const { loops, target, part } = searchedSubject(subject);
  const limits = limitsOf(part);
  const free = { reassociate: false };
  const auto = scheduleFor(loops, target, part).schedule;
  const known = knownSchedules({ loops, auto }, { ...free, target, part, limits });
  const space = withStarts(kernelSpace(loops, free), known);
  const kernel = { loops, auto, taken: nothingTaken() };
  const most = limits.map((limit) => limit.most);
  const problem: Problem = {
    ...{ space, objectives, limits: most, starts: startsOf(space) },
    sameAs: (point) => meaningOf(kernel, space, point),
  };
  const method = methodNamed("auto", space, evaluations, most);
  const work: SearchWork = { subject, objectives, space, auto };
  const crew = start === null || workers < 2 ? alone(work) : crewOf(start, work);
  let count = 0;
  await search(problem, { method, seed, batch, evaluations, workers }, crew.evaluate, {
    onEvaluated: ({ point, outcome, isSame, index }) => {
      if (isSame === true) return; // as one that was told
      count += 1;
      const made = outcome.kind === "feasible" ? scheduleOfPoint(kernel, space, point) : null;
      tell({
        ...{ kind: "found", count },
        point:
          outcome.kind === "feasible" && made?.ok === true
            ? { index, objectives: outcome.objectives, schedule: printSchedule(made.schedule) }
            : null,
      });
    },
  });
  crew.close();
}

/** What a worker of a search does with each point. */
export function evaluatorFor({ subject, objectives, space, auto }: SearchWork): (point: Point) => Outcome {
  const { loops, target, part } = searchedSubject(subject);
  const kernel = { loops, auto, taken: nothingTaken() };
  const evaluator: Evaluator = {
    ...{ ...kernel, target, objectives },
    ...{ limits: limitsOf(part), known: nothingRemembered() },
  };
  return (point) => evaluated(evaluator, space, point);
}

function alone(work: SearchWork): Crew {
  const evaluate = evaluatorFor(work);
  return { evaluate: async (point) => evaluate(point), close: () => undefined };
}

function searchedSubject(subject: Subject) {
  const compiled = compiledSubject(subject);
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  return {
    loops: scheduledLoops(compiled, { schedule: "none" }),
    ...targetOf(compiled, deviceOf(subject)),
  };
}
