/**
 * A random schedule for a kernel: whatever is accepted of what is tried. A few start with steps that change results;
 * all that follows must keep the bits that these leave.
 */
import type { Loops } from "../../src/loops/nodes.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { changingStep, tuningStep } from "./changing_steps.ts";
import { dataStep, networkStep, systolicStep } from "./data_steps.ts";
import { type Random, randomStep, rng } from "./random.ts";

export interface Draft {
  readonly changing: readonly Step[];
  readonly keeping: readonly Step[];
}

export function drawSchedule(loops: Loops, seed: number, networks = true): Draft {
  const random = rng(seed);
  const start: Taken = { loops, steps: [] };
  const changed =
    random(5) === 0 ? more(start, { tries: 8, most: 2 }, (now) => changingStep(now, random)) : start;
  const wish = oneOf(seldom, random);
  const early = networks ? rng(seed + 1_000_000) : null; // so that what a seed draws besides stays the same
  const first = more({ ...changed, steps: [] }, { tries: early === null ? 0 : 6, most: 1 }, (now) =>
    early === null || early(4) > 0 ? null : systolicStep(now, early),
  );
  const whole = rng(seed + 2_000_000);
  const exact = more(first, { tries: 1, most: 2 }, () =>
    whole(3) > 0 ? null : { primitive: "fixed_point", args: {} },
  );
  const wished = more(exact, { tries: 6, most: 1 }, (now) => aStep(now, random, wish));
  const kept = more(wished, { tries: 24, most: 6 }, (now) => aStep(now, random, null));
  const limited = more(kept, { tries: 1, most: kept.steps.length + 1 }, () => limitStep(random));
  if (!networks) return { changing: changed.steps, keeping: limited.steps };
  const drawn = more(limited, { tries: 3, most: limited.steps.length + 1 }, (now) =>
    networkStep(now, random),
  );
  return { changing: changed.steps, keeping: drawn.steps };
}

/** Drawn after all others, so that what a seed draws besides stays the same. */
function limitStep(random: Random): Step | null {
  const operator = oneOf(["add", "sub", "mul", "min"], random);
  const count = 2 + random(3);
  return operator === null || random(4) !== 0 ? null : { primitive: "limit", args: { operator, count } };
}

/** What few kernels allow is tried more often. */
const seldom = [
  null,
  "reuse_at",
  "memmap",
  "privatize",
  "fuse_loops",
  "distribute",
  "compute_at",
  "fuse",
  "fuse_kernels",
  "tile",
  "reassociate",
  "tune",
  "dataflow",
];

/** A step that keeps the bits; of the primitive that is wished for, if some draws bring one. */
function aStep(loops: Loops, random: Random, wish: string | null): Step | null {
  for (let draws = 0; draws < 30; draws++) {
    const which = random(9);
    const draw = which === 0 ? tuningStep : which % 2 === 0 ? loopStep : dataStep;
    const step = draw(loops, random);
    if (wish !== null && step?.primitive !== wish) continue;
    return step !== null && keepsBits(loops, step) ? step : null;
  }
  return null;
}

function loopStep(loops: Loops, random: Random): Step | null {
  return randomStep(loops, random, true);
}

/** Sums in parts round in another order, unless they are of integers that wrap. The parts have an array. */
function keepsBits(loops: Loops, step: Step): boolean {
  if (step.primitive !== "reassociate" && step.primitive !== "tune") return true;
  const done = attempt(loops, step);
  if (done === null || done === "refused") return true;
  const before = new Set(loops.arrays.map(({ name }) => name));
  const parts = done.arrays.filter(({ name }) => !before.has(name));
  return parts.every(({ element }) => element.kind === "int" && element.rule === "numpy");
}

interface Taken {
  readonly loops: Loops;
  readonly steps: readonly Step[];
}

function more(
  from: Taken,
  { tries, most }: { readonly tries: number; readonly most: number },
  draw: (now: Loops) => Step | null,
): Taken {
  let taken = from;
  for (let k = 0; k < tries && taken.steps.length < most; k++) {
    const step = draw(taken.loops);
    const done = step === null ? "refused" : attempt(taken.loops, step);
    if (step === null || done === "refused") continue;
    taken = { loops: done ?? taken.loops, steps: [...taken.steps, step] };
    if (done === null) break;
  }
  return taken;
}

/** Null where it fails with an error of our own: such a step is kept, for whoever applies the schedule to see. */
function attempt(loops: Loops, step: Step): Loops | "refused" | null {
  try {
    const done = applyStep(loops, step);
    return done.ok ? done.loops : "refused";
  } catch {
    return null;
  }
}

function oneOf<T>(list: readonly T[], random: Random): T | null {
  return list[random(list.length)] ?? null;
}

/** Step after step, without those that are refused. */
export function applied(loops: Loops, steps: readonly Step[]): Loops {
  return steps.reduce((now, step) => {
    const done = applyStep(now, step);
    return done.ok ? done.loops : now;
  }, loops);
}
