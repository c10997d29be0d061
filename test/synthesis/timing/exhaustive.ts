/** Whether there is a schedule, by trying every cycle for every operation: plain, and for a handful of them. */
import type { Problem } from "../../../src/synthesis/timing/problem.ts";

/** At this II, with iterations that take no more than `length` cycles. Values must go from lower to higher operations. */
export function existsAt(problem: Problem, ii: number, length: number): boolean {
  const cycles: number[] = [];
  const settled: number[] = []; // ns into the cycle in which the result is there
  const used = problem.resources.map(() => new Array<number>(ii).fill(0));

  const use = (i: number, by: number): boolean => {
    let fits = true;
    for (const { resource, cycles: held } of problem.operations[i]?.uses ?? []) {
      const slots = used[resource] ?? [];
      for (let at = 0; at < held; at++) {
        const slot = ((cycles[i] ?? 0) + at) % ii;
        slots[slot] = (slots[slot] ?? 0) + by;
        if ((slots[slot] ?? 0) > (problem.resources[resource]?.count ?? 0)) fits = false;
      }
    }
    return fits;
  };

  /** Edges between the newest operation and those before it. */
  const edgesHold = (i: number): boolean => {
    let offset = 0;
    for (const edge of problem.edges) {
      if (edge.from !== i && edge.to !== i) continue;
      const [from, to] = [cycles[edge.from], cycles[edge.to]];
      if (from === undefined || to === undefined) continue;
      if (edge.kind === "order") {
        if (to < from + edge.lag - edge.distance * ii) return false;
      } else {
        const ready = from + (problem.operations[edge.from]?.latency ?? 0);
        if (to < ready) return false;
        if (to === ready) offset = Math.max(offset, settled[edge.from] ?? 0);
      }
    }
    const { latency, entry, exit } = problem.operations[i] ?? { latency: 0, entry: 0, exit: 0 };
    settled[i] = latency === 0 ? offset + entry : exit;
    return offset === 0 || offset + entry <= problem.period + 1e-9;
  };

  const descend = (i: number): boolean => {
    const operation = problem.operations[i];
    if (operation === undefined) return true;
    const held = Math.max(operation.latency + 1, ...operation.uses.map((each) => each.cycles));
    for (let cycle = 0; cycle + held <= length; cycle++) {
      cycles[i] = cycle;
      if (!edgesHold(i)) continue;
      if (use(i, 1) && descend(i + 1)) return true;
      use(i, -1);
    }
    cycles.length = i;
    return false;
  };

  return descend(0);
}
