/** The code written for scalar operations, against the closures of `types/` that define them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Kernel, prepare, RunFault } from "../../src/program/interpret/index.ts";
import type { Expr } from "../../src/program/nodes.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { bitWidth, fromBits } from "../../src/types/bits.ts";
import { ArithmeticFault } from "../../src/types/fault.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import { promoteBinary, promoteMath, promoteUnary } from "../../src/types/promote.ts";
import { canonical } from "../../src/types/storage.ts";
import {
  array,
  bool,
  exactInt,
  fixed,
  float,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../src/types/types.ts";
import { binary, cast, compare, func, math, program, returning, store, unary, variable } from "./build.ts";
import { list, nd } from "./interpret-run.ts";

const numpy = [bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64];
const python = [pythonBool, pythonInt, pythonFloat];
const exact = [
  exactInt(5, true),
  exactInt(24, false),
  exactInt(40, true),
  exactInt(64, false),
  exactInt(100, true),
  fixed(16, 6),
  fixed(12, 12, false),
  fixed(40, 8, true, "nearest_even", "saturate"),
];
const floats = [float(5, 4), float(8, 23, "ftz"), float(5, 4, "flopoco"), float(11, 20, "flopoco")];

const corners = [
  0,
  1,
  -1,
  2,
  -2,
  3,
  7,
  31,
  32,
  63,
  64,
  127,
  128,
  -128,
  255,
  65535,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
];
const wideCorners = [
  2n ** 53n - 1n,
  2n ** 53n,
  -(2n ** 53n),
  2n ** 62n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  2n ** 64n - 1n,
];
const floatCorners = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  2.5,
  -2.5,
  3,
  1e-45,
  1e300,
  127.9,
  128,
  -129,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 63,
];

/** Values of a type: those where things go wrong, and any. */
function valuesOf(type: ScalarType): fc.Arbitrary<Value> {
  switch (type.kind) {
    case "python":
      if (type.name === "bool") return fc.boolean();
      if (type.name === "float") return fc.oneof(fc.constantFrom(...floatCorners, Number.NaN), fc.double());
      return fc.oneof(integersIn(-(2n ** 63n), 2n ** 63n - 1n), fc.integer({ min: -70, max: 70 }));
    case "complex":
      throw new Error("complex numbers are no values by themselves");
    case "bool":
      return fc.boolean();
    case "int":
      return type.signed
        ? integersIn(-(2n ** BigInt(type.bits - 1)), 2n ** BigInt(type.bits - 1) - 1n)
        : integersIn(0n, 2n ** BigInt(type.bits) - 1n);
    case "fixed":
      return type.signed
        ? integersIn(-(2n ** BigInt(type.width - 1)), 2n ** BigInt(type.width - 1) - 1n)
        : integersIn(0n, 2n ** BigInt(type.width) - 1n);
    case "float": {
      const convert = compileConvert(float64, type);
      const patterns = fc
        .bigInt({ min: 0n, max: 2n ** BigInt(bitWidth(type)) - 1n })
        .map((bits) => fromBits(type, bits));
      const near = fc
        .oneof(fc.constantFrom(...floatCorners, Number.NaN, Number.POSITIVE_INFINITY), fc.double())
        .map((x) => convert(x));
      return type.variant === "flopoco" ? near : fc.oneof(near, patterns);
    }
  }
}

function integersIn(min: bigint, max: bigint): fc.Arbitrary<Value> {
  const fits = (x: bigint): boolean => x >= min && x <= max;
  const special = [...corners.map(BigInt), ...wideCorners, min, max].filter(fits);
  return fc.oneof(fc.constantFrom(...special), fc.bigInt({ min, max })).map(canonical);
}

/** A value, or the code of the fault instead of one. */
function outcome(compute: () => Value): string {
  try {
    const value = compute();
    return Object.is(value, -0) ? "-0" : `${typeof value} ${value}`;
  } catch (error) {
    if (error instanceof ArithmeticFault || error instanceof RunFault) return `fault ${error.code}`;
    throw error;
  }
}

function runner(value: Expr, ...types: readonly ScalarType[]): (...args: readonly Value[]) => Value {
  const params = types.map((type, k) => variable(`x${k}`, type));
  const kernel: Kernel = prepare(returning(value, params));
  return (...args) => kernel.run(new Map(args.map((arg, k) => [`x${k}`, arg]))).results[0] as Value;
}

const runs = { numRuns: 60 };
const [x0, x1] = [(type: ScalarType) => variable("x0", type), (type: ScalarType) => variable("x1", type)];

const binaryOps: readonly BinaryOp[] = [
  "add",
  "sub",
  "mul",
  "div",
  "floordiv",
  "mod",
  "fmod",
  "pow",
  "shl",
  "shr",
  "and",
  "or",
  "xor",
  "min",
  "max",
];
const unaryOps: readonly UnaryOp[] = ["neg", "abs", "invert", "not"];
const compareOps: readonly CompareOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const mathFns: readonly MathFn[] = [
  "sqrt",
  "exp",
  "log",
  "sin",
  "floor",
  "ceil",
  "trunc",
  "rint",
  "sign",
  "isnan",
  "isinf",
  "isfinite",
];
const all = [...numpy, ...python, ...exact, ...floats];

describe.each(all.map((type) => [printType(type), type] as const))("%s", (_, type) => {
  it("binary operators", () => {
    for (const op of binaryOps) {
      const rule = promoteBinary(op, { type }, { type });
      if (!rule.ok) continue;
      const [l = type, r = type] = rule.operands;
      const define = compileBinary(op, l, r, rule.result);
      const run = runner(binary(op, x0(l), x1(r), rule.result), l, r);
      const agree = fc.property(valuesOf(l), valuesOf(r), (a, b) => {
        expect(`${op}: ${outcome(() => run(a, b))}`).toBe(`${op}: ${outcome(() => define(a, b))}`);
      });
      fc.assert(agree, runs);
    }
  });

  it("binary operators on whole arrays", () => {
    for (const op of ["add", "sub", "mul", "and", "shr", "min"] as const) {
      const rule = promoteBinary(op, { type }, { type });
      if (!rule.ok || type.kind === "python") continue;
      const [l = type, r = type] = rule.operands;
      const define = compileBinary(op, l, r, rule.result);
      const [a, b] = [variable("a", array(l, [40])), variable("b", array(r, [40]))];
      const out = variable("out", array(rule.result, [40]));
      const kernel = prepare(
        program(func("kernel", { params: [a, b, out], body: [store(out, binary(op, a, b, rule.result))] })),
      );
      const pairs = fc.sample(fc.tuple(valuesOf(l), valuesOf(r)), { numRuns: 40, seed: 7 });
      const args = [l, r].map((own, side) =>
        nd(
          own,
          [40],
          pairs.map((pair) => pair[side] ?? 0),
        ),
      );
      const made = nd(rule.result, [40], []);
      const faults = pairs.some(([p, q]) => outcome(() => define(p, q)).startsWith("fault"));
      if (faults || args[0] === undefined || args[1] === undefined) continue;
      kernel.run(
        new Map([
          ["a", args[0]],
          ["b", args[1]],
          ["out", made],
        ]),
      );
      expect(list(made)).toEqual(pairs.map(([p, q]) => define(p, q)));
    }
  });

  it("unary operators", () => {
    for (const op of unaryOps) {
      const rule = promoteUnary(op, { type });
      if (!rule.ok) continue;
      const [own = type] = rule.operands;
      const define = compileUnary(op, own, rule.result);
      const expr = unary(op, x0(own));
      const run = runner({ ...expr, type: rule.result } as Expr, own);
      const agree = fc.property(valuesOf(own), (a) => {
        expect(`${op}: ${outcome(() => run(a))}`).toBe(`${op}: ${outcome(() => define(a))}`);
      });
      fc.assert(agree, runs);
    }
  });

  it("comparisons", () => {
    for (const op of compareOps) {
      const define = compileCompare(op, type, type);
      const run = runner(compare(op, x0(type), x1(type)), type, type);
      const agree = fc.property(valuesOf(type), valuesOf(type), (a, b) => {
        expect(run(a, b)).toBe(define(a, b));
        expect(run(a, a)).toBe(define(a, a));
      });
      fc.assert(agree, runs);
    }
  });

  it("functions", () => {
    for (const fn of mathFns) {
      const rule = promoteMath(fn, [{ type }]);
      if (!rule.ok) continue;
      const [own = type] = rule.operands;
      const define = compileMath(fn, own);
      const run = runner({ ...math(fn, x0(own)), type: rule.result } as Expr, own);
      const agree = fc.property(valuesOf(own), (a) => {
        expect(`${fn}: ${outcome(() => run(a))}`).toBe(`${fn}: ${outcome(() => define(a, 0))}`);
      });
      fc.assert(agree, { numRuns: 25 });
    }
  });

  it("conversions to every type", () => {
    for (const to of all) {
      const define = compileConvert(type, to);
      const run = runner(cast(x0(type), to), type);
      const name = `${printType(type)} to ${printType(to)}`;
      const agree = fc.property(valuesOf(type), (a) => {
        expect(`${name} of ${a}: ${outcome(() => run(a))}`).toBe(
          `${name} of ${a}: ${outcome(() => define(a))}`,
        );
      });
      fc.assert(agree, { numRuns: 40 });
    }
  });
});
