import { describe, expect, test } from "vitest";
import { printType } from "../../src/types/print.ts";
import { joinTypes } from "../../src/types/promote.ts";
import { foldPythonInt } from "../../src/types/python.ts";
import {
  bool,
  exactInt,
  fixed,
  float32,
  float64,
  int8,
  int32,
  int64,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
} from "../../src/types/types.ts";

describe("the one type of a variable that is assigned two", () => {
  const saturating = fixed(8, 4, true, "truncate", "saturate");
  const cases: readonly [ScalarType, ScalarType, string | null][] = [
    [int32, int32, "int32"],
    [pythonInt, int32, "int32"],
    [pythonInt, float32, "float32"],
    [pythonFloat, float32, "float32"],
    [pythonFloat, int32, "float64"],
    [pythonBool, bool, "bool"],
    [pythonInt, bool, "int64"],
    [pythonInt, fixed(16, 6), "fixed<74,64>"], // a Python int has 64 bits
    [pythonFloat, fixed(16, 6), null], // a float has no fixed type
    [pythonFloat, exactInt(8, true), null],
    [pythonBool, pythonInt, "python int"],
    [pythonInt, pythonFloat, "python float"],
    [exactInt(8, false), exactInt(8, true), "int<9>"],
    [exactInt(8, true), fixed(8, 4), "fixed<12,8>"],
    [exactInt(8, true), saturating, "fixed<12,8,truncate,saturate>"],
    [fixed(8, 4), saturating, null],
    [int8, exactInt(4, true), "int<8>"],
    [int32, int64, null],
    [float32, float64, null],
    [float32, exactInt(4, true), null],
  ];
  test.each(cases)("%j and %j", (a, b, expected) => {
    for (const joined of [joinTypes({ type: a }, { type: b }), joinTypes({ type: b }, { type: a })]) {
      expect(joined === null ? null : printType(joined)).toBe(expected);
    }
  });

  test.each([
    [0, pythonInt, fixed(16, 6), "fixed<16,6>"],
    [1000, pythonInt, exactInt(8, true), "int<11>"],
    [0.5, pythonFloat, exactInt(8, true), "fixed<9,8>"],
    [0.0625, pythonFloat, fixed(8, 6, true, "nearest_even", "saturate"), "fixed<10,6,nearest_even,saturate>"],
    [true, pythonBool, fixed(4, 0), "fixed<6,2>"],
    [5, pythonInt, int8, "int8"],
  ] as const)("the constant %s, a %j, and %j", (constant, type, other, expected) => {
    const joined = joinTypes({ type, constant }, { type: other });
    expect(joined === null ? null : printType(joined)).toBe(expected);
  });
});

test("constants fold beyond 64 bits, within reason", () => {
  expect(foldPythonInt("shl", 1, 64)).toBe(2n ** 64n);
  expect(foldPythonInt("sub", 2n ** 64n, 1)).toBe(2n ** 64n - 1n);
  expect(foldPythonInt("pow", 10, 30)).toBe(10n ** 30n);
  expect(foldPythonInt("pow", 10, 10 ** 9)).toBeNull();
  expect(foldPythonInt("pow", -1, 10 ** 9)).toBe(1);
  expect(foldPythonInt("floordiv", 7, -2)).toBe(-4);
  expect(() => foldPythonInt("mod", 1, 0)).toThrow("division by zero");
});
