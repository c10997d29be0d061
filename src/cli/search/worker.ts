/** A process that evaluates points of a kernel: a line says of which, each line after it is a point. It ends with its pipe. */
import { createInterface } from "node:readline";
import { targetOf } from "../../driver/device.ts";
import { scheduledLoops } from "../../driver/schedule.ts";
import { type Evaluator, evaluated, type ObjectiveName } from "../../explore/kernel/evaluate.ts";
import type { Point, Space } from "../../explore/search/space.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { load } from "../load.ts";
import { limitsWithin } from "./limits.ts";

/** What it needs to know. */
export interface KernelJob {
  readonly target: string;
  readonly options: {
    readonly arg: readonly string[];
    readonly part?: string;
    readonly clock?: string;
    readonly board?: string;
    readonly within?: string;
  };
  readonly space: Space;
  readonly auto: Schedule;
  readonly objectives: readonly ObjectiveName[];
}

export async function searchWorker(): Promise<void> {
  let job: { readonly evaluator: Evaluator; readonly space: Space } | null = null;
  for await (const line of createInterface({ input: process.stdin })) {
    if (job === null) {
      const given = JSON.parse(line) as KernelJob;
      job = { evaluator: await evaluatorFor(given), space: given.space };
    } else {
      const outcome = evaluated(job.evaluator, job.space, JSON.parse(line) as Point);
      process.stdout.write(`${JSON.stringify(outcome)}\n`);
    }
  }
}

export async function evaluatorFor({ target, options, auto, objectives }: KernelJob): Promise<Evaluator> {
  const { compiled } = await load(target, options);
  const loops = scheduledLoops(compiled, { ...options, schedule: "none" });
  const { target: made, part } = targetOf(compiled, options);
  const limits = limitsWithin(options.within, part);
  return { loops, auto, target: made, objectives, limits, known: new Map() };
}
