import { expect, test } from "vitest";
import { difference } from "../../src/call/compare.ts";
import { float32 } from "../../src/types/types.ts";

test("a zero of the other sign is another value, and is told with its sign", () => {
  const left = (value: number) => new Map([["y", { type: float32, value }]]);
  expect(difference(left(0), left(-0))).toMatchObject({ where: "y", expected: "0", found: "-0", count: 1 });
  expect(difference(left(NaN), left(NaN))).toBe(null);
});
