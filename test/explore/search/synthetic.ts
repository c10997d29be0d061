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
