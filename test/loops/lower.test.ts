/** What lowering makes of small kernels: the Loops as printed, and how much memory and how many loops they take. */
import { describe, expect, test } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { printLoops, verifyLoops } from "../../src/loops/program.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";

describe("array expressions", () => {
  test("an expression is one nest", () => {
    const loops = lowered("a=int32[8] b=int32[8] d=int32[8] c=int32[8]", "c = a + b * d");
    expect(body(loops)).toBe(`
for c_0 in range(8):
    c[c_0] = a[c_0] + b[c_0] * d[c_0]`);
    expect(names(loops)).toEqual({ loops: ["c.0"], arrays: [] });
  });

  test("a windowed dot is one nest with one reduction and no copy", () => {
    const loops = lowered(
      "img=float32[8,8] w=float32[3,3] out=float32[6,6]",
      "out = map(lambda x: dot(x[-1:2,-1:2], w), img[1:-1,1:-1])",
    );
    expect(body(loops)).toBe(`
for out_0 in range(6):
    for out_1 in range(6):
        out_sum = np.float32(-0.0)
        for out_r0 in range(3):
            for out_r1 in range(3):
                out_sum = out_sum + img[out_0 + out_r0, out_1 + out_r1] * w[out_r0, out_r1]
        out[out_0, out_1] = out_sum`);
    expect(names(loops)).toEqual({ loops: ["out.0", "out.1", "out.r0", "out.r1"], arrays: [] });
  });

  test("offsets that may leave the array are guarded", () => {
    expect(body(lowered("a=int32[8] b=int32[8]", "b = map(lambda x: x[-1] + x[0], a)"))).toBe(`
for b_0 in range(8):
    b[b_0] = (a[b_0 - 1] if b_0 - 1 >= 0 else np.int32(0)) + a[b_0]`);
  });

  test("slices, strides and transposes are indices", () => {
    expect(body(lowered("a=int32[6,6] b=int32[3,2]", "b[:] = a[::-2, 1:3] + a.T[3:, 4:]"))).toBe(`
for b_0 in range(3):
    for b_1 in range(2):
        b[b_0, b_1] = a[5 - 2 * b_0, b_1 + 1] + a[b_1 + 4, b_0 + 3]`);
  });

  test("windows and blocks around a loop variable are indices of it, without a check", () => {
    const windows = "for i in range(2, 14, 4):\n    b[i:i + 2] = a[i - 2:i + 4:3]";
    expect(body(lowered("a=int32[16] b=int32[16]", windows))).toBe(`
for i in range(2, 14, 4):
    for b_0 in range(2):
        b[i + b_0] = a[i + 3 * b_0 - 2]`);
    const named = "for i in range(1, 15):\n    w = a[i - 1:i + 2]\n    b[i] = np.max(w)";
    expect(body(lowered("a=int32[16] b=int32[16]", named))).toContain("a[i + b_r0 - 1]");
  });

  test("a product of matrices is one nest; a costly operand is computed once", () => {
    const plain = lowered("a=float32[4,5] b=float32[5,6] c=float32[4,6]", "c = a @ b");
    expect(names(plain)).toEqual({ loops: ["c.0", "c.1", "c.r0"], arrays: [] });
    const costly = lowered("a=float32[4,5] b=float32[5,6] c=float32[4,6]", "c = (a * 2 + 1) @ b");
    expect(names(costly)).toEqual({ loops: ["c_t.0", "c_t.1", "c.0", "c.1", "c.r0"], arrays: ["c_t"] });
  });

  test("a sum over an axis that is repeated is computed once", () => {
    expect(body(lowered("a=float32[4,5] b=float32[4,5]", "b = a / a.sum(axis=1, keepdims=True)"))).toBe(`
b_t = np.zeros((4, 1), dtype=np.float32)
for b_t_0 in range(4):
    b_t_sum = np.float32(-0.0)
    for b_t_r0 in range(5):
        b_t_sum = b_t_sum + a[b_t_0, b_t_r0]
    b_t[b_t_0, 0] = b_t_sum
for b_0 in range(4):
    for b_1 in range(5):
        b[b_0, b_1] = a[b_0, b_1] / b_t[b_0, 0]`);
  });

  test("a store that reads what it overwrites goes through a temporary, one in place does not", () => {
    expect(names(lowered("a=int32[8]", "a[1:] = a[:-1]")).arrays).toEqual(["a_t"]);
    expect(names(lowered("a=int32[8]", "a[:] = a * 2 + a")).arrays).toEqual([]);
    expect(names(lowered("a=int32[8]", "a[::2] = a[1::2]")).arrays).toEqual([]);
    expect(names(lowered("a=int32[8,8]", "for i in range(1, 8):\n    a[i] = a[i - 1] + 1")).arrays).toEqual(
      [],
    );
  });
});

describe("statements", () => {
  test("a row is no copy", () => {
    expect(
      body(
        lowered("a=int32[4,6] b=int32[4]", "for i in range(4):\n    row = a[i]\n    b[i] = row[2] + row[-1]"),
      ),
    ).toBe(`
for i in range(4):
    b[i] = a[i, 2] + a[i, 5]`);
  });

  test("constants reach the bounds; a loop down counts up", () => {
    expect(body(lowered("a=int32[9]", "n = len(a)\nfor i in range(n - 1, 0, -2):\n    a[i] = a[-i]"))).toBe(`
for i in range(4):
    a[8 - 2 * i] = a[2 * i + 1]`);
  });

  test("a loop variable that is used after the loop is kept in a scalar", () => {
    expect(
      body(lowered("a=int32[8]", "for i in range(8):\n    if a[i] > 3:\n        break\na[i] = 0")),
    ).toBe(`
for i_k in range(8):
    i = i_k
    if a[i] > 3:
        break
a[i if i >= 0 else i + 8 if i + 8 >= 0 else i] = 0`);
  });

  test("arrays that change places are chosen by a number", () => {
    const source =
      "for t in range(4):\n    for i in range(1, 7):\n        b[i] = a[i - 1] + a[i + 1]\n    a, b = b, a";
    const { arrays } = names(
      lowered(
        "a=int32[8] b=int32[8]",
        `p = a\nq = b\n${source.replaceAll("a", "p").replaceAll("b", "q").replaceAll("rpnge", "range")}`,
      ),
    );
    expect(arrays).toEqual([]);
  });

  test("an array made in each round replaces the last one", () => {
    const loops = lowered(
      "a=int32[8]",
      "old = a.copy()\nfor t in range(4):\n    new = np.zeros(8, np.int32)\n    for i in range(1, 7):\n        new[i] = old[i - 1] + old[i + 1]\n    old = new\na[:] = old",
    );
    expect(names(loops).arrays).toEqual(["old", "new"]);
  });

  test("pipeline, unroll and pragmas are carried over", () => {
    const loops = lowered(
      "a=int32[8]",
      'for i in range(8).unroll(4):\n    pragma("HLS nothing")\n    a[i] = 1',
    );
    const [loop, pragma] = [...statementsIn(loops.body)];
    expect(loop?.kind === "for" ? loop.attrs : null).toEqual({ unroll: { factor: 4 } });
    expect(pragma?.kind).toBe("pragma");
  });
});

describe("functions", () => {
  test("are inlined under their own names; an array result is computed where it is wanted", () => {
    const loops = lowered(
      "a=int32[8] i=int32",
      "b = twice(a, i)\na[:] = b",
      "def twice(x, k):\n    out = np.zeros(8, np.int32)\n    for i in range(8):\n        out[i] = x[i] * k\n    return out",
    );
    expect(names(loops)).toEqual({ loops: ["b.0", "i", "a.0"], arrays: ["b"] });
  });

  test("results of a call change their targets at once", () => {
    const swap = "def swap(x, y):\n    return y, x";
    expect(body(lowered("a=int32[8] n=int32 m=int32", "n, m = swap(n, m)\na[0] = n\na[1] = m", swap))).toBe(`
kernel_at = m
kernel_at_1 = n
swap_0 = kernel_at
swap_1 = kernel_at_1
value_0 = swap_0
value_1 = swap_1
n = value_0
m = value_1
a[0] = n
a[1] = m`);
  });

  test("an early return becomes a flag", () => {
    expect(
      body(
        lowered(
          "a=int32[8]",
          "return find(a)",
          "def find(x):\n    for i in range(8):\n        if x[i] > 3:\n            return i\n    return -1",
        ),
      ),
    ).toBe(`
find_done = False
for i in range(8):
    if a[i] > 3:
        find_result = i
        find_done = True
        break
if not find_done:
    find_result = -1
return find_result`);
  });
});

test("what nothing reads is left out, unless it may stop the run", () => {
  const text = "x = len(a) + 1\ny = n * n\na[0] = 1";
  expect(body(lowered("a=int32[4] n=python int", text))).toBe(`
y = n * n
a[0] = 1`);
});

describe("where a name refers to one array or another", () => {
  test("a swap in a loop copies nothing: a number says which", () => {
    const loops = lowered(
      "a=int32[8] b=int32[8]",
      "x = a\ny = b\nfor t in range(5):\n    y[0] = x[t]\n    x, y = y, x",
    );
    expect(names(loops)).toEqual({ loops: ["t"], arrays: [] });
  });

  test("a new array is copied into the name that keeps it, where nobody can tell", () => {
    const text = "x = a.copy()\nfor t in range(5):\n    y = x[::-1] + t\n    x = y\na[:] = x";
    expect(names(lowered("a=int32[4]", text)).arrays).toEqual(["x", "y"]);
  });

  test("an array kept while another is made takes turns with it", () => {
    const text =
      "keep = np.zeros(4, np.int32)\nfor t in range(3):\n    x = a + t\n    if t == 1:\n        keep = x\n    x[0] = 9\na[:] = keep";
    expect(names(lowered("a=int32[4]", text)).arrays).toEqual(["keep", "x", "x_1"]);
  });
});

describe("what static memory cannot express is refused", () => {
  test("a result whose shape is known only when it runs", () => {
    expect(refusal("a=int32[8] n=python int", "return a[:n]")).toEqual(["dynamic-result"]);
    const early = "if n > 4:\n    return a[:n]\nreturn a[: n + 1]";
    expect(refusal("a=int32[8] n=python int", early)).toEqual(["dynamic-result"]);
  });
});

// How the kernels above are written

function compiled(args: string, text: string, functions = "") {
  const lines = text.split("\n").map((line) => `    ${line}`);
  const list = args.split(/ (?=\w+=)/).map((one) => one.split("=") as [string, string]);
  const source = `from pylog import *\nimport numpy as np\n${functions}\n@pylog\ndef kernel(${list.map(([name]) => name).join(", ")}):\n${lines.join("\n")}\n`;
  const types = new Map(list.map(([name, type]) => [name, typeOf(type)]));
  const { program, diagnostics } = compilePython(
    { path: "kernel.py", text: source },
    { kernel: "kernel", args: types },
  );
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return program;
}

function typeOf(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.type;
}

function lowered(args: string, text: string, functions?: string): Loops {
  const result = lower(compiled(args, text, functions));
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  expect(verifyLoops(result.loops)).toEqual([]);
  return result.loops;
}

function refusal(args: string, text: string): readonly string[] {
  const result = lower(compiled(args, text));
  return result.ok ? [] : result.diagnostics.map(({ code }) => code);
}

/** The printed kernel without its first line. */
function body(loops: Loops): string {
  const lines = printLoops(loops).trimEnd().split("\n");
  const start = lines.findIndex((line) => line.startsWith("def kernel"));
  return `\n${lines
    .slice(start + 1)
    .map((line) => line.slice(4))
    .join("\n")}`;
}

function names(loops: Loops) {
  return {
    loops: [...statementsIn(loops.body)].flatMap((stmt) => (stmt.kind === "for" ? [stmt.name] : [])),
    arrays: loops.arrays.map(({ name }) => name),
  };
}
