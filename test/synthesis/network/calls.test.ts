/** Calls that overlap: each leaves what it would leave alone, and they follow each other as predicted. */
import { describe, expect, test } from "vitest";
import { calledInARow } from "./run.ts";

const chain = (read: string): string => `
def kernel(a: "int32[64]", c: "int32[64]", n: "int32"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * n
    for j in range(64):
        c[j] = t[${read}] + 1
`;

describe("the next call starts as soon as the first process can take it", () => {
  test("where a stream joins the processes", async () => {
    const { interval, latency } = await calledInARow(chain("j"), "pipeline i\npipeline j\ndataflow");
    expect({ interval, latency }).toEqual({ interval: 66, latency: 68 });
  });

  test("where a memory does: the next call writes its other side", async () => {
    const { interval, latency } = await calledInARow(chain("63 - j"), "pipeline i\npipeline j\ndataflow");
    expect({ interval, latency }).toEqual({ interval: 66, latency: 132 });
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

  test("one after another where the processes are tasks", async () => {
    const { interval, latency } = await calledInARow(chain("j"), "pipeline i\npipeline j\ntask_parallel");
    expect(interval).toBe(latency);
  });
});
