/** A core beside its model: the same bits for every operand given. */
import { expect } from "vitest";
import { type CoreOp, core } from "../../../src/hardware/cores/core.ts";
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../../src/types/arithmetic.ts";
import { bitWidth, fromBits, toBits } from "../../../src/types/bits.ts";
import { ArithmeticFault } from "../../../src/types/fault.ts";
import { compileFloatFma } from "../../../src/types/float/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { printType } from "../../../src/types/print.ts";
import { promoteBinary } from "../../../src/types/promote.ts";
import type { ScalarType } from "../../../src/types/types.ts";
import { compileCircuit } from "./evaluate.ts";

export interface Checker {
  /** Counts one comparison; throws where they differ. */
  readonly check: (...operands: readonly bigint[]) => void;
  readonly count: () => number;
}

export function checker(op: CoreOp, types: readonly ScalarType[], result: ScalarType): Checker {
  return compare(core(op, types, result, { latency: 0 }).circuit, op, types, result);
}

/** A circuit of references in0, in1, … beside the model of an operation. */
export function compare(expr: Expr, op: CoreOp, types: readonly ScalarType[], result: ScalarType): Checker {
  const circuit = compileCircuit(expr);
  const model = modelOf(op, types, result);
  let count = 0;
  return {
    check(...operands) {
      const values = types.map((type, i) => fromBits(type, operands[i] ?? 0n));
      let wanted: bigint;
      try {
        wanted = toBits(result, model(...values));
      } catch (fault) {
        if (fault instanceof ArithmeticFault) return;
        throw fault;
      }
      count++;
      const got = circuit(...operands);
      if (got === wanted) return;
      const text = operands.map((bits, i) => `${bits.toString(2)} (${String(values[i])})`).join(", ");
      const what = `${JSON.stringify(op)} of ${types.map(printType).join(", ")} to ${printType(result)}: ${text}`;
      expect(got.toString(2), what).toBe(wanted.toString(2));
    },
    count: () => count,
  };
}

export function modelOf(
  op: CoreOp,
  types: readonly ScalarType[],
  result: ScalarType,
): (...operands: readonly Value[]) => Value {
  const [left, right = left] = types;
  if (left === undefined || right === undefined || typeof op === "object") throw new Error("no model");
  switch (op) {
    case "convert":
      return compileConvert(left, result);
    case "neg":
    case "abs":
    case "invert":
    case "not":
      return compileUnary(op, left, result) as (a: Value, b: Value) => Value;
    case "eq":
    case "ne":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return compileCompare(op, left, right);
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "floordiv":
    case "mod":
    case "fmod":
    case "pow":
    case "shl":
    case "shr":
    case "and":
    case "or":
    case "xor":
    case "min":
    case "max":
      return compileBinary(op, left, right, result);
    case "fma":
    case "muladd":
      return multiplyAdd(op, types, result);
    case "addsub":
    case "subadd":
      return addOrSubtract(op, types, result);
    case "select":
    case "bitcast":
      throw new Error("no model");
    default:
      return compileMath(op, left) as (a: Value, b: Value) => Value;
  }
}

function addOrSubtract(
  op: "addsub" | "subadd",
  [, left, right]: readonly ScalarType[],
  result: ScalarType,
): (condition: Value, a: Value, b: Value) => Value {
  if (left === undefined || right === undefined) throw new Error("no model");
  const add = compileBinary("add", left, right, result);
  const subtract = compileBinary("sub", left, right, result);
  return (condition, a, b) => (Boolean(condition) === (op === "addsub") ? add(a, b) : subtract(a, b));
}

function multiplyAdd(
  op: "fma" | "muladd",
  types: readonly ScalarType[],
  result: ScalarType,
): (a: Value, b: Value, c: Value) => Value {
  const [left, right, third] = types;
  if (left === undefined || right === undefined || third === undefined) throw new Error("no model");
  if (op === "fma" && left.kind === "float") return compileFloatFma(left);
  const grown = promoteBinary("mul", { type: left }, { type: right });
  if (!grown.ok) throw new Error("no product");
  const multiply = compileBinary("mul", left, right, grown.result);
  const add = compileBinary("add", grown.result, third, result);
  return (a, b, c) => add(multiply(a, b), c);
}

/** All bit patterns of a type that circuits hold: all, but of flopoco's only those that the model writes. */
export function patternsOf(type: ScalarType): readonly bigint[] {
  const all = Array.from({ length: 2 ** bitWidth(type) }, (_, i) => BigInt(i));
  if (type.kind !== "float" || type.variant !== "flopoco") return all;
  return all.filter((bits) => toBits(type, fromBits(type, bits)) === bits);
}

export function exhaust(op: CoreOp, types: readonly ScalarType[], result: ScalarType): number {
  const { check, count } = checker(op, types, result);
  const [left, right] = types;
  if (left === undefined) throw new Error("no operands");
  const seconds = right === undefined ? [] : patternsOf(right);
  for (const a of patternsOf(left)) {
    if (right === undefined) check(a);
    else for (const b of seconds) check(a, b);
  }
  return count();
}
