/** Expressions as text: one function a kind of node; what they compute is the dialect's numbers' matter. */

import { assume, rangeOf, within } from "../../loops/analysis/range/index.ts";
import { sameExpr } from "../../loops/indices.ts";
import type { Expr, Load, Logic, Select } from "../../loops/nodes.ts";
import { arrayNamed, bug, type Code, placeAt, spanOf, typeOfScalar } from "./code.ts";
import type { Operand } from "./dialect.ts";
import { atom, infix, levels, type Text } from "./text.ts";

export function write(code: Code, expr: Expr): Operand {
  const range = rangeOf(code.ranges, expr, code.facts);
  const before = code.checks.length;
  const text = textOf(code, expr, range);
  return { expr, text, range, faults: code.checks.length > before };
}

function textOf(code: Code, expr: Expr, range: Operand["range"]): Text {
  const { numbers } = code.dialect;
  const place = placeAt(code, spanOf(expr), range);
  switch (expr.kind) {
    case "const":
      return numbers.literal(expr.type, expr.value, place);
    case "var":
      return variable(code, expr.name);
    case "load":
      return element(code, expr);
    case "unary":
      return numbers.unary(expr.op, write(code, expr.operand), expr.type, place);
    case "binary":
      return numbers.binary(expr.op, write(code, expr.left), write(code, expr.right), expr.type, place);
    case "compare":
      return numbers.compare(expr.op, write(code, expr.left), write(code, expr.right), place);
    case "logic":
      return logic(code, expr);
    case "select":
      return select(code, expr, range);
    case "math":
      return numbers.math(
        expr.fn,
        expr.args.map((arg) => write(code, arg)),
        expr.type,
        place,
      );
    case "cast":
      return numbers.cast(write(code, expr.operand), expr.type, expr.stores === true, place);
    case "bits":
      return numbers.bits(write(code, expr.operand), write(code, expr.low), widthOf(expr.type), place);
    case "bitcast":
      return numbers.bitcast(write(code, expr.operand), expr.type, place);
  }
}

function widthOf(type: Expr["type"]): number {
  return type.kind === "int" ? type.bits : bug("bits that are no integer");
}

/** A scalar, as it is called in the function being written. */
export function variable(code: Code, name: string): Text {
  const ctype = typeOfScalar(code, name);
  const text = code.names.of(name);
  return code.pointers.has(name) ? { text: `*${text}`, level: levels.prefix, ctype } : atom(text, ctype);
}

type Element = Pick<Load, "array" | "index" | "span">;

/** An element to be read or written; indices that may be outside are checked. */
export function element(code: Code, where: Element): Text {
  const decl = arrayNamed(code, where.array);
  const at = where.index.map((_, axis) => indexText(code, where, axis));
  return code.dialect.element(decl, code.names.of(where.array), at, code.parameters.get(where.array) ?? null);
}

/** The texts of those indices that are checked. */
export function checkedIndices(code: Code, where: Element): readonly Text[] {
  return where.index.flatMap((_, axis) => {
    const before = code.checks.length;
    const text = indexText(code, where, axis);
    return code.checks.length > before ? [text] : [];
  });
}

function indexText(code: Code, { array, index, span }: Element, axis: number): Text {
  const expr = index[axis] ?? bug(`no index ${axis}`);
  const size = arrayNamed(code, array).shape[axis] ?? bug(`\`${array}\` has no axis ${axis}`);
  const counted = countedFromEnd(expr, size);
  if (counted !== null && code.dialect.checkedFromEnd !== undefined) {
    const operand = write(code, counted);
    const place = placeAt(code, span, operand.range);
    return described(code, array, axis, size, code.dialect.checkedFromEnd(operand, size, axis, place));
  }
  const operand = write(code, expr);
  const place = placeAt(code, span, operand.range);
  if (within(operand.range, 0, size - 1)) return code.dialect.numbers.index(operand, place);
  return described(code, array, axis, size, code.dialect.checkedIndex(operand, size, axis, place));
}

/** The check that was written last knows its array: a fault can then say which. */
function described(code: Code, array: string, axis: number, size: number, text: Text): Text {
  const last = code.checks.pop();
  if (last !== undefined) code.checks.push({ ...last, index: { array, axis, size } });
  return text;
}

/** `i` where the index is `i if i >= 0 else i + size if i + size >= 0 else i`: what lowering makes of `a[i]`. */
function countedFromEnd(expr: Expr, size: number): Expr | null {
  if (expr.kind !== "select" || expr.otherwise.kind !== "select") return null;
  const { condition: first, then: i } = expr;
  const { condition: second, then: moved, otherwise: outside } = expr.otherwise;
  const isNatural = (test: Expr, what: Expr): boolean =>
    test.kind === "compare" && test.op === "ge" && sameExpr(test.left, what) && isConstant(test.right, 0);
  const isMoved =
    moved.kind === "binary" && moved.op === "add" && sameExpr(moved.left, i) && isConstant(moved.right, size);
  return isNatural(first, i) && isMoved && isNatural(second, moved) && sameExpr(outside, i) ? i : null;
}

function isConstant(expr: Expr, value: number): boolean {
  return expr.kind === "const" && expr.value === value;
}

/** As the condition of a branch or loop. */
export function condition(code: Code, expr: Expr): Text {
  const operand = write(code, expr);
  return code.dialect.numbers.truth(operand, placeAt(code, spanOf(expr), operand.range));
}

function logic(code: Code, expr: Logic): Text {
  const left = condition(code, expr.left);
  const right = under(code, expr.left, expr.op === "and", () => condition(code, expr.right));
  return infix(left, expr.op === "and" ? "&&" : "||", right, "bool");
}

function select(code: Code, expr: Select, range: Operand["range"]): Text {
  const test = condition(code, expr.condition);
  const then = under(code, expr.condition, true, () => write(code, expr.then));
  const otherwise = under(code, expr.condition, false, () => write(code, expr.otherwise));
  return code.dialect.numbers.select(test, then, otherwise, expr.type, placeAt(code, expr.span, range));
}

/** Writes what is only reached where `test` is `holds`. */
export function under<T>(code: Code, test: Expr, holds: boolean, written: () => T): T {
  const outer = code.facts;
  code.facts = assume(code.ranges, outer, test, holds);
  const result = written();
  code.facts = outer;
  return result;
}
