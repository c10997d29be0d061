#!/usr/bin/env node
// Generated programs on demand: npm run fuzz -- --programs 20000 --seed 7
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    programs: { type: "string", default: "5000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(value)) continue;
  console.error(`--${name} must be a whole number, but it is ${value}`);
  process.exit(1);
}

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
console.log(`${values.programs} programs from seed ${values.seed}`);
const run = spawnSync(process.execPath, [vitest, "run", "test/generated"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: {
    ...process.env,
    LUTRA_PROGRAMS: values.programs,
    LUTRA_SEED: values.seed,
    LUTRA_TOOLS: "required",
  },
  stdio: "inherit",
});
process.exit(run.status ?? 2);
