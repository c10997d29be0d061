/** Sets of operations move where no operation alone gains, and at an II of 1 nothing better is left. */
import { describe, expect, test } from "vitest";
import { addArc, cheapestSet, never, newNetwork, setPrice } from "../../../src/synthesis/timing/closure.ts";
import { graphOf, settle } from "../../../src/synthesis/timing/graph.ts";
import { check } from "../../../src/synthesis/timing/index.ts";
import { shortenAllLives } from "../../../src/synthesis/timing/lives.ts";
import type { Operation, Problem, Timing } from "../../../src/synthesis/timing/problem.ts";
import { reservationsFor } from "../../../src/synthesis/timing/reservations.ts";
import { type Dice, dice } from "../../hardware/random.ts";
import { logic, order, pipelined, randomProblem, value } from "./problems.ts";

describe("the cheapest closed set", () => {
  test("is nothing where all that gains needs more than it gains", () => {
    const network = newNetwork(2);
    setPrice(network, 0, -3);
    setPrice(network, 1, 4);
    addArc(network, 0, 1, never);
    expect(cheapestSet(network, { left: 100 })).toEqual(Uint8Array.of(0, 0));
  });

  test("shares what several need", () => {
    const network = newNetwork(3);
    for (const node of [0, 1]) {
      setPrice(network, node, -3);
      addArc(network, node, 2, never);
    }
    setPrice(network, 2, 4);
    expect(cheapestSet(network, { left: 100 })).toEqual(Uint8Array.of(1, 1, 1));
  });

  test("breaks an arc whose price is less than what it leads to", () => {
    const network = newNetwork(2);
    setPrice(network, 0, -3);
    setPrice(network, 1, 4);
    addArc(network, 0, 1, 2);
    expect(cheapestSet(network, { left: 100 })).toEqual(Uint8Array.of(1, 0));
  });

  test("is given up where it takes too much", () => {
    const network = newNetwork(2);
    setPrice(network, 0, -3);
    setPrice(network, 1, 4);
    addArc(network, 0, 1, never);
    expect(cheapestSet(network, { left: 1 })).toBeNull();
  });

  test("costs as little as any", () => {
    for (let seed = 0; seed < 100; seed++) compareAll(dice(seed));
  });
});

describe("a set moves", () => {
  test("where a sum is narrower than its operands, and these are wider than what they are made of", () => {
    // Two products of one narrow value, and their sum, which waits for something slow. Alone the sum would gain 10 and
    // lose 16; all three gain 10 and lose 4.
    const problem = problemOf(
      [wide(4), wide(8), wide(8), wide(10), { ...wide(1), latency: 3 }, wide(0)],
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
        [0, 4],
        [3, 5],
        [4, 5],
      ],
    );
    expect(shortened(problem, [0, 0, 0, 0, 0, 3], 4)).toEqual([0, 3, 3, 3, 0, 3]);
  });

  test("earlier, where results are narrower than what they are made of", () => {
    const problem = problemOf(
      [given(8), given(8), wide(10), wide(4)],
      [
        [0, 2],
        [1, 2],
        [2, 3],
      ],
    );
    expect(shortened(problem, [0, 0, 1, 1], 2)).toEqual([0, 0, 0, 0]);
  });

  test("only as far as its chains fit into a cycle", () => {
    // Four additions of 2 ns in cycles of 5: the wide sum in the middle waits, as three do not fit.
    const adder = (width: number): Operation => ({ ...logic(2), width });
    const problem = problemOf(
      [adder(9), adder(20), adder(9), adder(9)],
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    );
    expect(shortened(problem, [0, 0, 1, 1], 3)).toEqual([0, 1, 1, 2]);
  });

  test("by whole intervals, so that ports stay in their slots", () => {
    const load: Operation = { latency: 1, entry: 0, exit: 0, uses: [{ resource: 0, cycles: 1 }], width: 32 };
    const problem: Problem = {
      operations: [{ ...wide(2), pinned: true }, load, load, { ...wide(8), latency: 5 }, wide(0)],
      edges: [value(0, 1), value(0, 2), value(0, 3), value(1, 4), value(2, 4), value(3, 4)],
      resources: [{ name: "port", count: 1 }],
      period: 5,
    };
    expect(shortened(problem, [0, 0, 1, 0, 5], 6, 2)).toEqual([0, 4, 3, 0, 5]);
  });

  test("but never what has to be early", () => {
    const exit: Operation = { ...wide(0), early: true };
    const problem = problemOf(
      [wide(1), wide(30), exit, { ...wide(1), latency: 2 }, wide(0)],
      [
        [0, 1],
        [1, 2],
        [0, 3],
        [1, 4],
        [3, 4],
      ],
    );
    expect(shortened(problem, [0, 0, 0, 0, 2], 3)).toEqual([0, 0, 0, 0, 2]);
  });

  test("with what must come after it", () => {
    const problem: Problem = {
      ...problemOf([given(1), wide(30), wide(0), wide(0), { ...wide(1), latency: 2 }], []),
      edges: [value(0, 1), value(1, 2), order(1, 3, 1), value(0, 4), value(4, 2)],
    };
    expect(shortened(problem, [0, 0, 2, 1, 0], 4)).toEqual([0, 2, 2, 3, 0]);
  });
});

test("at an II of 1 no schedule of the same length has fewer bits", () => {
  let compared = 0;
  for (let seed = 0; seed < 300; seed++) {
    const d = dice(seed);
    const problem = randomProblem(d, { operations: 6, resources: 0, back: d.roll(2) });
    const found = pipelined(problem);
    if (found.ii !== 1 || found.length > 5) continue;
    expect(check(problem, found), `seed ${seed}`).toEqual([]);
    expect(bitsOf(problem, found.cycles), `seed ${seed}`).toBe(leastBits(problem, found));
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});

function wide(width: number): Operation {
  return { ...logic(1), width };
}

/** There in cycle 0. */
function given(width: number): Operation {
  return { ...wide(width), pinned: true };
}

function problemOf(operations: readonly Operation[], edges: readonly (readonly [number, number])[]): Problem {
  return { operations, edges: edges.map(([from, to]) => value(from, to)), resources: [], period: 5 };
}

/** Cycles afterwards; the timing is good before and after. */
function shortened(problem: Problem, before: readonly number[], length: number, ii = 1): readonly number[] {
  const graph = graphOf(problem, problem.edges);
  const cycles = Int32Array.from(before);
  const isGood = (): void => {
    const timing = { ii, cycles: [...cycles], offsets: [...settle(graph, cycles)], length, reason: null };
    expect(check(problem, timing)).toEqual([]);
  };
  isGood();
  const reservations = reservationsFor(problem, ii);
  for (const [operation, cycle] of cycles.entries()) reservations.take(operation, cycle);
  shortenAllLives({ problem, graph, ii, reservations, cycles }, length);
  isGood();
  return [...cycles];
}

/** Bits of registers that values wait in, at an II of 1. */
function bitsOf(problem: Problem, cycles: readonly number[]): number {
  return problem.operations.reduce((sum, { latency, width }, i) => {
    const users = problem.edges.filter(({ kind, from }) => kind === "value" && from === i);
    const waits = users.map(({ to }) => (cycles[to] ?? 0) - (cycles[i] ?? 0) - latency);
    return sum + (width ?? 1) * Math.max(0, ...waits);
  }, 0);
}

/** Of all timings as long as this one: every cycle for every operation is tried. */
function leastBits(problem: Problem, timing: Timing): number {
  const graph = graphOf(problem, problem.edges);
  const size = problem.operations.length;
  let least = Number.POSITIVE_INFINITY;
  for (let code = 0; code < timing.length ** size; code++) {
    const cycles = Int32Array.from(
      { length: size },
      (_, i) => Math.floor(code / timing.length ** i) % timing.length,
    );
    const bits = bitsOf(problem, [...cycles]);
    if (bits >= least) continue;
    const other = { ...timing, cycles: [...cycles], offsets: [...settle(graph, cycles)] };
    if (check(problem, other).length === 0) least = bits;
  }
  return least;
}

/** Prices and arcs by chance, and every set of their nodes. */
function compareAll(d: Dice): void {
  const prices = Array.from({ length: 7 }, () => d.roll(21) - 10);
  const network = newNetwork(7);
  for (const [node, price] of prices.entries()) setPrice(network, node, price);
  const arcs: (readonly [number, number, number])[] = [];
  const costOf = (set: ArrayLike<number>): number =>
    prices.reduce((sum, price, node) => sum + (set[node] === 1 ? price : 0), 0) +
    arcs.reduce((sum, [from, to, cost]) => sum + (set[from] === 1 && set[to] === 0 ? cost : 0), 0);
  // Arcs come in two goes: the second answer begins where the first one ended.
  for (let go = 0; go < 2; go++) {
    for (let count = 0; count < 6; count++) {
      const arc = [d.roll(7), d.roll(7), d.roll(2) === 0 ? never : 1 + d.roll(8)] as const;
      if (arc[0] === arc[1]) continue;
      arcs.push(arc);
      addArc(network, ...arc);
    }
    const set = cheapestSet(network, { left: 10_000 }) ?? new Uint8Array(7);
    const every = Array.from({ length: 128 }, (_, bits) =>
      costOf(Array.from({ length: 7 }, (__, node) => (bits >> node) & 1)),
    );
    expect(costOf(set)).toBe(Math.min(...every));
  }
}
