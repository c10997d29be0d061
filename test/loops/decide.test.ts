/** Conditions that ranges decide go away; those that may fault, or may be either, stay. */
import { expect, it } from "vitest";
import { foldDecided } from "../../src/loops/analysis/range/decide.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { python, run } from "../schedule/scheduled.ts";

function foldedText(kernel: string): string {
  const loops = loopsOf(kernel);
  const folded = foldDecided(loops);
  expect(verifyLoops(folded)).toEqual([]);
  for (const seed of [1, 2]) expect(run(folded, seed)).toEqual(run(loops, seed));
  return python(folded);
}

it("an index that is never negative is not asked whether it is", () => {
  const text = foldedText(`def k(a: "int32[8]", b: "int32[8]"):
    best = 0
    for i in range(8):
        if a[i] > a[best]:
            best = i
    b[best] += 1
    b[best] = b[best] * 2
`);
  expect(text).not.toContain(" if best");
});

it("a guard around a split loop that always holds goes away, one that may fail stays", () => {
  const guard = (limit: number): string => `def k(a: "int32[64]"):
    for i in range(8):
        for j in range(8):
            if i * 8 + j < ${limit}:
                a[i * 8 + j] = 1
`;
  expect(foldedText(guard(64))).not.toContain("if ");
  expect(foldedText(guard(63))).toContain("if i * 8 + j < 63:");
});

it("what a condition would compute wrongly is still computed", () => {
  const text = foldedText(`def k(a: "int32[8]", n: "int32"):
    for i in range(8):
        if a[i] // 3 >= 0 or i >= 0:
            a[i] = 1
`);
  expect(text).toContain("if ");
});
