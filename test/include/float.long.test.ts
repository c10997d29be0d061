/** include/lutra_float.h against the closures of src/types, bit for bit, in every dialect it is written for. */
import { describe, it } from "vitest";
import { compileRound } from "../../src/types/float/index.ts";
import {
  type FloatType,
  fixed,
  float,
  float16,
  float32,
  float64,
  type Overflow,
  type Rounding,
} from "../../src/types/types.ts";
import { agree } from "./float_agree.ts";
import { compileDriver, dialectAvailable } from "./float_driver.ts";
import * as ops from "./float_ops.ts";
import { cornersOf, everyValue, randomValue, randomWords } from "./float_values.ts";

const tiny = [float(4, 3), float(4, 3, "ftz"), float(4, 3, "flopoco"), float(2, 5), float(2, 1, "flopoco")];
/** Each of: doubles suffice, doubles' range does not suffice, precision is beyond them. */
const formats: readonly FloatType[] = [
  ...[float16, float32, float64, float(8, 7), float(5, 4, "ftz"), float(8, 23, "flopoco"), float(10, 24)],
  ...[
    float(11, 20),
    float(11, 20, "ftz"),
    float(11, 24),
    float(9, 30),
    float(9, 30, "flopoco"),
    float(2, 29),
  ],
  ...[float(10, 40, "ftz"), float(11, 51), float(10, 52), float(10, 52, "flopoco"), float(11, 52, "ftz")],
];

describe.each(["c99", "c++14", "opencl"] as const)("lutra_float.h as %s", (dialect) => {
  const available = dialectAvailable(dialect);
  const run = available ? compileDriver(dialect, "float_ops.h", dialect === "c99" ? ["-O2"] : []) : () => [];
  const count = dialect === "c99" ? 2000 : 200;

  it.runIf(available)("arithmetic of every pair of small values", () => {
    for (const type of dialect === "c99" ? tiny : tiny.slice(3)) {
      const values = everyValue(type);
      const pairs = values.flatMap((a) => values.map((b) => [a, b] as const));
      agree(run, [
        ...ops.binaryOps.map((op) => ops.binaryOp(op, type, pairs)),
        ...ops.unaryOps.map((op) => ops.unaryOp(op, type, values)),
      ]);
    }
  });

  it.runIf(available).each(formats)("arithmetic of float<$exponent,$mantissa,$variant>", (type) => {
    const next = randomWords(type.exponent * 100 + type.mantissa);
    const corners = cornersOf(type);
    const values = [...corners, ...Array.from({ length: count }, () => randomValue(type, next))];
    const pairs = [
      ...corners.flatMap((a) => corners.map((b) => [a, b] as const)),
      ...values.map((a) => [a, randomValue(type, next)] as const),
      ...values.map((a) => [a, neighbour(type, a, next)] as const),
    ];
    agree(run, [
      ...ops.binaryOps.map((op) => ops.binaryOp(op, type, pairs)),
      ...ops.unaryOps.map((op) => ops.unaryOp(op, type, values)),
    ]);
  });

  it.runIf(available).each([...tiny, ...formats])(
    "conversions of float<$exponent,$mantissa,$variant>",
    (type) => {
      const next = randomWords(type.exponent * 1000 + type.mantissa);
      const words = [0n, 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 53n + 1n, ...randomIntegers(count, next)];
      const midpoints = Array.from({ length: count }, () => midpoint(type, randomValue(type, next), next));
      const doubles = [...cornersOf(float64), ...midpoints, ...cornersOf(type)];
      agree(run, [
        ops.roundings64(type, doubles),
        ...(type.variant === "flopoco" && type.exponent + type.mantissa > 61
          ? []
          : ops.patterns(
              type,
              cornersOf(type),
              words.map((word) => BigInt.asUintN(bitsIn(type), word)),
            )),
        ...ops.fromIntegers(type, words, fixed(33, 12)),
        ...ops.fromIntegers(type, words, fixed(64, -20)),
      ]);
    },
  );

  it.runIf(available)("conversions to integers and fixed", () => {
    const next = randomWords(7);
    const random = Array.from({ length: count }, () => randomValue(float64, next));
    const near = Array.from({ length: count }, () => ((next() % 4096) - 2048) / 64);
    const large = Array.from({ length: count }, () => (next() / 2 ** 32 - 0.5) * 2 ** (next() % 70));
    const ends = [31, 32, 63, 64].flatMap((n) => [
      2 ** n,
      2 ** n - 1,
      2 ** n + 1,
      -(2 ** n),
      -(2 ** n) - 1,
      1 - 2 ** n,
    ]);
    const doubles = [...cornersOf(float64), ...ends, ...random, ...near, ...large];
    const roundings: readonly Rounding[] = [
      "truncate",
      "floor",
      "nearest_even",
      "nearest_away",
      "toward_zero",
    ];
    const overflows: readonly Overflow[] = ["wrap", "saturate"];
    const sizes = [
      [1, 1],
      [8, 3],
      [12, 12],
      [33, 40],
      [53, 20],
      [64, 32],
      [64, 64],
      [16, -3],
      [64, 70],
    ] as const;
    agree(run, [
      ...ops.toIntegers(doubles),
      ...[1, 7, 32, 64].map((bits) => ops.toExactInt(bits, doubles)),
      ...sizes.flatMap(([width, integer]) =>
        [true, false].flatMap((signed) =>
          roundings.flatMap((rounding) =>
            overflows.map((overflow) =>
              ops.toFixed(fixed(width, integer, signed, rounding, overflow), doubles),
            ),
          ),
        ),
      ),
    ]);
  });
});

describe("lutra::floating", () => {
  const available = dialectAvailable("c++14");
  const formatsOfHeader = [float(4, 3), float16, float(8, 23, "flopoco"), float(9, 22, "ftz")];

  it.runIf(available)("computes as the functions do", () => {
    const run = compileDriver("c++14", "float_cpp_ops.h");
    formatsOfHeader.forEach((type, number) => {
      const next = randomWords(number);
      const values = [...cornersOf(type), ...Array.from({ length: 500 }, () => randomValue(type, next))];
      const pairs = values.map((a) => [a, randomValue(type, next)] as const);
      const cases = [
        ...ops.binaryOps.map((op) => ops.binaryOp(op, type, pairs)),
        ...ops.unaryOps.map((op) => ops.unaryOp(op, type, values)),
      ];
      agree(
        run,
        cases.map((expected) => ({ ...expected, job: { ...expected.job, parameters: [number] } })),
      );
    });
  });
});

function bitsIn(type: FloatType): number {
  return (type.variant === "flopoco" ? 3 : 1) + type.exponent + type.mantissa;
}

/** A value a few units away, or of the opposite sign: sums that cancel. */
function neighbour(type: FloatType, x: number, next: () => number): number {
  const moved = compileRound(type)(x * (1 + ((next() % 9) - 4) * 2 ** -(type.mantissa - 1)));
  return next() % 2 === 0 ? moved : -moved;
}

/** A double half way between two values of the format, or one unit of its own beside that. */
function midpoint(type: FloatType, x: number, next: () => number): number {
  const half = x * 2 ** -(type.mantissa + 1);
  return x + half * (1 + ((next() % 3) - 1) * 2 ** (type.mantissa - 50));
}

function randomIntegers(count: number, next: () => number): readonly bigint[] {
  return Array.from({ length: count }, () => {
    const word = (BigInt(next()) << 32n) | BigInt(next());
    return word >> BigInt(next() % 64);
  });
}
