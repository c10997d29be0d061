/**
 * Kernels on AXI against models that nobody here wrote: random kernels, each called with nothing in its way, with channels that wait half of the
 * time, with a slow memory, and with one that answers SLVERR, after which it is called again.
 *
 *     LUTRA_PROGRAMS=1000 npx vitest run test/system/axi/cocotb.long.test.ts
 *
 * All that is drawn comes from the seed of a kernel, so runs can be split anywhere (LUTRA_SEED), and LUTRA_TOLD=1 tells of each kernel.
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
  expect(wrongOf(randomCases(20), () => undefined)).toEqual([]);
});

test.skipIf(!isHere)(
  "random kernels on a clock that has nothing to do with that of the bus",
  { timeout: 0 },
  () => {
    expect(wrongOf(randomCases(6), (seed) => periods[seed % periods.length])).toEqual([]);
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

function wrongOf(cases: readonly Case[], kernelPs: (seed: number) => number | undefined): readonly string[] {
  const found: string[] = [];
  let calls = 0;
  for (const one of cases) {
    const seed = Number(/\d+/.exec(one.name)?.[0]);
    const from = Date.now();
    const judged = judge(one, seed, kernelPs(seed));
    calls += judged.calls;
    if (judged.wrong !== null) found.push(`${one.name}: ${judged.wrong}`);
    if (process.env.LUTRA_TOLD === "1") {
      const seconds = ((Date.now() - from) / 1000).toFixed(0);
      console.log(`${one.name}: ${judged.calls} calls, ${judged.wrong ?? "no difference"}, ${seconds} s`);
    }
  }
  console.log(`${calls} calls over AXI`);
  if (cases.length >= 6) expect(calls).toBeGreaterThan(0);
  return found;
}

function judge(
  { loops, args }: Case,
  seed: number,
  kernelPs?: number,
): { readonly calls: number; readonly wrong: string | null } {
  const made = randomSystem(loops, seed);
  if (made === null) return { calls: 0, wrong: null };
  const given = new Map(Object.entries(args));
  const after = new Map([...given].map(([name, value]) => [name, copied(value)]));
  let results: readonly (NDArray | Value)[];
  try {
    results = prepareLoops(loops).run(after).results.map(copied);
  } catch {
    return { calls: 0, wrong: null }; // it faults: there is nothing to compare
  }
  const pick = rng(seed + 5);
  const calls = ways.map((way) => ({ ...way, args: given, after, results }));
  const wrong = runCocotb({
    ...made,
    calls,
    seed,
    ...(kernelPs === undefined ? {} : { kernelPs }),
    place: () => 64 * pick(2 ** 30) + 2 ** 40 * pick(8),
  });
  return { calls: calls.length, wrong };
}

function copied(value: NDArray | Value): NDArray | Value {
  return typeof value === "object" ? { ...value, data: value.data.slice() } : value;
}
