/**
 * How good searches are on tables of real designs.
 *
 *     npm run bench:search -- [FOLDER] [--only TEXT] [--seeds 20] [--first 1] [--budget 100] [--method bayesian] [--batch 1]
 *
 * FOLDER has a `tables.json` (name: knobs, objective) beside NAME.csv or NAME.csv.gz, and may have `hlsyn/*.csv.gz`. For each
 * table: the geometric mean of best / optimum after 20, 50 and 100 evaluations, how many runs come within 1 and 5 % of
 * the optimum, the median of the evaluations that 1 % takes, and seconds of processor time a run.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { methodNamed } from "../../src/explore/search/methods/index.ts";
import { search } from "../../src/explore/search/search.ts";
import { type Table, tableProblem } from "../../src/explore/search/table.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    seeds: { type: "string", default: "20" },
    first: { type: "string", default: "1" },
    budget: { type: "string", default: "100" },
    method: { type: "string", default: "bayesian" },
    batch: { type: "string", default: "1" },
  },
});
const folder = positionals[0] ?? process.env.LUTRA_SEARCH_TABLES ?? "../shared/data/search";
const checkpoints = [20, 50, 100];

interface Named {
  readonly name: string;
  readonly load: () => Table;
}

if (!existsSync(join(folder, "tables.json"))) {
  console.log(`there are no tables in ${folder}: name a folder with tables.json, or LUTRA_SEARCH_TABLES`);
} else {
  console.log(
    `${"table".padEnd(26)}${checkpoints.map((n) => `at ${n}`.padStart(9)).join("")}   within 1 %  (median)  5 %   CPU`,
  );
  const all: number[][] = [];
  for (const { name, load } of tablesIn(folder)) {
    if (name.includes(options.only)) all.push(await measure(name, load()));
  }
  const means = checkpoints.map((_, index) => geometricMean(all.map((row) => row[index] ?? 1)));
  console.log(`${"geometric mean".padEnd(26)}${means.map((mean) => mean.toFixed(3).padStart(9)).join("")}`);
}

async function measure(name: string, table: Table): Promise<number[]> {
  const [seeds, evaluations, batch] = [Number(options.seeds), Number(options.budget), Number(options.batch)];
  const [best = 1, worst = 1] = [table.best[0], table.worst[0]];
  const method = methodNamed(options.method, table.problem.space, evaluations);
  const started = process.cpuUsage();
  const ratios: number[][] = [];
  const first = Number(options.first);
  for (let seed = first; seed < first + seeds; seed++) {
    const setting = { method, seed, batch, evaluations, workers: 1 };
    const { history } = await search(table.problem, setting, async (point) => table.lookUp(point));
    let least = worst; // a run without a feasible point counts as the worst one
    ratios.push(
      history.evaluations.map(({ outcome }) => {
        if (outcome.kind === "feasible") least = Math.min(least, outcome.objectives[0] ?? worst);
        return least / best;
      }),
    );
  }
  const used = process.cpuUsage(started);
  const means = checkpoints.map((n) => geometricMean(ratios.map((run) => run[n - 1] ?? run.at(-1) ?? 1)));
  const reached = ratios
    .map((run) => run.findIndex((ratio) => ratio <= 1.01) + 1)
    .map((n) => (n === 0 ? Number.POSITIVE_INFINITY : n));
  const within = (limit: number): number => ratios.filter((run) => (run.at(-1) ?? 2) <= limit).length;
  const median = reached.toSorted((a, b) => a - b)[(seeds - 1) >> 1] ?? Number.POSITIVE_INFINITY;
  console.log(
    `${name.padEnd(26)}${means.map((mean) => mean.toFixed(3).padStart(9)).join("")}   ${`${within(1.01)} of ${seeds}`.padStart(10)}  ${`(${Number.isFinite(median) ? median : "-"})`.padStart(8)}  ${String(within(1.05)).padStart(3)}  ${((used.user + used.system) / 1e6 / seeds).toFixed(2)} s`,
  );
  return means;
}

function tablesIn(path: string): readonly Named[] {
  const listed = JSON.parse(readFileSync(join(path, "tables.json"), "utf8")) as Record<
    string,
    { readonly knobs: readonly string[]; readonly objective: string }
  >;
  const named = Object.entries(listed).map(([name, { knobs, objective }]): Named => {
    const file = [`${name}.csv`, `${name}.csv.gz`].map((one) => join(path, one)).find(existsSync) ?? name;
    return { name, load: () => tableAt(file, () => knobs, objective, "valid") };
  });
  const hlsyn = join(path, "hlsyn");
  const pragmas = (columns: readonly string[]): readonly string[] =>
    columns.filter((one) => one.startsWith("__"));
  const others = (existsSync(hlsyn) ? readdirSync(hlsyn).sort() : []).filter((one) =>
    one.endsWith(".csv.gz"),
  );
  return [
    ...named,
    ...others.map((file): Named => {
      const name = `hlsyn/${basename(file, ".csv.gz")}`;
      return { name, load: () => tableAt(join(hlsyn, file), pragmas, "cycles", "feasible80") };
    }),
  ];
}

function tableAt(
  path: string,
  knobsOf: (columns: readonly string[]) => readonly string[],
  objective: string,
  feasible: string,
): Table {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const columns = (text.split("\n", 1)[0] ?? "").trim().split(",");
  return tableProblem(text, {
    path,
    knobs: knobsOf(columns),
    objectives: [objective],
    feasible: columns.includes(feasible) ? feasible : null,
  });
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
