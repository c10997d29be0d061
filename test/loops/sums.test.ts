/** Bounds that stand in a scalar, set once to a sum of loop variables. */
import { expect, test } from "vitest";
import { printExpr } from "../../src/loops/depend/index.ts";
import { forLoops } from "../../src/loops/find.ts";
import { loopsOf } from "../schedule/lowered.ts";

const boundsOf = (body: string): readonly string[] =>
  forLoops(loopsOf(`\ndef kernel(a: "int32[16]", n: int):\n${body}`)).map(({ to }) => printExpr(to));

test("say the sum", () => {
  const body = `
    for s in range(4):
        half = 2 * s + 1
        for k in range(half):
            a[k] = k
`;
  expect(boundsOf(body)).toEqual(["4", "2*s+1"]);
});

test("say the scalar where it is set twice", () => {
  const twice = `
    half = 1
    for s in range(4):
        for k in range(half):
            a[k] = k
        half = s + 1
`;
  expect(boundsOf(twice)).toEqual(["4", "half"]);
});
