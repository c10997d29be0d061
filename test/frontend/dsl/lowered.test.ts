import { expect, it } from "vitest";
import { lower } from "../../../src/loops/lower/index.ts";
import type { For, Stmt } from "../../../src/loops/nodes.ts";
import { kernel } from "./run.ts";

const gemm = kernel("gemm", { A: "float32[4,4]", B: "float32[4,4]" }, ({ A, B }, h) =>
  h.compute([4, 4], (i, j) => h.sum(4, (r) => A.at(i, r).mul(B.at(r, j))), "C"),
);

it("loops keep the names and the freedom that the kernel gives them", () => {
  const lowered = lower(gemm.program);
  expect(
    lowered.ok && loopsIn(lowered.loops.body).map(({ name, origin }) => [name, origin.unordered]),
  ).toEqual([
    ["C.0", true],
    ["C.1", true],
    ["C.r0", true],
  ]);
});

it("a computed tensor is one nest, and is not filled first", () => {
  const lowered = lower(gemm.program);
  expect(lowered.ok && lowered.loops.body.map(({ kind }) => kind)).toEqual(["for"]);
});

it("an element that is left out is 0", () => {
  const evens = kernel("evens", {}, (_, h) =>
    h.compute(
      [4],
      (i) => {
        h.if(i.mod(2).eq(1), () => h.continue());
        return 7;
      },
      "a",
    ),
  );
  const lowered = lower(evens.program);
  expect(lowered.ok && loopsIn(lowered.loops.body).map(({ name }) => name)).toEqual(["a.0", "a.0_1"]);
});

function loopsIn(stmts: readonly Stmt[]): For[] {
  return stmts.flatMap((stmt) => (stmt.kind === "for" ? [stmt, ...loopsIn(stmt.body)] : []));
}
