/** Kernels under the schedule that Lutra chooses, beside what they leave as they were written. */
import { expect } from "vitest";
import { scheduleFor } from "../../src/explore/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { corpusKernel, refusalAt } from "../synthesis/corpus-circuits.ts";
import { type Verdict, verdictBeside } from "../synthesis/promise.ts";

export const target = { family: "xcup", periodNs: 6 } as const;

export async function verdictOfAuto(
  loops: Loops,
  args: Parameters<typeof verdictBeside>[2],
): Promise<Verdict> {
  return verdictBeside(loops, automatic(loops), args);
}

/** Never refused. */
export function automatic(loops: Loops): Loops {
  const done = apply(loops, scheduleFor(loops, target).schedule);
  if (done.ok) return done.loops;
  throw new Error(`a schedule of our own is refused: ${done.refusal.message}`);
}

/** Of those that `npm test` may take. */
export const corpusADay = 6;

export async function leavesTheSame(path: string): Promise<void> {
  const { loops, args } = corpusKernel(path, "as it is");
  const judged = await verdictOfAuto(loops, args);
  const code = refusalAt(path, "as it is");
  expect(judged).toMatchObject(code === null ? { kind: "kept" } : { kind: "refused", code });
}
