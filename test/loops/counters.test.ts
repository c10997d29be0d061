/** Scalars that are added to, so often and so much: their range is what all additions come to. */
import { describe, expect, it } from "vitest";
import { analyse } from "../../src/loops/analysis/range/index.ts";
import type { Stmt } from "../../src/loops/nodes.ts";
import { int32, pythonInt, uint8 } from "../../src/types/types.ts";
import {
  arr,
  assign,
  bin,
  cmp,
  int,
  kernel,
  load,
  loop,
  repeat,
  scalar,
  v,
  when,
} from "../backend/wasm-build.ts";

const a = arr("a", int32, 8);
const plus = (by: Parameters<typeof bin>[2], op: "add" | "sub" = "add"): Stmt =>
  assign("n", bin(op, v("n"), by));

function rangeOfN(...body: Stmt[]): unknown {
  const loops = kernel({ params: [a], scalars: [scalar("n", pythonInt)], body: [...body] });
  return analyse(loops).scalars.get("n");
}

describe("a counter", () => {
  it("is bounded by the trips of the loops around it", () => {
    const once = when(cmp("gt", load(a, v("j")), int(0, int32)), [plus(int(1))]);
    expect(rangeOfN(assign("n", int(5)), loop("i", 0, 4, loop("j", 0, 8, once)))).toEqual({
      low: 0,
      high: 37,
    });
  });

  it("may go down, and by more than one", () => {
    expect(rangeOfN(assign("n", int(0)), loop("i", 0, 4, plus(v("i")), plus(int(2), "sub")))).toEqual({
      low: -8,
      high: 12,
    });
  });

  it("has no bound in a while loop, or where what is added has none", () => {
    expect(rangeOfN(assign("n", int(0)), repeat(cmp("lt", v("n"), int(9)), plus(int(1))))).toBeNull();
    expect(rangeOfN(assign("n", int(0)), loop("i", 0, 4, plus(v("n"))))).toBeNull();
  });

  it("that outgrows its type is what the type can be", () => {
    const add = assign("c", bin("add", v("c", uint8), int(200, uint8)));
    const loops = kernel({
      params: [],
      scalars: [scalar("c", uint8)],
      body: [assign("c", int(0, uint8)), loop("i", 0, 4, add)],
    });
    expect(analyse(loops).scalars.get("c")).toEqual({ low: 0, high: 255 });
  });
});
