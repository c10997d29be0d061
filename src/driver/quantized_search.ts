/**
 * Types of chosen arrays and scalars as choices of a search: fixed-point types that hold what data show, in many widths, and how far
 * off results are under them.
 *
 *     const types = await typeChoices({ loops, names: ["a", "s"], given, maxError: 0.01 });
 *     types.knobs;                              // `type of a`, `type of s`
 *     await types.refusal(schedule, scheduled); // null: no result is further off than that
 */
import { createBuilds } from "../call/builds.ts";
import { type Outcome, runLoops } from "../call/run.ts";
import { numbersOf } from "../call/samples.ts";
import { Failure } from "../diagnostics/failure.ts";
import { changesResults } from "../explore/advice.ts";
import { none } from "../explore/kernel/schedule.ts";
import type { Knob } from "../explore/search/space.ts";
import { writesOf } from "../loops/analysis/effects.ts";
import { arraysOf } from "../loops/find.ts";
import type { Loops } from "../loops/nodes.ts";
import { RunFault } from "../program/interpret/fault.ts";
import { printSchedule } from "../schedule/print.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import type { NDArray } from "../types/storage.ts";
import { elementOf } from "../types/types.ts";
import { fixedFor, type Range } from "./calibrate/choose.ts";
import { watchRanges } from "./calibrate/watch.ts";

export interface TypeChoiceOptions {
  readonly loops: Loops; // as written
  readonly names: readonly string[]; // whose types are chosen
  readonly given: ReadonlyMap<string, NDArray | Value>; // the arguments of a call
  readonly maxError: number; // of any element of any result, against the kernel as written
}

export interface TypeChoices {
  readonly knobs: readonly Knob[];
  /** Why results under a schedule are not near enough; null where they are. `scheduled`: the Loops under it. */
  readonly refusal: (schedule: Schedule, scheduled: Loops) => Promise<string | null>;
}

export async function typeChoices({
  loops,
  names,
  given,
  maxError,
}: TypeChoiceOptions): Promise<TypeChoices> {
  const ranges = await rangesOf(loops, names, given);
  const exact = resultsOf(await called(loops, given));
  const known = new Map<string, Promise<string | null>>();
  const judged = async (under: Loops): Promise<string | null> => {
    try {
      const { name, error } = furthest(resultsOf(await called(under, given)), exact);
      return error <= maxError
        ? null
        : `${name} is off by ${error.toPrecision(3)}, and ${maxError} is allowed`;
    } catch (error) {
      if (error instanceof RunFault) return `it fails on the data: ${error.message}`;
      throw error;
    }
  };
  return {
    knobs: names.map((name) => knobOf(loops, name, ranges.get(name) ?? nothing)),
    refusal: (schedule, scheduled) => {
      const changing = schedule.filter(changesResults);
      if (changing.length === 0) return Promise.resolve(null);
      // Nothing but `quantize`, which comes first, and `reassociate` changes bits: many schedules share their types.
      const isTypes = changing.every(({ primitive }) => primitive === "quantize");
      const key = printSchedule(isTypes ? changing : schedule);
      const typed = isTypes ? apply(loops, changing) : null;
      const found = known.get(key) ?? judged(typed?.ok === true ? typed.loops : scheduled);
      known.set(key, found);
      return found;
    },
  };
}

const nothing: Range = { low: 0, high: 0 };

/** Widths of multipliers and memories, and all small ones. */
const widths = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 25, 26, 27, 28, 32];

/** The narrowest last, as the first is no step: a search that begins there keeps the error. */
function knobOf(loops: Loops, name: string, range: Range): Knob {
  const texts = widths
    .toReversed()
    .map((width) => printType(fixedFor(range, { width, clip: 0 })))
    .map((type) => ({ primitive: "quantize", args: { targets: [name], to: type } }));
  const legal = texts.filter((step) => apply(loops, [step]).ok);
  const [first] = texts;
  if (legal.length === 0 && first !== undefined) {
    const refused = apply(loops, [first]);
    throw new Failure(`--quantize ${name}: ${refused.ok ? "" : refused.refusal.message}`);
  }
  return {
    name: `type of ${name}`,
    kind: "category",
    values: [none, ...legal.map((step) => printSchedule([step]).trim())],
  };
}

async function called(loops: Loops, given: TypeChoiceOptions["given"]): Promise<Outcome> {
  const own = new Map(
    [...given].map(([name, value]) => [
      name,
      typeof value === "object" ? { ...value, data: value.data.slice() } : value,
    ]),
  );
  const builds = createBuilds();
  try {
    return await runLoops(loops, "wasm", { given: own, seed: 0, builds });
  } finally {
    await builds.remove();
  }
}

interface Results {
  readonly name: string;
  readonly values: Float64Array;
}

/** What the caller sees after the call. */
function resultsOf({ args, results }: Outcome): readonly Results[] {
  return [
    ...args
      .filter(({ written }) => written)
      .map(({ name, type, value }) => ({ name, values: numbersOf(value, elementOf(type)) })),
    ...results.map(({ type, value }, at) => ({
      name: results.length === 1 ? "the result" : `result ${at + 1}`,
      values: numbersOf(value, elementOf(type)),
    })),
  ];
}

function furthest(found: readonly Results[], exact: readonly Results[]): { name: string; error: number } {
  let worst = { name: "", error: 0 };
  for (const [at, { name, values }] of found.entries()) {
    const right = exact[at]?.values ?? [];
    for (const [k, value] of values.entries()) {
      const error = Object.is(value, right[k]) ? 0 : Math.abs(value - (right[k] ?? 0));
      // What is no number where the exact result is one is as far off as can be.
      if (!(error <= worst.error)) worst = { name, error: Number.isNaN(error) ? Infinity : error };
    }
  }
  return worst;
}

/** Of what is stored by running the kernel, of arguments and tables by looking at them. */
async function rangesOf(
  loops: Loops,
  names: readonly string[],
  given: TypeChoiceOptions["given"],
): Promise<ReadonlyMap<string, Range>> {
  const written = writesOf(loops.body);
  const stored = names.filter((name) => written.has(name));
  const { results } = await called(watchRanges(loops, stored), given);
  const seen = results.map(({ value }) => Number(value));
  const ranges = new Map(
    stored.map((name, at) => [name, { low: seen[2 * at] ?? 0, high: seen[2 * at + 1] ?? 0 }]),
  );
  for (const name of names) {
    const values = [...constantsOf(loops, name, given)];
    const before = ranges.get(name) ?? { low: Infinity, high: -Infinity };
    const low = values.reduce((least, value) => Math.min(least, value), before.low);
    const high = values.reduce((most, value) => Math.max(most, value), before.high);
    if (Number.isNaN(low + high) || (low <= high && !Number.isFinite(low + high)))
      throw new Failure(`--quantize ${name}: it is not finite on these data: it has no fixed-point type`);
    ranges.set(name, low > high ? nothing : { low, high });
  }
  return ranges;
}

function constantsOf(loops: Loops, name: string, given: TypeChoiceOptions["given"]): Iterable<number> {
  const decl = arraysOf(loops).find((one) => one.name === name);
  const value = given.get(name);
  const param = loops.params.find((one) => one.name === name);
  if (value !== undefined && param !== undefined)
    return numbersOf(value, param.kind === "array" ? param.element : param.type);
  return (decl?.table ?? []).map(Number);
}
