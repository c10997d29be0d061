/** `lutra check` on a kernel file of 200 lines: our own time after start, in fresh processes, the least disturbed one. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { longKernel } from "./check_once.ts";
import type { Measurement } from "./table.ts";

const limit = 300; // milliseconds
const processes = 7;

export function checkSpeed(): Measurement {
  const script = fileURLToPath(new URL("./check_once.js", import.meta.url));
  const times = Array.from({ length: processes }, () => {
    const run = spawnSync(process.execPath, [script], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`the check failed: ${run.stderr}`);
    return Number(run.stdout);
  });
  const ours = Math.min(...times);
  const lines = longKernel().split("\n").length;
  return {
    what: `check ${lines} lines`,
    ours,
    theirs: null,
    bound: `under ${limit} ms`,
    holds: ours < limit,
  };
}
