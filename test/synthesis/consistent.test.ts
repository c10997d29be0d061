/** What is asked for by name is no worse than what is found without being asked, and more memories are no worse than fewer. */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { predicted, synthesize } from "../../src/synthesis/index.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { target } from "./kernel-run.ts";
import { verdict } from "./promise.ts";

const histogram = loopsOf(`
def histogram(a: "uint8[24]", counts: "int32[8]"):
    for i in range(24):
        counts[np.int32(a[i]) >> 5] += 1
`);

const totals = loopsOf(`
def totals(a: "uint8[24]", x: "float32[24]", sums: "float32[8]"):
    for i in range(24):
        sums[np.int32(a[i]) >> 5] += x[i]
`);

const sums = loopsOf(`
def sums(a: "int32[26]", b: "int32[24]"):
    for i in range(24):
        b[i] = a[i] + a[i + 1] + a[i + 2]
`);

async function cyclesOf(loops: Loops): Promise<number> {
  expect(await verdict(loops, Object.fromEntries(argumentsFor(loops, 1)))).toMatchObject({ kind: "kept" });
  return predicted(loops, { target }).most;
}

describe("an interval", () => {
  test("that is reached without being asked for is reached when it is asked for", async () => {
    const least = await cyclesOf(scheduled(histogram, "pipeline i"));
    expect(await cyclesOf(scheduled(histogram, "pipeline i 1"))).toBe(least);
  });

  test("that is longer than it has to be is kept, without words that are passed on", () => {
    const asked = predicted(scheduled(histogram, "pipeline i 2"), { target }).most;
    expect(asked).toBeGreaterThan(predicted(scheduled(histogram, "pipeline i"), { target }).most);
  });

  test("that cannot be had is refused", () => {
    const made = synthesize(scheduled(totals, "pipeline i 1"), { target });
    expect(made).toMatchObject({ ok: false, diagnostics: [{ code: "interval-too-short" }] });
  });
});

describe("four iterations side by side", () => {
  const spread = (banks: number): Loops =>
    scheduled(
      sums,
      `unroll i 4\npartition a dim=0 cyclic ${banks}\npartition b dim=0 cyclic ${banks}\npipeline i`,
    );

  test.each([8, 12])("take no longer with %i memories than with four", async (banks) => {
    expect(await cyclesOf(spread(banks))).toBeLessThanOrEqual((await cyclesOf(spread(4))) + 1);
  });
});
