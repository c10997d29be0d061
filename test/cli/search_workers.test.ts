/** Workers of a search: processes that evaluate points, come and go. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workerPool } from "../../src/cli/search/workers.ts";
import { methodNamed } from "../../src/explore/search/methods/index.ts";
import { search } from "../../src/explore/search/search.ts";
import { tableProblem } from "../../src/explore/search/table.ts";
import { builtCompiler } from "../python/package.ts";

const text = [
  "a,b,t",
  ...[1, 2, 3, 4].flatMap((a) => [1, 2, 3].map((b) => `${a},${b},${(a - 3) ** 2 + b}`)),
].join("\n");
const options = { path: "t.csv", knobs: ["a", "b"], objectives: ["t"], feasible: null };
const program = join(builtCompiler(), "bin", "lutra.js");
const never = new AbortController().signal;

/** The processes that this one has started. */
const children = (): readonly number[] =>
  spawnSync("pgrep", ["-P", String(process.pid), "-f", "search-worker"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line !== "")
    .map(Number);

describe("a pool of workers", () => {
  it("gives what a search in this process gives", async () => {
    const { problem, lookUp } = tableProblem(text, options);
    const setting = { method: methodNamed("random", problem.space, 10), seed: 1, batch: 4, evaluations: 10 };
    const pool = workerPool(program, { kind: "table", text, options });
    try {
      const apart = await search(problem, { ...setting, workers: 2 }, pool.evaluate);
      const here = await search(problem, { ...setting, workers: 1 }, async (point) => lookUp(point));
      expect(apart.history.evaluations).toEqual(here.history.evaluations);
    } finally {
      pool.close();
    }
  });

  it.skipIf(process.platform !== "linux")("replaces a worker that was killed", async () => {
    const pool = workerPool(program, { kind: "table", text, options });
    try {
      expect(await pool.evaluate([2, 0], never)).toEqual({ kind: "feasible", objectives: [1] });
      for (const pid of children()) process.kill(pid, "SIGKILL");
      expect(await pool.evaluate([0, 0], never)).toEqual({ kind: "feasible", objectives: [5] });
    } finally {
      pool.close();
    }
  });

  it("gives nothing once it is stopped", async () => {
    const stopping = new AbortController();
    const pool = workerPool(program, { kind: "table", text, options });
    const asked = pool.evaluate([1, 1], stopping.signal);
    stopping.abort();
    expect(await asked).toBeNull();
    pool.close();
  });
});
