/** The project around a kernel, as its Makefile runs it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { testbench } from "../../../src/hardware/testbench/index.ts";
import { int32 } from "../../../src/types/types.ts";
import { filled, scale, scaleArguments, scaleCycles } from "../../synthesis/kernels.ts";
import { icarusAvailable } from "../icarus.ts";
import { verilatorAvailable } from "../verilator.ts";

const kernel = scale();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe.skipIf(!icarusAvailable())("in Icarus Verilog", () => {
  it("says PASS and the cycles where everything is as expected", () => {
    const { status, text } = make(
      project((index) => index - 5),
      "icarus",
    );
    expect(text).toContain(`cycles ${scaleCycles}\nPASS scale: 17 values as expected\n`);
    expect(status).toBe(0);
  });

  it("shows the first element that differs, by its indices", () => {
    const folder = project((index) => 2 * index);
    writeFileSync(join(folder, "expected/c.mem"), "0\n".repeat(16));
    const { status, text } = make(folder, "icarus");
    expect(text).toContain("c[0, 1] is -6, expected 0\nFAIL scale: 15 of 17 values differ\n");
    expect(status).not.toBe(0);
  });

  it("shows a fault in the words of the check, with its line", () => {
    const { status, text } = make(
      project(() => 13),
      "icarus",
    );
    expect(text).toContain(
      "FAULT 2 after 3 cycles\nan index is out of range for an axis of 4 elements, k.py:2",
    );
    expect(status).not.toBe(0);
  });

  it("stops at a limit of cycles", () => {
    const { status, text } = make(
      project(() => 1),
      "icarus",
      "ARGS=+limit=5",
    );
    expect(text).toContain("TIMEOUT after 5 cycles\n");
    expect(status).not.toBe(0);
  });

  it("writes waveforms on request", () => {
    const folder = project(() => 1);
    make(folder, "icarus", "ARGS=+vcd");
    expect(readFileSync(join(folder, "scale.vcd"), "utf8")).toContain("$scope module kernel $end");
  });
});

describe.skipIf(!verilatorAvailable())("in Verilator", () => {
  it("says PASS, and has nothing against the design", () => {
    const folder = project((index) => index - 5);
    expect(make(folder, "verilator").text).toContain(`cycles ${scaleCycles}\nPASS scale`);
    expect(make(folder, "lint")).toMatchObject({ status: 0 });
  });
});

/** The files of a call with k = -3, and the folder they are in. */
function project(value: (index: number) => number): string {
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

function make(
  folder: string,
  ...words: readonly string[]
): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync("make", words, { cwd: folder, encoding: "utf8" });
  return { status, text: stdout + stderr };
}
