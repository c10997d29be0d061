/**
 * What a point says. Most knobs have steps as values, one or several with a line each, and `-` for none. Some have numbers:
 *
 *     tile i 4          four iterations of `i` side by side in the innermost loop inside it
 *     copies k 2        two iterations of the loop that is pipelined of the nest around `k`
 *     level k 1         that loop is the one around the innermost
 *     reassociate k 8   a step: its name, its loop, a number
 *
 * `start` is `auto`, the schedule that Lutra chooses by itself, another schedule, or `-`: then the knobs say what the loops look
 * like, and how they run. A step that what came before leaves no place for is left out: the point is then one with another that does not ask
 * for it. A knob of one value was fixed by a person: its step is taken, or the point is refused; and so it is with types of arrays,
 * which come before everything else.
 */
import { findLoop, pathTo } from "../../loops/find.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import { parseSchedule } from "../../schedule/parse.ts";
import { printSchedule, printStep } from "../../schedule/print.ts";
import { applyStep, type Schedule, type Step } from "../../schedule/schedule.ts";
import { type AutoChoice, autoSchedule, isWidenable, loopsIn } from "../nests.ts";
import { type Knob, type KnobValue, knobValue, type Point, type Space } from "../search/space.ts";
import { tiled } from "../shapes.ts";

export const none = "-";
export const automatic = "auto";

export interface Kernel {
  readonly loops: Loops;
  readonly auto: Schedule; // what Lutra chooses by itself
  readonly taken?: TakenBefore;
}

/** Steps that were taken before, by what they were taken on: points of a space have most of theirs in common. */
export interface TakenBefore {
  on: WeakMap<Loops, Map<string, unknown>>;
  count: number;
}

export function nothingTaken(): TakenBefore {
  return { on: new WeakMap(), count: 0 };
}

const mostTaken = 1000; // Loops of some ten kilobytes each

/** `make` is a function of the Loops and what the key says. */
function takenOnce<T>(before: TakenBefore | undefined, loops: Loops, key: string, make: () => T): T {
  if (before === undefined) return make();
  const known = before.on.get(loops) ?? new Map<string, unknown>();
  if (known.has(key)) return known.get(key) as T;
  const made = make();
  if (before.count++ > mostTaken) Object.assign(before, nothingTaken());
  known.set(key, made);
  before.on.set(loops, known);
  return made;
}

export type ScheduleOfPoint =
  | { readonly ok: true; readonly schedule: Schedule; readonly loops: Loops } // under it
  | { readonly ok: false; readonly reason: string };

export function scheduleOfPoint(kernel: Kernel, space: Space, point: Point): ScheduleOfPoint {
  const asked = space.knobs.map((knob, index) => askedOf(knob, knobValue(knob, point[index] ?? 0)));
  const wrong = asked.find((one) => one.kind === "wrong");
  if (wrong !== undefined) return { ok: false, reason: wrong.reason };
  const taken = takenFrom(kernel);
  const start = asked.find((one) => one.kind === "start");
  const isStarted = start !== undefined;
  for (const one of asked) if (one.kind === "steps" && one.isType) taken.all(one.steps, true);
  if (start !== undefined) taken.all(start.steps ?? kernel.auto, false);
  for (const one of asked) {
    if (one.kind === "steps" && !(isStarted && one.isShape) && !one.isLast && !one.isType)
      taken.all(one.steps, one.isFixed);
    if (one.kind === "tile" && !isStarted) taken.all(tilesOf(kernel.taken, taken.loops(), asked, one), false);
  }
  if (!isStarted) taken.all(autoSchedule(taken.loops(), choiceOf(taken.loops(), taken.names, asked)), false);
  for (const one of asked) if (one.kind === "steps" && one.isLast) taken.all(one.steps, one.isFixed);
  return taken.refused() ?? { ok: true, schedule: taken.schedule, loops: taken.loops() };
}

/** Equal for points that are one schedule, or are refused for one reason. */
export function meaningOf(kernel: Kernel, space: Space, point: Point): string {
  const made = scheduleOfPoint(kernel, space, point);
  return made.ok ? printSchedule(made.schedule) : `refused: ${made.reason}`;
}

/** A value that means nothing for this kernel, whatever the others are; null where all of them mean something. */
export function wrongValue(loops: Loops, { knobs }: Space): string | null {
  for (const knob of knobs) {
    for (const value of knob.values) {
      const asked = askedOf(knob, value);
      if (asked.kind === "wrong") return asked.reason;
      if (!("count" in asked)) continue;
      const loop = findLoop(loops, asked.loop);
      if (loop === undefined) return `${knob.name}: there is no loop ${asked.loop}`;
      const most = asked.kind === "level" ? pathTo(loops, asked.loop).loops.length : Number.MAX_SAFE_INTEGER;
      const least = asked.kind === "level" ? 0 : 1;
      if (!Number.isInteger(asked.count) || asked.count < least || asked.count > most)
        return `${knob.name}: ${asked.count} is no whole number from ${least}${asked.kind === "level" ? ` to ${most}` : " on"}`;
    }
  }
  return null;
}

// What a knob asks for

type Asked =
  | {
      readonly kind: "steps";
      readonly steps: Schedule;
      readonly isShape: boolean;
      readonly isLast: boolean;
      readonly isType: boolean; // taken before all others, or the point is refused
      readonly isFixed: boolean;
    }
  | { readonly kind: "tile" | "copies" | "level"; readonly loop: string; readonly count: number }
  | { readonly kind: "start"; readonly steps: Schedule | null } // null: Lutra's own
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly reason: string };

function askedOf({ name, values }: Knob, value: KnobValue): Asked {
  const [, word = "", loop = ""] = /^(tile|copies|level) (.+)$/.exec(name) ?? [];
  if ((word === "tile" || word === "copies" || word === "level") && typeof value === "number")
    return { kind: word, loop, count: value };
  if (value === none || value === false || value === 1) return { kind: "nothing" };
  if (value === automatic) return { kind: "start", steps: null };
  const parsed = parseSchedule(
    typeof value === "string" ? value : value === true ? name : `${name} ${value}`,
  );
  if (!parsed.ok) return { kind: "wrong", reason: `${name}: ${parsed.diagnostics[0]?.message ?? value}` };
  if (name === "start") return { kind: "start", steps: parsed.schedule };
  const isShape = parsed.schedule.some(({ primitive }) => !beside.has(primitive) && !last.has(primitive));
  const isLast = parsed.schedule.some(({ primitive }) => last.has(primitive));
  const isType = parsed.schedule.every(({ primitive }) => primitive === "quantize");
  return { kind: "steps", steps: parsed.schedule, isShape, isLast, isType, isFixed: values.length === 1 };
}

/** Steps that go with any shape of the loops, and those that are taken when all else is done. */
const beside: ReadonlySet<string> = new Set(["partition", "reshape", "buffer"]);
const last: ReadonlySet<string> = new Set(["limit", "dataflow", "task_parallel"]);

// Step after step

interface Taken {
  readonly schedule: Step[];
  readonly names: Map<string, string>; // loops that became part of another one
  readonly loops: () => Loops;
  readonly refused: () => ScheduleOfPoint | null;
  readonly all: (steps: Schedule, isFixed: boolean) => void;
}

function takenFrom({ loops: given, taken: before }: Kernel): Taken {
  let loops = given;
  let refused: ScheduleOfPoint | null = null;
  const schedule: Step[] = [];
  const names = new Map<string, string>();
  return {
    schedule,
    names,
    loops: () => loops,
    refused: () => refused,
    all: (steps, isFixed) => {
      for (const step of steps) {
        const now = loops;
        const applied = takenOnce(before, now, printStep(step), () => applyStep(now, step));
        if (applied.ok) {
          loops = applied.loops;
          schedule.push(step);
          if (step.primitive === "fuse_loops") names.set(String(step.args.second), String(step.args.first));
        } else if (isFixed)
          refused ??= { ok: false, reason: `${printStep(step)}: ${applied.refusal.message}` };
      }
    },
  };
}

// How nests run

/** All tiles around one innermost loop at once, when the first of them is asked for. */
function tilesOf(
  before: TakenBefore | undefined,
  loops: Loops,
  asked: readonly Asked[],
  { loop }: { readonly loop: string },
): Schedule {
  const all = asked.flatMap((one) => (one.kind === "tile" && one.count > 1 ? [one] : []));
  const own = findLoop(loops, loop);
  const leaf = own === undefined ? undefined : leafOf(own);
  const around = leaf === undefined ? [] : pathTo(loops, leaf.name).loops;
  const tiles = around.flatMap(({ name }) => all.filter((one) => one.loop === name));
  if (leaf === undefined || tiles[0]?.loop !== loop) return [];
  const sizes = tiles.map(({ loop: name, count }) => ({ loop: name, size: count }));
  const key = `tiles ${JSON.stringify([sizes, leaf.name])}`;
  return takenOnce(before, loops, key, () => tiled(loops, sizes, leaf.name)?.steps ?? []);
}

function leafOf(loop: For): For {
  const inner = loop.body.find((stmt) => stmt.kind === "for");
  return inner === undefined ? loop : leafOf(inner);
}

function choiceOf(loops: Loops, names: ReadonlyMap<string, string>, asked: readonly Asked[]): AutoChoice {
  const here = new Set<string>();
  const within = new Set<string>();
  const factors = new Map<string, number>();
  const countOf = (kind: "level" | "copies", loop: string): number | null => {
    const found = asked.find((one) => one.kind === kind && one.loop === loop);
    return found?.kind === kind ? found.count : null;
  };
  const leaves = new Set(
    asked.flatMap((one) => (one.kind === "level" || one.kind === "copies" ? [one.loop] : [])),
  );
  for (const leaf of leaves) {
    const pipelined = pipelinedAt(loops, names.get(leaf) ?? leaf, countOf("level", leaf) ?? 0);
    if (pipelined === null) continue;
    here.add(pipelined.name);
    for (const { name } of pathTo(loops, pipelined.name).loops) within.add(name);
    const copies = countOf("copies", leaf) ?? 1;
    if (copies > 1 && isWidenable(pipelined)) factors.set(pipelined.name, copies);
  }
  for (const name of here) within.delete(name);
  return { here, within, factors };
}

/** From the innermost loop of the nest upwards; where tiles stand in it, from the loop that has them all inside. */
function pipelinedAt(loops: Loops, name: string, level: number): For | null {
  const own = findLoop(loops, name);
  if (own === undefined) return null;
  const isTiled = loopsIn(own.body).some((one) => one.name.endsWith(".inner"));
  const base = isTiled ? own : leafOf(own);
  const chain = [...pathTo(loops, base.name).loops, base];
  return chain[Math.max(0, chain.length - 1 - level)] ?? null;
}
