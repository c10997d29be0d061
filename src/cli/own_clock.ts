/** `--clock auto` in words: the clock that a circuit will have. */
import { bestClock, isOwnClock } from "../driver/best_clock.ts";
import type { Compiled } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import { withProgress } from "./progress.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import type { Terminal } from "./terminal.ts";

export const clockHelp =
  "what the circuit runs at, as 200MHz or 5ns, else the board's; `auto`: at which a call takes the least time";

/** The options with a clock that is a number. */
export async function withOwnClock<O extends ScheduleWord & DeviceOptions>(
  compiled: Compiled,
  options: O,
  terminal: Terminal,
): Promise<O> {
  if (!isOwnClock(options)) return options;
  const word: ScheduleWord & DeviceOptions = options;
  const { clock, told } = await withProgress(terminal, `trying clocks for ${compiled.kernel}`, () =>
    bestClock(compiled, withSchedule(word)),
  );
  terminal.err(`${told}\n`);
  return { ...options, clock };
}
