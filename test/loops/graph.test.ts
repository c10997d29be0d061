import { describe, expect, it } from "vitest";
import { graphOf, printDot, printGraph } from "../../src/loops/graph.ts";
import { arith, assign, index, kernel, load, loop, num, store, value } from "./nests.ts";

const loops = kernel(
  { a: [8], b: [8], c: [8] },
  [
    assign("s", load("a", num(0))),
    loop("i", 0, 8, [store("b", [index("i")], arith("add", load("a", index("i")), value("s")))]),
    loop("j", 0, 4, [store("c", [index("j")], load("b", arith("add", index("j"), num(4))))]),
    loop("k", 4, 8, [store("c", [index("k")], load("c", arith("sub", index("k"), num(4))))]),
  ],
  ["s"],
);

describe("the dataflow graph of a kernel", () => {
  it("has a node a nest and an edge an array or scalar that passes", () => {
    expect(printGraph(graphOf(loops))).toBe(
      `set s: reads a; writes s
nest i: reads a, s; writes b
nest j: reads b; writes c
nest k: reads c; writes c
caller -> set s by a
caller -> i by a
set s -> i by s
i -> j by b
j -> k by c
i -> caller by b
k -> caller by c
`,
    );
  });

  it("knows what comes in and goes out", () => {
    const { inputs, outputs } = graphOf(loops);
    expect(inputs).toEqual(["a"]);
    expect(outputs).toEqual(["b", "c"]);
  });

  it("has no edge where the elements differ", () => {
    const apart = kernel({ a: [16], b: [16] }, [
      loop("i", 0, 8, [store("a", [index("i")], load("b", index("i")))]),
      loop("j", 8, 16, [store("b", [index("j")], load("a", index("j")))]),
    ]);
    const { edges, inputs } = graphOf(apart);
    expect(edges.filter(({ from, to }) => from !== null && to !== null)).toEqual([]);
    expect(inputs).toEqual(["b", "a"]);
  });

  it("prints as DOT", () => {
    expect(printDot(graphOf(loops))).toBe(
      `digraph "kernel" {
  in [shape=ellipse];
  out [shape=ellipse];
  n0 [label="set s", shape=plaintext];
  n1 [label="i", shape=box];
  n2 [label="j", shape=box];
  n3 [label="k", shape=box];
  in -> n0 [label="a"];
  in -> n1 [label="a"];
  n0 -> n1 [label="s", style=dashed];
  n1 -> n2 [label="b"];
  n2 -> n3 [label="c"];
  n1 -> out [label="b"];
  n3 -> out [label="c"];
}
`,
    );
  });
});
