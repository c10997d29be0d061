/** What tests of the pylog package need: CPython with NumPy, and a compiler that is built from this source. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { numpyAvailable } from "../numpy/oracle.ts";

export const root = resolve(import.meta.dirname, "..", "..");
export const python = process.env.LUTRA_PYTHON ?? "python3";

export const pythonAvailable = numpyAvailable;

let home: string | null = null;

/** A folder as LUTRA_HOME wants it. Made once a test file, gone when its process ends. */
export function builtCompiler(): string {
  if (home !== null) return home;
  const folder = mkdtempSync(join(tmpdir(), "lutra-python-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", join(folder, "dist")], {
    cwd: root,
  });
  if (!existsSync(join(folder, "dist", "cli", "main.js"))) throw new Error("the compiler was not built");
  mkdirSync(join(folder, "bin"));
  copyFileSync(join(root, "bin", "lutra.js"), join(folder, "bin", "lutra.js"));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  if (existsSync(join(root, "include"))) symlinkSync(join(root, "include"), join(folder, "include"), "dir");
  home = folder;
  return folder;
}

/** Runs CPython on a script or with words of a command line; the package is found in place. */
export function runPython(
  words: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly input?: string } = {},
): SpawnSyncReturns<string> {
  return spawnSync(python, [...words], {
    encoding: "utf8",
    cwd: options.cwd ?? root,
    input: options.input,
    env: {
      ...process.env,
      PYTHONPATH: join(root, "python"),
      PYTHONDONTWRITEBYTECODE: "1",
      LUTRA_HOME: builtCompiler(),
      ...options.env,
    },
  });
}
