import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { constants, Script } from "node:vm";

/**
 * Runs a CommonJS file. What V8 made of its functions when Lutra was built lies beside it, so that a short run is not
 * spent on compiling them; another version of V8 does without.
 */
export function load(file) {
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`,
    {
      filename: file,
      cachedData: existsSync(compiled(file)) ? readFileSync(compiled(file)) : undefined,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return { script, exports: module.exports };
}

export function compiled(file) {
  return file.replace(/\.cjs$/, ".v8");
}
