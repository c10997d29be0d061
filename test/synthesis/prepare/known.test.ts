/** Constants that an unrolled loop makes of scalars reach the bounds and strides of the loops inside. */
import { expect, test } from "vitest";
import { tripCount } from "../../../src/loops/analysis/trip_count.ts";
import { forLoops } from "../../../src/loops/find.ts";
import { prepare } from "../../../src/synthesis/prepare/index.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { scheduled } from "../../schedule/scheduled.ts";

const countsOf = (source: string): readonly (number | null)[] =>
  forLoops(prepare(scheduled(loopsOf(source), "unroll s"))).map(tripCount);

test("a bound in a scalar", () => {
  const source = `
def kernel(a: "int32[16]", b: "int32[16]"):
    for s in range(3):
        half = 2 << s
        for k in range(half):
            b[k] = a[k] + b[k]
`;
  expect(countsOf(source)).toEqual([2, 4, 8]);
});

test("a stride in a scalar: as many steps whatever the start", () => {
  const source = `
def kernel(a: "int32[16]", b: "int32[16]"):
    for s in range(2):
        for k in range(1 << s):
            for i in range(k, 16, 2 << s):
                b[i] = a[i] + b[i]
`;
  expect(countsOf(source)).toEqual([8, 2, 4]);
});

test("a scalar that a loop changes is no constant in it", () => {
  const source = `
def kernel(a: "int32[16]", b: "int32[16]"):
    n = 1
    for s in range(2):
        for k in range(4):
            n = n + k
            for i in range(n):
                b[i % 16] = a[i % 16]
`;
  expect(countsOf(source).filter((count) => count === null)).toHaveLength(2);
});
