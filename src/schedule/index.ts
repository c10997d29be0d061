/** Schedules: what a person, a pragma or a searcher asks of the hardware, applied to Loops step by step. */
export type { Applied, Args, ArgValue, ParamSpec, Primitive } from "./primitive.ts";
export { primitiveNamed, primitives } from "./primitives.ts";
export type { Refusal } from "./refusal.ts";
export { apply, applyStep, type Schedule, type Scheduled, type Step } from "./schedule.ts";
