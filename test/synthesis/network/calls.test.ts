/** Calls that overlap: each leaves what it would leave alone, and they follow each other as predicted. */
import { describe, expect, test } from "vitest";
import { callsInARow } from "../../../src/hardware/bench/calls.ts";
import { faultName, harness } from "../../../src/hardware/bench/harness.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { reportOf } from "../../../src/synthesis/report/index.ts";
import { allocate, type NDArray, set } from "../../../src/types/storage.ts";
import { array, int32 } from "../../../src/types/types.ts";
import { target } from "../kernel-run.ts";
import { writtenLoops } from "../written.ts";
import { calledInARow } from "./run.ts";

const chain = (read: string): string => `
def kernel(a: "int32[64]", c: "int32[64]", n: "int32"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * n
    for j in range(64):
        c[j] = t[${read}] + 1
`;

/** Two processes in the middle are joined by streams, and to the others by memories. */
const twoMemories = `
def kernel(a: "float32[32]", c: "float32[32]"):
    s = np.zeros(32, dtype=np.float32)
    for i in range(32):
        s[i] = a[i] * np.float32(0.5)
    t = np.zeros(32, dtype=np.float32)
    for j in range(16):
        t[j] = s[j] + s[j + 16]
        t[j + 16] = (s[j] - s[j + 16]) * np.float32(0.7)
    u = np.zeros(32, dtype=np.float32)
    for k in range(16):
        u[k] = t[k] + t[k + 16]
        u[k + 16] = (t[k] - t[k + 16]) * np.float32(0.3)
    for m in range(32):
        c[m] = u[m] * np.float32(2)
`;
const pipelined = "pipeline i\npipeline j\npipeline k\npipeline m\ndataflow";

describe("the next call starts as soon as the first process can take it", () => {
  test("where a stream joins the processes", async () => {
    const { interval, latency } = await calledInARow(chain("j"), "pipeline i\npipeline j\ndataflow");
    expect({ interval, latency }).toEqual({ interval: 66, latency: 68 });
  });

  test("where a memory does: the next call writes its other side", async () => {
    const { interval, latency } = await calledInARow(chain("63 - j"), "pipeline i\npipeline j\ndataflow");
    expect({ interval, latency }).toEqual({ interval: 66, latency: 132 });
  });

  const four = (last: string): string => `
def kernel(a: "int32[64]"):
    s = np.empty(64, dtype=np.int32)
    t = np.empty(64, dtype=np.int32)
    u = np.empty(64, dtype=np.int32)
    v = np.empty(64, dtype=np.int32)
    for i in range(64):
        s[i] = a[i] * 3
    for j in range(64):
        t[j] = s[63 - j] + 1
    for k in range(64):
        u[k] = t[63 - k] * t[k]
    for m in range(64):
        v[m] = u[63 - m] - ${last}
    return v
`;
  const eachPipelined = "pipeline i\npipeline j\npipeline k\npipeline m\ndataflow";

  test("where four processes are joined by memories: as many calls are in flight", async () => {
    const { predicted, interval, latency } = await calledInARow(four("5"), eachPipelined, 24);
    expect({ predicted, interval, latency }).toEqual({ predicted: 66, interval: 66, latency: 264 });
  });

  test("where the last one reads what the first one wrote: two calls at a time, for its memory has two sides", async () => {
    const { predicted, interval, latency } = await calledInARow(four("s[m]"), eachPipelined, 24);
    expect({ predicted, interval, latency }).toEqual({ predicted: 132, interval: 132, latency: 264 });
  });

  test("where scalars pass on and come back", async () => {
    const source = `
def kernel(a: "int32[24]", c: "int32[24]", n: "int32"):
    s = np.int32(0)
    for i in range(24):
        s += a[i] * n
    t = np.zeros(24, dtype=np.int32)
    for j in range(24):
        t[23 - j] = s + j
    m = np.int32(0)
    for k in range(24):
        c[k] = t[k] - n
        m = max(m, t[k])
    return m
`;
    const { interval, latency } = await calledInARow(source, "pipeline i\npipeline j\npipeline k\ndataflow");
    expect(interval).toBeLessThan(latency);
  });

  test("in a pattern of several calls, of which the mean is told", async () => {
    const { predicted, interval, latency } = await calledInARow(twoMemories, pipelined, 12);
    expect({ predicted, interval, latency }).toEqual({ predicted: 56.5, interval: 56.5, latency: 113 });
  });

  test("and loops that streams bound are told with how often these pass a word", () => {
    const made = synthesize(writtenLoops(twoMemories, pipelined), { target });
    const reasons = made.ok ? reportOf(made).loops.map(({ reason }) => reason) : [];
    expect(reasons).toContainEqual(expect.stringMatching(/uses t 2 times .* room for 1 use$/));
  });

  test("where a process clears a memory of its own before it takes the next call", async () => {
    const source = `
def kernel(a: "int32[32]", c: "int32[32]"):
    t = np.zeros(32, dtype=np.int32)
    for i in range(32):
        t[i] = a[i] * 3
    h = np.zeros(64, dtype=np.int32)
    for j in range(32):
        h[t[j] & 63] += 1
        c[j] = h[(t[j] * 5) & 63]
`;
    for (const how of ["dataflow", "task_parallel"]) {
      const { predicted, interval } = await calledInARow(source, `pipeline i\npipeline j\n${how}`);
      expect(predicted).not.toBe(null);
      expect(interval).toBe(predicted);
    }
  });

  test("one after another where the processes are tasks", async () => {
    const { interval, latency } = await calledInARow(chain("j"), "pipeline i\npipeline j\ntask_parallel");
    expect(interval).toBe(latency);
  });
});

describe("faults of calls that overlap", () => {
  const source = `
def kernel(a: "int32[16]"):
    s = np.empty(16, dtype=np.int32)
    t = np.empty(16, dtype=np.int32)
    u = np.empty(16, dtype=np.int32)
    for i in range(16):
        s[i] = a[i] * 3
    for j in range(16):
        t[j] = s[s[15 - j]]
    for k in range(16):
        u[k] = t[15 - k] * 2
    return u
`;

  test("stay told while other calls begin and end, until one begins alone", async () => {
    const loops = writtenLoops(source, "pipeline i\npipeline j\npipeline k\ndataflow");
    const made = synthesize(loops, { target, faults: "watched" });
    if (!made.ok) throw new Error("no circuit");
    const circuit = await simulate(harness(made.design, made.interface, { sides: true }));
    const call = (index: number): ReadonlyMap<string, NDArray> => {
      const a = allocate(array(int32, [16]));
      for (let k = 0; k < 16; k++) set(a, k, index);
      return new Map([["a", a]]);
    };
    expect(callsInARow(circuit, made.interface, [1, 9, 2, 3, 4, 0].map(call), 10_000)).not.toBe(null);
    for (let k = 0; k < 4; k++) circuit.step();
    expect(Number(circuit.get(faultName))).toBeGreaterThan(0);
    expect(callsInARow(circuit, made.interface, [1].map(call), 10_000)).not.toBe(null);
    for (let k = 0; k < 4; k++) circuit.step();
    expect(Number(circuit.get(faultName))).toBe(0);
  });
});
