/** What verifyLoops finds wrong: names given twice, and loop variables outside of their loop. */
import { describe, expect, it } from "vitest";
import type { Expr, For, Loops, Stmt } from "../../src/loops/nodes.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { int32, pythonInt } from "../../src/types/types.ts";

const origin = { span: { from: 0, to: 0 }, operator: "source" } as const;
const number = (value: number): Expr => ({ kind: "const", value, type: pythonInt });
const variable = (name: string): Expr => ({ kind: "var", name, type: pythonInt });
const one: Expr = { kind: "const", value: 1, type: int32 };

function store(array: string, at: string): Stmt {
  return { kind: "store", array, index: [variable(at)], value: one, origin };
}

function loop(name: string, counter: string, body: readonly Stmt[], to: Expr = number(4)): For {
  return { kind: "for", name, variable: counter, from: number(0), to, step: 1, body, attrs: {}, origin };
}

function kernel(...body: readonly Stmt[]): Loops {
  return {
    source: { path: "k.py", text: "" },
    name: "k",
    params: [{ kind: "array", name: "a", element: int32, shape: [4] }],
    arrays: [],
    scalars: [{ kind: "scalar", name: "s", type: pythonInt }],
    body,
    results: [],
  };
}

describe("verifyLoops", () => {
  it("takes a kernel in which every name is known where it stands", () => {
    expect(verifyLoops(kernel(loop("i", "i", [loop("j", "j", [store("a", "i")])])))).toEqual([]);
  });

  it.each<readonly [string, Loops, string]>([
    [
      "a variable after its loop",
      kernel(loop("i", "i", []), store("a", "i")),
      "`i` is read outside of its loop",
    ],
    [
      "a bound of the loop itself",
      kernel(loop("i", "i", [], variable("i"))),
      "`i` is read outside of its loop",
    ],
    [
      "a variable of a loop further in",
      kernel(loop("j", "j", [loop("i", "i", [])], variable("i"))),
      "`i` is read outside of its loop",
    ],
    [
      "two loops that count in one variable",
      kernel(loop("i", "i", []), loop("i_1", "i", [])),
      "the name `i` is given twice",
    ],
    ["a variable called as an array", kernel(loop("i", "a", [])), "the name `a` is given twice"],
    [
      "two loops of one name",
      kernel(loop("i", "i", []), loop("i", "k", [])),
      "two loops or regions are called `i`",
    ],
    ["an unknown name", kernel(store("a", "x")), "`x` is read but not declared"],
    ["an unknown array", kernel(loop("i", "i", [store("b", "i")])), "there is no array `b`"],
    [
      "an assignment to a loop variable",
      kernel(loop("i", "i", [{ kind: "assign", target: "i", value: number(1), origin }])),
      "`i` is set but is no scalar",
    ],
    ["an unknown result", { ...kernel(), results: ["r"] }, "the result `r` is not declared"],
  ])("refuses %s", (_, loops, error) => {
    expect(verifyLoops(loops)).toEqual([error]);
  });
});
