/** `--schedule`: a file, `auto`, `streaming` or `none`. */
import { Failure } from "../diagnostics/failure.ts";
import { isScheduleName, type ScheduleChoice } from "../driver/schedule.ts";
import { readText } from "../outside/files.ts";

export interface ScheduleWord {
  readonly schedule?: string;
}

/** The options, with the schedule that they name. */
export function withSchedule<O extends ScheduleWord>(
  options: O,
): Omit<O, "schedule"> & { readonly schedule?: ScheduleChoice } {
  const { schedule, ...others } = options;
  if (schedule === undefined) return others;
  if (schedule === "")
    throw new Failure("--schedule needs the name of a file, `auto`, `streaming` or `none`");
  if (isScheduleName(schedule)) return { ...others, schedule };
  return { ...others, schedule: { path: schedule, text: readText(schedule, "a schedule") } };
}
