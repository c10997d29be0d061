import { describe, expect, it } from "vitest";
import {
  type Builder,
  DslError,
  type Params,
  type Tensor,
  type Term,
} from "../../../src/frontend/dsl/index.ts";
import { prepare } from "../../../src/program/interpret/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { allocate, type NDArray } from "../../../src/types/storage.ts";
import { array, int32 } from "../../../src/types/types.ts";
import { kernel } from "./run.ts";

/** What is said about a kernel of the tensor `a: int32[4,4]` and the scalar `n: int32`. */
function said(body: (a: Tensor, n: Term, h: Builder) => unknown): string {
  try {
    kernel("k", { a: "int32[4,4]", n: "int32" }, ({ a, n }, h) => {
      body(a, n, h);
    });
  } catch (error) {
    if (error instanceof DslError) return error.message.replace(/^\S+:\d+:\d+: /, "");
    throw error;
  }
  return "nothing";
}

describe("a mistake is said in one sentence", () => {
  it.each<readonly [string, string, (a: Tensor, n: Term, h: Builder) => unknown]>([
    ["indices", "a is int32[4,4]: it takes 2 indices, not 1", (a) => a.at(0)],
    ["a constant index", "index 4 is outside axis 1 of a, which is int32[4,4]", (a) => a.at(0, 4)],
    ["an index that is no integer", "an index of a is python float, not an integer", (a) => a.at(0, 0.5)],
    ["a type", '"int33" is not a type: there is no type int33: write int<33>', (_, n) => n.cast("int33")],
    [
      "an array type for a value",
      "int8[4] is an array type; one value is meant here",
      (_, n) => n.cast("int8[4]"),
    ],
    ["a constant too large", "int8 cannot hold 300", (_, _n, h) => h.scalar(300, "int8")],
    [
      "operands",
      "`<<` does not take int32 and python float; convert to an integer type first, as in `x.astype(np.int32)`",
      (_, n) => n.shl(0.5),
    ],
    [
      "too many indices in compute",
      "the function of compute takes 2 indices; there are 1 dimension",
      (_, _n, h) => h.compute([4], ((i: Term, j: Term) => i.add(j)) as never),
    ],
    ["a shape", "axis 1 of the shape has the extent 1.5", (_, _n, h) => h.compute([4, 1.5], (i) => i)],
    [
      "a step",
      "the step of a range is 0; it is an integer, and not 0",
      (_, _n, h) => h.for(h.range(0, 4, 0), () => {}),
    ],
    ["break outside of a loop", "h.break() stands in no loop", (_, _n, h) => h.break()],
    [
      "a while without a function",
      "the condition of h.while is looked at again and again; write `() => condition`",
      (_, n, h) => h.while(n.lt(3) as never, () => {}),
    ],
    [
      "a loop variable outside of its loop",
      "`i` is known only inside the loop or branch that it belongs to; declare a scalar or tensor outside of it, and set it inside",
      (a, n, h) => {
        let leaked = n;
        h.for(4, (i) => {
          leaked = i;
        });
        a.at(0, 0).set(leaked);
      },
    ],
    [
      "a value of a branch that is used after it",
      "no statement of this loop or branch uses this value; store it with `.set(…)`, in a scalar declared outside to use it after; JavaScript's `if` and `&&` cannot look at it",
      (a, n, h) => {
        const s = h.scalar(0, "int32");
        let made = n;
        h.if(n.gt(0), () => {
          made = s.add(1);
        });
        a.at(0, 0).set(made);
      },
    ],
    [
      "an elif that is too late",
      "`elif` and `else` stand right after their `if`; a condition that needs statements, such as a sum, is written as a function: `.elif(() => …, …)`",
      (a, n, h) => h.if(n.gt(0), () => {}).elif(h.sum(4, (i) => a.at(0, i)).gt(0), () => {}),
    ],
    [
      "a value of another function",
      "a value of another function is used here; pass it as an argument, or use a plain TypeScript function",
      (_, n, h) => h.def("f", { x: "int32" }, ({ x }) => x.add(n)),
    ],
    [
      "arguments",
      "f takes 1 argument, not 2",
      (_, n, h) => h.def("f", { x: "int32" } as Params, ({ x }) => x)(n, n),
    ],
    [
      "the name of an argument",
      "f has no parameter Top; did you mean top?",
      (_, n, h) => h.def("f", { x: "int32", top: "int32" } as Params, ({ x }) => x)({ x: n, Top: n }),
    ],
    [
      "an argument that is left out",
      "top of f is not given",
      (_, n, h) => h.def("f", { x: "int32", top: "int32" } as Params, ({ x }) => x)({ x: n }),
    ],
    [
      "a tensor of another shape",
      "t of f is int32[4]; it was given int32[4,4]",
      (a, _, h) => h.def("f", { t: "int32[4]" }, ({ t }) => t.at(0))(a),
    ],
    ["a bit", "int32 has bits 0 to 31, not bit 32", (_, n) => n.bit(32)],
    [
      "bits of a float",
      "float32 has no bits to take; cast it to an integer type, or use `bitcast` on a float",
      (_, n) => n.cast("float32").bit(0),
    ],
    ["words", "uint<48> holds no whole number of int32", (a, _, h) => h.pack(a, "uint<48>")],
    ["a table", "int8[3] has 3 elements; 2 values are given", (_, _n, h) => h.tensor("int8[3]", [1, 2])],
    [
      "no value",
      "a value is expected here, not undefined; give a number or a value of the kernel; an element of a tensor is `t.at(i)`",
      (_, n) => n.add(undefined as never),
    ],
    ["a name", '"2x" is no name; use letters, digits and _', (_, _n, h) => h.def("2x", {}, () => 0)],
  ])("%s", (_, message, body) => {
    expect(said(body)).toBe(message);
  });

  it("with the place of the call", () => {
    try {
      kernel("k", { a: "int32[4]" }, ({ a }) => (a as Tensor).at(1, 2));
    } catch (error) {
      expect((error as DslError).at).toMatch(/^test\/frontend\/dsl\/errors\.test\.ts:\d+:\d+$/);
    }
  });

  it("a builder cannot be used when its kernel is finished", () => {
    let kept: Builder | null = null;
    kernel("k", {}, (_, h) => {
      kept = h;
    });
    expect(() => (kept as Builder | null)?.scalar(0)).toThrow(/the kernel is finished/);
  });
});

describe("a run fault", () => {
  it("points at the line of the kernel", () => {
    const out = kernel("out", { a: "int32[4]", i: "python int" }, ({ a, i }) => a.at(i));
    const args = new Map<string, NDArray | Value>();
    args.set("a", allocate(array(int32, [4])));
    args.set("i", 9);
    let line = "";
    try {
      prepare(out.program).run(args);
    } catch (fault) {
      const { span } = fault as { span: { from: number } };
      line = out.program.source.text.slice(span.from).split("\n")[0] ?? "";
    }
    expect(line).toMatch(/^at\(i\)/);
  });
});
