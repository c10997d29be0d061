/** How the time to schedule operations grows with their number. */
import { isImpossible, pipeline, schedule } from "../src/synthesis/timing/index.ts";
import type { Edge, Operation, Problem } from "../src/synthesis/timing/problem.ts";
import type { Measurement } from "./table.ts";

export function timingSpeed(): readonly Measurement[] {
  const overlap = (problem: Problem): void => {
    if (isImpossible(pipeline(problem, {}))) throw new Error("nothing was asked for");
  };
  return [growth("schedule", schedule, 100_000, 5000), growth("pipeline", overlap, 20_000, 10_000)];
}

/** Ten times the operations may take twenty times as long: a sort is in it, a square is not. */
function growth(what: string, run: (problem: Problem) => void, size: number, limit: number): Measurement {
  const tenth = sumsOf(size / 10);
  const whole = sumsOf(size);
  timeOf(() => run(tenth));
  const before = timeOf(() => run(tenth));
  const ours = timeOf(() => run(whole));
  return {
    what: `${what} ${size} operations`,
    ours,
    theirs: { who: "a tenth of them", time: before },
    bound: `under ${limit} ms, under 20 times`,
    holds: ours < limit && ours < 20 * before,
  };
}

/** Of this process alone, whatever else the machine does. */
function timeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Groups of ten: loads from sixteen memories of two ports, products, their sum, and a sum that is carried on. */
function sumsOf(size: number): Problem {
  const resources = Array.from({ length: 16 }, (_, at) => ({ name: `memory ${at}`, count: 2 }));
  const operations: Operation[] = [];
  const edges: Edge[] = [];
  const add = (operation: Operation, ...operands: readonly number[]): number => {
    for (const from of operands) edges.push({ kind: "value", from, to: operations.length });
    return operations.push(operation) - 1;
  };
  const adder: Operation = { latency: 0, entry: 1.5, exit: 0, uses: [], width: 32 };
  const product: Operation = { latency: 2, entry: 1, exit: 1, uses: [], width: 32 };
  while (operations.length < size) {
    const load = (): number => {
      const resource = (operations.length * 7) % 16;
      return add({ latency: 1, entry: 0.5, exit: 1, uses: [{ resource, cycles: 1 }], width: 32 });
    };
    const products = [add(product, load(), load()), add(product, load(), load())];
    const before = add({ ...adder, entry: 0 });
    const after = add(adder, add(adder, ...products), before);
    const write = add({ ...adder, entry: 0 }, after);
    edges.push({ kind: "order", from: write, to: before, lag: 1, distance: 1 });
  }
  return { operations, edges, resources, period: 4 };
}
