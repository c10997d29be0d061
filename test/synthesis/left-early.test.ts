/**
 * A pipeline that is left: iterations begin before it is known that the one before was the last, and are dropped then. What they
 * would have changed stays.
 */
import { describe, expect, test } from "vitest";
import { reportOf } from "../../src/synthesis/report/index.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { verdict } from "./promise.ts";
import { writtenCircuit, writtenLoops } from "./written.ts";

const search = `def kernel(a: "int32[16]", key: "int32"):
    found = -1
    for i in range(16):
        if a[i] == key:
            found = i
            break
    return found`;

const twice = `def kernel(a: "int32[16]", key: "int32"):
    total = 0
    for r in range(3):
        for i in range(16):
            total += a[i]
            if a[i] == key + r:
                break
    return total`;

/** The next load is outside of the array. */
const outside = `def kernel(a: "int32[16]", key: "int32"):
    total = 0
    for i in range(32):
        total += a[i]
        if a[i] == key:
            break
    return total`;

const words: NDArray = {
  type: { kind: "array", element: int32, shape: [16] },
  data: Int32Array.from({ length: 16 }, (_, k) => 100 + k),
};

async function cyclesOf(source: string, steps: string, key: number): Promise<number> {
  const loops = writtenLoops(source, steps);
  const found = await verdict(loops, { a: words, key });
  if (found.kind !== "kept") throw new Error(JSON.stringify(found));
  return found.ran.cycles;
}

describe("an iteration starts in every cycle", () => {
  test("of a pipeline with a break", async () => {
    const [source, steps] = [search, "pipeline i"];
    const [loop] = reportOf(writtenCircuit(source, steps)).loops;
    expect(loop).toMatchObject({ interval: 1, reason: null });
    const [first, later] = [await cyclesOf(source, steps, 100), await cyclesOf(source, steps, 109)];
    expect(later - first).toBe(9);
    expect(first).toBeLessThanOrEqual(6);
    expect((await cyclesOf(source, steps, 7)) - first).toBeLessThanOrEqual(16);
  });

  test("also where the loop begins again", async () => {
    const cycles = await cyclesOf(twice, "pipeline i", 102);
    expect(cycles).toBeLessThanOrEqual(3 + 4 + 5 + 3 * 5);
  });
});

test("a fault that would come after the end is none", async () => {
  expect(await cyclesOf(outside, "pipeline i", 115)).toBeLessThanOrEqual(16 + 6);
});

test("a larger interval that was asked for is kept", () => {
  const [loop] = reportOf(writtenCircuit(search, "pipeline i 3")).loops;
  expect(loop).toMatchObject({ interval: 3, reason: "a smaller II was not asked for" });
});

describe("a unit that takes turns cannot be dropped", () => {
  const quotients = (left: string) => `def kernel(a: "int32[16]", b: "int32[16]", key: "int32"):
    total = 0
    for i in range(16):
        x = a[i] // b[i]
        total += x
        if ${left} == key:
            break
    return total`;
  const lutsOf = (source: string, ii: number): number => {
    const { loops, operators } = reportOf(writtenCircuit(source, `pipeline i ${ii}`));
    expect(loops[0]?.interval).toBe(ii);
    return operators.find(({ operation }) => operation.startsWith("floordiv"))?.luts ?? 0;
  };

  test("so it is there where the answer comes within the interval", () => {
    const [known, late] = [quotients("a[i]"), quotients("x")];
    expect(lutsOf(known, 8)).toBe(lutsOf(known, 12));
    expect(lutsOf(late, 12)).toBe(lutsOf(known, 12));
    expect(lutsOf(late, 8)).toBeGreaterThan(2 * lutsOf(late, 12));
  });

  test.each([8, 12])("and what comes out is the same, an iteration each %s cycles", async (ii) => {
    const loops = writtenLoops(quotients("x"), `pipeline i ${ii}`);
    for (const key of [100, 107, 7]) {
      const found = await verdict(loops, {
        a: words,
        b: { ...words, data: new Int32Array(16).fill(1) },
        key,
      });
      expect(found.kind).toBe("kept");
    }
  });
});

test("a stream has a known number of words", () => {
  const passes = `def kernel(a: "int32[16]", b: "int32[16]", key: "int32"):
    for i in range(16):
        x = a[i]
        b[i] = x
        if x == key:
            break`;
  expect(() => writtenCircuit(passes, "stream a\npipeline i")).toThrow(/data decide how often/);
});
