/** Projects around a kernel in folders of their own, and their Makefile. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { testbench } from "../../../src/hardware/testbench/index.ts";
import { int32 } from "../../../src/types/types.ts";
import { filled, scale, scaleArguments } from "../../synthesis/kernels.ts";

const kernel = scale();
const folders: string[] = [];

/** After the tests of a file. */
export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** The files of a call with k = -3, and the folder they are in. */
export function project(value: (index: number) => number): string {
  const folder = mkdtempSync(join(tmpdir(), "lutra-testbench-"));
  folders.push(folder);
  const c = filled(int32, (index) => -3 * value(index));
  const total =
    -3 * Array.from({ length: 16 }, (_, index) => value(index)).reduce((sum, one) => sum + one, 0);
  const expected = { args: new Map([["c", c]]), results: [total, c] };
  const options = { checks: kernel.checks, source: { path: "k.py", text: "1\n2\n3\n4" } };
  const files = testbench(kernel.design, kernel.interface, scaleArguments(value, -3), expected, options);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function make(
  folder: string,
  ...words: readonly string[]
): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync("make", words, { cwd: folder, encoding: "utf8" });
  return { status, text: stdout + stderr };
}
