import { describe, expect, it } from "vitest";
import {
  accessesIn,
  type Clash,
  canComputeAt,
  canFuseLoops,
  canParallel,
  canReorder,
  carriedBy,
  dependences,
  describeDirections,
  describe as inWords,
  reductionsIn,
} from "../../src/loops/depend/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import {
  arith,
  assign,
  compare,
  index,
  kernel,
  load,
  loop,
  num,
  origin,
  store,
  value,
  when,
} from "./nests.ts";
import { loopsOf } from "./python.ts";

const words = (loops: Loops): string[] =>
  dependences(loops).map((d) => `${d.kind}: ${inWords(d, loops.source)} (${describeDirections(d)})`);
const clash = (loops: Loops, one: Clash): string | null => one && inWords(one, loops.source);

describe("dependences in words", () => {
  it("tells the two accesses, their lines and iterations", () => {
    const loops = loopsOf(
      `def shift(a):
    for i in range(1, 8):
        a[i] = a[i - 1] + 1
`,
      { a: "int32[8]" },
    );
    expect(words(loops)).toEqual([
      "flow: a[i] written at line 4 in iteration i=1 is read as a[i-1] at line 4 in iteration i=2 (i +1)",
    ]);
  });

  it("tells anti and output dependences, and directions where distances vary", () => {
    const loops = loopsOf(
      `def reverse(a, b):
    for i in range(8):
        for j in range(4):
            b[i] = a[7 - i]
            a[i] = j
`,
      { a: "int32[8]", b: "int32[8]" },
    );
    expect(words(loops)).toEqual([
      "anti: a[7-i] read at line 5 in iteration i=0, j=0 is written as a[i] at line 6 in iteration i=7, j=1 (i <, j <)",
      "anti: a[7-i] read at line 5 in iteration i=0, j=0 is written as a[i] at line 6 in iteration i=7, j=0 (i <, j 0)",
      "anti: a[7-i] read at line 5 in iteration i=0, j=1 is written as a[i] at line 6 in iteration i=7, j=0 (i <, j >)",
      "output: b[i] written at line 5 in iteration i=0, j=0 is written again at line 5 in iteration i=0, j=1 (i 0, j <)",
      "flow: a[i] written at line 6 in iteration i=3, j=0 is read as a[7-i] at line 5 in iteration i=4, j=1 (i <, j <)",
      "flow: a[i] written at line 6 in iteration i=3, j=0 is read as a[7-i] at line 5 in iteration i=4, j=0 (i <, j 0)",
      "flow: a[i] written at line 6 in iteration i=3, j=1 is read as a[7-i] at line 5 in iteration i=4, j=0 (i <, j >)",
      "output: a[i] written at line 6 in iteration i=0, j=0 is written again at line 6 in iteration i=0, j=1 (i 0, j <)",
    ]);
  });

  it("says `may` where an index is data", () => {
    const loops = loopsOf(
      `def scatter(a, at):
    for i in range(8):
        a[at[i]] = a[i] * 2
`,
      { a: "int32[8]", at: "int32[8]" },
    );
    expect(words(loops)).toContain(
      "flow: a[a_at] written at line 4 in iteration i=0 may be read as a[i] at line 4 in iteration i=1 (i <)",
    );
  });

  it("tells what a break decides", () => {
    const loops = loopsOf(
      `def first(a, out):
    for i in range(8):
        if a[i] > 3:
            break
        out[i] = a[i]
`,
      { a: "int32[8]", out: "int32[8]" },
    );
    expect(clash(loops, canParallel(loops, "i"))).toBe(
      "the break at line 5 decides whether what follows runs",
    );
  });
});

describe("exactness", () => {
  it("sees through quotients and remainders of a fused loop", () => {
    const [i, j] = [arith("floordiv", index("f"), num(8)), arith("mod", index("f"), num(8))];
    const loops = kernel({ a: [8, 8] }, [loop("f", 0, 64, [store("a", [i, j], load("a", i, j))])]);
    expect(canParallel(loops, "f")).toBe(null);
    const skewed = kernel({ a: [9, 8] }, [
      loop("f", 0, 64, [store("a", [arith("add", i, num(1)), j], load("a", i, j))]),
    ]);
    expect(canParallel(skewed, "f")?.distances).toEqual([8]);
  });

  it("sees that a guarded remainder stays inside", () => {
    const at = arith("add", arith("mul", num(4), index("io")), index("ii"));
    const loops = kernel({ a: [10] }, [
      loop("io", 0, 3, [
        loop("ii", 0, 4, [when(compare("lt", at, num(10)), [store("a", [at], load("a", at))])]),
      ]),
    ]);
    expect(canReorder(loops, ["ii", "io"])).toBe(null);
    expect(canParallel(loops, "io")).toBe(null);
  });

  it("follows a scalar that names an index", () => {
    const loops = loopsOf(
      `def f(a, b):
    for i in range(7):
        k = i + 1
        a[k] = b[i]
`,
      { a: "int32[8]", b: "int32[8]" },
    );
    expect(canParallel(loops, "i")).toBe(null);
  });

  it("takes a scalar argument as one unknown value", () => {
    const loops = loopsOf(
      `def f(a, n):
    for i in range(4):
        a[i + n] = a[i + n + 1]
`,
      { a: "int32[16]", n: "python int" },
    );
    expect(carriedBy(loops, "i").map(({ distances, exact }) => [distances, exact])).toEqual([[[1], true]]);
  });

  it("has no dependences in loops that never run", () => {
    const loops = kernel({ a: [8] }, [loop("i", 3, 3, [store("a", [num(0)], load("a", num(0)))])]);
    expect(dependences(loops)).toEqual([]);
  });

  it("keeps two branches of one condition apart", () => {
    const loops = loopsOf(
      `def f(a):
    for i in range(8):
        if i < 4:
            a[i] = 1
        else:
            a[i - 4] = 2
`,
      { a: "int32[8]" },
    );
    const ofA = dependences(loops).filter(({ name }) => name === "a");
    expect(ofA.map(({ kind, distances }) => [kind, distances])).toEqual([["output", [4]]]);
  });
});

describe("scalars", () => {
  const temporary = loopsOf(
    `def f(a, b):
    for i in range(8):
        for j in range(8):
            t = a[i, j] * 2
            b[i, j] = t + t * t
`,
    { a: "float32[8,8]", b: "float32[8,8]" },
  );

  it("that are temporaries of an iteration carry nothing", () => {
    expect(carriedBy(temporary, "i")).toEqual([]);
    expect(canParallel(temporary, "i")).toBe(null);
    expect(canParallel(temporary, "j")).toBe(null);
    expect(canReorder(temporary, ["j", "i"])).toBe(null);
  });

  it("that are read after the loop do", () => {
    const loops = loopsOf(
      `def f(a, b):
    for i in range(8):
        t = a[i] * 2
        b[i] = t
    b[0] = t
`,
      { a: "float32[8]", b: "float32[8]" },
    );
    expect(clash(loops, canParallel(loops, "i"))).toBe(
      "t written at line 4 in iteration i=0 is written again at line 4 in iteration i=1",
    );
  });

  it("that are set in a branch only do", () => {
    const loops = loopsOf(
      `def f(a, b):
    t = a[0]
    for i in range(8):
        if a[i] > 0:
            t = a[i]
        b[i] = t
`,
      { a: "float32[8]", b: "float32[8]" },
    );
    expect(clash(loops, canParallel(loops, "i"))).toBe(
      "t written at line 6 in iteration i=0 may be written again at line 6 in iteration i=1",
    );
  });

  it("may be temporaries of two loops that become one", () => {
    const body = (from: string, to: string, name: string) =>
      loop(name, 0, 8, [assign("t", load(from, index(name))), store(to, [index(name)], value("t"))]);
    const loops = kernel({ a: [8], b: [8], c: [8] }, [body("a", "b", "i"), body("b", "c", "j")], ["t"]);
    expect(canFuseLoops(loops, "i", "j")).toBe(null);
    expect(canFuseLoops({ ...loops, results: ["t"] }, "i", "j")?.name).toBe("t");
  });
});

describe("accumulations", () => {
  const source = `def total(a):
    s = a[0] - a[0]
    for i in range(8):
        for j in range(8):
            s = s + a[i * 8 + j]
    return s
`;

  it("of integers that wrap may run in any order", () => {
    const loops = loopsOf(source, { a: "int32[64]" });
    expect(canParallel(loops, "i")).toBe(null);
    expect(canReorder(loops, ["j", "i"])).toBe(null);
    expect(reductionsIn(loops).map(({ target, op, unordered }) => [target, op, unordered])).toEqual([
      ["s", "add", true],
    ]);
  });

  it("of floats may not", () => {
    const loops = loopsOf(source, { a: "float32[64]" });
    expect(canParallel(loops, "i")?.reduction?.op).toBe("add");
    expect(canReorder(loops, ["j", "i"])).not.toBe(null);
  });

  it("of floats may where the operator is unordered by definition", () => {
    const loops = loopsOf("def total(a):\n    return sum(a)\n", { a: "float32[64]" });
    const names = [...new Set(accessesIn(loops).flatMap((access) => access.loops.map(({ name }) => name)))];
    expect(names).not.toEqual([]);
    for (const name of names) expect(canParallel(loops, name), name).toBe(null);
  });

  it("into elements that data chooses are accumulations too", () => {
    const loops = loopsOf(
      `def histogram(a, h):
    for i in range(64):
        h[a[i]] += 1
`,
      { a: "uint8[64]", h: "int32[256]" },
    );
    expect(canParallel(loops, "i")).toBe(null);
    expect(carriedBy(loops, "i").every(({ reduction }) => reduction?.op === "add")).toBe(true);
  });
});

describe("legality", () => {
  const stencil = loopsOf(
    `def f(a):
    for i in range(1, 7):
        for j in range(1, 7):
            a[i, j] = a[i - 1, j + 1]
`,
    { a: "int32[8,8]" },
  );

  it("refuses to turn a dependence around, with two iterations that prove it", () => {
    expect(clash(stencil, canReorder(stencil, ["j", "i"]))).toBe(
      "a[i, j] written at line 5 in iteration i=1, j=2 is read as a[i-1, j+1] at line 5 in iteration i=2, j=1",
    );
    expect(canReorder(stencil, ["i", "j"])).toBe(null);
    expect(canParallel(stencil, "j")).toBe(null);
  });

  it("refuses loops that leave early", () => {
    const jump = { kind: "break", origin } as const;
    const loops = kernel({ a: [8] }, [
      loop("i", 0, 4, [loop("j", 0, 4, [when(compare("gt", index("j"), num(2)), [jump])])]),
    ]);
    expect(canReorder(loops, ["j", "i"])).not.toBe(null);
    expect(canParallel(loops, "j")).not.toBe(null);
    expect(canParallel(loops, "i")).toBe(null);
  });

  it("lets a producer run with its consumer when no element is read too early", () => {
    const body = (reach: number) =>
      kernel({ a: [10], b: [10], c: [10] }, [
        loop("i", 0, 8, [store("b", [index("i")], load("a", index("i")))]),
        loop("j", 0, 8, [store("c", [index("j")], load("b", arith("add", index("j"), num(reach))))]),
      ]);
    expect(canComputeAt(body(0), "i", "j")).toBe(null);
    expect(canComputeAt(body(1), "i", "j")?.witness).toEqual({ source: { i: 1 }, sink: { j: 0 } });
    expect(canFuseLoops(body(0), "i", "j")).toBe(null);
    expect(canFuseLoops(body(1), "i", "j")?.kind).toBe("flow");
  });

  it("minds what stands between two loops that become one", () => {
    const loops = kernel({ a: [8], b: [8] }, [
      loop("i", 0, 8, [store("a", [index("i")], load("a", index("i")))]),
      store("b", [num(0)], load("a", num(0))),
      loop("j", 0, 8, [store("b", [index("j")], load("a", index("j")))]),
    ]);
    expect(canFuseLoops(loops, "i", "j")?.name).toBe("b");
    expect(canComputeAt(loops, "i", "j")?.name).toBe("a");
  });
});
