/**
 * Fixed-point types for a network, chosen by data.
 *
 *     const found = await calibrate({ loops, samples, quality: accuracy, maxDrop: 0.005, bits: null });
 *     found.types;     // for `quantize`
 *
 * Ranges are what the network computes on the samples in its own floats. The width is the least with which quality drops by no
 * more than is allowed, for all tensors; then binary points move where that brings outputs closer to those of floats; then
 * tensors lose bits, those first to which outputs are least sensitive, as long as quality lasts. Sums are exact throughout.
 */
import { createBuilds } from "../../call/builds.ts";
import { DataError } from "../../call/data_error.ts";
import { runLoops } from "../../call/run.ts";
import { callsOver, numbersOf as doublesOf, firstSamples, type SampleSet } from "../../call/samples.ts";
import { Failure } from "../../diagnostics/failure.ts";
import type { Loops } from "../../loops/nodes.ts";
import { type NumberTypes, withNumbers } from "../../schedule/numbers.ts";
import type { FixedType } from "../../types/types.ts";
import { type Choices, numbersOf, type Range, tensorTypes } from "./choose.ts";
import { type Tensor, tensorsOf } from "./tensors.ts";
import { limitsOf, watchRanges, watchSaturation } from "./watch.ts";

export interface CalibrateOptions {
  readonly loops: Loops; // of the network, in floats, with one result
  readonly samples: SampleSet;
  readonly quality: (outputs: readonly Float64Array[], floats: readonly Float64Array[]) => number; // more is better
  readonly maxDrop: number; // below the quality of floats
  readonly bits: number | null; // the width of all tensors; null: it is chosen, of each
  readonly progress?: (phase: string, done: number, total: number) => void;
}

export interface Calibrated {
  readonly tensors: readonly CalibratedTensor[];
  readonly types: NumberTypes; // of tensors, copies and the scalars in between
  readonly floats: readonly Float64Array[]; // outputs before
  readonly outputs: readonly Float64Array[]; // and after
}

export interface CalibratedTensor extends Tensor, Range {
  readonly type: FixedType;
  readonly values: number; // that were stored in it, over all samples
  readonly saturated: number; // that the type did not hold
}

export async function calibrate(options: CalibrateOptions): Promise<Calibrated> {
  const { loops, samples, quality, maxDrop, bits } = options;
  const progress = options.progress ?? (() => {});
  const tensors = tensorsOf(loops);
  progress("ranges", 0, 1);
  const floats = await outputsOf(loops, samples);
  const ranges = await rangesOf(loops, samples, tensors);
  const known = new Map<string, Promise<readonly Float64Array[]>>();
  const some = firstSamples(samples, searchSamples);
  /** Outputs under a choice, for all samples or for some. */
  const tried = (choices: Choices, of: SampleSet): Promise<readonly Float64Array[]> => {
    const key = `${of.count} ${JSON.stringify([...choices])}`;
    const made = known.get(key) ?? outputsOf(quantized(loops, tensors, ranges, choices), of);
    known.set(key, made);
    return made;
  };
  const least = quality(floats, floats) - maxDrop - 1e-9; // a share of samples is no binary fraction
  const isGood = async (choices: Choices): Promise<boolean> =>
    quality(await tried(choices, samples), floats) >= least;
  const farOff = async (choices: Choices): Promise<number> => distance(await tried(choices, some), floats);

  const width = bits ?? (await leastWidth((one) => isGood(uniform(tensors, one)), progress));
  const pointed = await movedPoints(uniform(tensors, width), tensors, farOff, progress);
  const start = bits !== null || (await isGood(pointed)) ? pointed : uniform(tensors, width);
  const choices = bits === null ? await narrowed(start, tensors, { isGood, farOff, progress }) : start;

  progress("counting", 0, 1);
  const types = tensorTypes(tensors, ranges, choices);
  const numbers = numbersOf(loops, tensors, ranges, choices);
  const counted = await countsOf(loops, samples, { tensors, types, numbers });
  return { tensors: counted(ranges), types: numbers, floats, outputs: await tried(choices, samples) };
}

/** Enough to tell which of two choices is nearer to floats. */
const searchSamples = 128;

function uniform(tensors: readonly Tensor[], width: number): Choices {
  return new Map(tensors.map(({ name }) => [name, { width, clip: 0 }]));
}

function quantized(
  loops: Loops,
  tensors: readonly Tensor[],
  ranges: ReadonlyMap<string, Range>,
  choices: Choices,
): Loops {
  const applied = withNumbers(loops, numbersOf(loops, tensors, ranges, choices));
  if (applied.ok) return applied.loops;
  const { message, help } = applied.refusal;
  throw new Failure(message, help === undefined ? {} : { help });
}

type Progress = NonNullable<CalibrateOptions["progress"]>;

const [fewestBits, mostBits] = [2, 24];

/** Up or down from 8, where most networks are. */
async function leastWidth(isGood: (width: number) => Promise<boolean>, progress: Progress): Promise<number> {
  const at = (width: number): void => progress(`${width} bits`, 0, 1);
  at(8);
  if (await isGood(8)) {
    for (let width = 8; width > fewestBits; width -= 1) {
      at(width - 1);
      if (!(await isGood(width - 1))) return width;
    }
    return fewestBits;
  }
  for (let width = 9; width <= mostBits; width += 1) {
    at(width);
    if (await isGood(width)) return width;
  }
  throw new Failure(`with ${mostBits} bits for every tensor, quality drops by more than is allowed`, {
    help: "allow more with --max-drop, or keep floats",
  });
}

/**
 * A bit less range for a bit finer steps, where that brings outputs closer to those of floats, and again. What a layer gains is
 * lost where the next one stores coarser values: neighbours move together too.
 */
async function movedPoints(
  from: Choices,
  tensors: readonly Tensor[],
  farOff: (choices: Choices) => Promise<number>,
  progress: Progress,
): Promise<Choices> {
  let best = from;
  let error = await farOff(best);
  const layers = tensors.filter(({ role }) => role === "layer").map(({ name }) => name);
  const pairs = layers.slice(1).map((name, i) => [layers[i] ?? name, name]);
  const moves = [...tensors.map(({ name }) => [name]), ...pairs];
  for (const [i, names] of moves.entries()) {
    progress("binary points", i, moves.length);
    for (;;) {
      const next = clipped(best, names);
      const found = next === null ? Infinity : await farOff(next);
      if (next === null || !(found < worthwhile * error)) break;
      [best, error] = [next, found];
    }
  }
  return best;
}

/** Values that other samples have may be among those that are given up: what it gains on these must show. */
const worthwhile = 0.95;

/** Null: there is no bit left to give up. */
function clipped(choices: Choices, names: readonly string[]): Choices | null {
  const changed = names.flatMap((name) => {
    const choice = choices.get(name);
    return choice === undefined || choice.clip >= choice.width - 1
      ? []
      : [[name, { ...choice, clip: choice.clip + 1 }] as const];
  });
  return changed.length < names.length ? null : new Map([...choices, ...changed]);
}

interface Judge {
  readonly isGood: (choices: Choices) => Promise<boolean>;
  readonly farOff: (choices: Choices) => Promise<number>;
  readonly progress: Progress;
}

/** Bit by bit from as many tensors as quality allows, the least sensitive for their size first. */
async function narrowed(from: Choices, tensors: readonly Tensor[], judge: Judge): Promise<Choices> {
  const { isGood, farOff, progress } = judge;
  const ranked: { readonly name: string; readonly cost: number }[] = [];
  for (const [i, { name, elements }] of tensors.entries()) {
    progress("sensitivity", i, tensors.length);
    ranked.push({ name, cost: (await farOff(withoutBit(from, [name]))) / elements });
  }
  ranked.sort((a, b) => a.cost - b.cost);
  let best = from;
  let names = ranked.map(({ name }) => name);
  for (let taken = 1; names.length > 0; taken += 1) {
    progress(`without ${taken} ${taken === 1 ? "bit" : "bits"}`, 0, 1);
    const { choices, count } = await longestPrefix(best, names, isGood);
    best = choices;
    names = names.slice(0, count).filter((name) => (best.get(name)?.width ?? 0) > fewestBits);
  }
  return best;
}

/** By bisection: more tensors with a bit less are taken to be worse. */
async function longestPrefix(
  from: Choices,
  names: readonly string[],
  isGood: (choices: Choices) => Promise<boolean>,
): Promise<{ readonly choices: Choices; readonly count: number }> {
  let [good, bad] = [0, names.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await isGood(withoutBit(from, names.slice(0, middle)))) good = middle;
    else bad = middle;
  }
  return { choices: withoutBit(from, names.slice(0, good)), count: good };
}

function withoutBit(choices: Choices, names: readonly string[]): Choices {
  const fewer = names.flatMap((name) => {
    const choice = choices.get(name);
    return choice === undefined ? [] : [[name, { ...choice, width: choice.width - 1 }] as const];
  });
  return new Map([...choices, ...fewer]);
}

/** The root mean square of differences, as a part of that of the floats. */
export function distance(outputs: readonly Float64Array[], floats: readonly Float64Array[]): number {
  let [error, size] = [0, 0];
  for (const [i, row] of outputs.entries()) {
    for (const [k, value] of row.entries()) {
      const float = floats[i]?.[k] ?? 0;
      error += (value - float) ** 2;
      size += float ** 2;
    }
  }
  return Math.sqrt(error / (size || 1));
}

async function outputsOf(loops: Loops, samples: SampleSet): Promise<readonly Float64Array[]> {
  const found: Float64Array[] = [];
  for await (const { outputs } of calls(loops, samples)) found.push(...outputs);
  return found;
}

async function* calls(loops: Loops, samples: SampleSet) {
  const builds = createBuilds();
  try {
    yield* callsOver(samples, (given) => runLoops(loops, "wasm", { given, seed: 0, builds }));
  } finally {
    await builds.remove();
  }
}

/** Of layers by running them, of inputs and weights by looking at them. */
async function rangesOf(
  loops: Loops,
  samples: SampleSet,
  tensors: readonly Tensor[],
): Promise<ReadonlyMap<string, Range>> {
  const stored = tensors.filter(({ role }) => role === "layer" || role === "value").map(({ name }) => name);
  const ranges = new Map<string, Range>();
  const see = (name: string, low: number, high: number): void => {
    const before = ranges.get(name) ?? { low: Infinity, high: -Infinity };
    ranges.set(name, { low: Math.min(before.low, low), high: Math.max(before.high, high) });
  };
  for await (const { outcome } of calls(watchRanges(loops, stored), samples)) {
    const seen = outcome.results.map(({ value }) => Number(value));
    for (const [i, name] of stored.entries()) see(name, seen[2 * i] ?? 0, seen[2 * i + 1] ?? 0);
  }
  for (const { name, values } of fixedTensors(loops, samples))
    for (const value of values) see(name, value, value);
  for (const { name } of tensors) {
    const { low, high } = ranges.get(name) ?? { low: 0, high: 0 };
    if (Number.isFinite(low) && Number.isFinite(high)) ranges.set(name, { low, high });
    else if (low > high)
      ranges.set(name, { low: 0, high: 0 }); // nothing was stored
    else throw new DataError(`${name} is not finite on these samples: it has no fixed-point type`);
  }
  return ranges;
}

/** Tensors that are known before anything runs. */
function fixedTensors(loops: Loops, samples: SampleSet) {
  return [
    ...samples.inputs.map(({ name, all }) => ({ name, values: doublesOf(all, all.type.element) })),
    ...loops.arrays.flatMap(({ name, table, element }) =>
      table === undefined || element.kind !== "float"
        ? []
        : [{ name, values: Float64Array.from(table, Number) }],
    ),
  ];
}

interface Counting {
  readonly tensors: readonly Tensor[];
  readonly types: ReadonlyMap<string, FixedType>;
  readonly numbers: NumberTypes;
}

async function countsOf(loops: Loops, samples: SampleSet, { tensors, types, numbers }: Counting) {
  const applied = withNumbers(loops, numbers);
  if (!applied.ok) throw new Failure(applied.refusal.message);
  const stored = new Map(
    [...types].filter(([name]) => tensors.some((one) => one.name === name && isStored(one))),
  );
  const counts = new Map<string, { readonly values: number; readonly saturated: number }>();
  const add = (name: string, values: number, saturated: number): void => {
    const before = counts.get(name) ?? { values: 0, saturated: 0 };
    counts.set(name, { values: before.values + values, saturated: before.saturated + saturated });
  };
  for await (const { outcome } of calls(watchSaturation(applied.loops, stored), samples)) {
    const told = outcome.results.map(({ value }) => Number(value));
    for (const [i, name] of [...stored.keys()].entries()) add(name, told[2 * i + 1] ?? 0, told[2 * i] ?? 0);
  }
  for (const { name, values } of fixedTensors(loops, samples)) {
    const type = types.get(name);
    if (type === undefined) continue;
    const [low, high] = limitsOf(type);
    add(name, values.length, values.filter((value) => value < low || value >= high).length);
  }
  return (ranges: ReadonlyMap<string, Range>): readonly CalibratedTensor[] =>
    tensors.flatMap((tensor) => {
      const [range, type] = [ranges.get(tensor.name), types.get(tensor.name)];
      if (range === undefined || type === undefined) return [];
      const count = counts.get(tensor.name) ?? { values: 0, saturated: 0 };
      return [{ ...tensor, ...range, type, ...count }];
    });
}

function isStored({ role }: Tensor): boolean {
  return role === "layer" || role === "value";
}
