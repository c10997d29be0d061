#!/usr/bin/env node
import { existsSync } from "node:fs";

if (!existsSync(new URL("../dist/cli/main.js", import.meta.url))) {
  console.error("lutra is not built yet: run `npm ci` (or `npm run build`) first");
  process.exit(2);
}
const { main } = await import("../dist/cli/main.js");
const { processTerminal } = await import("../dist/cli/terminal.js");
process.exitCode = await main(process.argv.slice(2), processTerminal());
