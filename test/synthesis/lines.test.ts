/** Every cycle of a call belongs to a line of the source: lines add up to the call, whatever the control looks like. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, toLoops } from "../../src/driver/compile.ts";
import { autoSchedule } from "../../src/explore/nests.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { type HardwareReport, reportOf } from "../../src/synthesis/report/index.ts";
import { apportioned } from "../../src/synthesis/report/lines.ts";

type Form = "written" | "pipelined";

function reported(text: string, form: Form): HardwareReport {
  const compiled = compile(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("; "));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error("not lowered");
  const done = apply(lowered.loops, form === "written" ? [] : autoSchedule(lowered.loops));
  if (!done.ok) throw new Error(done.refusal.message);
  const made = synthesize(done.loops, { target: { family: "xcup", periodNs: 6 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  return reportOf(made);
}

const folder = "bench/hardware/kernels";
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".py") && name !== "check.py")
  .filter((_, index) => process.env.ALL !== undefined || index % 3 === 0);

test.each(names.flatMap((name) => [[name, "written"] as const, [name, "pipelined"] as const]))(
  "%s, %s: lines add up to the call",
  (name, form) => {
    const { cycles, lines } = reported(readFileSync(`${folder}/${name}`, "utf8"), form);
    expect(lines.reduce((sum, line) => sum + line.cycles.least, 0)).toBe(cycles.least);
    expect(lines.reduce((sum, line) => sum + line.cycles.most, 0)).toBe(cycles.most);
    expect(lines.every(({ line }) => line > 0)).toBe(true);
  },
);

test("of a branch the longer side is shared, and nothing is counted twice", () => {
  const text = `from pylog import *

@pylog
def kernel(n: "int32", a: "int32[16]"):
    if n > 3:
        for i in range(16):
            a[i] += n
    else:
        for j in range(4):
            a[j] = 0
`;
  const { cycles, lines } = reported(text, "written");
  expect(lines.reduce((sum, line) => sum + line.cycles.least, 0)).toBe(cycles.least);
  expect(lines.reduce((sum, line) => sum + line.cycles.most, 0)).toBe(cycles.most);
});

test("beside a loop without a bound, a line takes no fewer cycles at most than at least", () => {
  const text = `from pylog import *

@pylog
def kernel(n: int):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
`;
  const { cycles, lines } = reported(text, "written");
  expect(lines.reduce((sum, line) => sum + line.cycles.least, 0)).toBe(cycles.least);
  expect(lines.filter((line) => line.cycles.most < line.cycles.least)).toEqual([]);
});

test("intervals belong to the lines that make them long", () => {
  const text = `from pylog import *
import numpy as np

@pylog
def kernel(a: "float32[64]"):
    total = np.float32(0)
    for i in range(64):
        total += a[i]
    return total
`;
  const [longest] = reported(text, "pipelined").lines;
  expect(longest?.line).toBe(8);
});

test.each([
  [10, [1, 1, 1]],
  [7, [5, 0, 2]],
  [3, [0, 0]],
  [5, [Infinity, 1]],
])("%i in parts of %j", (all, weights) => {
  expect(apportioned(all, weights).reduce((sum, one) => sum + one, 0)).toBe(all);
});
