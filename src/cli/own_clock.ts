/** `--clock auto` in words: the clock that a circuit will have. */
import { bestClock, isOwnClock } from "../driver/best_clock.ts";
import type { Compiled } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import { withProgress } from "./progress.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import type { Terminal } from "./terminal.ts";

export const clockHelp =
  "what the circuit runs at, as 200MHz or 5ns, else the board's; `auto`: at which a call takes the least time";

export interface Clocked<O> {
  readonly options: O; // with a clock that is a number
  readonly told: string | null; // in one line, where we chose it
}

export async function withOwnClock<O extends ScheduleWord & DeviceOptions>(
  compiled: Compiled,
  options: O,
  terminal: Terminal,
): Promise<Clocked<O>> {
  if (!isOwnClock(options)) return { options, told: null };
  const word: ScheduleWord & DeviceOptions = options;
  const { clock, told } = await withProgress(terminal, `trying clocks for ${compiled.kernel}`, () =>
    bestClock(compiled, withSchedule(word)),
  );
  return { options: { ...options, clock }, told };
}
