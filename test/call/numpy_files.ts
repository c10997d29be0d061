/** Lets real NumPy write and read files for a test. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const python = process.env.LUTRA_PYTHON ?? "python3";

/** False where there is no NumPy; with LUTRA_TOOLS=required that is an error, so that no test is skipped unseen. */
export const numpyHere = probe();

/** Runs a script with `np` imported, in `directory`; what it prints comes back. */
export function numpy(directory: string, script: string): string {
  const { status, stdout, stderr } = spawnSync(python, ["-c", `import numpy as np\n${script}`], {
    cwd: directory,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`NumPy failed:\n${stderr}`);
  return stdout;
}

/** A directory of its own for a test, gone afterwards. */
export function inDirectory<T>(act: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), "lutra-test-"));
  let pending: unknown;
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const result = act(directory);
    pending = result;
    return result instanceof Promise ? (result.finally(remove) as T) : result;
  } finally {
    if (!(pending instanceof Promise)) remove();
  }
}

function probe(): boolean {
  const { status } = spawnSync(python, ["-c", "import numpy"]);
  if (status !== 0 && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`LUTRA_TOOLS=required, but ${python} has no NumPy`);
  }
  return status === 0;
}
