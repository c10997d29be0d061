/** Integer and fixed cores against their models: all operands of narrow types, random ones of wide types. */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import type { BinaryOp, UnaryOp } from "../../../src/types/operators.ts";
import { promoteBinary, promoteUnary } from "../../../src/types/promote.ts";
import {
  bool,
  exactInt,
  type FixedType,
  fixed,
  type IntType,
  int8,
  int16,
  int32,
  int64,
  type Overflow,
  type Rounding,
  type ScalarType,
  uint8,
  uint32,
  uint64,
} from "../../../src/types/types.ts";
import { checker, exhaust } from "./check.ts";
import { corners, randomBits, seeded } from "./random.ts";

const binary: readonly BinaryOp[] = [
  ...([
    "add",
    "sub",
    "mul",
    "floordiv",
    "mod",
    "fmod",
    "shl",
    "shr",
    "and",
    "or",
    "xor",
    "min",
    "max",
  ] as const),
];
const compares: readonly CoreOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unary: readonly Exclude<UnaryOp, "not">[] = ["neg", "abs", "invert"];
const roundings: readonly Rounding[] = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"];
const overflows: readonly Overflow[] = ["wrap", "saturate"];

/** The rules of NumPy's types in few enough bits to try all. */
function narrow(bits: number, signed: boolean): IntType {
  return { kind: "int", bits, signed, rule: "numpy" };
}

function resultOf(op: BinaryOp, left: ScalarType, right: ScalarType): ScalarType | null {
  const promotion = promoteBinary(op, { type: left }, { type: right });
  return promotion.ok ? promotion.result : null;
}

describe("NumPy's integers", () => {
  it.each(binary)("%s of all pairs of 8 bits", (op) => {
    for (const type of [int8, uint8]) expect(exhaust(op, [type, type], type)).toBe(2 ** 16);
  });

  it.each(compares)("%s of all pairs", (op) => {
    for (const left of [narrow(5, true), narrow(4, false)]) {
      for (const right of [narrow(5, true), narrow(4, false)]) exhaust(op, [left, right], bool);
    }
  });

  it.each(unary)("%s of all values", (op) => {
    for (const type of [int8, uint8]) expect(exhaust(op, [type], type)).toBe(256);
  });

  it.each(binary)("%s of random pairs of 16 to 64 bits", (op) => {
    const random = seeded(`numpy ${op}`);
    for (const type of [int16, int32, uint32, int64, uint64]) {
      const { check } = checker(op, [type, type], type);
      const isShift = op === "shl" || op === "shr";
      for (const a of corners(type.bits)) for (const b of corners(type.bits)) check(a, b);
      for (let i = 0; i < 150; i++) {
        const a = randomBits(random, type.bits);
        check(a, isShift ? BigInt(Math.floor(random() * 80)) : randomBits(random, type.bits));
      }
    }
  });
});

describe("exact types grow", () => {
  const small: readonly (IntType | FixedType)[] = [
    exactInt(1, false),
    exactInt(1, true),
    exactInt(3, true),
    exactInt(4, false),
    fixed(4, 2),
    fixed(3, 5, false),
    fixed(4, -2),
  ];

  it.each([...binary, "div"] as const)("%s of all pairs of narrow types", (op) => {
    for (const left of small) {
      for (const right of small) {
        const result = resultOf(op, left, right);
        if (result !== null) exhaust(op, [left, right], result);
      }
    }
  });

  it.each(compares)("%s of all pairs of narrow types", (op) => {
    for (const left of small) for (const right of small) exhaust(op, [left, right], bool);
  });

  it.each(unary)("%s of all values", (op) => {
    for (const type of small) {
      const promotion = promoteUnary(op, { type });
      if (promotion.ok) exhaust(op, [type], promotion.result);
    }
  });

  it.each([...binary, "div"] as const)("%s of random types of 1 to 130 bits", (op) => {
    const random = seeded(`exact ${op}`);
    const pick = (): IntType | FixedType => {
      const bits = 1 + Math.floor(random() * 130);
      const signed = random() < 0.5;
      if (random() < 0.5) return exactInt(bits, signed);
      return fixed(bits, Math.floor(random() * (bits + 8)) - 4, signed);
    };
    for (let round = 0; round < 12; round++) {
      const left = pick();
      const right = pick();
      const result = resultOf(op, left, right);
      if (result === null) continue;
      const { check } = checker(op, [left, right], result);
      const [l, r] = [left, right].map((type) => (type.kind === "int" ? type.bits : type.width));
      for (let i = 0; i < 20; i++) check(randomBits(random, l ?? 1), randomBits(random, r ?? 1));
      for (const a of corners(l ?? 1)) for (const b of corners(r ?? 1)) check(a, b);
    }
  });
});

describe("fixed numbers", () => {
  it.each(roundings)("conversions that round %s", (rounding) => {
    const sources = [fixed(6, 3), fixed(6, 3, false), fixed(7, -1), exactInt(5, true), fixed(3, 6), bool];
    for (const from of sources) {
      for (const overflow of overflows) {
        for (const [width, integer] of [
          [4, 2],
          [3, 3],
          [5, 5],
          [8, 4],
          [2, -2],
          [1, 1],
          [3, 6],
        ] as const) {
          for (const signed of [true, false]) {
            exhaust("convert", [from], fixed(width, integer, signed, rounding, overflow));
          }
        }
      }
    }
  });

  it("conversions to integers and bool", () => {
    for (const from of [fixed(6, 3), fixed(6, 3, false), fixed(3, 6), exactInt(5, true), uint8, bool]) {
      for (const to of [exactInt(3, true), exactInt(9, false), int8, uint32, bool])
        exhaust("convert", [from], to);
    }
  });

  it.each(roundings)("quotients and products that round %s", (rounding) => {
    for (const op of ["div", "mul", "add", "sub"] as const) {
      for (const [left, right] of [
        [fixed(5, 3), fixed(4, 2)],
        [fixed(4, 2, false), fixed(4, 1, false)],
        [exactInt(4, true), fixed(4, 3, false)],
      ] as const) {
        for (const overflow of overflows) exhaust(op, [left, right], fixed(5, 3, true, rounding, overflow));
        exhaust(op, [left, right], fixed(4, 2, false, rounding, "saturate"));
      }
    }
  });

  it("whole numbers and roots", () => {
    for (const [width, integer] of [
      [6, 3],
      [6, 6],
      [5, 7],
      [5, -1],
      [6, 1],
      [4, 10],
    ] as const) {
      for (const signed of [true, false]) {
        for (const rounding of roundings) {
          for (const overflow of overflows) {
            const type = fixed(width, integer, signed, rounding, overflow);
            for (const fn of ["floor", "ceil", "trunc", "rint", "sqrt"] as const) exhaust(fn, [type], type);
          }
        }
      }
    }
  });

  it("wide roots", () => {
    const random = seeded("wide roots");
    const type = fixed(70, 20, true, "nearest_even");
    const { check } = checker("sqrt", [type], type);
    for (let i = 0; i < 50; i++) check(randomBits(random, 69));
  });
});

describe.each(["addsub", "subadd"] as const)("%s", (op) => {
  it("of all small integers, in narrower and wider results", () => {
    const [narrow, wide] = [exactInt(3, true), exactInt(4, false)];
    for (const result of [exactInt(3, false), exactInt(4, true), exactInt(6, true)])
      for (const pair of [
        [narrow, wide],
        [wide, narrow],
        [wide, wide],
      ])
        exhaust(op, [bool, ...pair], result);
  });
});

it("bool", () => {
  for (const op of ["add", "or", "max", "mul", "and", "min", "xor"] as const) exhaust(op, [bool, bool], bool);
  for (const op of ["invert", "abs"] as const) exhaust(op, [bool], bool);
  for (const type of [int8, uint8, exactInt(3, true)]) exhaust("not", [type], bool);
  for (const type of [int8, uint8]) exhaust("sign", [type], type);
});
