/** Nothing that a kernel says is dropped: what no statement uses, and what JavaScript would do by itself, is refused. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Builder, DslError, type Tensor, type Term } from "../../../src/frontend/dsl/index.ts";
import { kernel, result } from "./run.ts";

type Body = (a: Tensor, n: Term, h: Builder) => unknown;

/** What is said about a kernel of the tensor `a: int32[8]` and the scalar `n: int32`, and the line it is said about. */
function refused(body: Body): { readonly message: string; readonly line: string } {
  try {
    kernel("k", { a: "int32[8]", n: "int32" }, ({ a, n }, h) => {
      body(a, n, h);
    });
  } catch (error) {
    if (!(error instanceof DslError)) throw error;
    const [file = "", line = ""] = error.at?.split(":") ?? [];
    const text = readFileSync(file, "utf8").split("\n")[Number(line) - 1] ?? "";
    return { message: error.message.replace(/^\S+:\d+:\d+: /, ""), line: text.trim() };
  }
  return { message: "nothing", line: "" };
}

const nowhere =
  "; store it with `.set(…)`, return it, or leave it out; JavaScript's `if` and `&&` cannot look at it";
const inBlock =
  "; store it with `.set(…)`, in a scalar declared outside to use it after; JavaScript's `if` and `&&` cannot look at it";
const condition =
  "; JavaScript's `if`, `&&`, `!` and `?:` cannot look at it; write h.if, h.and, h.not, h.select";

describe("a value that no statement uses is refused, with its line:", () => {
  it.each<readonly [string, string, Body]>([
    ["a formula", `no statement uses this value${nowhere}`, (_, n) => n.add(1)], // here
    ["an element that is only named", `no statement uses this value${nowhere}`, (a) => a.at(0)], // here
    ["bits that are only named", `no statement uses this value${nowhere}`, (_, n) => n.bits(0, 4)], // here
    ["a cast to the type it has", `no statement uses this value${nowhere}`, (_, n) => n.cast("int32")], // here
    ["a value of its own", `no statement uses this value${nowhere}`, (_, n, h) => h.let(n.add(1))], // here
    ["a sum", `no statement uses this value${nowhere}`, (a, _, h) => h.sum(8, (i) => a.at(i))], // here
    [
      "a formula in a loop",
      `no statement of this loop or branch uses this value${inBlock}`,
      (a, _, h) => {
        h.for(8, (i) => {
          a.at(i).add(1); // here
        });
      },
    ],
    [
      "a formula in an else",
      `no statement of this loop or branch uses this value${inBlock}`,
      (a, n, h) => {
        h.if(n.gt(0), () => a.at(0).set(1)).else(() => {
          a.at(0).add(1); // here
        });
      },
    ],
    [
      "a formula in a function of the kernel",
      `no statement uses this value${nowhere}`,
      (_, _n, h) => {
        h.def("f", { x: "int32" }, ({ x }) => {
          x.add(1); // here
          return x;
        });
      },
    ],
    [
      "the result of a function that writes nothing",
      `no statement uses this value${nowhere}`,
      (_, n, h) => {
        const twice = h.def("twice", { x: "int32" }, ({ x }) => x.mul(2));
        twice(n); // here
      },
    ],
    [
      "JavaScript's if",
      `no statement uses this value${condition}`,
      (a, n) => {
        if (n.gt(3)) a.at(0).set(1); // here
      },
    ],
    [
      "JavaScript's &&",
      `no statement uses this value${condition}`,
      (a, n, h) => {
        h.if(n.gt(0) && n.lt(8), () => a.at(0).set(1)); // here
      },
    ],
    [
      "JavaScript's ?:",
      `no statement uses this value${condition}`,
      (a, n) => {
        a.at(0).set(n.gt(3) ? 1 : 2); // here
      },
    ],
    [
      "JavaScript's !",
      `no statement uses this value${condition}`,
      (a, n, h) => {
        h.if(!n.gt(3), () => a.at(0).set(1)); // here
      },
    ],
    [
      "JavaScript's ===",
      `no statement uses this value${nowhere}`,
      (a, n) => {
        const isThree = n.add(1) === n; // here
        if (isThree) a.at(0).set(1);
      },
    ],
    [
      "JavaScript's ||, which never makes its right side",
      "JavaScript's `||` cannot look at a value of the kernel, and leaves out what follows; write `h.or(a, b)` for a || b",
      (a, n, h) => {
        h.if(n.gt(0 + 1) || n.lt(-8), () => a.at(0).set(1)); // here
      },
    ],
  ])("%s", (_, message, body) => {
    const said = refused(body);
    expect(said.message).toBe(message);
    expect(said.line).toMatch(/\/\/ here$/);
  });

  it("the first of several", () => {
    const said = refused((a, n) => {
      n.add(1); // first
      a.at(0);
    });
    expect(said.line).toMatch(/\/\/ first$/);
  });

  it("in the file of the kernel, when a helper made it", () => {
    expect(refused((_, n) => helped(n)).line).toContain("=> helped(n)");
  });
});

/** As a library would. */
const helped = new Function("n", "return n.mul(2)") as (n: Term) => Term;

describe("what need not be used:", () => {
  it.each<readonly [string, Body]>([
    ["arguments", () => {}],
    ["loop variables", (a, _, h) => h.for(8, (_i) => a.at(0).inc())],
    ["scalars and tensors", (_, _n, h) => [h.scalar(0), h.tensor("int8[4]"), h.compute([4], (i) => i)]],
    ["constants", (_, _n, h) => [h.number(1, "int8"), h.float(2)]],
    ["what was asked for its type", (a) => expect(a.at(0).add(1).width).toBe(32)],
    [
      "the result of a function that writes a tensor",
      (a, _, h) => {
        const clear = h.def("clear", { t: "int32[8]" }, ({ t }) => {
          t.at(0).set(0);
          return t.at(1);
        });
        clear(a);
      },
    ],
    [
      "the value of a reduction that sets something",
      (a, _, h) => {
        h.reduce(0, (acc, i) => a.at(i).set(acc.add(i)), 8);
      },
    ],
    [
      "all but one of several results",
      (a, n, h) => {
        const both = h.def("both", { x: "int32" }, ({ x }) => [x.add(1), x.sub(1)] as const);
        const [more] = both(n);
        a.at(0).set(more);
      },
    ],
  ])("%s", (_, body) => {
    expect(refused(body).message).toBe("nothing");
  });

  it("a formula is used once if it is used on one path", () => {
    const once = kernel("once", { n: "int32" }, ({ n }, h) => {
      const s = h.scalar(0, "int32");
      const double = n.mul(2);
      h.if(n.gt(0), () => s.set(double));
      return s;
    });
    expect(result(once, 4)).toEqual([8]);
  });

  it("|| and ?? are JavaScript's own on what JavaScript knows", () => {
    const names: Record<string, number> = {};
    const plain = kernel("plain", { n: "int32" }, ({ n }) => n.add(names.a || 1).mul(names.b ?? 2));
    expect(result(plain, 4)).toEqual([10]);
  });
});

describe("what a function of statements returns is refused:", () => {
  const leave = "or write h.return(…) to leave the kernel with it";
  const of = (who: string, remedy = "write `() => { … }` where it is not needed"): string =>
    `the function of ${who} returns a value, and nothing takes it; ${remedy}, ${leave}`;
  const store = "store it with `.set(…)`";

  it.each<readonly [string, string, Body]>([
    ["h.if", of("h.if"), (_, n, h) => h.if(n.gt(0), (() => 5) as never)],
    ["elif", of("elif"), (_, n, h) => h.if(n.gt(0), () => {}).elif(n.gt(1), (() => n) as never)],
    ["else", of("else"), (_, n, h) => h.if(n.gt(0), () => {}).else((() => true) as never)],
    ["h.for", of("h.for", store), (a, _, h) => h.for(8, ((i: Term) => a.at(i).add(1)) as never)],
    ["h.while", of("h.while"), (_, n, h) => h.while(() => n.gt(0), (() => 0) as never)],
    ["h.mutate", of("h.mutate", store), (a, _, h) => h.mutate([8], ((i: Term) => a.at(i).add(1)) as never)],
    ["a tensor", of("h.for"), (a, _, h) => h.for(8, (() => a) as never)],
  ])("%s", (_, message, body) => {
    expect(refused(body).message).toBe(message);
  });

  it("with the line of the value", () => {
    const said = refused((a, _, h) => {
      h.for(8, ((i: Term) => {
        return a.at(i).add(1); // here
      }) as never);
    });
    expect(said.line).toMatch(/\/\/ here$/);
  });

  it("but an if may be all there is", () => {
    const count = kernel("count", { a: "int32[4]" }, ({ a }, h) => {
      const n = h.scalar(0, "int32");
      h.for(4, (i) => h.if(a.at(i), () => n.inc()));
      return n;
    });
    expect(result(count, [0, 5, 0, -1])).toEqual([2]);
  });
});

describe("a value is no JavaScript value:", () => {
  const noValue = "a value of the kernel has no JavaScript value; ";
  const plus = `${noValue}write \`a.add(b)\` for a + b, \`a.eq(b)\` for a == b`;
  const times = `${noValue}write \`a.lt(b)\` for a < b, \`a.mul(b)\` for a * b, \`a.max(b)\` for Math.max(a, b)`;
  const text = `${noValue}it is known only when the kernel runs; a list that it indexes is a tensor: \`h.tensor(type, list).at(i)\``;
  const number = (term: Term): number => term as unknown as number;

  it.each<readonly [string, string, Body]>([
    ["+", plus, (_, n) => number(n) + 1],
    // biome-ignore lint/suspicious/noDoubleEquals: it is what is tested.
    ["== a number", plus, (_, n) => number(n) == 1],
    ["<", times, (_, n) => number(n) < 3],
    ["-", times, (_, n) => -number(n)],
    ["*", times, (_, n) => number(n) * 2],
    ["Math.max", times, (_, n) => Math.max(number(n), 1)],
    ["Number", times, (_, n) => Number(n)],
    ["a template", text, (_, n) => `${n}`],
    ["the index of a list", text, (_, n) => [1, 2, 3][number(n)]],
    ["String", text, (_, n) => String(n)],
    ["toString", text, (_, n) => n.toString()],
    ["join", text, (_, n) => [n].join(",")],
    ["JSON", text, (_, n) => JSON.stringify({ n })],
    ["an element", plus, (a) => number(a.at(0)) + 1],
    [
      "a tensor",
      "a tensor of the kernel has no JavaScript value; an element of it is `t.at(i)`",
      (a) => (a as unknown as number) + 1,
    ],
    [
      "a tensor as JSON",
      "a tensor of the kernel has no JavaScript value; an element of it is `t.at(i)`",
      (a) => JSON.stringify(a),
    ],
  ])("%s", (_, message, body) => {
    expect(refused(body).message).toBe(message);
  });
});

describe("a value stays in the loop, branch, function and kernel it was made in:", () => {
  const outside = (message: string): string => message.replace(/ \(\S+:\d+:\d+\)/, " (…)");

  it.each<readonly [string, string, Body]>([
    [
      "a formula that would be the same outside",
      "a value made inside a loop, a branch or a function (…) is used outside of it; declare a scalar outside with h.scalar, and set it inside",
      (a, n, h) => {
        let last = n;
        h.for(8, (i) => {
          last = n.add(1);
          a.at(i).set(last);
        });
        a.at(0).set(last); // here
      },
    ],
    [
      "a constant of one branch",
      "a value made inside a loop, a branch or a function is used outside of it; declare a scalar outside with h.scalar, and set it inside",
      (a, n, h) => {
        let chosen = h.number(1, "int32");
        h.if(n.gt(0), () => {
          chosen = h.number(2, "int32");
        });
        a.at(0).set(chosen); // here
      },
    ],
    [
      "a place",
      "a value made inside a loop, a branch or a function (…) is used outside of it; declare a scalar outside with h.scalar, and set it inside",
      (a, _, h) => {
        let first = a.at(0);
        first.set(0);
        h.for(8, () => {
          first = a.at(1);
          first.inc();
        });
        first.set(3); // here
      },
    ],
    [
      "a loop variable",
      "`i` is known only inside the loop or branch that it belongs to; declare a scalar or tensor outside of it, and set it inside",
      (a, n, h) => {
        let last = n;
        h.for(8, (i) => {
          last = i;
        });
        a.at(0).set(last); // here
      },
    ],
    [
      "an accumulator",
      "a value made inside a loop, a branch or a function is used outside of it; declare a scalar outside with h.scalar, and set it inside",
      (a, n, h) => {
        let kept = n;
        const sum = h.reduce(
          0,
          (acc, i) => {
            kept = acc;
            return acc.add(a.at(i));
          },
          8,
        );
        a.at(0).set(sum.add(kept)); // here
      },
    ],
    [
      "a tensor",
      "`t` is known only inside the loop or branch that it belongs to; declare a scalar or tensor outside of it, and set it inside",
      (a, _, h) => {
        let made = a;
        h.for(8, () => {
          made = h.tensor("int32[8]");
        });
        made.at(0).set(1); // here
      },
    ],
    [
      "a value of another kernel",
      "a value of another kernel is used here",
      (_, n) => {
        kernel("inner", { x: "int32" }, ({ x }) => x.add(n)); // here
      },
    ],
    [
      "the builder of a kernel around this one",
      "the builder or a value of the kernel k is used while inner is written inside of it; use what the inner kernel is handed, or write one kernel after the other",
      (_, n, h) => {
        kernel("inner", { t: "int32[4]" }, ({ t }) => {
          h.if(n.gt(0), () => t.at(0).set(1)); // here
        });
      },
    ],
  ])("%s", (_, message, body) => {
    const said = refused(body);
    expect(outside(said.message)).toBe(message);
    expect(said.line).toMatch(/\/\/ here$/);
  });

  it("a constant of the kernel may be used in its functions", () => {
    const shifted = kernel("shifted", { n: "int32" }, ({ n }, h) => {
      const two = h.number(2, "int32");
      return h.def("shift", { x: "int32" }, ({ x }) => x.add(two))(n);
    });
    expect(result(shifted, 3)).toEqual([5]);
  });

  it("a kernel may be written inside another", () => {
    const outer = kernel("outer", { n: "int32" }, ({ n }) => {
      const inner = kernel("inner", { n: "int32" }, ({ n }) => n.mul(2));
      return n.add(Number(result(inner, 4)[0]));
    });
    expect(result(outer, 1)).toEqual([9]);
  });
});

describe("a function that is handed to the builder", () => {
  const isAsync = (who: string): string =>
    `the function of ${who} is async; a kernel is written at once: await before \`kernel\``;
  const later = async (): Promise<void> => {
    await Promise.resolve();
    throw new Error("later");
  };

  it.each<readonly [string, string, Body]>([
    ["is not async: h.for", isAsync("h.for"), (_, _n, h) => h.for(8, later as never)],
    ["is not async: h.if", isAsync("h.if"), (_, n, h) => h.if(n.gt(0), later as never)],
    ["is not async: h.compute", isAsync("h.compute"), (_, _n, h) => h.compute([4], later as never)],
    ["is not async: h.sum", isAsync("h.sum"), (_, _n, h) => h.sum(4, later as never)],
    ["is not async: h.def", isAsync("f"), (_, _n, h) => h.def("f", {}, later as never)],
    [
      "is no generator",
      "the function of h.for is a generator, whose body has not run; write `() => …`",
      (a, _, h) =>
        h.for(8, function* () {
          yield a.at(0).set(1);
        } as never),
    ],
    [
      "is there",
      "h.if needs a function, not undefined; write `() => …`",
      (a, n, h) => h.if(n.gt(0), a.at(0).set(1) as never),
    ],
  ])("%s", (_, message, body) => {
    expect(refused(body).message).toBe(message);
  });

  it("is not async: kernel", () => {
    expect(() => kernel("k", {}, later as never)).toThrow(isAsync("k"));
  });

  it("may throw: its error leaves the kernel, and the next kernel is as if nothing had been", () => {
    const broken = (): unknown =>
      kernel("k", { a: "int32[4]" }, ({ a }, h) => {
        h.for(4, (i) => {
          a.at(i).set(1);
          throw new TypeError("mine");
        });
      });
    expect(broken).toThrow(TypeError("mine"));
    const fine = kernel("fine", { n: "int32" }, ({ n }) => n.add(1));
    expect(result(fine, 1)).toEqual([2]);
  });

  it.each<readonly [string, (a: Tensor, h: Builder) => void]>([
    ["a loop", (_, h) => h.for(4, fails)],
    ["a function of the kernel", (_, h) => h.def("f", {}, fails)],
  ])("may not throw and be caught, as what it wrote is lost: %s", (_, write) => {
    const said = refused((a, _n, h) => {
      try {
        write(a, h);
      } catch {
        // The kernel cannot go on.
      }
    });
    expect(said.message).toBe(
      "a function of this kernel threw an error, which was caught: what it had written is lost; let the error leave the kernel",
    );
  });

  function fails(): never {
    throw new Error("mine");
  }
});
