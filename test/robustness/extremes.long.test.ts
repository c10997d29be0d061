/** Long, deep and large. */
import { describe, expect, it } from "vitest";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";
import { survive } from "./survive.ts";

describe("depth", () => {
  const depths = [50, 1_000, 20_000];
  const shapes: Readonly<Record<string, (n: number) => string>> = {
    parentheses: (n) => kernel(`x = ${"(".repeat(n)}1${")".repeat(n)}`),
    "open parentheses": (n) => kernel(`x = ${"(".repeat(n)}`),
    brackets: (n) => kernel(`x = ${"[".repeat(n)}1${"]".repeat(n)}`),
    subscripts: (n) => kernel(`x = a${"[0]".repeat(n)}`),
    "nested subscripts": (n) => kernel(`x = ${"a[".repeat(n)}0${"]".repeat(n)}`),
    calls: (n) => kernel(`x = ${"abs(".repeat(n)}n${")".repeat(n)}`),
    attributes: (n) => kernel(`x = a${".T".repeat(n)}`),
    negations: (n) => kernel(`x = ${"-".repeat(n)}n`),
    nots: (n) => kernel(`x = ${"not ".repeat(n)}n`),
    sums: (n) => kernel(`x = ${"n + ".repeat(n)}n`),
    powers: (n) => kernel(`x = ${"n ** ".repeat(n)}n`),
    comparisons: (n) => kernel(`x = ${"n < ".repeat(n)}n`),
    conjunctions: (n) => kernel(`x = ${"n and ".repeat(n)}n`),
    conditionals: (n) => kernel(`x = ${"1 if n else ".repeat(n)}2`),
    lambdas: (n) => kernel(`x = ${"lambda: ".repeat(n)}1`),
    comprehensions: (n) => kernel(`x = ${"[".repeat(n)}1${" for i in range(2)]".repeat(n)}`),
    tuples: (n) => kernel(`x = ${"1, ".repeat(n)}`),
    targets: (n) => kernel(`${"x = ".repeat(n)}1`),
    blocks: (n) => kernel(nested(Math.min(n, 2_000), "if n:")),
    loops: (n) => kernel(nested(Math.min(n, 2_000), "for i in range(2):")),
    functions: (n) => kernel(nested(Math.min(n, 2_000), "def f():")),
    elifs: (n) =>
      kernel(`if n == 0:\n        x = 0\n${"    elif n == 1:\n        x = 1\n".repeat(Math.min(n, 5_000))}`),
  };
  it.each(Object.keys(shapes))("%s", (name) => {
    for (const depth of depths) survive(shapes[name]?.(depth) ?? "", args);
  });
});

describe("numbers and shapes", () => {
  it.each([
    "x = 10**100000",
    "x = 1 << 100000",
    "x = 1 << (1 << 62)",
    "x = 2 ** 2 ** 2 ** 2 ** 2 ** 2",
    "x = 10**100000 % 7",
    "x = -(10**5000) // 3",
    `x = ${"9".repeat(5_000)}`,
    `x = ${"9".repeat(200_000)}`,
    `x = 0x${"f".repeat(200_000)}`,
    `x = 1e${"9".repeat(1_000)}`,
    `x = 0.${"3".repeat(200_000)}`,
    "x = a[10**30]",
    "x = a[: 10**30]",
    "x = a[:: 10**30]",
    "x = a[-(10**30) : 10**30]",
    "x = np.zeros(10**12)",
    "x = np.zeros((10**9, 10**9, 10**9))",
    "x = np.zeros(10**30)",
    "x = np.zeros(2**53)",
    "x = np.arange(10**12)",
    "x = np.arange(10**9) * 2.5",
    "x = np.arange(0, 1, 1e-12)",
    "x = np.linspace(0, 1, 10**10)",
    "x = np.ones((1000, 1000, 1000)) + 1",
    "x = np.eye(100000)",
    "x = np.tile(a, 10**9)",
    "x = np.repeat(a, 10**9)",
    "x = np.pad(a, 10**9)",
    "x = np.roll(a, 10**30)",
    "x = [0] * 10**9",
    "x = [0, 1] * 10**9",
    "x = (0, 1) * 10**9",
    "x = [i for i in range(10**9)]",
    "x = tuple(range(10**9))",
    "x = list(range(10**9))",
    "x = sum(range(10**12))",
    "x = np.array(range(10**9))",
    "x = np.full(10**9, 3)",
    "x = big[1:-1]",
    "x = big[::2][::2][5:]",
    "x = big[:, None] * big[None, :]",
    "x = map(lambda v: v[-1] + v[1], big[1:-1])",
    "x = map(lambda v: np.sum(v[:]), big)",
    "x = map(lambda v: np.sum(v[-100000:100000]), big)",
    "x = big.reshape(-1, 2).T.reshape(-1)",
    "x = np.sort(big)",
    "x = np.concatenate((big, big))",
    "x = np.stack([a] * 5000)",
    "x = np.array([a] * 5000)",
    "x = big in (1, 2)",
    "x = huge + 1",
    "x = huge @ huge",
    "x = huge.sum(axis=0)",
    "x, y = big",
    "for v in big: n += 1",
    "for v in huge: a[0] = v[0, 0]",
    "for i in range(10**18): n += i",
    "for i in range(-(10**30), 10**30): n += 1",
    "for i in range(8).unroll(10**30): n += 1",
    "while True: n += 1",
    "x = pl_fixed(10**9, 3)(1)",
    "x = pl_fixed(4096, 10**12)(1)",
    "x = pl_int4096(1) << 4000",
    "x = u[10**30]",
    "x = u[0 : 10**30]",
    "x = round(2.5, 10**9)",
    "x = n ** 10**9",
    "x = a ** 10**9",
  ])("%s", (line) => {
    survive(kernel(line.length > 100 ? line : `${line}\n    return x`), args);
    survive(kernel(line), args);
  });

  it("argument types beyond all memory", () => {
    for (const text of ["float32[100000,100000,100000]", "uint<4096>[1000000000]", "float32[0,5]"]) {
      survive(kernel("b = a + 1\n    c = a.T\n    return b[0]"), new Map([...args, ["a", typeOf(text)]]));
    }
  });

  it("annotations beyond all sense", () => {
    for (const text of [
      "float32[-1]",
      "int<99999999999>",
      "float<99,99>",
      "float32[9e9]",
      `int8[${"9,".repeat(5_000)}9]`,
    ]) {
      expect(survive(`from pylog import *\n@pylog\ndef k(a: "${text}"):\n    return a\n`)).toBe(false);
    }
  });
});

describe("length", () => {
  it("a line of a million characters", () => {
    survive(kernel(`x = ${"n + ".repeat(250_000)}n`), args);
    survive(kernel(`x = "${"y".repeat(1_000_000)}"`), args);
    survive(kernel(`x = ${"y".repeat(1_000_000)}`), args);
    survive(kernel(`# ${"é".repeat(1_000_000)}\n    return a`), args);
  });

  it("a kernel of 5000 lines that are right", () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `x${i} = ${i === 0 ? "n" : `x${i - 1}`} + ${i}`);
    expect(survive(kernel(`${lines.join("\n    ")}\n    return x4999`), args)).toBe(true);
  });

  it("a kernel of 5000 lines that are wrong", () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `x${i} = missing${i} + a[${i + 8}]`);
    expect(survive(kernel(lines.join("\n    ")), args)).toBe(false);
  });

  it("5000 lines of syntax errors", () => {
    expect(survive(kernel("x = = (]\n    ".repeat(5_000)), args)).toBe(false);
  });

  it("60 functions, each calling the one before twice", () => {
    const chain = (first: string): string =>
      Array.from({ length: 60 }, (_, i) =>
        i === 0
          ? `def f0(x):\n        return ${first}`
          : `def f${i}(x):\n        return f${i - 1}(x) + f${i - 1}(x)`,
      ).join("\n    ");
    survive(kernel(`${chain("x + 1")}\n    return f59(a[0])`), args);
    survive(kernel(`${chain("x + missing")}\n    return f59(a[0])`), args);
  });

  it("loops in loops whose types take rounds to settle", () => {
    const heads = Array.from({ length: 12 }, (_, i) => `${"    ".repeat(i + 1)}for i${i} in range(2):\n`);
    const body = `${"    ".repeat(13)}s, t, w = t, w, w + a[i0]\n`;
    survive(
      `from pylog import *\n@pylog\ndef k(a):\n    s = t = w = 0\n${heads.join("")}${body}    return s\n`,
      args,
    );
  });

  it("a thousand branches that give a name other types", () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `if n == ${i}: x = ${i % 2 === 0 ? "n" : "a[0]"}`);
    survive(kernel(`x = 0\n    ${lines.join("\n    ")}\n    return x`), args);
  });
});

const args: ReadonlyMap<string, Type> = new Map(
  Object.entries({
    a: "float32[8]",
    n: "int32",
    u: "uint8",
    big: "float32[10000000]",
    huge: "int8[1000,1000,1000]",
  }).map(([name, text]) => [name, typeOf(text)]),
);

function typeOf(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return parsed.type;
}

function kernel(body: string): string {
  return `from pylog import *\n@pylog\ndef k(a, n, u, big, huge):\n    ${body}\n`;
}

function nested(depth: number, head: string): string {
  const lines = Array.from({ length: depth }, (_, i) => "    ".repeat(i) + head);
  return `${lines.join("\n    ")}\n    ${"    ".repeat(depth)}pass`;
}
