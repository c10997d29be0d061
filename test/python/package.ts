/** What tests of the pylog package need: CPython with NumPy, and a compiler that is built from this source. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { numpyAvailable } from "../numpy/oracle.ts";

export const root = resolve(import.meta.dirname, "..", "..");
export const python = process.env.LUTRA_PYTHON ?? "python3";

export const pythonAvailable = numpyAvailable;

let home: string | null = null;

/** A folder as LUTRA_HOME wants it, made once for each state of the source and shared by all test files. */
export function builtCompiler(): string {
  if (home !== null) return home;
  const shelf = join(root, "build", "python-tests");
  const folder = join(shelf, sourceState());
  if (!existsSync(folder)) {
    mkdirSync(shelf, { recursive: true });
    const aside = mkdtempSync(join(shelf, "new-"));
    build(aside);
    try {
      renameSync(aside, folder);
    } catch {
      rmSync(aside, { recursive: true, force: true }); // another test file was faster
    }
    for (const old of readdirSync(shelf)) {
      const path = join(shelf, old);
      if (path !== folder && isOld(path)) rmSync(path, { recursive: true, force: true });
    }
  }
  home = folder;
  return folder;
}

function build(folder: string): void {
  cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  for (const name of ["node_modules", "include"]) symlinkSync(join(root, name), join(folder, name), "dir");
  if (isBuilt()) {
    cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true, preserveTimestamps: true });
    return;
  }
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const words = [tsc, "-p", "tsconfig.build.json", "--outDir", join(folder, "dist")];
  spawnSync(process.execPath, words, { cwd: root });
  if (!existsSync(join(folder, "dist", "cli", "main.js"))) throw new Error("the compiler was not built");
  const bundled = spawnSync(process.execPath, [join("scripts", "bundle.js"), join(folder, "dist")], {
    cwd: root,
  });
  if (bundled.status !== 0) throw new Error(`the compiler was not put in one file:\n${bundled.stderr}`);
  const page = spawnSync(process.execPath, [join("scripts", "web.js"), join(folder, "dist", "web")], {
    cwd: root,
    encoding: "utf8",
  });
  if (page.status !== 0) throw new Error(`the explorer's page was not built:\n${page.stderr}`);
}

/** `npm ci` or `npm run build` made `dist/` of the source as it is: the last file it writes is the newest of all. */
function isBuilt(): boolean {
  const last = statSync(join(root, "dist", "cli", "lutra.v8"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = ["package.json", "tsconfig.build.json", "scripts/bundle.js"].map((file) => join(root, file));
  return [...sourceFiles(), ...others].every((file) => statSync(file).mtimeMs < last);
}

function sourceState(): string {
  const hash = createHash("sha256");
  for (const file of sourceFiles()) hash.update(`${file} ${statSync(file).mtimeMs}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** With their folders, which are newer than what was removed from them. */
function sourceFiles(): readonly string[] {
  return ["bin", "src"].flatMap((part) => [
    join(root, part),
    ...readdirSync(join(root, part), { recursive: true, encoding: "utf8" })
      .sort()
      .map((file) => join(root, part, file)),
  ]);
}

/** Not in use by another run of the tests. */
function isOld(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs > 3_600_000;
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
