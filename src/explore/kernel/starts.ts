/**
 * What is known of good schedules before a search begins: Lutra's own schedule, one that it took longer to choose and that minds
 * cycles more than size, and what each becomes when the advice of reports is followed step by step.
 */
import type { Part } from "../../device/part.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import { printSchedule } from "../../schedule/print.ts";
import { apply, type Schedule } from "../../schedule/schedule.ts";
import { advisedSteps, changesResults } from "../advice.ts";
import { type Effort, scheduleFor } from "../index.ts";
import type { Space } from "../search/space.ts";
import { mostOfPart, type Size } from "../size.ts";
import type { Limit } from "./evaluate.ts";
import type { Kernel } from "./schedule.ts";
import type { SpaceOptions } from "./space.ts";

export interface StartOptions extends SpaceOptions {
  readonly target: Technology;
  readonly part: Part;
  readonly limits: readonly Limit[];
}

/** Ten times what Lutra's own schedule may cost: seconds. A circuit of twice the size may be 5 % faster, no less. */
const thorough: Effort = { work: 25_000, sizeExponent: 0.07 };

/** Without Lutra's own. */
export function knownSchedules({ loops, auto }: Kernel, options: StartOptions): readonly Schedule[] {
  const { target, part, limits } = options;
  const chosen = scheduleFor(loops, target, partWithin(part, limits), thorough);
  const mayTake = (step: Schedule[number], size: Size): boolean =>
    (options.reassociate || !changesResults(step)) && isWithin(size, limits);
  const isOther = chosen.cycles !== null && printSchedule(chosen.schedule) !== printSchedule(auto);
  const bases = isOther ? [auto, chosen.schedule] : [auto];
  const found = bases.flatMap((base) => {
    const scheduled = apply(loops, base);
    const steps = scheduled.ok ? advisedSteps(scheduled.loops, target, mayTake) : [];
    return [base, ...steps.map((_, at) => [...base, ...steps.slice(0, at + 1)])];
  });
  return found.slice(1);
}

/** With one more value of `start` for each. */
export function withStarts(space: Space, schedules: readonly Schedule[]): Space {
  const texts = [...new Set(schedules.map((schedule) => printSchedule(schedule).trim()))];
  const knobs = space.knobs.map((knob) =>
    knob.name === "start" ? { ...knob, values: [...knob.values, ...texts] } : knob,
  );
  return { ...space, knobs };
}

function isWithin({ luts, dsps, blockRams }: Size, limits: readonly Limit[]): boolean {
  const uses: Readonly<Record<string, number>> = { luts, dsps, brams: blockRams };
  return limits.every(({ name, most }) => (uses[name] ?? 0) <= most);
}

/** A part that has what the limits leave. */
function partWithin(part: Part, limits: readonly Limit[]): Part {
  const most = (name: Limit["name"], otherwise: number): number =>
    limits.find((limit) => limit.name === name)?.most ?? otherwise;
  return {
    ...part,
    luts: Math.floor(most("luts", mostOfPart * part.luts) / mostOfPart),
    dsps: most("dsps", part.dsps),
    blockRams: most("brams", part.blockRams + 8 * part.ultraRams),
    ultraRams: 0,
  };
}
