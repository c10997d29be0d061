/** Expressions as operations: one function a kind of node. Integers get as few bits as their ranges allow. */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { CoreOp } from "../../hardware/cores/operation.ts";
import { rangeOf, within } from "../../loops/analysis/range/index.ts";
import { constantOf } from "../../loops/indices.ts";
import type { Binary, Bits, Cast, Expr, Load, Select, Store, Unary } from "../../loops/nodes.ts";
import { freeName } from "../../program/free_name.ts";
import { bitWidth } from "../../types/bits.ts";
import type { BinaryOp } from "../../types/operators.ts";
import { bool, exactInt, isInteger, isPythonInt, type ScalarType } from "../../types/types.ts";
import { elementAt, placeOf } from "./address.ts";
import { met, resultBounds } from "./bounds.ts";
import {
  watchBinary,
  watchBits,
  watchCast,
  watchIndex,
  watchMath,
  watchPower,
  watchUnary,
} from "./checks.ts";
import {
  type BankAddress,
  compute,
  constant,
  converted,
  load,
  type Ops,
  opOf,
  plain,
  typeOf,
} from "./graph.ts";
import type { OpId } from "./nodes.ts";
import { Unsettled } from "./rounds.ts";
import { comparison, integer } from "./simple.ts";
import { holding, narrowed } from "./widths.ts";
import { scalarValue, under, type Writing } from "./writing.ts";

/** The value of an expression. Its operation has the expression's type, or an integer type that holds whatever it can be. */
export function value(w: Writing, expr: Expr): OpId {
  switch (expr.kind) {
    case "const":
      return literal(w, expr.type, expr.value);
    case "var":
      return scalarValue(w, expr.name, nowhere);
    case "load":
      return loaded(w, expr);
    case "unary":
      return unary(w, expr);
    case "binary":
      return binary(w, expr);
    case "compare": {
      const [left, right] = [value(w, expr.left), value(w, expr.right)];
      return comparison(w.ops, expr.op, [left, right], expr.span);
    }
    case "logic": {
      const left = condition(w, expr.left);
      const holds = expr.op === "and";
      const guard = { test: expr.left, condition: left, holds };
      const right = under(w, guard, expr.span, () => condition(w, expr.right));
      return compute(w.ops, expr.op, [left, right], bool, expr.span);
    }
    case "select": {
      const test = condition(w, expr.condition);
      const one = oneLoad(w, expr, test);
      if (one !== null) return one;
      const side = (side: Expr, holds: boolean): OpId =>
        under(w, { test: expr.condition, condition: test, holds }, expr.span, () => value(w, side));
      const sides = [side(expr.then, true), side(expr.otherwise, false)];
      const type = typeOfResult(w, expr, "select", [test, ...sides]);
      return compute(
        w.ops,
        "select",
        [test, ...sides.map((id) => converted(w.ops, id, type, expr.span))],
        type,
        expr.span,
      );
    }
    case "math": {
      const args = expr.args.map((arg) => declared(w, arg));
      const result = compute(w.ops, expr.fn, args, expr.type, expr.span);
      watchMath(w, expr, args, result);
      return result;
    }
    case "cast":
      return cast(w, expr);
    case "bits":
      return bits(w, expr);
    case "bitcast":
      return compute(w.ops, "bitcast", [declared(w, expr.operand)], expr.type, expr.span);
  }
}

const nowhere: Span = { from: 0, to: 0 };

/** As few bits as hold what ranges allow the expression to be, and what its operands can make. */
function typeOfResult(w: Writing, expr: Expr, op: CoreOp, operands: readonly OpId[]): ScalarType {
  if (!isInteger(expr.type)) return expr.type;
  const range = rangeOf(w.planning.ranges, expr, w.facts);
  return narrowed(expr.type, met(range, resultBounds(w.ops, op, operands, expr.type)));
}

/** As a truth value. */
export function condition(w: Writing, expr: Expr): OpId {
  return converted(w.ops, value(w, expr), bool, spanOf(expr));
}

/** In the type that the expression was written with. */
export function declared(w: Writing, expr: Expr): OpId {
  return converted(w.ops, value(w, expr), expr.type, spanOf(expr));
}

function spanOf(expr: Expr): Span {
  return "span" in expr ? expr.span : nowhere;
}

function literal(w: Writing, type: ScalarType, given: number | bigint | boolean): OpId {
  const isSmall = isInteger(type) && typeof given === "number";
  const own = isSmall ? narrowed(type, { low: given, high: given }) : type;
  return constant(w.ops, own, given, nowhere);
}

function loaded(w: Writing, expr: Load): OpId {
  const element = elementName(w, expr);
  if (element !== null) return scalarValue(w, element, expr.span);
  const place = placeOf(w, expr.array, expr.index, expr.span);
  const { storage } = w.planning.stored.get(expr.array) ?? bug(`no array ${expr.array}`);
  const { id, isAccess } = load(w.ops, place, expr.type, storage.stream ? w.counted : null, expr.span);
  if (isAccess) w.accesses.set(expr, id);
  return id;
}

/** The scalar that an element is; null where the array is a memory. */
export function elementName(w: Writing, access: Load | Store): string | null {
  const { planning } = w;
  const elements = planning.elements.get(access.array);
  if (elements === undefined) return null;
  const { names, decl, isFresh } = elements;
  const span = access.kind === "load" ? access.span : access.origin.span;
  if (!access.index.every((index) => constantOf(index) !== null)) throw new Unsettled(access.array);
  for (const [axis, index] of access.index.entries())
    watchIndex(w, index, { array: access.array, axis, size: decl.shape[axis] ?? 0, span });
  const at = elementAt(decl.shape, access.index) ?? 0; // outside is a fault: any element will do
  const known = names[at];
  if (known !== undefined) return known;
  const name = freeName(planning.names, `${access.array}_${at}`);
  names[at] = name;
  planning.names.add(name);
  planning.scalars.set(name, plain(decl.element));
  if (isFresh) planning.fresh.add(name);
  return name;
}

/**
 * A choice among two elements of one memory is one load, which takes one port, if the choice is known as early as the
 * addresses are: it follows from the variables of loops alone.
 */
function oneLoad(w: Writing, { condition: guard, then, otherwise, span }: Select, test: OpId): OpId | null {
  if (then.kind !== "load" || otherwise.kind !== "load" || then.array !== otherwise.array) return null;
  if (w.planning.elements.has(then.array)) return null;
  const { storage } = w.planning.stored.get(then.array) ?? bug(`no array ${then.array}`);
  const hasPorts = !storage.stream && storage.where !== "registers" && storage.reads === "ports";
  if (!hasPorts || !isOfCounters(w.ops, test)) return null;
  const side = (one: Load, holds: boolean): BankAddress =>
    under(w, { test: guard, condition: test, holds }, span, () => placeOf(w, one.array, one.index, one.span));
  const place = onePlace(w, test, [side(then, true), side(otherwise, false)], span);
  if (place === null) return null;
  const { id, isAccess } = load(w.ops, place, then.type, null, then.span);
  if (isAccess) for (const one of [then, otherwise]) w.accesses.set(one, id);
  return id;
}

function isOfCounters(ops: Ops, id: OpId): boolean {
  const op = opOf(ops, id);
  if (op.kind === "compute") return op.operands.every((operand) => isOfCounters(ops, operand));
  return op.kind === "const" || op.kind === "counter";
}

/** One of two places in the same memory; null: they may be in different ones. */
export function onePlace(
  w: Writing,
  test: OpId,
  [then, otherwise]: readonly [BankAddress, BankAddress],
  span: Span,
): BankAddress | null {
  const [bank, other] = [then.bank, otherwise.bank];
  if (bank.kind !== "static" || other.kind !== "static" || bank.bank !== other.bank) return null;
  return { ...then, address: eitherOf(w, test, [then.address, otherwise.address], span) };
}

export function eitherOf(w: Writing, test: OpId, [then, otherwise]: readonly [OpId, OpId], span: Span): OpId {
  if (then === otherwise) return then;
  const type = typeOf(w.ops, then);
  return compute(w.ops, "select", [test, then, converted(w.ops, otherwise, type, span)], type, span);
}

function unary(w: Writing, expr: Unary): OpId {
  const { op, operand, span } = expr;
  if (op === "not") return compute(w.ops, "not", [condition(w, operand)], bool, span);
  const own = op === "invert" ? declared(w, operand) : value(w, operand);
  const type = typeOfResult(w, expr, op, [own]);
  watchUnary(w, expr, own);
  return isInteger(type) ? integer(w.ops, op, [own], type, span) : compute(w.ops, op, [own], type, span);
}

/** Operators whose result depends on the values of their operands alone, whatever bits these stand in. */
const byValue: ReadonlySet<BinaryOp> = new Set(["add", "sub", "mul", "min", "max", "and", "or", "xor"]);

function binary(w: Writing, expr: Binary): OpId {
  const { op, left, right, span } = expr;
  const { ranges } = w.planning;
  if (!isInteger(left.type) || !isInteger(right.type) || op === "div" || op === "pow") {
    const operands = [declared(w, left), declared(w, right)];
    watchBinary(w, expr, operands);
    const result = compute(w.ops, op, operands, expr.type, span);
    if (op === "pow") watchPower(w, expr, operands, result);
    return result;
  }
  const [a, b] = [value(w, left), value(w, right)];
  const type = typeOfResult(w, expr, op, [a, b]);
  watchBinary(w, expr, [a, b]);
  if (byValue.has(op)) return integer(w.ops, op, [a, b], type, span);
  const second = rangeOf(ranges, right, w.facts);
  switch (op) {
    case "floordiv":
    case "mod":
      // No zero to divide by: NumPy's integers then divide as any others.
      if (within(second, 1, Number.MAX_SAFE_INTEGER)) return integer(w.ops, op, [a, b], type, span);
      break;
    case "shr":
      if (within(second, 0, bitWidth(left.type) - 1)) return integer(w.ops, op, [a, b], type, span);
      break;
    case "shl":
      if (isPythonInt(expr.type) && within(second, 0, 63)) {
        return integer(w.ops, op, [converted(w.ops, a, type, span), b], type, span);
      }
      break;
    default:
      break;
  }
  const operands = [converted(w.ops, a, left.type, span), converted(w.ops, b, right.type, span)];
  return compute(w.ops, op, operands, expr.type, span);
}

function cast(w: Writing, expr: Cast): OpId {
  const { operand, span } = expr;
  const from = value(w, operand);
  watchCast(w, expr, from);
  const { kind } = operand.type;
  const isExact = isInteger(operand.type) || kind === "bool";
  if (isExact && isInteger(expr.type)) {
    return converted(w.ops, from, typeOfResult(w, expr, "convert", [from]), span);
  }
  return converted(w.ops, from, expr.type, span);
}

function bits(w: Writing, expr: Bits): OpId {
  const { operand, low, span } = expr;
  const whole = declared(w, operand);
  const width = bitWidth(expr.type);
  const total = bitWidth(operand.type);
  if (low.kind === "const") {
    const from = Number(low.value);
    if (from >= 0 && from + width <= total) {
      return compute(w.ops, { name: "getBits", low: from, width }, [whole], expr.type, span);
    }
  }
  const amount = value(w, low);
  watchBits(w, expr, amount);
  const pattern = compute(w.ops, "bitcast", [whole], exactInt(total, false), span);
  const count = converted(w.ops, amount, holding({ low: 0, high: total }), span);
  const shifted = compute(w.ops, "shr", [pattern, count], exactInt(total, false), span);
  return converted(w.ops, shifted, expr.type, span);
}
