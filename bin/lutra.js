#!/usr/bin/env node
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "./bundle.js";

const dist = new URL("../dist/cli/", import.meta.url);
const builtAt = (file) => statSync(new URL(file, dist), { throwIfNoEntry: false })?.mtimeMs ?? -1;
const modules = builtAt("program.js");
const bundle = builtAt("lutra.cjs");
if (modules < 0 && bundle < 0) {
  console.error("lutra is not built yet: run `npm ci` (or `npm run build`) first");
  process.exit(2);
}
// In one file, unless modules have been built since; a package has no source to build, and its files any time.
const isCurrent = bundle >= modules || !existsSync(new URL("../src/", import.meta.url));
const { main, processTerminal } =
  bundle >= 0 && isCurrent
    ? load(fileURLToPath(new URL("lutra.cjs", dist))).exports
    : await import(new URL("program.js", dist).href);
process.exitCode = await main(process.argv.slice(2), processTerminal(fileURLToPath(import.meta.url)));
