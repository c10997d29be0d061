/** Networks that are timed one after another take the same cycles, and of each only what is new is looked at. */
import { expect, test } from "vitest";
import { parts } from "../../../src/device/part.ts";
import { adviceFor } from "../../../src/explore/advice.ts";
import { noKnownProcesses, predicted } from "../../../src/synthesis/index.ts";
import { target } from "../kernel-run.ts";
import { writtenLoops } from "../written.ts";

const source = `
def kernel(a: "int32[64]", c: "int32[64]"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * 3
    u = np.zeros(64, dtype=np.int32)
    for j in range(64):
        u[j] = t[j] * t[63 - j] + t[j ^ 5] * t[j ^ 9]
    for k in range(64):
        c[k] = u[k] * u[k]
`;

const part = parts["xcvu9p-flgb2104-2-i"];

const schedules = ["dataflow", "pipeline i\ndataflow", "pipeline i\npipeline k\ndataflow"];

test("whatever was timed before", () => {
  const known = noKnownProcesses();
  const told = schedules.map((steps) => predicted(writtenLoops(source, steps), { target }, known));
  const alone = schedules.map((steps) => predicted(writtenLoops(source, steps), { target }));
  expect(told.map(({ most }) => most)).toEqual(alone.map(({ most }) => most));
});

test("a step in one process leaves the others as they were", () => {
  const known = noKnownProcesses();
  predicted(writtenLoops(source, "dataflow"), { target }, known);
  const before = new Set(known.timed.keys());
  predicted(writtenLoops(source, "pipeline k\ndataflow"), { target }, known);
  const more = [...known.timed.keys()].filter((key) => !before.has(key));
  expect(more.filter((key) => !key.includes("kernel_k_process"))).toEqual([]);
});

test("advice is the same with what is known of the circuit and without", () => {
  const loops = writtenLoops(source, "pipeline i\ndataflow");
  const processes = noKnownProcesses();
  const cycles = predicted(loops, { target }, processes).most;
  const advice = adviceFor(loops, target, part);
  expect(advice).not.toEqual([]);
  expect(adviceFor(loops, target, part, { cycles, processes })).toEqual(advice);
});
