/** Schedules: what a person, a pragma or a searcher asks of the hardware, applied to Loops step by step. */

export { bankCount, bankOf, wordOf } from "./banks.ts";
export { type BankUse, conflicts } from "./conflicts.ts";
export {
  explainRefusal,
  type RefusedSchedule,
  refusalDiagnostic,
  scheduleText,
  sourceNotes,
} from "./explain.ts";
export { type Plan, plan, ScheduleError } from "./handles.ts";
export { scheduleFromJson, scheduleToJson } from "./json.ts";
export { type ParsedSchedule, parseSchedule } from "./parse.ts";
export type { Applied, Args, ArgValue, ParamSpec, Primitive } from "./primitive.ts";
export { primitiveNamed, primitives } from "./primitives/index.ts";
export { printSchedule, printStep } from "./print.ts";
export type { Refusal } from "./refusal.ts";
export { apply, applyStep, type Schedule, type Scheduled, type Step } from "./schedule.ts";
export { scheduleOf, withoutRequests } from "./source.ts";
