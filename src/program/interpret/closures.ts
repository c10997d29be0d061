/** The exact operations of `types/` as constants of generated code: what has no native code goes through these. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../../types/arithmetic.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import { complexValues } from "../../types/complex.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { canonical } from "../../types/storage.ts";
import type { ComplexType, PythonType, ScalarType } from "../../types/types.ts";
import { pythonComplex } from "../../types/types.ts";
import { type Code, constant, site } from "./code.ts";

export function binaryClosure(
  code: Code,
  op: BinaryOp,
  left: ScalarType,
  right: ScalarType,
  result: ScalarType,
  span: Span,
): string {
  const key = `binary ${op} ${keyOf(left)} ${keyOf(right)} ${keyOf(result)}`;
  return guarded(code, key, () => compileBinary(op, left, right, result), span);
}

export function unaryClosure(
  code: Code,
  op: UnaryOp,
  type: ScalarType,
  result: ScalarType,
  span: Span,
): string {
  return guarded(
    code,
    `unary ${op} ${keyOf(type)} ${keyOf(result)}`,
    () => compileUnary(op, type, result),
    span,
  );
}

export function compareClosure(code: Code, op: CompareOp, left: ScalarType, right: ScalarType): string {
  return constant(code, `compare ${op} ${keyOf(left)} ${keyOf(right)}`, () =>
    compileCompare(op, left, right),
  );
}

export function mathClosure(code: Code, fn: MathFn, type: ScalarType, span: Span): string {
  return guarded(code, `math ${fn} ${keyOf(type)}`, () => compileMath(fn, type), span);
}

export function convertClosure(code: Code, from: ScalarType, to: ScalarType, span: Span): string {
  return guarded(code, `convert ${keyOf(from)} ${keyOf(to)}`, () => compileConvert(from, to), span);
}

type AnyComplex = ComplexType | PythonType;

export function complexBinaryClosure(code: Code, op: BinaryOp, type: AnyComplex, span: Span): string {
  return guarded(code, `complex ${op} ${keyOf(type)}`, () => complexValues(type).binary(op), span);
}

export function complexUnaryClosure(code: Code, op: UnaryOp, type: AnyComplex): string {
  return constant(code, `complex ${op} ${keyOf(type)}`, () => complexValues(type).unary(op));
}

export function complexCompareClosure(code: Code, op: CompareOp): string {
  return constant(code, `complex ${op}`, () => complexValues(pythonComplex).compare(op));
}

export function complexMathClosure(code: Code, fn: MathFn, type: AnyComplex): string {
  return constant(code, `complex ${fn} ${keyOf(type)}`, () => complexValues(type).math(fn));
}

/** What NumPy does with a scalar that is stored: a signed integer array takes only what it can hold. */
export function storeClosure(code: Code, from: ScalarType, to: ScalarType, span: Span): string {
  return guarded(code, `store ${keyOf(from)} ${keyOf(to)}`, () => compileStore(from, to), span);
}

export function bitcastClosure(code: Code, from: ScalarType, to: ScalarType): string {
  const key = `bitcast ${keyOf(from)} ${keyOf(to)}`;
  return constant(code, key, () => (value: Value) => fromBits(to, toBits(from, value)));
}

/** How bit patterns of a type sort as they are kept in memory, NaN last. */
export function orderClosure(code: Code, type: ScalarType): string {
  return constant(code, `order ${keyOf(type)}`, () => {
    const less = compileCompare("lt", type, type);
    const equal = compileCompare("eq", type, type);
    return (x: number | bigint, y: number | bigint): number => {
      const [a, b] = [canonical(BigInt(x)), canonical(BigInt(y))];
      if (less(a, b)) return -1;
      if (less(b, a)) return 1;
      const ordered = equal(a, a);
      return ordered === equal(b, b) ? 0 : ordered ? -1 : 1;
    };
  });
}

type Compute = (a: Value, b: Value) => Value;

/** A fault of arithmetic becomes one that knows its place: a closure for each place that can have one. */
function guarded(code: Code, key: string, make: () => unknown, span: Span): string {
  const plain = constant(code, key, make);
  const at = `${key} at ${span.from}:${span.to}`;
  return constant(code, at, () => {
    const compute = code.module.constants[Number(plain.slice(1))] as Compute;
    return { guard: compute, site: site(code, span) } satisfies Guarded;
  });
}

/** A constant that must be wrapped when the kernel's runtime exists. */
export interface Guarded {
  readonly guard: Compute;
  readonly site: number;
}

export function isGuarded(value: unknown): value is Guarded {
  return typeof value === "object" && value !== null && "guard" in value && "site" in value;
}

function keyOf(type: ScalarType): string {
  return type.kind === "fixed"
    ? JSON.stringify(type)
    : `${printType(type)}${type.kind === "int" ? type.rule : ""}`;
}
