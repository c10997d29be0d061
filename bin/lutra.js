#!/usr/bin/env node
import { statSync } from "node:fs";

const dist = new URL("../dist/cli/", import.meta.url);
const builtAt = (file) => statSync(new URL(file, dist), { throwIfNoEntry: false })?.mtimeMs ?? -1;
const modules = builtAt("program.js");
if (modules < 0) {
  console.error("lutra is not built yet: run `npm ci` (or `npm run build`) first");
  process.exit(2);
}
// In one file, unless modules have been built since.
const program = builtAt("lutra.js") >= modules ? "lutra.js" : "program.js";
const { main, processTerminal } = await import(new URL(program, dist).href);
process.exitCode = await main(process.argv.slice(2), processTerminal());
