import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { Turns } from "./test/corpus/turns.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * `npm test` runs what a person waits for; `*.long.test.ts` are sweeps and tools that take minutes. LUTRA_TESTS is
 * `quick` (where not said), `all`, or `rest`: all but the quick ones, in the order of their turns, until LUTRA_UNTIL.
 */
const which = process.env.LUTRA_TESTS ?? "quick";
const long = "test/**/*.long.test.ts";

/** As bin/bundle.js tells V8, and for the same reason: a test runs most functions a few times. */
const optimizesLater = Number.parseInt(process.versions.node, 10) <= 24 ? ["--interrupt-budget=600000"] : [];

export default defineConfig({
  resolve: {
    alias: {
      lutra: here("src/index.ts"), // examples say `lutra`
      // What a page finds under this name (cli/explore/vendored.ts); the package does not export it.
      "@yowasp/nextpnr-ice40/resources": here(
        "node_modules/@yowasp/nextpnr-ice40/gen/resources-nextpnr-ice40.js",
      ),
    },
  },
  test: {
    include: which === "rest" ? [long] : ["test/**/*.test.ts"],
    exclude: which === "quick" ? [long, "**/node_modules/**"] : ["**/node_modules/**"],
    ...(which === "rest" ? { sequence: { sequencer: Turns }, setupFiles: ["test/corpus/until.ts"] } : {}),
    maxWorkers: "100%",
    execArgv: optimizesLater,
    isolate: false, // caches are keyed by objects; no test can see what another left in them
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
