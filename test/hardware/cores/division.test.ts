/** Division by constants, and Python's division of ints. */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { constant } from "../../../src/hardware/cores/gates.ts";
import { circuitOf } from "../../../src/hardware/cores/operation.ts";
import { reciprocalOf } from "../../../src/hardware/cores/reciprocal.ts";
import { operator } from "../../../src/hardware/operators/operator.ts";
import { bitWidth } from "../../../src/types/bits.ts";
import {
  exactInt,
  fixed,
  float,
  int8,
  int32,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
  uint32,
  uint64,
} from "../../../src/types/types.ts";
import { checker, compare, patternsOf } from "./check.ts";
import { corners, randomBits, seeded } from "./random.ts";

const ops: readonly CoreOp[] = ["floordiv", "mod", "fmod"];

function byConstant(op: CoreOp, type: ScalarType, divisor: bigint) {
  const width = bitWidth(type);
  const x = { kind: "ref", name: "in0", width } as const;
  return compare(circuitOf(op, [type, type], type, [x, constant(width, divisor)]), op, [type, type], type);
}

describe("division by constants", () => {
  it.each(ops)("%s of every byte", (op) => {
    for (const type of [int8, uint8]) {
      for (let divisor = 0n; divisor < 256n; divisor += divisor < 20n ? 1n : 3n) {
        const { check, count } = byConstant(op, type, divisor);
        for (let a = 0n; a < 256n; a++) check(a, divisor);
        expect(count()).toBe(256);
      }
    }
  });

  it.each(ops)("%s of random numbers of 32 and 64 bits", (op) => {
    const random = seeded(`by constants ${op}`);
    for (const type of [int32, uint32, int64, uint64, exactInt(100, true)]) {
      const width = bitWidth(type);
      const some = [3n, 7n, 10n, 24n, 641n, 1n << BigInt(width - 2), ...corners(width)];
      for (const divisor of [...some, ...Array.from({ length: 12 }, () => randomBits(random, width))]) {
        if (divisor === 0n) continue;
        const { check } = byConstant(op, type, divisor);
        for (const a of corners(width)) check(a, divisor);
        for (let i = 0; i < 20; i++) check(randomBits(random, width), divisor);
        // Around multiples of the divisor, where a wrong reciprocal shows.
        for (let i = 0; i < 20; i++) {
          const near = divisor * randomBits(random, 16) + BigInt(Math.floor(random() * 3) - 1);
          check(BigInt.asUintN(width, near), divisor);
        }
      }
    }
  });

  it("the true quotient of fixed numbers", () => {
    const type = fixed(8, 4);
    const result = fixed(17, 9);
    const x = { kind: "ref", name: "in0", width: 8 } as const;
    for (const divisor of [1n, 3n, 0x10n, 0x30n, 0xf0n, 0x80n]) {
      const circuit = circuitOf("div", [type, type], result, [x, constant(8, divisor)]);
      const { check } = compare(circuit, "div", [type, type], result);
      for (let a = 0n; a < 256n; a++) check(a, divisor);
    }
  });

  it("floats by every power of two, and by others", () => {
    for (const variant of ["ieee", "ftz", "flopoco"] as const) {
      const type = float(3, 2, variant);
      for (const divisor of patternsOf(type)) {
        const { check } = byConstant("div", type, divisor);
        for (const a of patternsOf(type)) check(a, divisor);
      }
    }
  });

  it("reciprocals are exact for every number of the width", () => {
    for (let width = 1; width <= 10; width++) {
      for (let divisor = 1n; divisor < 1n << BigInt(width); divisor++) {
        const { factor, shift } = reciprocalOf(width, divisor);
        for (let x = 0n; x < 1n << BigInt(width); x++)
          if ((x * factor) >> BigInt(shift) !== x / divisor) expect([width, divisor, x]).toBe("exact");
      }
    }
  });

  it("by a power of two is wires, by ten far less than a divider", () => {
    const target = { family: "ecp5", periodNs: 10 } as const;
    const costs = (divisor: bigint | null) =>
      operator("floordiv", [uint32, uint32], uint32, target, [null, divisor]).cost.luts;
    expect(costs(8n)).toBe(0);
    expect(costs(10n)).toBeLessThan(costs(null) / 4);
  });
});

describe("Python's ints", () => {
  it("divide exactly, rounded once", () => {
    const random = seeded("python int division");
    const { check, count } = checker("div", [pythonInt, pythonInt], pythonFloat);
    for (const a of corners(64)) for (const b of corners(64)) check(a, b);
    for (let i = 0; i < 2000; i++) check(randomBits(random, 64), randomBits(random, 64));
    // Quotients beside the middle between two doubles.
    for (let i = 0; i < 2000; i++) {
      const odd = randomBits(random, 53) | (1n << 53n) | 1n; // 54 bits
      const shift = BigInt(Math.floor(random() * 9));
      const near = (odd << shift) + BigInt(Math.floor(random() * 3) - 1);
      check(BigInt.asUintN(64, near), 1n << shift);
      check(BigInt.asUintN(64, near), BigInt.asUintN(64, -(1n << shift)));
    }
    expect(count()).toBeGreaterThan(5000);
  });

  it.each(ops)("%s", (op) => {
    const random = seeded(`python ${op}`);
    const { check } = checker(op, [pythonInt, pythonInt], pythonInt);
    for (const a of corners(64)) for (const b of corners(64)) check(a, b);
    for (let i = 0; i < 300; i++) check(randomBits(random, 64), randomBits(random, 64));
  });
});
