/** Python's operators on objects: numbers here, arrays by NumPy (compute.ts), lists and tuples as Python has them. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import * as builder from "../../../program/builder.ts";
import type { Expr } from "../../../program/nodes.ts";
import { ArithmeticFault } from "../../../types/fault.ts";
import type { CompareOp } from "../../../types/operators.ts";
import { get, type NDArray, set } from "../../../types/storage.ts";
import { elementOf, isComplex, pythonInt, sameType } from "../../../types/types.ts";
import type { PyBinaryOp, PyCompareOp, PyExpr } from "../ast.ts";
import { sameKind } from "../build.ts";
import { operatorOf } from "../operator_names.ts";
import { contiguous, elementType, positions, sizeOf } from "./arrays.ts";
import { compute, countElements, operand, touch } from "./compute.ts";
import { convertArray } from "./convert.ts";
import { wake } from "./elsewhere.ts";
import { asList, iterate } from "./iterate.ts";
import {
  because,
  follows,
  fresh,
  lose,
  loseAll,
  type Machine,
  raises,
  sameObj,
  step,
  unknown,
} from "./machine.ts";
import {
  type ArrayObj,
  int,
  itemRefs,
  type ListObj,
  list,
  type NumberObj,
  number,
  type Obj,
  reachable,
  refsOf,
  text,
  truthValue,
  tuple,
  type Unknown,
} from "./objects.ts";
import { scalarNow } from "./scalar.ts";
import { keepList } from "./undo.ts";

export function binary(m: Machine, op: PyBinaryOp, left: Obj, right: Obj, span: Span): Obj {
  if (left.kind === "number" && right.kind === "number") return numbers(op, left, right, span);
  const doubtful = unknownOf(m, left, right);
  if (doubtful !== null) return follows(doubtful, [...itemRefs(left), ...itemRefs(right)]);
  const sequence = sequences(m, op, left, right, span);
  if (sequence !== null) return sequence;
  if (left.kind === "text" || right.kind === "text")
    return unknown({ kind: "construct", what: "text" }, span);
  const lost = lostPart(left) ?? lostPart(right);
  if (lost !== null) return because(lost);
  const node = {
    kind: "Binary",
    op,
    left: operand(0, span),
    right: operand(1, span),
    opSpan: span,
    span,
  } as const;
  return fresh(m, compute(m, node, [left, right]));
}

/** The operand that is unknown, whose methods the operator may call. */
function unknownOf(m: Machine, left: Obj, right: Obj): Unknown | null {
  const found = [left, right].filter((side) => side.kind === "unknown");
  for (const side of found) wake(m, side);
  return found[0] ?? null;
}

/** Why a part of a value is not known; null when all of it is. */
export function lostPart(obj: Obj): Unknown["cause"] | null {
  switch (obj.kind) {
    case "unknown":
      return obj.cause;
    case "array":
      return obj.memory.lost?.cause ?? null;
    case "iterator":
      return obj.lost?.cause ?? null;
    case "list":
      return obj.lost?.cause ?? firstLost(obj.items);
    case "tuple":
      return firstLost(obj.items);
    default:
      return null;
  }
}

function firstLost(items: readonly Obj[]): Unknown["cause"] | null {
  for (const item of items) {
    const cause = lostPart(item);
    if (cause !== null) return cause;
  }
  return null;
}

function numbers(op: PyBinaryOp, left: NumberObj, right: NumberObj, span: Span): Obj {
  const quick = quickly(op, left, right);
  if (quick !== null) return quick;
  if (op === "@") return unknown(raises("`@` needs arrays"), span);
  return evaluated(span, (refuse) =>
    builder.binary(refuse, operatorOf[op], constant(left, span), constant(right, span), span),
  );
}

/** Small Python integers and floats, of which loops are made. */
function quickly(op: PyBinaryOp, left: NumberObj, right: NumberObj): Obj | null {
  const { value: a, type } = left;
  const { value: b } = right;
  if (typeof a !== "number" || typeof b !== "number") return null;
  if (type.kind !== "python" || !sameType(type, right.type)) return null;
  const result = op === "+" ? a + b : op === "-" ? a - b : op === "*" ? a * b : null;
  if (result === null) return null;
  if (type.name === "int") return Number.isSafeInteger(result) ? int(result + 0) : null;
  return number(result, type);
}

function constant({ value, type }: NumberObj, span: Span): Expr {
  return { kind: "const", value, type, span };
}

/** A scalar node of the Program, computed. */
export function evaluated(span: Span, build: (refuse: builder.Refuse) => Expr | null): Obj {
  let message = "it has no value";
  const expr = build((problem) => {
    if (problem.kind === "operands") message = problem.message;
    if (problem.kind === "constant") message = `${problem.value} is out of range for ${problem.type}`;
    return null;
  });
  try {
    if (expr !== null && isComplex(elementOf(expr.type)))
      return unknown({ kind: "refused", message: "complex numbers are not evaluated" }, span);
    const value = expr === null ? null : scalarNow(expr);
    if (expr === null || value === null || expr.type.kind === "array") return unknown(raises(message), span);
    return number(value, expr.type);
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return unknown(raises(fault.message), span);
    throw fault;
  }
}

/** `[1] + [2]`, `(0,) * 4`, `"a" + "b"`. */
function sequences(m: Machine, op: PyBinaryOp, left: Obj, right: Obj, span: Span): Obj | null {
  if (left.kind === "text" && right.kind === "text" && op === "+") return text(left.text + right.text);
  if (left.kind === "tuple" && right.kind === "tuple" && op === "+")
    return tuple([...left.items, ...right.items]);
  if (left.kind === "list" && right.kind === "list" && op === "+") {
    const lost = left.lost ?? right.lost;
    if (lost !== null) return because(lost.cause, [...itemRefs(left), ...itemRefs(right)]);
    return fresh(m, grown(m, list([...left.items, ...right.items])));
  }
  const [sequence, times] = isSequence(left) ? [left, right] : [right, left];
  if (op !== "*" || !isSequence(sequence) || times.kind !== "number") return null;
  const count = indexOf(times);
  if (count === null) return unknown(raises("a sequence is repeated by an integer"), span);
  if (sequence.kind === "list" && sequence.lost !== null)
    return because(sequence.lost.cause, itemRefs(sequence));
  const items = repeated(m, sequence.items, count);
  return sequence.kind === "tuple" ? tuple(items) : fresh(m, list(items));
}

function isSequence(obj: Obj): obj is Extract<Obj, { kind: "list" | "tuple" }> {
  return obj.kind === "list" || obj.kind === "tuple";
}

export function repeated(m: Machine, items: readonly Obj[], count: number): Obj[] {
  const times = Math.max(0, count);
  countElements(m, times * items.length);
  return Array.from({ length: times }, () => items).flat();
}

/** A list that was made takes memory. */
export function grown(m: Machine, made: ListObj): ListObj {
  countElements(m, made.items.length);
  return made;
}

/** A list changes: `added` are the items that it did not have before. */
export function setItems(m: Machine, changed: ListObj, items: Obj[], added: readonly Obj[]): void {
  countElements(m, Math.max(0, items.length - changed.items.length));
  changed.items = items;
  changed.written = false;
  checkCircle(m, changed, added);
}

/** A list that holds itself has no end for whoever looks at its items. */
export function checkCircle(m: Machine, changed: ListObj, added: readonly Obj[]): void {
  const refs = added.flatMap(refsOf);
  if (refs.length > 0 && reachable(refs).has(changed))
    lose(m, changed, { at: m.at, why: { kind: "construct", what: "a list that holds itself" } });
}

/** An integer as Python takes it for an index or a count; null for anything else. */
export function indexOf(obj: Obj): number | null {
  if (obj.kind === "array" && obj.shape.length === 0 && obj.memory.lost === null)
    return indexOf(number(get(obj.memory.data, obj.offset), elementType(obj)));
  if (obj.kind !== "number") return null;
  const { type, value } = obj;
  if (type.kind === "python" && type.name === "bool") return value === true ? 1 : 0;
  const integer = type.kind === "int" || (type.kind === "python" && type.name === "int");
  if (!integer) return null;
  return typeof value === "number" ? value : typeof value === "bigint" ? clipped(value) : null;
}

function clipped(value: bigint): number {
  return value < 0n ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}

export function unary(m: Machine, op: "+" | "-" | "~", obj: Obj, span: Span): Obj {
  if (obj.kind === "unknown") return follows(obj, itemRefs(obj));
  const lost = lostPart(obj);
  if (lost !== null) return because(lost);
  if (obj.kind === "number" && op !== "+") {
    return evaluated(span, (refuse) =>
      builder.unary(refuse, op === "-" ? "neg" : "invert", constant(obj, span), span),
    );
  }
  if (obj.kind === "list" || obj.kind === "tuple") return unknown(raises(`a list has no \`${op}\``), span);
  return fresh(m, compute(m, { kind: "Unary", op, operand: operand(0, span), span }, [obj]));
}

// In place

/** `a += b`: what the target is bound to or stored afterwards. Lists and arrays are changed and stay themselves. */
export function augmented(m: Machine, op: PyBinaryOp, left: Obj, right: Obj, span: Span): Obj {
  switch (left.kind) {
    case "list":
      return augmentedList(m, op, left, right, span);
    case "array":
      return augmentedArray(m, op, left, right, span);
    case "unknown":
      if (left.relation !== "holds") loseAll(m, left.refs, left.cause);
      return follows(left, [...left.refs, ...itemRefs(right)], left.relation);
    default:
      return binary(m, op, left, right, span);
  }
}

function augmentedList(m: Machine, op: PyBinaryOp, left: ListObj, right: Obj, span: Span): Obj {
  if (op !== "+" && op !== "*") {
    // `[1, 2] -= array` is an array.
    return right.kind === "array"
      ? binary(m, op, left, right, span)
      : unknown(raises(`a list has no \`${op}=\``), span);
  }
  if (op === "+" && right.kind === "array" && right.shape.length === 0)
    return unknown(raises("a 0-d array has no items"), span);
  const items = op === "+" ? asList(m, right, span) : null;
  const count = op === "*" ? indexOf(right) : null;
  const doubt = m.doubts.at(-1);
  if (doubt !== undefined || left.lost !== null || (items === null && count === null)) {
    const cause = doubt ?? lostPart(right) ?? { at: span, why: raises(`a list has no such \`${op}=\``) };
    lose(m, left, cause, itemRefs(right));
    return left;
  }
  keepList(m, left);
  if (items !== null) setItems(m, left, left.items.concat(items), items);
  else setItems(m, left, repeated(m, left.items, count ?? 0), []);
  return left;
}

function augmentedArray(m: Machine, op: PyBinaryOp, left: ArrayObj, right: Obj, span: Span): Obj {
  const result = binary(m, op, left, right, span);
  if (!touch(m, left)) return left;
  const shape = result.kind === "array" ? result.shape : [];
  const fits = shape.length === left.shape.length && shape.every((extent, k) => extent === left.shape[k]);
  const type = result.kind === "array" ? elementType(result) : result.kind === "number" ? result.type : null;
  if (type === null || !fits || !sameKind(type, elementType(left))) {
    const message = `\`${op}=\` cannot keep the type and shape of the array`;
    const cause = result.kind === "unknown" ? result.cause : { at: span, why: raises(message) };
    lose(m, left.memory, cause);
    return left;
  }
  const values: NDArray | null =
    result.kind === "array" ? convertArray(contiguous(result, false), elementType(left)) : null;
  const single = result.kind === "number" ? result.value : 0;
  for (const [i, at] of positions(left).entries())
    set(left.memory.data, at, values === null ? single : get(values, i));
  return left;
}

// Comparisons and truth

export function compare(m: Machine, op: PyCompareOp, left: Obj, right: Obj, span: Span): Obj {
  switch (op) {
    case "is":
    case "is not":
      return identity(op, left, right, span);
    case "in":
    case "not in":
      return membership(m, op, left, right, span);
    default:
      return compared(m, op, left, right, span);
  }
}

const comparisons: Record<"==" | "!=" | "<" | "<=" | ">" | ">=", CompareOp> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

function compared(m: Machine, op: keyof typeof comparisons, left: Obj, right: Obj, span: Span): Obj {
  if (left.kind === "number" && right.kind === "number") {
    return evaluated(span, (refuse) =>
      builder.compare(refuse, comparisons[op], constant(left, span), constant(right, span), span),
    );
  }
  const doubtful = unknownOf(m, left, right);
  if (doubtful !== null) return follows(doubtful);
  if (left.kind === "text" && right.kind === "text") return truthValue(ordered(op, left.text, right.text));
  if (isSequence(left) && isSequence(right)) return comparedSequences(m, op, left, right, span);
  const lost = lostPart(left) ?? lostPart(right);
  if (lost !== null) return because(lost);
  if (left.kind === "array" || right.kind === "array" || (left.kind === "known" && right.kind === "known")) {
    const node: PyExpr = {
      kind: "Compare",
      left: operand(0, span),
      rest: [{ op, right: operand(1, span) }],
      span,
    };
    return fresh(m, compute(m, node, [left, right]));
  }
  if (op === "==" || op === "!=") {
    if (left.kind !== right.kind) return truthValue(op === "!=");
    if (sameObj(left, right)) return truthValue(op === "==");
  }
  return unknown({ kind: "refused", message: `this \`${op}\` is not evaluated` }, span);
}

function ordered(op: keyof typeof comparisons, a: string, b: string): boolean {
  switch (op) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

/** Python's order of sequences: by the first items that differ, else by length. */
function comparedSequences(
  m: Machine,
  op: keyof typeof comparisons,
  left: Extract<Obj, { kind: "list" | "tuple" }>,
  right: Extract<Obj, { kind: "list" | "tuple" }>,
  span: Span,
): Obj {
  if (left.kind !== right.kind) {
    if (op === "==" || op === "!=") return truthValue(op === "!=");
    return unknown(raises("a list and a tuple have no order"), span);
  }
  const lost = (left.kind === "list" ? left.lost : null) ?? (right.kind === "list" ? right.lost : null);
  if (lost !== null) return because(lost.cause);
  const equality = op === "==" || op === "!=";
  if (equality && left.items.length !== right.items.length) return truthValue(op === "!=");
  for (const [i, item] of left.items.entries()) {
    const other = right.items[i];
    if (other === undefined) break;
    step(m);
    const same = item === other ? true : truth(compared(m, "==", item, other, span), span);
    if (typeof same !== "boolean") return same;
    if (!same) return equality ? truthValue(op === "!=") : compared(m, op, item, other, span);
  }
  return compared(m, op, int(left.items.length), int(right.items.length), span);
}

function identity(op: "is" | "is not", left: Obj, right: Obj, span: Span): Obj {
  const doubtful = [left, right].find((side) => side.kind === "unknown");
  if (doubtful?.kind === "unknown") return follows(doubtful);
  const single = (obj: Obj): boolean =>
    obj.kind === "none" || (obj.kind === "number" && obj.type.kind === "python" && obj.type.name === "bool");
  const objects =
    left.kind === "list" || left.kind === "function" || right.kind === "list" || right.kind === "function";
  if (left.kind !== right.kind || single(left) || single(right) || objects)
    return truthValue((single(left) ? sameObj(left, right) : left === right) === (op === "is"));
  return unknown({ kind: "refused", message: `\`${op}\` asks for the object, which is not known` }, span);
}

function membership(m: Machine, op: "in" | "not in", needle: Obj, haystack: Obj, span: Span): Obj {
  if (needle.kind === "unknown") return follows(needle);
  if (needle.kind === "text" && haystack.kind === "text")
    return truthValue(haystack.text.includes(needle.text) === (op === "in"));
  if (haystack.kind === "array") {
    const node: PyExpr = {
      kind: "Compare",
      left: operand(0, span),
      rest: [{ op, right: operand(1, span) }],
      span,
    };
    const lost = lostPart(haystack) ?? lostPart(needle);
    return lost === null ? compute(m, node, [needle, haystack]) : because(lost);
  }
  const items = iterate(m, haystack, span);
  if (items.kind === "unknown") return items;
  for (let item = items.next(); item !== null; item = items.next()) {
    step(m);
    const same = sameObj(item, needle) ? true : truth(compared(m, "==", item, needle, span), span);
    if (typeof same !== "boolean") return same;
    if (same) return truthValue(op === "in");
  }
  const lost = items.lost();
  return lost === null ? truthValue(op !== "in") : because(lost);
}

/** What `bool(x)` is; the unknown value itself where that is not known. */
export function truth(obj: Obj, span: Span): boolean | Unknown {
  switch (obj.kind) {
    case "number":
      return obj.value !== 0 && obj.value !== false && obj.value !== 0n;
    case "text":
      return obj.text.length > 0;
    case "none":
      return false;
    case "list":
      return obj.lost === null ? obj.items.length > 0 : because(obj.lost.cause);
    case "tuple":
      return obj.items.length > 0;
    case "range":
      return obj.step > 0 ? obj.stop > obj.start : obj.stop < obj.start;
    case "array": {
      if (obj.memory.lost !== null) return because(obj.memory.lost.cause);
      const only = sizeOf(obj.shape) === 1 ? get(obj.memory.data, obj.offset) : null;
      if (only === null)
        return unknown(raises("an array with several elements is neither true nor false"), span);
      return truth(number(only, elementType(obj)), span);
    }
    case "unknown":
      return obj;
    default:
      return true;
  }
}

/** A Python int of any integer, and of a bool. */
export function asInt(obj: Obj): NumberObj | null {
  if (obj.kind !== "number") return null;
  if (typeof obj.value === "boolean") return int(obj.value ? 1 : 0);
  const integer = obj.type.kind === "int" || (obj.type.kind === "python" && obj.type.name === "int");
  return integer ? number(obj.value, pythonInt) : null;
}
