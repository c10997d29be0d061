/**
 * `fixed_point`: floats that are integers in disguise, computed as such, with the bits that they had.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/schedule/fixed_point.test.ts
 */
import { describe, expect, it } from "vitest";
import { printLoops, verifyLoops } from "../../src/loops/program.ts";
import { type Dice, dice } from "../hardware/random.ts";
import { loopsOf } from "./lowered.ts";
import { outcome } from "./random.ts";
import { refused, scheduled } from "./scheduled.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 60);
const first = Number(process.env.LUTRA_SEED ?? 1);

describe("what is on a grid", () => {
  it("is computed in integers: a quantised layer has no float operation left but its results", () => {
    const layer = loopsOf(`
def k(x: "fixed<8,4>[4]", y: "float32[3]"):
    w = np.array([[0.5, -0.25, 1.75], [0.125, 2.0, -3.0], [0, 1, 0.75], [1, 1, 1]], dtype=np.float32)
    for j in range(3):
        acc = np.float32(0)
        for i in range(4):
            acc += np.float32(x[i]) * w[i, j]
        y[j] = np.clip(np.rint(np.maximum(acc, np.float32(0)) / np.float32(0.5)), 0, 63) * np.float32(0.5)
`);
    expect(printLoops(scheduled(layer, "fixed_point"))).toMatchInlineSnapshot(`
      "import numpy as np

      np.seterr(all="ignore")  # integers wrap and floats overflow without a warning

      def _elementwise(f):
          """f for scalars and, with broadcasting, for arrays of Python numbers."""
          return np.frompyfunc(f, f.__code__.co_argcount, 1)

      @_elementwise
      def _wrap(x, bits, signed):
          """The low bits of x as an integer of that width."""
          x = int(x) & (1 << bits) - 1
          return x - (1 << bits) if signed and x >> bits - 1 else x


      _table_0 = np.array([[4, -2, 14], [1, 16, -24], [0, 8, 6], [8, 8, 8]], dtype=object)


      def k(x: "fixed<8,4>[4]", y: "float32[3]"):
          for j in range(3):
              acc = 0
              for i in range(4):
                  acc = _wrap(acc + _wrap(x[i] & 0xff, 8, True) * _table_0[i, j], 15, True)
              y[j] = np.float32(_wrap(min(63, max(0, max(acc, 0) + 32 >> 6 & -2 if max(acc, 0) + 32 & 63 == 0 else max(acc, 0) + 32 >> 6)) & 0xffff, 16, True) * 2.0 ** -1)
      "
    `);
  });

  it("may be a small integer in a wide type, as those that ONNX dequantizes are", () => {
    const kernel = loopsOf(`
def k(q: "int8[4]", y: "float32[4]"):
    for i in range(4):
        y[i] = np.float32(np.int32(q[i]) - np.int32(3)) * np.float32(0.125) + np.float32(0.5)
`);
    expect(printLoops(scheduled(kernel, "fixed_point"))).toContain("* 2.0 ** -3)");
    expect(outcome(scheduled(kernel, "fixed_point"), 1)).toEqual(outcome(kernel, 1));
  });

  it("is nothing where arguments are floats", () => {
    const kernel = loopsOf(`
def k(x: "float32[4]", y: "float32[4]"):
    for i in range(4):
        y[i] = x[i] * np.float32(0.5)
`);
    expect(refused(kernel, "fixed_point").code).toBe("nothing-on-a-grid");
  });

  it("is not what rounds: a sum that outgrows the mantissa stays a float", () => {
    const sum = (terms: number): string =>
      printLoops(
        scheduled(
          loopsOf(`
def k(x: "int16[${terms}]", y: "float32[1]", z: "float32[1]"):
    acc = np.float32(0)
    for i in range(${terms}):
        acc += np.float32(x[i])
    y[0] = acc
    z[0] = np.float32(x[0]) * np.float32(2)
`),
          "fixed_point",
        ),
      );
    expect(sum(512)).toContain("acc = 0\n");
    expect(sum(513)).toContain("acc = np.float32(0.0)");
  });

  it("keeps the sign of zero where it shows", () => {
    const kernel = loopsOf(`
def k(x: "int8[2]", y: "float32[2]"):
    for i in range(2):
        y[i] = (np.float32(x[i]) - np.float32(x[i])) * np.float32(-1)
`);
    expect(outcome(scheduled(kernel, "fixed_point"), 1)).toEqual(outcome(kernel, 1));
  });
});

it("random kernels keep their bits, zeros with their signs", { timeout: 0 }, () => {
  const found: string[] = [];
  let changed = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const text = randomText(dice(seed ^ 0x1b873593));
    const loops = loopsOf(text);
    let after = loops;
    try {
      after = scheduled(loops, "fixed_point");
      changed++;
    } catch (error) {
      if (!String(error).includes("refused")) found.push(`seed ${seed}: ${String(error)}\n${text}`);
    }
    if (verifyLoops(after).length > 0) found.push(`seed ${seed}: not Loops\n${text}`);
    for (const data of [1, 2])
      if (JSON.stringify(outcome(after, data)) !== JSON.stringify(outcome(loops, data)))
        found.push(`seed ${seed}\n${text}\n${printLoops(after)}`);
  }
  expect(found.slice(0, 2)).toEqual([]);
  expect(changed).toBeGreaterThan(runs / 2);
});

function randomText(d: Dice): string {
  const input = d.pick(["int8", "uint8", "fixed<8,3>", "int<5>", "ufixed<6,8>", "bool", "int16", "float32"]);
  const type = d.pick(["float32", "float32", "float64", "float16"]);
  const number = (): string => `np.${type}(${d.pick(numbers)})`;
  const whole = (): string => d.pick(integers);
  const leaf = (): string =>
    d.pick([`np.${type}(x[i])`, `np.${type}(${whole()})`, "s", "t[i]", number(), number()]);
  const value = (depth: number): string => {
    if (depth === 0) return leaf();
    const [a, b] = [value(depth - 1), value(depth - 1 - d.roll(2) > 0 ? depth - 2 : 0)];
    return d.pick([
      `(${a} + ${b})`,
      `(${a} - ${b})`,
      `(${a} * ${number()})`,
      `(${a} * ${b})`,
      `(${a} / ${number()})`,
      `np.maximum(${a}, ${b})`,
      `np.minimum(${a}, ${number()})`,
      `np.rint(${a})`,
      `np.floor(${a})`,
      `np.ceil(${a})`,
      `(-${a})`,
      `abs(${a})`,
      `(${a} if ${b} > ${number()} else ${b})`,
    ]);
  };
  const lines = [
    `def k(x: "${input}[6]", y: "${type}[6]", z: "int32[6]"):`,
    `    t = np.zeros(6, np.${type})`,
    `    s = ${number()}`,
    "    for i in range(6):",
    `        t[i] = ${value(1)}`,
    ...(d.roll(2) === 0 ? [`        s = ${number()}`] : []),
    `        for j in range(${1 + d.roll(3)}):`,
    `            ${d.pick(["s += ", "s -= ", "s = "])}${value(1 + d.roll(2))}`,
    ...(d.roll(2) === 0 ? [`        if s > ${number()}:`, `            s = ${value(1)}`] : []),
    `        y[i] = ${value(2)}`,
    `        z[i] = 1 if ${value(1)} <= ${value(1)} else 0`,
  ];
  return lines.join("\n");
}

const numbers = ["0", "-0.0", "1", "-1", "0.5", "-0.25", "3", "0.375", "64", "2.0**-9", "0.1", "1000.0"];

/** Some of them wrap, and those of fixed point lose a fraction. */
const integers = [
  "np.int32(x[i])",
  "np.int16(np.int8(x[i])) - np.int16(3)",
  "np.int8(np.int32(x[i]) * np.int32(5))",
  "np.uint8(np.int16(x[i]))",
  "np.minimum(np.int32(x[i]), np.int32(7)) + np.int32(x[5 - i])",
  "np.int32(x[i]) if x[0] > 1 else np.int32(2)",
];
