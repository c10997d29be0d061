import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitWidth, fromBits } from "../../src/types/bits.ts";
import { parseValue, printValue } from "../../src/types/literal.ts";
import { parseType } from "../../src/types/parse.ts";
import { printType } from "../../src/types/print.ts";
import {
  array,
  exactInt,
  fixed,
  float,
  float16,
  float32,
  float64,
  int8,
  pythonInt,
  type ScalarType,
  sameType,
  uint8,
} from "../../src/types/types.ts";
import { anyScalar, anyType } from "./generators.ts";

describe("types as text", () => {
  test("reading what was printed gives the type back", () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const parsed = parseType(printType(type));
        expect(parsed.ok && sameType(parsed.type, type)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    [array(float32, [64, 64]), "float32[64,64]"],
    [int8, "int8"],
    [array(exactInt(512, false), [4]), "uint<512>[4]"],
    [fixed(16, 6), "fixed<16,6>"],
    [fixed(16, 6, true, "nearest_even", "saturate"), "fixed<16,6,nearest_even,saturate>"],
    [fixed(16, 6, true, "truncate", "saturate"), "fixed<16,6,truncate,saturate>"],
    [fixed(8, 3, false, "nearest_away"), "ufixed<8,3,nearest_away>"],
    [float(5, 4), "float<5,4>"],
    [float(8, 23, "ftz"), "float<8,23,ftz>"],
    [array(pythonInt, [{ max: 8 }, 3]), "python int[<=8,3]"],
  ])("%j is written %s", (type, text) => {
    expect(printType(type)).toBe(text);
  });

  test.each([
    ["float<8,23>", float32],
    ["float<5, 10, ieee>", float16],
    [" fixed< 16 , 6 , saturate > ", fixed(16, 6, true, "truncate", "saturate")],
    ["fixed<8,-3>", fixed(8, -3)],
    ["uint8 [ 3 ]", array(uint8, [3])],
  ])("%s is understood", (text, type) => {
    expect(parseType(text)).toEqual({ ok: true, type });
  });

  test.each([
    ["", "a type is expected", 0],
    ["int33", "there is no type int33: write int<33>", 0],
    ["float", "float needs a width: float32, float64 or float<5,4>", 0],
    ["int<0>", "the number of bits must be 1 to 4096, not 0", 4],
    ["int<4097>", "the number of bits must be 1 to 4096, not 4097", 4],
    ["float<12,3>", "the exponent bits must be 2 to 11, not 12", 6],
    ["float<5,4,fast>", "'fast' is no variant of float: write ftz, flopoco or none", 10],
    ["fixed<16>", "',' is expected, not '>'", 8],
    ["float32[3", "']' is expected", 9],
    ["float32[-1]", "the extent must be 0 to 9007199254740991, not -1", 8],
    ["float32 x", "the type ends before 'x'", 8],
    ["python str", "after 'python' comes int, float, bool or complex", 7],
    ["float32{3}", "a type cannot contain '{'", 7],
  ])("'%s' is refused: %s", (text, message, at) => {
    expect(parseType(text)).toEqual({ ok: false, message, at });
  });

  test("no text makes the parser throw", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseType(text).ok === "boolean"));
    const pieces = fc.constantFrom(
      "int",
      "fixed",
      "float32",
      "python",
      "<",
      ">",
      "[",
      "]",
      ",",
      "<=",
      "3",
      "-1",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces), (words) => typeof parseType(words.join("")).ok === "boolean"),
      { numRuns: 2000 },
    );
  });
});

describe("values as text", () => {
  test("reading what was printed gives the value back", () => {
    const typed = anyScalar.chain((type) =>
      fc
        .bigInt({ min: 0n, max: (1n << BigInt(bitWidth(type))) - 1n })
        .map((bits) => ({ type, value: fromBits(type, bits) })),
    );
    fc.assert(
      fc.property(typed, ({ type, value }) => {
        expect(parseValue(type, printValue(type, value))).toEqual({ ok: true, value });
      }),
      { numRuns: 3000 },
    );
  });

  const cases: readonly [ScalarType, string, number | bigint][] = [
    [int8, "-128", -128],
    [int8, "0x7f", 127],
    [uint8, "0b1010_1010", 170],
    [exactInt(70, false), "1_000_000_000_000_000_000_000", 10n ** 21n],
    [fixed(8, 4), "1.5625", 25],
    [fixed(8, 4), "-0.1", -2], // rounded down
    [fixed(8, 4, true, "nearest_even"), "0.15625", 2], // 2.5 places
    [fixed(8, 12), "32", 2],
    [float32, "0.1", 0.10000000149011612],
    [float16, "1e6", Infinity],
    [float64, "-1e-5", -1e-5],
  ];
  test.each(cases)("in %j, '%s' is %s", (type, text, value) => {
    expect(parseValue(type, text)).toEqual({ ok: true, value });
  });

  test.each([
    [int8, "128", "128 is out of range for int8"],
    [int8, "1.5", "'1.5' is no integer"],
    [uint8, "-1", "-1 is out of range for uint8"],
    [fixed(8, 4), "8", "8 is out of range for fixed<8,4>"],
    [fixed(8, 4), "1e999999999", "1e999999999 is out of range for fixed<8,4>"],
    [fixed(8, 4), "inf", "'inf' is no number"],
    [{ kind: "bool" } as const, "2", "'2' is no truth value: write True or False"],
  ])("in %j, '%s' is refused", (type, text, message) => {
    expect(parseValue(type, text)).toEqual({ ok: false, message });
  });
});
