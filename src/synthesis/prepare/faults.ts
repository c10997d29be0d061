/** Whether an expression may fault where it stands: what cannot may be computed earlier, more often, or not at all. */

import {
  analyse,
  assume,
  type Facts,
  type Ranges,
  rangeOf,
  within,
} from "../../loops/analysis/range/index.ts";
import { arraysOf } from "../../loops/find.ts";
import type { ArrayDecl, Binary, Cast, Expr, Loops } from "../../loops/nodes.ts";
import { children } from "../../loops/walk.ts";
import { bitWidth } from "../../types/bits.ts";
import { takenApart } from "../../types/fault.ts";
import { binaryInterval, type Interval, typeInterval } from "../../types/interval.ts";
import { isPythonInt, type ScalarType, sameType } from "../../types/types.ts";

/** What is known of a kernel's numbers and arrays. */
export interface Known {
  readonly ranges: Ranges;
  readonly arrays: ReadonlyMap<string, ArrayDecl>;
}

export function knownOf(loops: Loops): Known {
  return { ranges: analyse(loops), arrays: new Map(arraysOf(loops).map((decl) => [decl.name, decl])) };
}

/** `facts`: what the conditions around it say. */
export function mayFault(known: Known, expr: Expr, facts: Facts): boolean {
  switch (expr.kind) {
    case "select": {
      const { condition, then, otherwise } = expr;
      return (
        mayFault(known, condition, facts) ||
        mayFault(known, then, assume(known.ranges, facts, condition, true)) ||
        mayFault(known, otherwise, assume(known.ranges, facts, condition, false))
      );
    }
    case "logic":
      return (
        mayFault(known, expr.left, facts) ||
        mayFault(known, expr.right, assume(known.ranges, facts, expr.left, expr.op === "and"))
      );
    default:
      return (
        faultsItself(known, expr, facts) || children(expr).some((child) => mayFault(known, child, facts))
      );
  }
}

/** Whether an access may be outside of its array. */
export function mayLeave(known: Known, array: string, index: readonly Expr[], facts: Facts): boolean {
  const shape = known.arrays.get(array)?.shape ?? [];
  return index.some((at, dim) => !within(rangeOf(known.ranges, at, facts), 0, (shape[dim] ?? 0) - 1));
}

function faultsItself(known: Known, expr: Expr, facts: Facts): boolean {
  switch (expr.kind) {
    case "const":
    case "var":
    case "compare":
    case "logic":
    case "select":
    case "bitcast":
      return false;
    case "load":
      return mayLeave(known, expr.array, expr.index, facts);
    case "unary":
      return (
        isPythonInt(expr.type) && expr.op !== "invert" && rangeOf(known.ranges, expr.operand, facts) === null
      );
    case "binary":
      return binaryFaults(known, expr, facts);
    case "math":
      return (
        expr.type.kind === "python" ||
        expr.args.some(({ type }) => type.kind === "fixed" || type.kind === "python")
      );
    case "cast":
      return castFaults(expr, rangeOf(known.ranges, expr.operand, facts));
    case "bits": {
      const most = bitWidth(expr.operand.type) - bitWidth(expr.type);
      return !within(rangeOf(known.ranges, expr.low, facts), 0, most);
    }
  }
}

function binaryFaults({ ranges }: Known, { op, left, right, type }: Binary, facts: Facts): boolean {
  const [a, b] = [rangeOf(ranges, left, facts), rangeOf(ranges, right, facts)];
  const isExact = left.type.kind === "fixed" || (left.type.kind === "int" && left.type.rule === "exact");
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return isPythonInt(type) && (a === null || b === null || binaryInterval(op, a, b) === null);
    case "div":
    case "floordiv":
    case "mod":
    case "fmod":
      if (left.type.kind !== "python" && !isExact) return false;
      return mayBeZero(right, b) || (isPythonInt(type) && a === null);
    case "pow":
      return left.type.kind !== "float";
    case "shl":
      return isPythonInt(type) || b === null || b.low < 0;
    case "shr":
      return b === null || b.low < 0;
    case "and":
    case "or":
    case "xor":
    case "min":
    case "max":
      return false;
  }
}

function mayBeZero(divisor: Expr, range: Interval | null): boolean {
  if (divisor.kind === "const") return Number(divisor.value) === 0;
  return range === null || (range.low <= 0 && range.high >= 0);
}

function castFaults({ operand: { type: from }, type: to, stores }: Cast, range: Interval | null): boolean {
  if (sameType(from, to) || isTruth(to) || isTruth(from)) return false;
  const fits = (): boolean => {
    const own = typeInterval(to);
    if (range === null) return false;
    return own === null ? isWide(to) : within(range, own.low, own.high);
  };
  switch (from.kind) {
    case "complex":
      return takenApart();
    case "int":
      if (isPythonInt(to)) return !(from.signed ? from.bits <= 64 : from.bits < 64) && range === null;
      return stores === true && to.kind === "int" && !fits();
    case "python":
      return to.kind === "float" && from.name !== "int" ? false : !fits();
    case "fixed":
    case "float":
      return to.kind === "python" ? to.name !== "float" : stores === true && to.kind === "int";
    case "bool":
      return false;
  }
}

/** It holds all that has bounds. */
function isWide(type: ScalarType): boolean {
  return isPythonInt(type) || (type.kind === "int" && type.signed);
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}
