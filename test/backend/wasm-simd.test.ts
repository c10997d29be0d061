/** Which loops run as vectors, which do not and why, and that it shows nowhere but in time. */
import { describe, expect, it, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../src/loops/program.ts";
import { parseType } from "../../src/types/parse.ts";
import type { Type } from "../../src/types/types.ts";
import { type Args, left, sameLeft } from "./wasm-build.ts";

type Types = Readonly<Record<string, string>>;

describe("vectors", () => {
  const f32 = { a: "float32[40]", b: "float32[40]", c: "float32[40]" };
  const i32 = { a: "int32[40]", b: "int32[40]", c: "int32[40]" };
  test.each<[string, string, Types, Readonly<Record<string, number>>]>([
    ["an array expression", "c[:] = a + b * a", f32, { "c.0": 4 }],
    ["a loop of the source", "for i in range(40):\n    c[i] = np.sqrt(abs(a[i])) / b[i]", f32, { i: 4 }],
    ["doubles, two at a time", "c[:] = a / b", { ...f64(40) }, { "c.0": 2 }],
    ["bytes, sixteen at a time", "c[:] = np.minimum(a, b) * a", types("uint8[40]"), { "c.0": 16 }],
    [
      "narrow elements beside wide ones",
      "for i in range(40):\n    c[i] = a[i] * 0.5",
      { a: "int8[40]", c: "float64[40]" },
      { i: 16 },
    ],
    [
      "a shift by what all share",
      "for i in range(40):\n    c[i] = (a[i] << n) + (b[i] >> 3)",
      { ...i32, n: "int32" },
      { i: 4 },
    ],
    ["division by a power of two", "for i in range(40):\n    c[i] = a[i] // 8 + b[i] % 4", i32, { i: 4 }],
    ["a choice", "c[:] = np.where(a > b, a - b, b)", f32, { "c.0": 4 }],
    [
      "a condition",
      "for i in range(40):\n    if a[i] > b[i]:\n        c[i] = a[i]\n    elif i > 7:\n        c[i] += 1",
      i32,
      { i: 4 },
    ],
    ["a temporary", "for i in range(40):\n    t = a[i] + b[i]\n    c[i] = t * t", f32, { i: 4 }],
    ["the number of the iteration", "for i in range(40):\n    c[i] = i * 3 + a[i]", i32, { i: 4 }],
    ["a sum of integers", "s = np.int32(0)\nfor i in range(40):\n    s += a[i]\nc[0] = s", i32, { i: 4 }],
    [
      "a count under a condition",
      "s = np.int64(0)\nfor i in range(40):\n    if a[i] > 3:\n        s += 1\nc[0] = s",
      { a: "int32[40]", c: "int64[1]" },
      { i: 4 },
    ],
    [
      "lanes of an outer loop",
      "for i in range(9):\n    for j in range(20):\n        s = np.float32(0)\n        for k in range(11):\n            s += a[i, k] * b[k, j]\n        c[i, j] = s",
      { a: "float32[9,11]", b: "float32[11,20]", c: "float32[9,20]" },
      { j: 4 },
    ],
    [
      "a window, its weights in all lanes",
      "c[:] = map(lambda x: dot(x[-1:2, -1:2], b), a[1:-1, 1:-1])",
      { a: "float32[12,22]", b: "float32[3,3]", c: "float32[10,20]" },
      { "c.1": 4 },
    ],
    ["elements that come later", "for i in range(39):\n    a[i] = a[i + 1] + b[i]", f32, { i: 4 }],
    ["elements far behind", "for i in range(4, 40):\n    a[i] = a[i - 4] + b[i]", f32, { i: 4 }],
    [
      "what a statement before has stored",
      "for i in range(1, 40):\n    c[i] = a[i]\n    b[i] = c[i - 1]",
      f32,
      { i: 4 },
    ],
    ["bounds that are given", "for i in range(1, n):\n    c[i] = a[i - 1]", { ...f32, n: "int32" }, { i: 4 }],
    ["a slice that is given", "c[:n] = a[:n]", { ...f32, n: "int32" }, { "c.0": 4 }],
  ])("%s", async (_, body, args, lanes) => {
    const loops = kernel(body, args);
    const { forms, text } = await compileWasm(loops);
    const found = [...forms].flatMap(([name, form]) => ("lanes" in form ? [[name, form.lanes]] : []));
    expect(Object.fromEntries(found)).toEqual(lanes);
    expect(await text()).toMatch(/v128/);
    await agrees(loops);
  });
});

describe("no vectors", () => {
  const f32 = { a: "float32[40]", b: "float32[40]", c: "float32[40]" };
  const i32 = { a: "int32[40]", b: "int32[40]", c: "int32[40]" };
  test.each<[string, string, Types, string]>([
    [
      "a sum of floats",
      "s = np.float32(0)\nfor i in range(40):\n    s += a[i]\nc[0] = s",
      f32,
      "`s` carries a value from one iteration to the next",
    ],
    [
      "a recurrence",
      "for i in range(39):\n    a[i + 1] = a[i]",
      f32,
      "a[i] needs a[i+1] of an iteration before",
    ],
    [
      "a recurrence of three",
      "for i in range(37):\n    a[i + 3] = a[i] + b[i]",
      f32,
      "a[i] needs a[i+3] of an iteration before",
    ],
    [
      "every other element",
      "for i in range(20):\n    c[i] = a[2 * i]",
      f32,
      "a[2*i] is not read side by side",
    ],
    ["backwards", "for i in range(40):\n    c[i] = a[39 - i]", f32, "a[39-i] is not read side by side"],
    [
      "a column",
      "for i in range(20):\n    b[i, 3] = 1",
      { b: "float32[20,20]" },
      "b[i, 3] is not stored side by side",
    ],
    ["one place", "for i in range(40):\n    c[0] = a[i]", f32, "c[0] is not stored side by side"],
    ["a step", "for i in range(0, 40, 2):\n    c[i] = a[i]", f32, "its step is not 1"],
    [
      "an index that is data",
      "for i in range(40):\n    c[i] = a[b[i]]",
      { ...f32, b: "int32[40]" },
      "a[c_at] may be outside",
    ],
    [
      "a way out",
      "for i in range(40):\n    if a[i] > 3:\n        break\n    c[i] = a[i]",
      f32,
      "it has a break",
    ],
    ["an elementary function", "c[:] = np.exp(a)", f32, "exp of float32 has no vector form"],
    [
      "a division of integers",
      "for i in range(40):\n    c[i] = a[i] // b[i]",
      i32,
      "floordiv of int32 and int32 has no vector form",
    ],
    ["half floats", "c[:] = a + b", types("float16[40]"), "c has elements without lanes"],
    [
      "a value that may not fit",
      "for i in range(40):\n    c[i] = a[i]",
      { a: "int64[40]", c: "int32[40]" },
      "a value that is stored may not fit",
    ],
    [
      "few iterations",
      "for i in range(12):\n    c[i] = a[i]",
      types("uint8[12]"),
      "it has too few iterations",
    ],
    [
      "the largest so far",
      "s = a[0]\nfor i in range(40):\n    s = np.maximum(s, a[i])\nc[0] = s",
      f32,
      "`s` carries a value from one iteration to the next",
    ],
    [
      "its last choice",
      "s = a[0]\nfor i in range(40):\n    if a[i] > 0:\n        s = a[i]\nc[0] = s",
      f32,
      "the last value of `s` is read after the loop",
    ],
    [
      "a place that a condition keeps inside",
      "for i in range(40):\n    if i < 39:\n        c[i] = a[i + 1]",
      f32,
      "its subscripts leave their arrays without a condition",
    ],
    [
      "triangles inside",
      "for j in range(20):\n    for k in range(j):\n        c[k, j] = 1",
      { c: "float32[20,20]" },
      "a loop inside has bounds that differ among iterations",
    ],
  ])("%s", async (_, body, args, reason) => {
    const loops = kernel(body, args);
    const { forms } = await compileWasm(loops);
    expect([...forms.values()]).toContainEqual({ reason });
    await agrees(loops);
  });

  it("when told so", async () => {
    const loops = kernel("c[:] = a + b", types("float32[40]"));
    expect(await (await compileWasm(loops, { simd: false })).text()).not.toMatch(/v128/);
  });
});

describe("the same bits", () => {
  it.each([0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33])("%i iterations from anywhere", async (count) => {
    const bounded = `for k in range(3):\n    for i in range(k, k + ${count}):\n        c[i] = a[i + 1] - b[i + 2]`;
    await agrees(kernel(bounded, types("uint8[64]")));
    const ended = `s = np.uint8(3)\nt = a[0]\nfor i in range(${count}):\n    t = a[i] ^ b[i]\n    s += t\nc[0] = s\nc[1] = t`;
    await agrees(kernel(ended, types("uint8[64]")));
  });

  it.each([0, 1, 5, 39, 40, 41, 1000, 2 ** 31 - 1, -1, -(2 ** 31)])("bounds given as %i", async (n) => {
    for (const type of ["int32", "int64"]) {
      const loops = kernel("for i in range(1, n):\n    c[i] = a[i - 1]", {
        ...types("float32[40]"),
        n: type,
      });
      expect([...(await compileWasm(loops)).forms.values()]).toEqual([{ lanes: 4 }]);
      const args = { ...argsOf(loops, 5), n };
      const [wasm, reference] = [left(await compileWasm(loops), args), left(prepareLoops(loops), args)];
      expect(wasm).toEqual(reference);
      expect(wasm.fault === null).toBe(n <= 40); // with the elements before it stored
    }
  });

  it("an array given twice", async () => {
    const loops = kernel("for i in range(39):\n    c[i + 1] = a[i] + b[i]", types("float32[40]"));
    const wasm = await compileWasm(loops);
    const args = argsOf(loops, 7);
    const twice = { a: args.a, b: args.b, c: args.a } as Args;
    const results = [wasm, prepareLoops(loops)].map((runnable) => {
      const shared = structuredClone(twice.a) as object;
      runnable.run(new Map(Object.entries({ ...twice, a: shared, c: shared })) as never);
      return shared;
    });
    expect(results[0]).toEqual(results[1]);
  });

  it.each(["add", "mul", "min", "max", "and", "or", "xor", "sub"])("accumulates: %s", async (op) => {
    const said = {
      add: "s + a[i]",
      sub: "s - a[i]",
      mul: "s * a[i]",
      and: "s & a[i]",
      or: "s | a[i]",
      xor: "s ^ a[i]",
    };
    const value = said[op as keyof typeof said] ?? `np.${op}imum(s, a[i])`;
    const kinds = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"];
    for (const type of kinds) {
      const start = op === "and" ? `~np.${type}(1)` : `np.${type}(5)`;
      const loops = kernel(`s = ${start}\nfor i in range(45):\n    s = ${value}\nc[0] = s`, {
        a: `${type}[45]`,
        c: `${type}[1]`,
      });
      expect([...(await compileWasm(loops)).forms.values()]).toEqual([{ lanes: expect.any(Number) }]);
      await agrees(loops);
    }
  });

  it("any and all", async () => {
    for (const [start, value] of [
      ["False", "s | a[i]"],
      ["True", "s & a[i]"],
    ]) {
      const loops = kernel(`s = np.bool_(${start})\nfor i in range(45):\n    s = ${value}\nc[0] = s`, {
        a: "bool[45]",
        c: "bool[1]",
      });
      expect([...(await compileWasm(loops)).forms.values()]).toEqual([{ lanes: 16 }]);
      for (const seed of [1, 2, 3]) await agrees(loops, seed);
    }
  });
});

function types(type: string): Types {
  return { a: type, b: type, c: type };
}

function f64(size: number): Types {
  return types(`float64[${size}]`);
}

function kernel(body: string, args: Types): Loops {
  const lines = body.split("\n").map((line) => `    ${line}\n`);
  const text = `import numpy as np\nfrom pylog import *\n@pylog\ndef kernel(${Object.keys(args).join(", ")}):\n${lines.join("")}`;
  const given = new Map(Object.entries(args).map(([name, type]) => [name, typeOf(type)]));
  const { program, diagnostics } = compilePython({ path: "kernel.py", text }, { args: given });
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("\n"));
  return lowered.loops;
}

function typeOf(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(`${text} is no type`);
  return parsed.type;
}

function argsOf(loops: Loops, seed: number): Args {
  return Object.fromEntries(
    loops.params.map((param) => {
      const type = param.kind === "scalar" ? param.type : arrayType(param);
      const value = seededArgument(type, param.name, seed);
      if (param.name !== "n") return [param.name, value];
      if (typeof value !== "object") return ["n", seed % 7];
      (value.data as Int32Array)[0] = seed;
      return ["n", value];
    }),
  );
}

/** `n` is the seed, where there is one. */
async function agrees(loops: Loops, seed = 5): Promise<void> {
  const args = argsOf(loops, seed);
  const [wasm, interpreted] = [left(await compileWasm(loops), args), left(prepareLoops(loops), args)];
  expect(wasm).toEqual(interpreted);
  expect(sameLeft(wasm, interpreted)).toBe(true);
}
