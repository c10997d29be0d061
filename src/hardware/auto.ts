/**
 * The schedule that a circuit gets when nobody writes one: every nest pipelined (schedule/auto.ts), and iterations side
 * by side where that, counted in cycles, pays. Two ports a memory make two at a time worth a try, more banks more.
 */
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Loops } from "../loops/nodes.ts";
import { autoSchedule, widenable } from "../schedule/auto.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import type { ItemCycles } from "./circuit/index.ts";
import { predicted } from "./index.ts";
import type { Target } from "./operators/operator.ts";

/** Tried in turn; a loop goes on as long as each step takes off this much. */
const factors = [2, 4, 8] as const;
const worthwhile = 0.75;

export function scheduleFor(loops: Loops, target: Target): Schedule {
  const plain = cyclesOf(loops, autoSchedule(loops), target);
  const chosen = new Map<string, number>();
  let open = widenable(loops);
  let best = plain;
  for (const factor of factors) {
    open = open.filter(({ trips }) => trips % factor === 0 && trips > factor);
    if (open.length === 0 || best === null) break;
    const tried = new Map(chosen);
    for (const { name } of open) tried.set(name, factor);
    const now = cyclesOf(loops, autoSchedule(loops, tried), target);
    if (now === null) break;
    const before = best;
    open = open.filter(({ name }) => (now.get(name) ?? Infinity) <= worthwhile * (before.get(name) ?? 0));
    for (const { name } of open) chosen.set(name, factor);
    best = now;
  }
  return autoSchedule(loops, chosen);
}

/** By the name of a pipelined loop; null where no circuit can be made. */
function cyclesOf(loops: Loops, schedule: Schedule, target: Target): ReadonlyMap<string, number> | null {
  const done = apply(loops, schedule);
  if (!done.ok) return null;
  try {
    return byLoop(predicted(done.loops, { target }).items);
  } catch (error) {
    if (error instanceof Diagnosed) return null;
    throw error;
  }
}

function byLoop(items: readonly ItemCycles[]): Map<string, number> {
  const found = new Map<string, number>();
  const visit = (list: readonly ItemCycles[]): void => {
    for (const item of list) {
      if (item.kind === "pipeline") found.set(item.name, item.cycles.most);
      if (item.kind === "repeat" || item.kind === "branch") visit(item.items);
    }
  };
  visit(items);
  return found;
}
