import { describe, expect, test } from "vitest";
import { difference, type Tolerance, ulp } from "./compare.ts";
import { type WireValue, wireArray } from "./wire.ts";

const floats = (...xs: number[]): WireValue => wireArray("float32", [xs.length], Float32Array.from(xs));
const doubles = (...xs: number[]): WireValue => wireArray("float64", [xs.length], Float64Array.from(xs));
const oneUlp: Tolerance = { kind: "ulp", ulps: 1 };

describe("bit for bit", () => {
  test("equal arrays agree", () => {
    expect(difference(floats(1, 2.5, -3), floats(1, 2.5, -3))).toBeNull();
  });
  test("NaN is NaN, whatever its payload", () => {
    const quiet = wireArray("float32", [1], new Float32Array(Uint32Array.of(0x7fc00000).buffer));
    const other = wireArray("float32", [1], new Float32Array(Uint32Array.of(0xffc00001).buffer));
    expect(difference(quiet, other)).toBeNull();
  });
  test("zero and minus zero differ", () => {
    expect(difference(floats(1, -0), floats(1, 0))).toBe("at [1]: -0, expected 0 (float32)");
  });
  test("the first difference is named by its position", () => {
    const ours = wireArray("int32", [2, 3], Int32Array.of(1, 2, 3, 4, 5, 6));
    const theirs = wireArray("int32", [2, 3], Int32Array.of(1, 2, 3, 4, 0, 0));
    expect(difference(ours, theirs)).toBe("at [1, 1]: 5, expected 0 (int32)");
  });
  test("a type, a shape, and an array against a scalar are differences", () => {
    expect(difference(floats(1), doubles(1))).toBe("type float32[1], expected float64[1]");
    expect(difference(floats(1, 2), floats(1))).toBe("type float32[2], expected float32[1]");
    const scalar = wireArray("float32", null, Float32Array.of(1));
    expect(difference(floats(1), scalar)).toBe("type float32[1], expected float32");
    expect(difference({ dtype: "python int", value: "3" }, scalar)).toBe(
      "type python int, expected float32 (3)",
    );
  });
  test("Python numbers", () => {
    expect(
      difference({ dtype: "python float", value: "1e-7" }, { dtype: "python float", value: "1e-07" }),
    ).toBeNull();
    expect(
      difference({ dtype: "python float", value: "-0.0" }, { dtype: "python float", value: "0.0" }),
    ).toBe("-0.0, expected 0.0");
    expect(difference({ dtype: "python int", value: "3" }, { dtype: "python int", value: "4" })).toBe(
      "3, expected 4",
    );
  });
});

describe("tolerances that a header states", () => {
  test("an ulp at a magnitude", () => {
    expect(ulp("float64", 1)).toBe(2 ** -52);
    expect(ulp("float32", 3)).toBe(2 ** -22);
    expect(ulp("float16", 0)).toBe(2 ** -24);
  });
  test("elementary functions: so many ulp", () => {
    expect(difference(floats(1), floats(1 + 2 ** -23), oneUlp)).toBeNull();
    expect(difference(floats(1), floats(1 + 2 ** -22), oneUlp)).not.toBeNull();
    expect(difference(doubles(1), doubles(1 + 2 ** -52), oneUlp)).toBeNull();
    expect(difference(doubles(Number.NaN), doubles(1), oneUlp)).not.toBeNull();
  });
  test("sums: two ulp a term, of the stated magnitude", () => {
    const sum: Tolerance = { kind: "sum", terms: 4, magnitude: 100 };
    expect(difference(floats(0), floats(8 * 2 ** -17), sum)).toBeNull();
    expect(difference(floats(0), floats(9 * 2 ** -17), sum)).not.toBeNull();
  });
  test("integers stay exact", () => {
    const a = wireArray("int32", [1], Int32Array.of(100));
    const b = wireArray("int32", [1], Int32Array.of(101));
    expect(difference(a, b, oneUlp)).not.toBeNull();
  });
});
