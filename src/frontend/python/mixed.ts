/**
 * Scalars that Python has in different types on different paths: `s = 0.1`, then `s += a[i]`; `max(a[i], 5)`;
 * `x if c else 0`. A Program value has one type, so such a scalar is held in the type that joins them (`KnownMixed`).
 * NumPy would go on computing in each path's own type. This module is the one rule for that: it joins, follows the
 * types of the paths through operators, and refuses the places where a path would compute something else. `s = 0`,
 * `s = 0.0` and `s = math.inf` never do.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import { compileBinary, compileCompare, compileConvert, compileUnary } from "../../types/arithmetic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import { binaryInterval, type Interval, typeInterval, unaryInterval } from "../../types/interval.ts";
import type { BinaryOp, CompareOp, UnaryOp, Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import {
  joinAll,
  type Operand,
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteUnary,
} from "../../types/promote.ts";
import {
  elementOf,
  float64,
  int64,
  isComplex,
  isInteger,
  isNumpy,
  partOf,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import { complexParts, operand, strongType } from "./build.ts";
import { isComputed, type Known, type KnownMixed, type KnownValue, type TypedPath, value } from "./known.ts";
import { rangeOf } from "./ranges.ts";
import { report, type Scope } from "./scope.ts";

/** The type that holds all of them, and the types that each path has besides; null when there is no such type. */
export function joinScalars(
  items: readonly (KnownValue | KnownMixed)[],
): { readonly type: ScalarType; readonly paths: readonly TypedPath[] } | null {
  const type = joinAll(items.map(({ expr }) => operand(expr)));
  if (type === null) return null;
  if (!followsPaths(type)) return { type, paths: [] };
  const own = items.flatMap(({ expr }): TypedPath[] =>
    sameType(elementOf(expr.type), type) || becomesComplex(expr, type) ? [] : [pathOf(expr)],
  );
  return { type, paths: mergePaths([...items.flatMap(pathsOf), ...own], type) };
}

/** A Python number becomes exact, or a float of another format, when it meets one: their rules are ours, not NumPy's. */
function followsPaths(joined: ScalarType): boolean {
  return joined.kind === "python" || isNumpy(joined);
}

/**
 * A Python number that a complex variable starts as: what is computed with it in the variable's type is what Python
 * computes, where that has the precision of Python's own numbers, or the number is 0, 1 or -1 in both parts.
 */
function becomesComplex(expr: Expr, type: ScalarType): boolean {
  if (!isComplex(type) || elementOf(expr.type).kind !== "python") return false;
  if (sameType(partOf(type), float64) || type.kind === "python") return true;
  const { re, im } = complexParts(expr) ?? { re: expr.kind === "const" ? Number(expr.value) : 2, im: 0 };
  return [re, im].every((part) => [0, 1, -1].includes(part));
}

function pathOf(expr: Expr): TypedPath {
  return { type: elementOf(expr.type), constant: expr.kind === "const" ? expr.value : null };
}

/** One entry a type, so that loops settle: of two constants neither is known. */
function mergePaths(paths: readonly TypedPath[], joined: ScalarType): TypedPath[] {
  const merged: TypedPath[] = [];
  for (const path of paths) {
    if (sameType(path.type, joined)) continue;
    const at = merged.findIndex((other) => sameType(other.type, path.type));
    const other = merged[at];
    if (other === undefined) merged.push(path);
    else if (!Object.is(other.constant, path.constant)) merged[at] = { type: path.type, constant: null };
  }
  return merged;
}

export function pathsOf(known: Known): readonly TypedPath[] {
  return known.kind === "mixed" ? known.paths : [];
}

export function withPaths(expr: Expr, paths: readonly TypedPath[], list = false): KnownValue | KnownMixed {
  return paths.length === 0 ? { kind: "value", expr, list } : { kind: "mixed", expr, list, paths };
}

export function samePaths(a: readonly TypedPath[], b: readonly TypedPath[]): boolean {
  return (
    a.length === b.length &&
    a.every((path) =>
      b.some((other) => sameType(path.type, other.type) && Object.is(path.constant, other.constant)),
    )
  );
}

/** The result of an operator, with the types that paths still have besides. */
export function mixBinary(
  scope: Scope,
  op: BinaryOp,
  left: Known,
  right: Known,
  result: Expr,
  span: Span,
): KnownValue | KnownMixed {
  return agree(scope, [left, right], result, span, {
    types: ([l, r]) => promoteBinary(op, l ?? unknown, r ?? unknown),
    compute: ([a = 0, b = 0], [ta, tb], type) => compileBinary(op, ta ?? type, tb ?? type, type)(a, b),
    bounds: ([a, b]) => (a === undefined || b === undefined ? null : binaryInterval(op, a, b)),
    // Zero divided by an integer is zero, however that is rounded on its way.
    exact: ([a, b]) => op === "div" && a?.constant === 0 && b !== undefined && isInt(b.type),
  });
}

export function mixUnary(
  scope: Scope,
  op: UnaryOp,
  known: Known,
  result: Expr,
  span: Span,
): KnownValue | KnownMixed {
  return agree(scope, [known], result, span, {
    types: ([x]) => promoteUnary(op, x ?? unknown),
    compute: ([a = 0], [from], type) => compileUnary(op, from ?? type, type)(a, 0),
    bounds: ([x]) => (x === undefined ? null : unaryInterval(op, x)),
  });
}

export function mixCompare(
  scope: Scope,
  op: CompareOp,
  left: Known,
  right: Known,
  result: Expr,
  span: Span,
): void {
  agree(scope, [left, right], result, span, {
    types: ([l, r]) => promoteCompare(l ?? unknown, r ?? unknown),
    compute: ([a = 0, b = 0], [ta, tb], type) => compileCompare(op, ta ?? type, tb ?? type)(a, b),
    bounds: () => truths,
  });
}

const unknown: Operand = { type: float64 };
const truths: Interval = { low: 0, high: 1 };

/** A store converts once from the path's own type; here it converts through the joined type. */
export function checkConverted(scope: Scope, known: Known, to: ScalarType, span: Span): boolean {
  if (known.kind !== "mixed") return true;
  const through = elementOf(known.expr.type);
  const other = known.paths.find((path) => !sameConversion(path, through, to));
  if (other !== undefined) complain(scope, other, through, span);
  return other === undefined;
}

/** Whether np.asarray makes the same of every path: a Python float is a float64. */
export function strongAlike(paths: readonly TypedPath[], joined: ScalarType): boolean {
  const to = strongType(joined);
  return paths.every((path) => sameType(strongType(path.type), to) && sameConversion(path, joined, to));
}

/** Where only the number counts, whatever its type: an index, a bound, a condition. */
export function checkNumber(
  scope: Scope,
  paths: readonly TypedPath[],
  type: ScalarType,
  span: Span,
): boolean {
  const other = paths.find((path) => !preserved(path, type));
  if (other !== undefined) complain(scope, other, type, span);
  return other === undefined;
}

export function complain(scope: Scope, path: TypedPath, joined: ScalarType, span: Span): void {
  const { type, constant } = path;
  const number =
    type.kind === "python" && constant !== null
      ? `the Python number ${printNumber(constant)}`
      : describeType(type);
  const name =
    joined.kind === "python" ? joined.name : `np.${joined.kind === "bool" ? "bool_" : printType(joined)}`;
  const convert = `${name}(${constant === null ? "..." : printNumber(constant)})`;
  report(scope, diagnose("mixed-number", span, { number, type: describeType(joined), convert }));
}

function describeType(type: ScalarType): string {
  return type.kind === "python" ? `a Python ${type.name}` : printType(type);
}

function printNumber(value: Value): string {
  return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
}

/** An operator, as far as this module asks. */
interface Operation {
  readonly types: (operands: readonly Operand[]) => Promotion;
  readonly compute: (values: readonly Value[], types: readonly ScalarType[], result: ScalarType) => Value;
  readonly bounds: (operands: readonly Interval[]) => Interval | null; // of integers, where nothing wraps
  readonly exact?: (operands: readonly Operand[]) => boolean; // whatever types it computes in
}

/** What an operation gives for some operands: the types it computes in, and its value when it is known. */
interface Outcome {
  readonly type: ScalarType;
  readonly operands: readonly ScalarType[];
  readonly value: Value | null;
}

function outcomeOf({ types, compute }: Operation, sides: readonly Operand[]): Outcome | null {
  const promotion = types(sides);
  if (!promotion.ok) return null;
  const { operands, result } = promotion;
  const isAny = [...operands, result, ...sides.map(({ type }) => type)].some(isComplex);
  const value = attempt(() => {
    if (isAny) return null;
    const values = sides.map(({ type, constant }, i) =>
      constant === undefined ? null : compileConvert(type, operands[i] ?? type)(constant, 0),
    );
    const known = values.filter((v) => v !== null);
    return known.length < values.length ? null : compute(known, operands, result);
  });
  return { type: result, operands, value };
}

/** Checks every combination in which an operand is in the type of a path; gives the types the result has besides. */
function agree(
  scope: Scope,
  operands: readonly Known[],
  result: Expr,
  span: Span,
  operation: Operation,
): KnownValue | KnownMixed {
  if (!operands.some((known) => known.kind === "mixed")) return value(result);
  const type = elementOf(result.type);
  const found: TypedPath[] = [];
  for (const sides of combinations(operands.map((known) => sidesOf(scope, known)))) {
    const side = sides.find(({ path }) => path !== null);
    if (side === undefined || side.path === null) continue;
    const python = outcomeOf(
      operation,
      sides.map(({ operand: own }) => own),
    );
    const ours = outcomeOf(
      operation,
      sides.map(({ joined }) => joined),
    );
    // Where Python raises, so would we have to.
    if (python === null || ours === null || !sameResult(sides, python, ours, operation)) {
      complain(scope, side.path, side.joined.type, span);
      return value(result);
    }
    if (result.type.kind !== "array" && followsPaths(type))
      found.push({ type: python.type, constant: python.value });
  }
  return withPaths(result, mergePaths(found, type));
}

interface Side {
  readonly operand: Operand; // in the type of the path
  readonly joined: Operand; // as the Program has it
  readonly path: TypedPath | null; // null: the two are the same
  readonly range: Interval | null; // of an integer, where it is known
}

function sidesOf(scope: Scope, known: Known): Side[] {
  if (known.kind === "cursor") {
    const plain: Operand = { type: known.element };
    return [{ operand: plain, joined: plain, path: null, range: null }];
  }
  if (!isComputed(known)) return [];
  const plain = operand(known.expr);
  return [
    { operand: plain, joined: plain, path: null, range: rangeOf(scope, known.expr) },
    ...pathsOf(known).map((path): Side => {
      const { type, constant } = path;
      const through =
        constant === null || isComplex(plain.type)
          ? null
          : attempt(() => compileConvert(type, plain.type)(constant, 0));
      return {
        operand: constant === null ? { type } : { type, constant },
        joined: through === null ? { type: plain.type } : { type: plain.type, constant: through },
        path,
        range: typeof constant === "number" && Number.isSafeInteger(constant) ? point(constant) : null,
      };
    }),
  ];
}

function* combinations(choices: readonly (readonly Side[])[]): Generator<readonly Side[]> {
  const [first, ...rest] = choices;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const side of first) for (const others of combinations(rest)) yield [side, ...others];
}

/** Whether each path's number comes to the operator as it would from its own type. */
function sameOperands(sides: readonly Side[], python: Outcome): boolean {
  return sides.every(({ path, joined }, i) => {
    const to = python.operands[i];
    return path === null || to === undefined || sameConversion(path, joined.type, to);
  });
}

/** Whether what we compute is what the path computes in its own types. */
function sameResult(
  sides: readonly Side[],
  python: Outcome,
  ours: Outcome,
  { bounds, exact }: Operation,
): boolean {
  const [from, to] = [python.type, ours.type];
  if (exact?.(sides.map(({ operand: own }) => own)) === true && isDouble(to)) return true;
  if (python.value !== null && ours.value !== null) {
    const { value: own } = python;
    return Object.is(
      attempt(() => compileConvert(from, to)(own, 0)),
      ours.value,
    );
  }
  if (!sameOperands(sides, python)) return false;
  if (!python.operands.every((type, i) => embeds(type, ours.operands[i] ?? type))) return false;
  if (sameType(from, to) || isTruth(to)) return true;
  if (from.kind !== "python") return false;
  if (from.name === "float" || to.kind !== "int") return isDouble(to) || to.kind === "python";
  // Python ints do not wrap; int64 is taken to be wide enough.
  if (sameType(to, int64)) return true;
  const own = typeInterval(to);
  const range = own === null ? null : bounds(sides.map((side) => rangeOfSide(side, own)));
  return own !== null && range !== null && range.low >= own.low && range.high <= own.high;
}

/**
 * What is Python's on this path alone came into the joined type without a fault. What is Python's on all of them has not: on
 * this path Python does not convert it. Types of 32 bits and more with a sign are taken to be wide enough for it: at worst a fault.
 */
function rangeOfSide({ operand: { type }, path, range }: Side, own: Interval): Interval {
  const isNarrow = own.low === 0 || own.high < 2 ** 31 - 1;
  return range ?? (path === null && isPythonInt(type) && isNarrow ? anyInt : own);
}

function isPythonInt(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "int";
}

function isInt(type: ScalarType): boolean {
  return isPythonInt(type) || type.kind === "int";
}

const anyInt: Interval = { low: -(2 ** 63), high: 2 ** 63 };

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

function isDouble(type: ScalarType): boolean {
  return sameType(type, float64) || (type.kind === "python" && type.name === "float");
}

function point(at: number): Interval {
  return { low: at, high: at };
}

/** Whether every number of `from` is one of `to`, or faults on the way. */
function embeds(from: ScalarType, to: ScalarType): boolean {
  if (sameType(from, to)) return true;
  const double = isDouble(to);
  switch (from.kind) {
    case "bool":
      return true;
    case "python":
      if (from.name === "bool") return true;
      return from.name === "int" ? isInteger(to) : double;
    case "int":
      if (double) return from.bits <= 32;
      if (to.kind !== "int") return isInteger(to);
      return to.signed
        ? to.bits > from.bits || (from.signed && to.bits === from.bits)
        : !from.signed && to.bits >= from.bits;
    default:
      return double && from.kind === "float";
  }
}

function preserved(path: TypedPath, joined: ScalarType): boolean {
  const { constant } = path;
  if (constant === null || isComplex(joined)) return embeds(path.type, joined);
  const held = attempt(() => compileConvert(path.type, joined)(constant, 0));
  return held !== null && Number(held) === Number(constant);
}

/** From the path's type at once, or by way of the joined one. */
function sameConversion(path: TypedPath, through: ScalarType, to: ScalarType): boolean {
  if (sameType(through, to)) return true;
  const { constant } = path;
  if (constant === null || isComplex(through) || isComplex(to)) {
    // A Python number is checked on its way into an integer type, where a NumPy number would wrap.
    const checked = path.type.kind === "python" && path.type.name !== "bool" && to.kind === "int";
    return embeds(path.type, through) && (!checked || embeds(through, to));
  }
  const direct = attempt(() => compileConvert(path.type, to)(constant, 0));
  const detour = attempt(() =>
    compileConvert(through, to)(compileConvert(path.type, through)(constant, 0), 0),
  );
  return direct !== null && Object.is(direct, detour);
}

function attempt<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return null;
    throw fault;
  }
}
