/** Results of the C headers and what they must be. */
import { expect } from "vitest";
import type { Driver } from "./float_driver.ts";
import { describeCase, type Expected } from "./float_ops.ts";
import { doubleOf, oneNan } from "./float_values.ts";

/** One line a case that differs, with the first operands that tell. */
export function agree(run: Driver, cases: readonly Expected[]): void {
  const outputs = run(cases.map(({ job }) => job));
  const wrong = cases.flatMap((expected, n) => {
    const got = outputs[n] ?? new BigUint64Array();
    const first = expected.results.findIndex((want, i) => {
      const bits = got[i] ?? -1n;
      return (expected.isDouble ? oneNan(bits) : bits) !== want;
    });
    if (first < 0) return [];
    const [want, bits] = [expected.results[first] ?? 0n, got[first] ?? 0n];
    const text = (x: bigint): string => (expected.isDouble ? String(doubleOf(x)) : `0x${x.toString(16)}`);
    return [`${describeCase(expected, first)}: ${text(want)} expected, C gives ${text(bits)}`];
  });
  expect(wrong).toEqual([]);
}
