/** Whether a timing keeps what its problem says; written from `problem.ts` alone, and run on every compile. */
import type { Operation, Problem, Timing } from "./problem.ts";

/** What is wrong, a sentence each; nothing when the timing is good. */
export function check(problem: Problem, timing: Timing): readonly string[] {
  const { operations } = problem;
  if (timing.cycles.length !== operations.length || timing.offsets.length !== operations.length) {
    return [
      `${operations.length} operations, but ${timing.cycles.length} cycles and ${timing.offsets.length} offsets`,
    ];
  }
  return [
    ...startsWrong(problem, timing),
    ...edgesWrong(problem, timing),
    ...resourcesWrong(problem, timing),
    ...lengthWrong(problem, timing),
  ];
}

/** Nanoseconds that sums of decimal fractions may be off by. */
const tolerance = 1e-6;

interface Start {
  readonly operation: Operation;
  readonly cycle: number;
  readonly offset: number;
}

function startOf(problem: Problem, timing: Timing, index: number): Start | null {
  const operation = problem.operations[index];
  const cycle = timing.cycles[index];
  const offset = timing.offsets[index];
  if (operation === undefined || cycle === undefined || offset === undefined) return null;
  return { operation, cycle, offset };
}

function startsWrong(problem: Problem, timing: Timing): readonly string[] {
  const wrong: string[] = [];
  for (const index of problem.operations.keys()) {
    const start = startOf(problem, timing, index);
    if (start === null) continue;
    const { operation, cycle, offset } = start;
    if (!Number.isInteger(cycle) || cycle < 0) wrong.push(`operation ${index} starts in cycle ${cycle}`);
    if (operation.pinned === true && cycle !== 0)
      wrong.push(`operation ${index} is pinned, but starts in cycle ${cycle}`);
    if (!(offset >= 0)) wrong.push(`operation ${index} starts at offset ${offset}`);
    if (offset > 0 && offset + operation.entry > problem.period + tolerance) {
      wrong.push(
        `operation ${index} starts at ${offset} ns and takes ${operation.entry} ns, of a period of ${problem.period} ns`,
      );
    }
  }
  return wrong;
}

function edgesWrong(problem: Problem, timing: Timing): readonly string[] {
  const wrong: string[] = [];
  // Without an II the next iteration starts when this one has ended.
  const interval = timing.ii ?? timing.length;
  for (const edge of problem.edges) {
    const from = startOf(problem, timing, edge.from);
    const to = startOf(problem, timing, edge.to);
    if (from === null || to === null) {
      wrong.push(`an edge from ${edge.from} to ${edge.to}, which are not both operations`);
      continue;
    }
    const pair = `operation ${edge.to}, in cycle ${to.cycle}, and operation ${edge.from}, in cycle ${from.cycle}`;
    if (edge.kind === "order") {
      if (to.cycle < from.cycle + edge.lag - edge.distance * interval) {
        wrong.push(`${pair}, are out of order: lag ${edge.lag}, distance ${edge.distance}`);
      }
      continue;
    }
    const { latency, entry, exit } = from.operation;
    const ready = from.cycle + latency;
    const settled = latency === 0 ? from.offset + entry : exit;
    if (to.cycle < ready) wrong.push(`${pair}: the value is there only in cycle ${ready}`);
    else if (to.cycle === ready && to.offset < settled - tolerance) {
      wrong.push(`${pair}: the value settles at ${settled} ns, and is used at ${to.offset} ns`);
    } else if (to.cycle === ready && settled > problem.period + tolerance) {
      wrong.push(`${pair}: the value settles at ${settled} ns, after the cycle`);
    }
  }
  return wrong;
}

function resourcesWrong(problem: Problem, timing: Timing): readonly string[] {
  const used = problem.resources.map(() => new Map<number, number>()); // by cycle, modulo the II
  const wrong: string[] = [];
  for (const [index, operation] of problem.operations.entries()) {
    const cycle = timing.cycles[index] ?? 0;
    for (const { resource, cycles } of operation.uses) {
      const counts = used[resource];
      if (counts === undefined) {
        wrong.push(`operation ${index} uses resource ${resource}, which there is not`);
        continue;
      }
      for (let held = 0; held < cycles; held++) {
        const slot = timing.ii === null ? cycle + held : (cycle + held) % timing.ii;
        counts.set(slot, (counts.get(slot) ?? 0) + 1);
      }
    }
  }
  for (const [resource, { name, count: most }] of problem.resources.entries()) {
    for (const [slot, count] of used[resource] ?? []) {
      if (count > most) wrong.push(`${name} is used ${count} times in cycle ${slot}, and there are ${most}`);
    }
  }
  return wrong;
}

function lengthWrong(problem: Problem, timing: Timing): readonly string[] {
  const wrong: string[] = [];
  const { ii, length } = timing;
  if (ii !== null && (!Number.isInteger(ii) || ii < 1)) wrong.push(`the II is ${ii}`);
  if (ii !== null && ii > length) wrong.push(`the II is ${ii}, and an iteration ends after ${length} cycles`);
  if (!Number.isInteger(length) || length < 1) wrong.push(`the length is ${length}`);
  for (const [index, { latency, uses }] of problem.operations.entries()) {
    const cycle = timing.cycles[index] ?? 0;
    if (cycle + latency >= length)
      wrong.push(`operation ${index} ends in cycle ${cycle + latency}, after ${length} cycles`);
    for (const { cycles } of uses) {
      if (cycle + cycles > length)
        wrong.push(`operation ${index} keeps a resource longer than ${length} cycles`);
    }
  }
  return wrong;
}
