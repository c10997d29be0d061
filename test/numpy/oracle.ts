/** One question to CPython + NumPy: a script in, what it prints out. */
import { spawnSync } from "node:child_process";

const python = process.env.LUTRA_PYTHON ?? "python3";

/** Is there a NumPy 2 here? With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
export function numpyAvailable(): boolean {
  const probe = spawnSync(python, ["-c", "import numpy; print(numpy.__version__)"], { encoding: "utf8" });
  const available = probe.status === 0 && Number(probe.stdout.split(".")[0]) >= 2;
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`${python} has no NumPy 2 or later: ${probe.error?.message ?? probe.stderr}`);
  }
  return available;
}

export function askNumpy(script: string): string {
  const quiet = `import warnings\nwarnings.simplefilter("ignore")\nimport numpy as np\n${script}`;
  const answer = spawnSync(python, ["-"], { input: quiet, encoding: "utf8", maxBuffer: 1 << 30 });
  if (answer.status !== 0) throw new Error(`NumPy failed: ${answer.error?.message ?? answer.stderr}`);
  return answer.stdout;
}
