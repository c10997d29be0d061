/** CPython's own parser, asked in batches. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Dump } from "./dump.ts";

const python = process.env.LUTRA_PYTHON ?? "python3";

export type Answer = Dump | { readonly error: number; readonly message: string };

/** With LUTRA_TOOLS=required a missing Python is an error, so that no test is skipped unnoticed. */
export function pythonAvailable(): boolean {
  // dump.py itself uses `match`, so an older Python cannot run it.
  const probe = spawnSync(python, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]);
  if (probe.status !== 0 && process.env.LUTRA_TOOLS === "required")
    throw new Error(`no ${python} of at least 3.11`);
  return probe.status === 0;
}

export function askCPython(sources: readonly string[]): Answer[] {
  const script = fileURLToPath(new URL("dump.py", import.meta.url));
  const run = spawnSync(python, [script], {
    input: JSON.stringify(sources),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (run.status !== 0) throw new Error(`dump.py failed: ${run.error?.message ?? run.stderr}`);
  return JSON.parse(run.stdout);
}

export function isRefused(answer: Answer): answer is { readonly error: number; readonly message: string } {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

/** Files of Python's own library: real programs that nobody wrote for us. */
export function libraryFiles(modules: readonly string[]): string[] {
  const script =
    "import os, sys; d = os.path.dirname(os.__file__); print('\\n'.join(os.path.join(d, m + '.py') for m in sys.argv[1:]))";
  const run = spawnSync(python, ["-c", script, ...modules], { encoding: "utf8" });
  return run.stdout.trim().split("\n");
}
