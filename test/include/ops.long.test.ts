/** lutra_ops.h, half and hls_math.h: what NumPy means by an operator, on C++'s own types. */
import { describe, it } from "vitest";
import { compileBinary, compileConvert, compileMath, compileUnary } from "../../src/types/arithmetic.ts";
import { toBits } from "../../src/types/bits.ts";
import type { BinaryOp, MathFn, Value } from "../../src/types/operators.ts";
import {
  bool,
  type FloatType,
  float16,
  float32,
  float64,
  type IntType,
  int8,
  int16,
  int32,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../src/types/types.ts";
import { type Check, check, compareCheck, conversionCheck, pairsOf, verify } from "./exact_checks.ts";
import { compilerHere, cppType, patternsOf, seeded } from "./exact_driver.ts";

const ints: readonly IntType[] = [int8, int16, int32, int64, uint8, uint16, uint32, uint64];
const floats: readonly FloatType[] = [float16, float32, float64];

describe.skipIf(!compilerHere)("operators of built-in types", () => {
  it("integers divide, shift, raise to powers and wrap as NumPy's do", () => {
    const random = seeded(41);
    const operators: [BinaryOp, (type: string) => string][] = [
      ["add", (t) => `(${t})(a + b)`],
      ["mul", (t) => `(${t})((uint64_t)a * (uint64_t)b)`],
      ["floordiv", () => "floordiv(a, b)"],
      ["mod", () => "floormod(a, b)"],
      ["fmod", () => "truncmod(a, b)"],
      ["shl", () => "shift_left(a, b)"],
      ["shr", () => "shift_right(a, b)"],
      ["min", () => "minimum(a, b)"],
      ["max", () => "maximum(a, b)"],
    ];
    const checks = ints.flatMap((type): Check[] => {
      const small = [0n, 1n, 2n, 5n, 7n, 8n, 9n, 31n, 32n, 63n, 64n].map((x) => [x]);
      const pairs = [
        ...pairsOf(type, type, 24, random),
        ...small.flatMap((n) => patternsOf(type, 12, random).map((x) => [x, ...n])),
      ];
      const counts = pairs.filter(([, n = 0n]) => n < 2n ** BigInt(type.bits - (type.signed ? 1 : 0)));
      const name = cppType(type);
      const one = patternsOf(type, 60, random).map((x) => [x]);
      return [
        ...operators.map(([op, text]) =>
          check(text(name), [type, type], type, pairs, compileBinary(op, type, type, type)),
        ),
        check("int_pow(a, b)", [type, type], type, counts, compileBinary("pow", type, type, type)),
        check("absolute(a)", [type], type, one, compileUnary("abs", type, type)),
        check("sign_of(a)", [type], type, one, compileMath("sign", type)),
      ];
    });
    verify(checks);
  });

  it("floats divide, compare and round as NumPy's do", () => {
    const random = seeded(42);
    const checks = floats.flatMap((type): Check[] => {
      const pairs = floatPairs(type, random);
      const operators: [BinaryOp, string][] = [
        ["add", "a + b"],
        ["sub", "a - b"],
        ["mul", "a * b"],
        ["div", "a / b"],
        ["floordiv", "floordiv(a, b)"],
        ["mod", "floormod(a, b)"],
        ["fmod", "truncmod(a, b)"],
        ["min", "minimum(a, b)"],
        ["max", "maximum(a, b)"],
      ];
      const functions: [MathFn, string][] = [
        ["sqrt", "hls::sqrt(a)"],
        ["floor", "hls::floor(a)"],
        ["ceil", "hls::ceil(a)"],
        ["trunc", "hls::trunc(a)"],
        ["rint", "round_even(a)"],
        ["sign", "sign_of(a)"],
      ];
      const one = type === float16 ? everyHalf : pairs.map(([x = 0n]) => [x]);
      const tests = "(a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5";
      return [
        ...operators.map(([op, text]) =>
          check(text, [type, type], type, pairs, compileBinary(op, type, type, type)),
        ),
        ...functions.map(([fn, text]) => check(text, [type], type, one, compileMath(fn, type))),
        ...(["isnan", "isinf", "isfinite"] as const).map((fn) =>
          check(`hls::${fn}(a)`, [type], bool, one.slice(0, 500), compileMath(fn, type)),
        ),
        check("absolute(a)", [type], type, one.slice(0, 500), compileUnary("abs", type, type)),
        check("-a", [type], type, one.slice(0, 500), compileUnary("neg", type, type)),
        check("copy_sign(a, b)", [type, type], type, pairs, compileMath("copysign", type)),
        compareCheck(type, type, tests, pairs),
      ];
    });
    verify(checks);
  });

  it("floats become integers as x86 makes them, and other floats rounded once", () => {
    const random = seeded(43);
    const checks = floats.flatMap((from) => {
      const inputs = floatPairs(from, random).map(([x = 0n]) => [x]);
      const to = (target: ScalarType, text: string): Check =>
        check(text, [from], target, inputs, compileConvert(from, target));
      return [
        ...ints.map((target) => to(target, `truncate_to<${cppType(target)}>(a)`)),
        ...floats.map((target) => to(target, `(${cppType(target)})a`)),
        to(bool, `a != (${cppType(from)})0.0f`),
      ];
    });
    const halves = [...ints, bool].map((from) => conversionCheck(from, float16, "half(a)", 200, random));
    verify([...checks, ...halves]);
  });

  it("integers and floats compare by value", () => {
    const random = seeded(44);
    const text = ["eq", "ne", "lt", "le", "gt", "ge"].map((op, i) => `value_${op}(a, b) << ${i}`).join(" | ");
    const checks = (
      [
        [int64, uint64],
        [uint64, int64],
        [int8, uint32],
        [pythonInt, pythonFloat],
        [pythonFloat, pythonInt],
        [uint64, float64],
      ] as [ScalarType, ScalarType][]
    ).map(([left, right]) => compareCheck(left, right, text, comparable(left, right, random)));
    verify(checks);
  });
});

const everyHalf: readonly (readonly bigint[])[] = Array.from({ length: 65536 }, (_, i) => [BigInt(i)]);

const notable = [
  0,
  0.5,
  1,
  1.5,
  2,
  3,
  7,
  10,
  0.1,
  127,
  128,
  255,
  256,
  65504,
  65519,
  65520,
  2 ** 31,
  2 ** 32,
  2 ** 53,
];
const extreme = [2 ** 62, 2 ** 63, 2 ** 64, 1e10, 1e30, 6e-8, 5e-324, 3e38, 1.7e308, Infinity, Number.NaN];

function floatPairs(type: FloatType, random: () => number): bigint[][] {
  const convert = compileConvert(float64, type);
  const told = [...notable, ...extreme].flatMap((x) => [x, -x]).map((x) => toBits(type, convert(x)));
  const drawn = patternsOf(type, 60, random);
  const near = (x: bigint): bigint =>
    BigInt.asUintN(type === float16 ? 16 : type === float32 ? 32 : 64, x + 1n);
  return [
    ...told.flatMap((x) => told.map((y) => [x, y])),
    ...drawn.flatMap((x) => [...drawn.slice(0, 20), near(x)].map((y) => [x, y])),
  ];
}

function comparable(left: ScalarType, right: ScalarType, random: () => number): bigint[][] {
  const values = [0, 1, 2 ** 31, 2 ** 53, 2 ** 62, 2 ** 63, 2 ** 64].flatMap((x) => [
    x - 1,
    x,
    x + 1,
    -x,
    -x - 1,
  ]);
  const of = (type: ScalarType): bigint[] => {
    const isFloat = type.kind === "float" || (type.kind === "python" && type.name === "float");
    if (!isFloat) return [...values.map((x) => toBits(type, wrap(type, x))), ...patternsOf(type, 12, random)];
    const parts = [0.5, -0.5, 2 ** 53 + 2, 1e300, -1e300, Infinity, -Infinity, Number.NaN, 2 ** 63 - 1024];
    return [...values, ...parts].map((x) => toBits(float64, x));
  };
  return of(left).flatMap((x) => of(right).map((y) => [x, y]));
}

function wrap(type: ScalarType, x: number): Value {
  const bits = type.kind === "int" ? type.bits : 64;
  return BigInt.asUintN(bits, BigInt(x));
}
