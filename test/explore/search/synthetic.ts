/**
 * Spaces whose optimum is known, in the manner of hardware: time falls with parallelism to a floor that memory sets, area
 * grows with it, and what does not fit, or does not divide, is infeasible.
 */
import type { Outcome } from "../../../src/explore/search/outcome.ts";
import type { Problem } from "../../../src/explore/search/search.ts";
import { type Point, pointValues } from "../../../src/explore/search/space.ts";

export interface Synthetic {
  readonly problem: Problem;
  readonly evaluate: (point: Point) => Outcome;
}

const powers = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, i) => 2 ** i);

const stageArea = 4000;
const stageNames = ["a", "b", "c"];

/** 6 x 6 x 5 x 16 x 2 x 3 = 17,280 points, about one in eight feasible. */
export const accelerator: Synthetic = {
  problem: {
    objectives: ["cycles", "area"],
    space: {
      knobs: [
        { name: "unroll_i", kind: "ordered", values: powers(5) },
        { name: "unroll_j", kind: "ordered", values: powers(5) },
        { name: "banks", kind: "ordered", values: powers(4) },
        { name: "tile", kind: "ordered", values: Array.from({ length: 16 }, (_, i) => 8 * (i + 1)) },
        { name: "pipeline", kind: "category", values: [false, true] },
        { name: "memory", kind: "category", values: ["lut", "block", "ultra"] },
      ],
      forbidden: [],
    },
  },
  evaluate: (point) => {
    const { unroll_i, unroll_j, banks, tile, pipeline, memory } = pointValues(
      accelerator.problem.space,
      point,
    );
    const [i, j, b, t] = [Number(unroll_i), Number(unroll_j), Number(banks), Number(tile)];
    if (t % b !== 0) return { kind: "infeasible", reason: "the tile is not a multiple of the banks" };
    const copies = i * j;
    const area =
      copies * (pipeline ? 130 : 90) + b * (memory === "lut" ? t * 4 : memory === "block" ? 40 : 25) + t * 2;
    if (area > 9000) return { kind: "infeasible", reason: "it does not fit" };
    const ports = memory === "ultra" ? b : 2 * b;
    const cycles = (1e6 * (pipeline ? 1 : 4)) / Math.min(copies, ports * 4) + 3e5 / t + 40 * t;
    return { kind: "feasible", objectives: [Math.round(cycles), area] };
  },
};

/** The same with cycles alone. */
export const fastest: Synthetic = {
  problem: { ...accelerator.problem, objectives: ["cycles"] },
  evaluate: (point) => {
    const outcome = accelerator.evaluate(point);
    return outcome.kind === "infeasible"
      ? outcome
      : { ...outcome, objectives: outcome.objectives.slice(0, 1) };
  },
};

/** Every point of a space, in order. */
export function allPoints({ space }: Problem): readonly Point[] {
  return space.knobs.reduce<readonly Point[]>(
    (points, { values }) => points.flatMap((point) => values.map((_, index) => [...point, index])),
    [[]],
  );
}

/**
 * Three stages after one another, each with knobs of its own, on a part with room for some of their fastest designs; a knob that
 * all share. 2 x (6 x 4 x 3)^3 = 746,496 points.
 */
export const stages: Synthetic = {
  problem: {
    objectives: ["cycles"],
    limits: [stageArea],
    space: {
      knobs: [
        { name: "clock", kind: "category", values: ["slow", "fast"] },
        ...stageNames.flatMap((part) => [
          { name: `unroll_${part}`, kind: "ordered" as const, values: powers(5), part },
          { name: `banks_${part}`, kind: "ordered" as const, values: powers(3), part },
          { name: `memory_${part}`, kind: "category" as const, values: ["lut", "block", "ultra"], part },
        ]),
      ],
      forbidden: [],
    },
  },
  evaluate: ([clock = 0, ...point]) =>
    stagesTogether(
      clock,
      stageNames.map((_, at) => stageOf(at, point.slice(3 * at, 3 * at + 3))),
    ),
};

interface Stage {
  readonly cycles: number;
  readonly area: number;
}

function stageOf(at: number, [unroll = 0, banks = 0, memory = 0]: Point): Stage {
  const ports = 2 ** banks * (memory === 2 ? 1 : 2);
  return {
    cycles: (10_000 * (at + 1)) / Math.min(2 ** unroll, 2 * ports) + 37 * 2 ** banks,
    area: 2 ** unroll * (60 + 30 * at) + 2 ** banks * ([90, 40, 25][memory] ?? 0),
  };
}

function stagesTogether(clock: number, all: readonly Stage[]): Outcome {
  const [time, size] = clock === 1 ? [0.8, 1.5] : [1, 1];
  const area = size * all.reduce((sum, stage) => sum + stage.area, 100);
  if (area > stageArea) return { kind: "infeasible", reason: "it does not fit" };
  const cycles = Math.round(time * all.reduce((sum, stage) => sum + stage.cycles, 0));
  return { kind: "feasible", objectives: [cycles], uses: [area] };
}

/** By trying all of them. */
export function fewestCyclesOfStages(): number {
  const knobs = stages.problem.space.knobs.slice(1, 4);
  const points = allPoints({ objectives: [], space: { knobs, forbidden: [] } });
  const [first = [], second = [], third = []] = stageNames.map((_, at) =>
    points.map((point) => stageOf(at, point)),
  );
  let least = Number.POSITIVE_INFINITY;
  for (const a of first)
    for (const b of second)
      for (const c of third)
        for (const clock of [0, 1]) {
          const outcome = stagesTogether(clock, [a, b, c]);
          if (outcome.kind === "feasible") least = Math.min(least, outcome.objectives[0] ?? least);
        }
  return least;
}
