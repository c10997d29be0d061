/** A kernel whose points another process evaluates: what it needs to know, and what it makes of that. */
import { targetOf } from "../../driver/device.ts";
import { scheduledLoops } from "../../driver/schedule.ts";
import {
  type Evaluator,
  evaluated,
  nothingRemembered,
  type ObjectiveName,
} from "../../explore/kernel/evaluate.ts";
import { nothingTaken } from "../../explore/kernel/schedule.ts";
import type { Outcome } from "../../explore/search/outcome.ts";
import type { Point, Space } from "../../explore/search/space.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { loadFrom } from "../load.ts";
import type { NetworkWords } from "../network.ts";
import { type KernelContents, kernelIn } from "../source.ts";
import { limitsWithin } from "./limits.ts";

export interface KernelJob {
  readonly contents: KernelContents;
  readonly options: NetworkWords & {
    readonly arg: readonly string[];
    readonly in?: readonly string[]; // numbers that the kernel is specialised on
    readonly part?: string;
    readonly clock?: string;
    readonly board?: string;
    readonly within?: string;
  };
  readonly space: Space;
  readonly auto: Schedule;
  readonly objectives: readonly ObjectiveName[];
}

export async function evaluatorFor({
  contents,
  options,
  space,
  auto,
  objectives,
}: KernelJob): Promise<(point: Point) => Outcome> {
  const { compiled } = loadFrom(await kernelIn(contents, options.weights), options);
  const loops = scheduledLoops(compiled, { ...options, schedule: "none" });
  const { target: made, part } = targetOf(compiled, options);
  const limits = limitsWithin(options.within, part);
  const kernel = { loops, auto, taken: nothingTaken() };
  const evaluator: Evaluator = { ...kernel, target: made, objectives, limits, known: nothingRemembered() };
  return (point) => evaluated(evaluator, space, point);
}
