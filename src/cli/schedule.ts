/** `--schedule`: a file, `auto`, `streaming` or `none`; `--for`: what `auto` is for. */
import { Failure } from "../diagnostics/failure.ts";
import { isScheduleName, type ScheduleChoice } from "../driver/schedule.ts";
import { type Goal, goals } from "../explore/goal.ts";
import { readText } from "../outside/files.ts";

export interface ScheduleWord {
  readonly schedule?: string;
  readonly for?: Goal;
}

export const goalHelp = `what Lutra's own schedule is for: ${goals.join(", ")}; \`balance\` where not said`;

/** Whether no step is asked for, a person's or ours. */
export function isAsWritten({ schedule, for: goal }: ScheduleWord): boolean {
  return goal === undefined && (schedule === undefined || schedule === "none");
}

/** The options, with the schedule that they name. */
export function withSchedule<O extends ScheduleWord>(
  options: O,
): Omit<O, "schedule"> & { readonly schedule?: ScheduleChoice } {
  const { schedule, ...others } = options;
  if (schedule === undefined) return options.for === undefined ? others : { ...others, schedule: "auto" };
  if (schedule === "")
    throw new Failure("--schedule needs the name of a file, `auto`, `streaming` or `none`");
  if (isScheduleName(schedule)) return { ...others, schedule };
  return { ...others, schedule: { path: schedule, text: readText(schedule, "a schedule") } };
}
