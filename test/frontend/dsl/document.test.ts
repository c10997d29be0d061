/** What docs/dsl.md shows is true. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matmul } from "../../../examples/heterocl/matmul.ts";
import { type Compiled, compile, explain, kernel, run, toPython } from "../../../src/index.ts";
import { flat } from "./run.ts";

const text = readFileSync("docs/dsl.md", "utf8");
const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");

describe("docs/dsl.md", () => {
  it.each(blocks.map((block) => [/const (\w+) = kernel/.exec(block)?.[1] ?? "", block]))(
    "%s runs",
    (name, block) => {
      const written = new Function("kernel", "run", `${block.replace(/^import .*$/m, "")}\nreturn ${name};`);
      const built = written(kernel, run) as Compiled;
      const { results } = run(built, {}, { seed: 1 });
      expect(results.length).toBeGreaterThan(0);
      expect(toPython(built)).toContain(`def ${name}(`);
    },
  );

  it("its first example gives what it says", () => {
    const A = new Float32Array(16).fill(1);
    const written = new Function(
      "kernel",
      "run",
      `${(blocks[0] ?? "").replace(/^import .*$/m, "")}\nreturn result;`,
    );
    expect([...written(kernel, run).data]).toEqual([...A.map(() => 8)]);
  });

  it("every file it links to is there", () => {
    for (const [, link] of text.matchAll(/\]\(\.\.\/([^)]+)\)/g))
      expect(() => readFileSync(`${link}/matmul.ts`)).not.toThrow();
  });
});

describe("the same kernel in Python", () => {
  it("gives the same bits: matrix multiplication", () => {
    const python = compile(`
import numpy as np

@pylog
def mmult(A: "float32[8,8]", B: "float32[8,8]"):
    C = np.zeros((8, 8), dtype=np.float32)
    for x in range(8):
        for y in range(8):
            acc = np.float32(0)
            for k in range(8):
                acc += A[x, k] * B[k, y]
            C[x, y] = acc
    return C
`);
    if (!python.ok) throw new Error(explain(python));
    const [theirs, ours] = [python, matmul(8)].map((built) =>
      run(built, {}, { seed: 3 }).results.flatMap(flat),
    );
    expect(ours).toEqual(theirs);
  });

  it("gives the same types and bits: arithmetic of every kind", () => {
    const python = compile(`
@pylog
def kinds(a: "int8", b: "uint16", q: "fixed<8,4>", e: "int<12>", f: "float32"):
    return a + b, a * 3, q * e, q + 0.5, f * a, f / 3, e % 7, b >> 2, a < e, -q, abs(a), a / b
`);
    if (!python.ok) throw new Error(explain(python));
    const types = { a: "int8", b: "uint16", q: "fixed<8,4>", e: "int<12>", f: "float32" } as const;
    const ours = kernel("kinds", types, ({ a, b, q, e, f }) => [
      a.add(b),
      a.mul(3),
      q.mul(e),
      q.add(0.5),
      f.mul(a),
      f.div(3),
      e.mod(7),
      b.shr(2),
      a.lt(e),
      q.neg(),
      a.abs(),
      a.div(b),
    ]);
    const results = (built: Compiled) => built.program.functions.at(-1)?.results;
    expect(results(ours)).toEqual(results(python));
    expect(run(ours, {}, { seed: 4 }).results).toEqual(run(python, {}, { seed: 4 }).results);
  });
});
