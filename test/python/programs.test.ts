/** PyLog's eight evaluation programs, run by CPython in every mode; they check themselves against NumPy. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { boards } from "../../src/device/board.ts";
import { pythonAvailable, root, runPython } from "./package.ts";

const programs = readdirSync(join(root, "examples", "pylog"))
  .filter((name) => name.endsWith(".py") && name !== "program.py")
  .map((name) => name.slice(0, -3));
const folder = mkdtempSync(join(tmpdir(), "lutra-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All of them in one process: the compiler is started once. */
function runAll(...words: readonly string[]): string {
  const script = `
import runpy, sys
words = sys.argv[1:]
for name in ${JSON.stringify(programs)}:
    sys.argv = [name + ".py"] + words
    runpy.run_path(name + ".py", run_name="__main__")
`;
  const { stdout, stderr, status } = runPython(
    ["-c", script, "--size", "small", "--path", folder, ...words],
    {
      cwd: join(root, "examples", "pylog"),
      env: { PYTHONPATH: [join(root, "python"), join(root, "examples", "pylog")].join(":") },
    },
  );
  expect(status, stderr).toBe(0);
  return stdout;
}

describe.skipIf(!pythonAvailable())("the eight programs", { timeout: 120_000 }, () => {
  it("are eight", () => {
    expect(programs).toHaveLength(8);
  });

  it.each(["pysim", "deploy"])("%s", (mode) => {
    expect(runAll("--mode", mode).match(/as NumPy has it/g)).toHaveLength(8);
  });

  it("cgen writes C++ with a testbench that passes, hwgen says which vendor programs go on", () => {
    const said = runAll("--mode", "cgen,hwgen", "--board", "zedboard");
    expect(said.match(/wrote .*\.cpp$/gm)).toHaveLength(8);
    expect(said.match(/vitis_hls -f hls\.tcl/g)).toHaveLength(8);
    expect(readFileSync(join(folder, "gemm", "vivado.tcl"), "utf8")).toContain("xc7z020clg484-1");
    if (!hasMake()) return;
    const made = spawnSync("make", ["csim"], { cwd: join(folder, "histogram"), encoding: "utf8" });
    expect(made.stdout + made.stderr).toContain("all results are as expected");
  });

  it("the package knows the compiler's boards", () => {
    const { stdout } = runPython(["-c", "from pylog.options import BOARDS; print(*BOARDS)"]);
    expect(stdout.trim().split(" ")).toEqual(boards.map(({ name }) => name));
  });
});

/** With LUTRA_TOOLS=required its absence shows as a failure. */
function hasMake(): boolean {
  const found = ["make", "g++"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
  return found || process.env.LUTRA_TOOLS === "required";
}
