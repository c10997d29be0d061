/** The least II by trying every cycle for every operation: slow, plain, and for a handful of operations. */
import type { Problem } from "../../../src/hardware/timing/problem.ts";

/** Whether there is a schedule at this II in which every operation starts before `horizon`. */
export function existsAt(problem: Problem, ii: number, horizon: number): boolean {
  const size = problem.operations.length;
  const cycles: number[] = [];
  const descend = (): boolean => {
    if (cycles.length === size) return true;
    for (let cycle = 0; cycle < horizon; cycle++) {
      cycles.push(cycle);
      if (fine(problem, ii, cycles) && descend()) return true;
      cycles.pop();
    }
    return false;
  };
  return descend();
}

/** Whether the first operations, with these cycles, break nothing. Values go from lower to higher operations. */
function fine(problem: Problem, ii: number, cycles: readonly number[]): boolean {
  const settled: number[] = [];
  for (const [i, cycle] of cycles.entries()) {
    let offset = 0;
    for (const edge of problem.edges) {
      const from = cycles[edge.from];
      const to = cycles[edge.to];
      if (from === undefined || to === undefined) continue;
      if (edge.kind === "order") {
        if (to < from + edge.lag - edge.distance * ii) return false;
      } else if (edge.to === i) {
        const latency = problem.operations[edge.from]?.latency ?? 0;
        if (cycle < from + latency) return false;
        if (cycle === from + latency) offset = Math.max(offset, settled[edge.from] ?? 0);
      }
    }
    const { latency, entry, exit } = problem.operations[i] ?? { latency: 0, entry: 0, exit: 0 };
    if (offset > 0 && offset + entry > problem.period + 1e-9) return false;
    settled[i] = latency === 0 ? offset + entry : exit;
  }
  for (const [resource, { count }] of problem.resources.entries()) {
    const used: number[] = new Array(ii).fill(0);
    for (const [i, cycle] of cycles.entries()) {
      for (const use of problem.operations[i]?.uses ?? []) {
        if (use.resource !== resource) continue;
        for (let held = 0; held < use.cycles; held++) {
          const slot = (cycle + held) % ii;
          used[slot] = (used[slot] ?? 0) + 1;
        }
      }
    }
    if (used.some((times) => times > count)) return false;
  }
  return true;
}
