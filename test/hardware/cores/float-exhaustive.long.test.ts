/** Every float core against its model, for all operands of small formats in all encodings. */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import {
  bool,
  exactInt,
  type FloatVariant,
  fixed,
  float,
  int8,
  type Overflow,
  type Rounding,
  uint8,
} from "../../../src/types/types.ts";
import { exhaust } from "./check.ts";

const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const tiny = [
  [2, 1],
  [2, 2],
  [2, 3],
  [3, 1],
  [3, 2],
] as const;
const arithmetic: readonly CoreOp[] = ["add", "sub", "mul", "div", "min", "max", "copysign"];
const compares: readonly CoreOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unary: readonly CoreOp[] = ["neg", "abs", "sqrt", "floor", "ceil", "trunc", "rint", "sign"];
const tests: readonly CoreOp[] = ["isnan", "isinf", "isfinite", "not"];

/** Minutes: LUTRA_CORES=all. */
describe.skipIf(process.env.LUTRA_CORES !== "all").each(variants)("%s, all pairs of (5,4)", (variant) => {
  const type = float(5, 4, variant);
  it.each(arithmetic)("%s", (op) => expect(exhaust(op, [type, type], type)).toBeGreaterThan(10 ** 6));
  it.each(compares)("%s", (op) => expect(exhaust(op, [type, type], bool)).toBeGreaterThan(10 ** 6));
});

describe.each(variants)("%s", (variant) => {
  it.each(arithmetic)("%s of all pairs of tiny formats", (op) => {
    for (const [e, m] of tiny) {
      const type = float(e, m, variant);
      expect(exhaust(op, [type, type], type)).toBeGreaterThan(100);
    }
  });

  it.each(compares)("%s of all pairs of tiny formats", (op) => {
    for (const [e, m] of tiny) {
      const type = float(e, m, variant);
      expect(exhaust(op, [type, type], bool)).toBeGreaterThan(100);
    }
  });

  it.each(unary)("%s of all values", (op) => {
    for (const [e, m] of [...tiny, [2, 5], [3, 3], [3, 6], [4, 3], [5, 2], [5, 4], [6, 3]] as const) {
      const type = float(e, m, variant);
      exhaust(op, [type], type);
    }
  });

  it.each(tests)("%s of all values", (op) => {
    for (const [e, m] of tiny) exhaust(op, [float(e, m, variant)], bool);
  });

  it.each(["add", "mul", "div", "lt"] as const)("%s of all pairs of (4,3)", (op) => {
    const type = float(4, 3, variant);
    expect(exhaust(op, [type, type], op === "lt" ? bool : type)).toBeGreaterThan(60_000);
  });

  it("conversions to every other small format", () => {
    for (const from of [
      [2, 1],
      [2, 4],
      [3, 2],
      [4, 3],
      [5, 2],
      [6, 1],
    ] as const) {
      for (const to of [
        [2, 1],
        [2, 3],
        [3, 1],
        [3, 4],
        [4, 2],
        [5, 4],
        [6, 2],
      ] as const) {
        for (const other of variants) {
          exhaust("convert", [float(from[0], from[1], variant)], float(to[0], to[1], other));
        }
      }
    }
  });

  it("conversions to integers and fixed numbers, and back", () => {
    const roundings: readonly Rounding[] = [
      "truncate",
      "floor",
      "nearest_even",
      "nearest_away",
      "toward_zero",
    ];
    const overflows: readonly Overflow[] = ["wrap", "saturate"];
    for (const [e, m] of [
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 2],
      [5, 4],
    ] as const) {
      const type = float(e, m, variant);
      for (const to of [
        int8,
        uint8,
        exactInt(5, true),
        exactInt(5, false),
        exactInt(1, false),
        exactInt(40, true),
        bool,
      ]) {
        exhaust("convert", [type], to);
        if (to.kind !== "int" || to.bits < 10) exhaust("convert", [to], type);
      }
      for (const [width, integer] of [
        [6, 3],
        [4, 6],
        [5, -2],
        [3, 12],
        [1, 1],
      ] as const) {
        for (const signed of [true, false]) {
          exhaust("convert", [fixed(width, integer, signed)], type);
          for (const rounding of roundings) {
            for (const overflow of overflows)
              exhaust("convert", [type], fixed(width, integer, signed, rounding, overflow));
          }
        }
      }
    }
  });
});
