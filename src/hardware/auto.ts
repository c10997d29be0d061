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

/** Tried in turn; it goes on as long as each step takes this much off the cycles. */
const factors = [2, 4, 8] as const;
const copies = [16, 128] as const;
const worthwhile = 0.75;

export function scheduleFor(loops: Loops, target: Target): Schedule {
  let best: Candidate | null = null;
  for (const most of copies) {
    const found = widened(loops, most, target);
    if (best === null || (found !== null && found.cycles <= worthwhile * best.cycles)) best = found ?? best;
  }
  return best?.schedule ?? autoSchedule(loops);
}

interface Candidate {
  readonly schedule: Schedule;
  readonly cycles: number; // of a call
}

/** With as many iterations side by side as pays, loop by loop. */
function widened(loops: Loops, most: number, target: Target): Candidate | null {
  const chosen = new Map<string, number>();
  let open = widenable(loops, { copies: most });
  let best = cyclesOf(loops, autoSchedule(loops, { copies: most }), target);
  for (const factor of factors) {
    open = open.filter(({ trips }) => trips % factor === 0 && trips > factor);
    if (open.length === 0 || best === null) break;
    const tried = new Map(chosen);
    for (const { name } of open) tried.set(name, factor);
    const now = cyclesOf(loops, autoSchedule(loops, { copies: most, factors: tried }), target);
    if (now === null) break;
    const before = best.loops;
    open = open.filter(
      ({ name }) => (now.loops.get(name) ?? Infinity) <= worthwhile * (before.get(name) ?? 0),
    );
    for (const { name } of open) chosen.set(name, factor);
    best = now;
  }
  if (best === null) return null;
  return { schedule: autoSchedule(loops, { copies: most, factors: chosen }), cycles: best.cycles };
}

interface Counted {
  readonly cycles: number; // of a call
  readonly loops: ReadonlyMap<string, number>; // by the name of a pipelined loop
}

/** Null where no circuit can be made. */
function cyclesOf(loops: Loops, schedule: Schedule, target: Target): Counted | null {
  const done = apply(loops, schedule);
  if (!done.ok) return null;
  try {
    const { most, least, items } = predicted(done.loops, { target });
    return { cycles: most === Infinity ? least : most, loops: byLoop(items) };
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
