/** What a loop's variable is replaced in stays where it stands in the source: faults are told there. */
import { expect, test } from "vitest";
import { add, int, substituteIn, variable } from "../../src/loops/indices.ts";
import type { Expr } from "../../src/loops/nodes.ts";
import { pythonInt } from "../../src/types/types.ts";

const span = { from: 12, to: 19 };

test.each(["add", "sub", "mul", "floordiv"] as const)("%s keeps its place", (op) => {
  const expr: Expr = { kind: "binary", op, left: variable("i"), right: variable("n"), type: pythonInt, span };
  const replaced = substituteIn(expr, "i", add(variable("j"), int(2)));
  expect(replaced).toMatchObject({ kind: "binary", op, span });
});
