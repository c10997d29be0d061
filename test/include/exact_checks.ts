/** What `src/types` says an operation gives, beside the C++ text that must give the same bits. */
import { expect } from "vitest";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { fromBits, toBits } from "../../src/types/bits.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import { promoteBinary, promoteMath, promoteUnary } from "../../src/types/promote.ts";
import { type FixedType, type IntType, type ScalarType, uint8 } from "../../src/types/types.ts";
import { type Computation, computeCpp, cppType, patternsOf } from "./exact_driver.ts";

export interface Check extends Computation {
  readonly expected: readonly bigint[];
}

type Exact = IntType | FixedType;

/** How generated C++ writes an operation on exact types; `r` is the result type. */
const binaries: Partial<Record<BinaryOp, (r: string) => string>> = {
  add: () => "a + b",
  sub: () => "a - b",
  mul: () => "a * b",
  and: (r) => `${r}(a) & ${r}(b)`,
  or: (r) => `${r}(a) | ${r}(b)`,
  xor: (r) => `${r}(a) ^ ${r}(b)`,
  div: (r) => `exact_div<${r}>(a, b)`,
  floordiv: (r) => `exact_floordiv<${r}>(a, b)`,
  mod: (r) => `exact_floormod<${r}>(a, b)`,
  fmod: (r) => `exact_truncmod<${r}>(a, b)`,
  min: (r) => `exact_min<${r}>(a, b)`,
  max: (r) => `exact_max<${r}>(a, b)`,
  shl: () => "exact_shl(a, b)",
  shr: () => "exact_shr(a, b)",
};

const unaries: Partial<Record<UnaryOp, (r: string) => string>> = {
  neg: (r) => `exact_neg<${r}>(a)`,
  abs: (r) => `exact_abs<${r}>(a)`,
  invert: () => "~a",
};

const functions: Partial<Record<MathFn, (r: string) => string>> = {
  sqrt: () => "exact_sqrt(a)",
  floor: () => "exact_floor(a)",
  ceil: () => "exact_ceil(a)",
  trunc: () => "exact_trunc(a)",
  rint: () => "exact_rint(a)",
  sign: (r) => `exact_sign<${r}>(a)`,
};

/** All six at once, a bit each. */
const comparisons = "(a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5";

/** Every operator and comparison; `count` patterns of each operand, all pairs of them. */
export function binaryChecks(left: Exact, right: Exact, count: number, random: () => number): Check[] {
  const pairs = pairsOf(left, right, count, random);
  const arithmetic = entries(binaries).flatMap(([op, write]): Check[] => {
    const promotion = promoteBinary(op, { type: left }, { type: right });
    if (!promotion.ok) return []; // wider than 4096 bits, or a shift by a fixed count
    const inputs = pairs.filter(([, y = 0n]) => hasValue(op, fromBits(right, y)));
    const compute = compileBinary(op, left, right, promotion.result);
    return [check(write(cppType(promotion.result)), [left, right], promotion.result, inputs, compute)];
  });
  return [...arithmetic, compareCheck(left, right, comparisons, pairs)];
}

export function compareCheck(
  left: ScalarType,
  right: ScalarType,
  text: string,
  pairs: readonly (readonly bigint[])[],
): Check {
  const ops: readonly CompareOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
  const tests = ops.map((op) => compileCompare(op, left, right));
  return check(text, [left, right], uint8, pairs, (a, b) =>
    tests.reduce((sum, holds, i) => sum + (holds(a, b) ? 1 << i : 0), 0),
  );
}

/** Division by zero and negative shifts are faults. */
function hasValue(op: BinaryOp, right: Value): boolean {
  switch (op) {
    case "div":
    case "floordiv":
    case "mod":
    case "fmod":
      return right !== 0;
    case "shl":
    case "shr":
      return Number(right) >= 0;
    default:
      return true;
  }
}

export function unaryChecks(type: Exact, count: number, random: () => number): Check[] {
  const inputs = patternsOf(type, count, random).map((x) => [x]);
  const operators = entries(unaries).flatMap(([op, write]): Check[] => {
    const promotion = promoteUnary(op, { type });
    if (!promotion.ok) return [];
    const compute = compileUnary(op, type, promotion.result);
    return [check(write(cppType(promotion.result)), [type], promotion.result, inputs, compute)];
  });
  const called = entries(functions).flatMap(([fn, write]): Check[] => {
    const promotion = promoteMath(fn, [{ type }]);
    if (!promotion.ok || promotion.result.kind === "float") return [];
    const roots = inputs.filter(([x = 0n]) => fn !== "sqrt" || Number(fromBits(type, x)) >= 0);
    return [check(write(cppType(promotion.result)), [type], promotion.result, roots, compileMath(fn, type))];
  });
  return [...operators, ...called];
}

export function conversionCheck(
  from: ScalarType,
  to: ScalarType,
  text: string,
  count: number,
  random: () => number,
): Check {
  const inputs = patternsOf(from, count, random).map((x) => [x]);
  return check(text, [from], to, inputs, compileConvert(from, to));
}

export function check(
  text: string,
  operands: readonly ScalarType[],
  result: ScalarType,
  inputs: readonly (readonly bigint[])[],
  compute: (a: Value, b: Value) => Value,
): Check {
  const expected = inputs.map((input) => {
    const [a = 0, b = 0] = input.map((x, i) => fromBits(operands[i] as ScalarType, x));
    return toBits(result, compute(a, b));
  });
  return { text, operands, result, inputs, expected };
}

export function pairsOf(
  left: ScalarType,
  right: ScalarType,
  count: number,
  random: () => number,
): bigint[][] {
  const ys = patternsOf(right, count, random);
  return patternsOf(left, count, random).flatMap((x) => ys.map((y) => [x, y]));
}

export function verify(checks: readonly Check[]): void {
  const results = computeCpp(checks);
  const wrong = checks.flatMap(({ text, operands, result, inputs, expected }, i) =>
    inputs.flatMap((input, k) => {
      const got = results[i]?.[k];
      if (got === expected[k]) return [];
      const shown = input.map((x, n) => `${printType(operands[n] as ScalarType)} ${hex(x)}`).join(", ");
      return [`${text} of ${shown}: ${hex(got)} is not ${printType(result)} ${hex(expected[k])}`];
    }),
  );
  expect(wrong.slice(0, 20)).toEqual([]);
}

function hex(x: bigint | undefined): string {
  return `0x${x?.toString(16)}`;
}

function entries<K extends string, V>(record: Partial<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
