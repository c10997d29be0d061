/**
 * Kernels on AXI against models that nobody here wrote: random kernels, each called with nothing in its way, with channels that wait half of the
 * time, with a slow memory, and with one that answers SLVERR, after which it is called again.
 *
 *     LUTRA_PROGRAMS=1000 npx vitest run test/system/axi/cocotb.long.test.ts
 */
import { expect, test } from "vitest";
import { prepareLoops } from "../../../src/loops/program.ts";
import type { Value } from "../../../src/types/operators.ts";
import type { NDArray } from "../../../src/types/storage.ts";
import type { Case } from "../../backend/c-cases.ts";
import { randomCases } from "../../backend/c-samples.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { rng } from "../../schedule/random.ts";
import { argumentsFor } from "../../schedule/scheduled.ts";
import { cocotbAvailable, type PlannedCall, runCocotb } from "./cocotb.ts";
import { randomSystem } from "./random.ts";

const isHere = cocotbAvailable();
if (!isHere)
  console.warn(
    "skipped: calls over AXI need cocotb, cocotbext-axi and Icarus Verilog (scripts/install-tools)",
  );

test.skipIf(!isHere)("random kernels, called by cocotbext-axi", { timeout: 0 }, () => {
  const found: string[] = [];
  let calls = 0;
  for (const [index, one] of randomCases(20).entries()) {
    const judged = judge(one, index);
    calls += judged.calls;
    if (judged.wrong !== null) found.push(`${one.name}: ${judged.wrong}`);
  }
  console.log(`${calls} calls over AXI`);
  expect(found).toEqual([]);
  expect(calls).toBeGreaterThan(0);
});

test.skipIf(!isHere)(
  "random kernels on a clock that has nothing to do with that of the bus",
  { timeout: 0 },
  () => {
    const found: string[] = [];
    let calls = 0;
    for (const [index, one] of randomCases(6).entries()) {
      const judged = judge(one, index, periods[index % periods.length]);
      calls += judged.calls;
      if (judged.wrong !== null) found.push(`${one.name}: ${judged.wrong}`);
    }
    console.log(`${calls} calls over AXI, between two clocks`);
    expect(found).toEqual([]);
    expect(calls).toBeGreaterThan(0);
  },
);

/** Picoseconds of the kernel's clock; the bus has 10,000. */
const periods: readonly number[] = [3_334, 7_308, 9_998, 10_002, 23_146];

test.skipIf(!isHere)("a bit that is expected to be another is found", () => {
  const loops = loopsOf(
    'def kernel(a: "int32[5]", n: "int32"):\n    for i in range(5):\n        a[i] = a[i] + n\n    return n',
  );
  const made = randomSystem(loops, 1) ?? expect.fail("no circuit");
  const [args, after] = [argumentsFor(loops, 1), argumentsFor(loops, 1)];
  const { results } = prepareLoops(loops).run(after);
  const call = { ...{ args, after, results }, stalls: 0, latency: 0, refuses: null };
  const run = (calls: readonly PlannedCall[]): string | null =>
    runCocotb({ ...made, calls, seed: 1, place: () => 4096 });
  expect(run([call, call])).toBeNull();
  expect(run([call, { ...call, results: [5] }])).toContain("and not 5");
  expect(run([{ ...call, after: args }])).toContain("call 0, a");
});

const ways: readonly Pick<PlannedCall, "stalls" | "latency" | "refuses">[] = [
  { stalls: 0, latency: 0, refuses: null },
  { stalls: 0.5, latency: 0, refuses: null },
  { stalls: 0, latency: 60, refuses: "reads" },
  { stalls: 0.2, latency: 60, refuses: null },
  { stalls: 0.2, latency: 10, refuses: "writes" },
  { stalls: 0.8, latency: 0, refuses: null },
];

function judge(
  { loops, args }: Case,
  index: number,
  kernelPs?: number,
): { readonly calls: number; readonly wrong: string | null } {
  const made = randomSystem(loops, index);
  if (made === null) return { calls: 0, wrong: null };
  const given = new Map(Object.entries(args));
  const after = new Map([...given].map(([name, value]) => [name, copied(value)]));
  let results: readonly (NDArray | Value)[];
  try {
    results = prepareLoops(loops).run(after).results.map(copied);
  } catch {
    return { calls: 0, wrong: null }; // it faults: there is nothing to compare
  }
  const pick = rng(index + 5);
  const calls = ways.map((way) => ({ ...way, args: given, after, results }));
  const wrong = runCocotb({
    ...made,
    calls,
    seed: index,
    ...(kernelPs === undefined ? {} : { kernelPs }),
    place: () => 64 * pick(2 ** 30) + 2 ** 40 * pick(8),
  });
  return { calls: calls.length, wrong };
}

function copied(value: NDArray | Value): NDArray | Value {
  return typeof value === "object" ? { ...value, data: value.data.slice() } : value;
}
