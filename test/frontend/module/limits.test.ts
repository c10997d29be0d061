/** Running a module ends: what takes too long is given up, and only a kernel that needs it is refused. */
import { describe, expect, it } from "vitest";
import { compilePython } from "../../../src/frontend/python/index.ts";
import { constantNamed, evaluateModule, thorough } from "../../../src/frontend/python/module/index.ts";
import type { Limits } from "../../../src/frontend/python/module/machine.ts";
import { parsePython } from "../../../src/frontend/python/syntax/index.ts";

const small: Limits = { steps: 2000, total: 4000, elements: 5000 };

describe("with little time", () => {
  it.each([
    ["a loop without end", "while True:\n    T += 1"],
    ["a long loop", "for i in range(10 ** 12):\n    T += i"],
    ["a list that grows", "T = [1]\nwhile True:\n    T += T"],
    ["a long list", "T = [0] * 10 ** 9"],
    ["a large array", "T = np.zeros((10 ** 5, 10 ** 5))"],
    ["a product of large matrices", "T = np.ones((60, 60)) @ np.ones((60, 60))"],
    ["an endless recursion", "def f(n):\n    return f(n + 1)\nT = f(0)"],
    ["endless work in a function", "def f():\n    n = 0\n    while True:\n        n += 1\nT = f()"],
    ["an endless generator", "import itertools\nT = sum(x for x in iter(lambda: 1, 2))"],
    ["nested comprehensions", "T = [i * j for i in range(1000) for j in range(1000)]"],
  ])("%s is not known", (_, code) => {
    const values = constants(`import numpy as np\nT = 0\nN = 3\n${code}\nM = N + 1\n`, small);
    expect(values("T")).toBe("unknown");
    expect(values("N")).toBe("constant");
    expect(values("M")).toBe("constant");
  });

  it("forgets what the code it gave up may change, and nothing else", () => {
    const code = "A = [1]\nB = [1]\nC = A\nfor i in range(10 ** 9):\n    A[0] += 1\n";
    const values = constants(code, small);
    expect(["A", "B", "C", "i"].map(values)).toEqual(["unknown", "constant", "unknown", "unknown"]);
  });
});

describe("a statement that is given up", () => {
  it("has changed nothing that it would not change again", () => {
    const code = `A = [1]
Q = [[2], A]
def drain():
    x = Q.pop()
    while True:
        x.append(1)
drain()
B = [1]
`;
    const values = constants(code, small);
    expect(["A", "Q", "B"].map(values)).toEqual(["unknown", "unknown", "constant"]);
  });
});

describe("with time enough", () => {
  it.each([
    ["ten thousand appended items", "T = []\nfor i in range(10000):\n    T.append(i)", "constant"],
    ["two hundred thousand items at once", "T = list(range(100000))\nT += T\nT[5:5] = T[:9]", "constant"],
    ["a list that holds itself", "T = [1]\nT.append([T])", "unknown"],
    ["lists in lists without end", "T = []\nfor i in range(30000):\n    T = [T]", "unknown"],
  ])("%s", (_, code, kind) => {
    expect(constants(`${code}\n`, thorough)("T")).toBe(kind);
  });
});

it("a kernel is compiled beside code that has no end, when it does not need it", () => {
  const text = `from pylog import *\nN = 3\nwhile True:\n    pass\n@pylog\ndef k(a: "int32[4]"):\n    return a * N\n`;
  const started = performance.now();
  const { diagnostics } = compilePython({ path: "k.py", text }, { args: new Map() });
  expect(diagnostics).toEqual([]);
  expect(performance.now() - started).toBeLessThan(5000);
});

it("a table of a hundred thousand numbers is worth the wait", () => {
  const text = `from pylog import *\nT = [0] * 100000\nfor i in range(100000):\n    T[i] = i * i % 256\n@pylog\ndef k(i: int):\n    return T[i]\n`;
  const { diagnostics } = compilePython({ path: "k.py", text }, { args: new Map() });
  expect(diagnostics).toEqual([]);
});

it("so are a default, and a name around a function, that take as long", () => {
  const text = `from pylog import *
def table(n):
    t = [0] * n
    for i in range(n):
        t[i] = i % 7
    return t
def lookup(i, t=table(30000)):
    return t[i]
def around():
    t = table(30000)
    def inner(i):
        return t[i]
    return inner
inner = around()
@pylog
def k(i: int):
    return lookup(i) + inner(i)
`;
  const { diagnostics } = compilePython({ path: "k.py", text }, { args: new Map() });
  expect(diagnostics).toEqual([]);
});

function constants(text: string, limits: Limits): (name: string) => string {
  const source = { path: "module.py", text };
  const machine = evaluateModule(source, parsePython(source).module.body, limits);
  const home = () => ({
    id: 0,
    lookup: () => null,
    defaultOf: () => null,
    annotationOf: () => null,
    optionOf: () => null,
  });
  return (name) => constantNamed(machine, name, home)?.constant.kind ?? "nothing";
}
