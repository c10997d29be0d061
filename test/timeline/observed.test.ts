/** Timelines of one call, as the simulator saw it: what data decide, and what bounds say as well. */
import { describe, expect, it } from "vitest";
import {
  type CallTimelineOptions,
  compile,
  type Timeline,
  timeline,
  timelineOfCall,
} from "../../src/index.ts";
import { clockOf, type Piece } from "../../src/timeline/clock.ts";
import type { Process, Section } from "../../src/timeline/nodes.ts";
import type { ObservedCall } from "../../src/timeline/observe.ts";
import { sectionsIn } from "../../src/timeline/sections.ts";
import { cyclesIn } from "../../src/timeline/times.ts";
import { trafficOf } from "../../src/timeline/traffic.ts";

interface Call extends ObservedCall {
  readonly known: Timeline; // of any call
}

async function called(
  text: string,
  args: Readonly<Record<string, readonly number[]>> = {},
  options: CallTimelineOptions = {},
): Promise<Call> {
  const compiled = compile({ path: "kernel.py", text: `from pylog import *\n\n@pylog\n${text}` });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join());
  const schedule = options.schedule ?? "none";
  const known = timeline(compiled, { schedule });
  if (!known.ok) throw new Error("there is no circuit");
  const arrays = Object.fromEntries(Object.entries(args).map(([name, all]) => [name, Int32Array.from(all)]));
  const seen = await timelineOfCall(compiled, arrays, { ...options, schedule });
  return { known: known.timeline, ...seen };
}

function sectionOf({ processes }: Timeline, kind: Section["kind"], nth = 0): Section {
  const found = processes.flatMap(({ body }) => [...sectionsIn(body)]).filter((one) => one.kind === kind);
  return found[nth] ?? expect.fail(`no ${kind}`);
}

function piecesOf(process: Process): readonly Piece[] {
  const pieces: Piece[] = [];
  clockOf(process, {}).visit({ from: 0, to: Infinity, finest: 1 }, (piece) => pieces.push(piece));
  return pieces;
}

/** What is drawn, in an order of its own. */
function drawn({ processes }: Timeline): readonly string[] {
  return processes.flatMap((process, index) =>
    piecesOf(process)
      .filter(({ from, to }) => to > from)
      .map(({ kind, section, from, to }) => `${index} ${kind} ${section.id} ${from} ${to}`)
      .sort(),
  );
}

const gcd = `def gcd(a: "int32[4]", b: "int32[4]", out: "int32[4]"):
    for i in range(4):
        x = a[i]
        y = b[i]
        while y != 0:
            t = x % y
            x = y
            y = t
        out[i] = x
`;

describe("a call whose loops data end", () => {
  it("has the cycles that it took, and the iterations of each run", async () => {
    const { timeline: seen, known } = await called(gcd, { a: [12, 7, 0, 34], b: [18, 0, 5, 21] });
    expect(known.cycles.most).toBe(null);
    expect(seen.cycles.least).toBe(seen.cycles.most);
    expect(seen.recorded).toEqual({ to: seen.cycles.least, isWhole: true });
    // 18 % 12 and on: (12, 18), (18, 12), (12, 6); none; (0, 5); (34, 21) to (2, 1). In one more of each run it ends.
    expect(sectionOf(seen, "pipeline").totals).toMatchObject({ runs: 4, iterations: 3 + 0 + 1 + 7 + 4 });
  });

  it("ends when the circuit was done", async () => {
    const { timeline: seen } = await called(gcd, { a: [12, 7, 0, 34], b: [18, 0, 5, 21] });
    expect(clockOf(seen.processes[0] as Process, {}).total).toBe(seen.cycles.least);
  });
});

it("of a branch the side that ran is shown", async () => {
  const { timeline: seen } = await called(
    `def side(a: "int32[8]", out: "int32[8]"):
    for i in range(8):
        if a[i] > 10:
            for j in range(20):
                out[i] += j
`,
    { a: [1, 2, 30, 4, 50, 6, 7, 80] },
  );
  expect(sectionOf(seen, "branch").totals.runs).toBe(3);
  expect(sectionOf(seen, "pipeline").totals).toMatchObject({ runs: 3, iterations: 60 });
});

it("memories are touched as often as in that call", async () => {
  const { timeline: seen } = await called(gcd, { a: [12, 7, 0, 34], b: [18, 0, 5, 21] });
  const index = seen.memories.findIndex(({ name }) => name === "out");
  expect(seen.memories[index]).toMatchObject({ writes: 4, isExact: true });
  const { between } = trafficOf(seen, index);
  const { least } = seen.cycles;
  const each = Array.from({ length: least + 1 }, (_, cycle) => between(cycle, cycle + 1).writes);
  expect(each.filter((writes) => writes > 0)).toEqual([1, 1, 1, 1]);
});

describe("where bounds decide, it is what they say", () => {
  const kernels: readonly (readonly [string, string, CallTimelineOptions])[] = [
    [
      "loops in loops",
      'def nest(a: "int32[16]", out: "int32[16]"):\n    for i in range(4):\n        out[i] = 0\n        for j in range(i, 4):\n            out[i] += a[4 * i + j]\n    for k in range(16):\n        out[k] = out[k] * 3\n',
      {},
    ],
    [
      "a network",
      'def chain(a: "int32[32]", out: "int32[32]"):\n    t = np.zeros(32, np.int32)\n    for i in range(32):\n        t[i] = a[i] * 3\n    for j in range(32):\n        out[j] = t[j] // 7\n',
      { schedule: { path: "chain.schedule", text: "dataflow\n" } },
    ],
  ];
  it.each(kernels)("%s", async (_, text, options) => {
    const { timeline: seen, known } = await called(text, {}, options);
    expect(seen.cycles).toEqual(known.cycles);
    expect(drawn(seen)).toEqual(drawn(known));
    expect(seen.processes.map(({ start, waits }) => ({ start, waits }))).toEqual(
      known.processes.map(({ start, waits }) => ({ start, waits })),
    );
    for (const [index, channel] of (known.network?.channels ?? []).entries()) {
      const own = seen.network?.channels[index];
      expect([...cyclesIn(own?.given ?? [])]).toEqual([...cyclesIn(channel.given)]);
      expect([...cyclesIn(own?.taken ?? [])]).toEqual([...cyclesIn(channel.taken)]);
    }
  });
});

describe("a network in which data decide how long a process takes", () => {
  const bits = `def bits(a: "uint8[4]", c: "uint8[4]"):
    t = np.zeros(4, dtype=np.uint8)
    for i in range(4):
        x = a[i]
        n = np.uint8(0)
        while x > 0:
            x = x >> 1
            n += 1
        t[i] = n
    for j in range(4):
        c[j] = t[j] * 2
`;
  const schedule = { path: "bits.schedule", text: "dataflow\npipeline j\n" };

  it("has words in its streams as they came and went", async () => {
    const { timeline: seen } = await called(bits, {}, { schedule });
    const [stream] = seen.network?.channels ?? [];
    const [given, taken] = [[...cyclesIn(stream?.given ?? [])], [...cyclesIn(stream?.taken ?? [])]];
    expect([given.length, taken.length]).toEqual([4, 4]);
    for (const [nth, cycle] of taken.entries()) expect(cycle).toBeGreaterThan(given[nth] ?? Infinity);
    const gaps = given.slice(1).map((cycle, nth) => cycle - (given[nth] ?? 0));
    expect(new Set(gaps).size).toBeGreaterThan(1); // data decide
  });

  it("has processes that wait for words as long as they did", async () => {
    const { timeline: seen } = await called(bits, {}, { schedule });
    const reader = seen.processes[1] as Process;
    const waited = reader.waits.reduce((sum, { cycles, times }) => sum + cycles * times, 0);
    expect(reader.waits.map((wait) => wait.for)).toContain("word");
    expect(waited).toBeGreaterThan(0);
    expect(reader.start + clockOf(reader, {}).total + waited).toBe(seen.cycles.least);
  });
});

it("what would be too much to keep ends the recording, and that is said", async () => {
  const { timeline: seen } = await called(
    gcd.replaceAll("[4]", "[512]").replace("range(4)", "range(512)"),
    {},
    { mostKept: 100 },
  );
  expect(seen.recorded?.isWhole).toBe(false);
  expect(seen.cycles.most).toBe(null);
  expect(seen.cycles.least).toBe(seen.recorded?.to);
});

it("signals that change very often are kept up to a number of changes", async () => {
  const { waves, timeline: seen } = await called(gcd, {}, { signals: ["done", "idle"], mostChanges: 2 });
  expect(waves.signals.map(({ changes }) => changes.length)).toEqual([1, 1]);
  expect(waves.to).toBe(1);
  expect(seen.recorded?.isWhole).toBe(true);
});

it("signals that are chosen are seen with it, from a cycle on", async () => {
  const { waves } = await called(gcd, {}, { signals: ["done"], from: 5 });
  expect(waves.signals.map(({ name }) => name)).toEqual(["done"]);
  expect(waves.signals[0]?.changes[0]).toEqual({ cycle: 5, value: "0" });
  expect(waves.signals[0]?.changes[1]?.value).toBe("1");
});
