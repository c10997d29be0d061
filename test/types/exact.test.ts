import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { ArithmeticFault } from "../../src/types/fault.ts";
import type { BinaryOp, CompareOp } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import {
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteUnary,
  reduceTypes,
} from "../../src/types/promote.ts";
import {
  bool,
  exactInt,
  type FixedType,
  fixed,
  float,
  float32,
  float64,
  type IntType,
  int8,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
} from "../../src/types/types.ts";
import { anyExact, anyExactInt, anyFixed, anyRaw, toValue } from "./generators.ts";
import {
  compare,
  equal,
  exactValue,
  floor,
  minus,
  over,
  plus,
  powerOfTwo,
  quantized,
  type Rational,
  rational,
  round,
  times,
  truncate,
} from "./rational.ts";

type Exact = IntType | FixedType;

const runs = { numRuns: 2000 };

const typedValue = anyExact.chain((type) => anyRaw(type).map((raw) => ({ type, raw })));
const typedInteger = anyExactInt.chain((type) => anyRaw(type).map((raw) => ({ type, raw })));

function inType(type: Exact, raw: unknown): boolean {
  if (typeof raw !== "number" && typeof raw !== "bigint") return false;
  const canonical =
    typeof raw === "bigint" ? !Number.isSafeInteger(Number(raw)) || toValue(raw) === raw : true;
  const bits = type.kind === "int" ? type.bits : type.width;
  const wrapped = type.signed ? BigInt.asIntN(bits, BigInt(raw)) : BigInt.asUintN(bits, BigInt(raw));
  return canonical && wrapped === BigInt(raw) && !Object.is(raw, -0);
}

function operate(
  op: BinaryOp,
  left: { type: Exact; raw: number | bigint },
  right: { type: Exact; raw: number | bigint },
) {
  const promotion = promoteBinary(op, { type: left.type }, { type: right.type });
  if (!promotion.ok) throw new Error(promotion.message);
  const result = promotion.result as Exact;
  expect(promotion.operands).toEqual([left.type, right.type]);
  const raw = compileBinary(op, left.type, right.type, result)(left.raw, right.raw);
  expect(inType(result, raw), `${raw} in ${printType(result)}`).toBe(true);
  return { type: result, value: exactValue(result, raw) };
}

const models: readonly [BinaryOp, (a: Rational, b: Rational) => Rational][] = [
  ["add", plus],
  ["sub", minus],
  ["mul", times],
  ["floordiv", (a, b) => rational(floor(over(a, b)))],
  ["mod", (a, b) => minus(a, times(b, rational(floor(over(a, b)))))],
  ["fmod", (a, b) => minus(a, times(b, rational(truncate(over(a, b)))))],
  ["min", (a, b) => (compare(a, b) < 0 ? a : b)],
  ["max", (a, b) => (compare(a, b) > 0 ? a : b)],
];

describe("exact types lose nothing", () => {
  test.each(models)("%s", (op, model) => {
    fc.assert(
      fc.property(typedValue, typedValue, (left, right) => {
        const divides = op === "floordiv" || op === "mod" || op === "fmod";
        fc.pre(!divides || right.raw !== 0);
        const expected = model(exactValue(left.type, left.raw), exactValue(right.type, right.raw));
        expect(equal(operate(op, left, right).value, expected)).toBe(true);
      }),
      runs,
    );
  });

  test("div is the quotient rounded down to the result's last place, which is fine enough not to lose it", () => {
    fc.assert(
      fc.property(typedValue, typedValue, (left, right) => {
        fc.pre(right.raw !== 0);
        const quotient = over(exactValue(left.type, left.raw), exactValue(right.type, right.raw));
        const { type, value } = operate("div", left, right);
        if (type.kind !== "fixed") throw new Error("a quotient is fixed");
        const place = powerOfTwo(type.integer - type.width);
        expect(equal(value, times(rational(floor(over(quotient, place))), place))).toBe(true);
        if (quotient.n > 0n && (left.type.kind === "int" || left.type.width >= left.type.integer)) {
          expect(value.n > 0n).toBe(true);
        }
      }),
      runs,
    );
  });

  test.each(["and", "or", "xor"] as const)("%s works on the bits of the aligned operands", (op) => {
    fc.assert(
      fc.property(typedInteger, typedInteger, (left, right) => {
        const a = BigInt(left.raw);
        const b = BigInt(right.raw);
        const expected = op === "and" ? a & b : op === "or" ? a | b : a ^ b;
        expect(operate(op, left, right).value.n).toBe(expected);
      }),
      runs,
    );
  });

  test("pow by a constant and by a narrow exponent", () => {
    const small = fc.constantFrom<Exact>(
      exactInt(4, true),
      exactInt(3, false),
      fixed(5, 2),
      fixed(4, 7),
      fixed(4, -2, false),
    );
    fc.assert(
      fc.property(
        small.chain((type) => anyRaw(type).map((raw) => ({ type, raw }))),
        fc.nat(7),
        (base, n) => {
          let expected = rational(1n);
          for (let i = 0; i < n; i++) expected = times(expected, exactValue(base.type, base.raw));
          const known = promoteBinary("pow", { type: base.type }, { type: pythonInt, constant: n });
          const unknown = promoteBinary("pow", { type: base.type }, { type: exactInt(3, false) });
          for (const promotion of [known, unknown]) {
            if (!promotion.ok) throw new Error(promotion.message);
            const [l, r] = promotion.operands as [Exact, Exact];
            const result = promotion.result as Exact;
            const raw = compileBinary("pow", l, r, result)(base.raw, n);
            expect(inType(result, raw)).toBe(true);
            expect(equal(exactValue(result, raw), expected)).toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test("shifts keep the left type and drop the bits that leave it", () => {
    fc.assert(
      fc.property(typedValue, fc.nat(80), (left, count) => {
        const amount = { type: exactInt(8, false), raw: count };
        const width = left.type.kind === "int" ? left.type.bits : left.type.width;
        const raw = BigInt(left.raw);
        const wrap = left.type.signed ? BigInt.asIntN : BigInt.asUintN;
        const up = operate("shl", left, amount);
        expect(up.type).toEqual(left.type);
        expect(equal(up.value, exactValue(left.type, wrap(width, raw << BigInt(count))))).toBe(true);
        expect(equal(operate("shr", left, amount).value, exactValue(left.type, raw >> BigInt(count)))).toBe(
          true,
        );
      }),
      runs,
    );
  });

  test("neg, abs, invert, not", () => {
    fc.assert(
      fc.property(typedValue, ({ type, raw }) => {
        const apply = (op: "neg" | "abs" | "invert" | "not") => {
          const promotion = promoteUnary(op, { type });
          if (!promotion.ok) throw new Error(promotion.message);
          const value = compileUnary(op, type, promotion.result)(raw);
          return { type: promotion.result as Exact, value };
        };
        const value = exactValue(type, raw);
        const negated = apply("neg");
        expect(inType(negated.type, negated.value)).toBe(true);
        expect(equal(exactValue(negated.type, negated.value), minus(rational(0n), value))).toBe(true);
        const absolute = apply("abs");
        expect(inType(absolute.type, absolute.value)).toBe(true);
        expect(
          equal(exactValue(absolute.type, absolute.value), value.n < 0n ? minus(rational(0n), value) : value),
        ).toBe(true);
        const width = type.kind === "int" ? type.bits : type.width;
        const wrap = type.signed ? BigInt.asIntN : BigInt.asUintN;
        expect(apply("invert").value).toBe(toValue(wrap(width, ~BigInt(raw))));
        expect(apply("not").value).toBe(raw === 0);
      }),
      runs,
    );
  });

  test.each(["eq", "ne", "lt", "le", "gt", "ge"] as const)("%s compares by value", (op: CompareOp) => {
    const holds = { eq: [0], ne: [-1, 1], lt: [-1], le: [-1, 0], gt: [1], ge: [0, 1] }[op];
    fc.assert(
      fc.property(typedValue, typedValue, (left, right) => {
        const order = compare(exactValue(left.type, left.raw), exactValue(right.type, right.raw));
        expect(promoteCompare(left, right)).toMatchObject({ ok: true, result: bool });
        expect(compileCompare(op, left.type, right.type)(left.raw, right.raw)).toBe(holds.includes(order));
      }),
      runs,
    );
  });

  test("dividing by zero and shifting by a negative count are faults", () => {
    for (const op of ["div", "floordiv", "mod", "fmod"] as const) {
      const compute = compileBinary(op, exactInt(8, true), exactInt(8, true), fixed(40, 20));
      expect(() => compute(1, 0)).toThrow(ArithmeticFault);
    }
    expect(() =>
      compileBinary("shl", exactInt(8, true), exactInt(8, true), exactInt(8, true))(1, -1),
    ).toThrow(ArithmeticFault);
  });
});

describe("conversions", () => {
  test("fixed to fixed rounds and overflows as the target says", () => {
    fc.assert(
      fc.property(typedValue, anyFixed, ({ type, raw }, to) => {
        expect(compileConvert(type, to)(raw)).toBe(toValue(quantized(exactValue(type, raw), to)));
      }),
      { numRuns: 5000 },
    );
  });

  test("to an integer it goes toward zero, then wraps", () => {
    fc.assert(
      fc.property(typedValue, anyExactInt, ({ type, raw }, to) => {
        const whole = round(exactValue(type, raw), "toward_zero");
        const wrap = to.signed ? BigInt.asIntN : BigInt.asUintN;
        expect(compileConvert(type, to)(raw)).toBe(toValue(wrap(to.bits, whole)));
      }),
      runs,
    );
  });

  test("float64 to fixed and integers is exact before it rounds", () => {
    const floats = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -300, max: 300, noNaN: true }),
      fc.integer({ min: -600, max: 600 }).map((x) => x / 8),
    );
    fc.assert(
      fc.property(floats, anyFixed, anyExactInt, (x, to, int) => {
        const exact = rationalOf(x);
        expect(compileConvert(float64, to)(x)).toBe(toValue(quantized(exact, to)));
        const wrap = int.signed ? BigInt.asIntN : BigInt.asUintN;
        expect(compileConvert(float64, int)(x)).toBe(toValue(wrap(int.bits, round(exact, "toward_zero"))));
      }),
      { numRuns: 5000 },
    );
  });

  test("a fixed value that a float holds comes back unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: -30000, max: 30000 }), (raw) => {
        const type = fixed(16, 6);
        for (const via of [float32, float64, float(8, 20)]) {
          expect(compileConvert(via, type)(compileConvert(type, via)(raw))).toBe(raw);
        }
      }),
    );
  });

  test("a wide integer rounds once on its way to float32", () => {
    const value = 9007199791611905n; // just above a tie of float32; rounded to a double first it would be the tie
    expect(compileConvert(int64, float32)(toValue(value))).toBe(9007200328482816);
    expect(compileConvert(pythonInt, float32)(toValue(value))).toBe(9007199254740992); // as CPython: twice
  });

  test("infinity saturates or wraps to nothing, NaN is zero", () => {
    const saturating = fixed(8, 4, true, "truncate", "saturate");
    expect([Infinity, -Infinity, Number.NaN].map((x) => compileConvert(float64, saturating)(x))).toEqual([
      127, -128, 0,
    ]);
    expect([Infinity, -Infinity, Number.NaN].map((x) => compileConvert(float64, fixed(8, 4))(x))).toEqual([
      0, 0, 0,
    ]);
    expect(compileConvert(float64, exactInt(8, true))(Infinity)).toBe(0);
  });

  test("bool counts as 0 and 1, and everything but zero is true", () => {
    expect(compileConvert(bool, fixed(8, 4))(true)).toBe(16);
    expect(compileConvert(fixed(8, 4), bool)(1)).toBe(true);
    expect(compileConvert(float64, bool)(Number.NaN)).toBe(true);
    expect(compileConvert(float64, bool)(-0)).toBe(false);
  });
});

describe("functions of fixed values", () => {
  test("sqrt is the exact root rounded by the type's mode", () => {
    fc.assert(
      fc.property(
        anyFixed.chain((type) => anyRaw(type).map((raw) => ({ type, raw }))),
        ({ type, raw }) => {
          fc.pre(raw >= 0);
          const root = BigInt(compileMath("sqrt", type)(raw, 0));
          // x = raw root, exact root r: r^2 = square in units of the last place
          const square = times(exactValue(type, raw), powerOfTwo(2 * (type.width - type.integer)));
          const high = type.signed ? (1n << BigInt(type.width - 1)) - 1n : (1n << BigInt(type.width)) - 1n;
          fc.pre(compare(square, rational(high * high)) <= 0); // no overflow
          if (type.rounding.startsWith("nearest")) {
            expect(compare(square, rational((2n * root - 1n) ** 2n, 4n)) >= 0 || root === 0n).toBe(true);
            expect(compare(square, rational((2n * root + 1n) ** 2n, 4n)) <= 0).toBe(true);
          } else {
            expect(compare(rational(root * root), square) <= 0).toBe(true);
            expect(compare(rational((root + 1n) ** 2n), square) > 0).toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test.each([
    ["floor", (a: Rational) => floor(a)],
    ["ceil", (a: Rational) => -floor(minus(rational(0n), a))],
    ["trunc", truncate],
    ["rint", (a: Rational) => round(a, "nearest_even")],
  ] as const)("%s keeps the type", (fn, model) => {
    fc.assert(
      fc.property(
        anyFixed.chain((type) => anyRaw(type).map((raw) => ({ type, raw }))),
        ({ type, raw }) => {
          const expected = quantized(rational(model(exactValue(type, raw))), type);
          expect(compileMath(fn, type)(raw, 0)).toBe(toValue(expected));
        },
      ),
      runs,
    );
  });

  test("a negative root is a fault", () => {
    expect(() => compileMath("sqrt", fixed(8, 4))(-1, 0)).toThrow(ArithmeticFault);
  });
});

describe("growth rules as users meet them", () => {
  const int = (bits: number) => exactInt(bits, true);
  const uint = (bits: number) => exactInt(bits, false);
  const result = (op: BinaryOp, left: ScalarType, right: ScalarType, constant?: number) => {
    const promotion = promoteBinary(
      op,
      { type: left },
      constant === undefined ? { type: right } : { type: right, constant },
    );
    return promotion.ok ? printType(promotion.result) : promotion.message;
  };

  test.each([
    ["add", int(8), int(4), "int<9>"],
    ["add", uint(8), uint(8), "uint<9>"],
    ["add", uint(8), int(8), "int<10>"],
    ["add", uint(8), int(16), "int<17>"],
    ["sub", uint(8), uint(8), "int<9>"],
    ["mul", int(8), uint(3), "int<11>"],
    ["mul", fixed(8, 4), int(3), "fixed<11,7>"],
    ["add", fixed(16, 6), fixed(12, 8), "fixed<19,9>"],
    ["div", int(8), int(8), "fixed<17,9>"],
    ["div", uint(8), uint(8), "ufixed<16,8>"],
    ["div", fixed(16, 6), fixed(16, 6), "fixed<33,17>"],
    ["floordiv", int(8), int(8), "int<9>"],
    ["floordiv", uint(8), uint(4), "uint<8>"],
    ["mod", int(8), uint(4), "uint<4>"],
    ["shl", int(8), uint(4), "int<8>"],
    ["and", uint(8), uint(4), "uint<8>"],
    ["max", uint(8), int(4), "int<9>"],
    ["add", int8, int(4), "int<9>"],
    ["add", uint8, fixed(8, 4), "fixed<14,10>"],
    ["add", bool, uint(4), "uint<5>"],
    ["add", int(8), float32, "float32"],
    ["mul", fixed(16, 6), float(5, 4), "float<5,4>"],
    ["mul", fixed(16, 6), pythonFloat, "float64"],
    ["add", int(8), pythonInt, "int<65>"],
    ["add", float(5, 4), float(4, 10), "float16"],
    ["add", float(5, 4), int64, "float<5,4>"],
  ] as const)("%s of %j and %j is %s", (op, left, right, expected) => {
    expect(result(op, left, right)).toBe(expected);
  });

  test("a constant takes the smallest type that holds it", () => {
    expect(result("add", int(8), pythonInt, 3)).toBe("int<9>"); // uint<2>
    expect(result("mul", int(8), pythonInt, -4)).toBe("int<11>"); // int<3>
    expect(result("mul", fixed(16, 6), pythonFloat, 0.25)).toBe("fixed<17,5>"); // ufixed<1,-1>
    expect(result("mul", fixed(16, 6), pythonFloat, 1e-30)).toContain("no fixed type");
    expect(result("mul", fixed(16, 6), pythonFloat, Math.PI * 2 ** -20)).toContain("no fixed type");
    expect(result("mul", fixed(60, 6), pythonFloat, Math.PI * 2 ** -20)).toBe("fixed<120,12>"); // its own type
  });

  test("more than 4096 bits are refused, with a way out", () => {
    const wide = { type: exactInt(4096, false) };
    const promotion = promoteBinary("add", wide, wide);
    expect(promotion).toMatchObject({ ok: false, message: expect.stringContaining("4097 bits") });
    expect(promotion).toMatchObject({ help: expect.stringContaining("narrower") });
    expect(promoteUnary("neg", { type: exactInt(4096, true) }).ok).toBe(false);
    expect(result("pow", exactInt(64, true), pythonInt, 100)).toContain("6400 bits");
  });

  test("float formats of different kinds do not mix", () => {
    expect(promoteBinary("add", { type: float(5, 4) }, { type: float(5, 4, "ftz") }).ok).toBe(false);
    expect(result("add", float(5, 4, "ftz"), pythonFloat)).toBe("float<5,4,ftz>");
  });

  test("sums and products have room for every element", () => {
    expect(reduceTypes("sum", int(8), 1000)).toMatchObject({ ok: true, result: int(18) });
    expect(reduceTypes("prod", fixed(8, 4), 4)).toMatchObject({ ok: true, result: fixed(32, 16) });
    expect(reduceTypes("sum", int(8))).toMatchObject({ ok: false });
    expect(reduceTypes("max", int(8), 1000)).toMatchObject({ ok: true, result: int(8) });
  });

  test("functions use the smallest float that holds the operand; sqrt stays fixed", () => {
    const math = (type: ScalarType) => {
      const promotion = promoteMath("exp", [{ type }]);
      return promotion.ok ? printType(promotion.result) : promotion.message;
    };
    expect(math(int(8))).toBe("float16");
    expect(math(fixed(16, 6))).toBe("float32");
    expect(math(int(40))).toBe("float64");
    expect(promoteMath("sqrt", [{ type: fixed(16, 6) }])).toMatchObject({ ok: true, result: fixed(16, 6) });
  });
});

/** The value of a double, from its digits in base 2. */
function rationalOf(x: number): Rational {
  let exponent = 0;
  let scaled = x;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent += 1;
  }
  return rational(BigInt(scaled), 1n << BigInt(exponent));
}
