/**
 * Fronts that searches find against the true ones: spaces of twelve kernels that are enumerated first, which takes minutes once.
 *
 *     npm run bench:truth -- [KERNEL …] [--seeds 3] [--share 0.05] [--method bayesian] [--batch 16] [--tables build/truth]
 *
 * Cycles and LUTs are minimised. A search may evaluate a share of the points; points that come to one schedule count once. The
 * figure is the hypervolume of the found front over that of the true one, both measured from the worst design, on a log scale.
 */
import { parseArgs } from "node:util";
import { paretoFront } from "../../src/explore/search/front.ts";
import { methodNamed } from "../../src/explore/search/methods/index.ts";
import type { Feasible } from "../../src/explore/search/outcome.ts";
import { search } from "../../src/explore/search/search.ts";
import { truthKernels } from "./truth_kernels.ts";
import { feasibleDesigns, frontShare, type TruthTable, truthTable } from "./truth_table.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "3" },
    share: { type: "string", default: "0.05" },
    method: { type: "string", default: "bayesian" },
    batch: { type: "string", default: "16" },
    tables: { type: "string", default: "build/truth" },
  },
});
const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => index + 1);
const target = 0.99;

console.log("kernel      points  designs  front   tries   hypervolume of each seed      least   CPU");
const all: number[] = [];
for (const kernel of truthKernels.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
)) {
  const table = truthTable(kernel, options.tables);
  const tries = Math.floor(Number(options.share) * table.points);
  const started = process.cpuUsage();
  const shares: number[] = [];
  for (const seed of seeds) shares.push(frontShare(await found(table, tries, seed), table));
  const { user, system } = process.cpuUsage(started);
  all.push(...shares);
  const cells = [
    kernel.name.padEnd(10),
    String(table.points).padStart(7),
    String(table.designs.length).padStart(8),
    String(paretoFront(feasibleDesigns(table)).length).padStart(6),
    String(tries).padStart(7),
    `   ${shares.map((share) => share.toFixed(4)).join(" ")}`.padEnd(30),
    Math.min(...shares).toFixed(4),
    `${((user + system) / 1e6 / seeds.length).toFixed(1)} s`.padStart(7),
  ];
  console.log(cells.join(" "));
}
const enough = all.filter((share) => share >= target).length;
console.log(
  `${enough} of ${all.length} searches find ${target} or more; mean ${mean(all).toFixed(4)}, least ${Math.min(...all).toFixed(4)}`,
);

async function found(table: TruthTable, tries: number, seed: number): Promise<readonly Feasible[]> {
  const method = methodNamed(options.method, table.problem.space, tries);
  const setting = { method, seed, batch: Number(options.batch), evaluations: tries, workers: 1 };
  const { history } = await search(table.problem, setting, async (point) => table.lookUp(point));
  return history.front;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
