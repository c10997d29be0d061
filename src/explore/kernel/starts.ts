/**
 * What is known of good schedules before a search begins: Lutra's own schedule, one that it took longer to choose and that minds
 * cycles more than size, what each becomes when the advice of reports is followed step by step, and schedules that fill the part; of
 * several nests, as of a network, all as processes, and all as one graph.
 */
import { blockRamsOf, type Part } from "../../device/part.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import type { Loops } from "../../loops/nodes.ts";
import { printSchedule } from "../../schedule/print.ts";
import { apply, type Schedule } from "../../schedule/schedule.ts";
import { advisedSteps, changesResults } from "../advice.ts";
import { type Effort, ordinary } from "../goal.ts";
import { scheduleFor } from "../index.ts";
import { measured, nothingKnown } from "../measure.ts";
import { operationsScheduled } from "../nests.ts";
import type { Space } from "../search/space.ts";
import { mostOfPart, type Size } from "../size.ts";
import { wideSchedules } from "../wide/index.ts";
import type { Budget } from "../wide/lanes.ts";
import { type Limit, mostOperations } from "./evaluate.ts";
import { layered } from "./layers.ts";
import type { Kernel } from "./schedule.ts";
import type { SpaceOptions } from "./space.ts";

export interface StartOptions extends SpaceOptions {
  readonly target: Technology;
  readonly part: Part;
  readonly limits: readonly Limit[];
}

/** Ten times what Lutra's own schedule may cost: seconds. A circuit of twice the size may be 5 % faster, no less. */
const thorough: Effort = { ...ordinary, work: 25_000, sizeExponent: 0.07 };

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
  return [...layersWithin(loops, options), ...filling(loops, options), ...found.slice(1)];
}

function layersWithin(loops: Loops, { target, part, limits }: StartOptions): readonly Schedule[] {
  return layered(loops, target, partWithin(part, limits)).filter((schedule) => {
    const applied = apply(loops, schedule);
    if (!applied.ok || operationsScheduled(applied.loops.body) > mostOperations) return false;
    const size = measured(applied.loops, target, nothingKnown())?.size;
    return size !== undefined && isWithin(size, limits);
  });
}

/** As many lanes as limits allow, and as a share of them does: for fronts, and where more than units takes room. */
function filling(loops: Loops, options: StartOptions): readonly Schedule[] {
  const within = wideSchedules(loops, options);
  return [
    ...fitting(loops, options, within),
    ...shares.flatMap((share) => within(shareOf(options.limits, share)).slice(0, 2)),
  ];
}

const shares = [1 / 2, 1 / 4, 1 / 8];

/**
 * A budget of units leaves out registers, choices and memories: where the first schedule is too large, the budget is cut by as
 * much. Others of that budget are as large.
 */
function fitting(
  loops: Loops,
  { limits, target }: StartOptions,
  within: (budget: Budget) => readonly Schedule[],
): readonly Schedule[] {
  let budget = shareOf(limits, 1);
  for (let round = 0; round < mostRounds; round++) {
    const found = within(budget);
    const [first] = found;
    const scheduled = first === undefined ? null : apply(loops, first);
    const size = scheduled?.ok === true ? measured(scheduled.loops, target, nothingKnown())?.size : undefined;
    if (size === undefined) return [];
    if (isWithin(size, limits)) return found;
    const blocks = Math.min(1, mostOf(limits, "brams") / size.blockRams);
    budget = {
      luts: budget.luts * blocks * Math.min(1, mostOf(limits, "luts") / size.luts),
      dsps: budget.dsps * blocks * Math.min(1, mostOf(limits, "dsps") / size.dsps),
    };
  }
  return [];
}

const mostRounds = 4;

function shareOf(limits: readonly Limit[], share: number): Budget {
  return { luts: share * mostOf(limits, "luts"), dsps: share * mostOf(limits, "dsps") };
}

function mostOf(limits: readonly Limit[], name: Limit["name"]): number {
  return limits.find((limit) => limit.name === name)?.most ?? Number.POSITIVE_INFINITY;
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
    blockRams: most("brams", blockRamsOf(part)),
    ultraRams: 0,
  };
}
