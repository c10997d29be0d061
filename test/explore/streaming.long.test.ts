/** `--schedule streaming`: each nest a process, the slowest helped first; what is computed stays the same. */
import { expect, test } from "vitest";
import { parts } from "../../src/device/part.ts";
import { compile } from "../../src/driver/compile.ts";
import { circuitLoops } from "../../src/driver/schedule.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { streamingFor } from "../../src/explore/streaming/index.ts";
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

/** A convolution, its activation, padding, a convolution of each channel, and a 1 x 1 convolution. */
const channels = (n: number): string => `
def channels(x: "int8[${n}]", w: "int8[${n}, ${n}]"):
    a = np.empty((${n}, ${n}), dtype=np.int16)
    r = np.empty((${n}, ${n}), dtype=np.int16)
    p = np.empty((${n}, ${n + 2}), dtype=np.int16)
    d = np.empty((${n}, ${n}), dtype=np.int16)
    y = np.empty((${n}, ${n}), dtype=np.int32)
    for c in range(${n}):
        for i in range(${n}):
            s = np.int16(0)
            for k in range(3):
                s += np.int16(x[min(i + k, ${n - 1})]) * w[c, k]
            a[c, i] = s
    for c1 in range(${n}):
        for i1 in range(${n}):
            r[c1, i1] = max(a[c1, i1], 0)
    for c2 in range(${n}):
        for i2 in range(${n + 2}):
            p[c2, i2] = r[c2, i2 - 1] if i2 > 0 and i2 < ${n + 1} else 0
    for c3 in range(${n}):
        for i3 in range(${n}):
            t = np.int16(0)
            for k3 in range(3):
                t += p[c3, i3 + k3] >> k3
            d[c3, i3] = t
    for c4 in range(${n}):
        for i4 in range(${n}):
            u = np.int32(0)
            for k4 in range(${n}):
                u += np.int32(d[k4, i4]) * w[c4, k4]
            y[c4, i4] = u
    return y
`;

test.each([8, 9])(
  "%d channels: what lanes give passes as streams, and all layers take about as long",
  async (n) => {
    const loops = writtenLoops(channels(n));
    const small = { ...part, dsps: 12 };
    const chosen = streamingFor(loops, target, small);
    const made = synthesize(chosen.loops, { target });
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
    const taken = made.network?.channels.find(({ by }) => by === "a");
    expect(taken?.kind).toBe("stream");
    expect(resourcesOf(made).dsps).toBeLessThanOrEqual(12);
    const { interval, predicted } = await inARow(loops, chosen.loops);
    expect(interval).toBe(predicted);
    expect(interval).toBeLessThan(n * n * 4);
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
  expect(steps).toContain("buffer y"); // lanes write it
  expect(steps.some((step) => step.startsWith("pipeline k"))).toBe(true);
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
