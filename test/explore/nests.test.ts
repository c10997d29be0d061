/** The schedule that a kernel gets when nobody writes one. */
import { expect, it } from "vitest";
import { compile, toLoops } from "../../src/driver/compile.ts";
import { autoSchedule } from "../../src/explore/nests.ts";
import { printSchedule } from "../../src/schedule/print.ts";

const cases: readonly (readonly [what: string, source: string, schedule: string])[] = [
  [
    "pipelines a lonely loop",
    `def kernel(a: "int32[64]"):
    for i in range(64):
        a[i] += 1`,
    "pipeline i",
  ],
  [
    "unrolls small loops inside a pipeline",
    `def kernel(a: "int32[64,64]", w: "int32[3,3]", b: "int32[62,62]"):
    for i in range(62):
        for j in range(62):
            for r in range(3):
                for c in range(3):
                    b[i, j] += a[i + r, j + c] * w[r, c]`,
    "pipeline j",
  ],
  [
    "leaves a long loop inside a loop",
    `def kernel(a: "int32[64,64]", b: "int32[64]"):
    for i in range(64):
        for j in range(64):
            b[i] += a[i, j]`,
    "pipeline j",
  ],
  [
    "does not count what only data know",
    `def kernel(n: "int32[8]", b: "int32[8]"):
    for i in range(8):
        for j in range(n[i]):
            b[i] += j`,
    "pipeline j",
  ],
  [
    "leaves loops alone that somebody spoke for",
    `def kernel(a: "int32[64]", b: "int32[64]"):
    for i in range(64).unroll(4):
        a[i] += 1
    for j in range(64):
        b[j] += 1`,
    "pipeline j",
  ],
];

it.each(cases)("%s", (_, text, schedule) => {
  const compiled = compile(`from pylog import *\n\n@pylog\n${text}\n`);
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("; "));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error("not lowered");
  expect(printSchedule(autoSchedule(lowered.loops)).trim()).toBe(schedule);
});
