/**
 * Loads whose words decide where the next ones are: what an iteration writes is read by the next one in the same cycle, so that a
 * step takes as long as the memory.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/synthesis/passed.test.ts
 */
import { describe, expect, test } from "vitest";
import { reportOf } from "../../src/synthesis/report/index.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { day } from "../corpus/day.ts";
import { chasedKernel } from "./chased_loops.ts";
import { verdict } from "./promise.ts";
import { writtenCircuit, writtenLoops } from "./written.ts";

const size = 64;

function words(of: (at: number) => number): NDArray {
  return {
    type: { kind: "array", element: int32, shape: [size] },
    data: Int32Array.from({ length: size }, (_, at) => of(at)),
  };
}

async function cyclesOf(source: string, steps: string, args: Parameters<typeof verdict>[1]): Promise<number> {
  const found = await verdict(writtenLoops(source, steps), args);
  if (found.kind !== "kept") throw new Error(JSON.stringify(found));
  return found.ran.cycles;
}

const search = `def kernel(a: "int32[${size}]", key: "int32"):
    i = 0
    while a[i] != key:
        i += 1
    return i`;

const chain = `def kernel(next: "int32[${size}]"):
    at = np.int32(0)
    steps = 0
    while next[at] != 0:
        at = next[at]
        steps += 1
    return steps`;

const states = `def kernel(table: "int32[${size}]", given: "int32[${size}]"):
    state = np.int32(0)
    for i in range(${size}):
        state = table[(state ^ given[i]) & 63]
    return state`;

const runs = `def kernel(a: "int32[${size}]", out: "int32[${size}]"):
    at = 0
    for i in range(8):
        while a[at] == i:
            at += 1
        out[i] = at`;

describe("a step takes a cycle", () => {
  test("of a search in a while", async () => {
    const args = { a: words((at) => at), key: 50 };
    const far = await cyclesOf(search, "", args);
    expect(far - (await cyclesOf(search, "", { ...args, key: 10 }))).toBe(40);
  });

  test("up to the last element, behind which there is nothing", async () => {
    const args = { a: words((at) => at), key: size - 1 };
    expect(await cyclesOf(search, "", args)).toBeLessThanOrEqual(size + 4);
  });

  test("of a chain of places", async () => {
    const next = words((at) => (at * 5 + 1) % size);
    expect(await cyclesOf(chain, "", { next })).toBeLessThanOrEqual(size + 4);
  });

  test("of a table of states", async () => {
    const args = { table: words((at) => (at * 7 + 3) % size), given: words((at) => at * at) };
    expect(await cyclesOf(states, "pipeline i", args)).toBeLessThanOrEqual(size + 4);
    expect(reportOf(writtenCircuit(states, "pipeline i")).loops[0]).toMatchObject({ interval: 1 });
  });

  test("of a while in a for", async () => {
    const [a, out] = [words((at) => at >> 2), words(() => 0)];
    expect(await cyclesOf(runs, "", { a, out })).toBeLessThanOrEqual(8 * 5 + 4);
  });
});

test("a search that runs off the end is a fault", async () => {
  const found = await verdict(writtenLoops(search), { a: words((at) => at), key: -1 });
  expect(found).toMatchObject({ kind: "kept", ran: { left: { fault: { code: "index-out-of-range" } } } });
});

const count = Number(process.env.LUTRA_PROGRAMS ?? 12);
const seed = Number(process.env.LUTRA_SEED ?? 7_000_000 + day * count);

test(`random kernels from seed ${seed}`, { timeout: 0 }, async () => {
  const wrong: string[] = [];
  for (let next = seed; next < seed + count; next++) {
    const { text, loops, args } = chasedKernel(next);
    const found = await verdict(loops, args);
    if (found.kind === "broken") wrong.push(`seed ${next}: ${found.how}\n${text}`);
  }
  expect(wrong).toEqual([]);
});
