/**
 * How many evaluations a second of one processor searches of small kernels reach: processor time, whatever else the machine does.
 *
 *     npm run bench:speed -- [KERNEL … | truth | anchors] [--budget 300] [--method bayesian]
 *
 * V8 is told what bin/ and workers.ts tell it: to optimize later, and to collect garbage seldom and by itself.
 * `evaluating` is what workers do, `choosing` what the search does itself: proposals, and which points say the same. The bound is
 * 50 evaluations a second of a processor that evaluates, after the first hundred: until then V8 is still compiling Lutra.
 */
import { parseArgs } from "node:util";
import { parts } from "../../src/device/part.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { type Evaluator, evaluated, limitsOf, nothingRemembered } from "../../src/explore/kernel/evaluate.ts";
import { meaningOf, nothingTaken } from "../../src/explore/kernel/schedule.ts";
import { kernelSpace, startsOf } from "../../src/explore/kernel/space.ts";
import { methodNamed } from "../../src/explore/search/methods/index.ts";
import { search } from "../../src/explore/search/search.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { anchors } from "../hardware/anchors.ts";
import { flushed, loopsOf } from "../hardware/kernel.ts";
import { truthKernels, truthLoops } from "./truth_kernels.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "300" },
    method: { type: "string", default: "bayesian" },
  },
});
const bound = 50;
const part = parts["xc7z020clg400-1"];
const target = { family: part.family, periodNs: 10 } as const;

const warm = 100;

console.log("kernel      evaluations  the first 100  evaluating  choosing  a second   heap");
let [all, spent] = [0, 0];
for (const kernel of smallKernels().filter(
  ({ name, set }) => positionals.length === 0 || positionals.includes(name) || positionals.includes(set),
)) {
  const { evaluations, first, evaluating, choosing } = await searched(kernel);
  const counted = Math.max(0, evaluations - warm);
  all += counted;
  spent += evaluating;
  const cells = [
    kernel.name.padEnd(10),
    String(evaluations).padStart(12),
    `${(first / Math.min(warm, evaluations)).toFixed(2)} ms`.padStart(14),
    `${(evaluating / counted).toFixed(2)} ms`.padStart(11),
    `${(choosing / evaluations).toFixed(2)} ms`.padStart(9),
    ((1000 * counted) / evaluating).toFixed(0).padStart(9),
    `${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MiB`.padStart(8),
  ];
  console.log(cells.join(" "));
}
const rate = (1000 * all) / spent;
console.log(`${rate.toFixed(0)} evaluations a second of a processor; the bound is ${bound}`);
process.exitCode = rate >= bound ? 0 : 1;

interface Small {
  readonly name: string;
  readonly set: "truth" | "anchors";
  readonly loops: Loops;
}

/** Those whose spaces bench:truth enumerates, and those of which other compilers' figures are known. */
function smallKernels(): readonly Small[] {
  const folder = "bench/hardware/kernels";
  const known = anchors.filter(({ kernel }) => !kernel.endsWith(flushed) && !kernel.startsWith("calyx"));
  return [
    ...truthKernels.map((kernel) => ({
      name: kernel.name,
      set: "truth" as const,
      loops: truthLoops(kernel),
    })),
    ...known.map(({ kernel, periodNs }) => ({
      ...{ name: kernel, set: "anchors" as const },
      loops: loopsOf(folder, kernel, "rolled", periodNs),
    })),
  ];
}

interface Spent {
  readonly evaluations: number;
  readonly first: number; // milliseconds of the first hundred
  readonly evaluating: number; // of the others
  readonly choosing: number;
}

async function searched({ loops }: Small): Promise<Spent> {
  const space = kernelSpace(loops, { reassociate: false });
  const { schedule: auto } = scheduleFor(loops, target, part);
  const limits = limitsOf(part);
  const objectives = ["cycles", "luts"] as const;
  const kernel = { loops, auto, taken: nothingTaken() };
  const evaluator: Evaluator = { ...kernel, target, objectives, limits, known: nothingRemembered() };
  const problem = {
    ...{ space, objectives, starts: startsOf(space), limits: limits.map(({ most }) => most) },
    sameAs: (point: readonly number[]) => meaningOf(kernel, space, point),
  };
  const evaluations = Number(options.budget);
  const setting = { seed: 1, batch: 16, evaluations, workers: 1 };
  const method = methodNamed(options.method, space, evaluations);
  let [count, first, evaluating] = [0, 0, 0];
  const started = cpuTime();
  const { history } = await search(problem, { ...setting, method }, async (point) => {
    const before = cpuTime();
    const outcome = evaluated(evaluator, space, point);
    if (count++ < warm) first += cpuTime() - before;
    else evaluating += cpuTime() - before;
    return outcome;
  });
  return {
    evaluations: history.evaluations.length,
    ...{ first, evaluating },
    choosing: cpuTime() - started - evaluating - first,
  };
}

/** Of this process, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
