/** What random kernels found, as small as it gets. */
import { expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { type Args, filled } from "../backend/wasm-build.ts";
import { verdict } from "./promise.ts";
import { writtenLoops } from "./written.ts";

interface Found {
  readonly name: string;
  readonly source: string;
  readonly args: Readonly<Record<string, number | readonly number[]>>;
}

const found: readonly Found[] = [
  {
    name: "an element is not kept across the store of another, which it meets where its own condition never holds",
    source: `def kernel(c: "uint8[3]"):
    for i in range(2):
        c[i] = 7
        k = 0
        while k < 4:
            k = k + 1
            if (0 if 1 <= i else 1) > 2:
                t = c[i] + c[2]
                c[0] = t if c[0] else c[0]
                c[1] = t if c[1] else c[1]
                c[2] = t if c[2] else c[2]`,
    args: { c: [46, 47, 40] },
  },
  {
    name: "a square of a type that has no other powers",
    source: `def kernel(a: "float64[4]"):
    for i in range(4):
        a[i] = (a[i] - 3.0) ** 2 * a[i]`,
    args: { a: [1.5, 2.5, -1, 7] },
  },
  {
    name: "a choice between 1 and 0 is a number, no truth value",
    source: `def kernel(a: "bool"):
    return (np.int8(1) if a else np.int8(0)) % np.int8(3)`,
    args: { a: 1 },
  },
  {
    name: "a condition before a loop sees the store before it",
    source: `def kernel(a: "int32[4]", i: "uint<2>", j: "uint<2>"):
    a[i] = 7
    a[j] = 8
    if a[i] == 7:
        for k in range(4):
            a[k] += 1`,
    args: { a: [1, 2, 3, 4], i: 1, j: 2 },
  },
  {
    name: "what an iteration stores comes before what the last one did",
    source: `def kernel(t: "int32[16]", p: "int32[8]", v: "int32[8]"):
    for k in range(2, 7).pipeline():
        t[k] = k
        t[k + 1] = t[p[k]] + 1
        v[k] = t[k]`,
    args: { t: Array.from({ length: 16 }, (_, k) => 10 * k), p: [1, 9, 2, 0, 7, 3, 5, 4], v: [] },
  },
  {
    name: "banks, ports and scalars that would have one name",
    source: `def kernel(a: "int32[4]", a_1: "int32[4]", a_p0: "int32[4]", a_q: "int32", a_0_address: "int32"):
    pragma("array_partition variable=a cyclic factor=2 dim=1")
    for k in range(4):
        a_1[k] = a[k] + a_p0[k] * a_q + a_0_address`,
    args: { a: [1, 2, 3, 4], a_1: [], a_p0: [5, 6, 7, 8], a_q: 3, a_0_address: 9 },
  },
  {
    name: "indices that count from the end, of powers of two and others, along every axis",
    source: `def kernel(a: "int32[3,8]", b: "int32[8,3]", p: "int32[6]", q: "int32[6]", v: "int32[6,2]"):
    pragma("array_partition variable=b cyclic factor=2 dim=1")
    for k in range(6):
        v[k, 0] = a[p[k], q[k]]
        v[k, 1] = b[q[k], p[k]]`,
    args: {
      ...{ a: Array.from({ length: 24 }, (_, k) => k), b: Array.from({ length: 24 }, (_, k) => 100 + k) },
      ...{ p: [0, -1, 2, -3, 1, -2], q: [-8, 7, -1, 0, -5, 3], v: [] },
    },
  },
  {
    name: "a loop between bounds from memory, more than once",
    source: `def kernel(rows: "int32[5]", v: "int32[12]", w: "int32[4]"):
    for i in range(4):
        for j in range(rows[i], rows[i + 1]):
            for k in range(2):
                w[i] += v[j] + k`,
    args: { rows: [0, 3, 3, 8, 12], v: Array.from({ length: 12 }, (_, k) => k), w: [] },
  },
];

test.each(found)("$name", async ({ source, args }) => {
  const loops = writtenLoops(source);
  expect(await verdict(loops, argumentsOf(loops, args))).toMatchObject({ kind: "kept" });
});

function argumentsOf({ params }: Loops, given: Found["args"]): Args {
  return Object.fromEntries(
    params.map((decl) => {
      const value = given[decl.name];
      if (decl.kind === "array") return [decl.name, filled(decl.element, decl.shape, [value ?? 0].flat())];
      return [decl.name, typeof value === "number" ? (decl.type.kind === "bool" ? value === 1 : value) : 0];
    }),
  );
}
