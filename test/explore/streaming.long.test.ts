/** `--schedule streaming`: each nest a process, the slowest helped first; what is computed stays the same. */
import { expect, test } from "vitest";
import { parts } from "../../src/device/part.ts";
import { compile } from "../../src/driver/compile.ts";
import { circuitLoops } from "../../src/driver/schedule.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { streamingFor } from "../../src/explore/streaming.ts";
import { printStep } from "../../src/schedule/print.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import { target } from "../synthesis/kernel-run.ts";
import { inARow } from "../synthesis/network/run.ts";
import { writtenLoops } from "../synthesis/written.ts";

const layers = (n: number): string => `
def layers(x: "int16[${n}]", w: "int16[${n}, ${n}]", v: "int16[${n}, ${n}]"):
    h = np.empty(${n}, dtype=np.int32)
    r = np.empty(${n}, dtype=np.int16)
    y = np.empty(${n}, dtype=np.int32)
    for i in range(${n}):
        s = np.int32(0)
        for j in range(${n}):
            s += np.int32(x[j]) * w[i, j]
        h[i] = s
    for k in range(${n}):
        r[k] = np.int16(np.clip(h[k] >> 4, -100, 100))
    for m in range(${n}):
        t = np.int32(0)
        for p in range(${n}):
            t += np.int32(r[p]) * v[m, p]
        y[m] = t
    return y
`;

const part = parts["xc7z020clg400-1"];

test.each([6, 7])(
  "%d neurons: calls follow each other sooner than under Lutra's other schedule",
  async (n) => {
    const loops = writtenLoops(layers(n));
    const chosen = streamingFor(loops, target, part);
    const { interval, predicted } = await inARow(loops, chosen.loops);
    expect(interval).toBe(predicted);
    const alone = scheduleFor(loops, target, part);
    expect(interval).toBeLessThan(alone.cycles ?? 0);
  },
);

const weighted = (): string => {
  const words = Array.from({ length: 32 }, (_, i) =>
    Array.from({ length: 160 }, (_, j) => ((i * 160 + j) * 37) % 1000).join(", "),
  );
  return `
def weighted(x: "int16[160]"):
    w = np.array([[${words.join("], [")}]], dtype=np.int16)
    h = np.empty(32, dtype=np.int32)
    y = np.empty(32, dtype=np.int32)
    for i in range(32):
        s = np.int32(0)
        for j in range(160):
            s += np.int32(x[j]) * w[i, j]
        h[i] = s
    for k in range(32):
        y[k] = h[31 - k] >> 4
    return y
`;
};

test("lanes stop where the memories of the part are full", () => {
  const loops = writtenLoops(weighted());
  const blocks = (has: number): number => {
    const chosen = streamingFor(loops, target, { ...part, blockRams: has });
    const made = synthesize(chosen.loops, { target });
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
    return resourcesOf(made).blockRams;
  };
  expect(blocks(140)).toBeGreaterThan(5);
  expect(blocks(5)).toBeLessThanOrEqual(5);
});

test("the steps are a schedule that anybody can write", () => {
  const { schedule } = streamingFor(writtenLoops(layers(4)), target, part);
  const steps = schedule.map(printStep);
  expect(steps.at(-1)).toBe("dataflow");
  expect(steps).toContain("pipeline k");
});

test("a kernel of one nest has nothing to stream", () => {
  const text =
    'from pylog import *\n\n@pylog\ndef one(a: "int32[4]"):\n    for i in range(4):\n        a[i] += 1\n';
  const compiled = compile({ path: "one.py", text });
  if (!compiled.ok) throw new Error("it compiles");
  expect(() => circuitLoops(compiled, { schedule: "streaming" })).toThrow(
    "--schedule streaming makes nests processes: the kernel is one nest, `i`: nothing runs beside it",
  );
});
