/** Problems with known answers, and random ones. */
import { isImpossible, pipeline } from "../../../src/synthesis/timing/index.ts";
import type {
  Edge,
  Operation,
  OrderEdge,
  Problem,
  Timing,
  Use,
} from "../../../src/synthesis/timing/problem.ts";
import type { Dice } from "../../hardware/random.ts";

/** A timing that must be possible. */
export function pipelined(problem: Problem, ii?: number): Timing {
  const answer = pipeline(problem, ii === undefined ? {} : { ii });
  if (isImpossible(answer)) throw new Error(`an II of ${ii} cannot be had`);
  return answer;
}

export function value(from: number, to: number): Edge {
  return { kind: "value", from, to };
}

export function order(from: number, to: number, lag: number, distance = 0): OrderEdge {
  return { kind: "order", from, to, lag, distance };
}

/** A combinational operation. */
export function logic(delay: number): Operation {
  return { latency: 0, entry: delay, exit: 0, uses: [] };
}

/** An operation with registers inside. */
export function clocked(latency: number, ...resources: readonly number[]): Operation {
  const uses = resources.map((resource): Use => ({ resource, cycles: 1 }));
  return { latency, entry: 0, exit: 0, uses };
}

/** Latencies, which operations share the one resource, value edges [from, to] and carried ones [from, to, distance]. */
function known(
  latencies: readonly number[],
  shared: { readonly count: number; readonly users: readonly number[] } | null,
  edges: readonly (readonly [number, number] | readonly [number, number, number])[],
): Problem {
  return {
    operations: latencies.map((latency, at) =>
      shared?.users.includes(at) === true ? clocked(latency, 0) : clocked(latency),
    ),
    edges: edges.map(([from, to, distance]) =>
      distance === undefined ? value(from, to) : order(from, to, latencies[from] ?? 0, distance),
    ),
    resources: shared === null ? [] : [{ name: "unit", count: shared.count }],
    period: 5,
  };
}

/** The structure of CIRCT's regression problems (llvm/circt, test/Scheduling), and the least II and length known for each. */
export const circt: Readonly<
  Record<string, { readonly problem: Problem; readonly ii: number; readonly last: number }>
> = {
  canis14_fig2: {
    problem: known([1, 1, 1, 1, 1], { count: 1, users: [0, 1, 3] }, [
      ...([[3, 0, 1]] as const),
      ...([
        [0, 2],
        [1, 2],
        [2, 3],
        [3, 4],
      ] as const),
    ]),
    ii: 3,
    last: 5,
  },
  minII_feasible: {
    problem: known([0, 2, 2, 1, 3, 3, 3, 1], { count: 1, users: [4, 5, 6] }, [
      ...([
        [6, 1, 5],
        [5, 2, 3],
      ] as const),
      ...([
        [1, 3],
        [0, 3],
        [3, 4],
        [2, 4],
        [0, 5],
        [4, 5],
        [4, 6],
        [5, 6],
        [6, 7],
      ] as const),
    ]),
    ii: 3,
    last: 14,
  },
  minII_infeasible: {
    problem: known([1, 1, 1, 1, 1, 1, 1], { count: 2, users: [2, 3, 4] }, [
      ...([[5, 1, 1]] as const),
      ...([
        [0, 1],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 5],
        [3, 5],
        [4, 5],
        [5, 6],
      ] as const),
    ]),
    ii: 4,
    last: 5,
  },
  four_read_pipeline: {
    problem: known([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], { count: 1, users: [2, 3, 4, 5] }, [
      ...([
        [0, 1],
        [1, 2],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 6],
        [3, 6],
        [4, 7],
        [5, 7],
        [6, 8],
        [7, 8],
        [8, 9],
      ] as const),
    ]),
    ii: 4,
    last: 8,
  },
  cyclic: {
    problem: known([1, 0, 2, 1, 1, 1], null, [
      ...([
        [4, 1, 1],
        [4, 2, 2],
      ] as const),
      ...([
        [1, 3],
        [2, 3],
        [2, 4],
        [0, 4],
        [4, 5],
      ] as const),
    ]),
    ii: 2,
    last: 3,
  },
  mobility: {
    problem: known([1, 4, 1, 1, 4, 1, 1], null, [
      ...([[5, 2, 1]] as const),
      ...([
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
        [3, 4],
        [3, 5],
        [4, 6],
        [5, 6],
      ] as const),
    ]),
    ii: 3,
    last: 10,
  },
  interleaved_cycles: {
    problem: known([1, 10, 1, 1, 10, 1, 1, 1, 10, 1, 1], null, [
      ...([
        [6, 2, 2],
        [9, 5, 2],
      ] as const),
      ...([
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
        [3, 4],
        [3, 5],
        [5, 6],
        [4, 7],
        [6, 7],
        [7, 8],
        [7, 9],
        [8, 10],
        [9, 10],
      ] as const),
    ]),
    ii: 4,
    last: 33,
  },
  self_arc: {
    problem: known([1, 3, 1], null, [
      ...([[1, 1, 1]] as const),
      ...([
        [0, 1],
        [1, 2],
      ] as const),
    ]),
    ii: 3,
    last: 4,
  },
};

export interface Shape {
  readonly operations: number;
  readonly resources: number;
  readonly back: number; // edges between iterations
}

/** Every kind of operation and edge; delays now and then larger than the period. A schedule always exists. */
export function randomProblem(dice: Dice, shape: Shape): Problem {
  const period = dice.pick([1, 2, 3, 5]);
  const resources = Array.from({ length: shape.resources }, (_, at) => ({
    name: `unit ${at}`,
    count: 1 + dice.roll(2),
  }));
  const operations = Array.from({ length: shape.operations }, (): Operation => {
    const latency = dice.pick([0, 0, 0, 1, 1, 2, 3]);
    const entry = dice.roll(12) === 0 ? period + 1 : (period * dice.roll(9)) / 10;
    const uses: Use[] = [];
    if (resources.length > 0 && dice.roll(2) === 0) {
      uses.push({ resource: dice.roll(resources.length), cycles: dice.pick([1, 1, 1, 2, 3]) });
    }
    return {
      latency,
      entry,
      exit: latency === 0 ? 0 : (period * dice.roll(6)) / 10,
      uses,
      width: dice.pick([0, 1, 8, 32]),
    };
  });
  const edges: Edge[] = [];
  for (let to = 1; to < shape.operations; to++) {
    for (let operands = dice.roll(3); operands > 0; operands--) {
      const from = Math.max(0, to - 1 - dice.roll(6));
      edges.push(dice.roll(6) === 0 ? order(from, to, dice.roll(5) - 2) : value(from, to));
    }
  }
  for (let back = 0; back < shape.back; back++) {
    const to = dice.roll(shape.operations);
    const from = Math.min(shape.operations - 1, to + dice.roll(8));
    edges.push(order(from, to, dice.roll(4) - 1, 1 + dice.roll(3)));
  }
  return { operations, edges, resources, period };
}

/**
 * A problem with a schedule hidden in it: at this II every slot of every resource is taken, and edges leave little
 * or no slack. `tight`: of ten edges, how many leave none.
 */
export function hiddenSchedule(dice: Dice, ii: number, resources: number, tight: number): Problem {
  const period = 5;
  const hidden: { cycle: number; latency: number; resource: number }[] = [];
  for (let resource = 0; resource < resources; resource++) {
    for (let slot = 0; slot < ii; slot++) {
      hidden.push({ cycle: slot + ii * dice.roll(3), latency: 1 + dice.roll(3), resource });
    }
  }
  hidden.sort((one, other) => one.cycle - other.cycle);
  const edges: Edge[] = [];
  for (const [to, { cycle }] of hidden.entries()) {
    for (let tries = 0; tries < 8; tries++) {
      const from = dice.roll(hidden.length);
      const maker = hidden[from];
      if (maker === undefined || from === to) continue;
      const slack = dice.roll(10) < tight ? 0 : dice.roll(3);
      const gap = cycle - maker.cycle - slack;
      if (gap >= maker.latency) edges.push(gap === maker.latency ? value(from, to) : order(from, to, gap));
      else if (tries < 3) edges.push(order(from, to, gap + ii * 3, 3));
    }
  }
  return {
    operations: hidden.map(({ latency, resource }) => clocked(latency, resource)),
    edges,
    resources: Array.from({ length: resources }, (_, at) => ({ name: `unit ${at}`, count: 1 })),
    period,
  };
}
