/** What the generator knows of the program it writes: the type, shape and range of every expression and name. */
import type { BinaryOp, UnaryOp } from "../../src/types/operators.ts";
import { parseType } from "../../src/types/parse.ts";
import { printType } from "../../src/types/print.ts";
import { promoteBinary, promoteUnary } from "../../src/types/promote.ts";
import type { ScalarType } from "../../src/types/types.ts";
import type { Choices } from "./choices.ts";

export const signedTypes = ["int8", "int16", "int32", "int64"] as const;
export const unsignedTypes = ["uint8", "uint16", "uint32", "uint64"] as const;
export const floatTypes = ["float64", "float32", "float16"] as const;
export const pythonTypes = ["python int", "python float", "python bool"] as const;
export const dtypes = [
  "int32",
  "float32",
  "uint8",
  "int8",
  "int64",
  "float64",
  "bool",
  "int16",
  "uint16",
  "uint32",
  "uint64",
  "float16",
] as const;

export type Dtype = (typeof dtypes)[number];
export type PythonNumber = (typeof pythonTypes)[number];
export type Scalar = Dtype | PythonNumber;
export type Shape = readonly number[];

/** Both ends included. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** How tightly the outermost operator of a text binds. */
export const binds = {
  conditional: 0,
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  shift: 8,
  sum: 9,
  product: 10,
  unary: 11,
  power: 12,
  atom: 13,
} as const;

/** An expression in Python with what it is. */
export interface Ex {
  readonly text: string;
  readonly binds: number;
  readonly type: Scalar;
  readonly shape: Shape; // empty: a scalar
  readonly range: Range | null; // of a Python int: never null
  readonly memory: Memory;
}

/** `own`: a new array; `shared`: a view that can be stored to; `frozen`: it may share memory, and nobody stores to it. */
export type Memory = "own" | "shared" | "frozen";

export interface Variable {
  readonly name: string; // or the text that reads it, where it is no name
  readonly type: Scalar;
  readonly shape: Shape;
  readonly range: Range | null;
  readonly rebind: "freely" | "same type" | "never";
  readonly stored: boolean; // elements may be stored
  readonly plain: boolean; // an array of its own or a slice of one: map can tell where its elements are
  readonly mixed: boolean; // a Python number on some path, of this NumPy type on others
}

export interface FunctionSignature {
  readonly name: string;
  readonly params: readonly Pick<Variable, "name" | "type" | "shape" | "range">[];
  readonly results: readonly Result[];
  readonly changes: boolean; // stores into its arguments
}

export interface Result {
  readonly type: Scalar;
  readonly shape: Shape;
}

/** Where a piece of program stands, and what it may use. */
export interface Scope {
  readonly c: Choices;
  readonly vars: Map<string, Variable>;
  readonly functions: FunctionSignature[];
  readonly templates: { readonly name: string; readonly pair: boolean }[]; // functions of any integers
  readonly loops: number; // around this place
  readonly results: readonly Result[] | null; // what an early return must give; null: none may stand here
  readonly budget: { statements: number; names: number };
}

export function atom(text: string, type: Scalar, shape: Shape = [], range: Range | null = null): Ex {
  return { text, binds: binds.atom, type, shape, range, memory: "own" };
}

export function made(
  text: string,
  level: number,
  type: Scalar,
  shape: Shape = [],
  range: Range | null = null,
): Ex {
  return { text, binds: level, type, shape, range, memory: "own" };
}

/** The text of an operand, in parentheses where it binds less than its place needs. */
export function inside(ex: Ex, level: number): string {
  return ex.binds < level ? `(${ex.text})` : ex.text;
}

/** The text before a dot or a bracket. */
export function base(ex: Ex): string {
  return ex.binds < binds.atom || /^[\d.]+$/.test(ex.text) ? `(${ex.text})` : ex.text;
}

export const isPython = (type: Scalar): type is PythonNumber => type.startsWith("python ");
export const isInteger = (type: Scalar): boolean => /^u?int|python int/.test(type);
export const isFloat = (type: Scalar): boolean => /^float|python float/.test(type);
export const isBool = (type: Scalar): boolean => /bool/.test(type);
export const isUnsigned = (type: Scalar): boolean => type.startsWith("uint");
export const sameShape = (a: Shape, b: Shape): boolean =>
  a.length === b.length && a.every((n, i) => n === b[i]);
export const sizeOf = (shape: Shape): number => shape.reduce((n, extent) => n * extent, 1);

export function bitsOf(type: Scalar): number {
  return Number(/\d+$/.exec(type)?.[0] ?? 64);
}

/** What a NumPy integer type holds. Rounded inwards for 64 bits, where a double has no room. */
export function rangeOf(type: Scalar): Range {
  const bits = Math.min(bitsOf(type), 53);
  return isUnsigned(type)
    ? { low: 0, high: 2 ** bits - 1 }
    : { low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 };
}

export function within(inner: Range | null, outer: Range): boolean {
  return inner !== null && inner.low >= outer.low && inner.high <= outer.high;
}

export function hull(a: Range | null, b: Range | null): Range | null {
  return a === null || b === null ? null : { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** The dtype that an operator of two operands gives, or null where NumPy or Python has none. */
export function binaryType(op: BinaryOp, left: Scalar, right: Scalar): Scalar | null {
  const promoted = promoteBinary(op, { type: scalarType(left) }, { type: scalarType(right) });
  return promoted.ok ? scalarName(promoted.result) : null;
}

export function unaryType(op: UnaryOp, type: Scalar): Scalar | null {
  const promoted = promoteUnary(op, { type: scalarType(type) });
  return promoted.ok ? scalarName(promoted.result) : null;
}

const parsed = new Map<Scalar, ScalarType>();

function scalarType(name: Scalar): ScalarType {
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const found = parseType(name);
  if (!found.ok || found.type.kind === "array") throw new Error(`no scalar type ${name}`);
  parsed.set(name, found.type);
  return found.type;
}

function scalarName(type: ScalarType): Scalar {
  return printType(type) as Scalar;
}

/** The part of a program that stands inside another: it sees the names around it and keeps its own. */
export function innerScope(scope: Scope, change: Partial<Scope> = {}): Scope {
  return { ...scope, vars: new Map(scope.vars), ...change };
}

export function variables(scope: Scope, wanted: (v: Variable) => boolean): Variable[] {
  return [...scope.vars.values()].filter(wanted);
}

export function scalarsOf(scope: Scope, type: Scalar): Variable[] {
  return variables(scope, (v) => v.shape.length === 0 && v.type === type);
}

export function arraysIn(scope: Scope): Variable[] {
  return variables(scope, (v) => v.shape.length > 0);
}

export function asExpression(v: Variable): Ex {
  return { ...atom(v.name, v.type, v.shape, v.range), memory: v.stored ? "shared" : "frozen" };
}

export function shapeText(shape: Shape): string {
  return shape.length === 1 ? String(shape[0]) : `(${shape.join(", ")})`;
}
