/** How many elements there is room for in lists that `while` loops make longer: as many as are proved, or said. */
import { describe, expect, test } from "vitest";
import { compilePython } from "../../src/frontend/python/index.ts";
import { pythonInt } from "../../src/types/types.ts";
import { compileKernel, interpret } from "../corpus/roads.ts";

function compiled(...body: readonly string[]) {
  const lines = body.map((line) => `    ${line}\n`).join("");
  const text = `from pylog import *\n@pylog\ndef kernel(n: int, a: "float32[20]", b: "int32[7]"):\n${lines}    return len(xs)\n`;
  return compilePython({ path: "kernel.py", text }, { args: new Map([["n", pythonInt]]) });
}

/** The room of `xs`, and whether one more than that is said to be a fault. */
function roomOf(...body: readonly string[]): string {
  const { program, diagnostics } = compiled(...body);
  const list = program?.functions.at(-1)?.locals.find(({ name }) => name === "xs");
  const room = list?.type.kind === "array" ? list.type.shape[0] : undefined;
  return [room, ...diagnostics.map(({ code }) => code)].join(" ");
}

describe("a counter that each way through the body moves on", () => {
  test.each([
    ["up to a length", ["xs = []", "i = 0", "while i < len(a):", "    xs.append(i)", "    i += 1"], "20"],
    [
      "up to a last one, by two",
      ["xs = []", "i = 1", "while i <= 9:", "    xs.append(i)", "    i = i + 2"],
      "5",
    ],
    ["down", ["xs = [1]", "i = 19", "while i >= 0 and a[i] > 0:", "    xs.append(i)", "    i -= 1"], "21"],
    [
      "two that meet",
      [
        "xs = []",
        "i, j = 0, 19",
        "while i < j:",
        "    xs.append(i)",
        "    if a[i] < a[j]:",
        "        i += 1",
        "    else:",
        "        j -= 1",
      ],
      "19",
    ],
    [
      "two lists merged, also where a round ends early",
      [
        "xs = []",
        "i = j = 0",
        "while i + j < 27:",
        "    xs.append(i)",
        "    if i == 20:",
        "        j += 1",
        "        continue",
        "    i += 1",
      ],
      "27",
    ],
    ["digits of a number", ["xs = []", "while n > 0:", "    xs.append(n % 2)", "    n //= 2"], "64"],
    [
      "digits of a number that is not negative",
      ["xs = []", "m = len(a)", "while m:", "    xs.append(m % 2)", "    m >>= 1"],
      "64",
    ],
  ])("%s", (_, body, room) => {
    expect(roomOf(...body)).toBe(room);
  });
});

describe("nothing says how long it gets", () => {
  const guessed = "1024 list-room";
  test.each([
    [
      "a way that stands still",
      ["i = 0", "xs = []", "while i < 9:", "    xs.append(i)", "    if a[i] > 0:", "        i += 1"],
    ],
    [
      "a way back",
      [
        "i = 0",
        "xs = []",
        "while i < 9:",
        "    xs.append(i)",
        "    i += 1",
        "    if a[i] > 0:",
        "        i -= 1",
      ],
    ],
    [
      "a round that ends before",
      [
        "i = 0",
        "xs = []",
        "while i < 9:",
        "    xs.append(i)",
        "    if a[i] > 0:",
        "        continue",
        "    i += 1",
      ],
    ],
    ["a step that data say", ["i = 0", "xs = []", "while i < 9:", "    xs.append(i)", "    i += b[0]"]],
    [
      "a bound that moves",
      [
        "i = 0",
        "xs = [0]",
        "while i < len(xs):",
        "    xs.append(i)",
        "    i += 1",
        "    if i == n:",
        "        break",
      ],
    ],
    [
      "a loop within that goes back",
      [
        "i = 0",
        "xs = []",
        "while i < 9:",
        "    xs.append(i)",
        "    i += 1",
        "    for k in range(n):",
        "        i -= 1",
      ],
    ],
    [
      "floats that are halved",
      ["x = a[0] + 0.0", "xs = []", "while x > 0:", "    xs.append(x)", "    x //= 2"],
    ],
    ["rounds of an argument", ["xs = []", "for k in range(n):", "    xs.append(k)"]],
    ["a number that may end at -1", ["xs = []", "while n != 0:", "    xs.append(n)", "    n >>= 1"]],
  ])("%s", (_, body) => {
    expect(roomOf(...body)).toBe(guessed);
  });

  test("an assert says another number, anywhere in the function", () => {
    const body = [
      "xs = []",
      "while n != 1:",
      "    xs.append(n)",
      "    n = n // 2 if n % 2 == 0 else 3 * n + 1",
    ];
    expect(roomOf(...body, "assert len(xs) <= 30")).toBe("30");
    expect(roomOf(...body, "    assert len(xs) < 2 * len(a) and n > 0")).toBe("39");
  });

  test("as many as there are, and one more is a fault that names the list", () => {
    const text = `from pylog import *
@pylog
def kernel(n: int):
    xs = []
    while n != 0:
        xs.append(n)
        n = n - 1 if n % 2 == 0 else n - 1
    assert len(xs) <= 5
    return sum(xs)
`;
    const run = (n: number) => {
      const args = { n: { dtype: "python int", value: String(n) } } as const;
      return interpret(compileKernel({ path: "kernel.py", text }, "kernel", args), args).results;
    };
    expect(run(5)).toEqual([{ dtype: "python int", value: "15" }]);
    expect(() => run(6)).toThrow("the list `xs` has room for 5 elements");
  });
});
