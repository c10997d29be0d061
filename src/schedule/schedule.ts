/**
 * A schedule is data: an ordered list of steps, each a primitive and its arguments. It is an immutable value, and two
 * may be tried on one kernel side by side.
 *
 *     const done = apply(loops, [{ primitive: "pipeline", args: { loop: "i", ii: 1 } }]);
 */
import { closest } from "../diagnostics/closest.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Applied, Args } from "./primitive.ts";
import { primitiveNamed, primitives } from "./primitives/index.ts";
import { keptProcesses } from "./primitives/processes.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** Plain JSON. */
export interface Step {
  readonly primitive: string;
  readonly args: Args;
}

export type Schedule = readonly Step[];

export type Scheduled =
  | { readonly ok: true; readonly loops: Loops }
  | {
      readonly ok: false;
      readonly step: number; // which one is refused
      readonly refusal: Refusal;
      readonly loops: Loops; // as the steps before it left them
    };

/** Step after step; the first refusal ends it. */
export function apply(loops: Loops, schedule: Schedule): Scheduled {
  let current = loops;
  for (const [index, step] of schedule.entries()) {
    const applied = applyStep(current, step);
    if (!applied.ok) return { ok: false, step: index, refusal: applied.refusal, loops: current };
    current = applied.loops;
  }
  return { ok: true, loops: current };
}

export function applyStep(loops: Loops, { primitive: name, args }: Step): Applied {
  const found = primitiveNamed(name);
  if (found !== undefined) {
    const applied = found.apply(loops, args);
    return applied.ok ? keptProcesses(applied.loops) : applied;
  }
  const known = primitives.map((one) => one.name);
  return refuse("unknown-primitive", { name, suggestion: closest(name, known), known });
}
