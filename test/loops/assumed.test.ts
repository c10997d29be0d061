/** Where a condition keeps an index inside, nothing is checked and nothing goes round the end. */
import { expect, test } from "vitest";
import { printExpr } from "../../src/loops/depend/index.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../src/loops/walk.ts";
import { loopsOf } from "../schedule/lowered.ts";

function readsIn(body: string): readonly string[] {
  const loops = loopsOf(`
def kernel(a: "int32[16]", b: "int32[16]", n: int):
    for i in range(16):
${body}
`);
  return statementsIn(loops.body)
    .flatMap((stmt) => expressionsOf(stmt).flatMap(expressionsIn))
    .flatMap((expr) => (expr.kind === "load" && expr.array === "a" ? [printExpr(expr)] : []));
}

test.each([
  ["        if i > 0:\n            b[i] = a[i - 1]", ["a[i-1]"]],
  ["        if i == 0:\n            b[i] = 0\n        else:\n            b[i] = a[i - 1]", ["a[i-1]"]],
  ["        b[i] = a[i + 1] if i < 15 else 0", ["a[i+1]"]],
  ["        if i > 1 and a[i - 2] > 0:\n            b[i] = 1", ["a[i-2]"]],
  ["        if not (i < 1 or i >= 15):\n            b[i] = a[i - 1] + a[i + 1]", ["a[i-1]", "a[i+1]"]],
  ["        if 0 < i < 15:\n            b[i] = a[i - 1] + a[i + 1]", ["a[i-1]", "a[i+1]"]],
])("%s", (body, reads) => {
  expect(readsIn(body)).toEqual(reads);
});

test("what holds in a branch does not hold after it", () => {
  const [inside, after] = readsIn("        if i > 0:\n            b[i] = a[i - 1]\n        b[i] = a[i - 1]");
  expect(inside).toBe("a[i-1]");
  expect(after).not.toBe("a[i-1]");
});
