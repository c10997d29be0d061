/** The page as `npm run build` makes it, built once for each state of its sources and shared by all test files. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..", "..");

export function builtPage(): string {
  const own = join(root, "dist", "web");
  if (isBuilt(own)) return own;
  const shelf = join(root, "build", "web-tests");
  const folder = join(shelf, stateOfSources());
  if (existsSync(folder)) return folder;
  mkdirSync(shelf, { recursive: true });
  const aside = mkdtempSync(join(shelf, "new-"));
  const made = spawnSync(process.execPath, [join("scripts", "web.js"), aside], {
    cwd: root,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`the page was not built:\n${made.stderr}`);
  try {
    renameSync(aside, folder);
  } catch {
    rmSync(aside, { recursive: true, force: true }); // another test file was faster
  }
  return folder;
}

/** The script of the page's workers, below the page's own address: the one file of that kind that was built. */
export function workerScript(): string {
  const [name, ...others] = readdirSync(join(builtPage(), "assets")).filter((file) =>
    /^worker-[^/]*\.js$/.test(file),
  );
  if (name === undefined || others.length > 0)
    throw new Error(
      `the page has ${others.length + (name === undefined ? 0 : 1)} scripts of workers, not one`,
    );
  return `assets/${name}`;
}

function isBuilt(folder: string): boolean {
  const made = statSync(join(folder, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sourceFiles().every((file) => statSync(file).mtimeMs < made);
}

function stateOfSources(): string {
  const hash = createHash("sha256");
  for (const file of sourceFiles()) hash.update(`${file} ${statSync(file).mtimeMs}\n`);
  return hash.digest("hex").slice(0, 16);
}

function sourceFiles(): readonly string[] {
  const inFolder = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return [...inFolder("src"), ...inFolder("web"), join(root, "scripts", "web.js")];
}
