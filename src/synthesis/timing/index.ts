/**
 * When operations happen.
 *
 *     const timing = pipeline(problem, { ii: 2 });
 *     if (isImpossible(timing)) explain(problem, timing.reason, nameOf);
 */
export { check } from "./check.ts";
export { explain } from "./explain.ts";
export { type Asked, type Effort, isImpossible, leastOf, pipeline, pipelineAt } from "./pipeline.ts";
export { schedule } from "./straight.ts";
export { inRecurrences } from "./urgency.ts";
