import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromNpy, toNpy, typeOfNpy } from "../../src/call/exchange.ts";
import { decodeNpy, encodeNpy, type NpyArray } from "../../src/call/npy.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import { parseType } from "../../src/types/parse.ts";
import { printType } from "../../src/types/print.ts";
import { get, type NDArray } from "../../src/types/storage.ts";
import type { Type } from "../../src/types/types.ts";
import { inDirectory, numpy, numpyHere } from "./numpy_files.ts";

const float32s = (...values: number[]): NpyArray => ({
  dtype: "float32",
  shape: [values.length],
  data: Float32Array.from(values),
});
const float64s = (...values: number[]): NpyArray => ({
  dtype: "float64",
  shape: [values.length],
  data: Float64Array.from(values),
});
const int64s = (...values: bigint[]): NpyArray => ({
  dtype: "int64",
  shape: [values.length],
  data: BigInt64Array.from(values),
});
const uint64s = (shape: readonly number[], ...values: bigint[]): NpyArray => ({
  dtype: "uint64",
  shape,
  data: BigUint64Array.from(values),
});

describe("what a file stores each type as", () => {
  it.each([
    ["bool[4]", "bool", [4]],
    ["int8[2,3]", "int8", [2, 3]],
    ["uint64[3]", "uint64", [3]],
    ["float16[5]", "float16", [5]],
    ["float32[5]", "float32", [5]],
    ["float64[5]", "float64", [5]],
    ["int<3>[4]", "int8", [4]],
    ["uint<9>[4]", "uint16", [4]],
    ["int<33>[4]", "int64", [4]],
    ["uint<64>[4]", "uint64", [4]],
    ["int<65>[4]", "uint64", [4, 2]],
    ["uint<512>[4]", "uint64", [4, 8]],
    ["fixed<16,6>[4]", "float64", [4]],
    ["ufixed<53,60>[4]", "float64", [4]],
    ["fixed<54,6>[4]", "int64", [4]],
    ["ufixed<100,6>[4]", "uint64", [4, 2]],
    ["float<5,4>[4]", "float32", [4]],
    ["float<8,23,ftz>[4]", "float32", [4]],
    ["float<8,24>[4]", "float64", [4]],
    ["float<9,10>[4]", "float64", [4]],
    ["float<7,10,flopoco>[4]", "float32", [4]],
    ["float<8,10,flopoco>[4]", "float64", [4]],
    ["float<11,40,flopoco>[4]", "uint64", [4]],
    ["float<11,52,flopoco>[4]", "uint64", [4, 2]],
    ["python int", "int64", []],
    ["python float", "float64", []],
    ["int<12>", "int16", []],
  ] as const)("%s: %s of shape %j, and back", (text, dtype, shape) => {
    const type = typed(text);
    const value = seededArgument(type, "a", 5);
    const file = toNpy(type, value);
    expect(file.dtype).toBe(dtype);
    expect(file.shape).toEqual(shape);
    expect(fromNpy(decodeNpy(encodeNpy(file)), type, "a")).toEqual(value);
  });

  it.skipIf(!numpyHere)("NumPy finds the numbers we meant", () => {
    inDirectory((directory) => {
      const save = (name: string, text: string, values: (number | bigint)[]): void => {
        const type = typed(`${text}[${values.length}]`);
        const file = toNpy(type, { type, data: storageLike(type, values) } as NDArray);
        writeFileSync(join(directory, `${name}.npy`), encodeNpy(file));
      };
      save("narrow", "int<5>", [-16, 15]);
      save("fixed", "fixed<8,4>", [-128, 1, 127]);
      save("wide", "int<100>", [-1n, 2n ** 98n + 7n]);
      const script = `
print(np.load("narrow.npy").tolist(), np.load("fixed.npy").tolist())
print([int(row[0]) + (int(row[1]) << 64) for row in np.load("wide.npy")])`;
      expect(numpy(directory, script)).toBe(
        `[-16, 15] [-8.0, 0.0625, 7.9375]\n[${2n ** 128n - 1n}, ${2n ** 98n + 7n}]\n`,
      );
    });
  });

  it.skipIf(!numpyHere)("files from NumPy in a wider dtype are read when every value fits", () => {
    inDirectory((directory) => {
      numpy(directory, `np.save("a.npy", np.array([[-3, 7], [0, -8]], dtype=">i4", order="F"))`);
      const file = decodeNpy(readFileSync(join(directory, "a.npy")));
      expect(elements(fromNpy(file, typed("int<4>[2,2]"), "a"))).toEqual([-3, 7, 0, -8]);
    });
  });
});

describe("the type of a file", () => {
  it("is its dtype and shape, or a scalar when it has no axes", () => {
    expect(printType(typeOfNpy({ dtype: "int16", shape: [2, 1], data: Int16Array.of(1, 2) }))).toBe(
      "int16[2,1]",
    );
    expect(printType(typeOfNpy({ dtype: "float64", shape: [], data: Float64Array.of(1) }))).toBe("float64");
  });
});

describe("what is read", () => {
  it.each([
    ["integers as a narrower type that holds them", int64s(-128n, 127n), "int8[2]", [-128, 127]],
    ["0 and 1 as bool", int64s(0n, 1n), "bool[2]", [false, true]],
    ["integers as floats that are exactly those", int64s(3n, -(2n ** 24n)), "float32[2]", [3, -(2 ** 24)]],
    ["floats as a narrower float that holds them", float64s(0.5, -0, 31), "float<5,4>[3]", [0.5, -0, 31]],
    ["values as fixed", float64s(1.5, -2), "fixed<8,3>[2]", [48, -64]],
    ["integers as fixed values", int64s(1n, -2n), "fixed<8,3>[2]", [32, -64]],
    ["integers as raw bits of a fixed wider than a double", int64s(1n, -2n), "fixed<60,3>[2]", [1, -2]],
    ["limbs, signed", uint64s([1, 2], 2n ** 64n - 2n, 2n ** 64n - 1n), "int<70>[1]", [-2]],
    ["any integer file as a wide integer", int64s(-5n), "int<70>[1]", [-5]],
  ] as const)("%s", (_, file, text, expected) => {
    expect(elements(fromNpy(file, typed(text), "a"))).toEqual(expected);
  });

  it("nan and infinity, as such", () => {
    const file = float64s(Number.NaN, Number.NEGATIVE_INFINITY);
    expect(elements(fromNpy(file, typed("float<5,4>[2]"), "a"))).toEqual([
      Number.NaN,
      Number.NEGATIVE_INFINITY,
    ]);
  });
});

describe("what is refused, and how it says so", () => {
  it.each([
    [
      "an integer out of range",
      int64s(1n, 2n, 128n),
      "int8[3]",
      "a[2] is 128, which int8 cannot hold exactly",
    ],
    ["a negative for unsigned", int64s(-1n), "uint<3>[1]", "a[0] is -1, which uint<3> cannot hold exactly"],
    ["2 as bool", int64s(2n), "bool[1]", "a[0] is 2, which bool cannot hold"],
    [
      "a float with too many bits",
      float64s(0.5, 0.1),
      "float32[2]",
      "a[1] is 0.1, which float32 cannot hold",
    ],
    ["a subnormal for ftz", float32s(1e-40), "float<8,23,ftz>[1]", "a[0] is 9.999"],
    ["a fraction finer than the fixed", float64s(0.01), "fixed<8,4>[1]", "a[0] is 0.01, which fixed<8,4>"],
    ["nan as fixed", float64s(Number.NaN), "fixed<8,4>[1]", "a[0] is NaN"],
    ["an infinite fixed", float64s(Number.POSITIVE_INFINITY), "fixed<8,4>[1]", "a[0] is Infinity"],
    ["too large a fixed", float64s(8), "fixed<8,4>[1]", "a[0] is 8"],
    ["limbs past the width", uint64s([1, 2], 0n, 64n), "uint<70>[1]", "a[0] is a value, which uint<70>"],
    ["floats for integers", float64s(1), "int32[1]", "elements of type int32; it was given float64[1]"],
    ["another shape", float32s(1, 2, 3), "float32[2]", "argument a is float32[2]; it was given float32[3]"],
    ["an array for a scalar", float32s(1), "float32", "argument a is float32; it was given float32[1]"],
    ["limbs of another number", uint64s([1, 3], 0n, 0n, 0n), "uint<70>[1]", "uint64 limbs of shape (1, 2)"],
  ] as const)("%s", (_, file, text, message) => {
    expect(() => fromNpy(file, typed(text), "a")).toThrow(message);
  });

  it("names the element by its full index", () => {
    const file: NpyArray = { dtype: "int16", shape: [2, 3], data: Int16Array.of(1, 2, 3, 4, 999, 6) };
    expect(() => fromNpy(file, typed("uint8[2,3]"), "image")).toThrow("image[1, 1] is 999");
  });
});

function typed(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return parsed.type;
}

function elements(value: unknown): readonly unknown[] {
  const array = value as NDArray;
  return Array.from({ length: array.data.length }, (_, i) => get(array, i));
}

function storageLike(type: Type, values: readonly (number | bigint)[]): unknown {
  const { data } = seededArgument(type, "a", 0) as NDArray;
  values.forEach((value, i) => {
    data[i] = (typeof data[i] === "bigint" ? BigInt(value) : value) as never;
  });
  return data;
}
