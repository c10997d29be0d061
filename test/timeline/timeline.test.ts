/** What timelines say of small kernels. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../src/call/seeded.ts";
import { circuitMade } from "../../src/driver/report.ts";
import {
  circuitLoops,
  compile,
  type ScheduleOptions,
  type Timeline,
  timeline,
  waves,
} from "../../src/index.ts";
import { clockOf } from "../../src/timeline/clock.ts";
import { timelineOf } from "../../src/timeline/index.ts";
import { countBefore, cyclesIn, timesIn } from "../../src/timeline/times.ts";
import { trafficOf } from "../../src/timeline/traffic.ts";
import { standingStill } from "../../src/timeline/waits.ts";
import { compared } from "./exact.ts";

function kernelOf(text: string) {
  const kernel = compile({ path: "kernel.py", text: `from pylog import *\n\n@pylog\n${text}` });
  if (!kernel.ok) throw new Error(kernel.diagnostics.map(({ message }) => message).join("\n"));
  return kernel;
}

function timelineFor(text: string, schedule: string): Timeline {
  const options: ScheduleOptions = { schedule: { path: "s", text: schedule }, part: "xc7", clock: "100MHz" };
  const answer = timeline(kernelOf(text), options);
  if (!answer.ok) throw new Error("there is no circuit");
  return answer.timeline;
}

const running = `def running(a: "float32[64]", out: "float32[64]"):
    total = 0.0
    for i in range(64):
        total += a[i]
        out[i] = total
`;

describe("a loop", () => {
  it("that waits for itself says which operations it waits for, how long, and where they stand", () => {
    const { graphs, processes } = timelineFor(running, "pipeline i");
    const loop = processes[0]?.body.find(({ kind }) => kind === "pipeline");
    const graph = loop?.kind === "pipeline" ? graphs[loop.graph] : undefined;
    const bound = graph?.bound;
    if (bound?.kind !== "recurrence") throw new Error(`${bound?.kind} is no recurrence`);
    expect(bound.distance).toBe(1);
    expect(bound.cycles).toBe(graph?.interval);
    expect(bound.steps.reduce((sum, { takes }) => sum + takes, 0)).toBe(graph?.interval);
    expect(bound.steps.map(({ name, place }) => [name, place?.line])).toContainEqual(["add float32", 7]);
  });

  it("whose memory has too few ports says which accesses are at it", () => {
    const text = `def sums(a: "int32[64]", out: "int32[16]"):
    for i in range(16):
        out[i] = a[i] + a[i + 13] + a[i + 29] + a[i + 31] + a[i + 47]
`;
    const { graphs } = timelineFor(text, "pipeline i");
    const [bound] = graphs.flatMap((graph) => (graph.bound === null ? [] : [graph.bound]));
    expect(bound).toMatchObject({ kind: "ports", memory: "a", bank: null, ports: 2 });
    if (bound?.kind !== "ports") throw new Error("no ports");
    expect(bound.accesses).toHaveLength(5);
    expect(new Set(bound.accesses.map(({ place }) => place?.line))).toEqual(new Set([6]));
  });

  it("is said once, with its bounds, however long it runs; and windows of it are exact", () => {
    const text = `def long(a: "int32[1000]"):
    for t in range(1000):
        for i in range(1000):
            for j in range(i, 40):
                a[j] += t
`;
    const own = timelineFor(text, "");
    expect(own.cycles.least).toBeGreaterThan(2_000_000);
    expect(JSON.stringify(own).length).toBeLessThan(20_000);
    const [process] = own.processes;
    if (process === undefined) throw new Error("no process");
    const clock = clockOf(process, {});
    expect(clock.total).toBe(own.cycles.least);
    const seen: number[] = [];
    clock.visit({ from: 1_000_000, to: 1_000_100, finest: 0 }, ({ from, to }) => seen.push(from, to));
    expect(seen.length).toBeLessThan(500);
  });
});

it("memories are touched as often as their operations run, in any cycles", () => {
  const own = timelineFor(running, "pipeline i");
  const [reads, writes] = ["a", "out"].map((name) => own.memories.findIndex((one) => one.name === name));
  const total = own.cycles.least + 1;
  expect(trafficOf(own, reads ?? 0).between(0, total)).toEqual({ reads: 64, writes: 0 });
  expect(trafficOf(own, writes ?? 0).between(0, total)).toEqual({ reads: 0, writes: 64 });
  let sum = 0;
  for (let cycle = 0; cycle < total; cycle++) {
    const { reads: now } = trafficOf(own, reads ?? 0).between(cycle, cycle + 1);
    expect(now).toBeLessThanOrEqual(1);
    sum += now;
  }
  expect(sum).toBe(64);
});

describe("a network", () => {
  const source = { path: "edges.py", text: readFileSync("examples/edges.py", "utf8") };
  const schedule = { path: "edges.schedule", text: readFileSync("examples/edges.schedule", "utf8") };

  it("starts every iteration of every process in the cycle in which its circuit does, waits counted", async () => {
    const kernel = compile(source);
    if (!kernel.ok) throw new Error("refused");
    const { loops } = circuitLoops(kernel, { schedule });
    const args = Object.fromEntries(argumentsFor(kernel.program, new Map(), 1));
    const { kind, starts } = await compared(loops, args, 10_000);
    expect(kind).toBe("same");
    expect(starts).toBeGreaterThan(7000);
  });

  it("says when words pass and when processes stand still", () => {
    const kernel = compile(source);
    const answer = kernel.ok ? timeline(kernel, { schedule }) : null;
    if (answer?.ok !== true) throw new Error("there is no circuit");
    const { network, processes, cycles } = answer.timeline;
    const stream = network?.channels.find(({ kind }) => kind === "stream");
    expect(stream?.given.reduce((sum, { times }) => sum + times, 0)).toBe(stream?.words);
    expect(countBefore(stream?.taken ?? [], cycles.least + 1)).toBe(stream?.words);
    const [, second] = processes;
    if (second === undefined) throw new Error("no second process");
    const still = standingStill(second);
    expect(still.waited).toBeGreaterThan(0);
    const waits = [...still.waitsIn(0, cycles.least)];
    expect(waits.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(still.waited);
    for (const own of [0, 1, 100, 1000]) expect(still.ofOwn(still.ofCall(own + 1) - 1)).toBe(own);
  });
});

it("signals are those of a simulation", async () => {
  const text = `def twice(x: "uint8"):\n    return x + x\n`;
  const { signals, to } = await waves(kernelOf(text), { x: 21 }, { schedule: "none" });
  const named = new Map(signals.map((signal) => [signal.name, signal]));
  expect(named.get("done")?.changes.at(-1)?.value).toBe("1");
  expect(named.get("return")?.changes.at(-1)).toMatchObject({ value: (42).toString(16) });
  expect(to).toBeLessThan(10);
});

it("cycles are written as runs, and read again", () => {
  const cycles = [1, 2, 3, 4, 9, 12, 15, 18, 40, 41, 100];
  const runs = timesIn(cycles);
  expect([...cyclesIn(runs)]).toEqual(cycles);
  expect(runs.length).toBeLessThan(6);
  expect(countBefore(runs, 15)).toBe(6);
});

it("of very many operations those are listed that bound the interval; all are counted", () => {
  const kernel = kernelOf(running);
  const made = circuitMade(
    kernel,
    {},
    circuitLoops(kernel, { schedule: { path: "s", text: "pipeline i" } }),
  ).made;
  if (!made.ok) throw new Error("there is no circuit");
  const [all, few] = [timelineOf(made), timelineOf(made, { mostOperations: 4 })];
  const loop = few.graphs.find(({ bound }) => bound !== null);
  const whole = all.graphs.find(({ bound }) => bound !== null);
  const listed = new Set(loop?.operations.map(({ id }) => id));
  expect(loop?.leftOut).toBeGreaterThan(0);
  expect(loop?.operations.length).toBeLessThan(5);
  if (loop?.bound?.kind !== "recurrence") throw new Error("no recurrence");
  for (const { id } of loop.bound.steps) expect(listed).toContain(id);
  expect(loop.stages).toEqual(whole?.stages);
});
