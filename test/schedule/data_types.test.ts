/** quantize and downsize, against arithmetic done here with whole numbers. */
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import type { Value } from "../../src/types/operators.ts";
import { loopsOf } from "./plain.ts";
import { argumentsFor, expectSame, python, refused, run, scheduled } from "./scheduled.ts";

const squares = loopsOf(`
def k(x: "float32[16]", y: "float32[16]"):
    t = np.zeros(16, np.float32)
    for i in range(16):
        t[i] = x[i] * x[i]
    for i in range(16):
        y[i] = t[i] + 1.0
`);

const dot = loopsOf(`
def k(a: "float32[12]", b: "float32[12]", out: "float32[1]"):
    s = 0.0
    for i in range(12):
        s += a[i] * b[i]
    out[0] = s
`);

describe("quantize", () => {
  it("rounds and saturates where values are stored", () => {
    const after = scheduled(squares, "quantize t to=fixed<9,5,nearest_even,saturate>");
    for (const seed of [1, 2, 3]) {
      const { x = [], y } = run(after, seed);
      const stored = x.map((value) => clamp(halfEven(Number(value) ** 2 * 16), -256, 255) / 16);
      expect(y).toEqual(stored.map((value) => Math.fround(value + 1)));
    }
  });

  it("converts at the store, and loads give the new type", () => {
    const after = scheduled(squares, "quantize t to=fixed<9,5,nearest_even,saturate>");
    expect(after.arrays).toMatchObject([{ name: "t", element: { kind: "fixed", width: 9, integer: 5 } }]);
    expect(python(after)).toMatchInlineSnapshot(`
      "    t = np.full((16,), 0, dtype=object)
          for i in range(16):
              t[i] = _saturate(_raw(x[i] * x[i], 4, "nearest_even"), 9, True)
          for i_1 in range(16):
              y[i_1] = np.float32((t[i_1] + (1 << 4)) * 2.0 ** -4)"
    `);
  });

  it("products and sums of fixed values are exact until they are stored", () => {
    const after = scheduled(
      dot,
      "buffer a name=p\nbuffer b name=q\nquantize p q to=fixed<7,4>\nquantize s to=fixed<12,6>",
    );
    for (const seed of [1, 2, 3]) {
      const { a = [], b = [], out } = run(after, seed);
      const raw = (value: Value): number => wrap(Math.floor(Number(value) * 8), 7);
      let sum = 0; // 6 bits after the point, as the products have
      for (const [i, value] of a.entries()) sum = wrap(sum + raw(value) * raw(b[i] ?? 0), 12);
      expect(out).toEqual([sum / 64]);
    }
  });

  it("a narrow float rounds each stored value", () => {
    const after = scheduled(dot, "quantize s to=float<8,7>");
    const { a = [], b = [], out } = run(after, 2);
    let sum = 0;
    // The product is float32, and so is the sum of a float<8,7> and a float32.
    for (const [i, value] of a.entries()) {
      sum = bfloat16(Math.fround(sum + Math.fround(Number(value) * Number(b[i] ?? 0))));
    }
    expect(out).toEqual([sum]);
  });

  it("a type that holds every value changes nothing", () => {
    const integers = loopsOf(`
def k(a: "int32[8]", out: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i] * 3 - 1 if a[i] > 2 else a[i] // 2
    for i in range(8):
        out[i] = t[i] * t[7 - i] if t[i] < t[7 - i] else -t[i]
`);
    expectSame(integers, "quantize t to=int<9>");
    expectSame(integers, "quantize t to=int16");
    expectSame(integers, "quantize t to=fixed<20,12>");
    expectSame(integers, "quantize t to=float64");
  });

  it("a constant that does not fit stays a fault, for when it is stored", () => {
    const large = loopsOf(`
def k(out: "int32[1]", n: "python int"):
    t = 3
    if n > 1000:
        t = 1000000
    out[0] = t
`);
    const after = scheduled(large, "quantize t to=uint8");
    expect(run(after).out).toEqual([3]);
    expect(() => prepareLoops(after).run(argumentsFor(after, 1).set("n", 2000))).toThrow(
      "1000000 is out of range for uint8",
    );
  });

  it("converts an argument where it is read", () => {
    const after = scheduled(squares, "quantize x to=fixed<9,5,nearest_even,saturate>");
    expect(after.params[0]).toMatchObject({ name: "x", element: { kind: "float" } });
    const { x = [], y } = run(after, 1);
    const read = x.map((value) => clamp(halfEven(Number(value) * 16), -256, 255) / 16);
    expect(y).toEqual(read.map((value) => Math.fround(Math.fround(value * value) + 1)));
  });

  it("gives the same loops in any order, and all at once", () => {
    const [a, b, s] = ["quantize a to=fixed<7,4>", "quantize b to=fixed<7,4>", "quantize s to=fixed<12,6>"];
    const once = python(scheduled(dot, `quantize a b to=fixed<7,4>\n${s}`));
    expect(once).toContain("_wrap(s + _wrap"); // no float in between
    for (const steps of [
      [a, b, s],
      [s, b, a],
      [b, s, a],
    ])
      expect(python(scheduled(dot, steps.join("\n")))).toBe(once);
  });

  it("what chooses between fixed values stays fixed, however they round", () => {
    const leaky = loopsOf(`
def k(x: "float32[16]", y: "float32[16]"):
    t = np.zeros(16, np.float32)
    for i in range(16):
        t[i] = x[i] if x[i] >= 0.0 else 0.125 * x[i]
    for i in range(16):
        y[i] = t[i]
`);
    const after = python(scheduled(leaky, "quantize x t to=fixed<8,3,nearest_even,saturate>"));
    expect(after.split("\n").filter((line) => line.includes("np.float32(")).length).toBe(1); // y's
  });

  it("tables are converted once", () => {
    const weights: Loops = {
      ...squares,
      arrays: [
        {
          kind: "array",
          name: "w",
          element: { kind: "float", exponent: 8, mantissa: 23, variant: "ieee" },
          shape: [3],
          table: [0.3, -1.26, 9].map(Math.fround),
        },
      ],
    };
    const after = scheduled({ ...weights, body: [] }, "quantize w to=fixed<6,3,nearest_even,saturate>");
    expect(after.arrays).toMatchObject([{ table: [2, -10, 31] }]);
  });

  it.each([
    ["quantize y to=fixed<8,4>", "`y` is an argument: the caller decides its type"],
    ["quantize t to=float32[4]", "`float32[4]` is an array type"],
    ["quantize nothing to=int8", "there is no array or scalar `nothing`"],
  ])("refuses %s", (text, message) => {
    expect(refused(squares, text).message).toContain(message);
  });

  it("refuses what the new type cannot compute, at the place of the expression", () => {
    const bits = loopsOf(`
def k(a: "int32[8]", out: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i]
        out[i] = t[i] >> 1
`);
    const { message, span } = refused(bits, "quantize t to=float32");
    expect(message).toContain("`>>` does not take float32");
    expect(bits.source.text.slice(span?.from, span?.to)).toBe("t[i] >> 1");
  });
});

describe("downsize", () => {
  const popcount = loopsOf(`
def k(a: "int32[10]", b: "int32[10]"):
    out = np.zeros(1, np.int32)
    for x in range(10):
        out[0] = 0
        for loop1 in range(32):
            out[0] += (a[x] >> loop1) & 1
        b[x] = out[0]
`);

  it("the count of set bits in a uint<4>, with its loop unrolled (HeteroCL, figure 13)", () => {
    const after = scheduled(popcount, "downsize out to=uint<4>\nunroll loop1");
    const { a = [], b } = run(after);
    const bitsOf = (value: Value): number =>
      (
        BigInt.asUintN(32, BigInt(Number(value)))
          .toString(2)
          .match(/1/g) ?? []
      ).length;
    expect(b).toEqual(a.map((value) => bitsOf(value) % 16));
  });

  it("wide enough, it changes nothing", () => {
    expectSame(popcount, "downsize out to=uint<6>");
    expectSame(popcount, "downsize out to=int8");
  });

  it.each([
    ["downsize out to=int64", "`out` is int32, which int64 does not make narrower"],
    ["downsize out to=fixed<8,4>", "`out` is int32, which fixed<8,4> does not make narrower"],
    ["downsize a to=int8", "`a` is an argument"],
  ])("refuses %s", (text, message) => {
    expect(refused(popcount, text).message).toContain(message);
  });
});

function halfEven(x: number): number {
  const low = Math.floor(x);
  const rest = x - low;
  if (rest !== 0.5) return Math.round(x);
  return low % 2 === 0 ? low : low + 1;
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}

function wrap(raw: number, bits: number): number {
  return Number(BigInt.asIntN(bits, BigInt(raw)));
}

/** The upper half of a float32, nearest, ties to even. */
function bfloat16(x: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, x);
  const bits = view.getUint32(0);
  const rounded = bits + 0x7fff + ((bits >>> 16) & 1);
  view.setUint32(0, (rounded & 0xffff0000) >>> 0);
  return view.getFloat32(0);
}
