/** Cycles in order, written as runs: so many of them, so far apart. */
import type { Times } from "./nodes.ts";

/** Of cycles that never go back. */
export function timesIn(cycles: Iterable<number>): readonly Times[] {
  const runs: Times[] = [];
  for (const cycle of cycles) addTime(runs, cycle);
  return runs;
}

/** The next cycle, to runs of those before it. */
export function addTime(runs: Times[], cycle: number): void {
  const run = runs.at(-1);
  const put = (changed: Times): void => {
    runs[runs.length - 1] = changed;
  };
  if (run === undefined) runs.push({ from: cycle, every: 0, times: 1 });
  else if (run.times === 1) put({ from: run.from, every: cycle - run.from, times: 2 });
  else if (cycle === run.from + run.times * run.every) put({ ...run, times: run.times + 1 });
  else if (run.times === 2 && run.every > 1) {
    // Two that are far apart are no run yet: the second may begin one.
    const second = run.from + run.every;
    put({ from: run.from, every: 0, times: 1 });
    runs.push({ from: second, every: cycle - second, times: 2 });
  } else runs.push({ from: cycle, every: 0, times: 1 });
}

/** How many of them come before a cycle. */
export function countBefore(runs: readonly Times[], cycle: number): number {
  let count = 0;
  for (const { from, every, times } of runs) {
    if (from >= cycle) break;
    count += every === 0 ? times : Math.min(times, Math.ceil((cycle - from) / every));
  }
  return count;
}

/** All of them. */
export function* cyclesIn(runs: readonly Times[]): Generator<number> {
  for (const { from, every, times } of runs) for (let nth = 0; nth < times; nth++) yield from + nth * every;
}
