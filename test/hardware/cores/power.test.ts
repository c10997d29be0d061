/** Powers against their models. */
import { describe, expect, it } from "vitest";
import { constant } from "../../../src/hardware/cores/gates.ts";
import { circuitOf } from "../../../src/hardware/cores/operation.ts";
import { operator } from "../../../src/hardware/operators/operator.ts";
import { bitWidth, toBits } from "../../../src/types/bits.ts";
import { promoteBinary } from "../../../src/types/promote.ts";
import {
  exactInt,
  fixed,
  int8,
  int16,
  int32,
  int64,
  pythonInt,
  type ScalarType,
  uint8,
  uint16,
  uint64,
} from "../../../src/types/types.ts";
import { checker, compare, exhaust } from "./check.ts";
import { corners, randomBits, seeded } from "./random.ts";

describe("NumPy's integers", () => {
  it("all pairs of 8 bits", () => {
    expect(exhaust("pow", [uint8, uint8], uint8)).toBe(2 ** 16);
    expect(exhaust("pow", [int8, int8], int8)).toBe(2 ** 15); // negative exponents fault
  });

  it("random pairs", () => {
    const random = seeded("powers");
    for (const type of [int16, uint16, int32, int64, uint64, pythonInt]) {
      const width = bitWidth(type);
      const { check } = checker("pow", [type, type], type);
      for (const a of corners(width)) for (const b of corners(width)) check(a, b);
      for (let i = 0; i < 60; i++) check(randomBits(random, width), randomBits(random, width) >> 1n);
      for (let i = 0; i < 60; i++) check(randomBits(random, width), BigInt(Math.floor(random() * 12)));
      for (let i = 0; i < 60; i++) check(randomBits(random, 4), BigInt(Math.floor(random() * 20)));
    }
  });

  it("a square is one product", () => {
    const target = { family: "xc7", periodNs: 10 } as const;
    const square = operator("pow", [int32, int32], int32, target, [null, 2n]);
    const product = operator("mul", [int32, int32], int32, target);
    expect(square.cost).toEqual(product.cost);
  });
});

describe("exact types", () => {
  const bases: readonly ScalarType[] = [
    exactInt(4, true),
    exactInt(3, false),
    exactInt(1, true),
    fixed(4, 2),
    fixed(4, 2, false),
    fixed(3, 5),
    fixed(3, -2),
  ];

  it("all exponents of a narrow type", () => {
    for (const base of bases) {
      for (const exponent of [exactInt(1, false), exactInt(2, false), exactInt(3, false)]) {
        const promotion = promoteBinary("pow", { type: base }, { type: exponent });
        expect(promotion.ok).toBe(true);
        if (promotion.ok) exhaust("pow", [base, exponent], promotion.result);
      }
    }
  });

  it("results that round and saturate", () => {
    for (const base of [fixed(4, 2), fixed(4, 3, false), exactInt(4, true)]) {
      for (const result of [
        fixed(5, 3, true, "nearest_even", "saturate"),
        fixed(6, 2, false, "toward_zero", "saturate"),
        fixed(6, 4, true, "nearest_away"),
      ]) {
        exhaust("pow", [base, exactInt(3, false)], result);
      }
    }
  });

  it("constant exponents of wide types", () => {
    for (const base of bases) {
      for (const n of [0, 1, 2, 3, 5]) {
        const promotion = promoteBinary("pow", { type: base }, { type: pythonInt, constant: n });
        expect(promotion.ok).toBe(true);
        if (!promotion.ok) continue;
        const exponent = promotion.operands[1] ?? pythonInt;
        const x = { kind: "ref", name: "in0", width: bitWidth(base) } as const;
        const bits = toBits(exponent, n);
        const known = constant(bitWidth(exponent), bits);
        const circuit = circuitOf("pow", [base, exponent], promotion.result, [x, known]);
        const { check } = compare(circuit, "pow", [base, exponent], promotion.result);
        for (let a = 0n; a < 1n << BigInt(bitWidth(base)); a++) check(a, bits);
      }
    }
  });
});
