/** The project around a kernel, as its Makefile runs it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { scaleCycles } from "../../synthesis/kernels.ts";
import { icarusAvailable } from "../icarus.ts";
import { verilatorAvailable } from "../verilator.ts";
import { make, project, removeProjects } from "./project.ts";

afterAll(removeProjects);

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

it.skipIf(!verilatorAvailable())("Verilator has nothing against the design", () => {
  expect(
    make(
      project((index) => index - 5),
      "lint",
    ),
  ).toMatchObject({ status: 0 });
});
