/** Divisions and roots at units that make a few digits a cycle: where they are, how many, and that results stay the same. */
import { expect, test } from "vitest";
import { synthesize } from "../../src/synthesis/index.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { type Args, filled } from "../backend/wasm-build.ts";
import { verdict } from "./promise.ts";
import { writtenCircuit, writtenLoops } from "./written.ts";

const recurrences = `def kernel(a: "float64[16]", b: "float64[16]", c: "float64"):
    s = c
    for i in range(16):
        s = a[i] / s
    t = c
    for j in range(16):
        t = b[j] / t
    return s / c, t / c`;

test("two loops with a division and two divisions after them have one divider of a third of the size", () => {
  const target = { family: "xc7", periodNs: 10 } as const;
  const made = synthesize(writtenLoops(recurrences, "pipeline i\npipeline j"), { target });
  if (!made.ok) throw new Error("refused");
  const [divider] = reportOf(made).operators;
  expect(divider).toMatchObject({ operation: "div float64, float64", count: 4, units: 1 });
  expect(divider?.luts).toBeLessThan(1600); // 4,557 of one that takes operands every cycle
});

test("a pipeline that needs a quotient every cycle keeps a unit that takes operands every cycle", () => {
  const source = `def kernel(a: "float64[16]", b: "float64[16]"):
    for i in range(16):
        a[i] = a[i] / b[i]`;
  const report = reportOf(writtenCircuit(source, "pipeline i"));
  expect(report.loops[0]?.interval).toBe(1);
  expect(report.operators[0]?.luts).toBeGreaterThan(5000);
});

test("an interval that was asked for is kept", () => {
  const source = `def kernel(a: "float64[16]", b: "float64[16]"):
    for i in range(16):
        a[i] = a[i] / b[i]`;
  for (const ii of [2, 5, 20, 30]) {
    const report = reportOf(writtenCircuit(source, `pipeline i ${ii}`));
    expect(report.loops[0]?.interval).toBe(ii);
    expect(Number(report.operators[0]?.luts) < 2500, `II ${ii}`).toBe(ii >= 20);
  }
});

const kernels: readonly (readonly [name: string, source: string, steps: string])[] = [
  ["recurrences", recurrences, "pipeline i\npipeline j"],
  ["recurrences without overlap", recurrences, ""],
  [
    "integers, roots and floats beside each other",
    `def kernel(a: "float32[16]", b: "int32[16]", c: "float32", k: "int32"):
    for i in range(16):
        q = b[i] // (k + 3)
        a[i] = np.sqrt(a[i] / c) + b[i] % (k + q)
    return np.sqrt(c), k // 3, c / a[3]`,
    "pipeline i 24",
  ],
  [
    "a loop that is left while a division is under way",
    `def kernel(a: "int32[16]", k: "int32"):
    x = k
    for i in range(16):
        x = a[i] // (x % 7 + 1)
        if x == 3:
            break
    return x, x // k`,
    "pipeline i",
  ],
  [
    "two quotients of a row in turn",
    `def kernel(a: "float64[8]", b: "float64[8]", c: "float64"):
    for i in range(8):
        a[i] = a[i] / c
        b[i] = (c - b[i]) / (a[i] + c)`,
    "pipeline i 60",
  ],
];

test.each(kernels)(
  "%s: the results of the reference, in the cycles that were predicted",
  async (_, source, steps) => {
    const loops = writtenLoops(source, steps);
    const data: Record<string, number | readonly number[]> = {
      a: Array.from({ length: 16 }, (__, i) => 3 * i + 2),
      b: Array.from({ length: 16 }, (__, i) => 50 - i),
      ...{ c: 5, k: 21 },
    };
    const args = Object.fromEntries(
      loops.params.map((decl) => {
        const value = data[decl.name] ?? 0;
        return [
          decl.name,
          decl.kind === "array" ? filled(decl.element, decl.shape, elements(value, decl.shape)) : value,
        ];
      }),
    ) as Args;
    expect(await verdict(loops, args)).toMatchObject({ kind: "kept" });
  },
);

function elements(value: number | readonly number[], shape: readonly number[]): readonly number[] {
  return [value].flat().slice(
    0,
    shape.reduce((product, size) => product * size, 1),
  );
}
