/** The width of exact locals that grow in loops: what holds all they can be, no more. */
import { describe, expect, test } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import { printType } from "../../src/types/print.ts";

/** The types of what a kernel returns, or the codes of what is wrong with it. */
function resultTypes(parameters: string, ...body: readonly string[]): string {
  const text = `from pylog import *\n@pylog\ndef kernel(${parameters}):\n${body.map((line) => `    ${line}\n`).join("")}`;
  const { program, diagnostics } = compilePython({ path: "kernel.py", text }, { args: new Map() });
  const results = program?.functions.at(-1)?.results ?? [];
  return program === null ? diagnostics.map((d) => d.code).join(" ") : results.map(printType).join(" ");
}

describe("a local takes the type of what it is given", () => {
  test("one after the other, in plain code", () => {
    expect(resultTypes('a: "int<8>", b: "int<8>"', "t = a", "t = t + b", "return t")).toBe("int<9>");
  });

  test("the smallest that holds both, where paths meet", () => {
    const body = ["t = a", "if b > 0:", "    t = a * b", "return t"];
    expect(resultTypes('a: "int<8>", b: "uint<4>"', ...body)).toBe("int<12>");
  });

  test("also of a Python number, whose every bit counts", () => {
    const body = ["t = f", "if f > 1:", "    t = 0.0625", "return t"];
    expect(resultTypes('f: "fixed<8,6>"', ...body)).toBe("fixed<10,6>");
  });
});

describe("a local that grows in a loop holds all that the trips add up to", () => {
  test.each([
    ["a sum", "t = 0\nfor i in range(10):\n    t += a[i]", "int<12>"],
    ["a sum of products", "t = 0\nfor i in range(10):\n    t += a[i] * a[i]", "int<19>"],
    [
      "a sum over two loops",
      "t = a[0]\nfor i in range(8):\n    for j in range(8):\n        t = t + a[j]",
      "int<15>",
    ],
    ["a sum in a long loop", "t = 0\nfor i in range(1000000):\n    t += a[i % 10]", "int<28>"],
    ["a difference", "t = 0\nfor i in range(3):\n    t = t - a[i]", "int<10>"],
    ["a product", "t = a[0]\nfor i in range(7):\n    t = t * a[i]", "int<58>"],
    ["what is set anew in each trip", "t = 0\nwhile t < 5:\n    t = a[0]\n    t = t + 1", "int<9>"],
    ["a count that stops", "t = u\nfor i in range(999):\n    if t < 15:\n        t = t + 1", "uint<4>"],
    ["from a negative number on", "t = -1.5\nfor i in range(2):\n    t = t + u", "fixed<3,2>"],
    ["the larger of two", "t = 0\nfor i in range(10):\n    t = max(t, a[i] * 2)", "int<10>"],
    ["Fibonacci", "s = u\nt = s\nfor i in range(10):\n    s, t = t, s + t", "uint<8>"],
  ])("%s", (_name, body, expected) => {
    expect(resultTypes('a: "int<8>[10]", u: "uint<1>"', ...body.split("\n"), "return t")).toBe(expected);
  });

  test("the filter of eight taps", () => {
    const body = ["acc = 0", "for j in range(8):", "    acc += x[j] * h[j]", "return acc"];
    expect(resultTypes('x: "fixed<8,4>[8]", h: "fixed<8,4>[8]"', ...body)).toBe("fixed<19,11>");
  });

  test("the bits of a word", () => {
    const body = ["n = 0", "for i in range(64):", "    n += x[i]", "return n"];
    expect(resultTypes('x: "uint<64>"', ...body)).toBe("uint<7>");
  });

  test("through a function that adds", () => {
    const body = [
      "def add(x, y):",
      "    return x + y",
      "t = 0",
      "for i in range(4):",
      "    t = add(t, a[i])",
    ];
    expect(resultTypes('a: "int<8>[4]"', ...body, "return t")).toBe("int<10>");
  });
});

describe("where nothing is proved, a declaration is asked for", () => {
  test.each([
    ["trips that the caller decides", 'a: "int<8>[4]", n: int', "for i in range(n):\n    t += a[0]"],
    ["a condition that says nothing of it", 'a: "int<8>[4]"', "while a[0] != 0:\n    t += a[1]"],
    ["what would be too wide", 'a: "int<8>[4]"', "for i in range(1000):\n    t = (t + 1) * a[1]"],
  ])("%s", (_name, parameters, loop) => {
    expect(resultTypes(parameters, "t = a[0]", ...loop.split("\n"), "return t")).toBe("exact-growth");
    expect(resultTypes(parameters, "t: pl_int32 = a[0]", ...loop.split("\n"), "return t")).toBe("int<32>");
  });
});
