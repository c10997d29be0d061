import { existsSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

// Functions run nine times as long before V8 optimizes them: in a run of a second it does not pay sooner. Versions of
// Node to come may not know the flag, and would say so.
if (Number.parseInt(process.versions.node, 10) <= 24) setFlagsFromString("--interrupt-budget=600000");

/**
 * Runs a CommonJS file. What V8 made of its functions when Lutra was built lies beside it, so that a short run is not
 * spent on compiling them; another version of V8 does without. Such code cannot say `import()`: it is given importModule.
 */
export function load(file) {
  const given = "exports, require, module, __filename, __dirname, importModule";
  const script = new Script(`(function (${given}) {${readFileSync(file, "latin1")}\n})`, {
    filename: file,
    cachedData: existsSync(compiled(file)) ? readFileSync(compiled(file)) : undefined,
  });
  const module = { exports: {} };
  const run = script.runInThisContext();
  run(module.exports, requireIn(file), module, file, dirname(file), (name) => import(name));
  return { script, exports: module.exports };
}

/** Modules of Node are loaded when something of them is asked for: most runs need few. */
function requireIn(file) {
  const require = createRequire(file);
  const later = (name) => new Proxy({}, { get: (_, key) => require(name)[key] });
  return (name) => (isBuiltin(name) ? later(name) : require(name));
}

export function compiled(file) {
  return file.replace(/\.cjs$/, ".v8");
}
