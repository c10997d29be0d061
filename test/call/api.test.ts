import { describe, expect, it } from "vitest";
import {
  type Compiled,
  type CompileOptions,
  compile,
  DataError,
  Diagnosed,
  decodeNpy,
  encodeNpy,
  explain,
  lower,
  plan,
  RunFault,
  run,
  simulate,
  toPython,
} from "../../src/index.ts";

describe("compile", () => {
  const source = "@pylog\ndef square(a):\n    return a * a\n";

  it.each([
    ["a type's text", "float32[4]"],
    ["a typed array", new Float32Array(4)],
    ["an array with a shape", { shape: [4], data: new Float32Array(4) }],
  ])("takes an argument's type from %s", (_, a) => {
    const kernel = compiled(source, { args: { a } });
    expect(kernel.kernel).toBe("square");
    expect(run(kernel, { a: Float32Array.of(1, 2, 3, 4) }).result).toMatchObject({
      data: Float32Array.of(1, 4, 9, 16),
    });
  });

  it.each([
    [3, "int"],
    [3n, "int"],
    [3.5, "float"],
    [true, "bool"],
  ])("%s is a Python %s", (n, name) => {
    const kernel = compiled("@pylog\ndef same(n):\n    return n\n", { args: { n } });
    expect(kernel.program.functions.at(-1)?.params[0]?.type).toEqual({ kind: "python", name });
  });

  it("gives diagnostics for a wrong source, with a text that shows the place", () => {
    const refused = compile(
      { path: "my.py", text: "@pylog\ndef f(a):\n    return b\n" },
      { args: { a: "int8" } },
    );
    if (refused.ok) throw new Error("it was accepted");
    expect(refused.diagnostics).toHaveLength(1);
    expect(explain(refused)).toContain("my.py:3:12");
  });

  it("asks for the type of an argument that has none", () => {
    const refused = compile(source);
    if (refused.ok) throw new Error("it was accepted");
    expect(explain(refused)).toContain("--arg a=float32[64,64]");
  });

  it("throws for an argument that is no type", () => {
    expect(() => compile(source, { args: { a: "float33" } })).toThrow(DataError);
  });

  it("prints the typed program as Python", () => {
    expect(toPython(compiled(source, { args: { a: "float32[4]" } }))).toContain("def square(");
  });
});

describe("run", () => {
  const add = "@pylog\ndef add(a, b, c):\n    c[:] = a + b\n";
  const args = { a: "float32[2,2]", b: "float32[2]", c: "float32[2,2]" };

  it("writes the caller's own array", () => {
    const c = new Float32Array(4);
    run(compiled(add, { args }), { a: Float32Array.of(1, 2, 3, 4), b: Float32Array.of(10, 20), c });
    expect(c).toEqual(Float32Array.of(11, 22, 13, 24));
  });

  it("converts another kind of array exactly, and gives the result back", () => {
    const c = new Float64Array(4);
    const after = run(compiled(add, { args }), {
      a: Int8Array.of(1, 2, 3, 4),
      b: Float64Array.of(0.5, 1),
      c,
    });
    expect(after.args.c).toMatchObject({ data: Float32Array.of(1.5, 3, 3.5, 5) });
    expect(c).toEqual(new Float64Array(4));
  });

  it("returns scalars as numbers, and tuples in order", () => {
    const kernel = compiled("@pylog\ndef f(n, x):\n    return n + 1, x * 2, n > 0\n", {
      args: { n: 1, x: 0.5 },
    });
    expect(run(kernel, { n: 41, x: 1.25 }).results).toEqual([42, 2.5, true]);
  });

  it("rounds a number to the argument's type, as NumPy does a literal, and checks its range", () => {
    const kernel = compiled("@pylog\ndef f(x, n):\n    return x, n\n", {
      args: { x: "float32", n: "uint8" },
    });
    expect(run(kernel, { x: 0.1, n: 255 }).results).toEqual([Math.fround(0.1), 255]);
    expect(() => run(kernel, { x: 0.1, n: 256 })).toThrow("argument n is uint8; it cannot be 256");
    expect(() => run(kernel, { x: 0.1, n: 1.5 })).toThrow("it cannot be 1.5");
  });

  it("takes a NumPy file as it was read, in its own dtype", () => {
    const mask = decodeNpy(encodeNpy({ dtype: "bool", shape: [2, 2], data: Uint8Array.of(1, 0, 0, 1) }));
    const kernel = compiled("@pylog\ndef f(mask):\n    return ~mask\n", { args: { mask } });
    expect(run(kernel, { mask }).result).toMatchObject({ data: Uint8Array.of(0, 1, 1, 0) });
  });

  it("makes what is left out from the seed, if there is one", () => {
    const kernel = compiled("@pylog\ndef f(a):\n    return a\n", { args: { a: "float32[3]" } });
    expect(run(kernel, {}, { seed: 5 }).result).toEqual(run(kernel, {}, { seed: 5 }).result);
    expect(() => run(kernel, {})).toThrow("argument a of f is missing");
  });

  it.each([
    ["a name it does not have", { a: new Float32Array(4), bb: 1 }, "add has no argument bb; did you mean b?"],
    [
      "too few elements",
      { a: new Float32Array(3) },
      "argument a is float32[2,2], 4 elements; it was given 3",
    ],
    ["another shape", { a: { shape: [4, 1], data: new Float32Array(4) } }, "argument a is float32[2,2]"],
    ["a number for an array", { a: 3 }, "argument a is float32[2,2]; it was given the number 3"],
    [
      "a value that does not fit",
      { a: Float64Array.of(0.1, 0, 0, 0) },
      "a[0, 0] is 0.1, which float32 cannot hold",
    ],
  ])("refuses %s", (_, given, message) => {
    expect(() => run(compiled(add, { args }), given as never)).toThrow(message);
  });

  it("throws a RunFault with its place for what goes wrong inside", () => {
    const source = "@pylog\ndef f(a, n):\n    return a[n]\n";
    const kernel = compiled(source, { args: { a: "int8[4]", n: 0 } });
    try {
      run(kernel, { a: new Int8Array(4), n: 4 });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RunFault);
      const { span } = error as RunFault;
      expect(source.slice(span.from, span.to)).toContain("a[n]");
    }
  });
});

function compiled(source: string, options: CompileOptions): Compiled {
  const result = compile(source, options);
  if (!result.ok) throw new Error(explain(result));
  return result;
}

describe("simulate", () => {
  const source =
    "@pylog\ndef scale(a, n):\n    for i in range(8):\n        a[i] = a[i] * n\n    return a[n]\n";
  const kernel = compiled(source, { args: { a: "int32[8]", n: "int32" } });

  it("gives what run gives, in cycles that were predicted", async () => {
    const [ours, theirs] = [Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8), Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8)];
    const { result, cycles, predicted } = await simulate(kernel, { a: ours, n: 3 });
    expect(result).toEqual(run(kernel, { a: theirs, n: 3 }).result);
    expect(ours).toEqual(theirs);
    expect(predicted).toEqual({ least: cycles, most: cycles });
  });

  it("takes a schedule and a target", async () => {
    const lowered = lower(kernel.program);
    if (!lowered.ok) throw new Error("not lowered");
    const start = plan(lowered.loops);
    const { loops } = start.pipeline(start.loop("i"), 5);
    const device = { part: "ecp5", clock: "50MHz" };
    const slow = await simulate(kernel, { n: 1 }, { seed: 1, loops, ...device });
    expect(slow.cycles).toBeGreaterThan((await simulate(kernel, { n: 1 }, { seed: 1, ...device })).cycles);
  });

  it("throws what the kernel does wrong, and what no circuit can do", async () => {
    await expect(simulate(kernel, { n: 8 }, { seed: 1 })).rejects.toThrow(
      "index 8 is out of range for axis 0 of `a`, which has 8 elements",
    );
    await expect(simulate(kernel, {}, {})).rejects.toThrow(DataError);
    const body =
      "    s = np.float32(0)\n    for i in range(8).pipeline(1):\n        s += x[i]\n    return s\n";
    const total = compiled(`import numpy as np\n@pylog\ndef total(x: "float32[8]"):\n${body}`, {});
    await expect(simulate(total, { x: new Float32Array(8) })).rejects.toThrow(Diagnosed);
  });
});
