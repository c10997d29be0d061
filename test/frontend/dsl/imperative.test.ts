import { describe, expect, it } from "vitest";
import { printProgram } from "../../../src/program/print/index.ts";
import { evaluate, kernel, result } from "./run.ts";

const numbers = [3, -1, 4, 1, -5, 9, 2, 6];

describe("for", () => {
  it("counts from 0, over ranges, up and down, in steps", () => {
    const counts = kernel("counts", {}, (_, h) => {
      const seen = h.tensor("int32[9]");
      const n = h.scalar(0, "int32");
      const note = (i: Parameters<typeof n.set>[0]): void => {
        seen.at(n).set(i);
        n.inc();
      };
      h.for(3, note);
      h.for(h.range(5, 8), note);
      h.for(h.range(6, 0, -2), note);
      return seen;
    });
    expect(result(counts)).toEqual([0, 1, 2, 5, 6, 7, 6, 4, 2]);
  });

  it("records what is asked of the loop", () => {
    const asked = kernel("asked", { a: "int32[8]" }, ({ a }, h) => {
      h.for(8, (i) => a.at(i).set(0), { name: "x", pipeline: 2, unroll: true });
    });
    expect(asked.program.functions[0]?.body[0]).toMatchObject({
      kind: "for",
      variable: "x",
      attrs: { pipeline: { ii: 2 }, unroll: {} },
    });
  });

  it("break and continue", () => {
    const partial = kernel("partial", { a: "int32[8]" }, ({ a }, h) => {
      const s = h.scalar(0, "int32");
      h.for(8, (i) => {
        h.if(a.at(i).lt(0), () => h.continue());
        h.if(a.at(i).eq(9), () => h.break());
        s.inc(a.at(i));
      });
      return s;
    });
    expect(result(partial, numbers)).toEqual([8]);
  });
});

describe("while", () => {
  it("looks at its condition before each turn", () => {
    const gcd = kernel("gcd", { a: "int32", b: "int32" }, ({ a, b }, h) => {
      const [x, y] = [h.scalar(a), h.scalar(b)];
      h.while(
        () => y.ne(0),
        () => {
          const rest = x.mod(y);
          x.set(y);
          y.set(rest);
        },
      );
      return x;
    });
    expect(result(gcd, 84, 36)).toEqual([12]);
  });

  it("the condition may need statements", () => {
    const shrink = kernel("shrink", { a: "int32[4]" }, ({ a }, h) => {
      const turns = h.scalar(0, "int32");
      h.while(
        () => h.sum(4, (i) => a.at(i), { type: "int32" }).gt(10),
        () => {
          h.update(a, (i) => a.at(i).floordiv(2));
          turns.inc();
        },
      );
      return turns;
    });
    expect(evaluate(shrink, [9, 8, 7, 6])).toEqual({ results: [[2]], args: [[2, 2, 1, 1]] });
  });
});

describe("if", () => {
  it("takes the first branch whose condition holds", () => {
    const sign = kernel("sign", { a: "int32[8]" }, ({ a }, h) =>
      h.compute([8], (i) => {
        const s = h.scalar(0, "int32");
        h.if(a.at(i).gt(4), () => s.set(2))
          .elif(a.at(i).gt(0), () => s.set(1))
          .elif(
            () => h.sum(2, () => a.at(i)).lt(-4),
            () => s.set(-2),
          )
          .else(() => s.set(-1));
        return s;
      }),
    );
    expect(result(sign, numbers)).toEqual([1, -1, 1, 1, -2, 2, 1, 2]);
  });

  it("a number counts as true unless it is 0", () => {
    const count = kernel("count", { a: "int32[4]" }, ({ a }, h) => {
      const n = h.scalar(0, "int32");
      h.for(4, (i) => void h.if(a.at(i), () => n.inc()));
      return n;
    });
    expect(result(count, [0, 5, 0, -1])).toEqual([2]);
  });

  it("and, or, not join conditions and stop early", () => {
    const safe = kernel("safe", { a: "int32[4]", n: "int32" }, ({ a, n }, h) => [
      h.and(n.ge(0), n.lt(4), a.at(n).gt(0)),
      h.or(n.ge(4), a.at(n).gt(0)),
      h.not(n.eq(9)),
    ]);
    expect(evaluate(safe, [1, 2, 3, 4], 9).results).toEqual([[false], [true], [false]]);
  });
});

describe("functions", () => {
  it("are called like those of TypeScript", () => {
    const squares = kernel("squares", { a: "int32[8]" }, ({ a }, h) => {
      const square = h.def("square", { x: "int32" }, ({ x }) => x.mul(x));
      return h.compute([8], (i) => square(a.at(i)));
    });
    expect(result(squares, numbers)).toEqual(numbers.map((x) => x * x));
    expect(printProgram(squares.program)).toContain("def square(x:");
  });

  it("take arguments in order or by name", () => {
    const named = kernel("named", { n: "int32" }, ({ n }, h) => {
      const clamp = h.def("clamp", { x: "int32", top: "int32" }, ({ x, top }) => x.min(top));
      return [clamp(n, 5), clamp({ top: 7, x: n })];
    });
    expect(evaluate(named, 9).results).toEqual([[5], [7]]);
  });

  it("may write the tensors they are given", () => {
    const swap = kernel("swap", { a: "int32[8]" }, ({ a }, h) => {
      const exchange = h.def(
        "exchange",
        { t: "int32[8]", i: "python int", j: "python int" },
        ({ t, i, j }) => {
          const first = h.let(t.at(i));
          t.at(i).set(t.at(j));
          t.at(j).set(first);
        },
      );
      h.for(4, (i) => exchange(a, i, h.sub(7, i)));
    });
    expect(evaluate(swap, numbers).args).toEqual([[...numbers].reverse()]);
  });

  it("return early, several values, tensors", () => {
    const many = kernel("many", { a: "int32[4]" }, ({ a }, h) => {
      const find = h.def("find", { t: "int32[4]", x: "int32" }, ({ t, x }) => {
        h.for(4, (i) => void h.if(t.at(i).eq(x), () => h.return([i, true])));
        return [-1, false] as const;
      });
      const twice = h.def("twice", { t: "int32[4]" }, ({ t }) => h.compute([4], (i) => t.at(i).mul(2)));
      const [at, found] = find(a, 7);
      const [nowhere, missing] = find(a, 8);
      return [at, found, nowhere, missing, twice(a)];
    });
    expect(evaluate(many, [5, 6, 7, 7]).results).toEqual([[2], [true], [-1], [false], [10, 12, 14, 14]]);
  });
});

describe("a formula has the value it had where it was written", () => {
  it("when what it reads is set before it is used", () => {
    const old = kernel("old", { n: "int32" }, ({ n }, h) => {
      const s = h.scalar(n);
      const next = s.add(1);
      s.set(100);
      return [next, s];
    });
    expect(evaluate(old, 5).results).toEqual([[6], [100]]);
  });

  it("when it is used in a loop that sets what it reads", () => {
    const loop = kernel("loop", { a: "int32[4]" }, ({ a }, h) => {
      const first = a.at(0).mul(10);
      h.for(4, (i) => a.at(i).inc(first));
    });
    expect(evaluate(loop, [1, 2, 3, 4]).args).toEqual([[11, 12, 13, 14]]);
  });

  it("when one of two formulas in a formula is older", () => {
    const layers = kernel("layers", { n: "int32" }, ({ n }, h) => {
      const s = h.scalar(n);
      const one = s.add(1);
      s.set(10);
      const two = one.add(s);
      s.set(20);
      return two.add(s);
    });
    expect(result(layers, 1)).toEqual([2 + 10 + 20]);
  });

  it("an index too", () => {
    const shift = kernel("shift", { a: "int32[4]" }, ({ a }, h) => {
      const i = h.scalar(0, "python int");
      const place = a.at(i.add(1));
      i.set(3);
      place.set(-1);
    });
    expect(evaluate(shift, [1, 2, 3, 4]).args).toEqual([[1, -1, 3, 4]]);
  });

  it("but a place is read where it is used", () => {
    const now = kernel("now", {}, (_, h) => {
      const s = h.scalar(1, "int32");
      s.set(2);
      s.inc(s);
      return s;
    });
    expect(result(now)).toEqual([4]);
  });

  it("and nothing is copied that need not be", () => {
    const plain = kernel("plain", { a: "int32[4]", b: "int32[4]" }, ({ a, b }, h) => {
      const k = b.at(0).add(1);
      h.for(4, (i) => a.at(i).set(k));
    });
    expect(printProgram(plain.program)).not.toContain("was");
  });
});

describe("large formulas are computed in parts", () => {
  it("when each uses the last one twice", () => {
    const double = kernel("double", { n: "int32" }, ({ n }) => {
      let x = n.add(0);
      for (let i = 0; i < 30; i++) x = x.add(x);
      return x;
    });
    expect(result(double, 1)).toEqual([2 ** 30]);
  });

  it("when they have thousands of terms", () => {
    const chain = kernel("chain", { a: "int32[4]" }, ({ a }, h) => {
      const s = h.scalar(5, "int32");
      let x = s.add(0);
      for (let i = 0; i < 3000; i++) x = x.add(a.at(i % 4));
      s.set(0);
      return x.add(s);
    });
    expect(result(chain, [1, 2, 3, 4])).toEqual([7505]);
  });
});
