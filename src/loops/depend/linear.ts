/**
 * Integer expressions as affine forms: constant + Σ coefficient · symbol. A symbol is a loop variable, a scalar, or one
 * made here: a quotient (`#`, for `//` and `%` by a constant) or a value nothing is known about (`?`).
 */
import { type BinaryOp, type CompareOp, opposite } from "../../types/operators.ts";
import type { IntType, ScalarType } from "../../types/types.ts";
import { type Affine, constant, minus, plus, symbol, times } from "../analysis/affine.ts";
import type { Expr } from "../nodes.ts";

/** All of `equal` are 0 and all of `atLeast` are 0 or more. */
export interface Conjunction {
  readonly equal: readonly Affine[];
  readonly atLeast: readonly Affine[];
}

/** A form that holds together with its side conditions; not exact when it has unknown parts. */
export interface Linear {
  readonly form: Affine;
  readonly side: readonly Affine[]; // each 0 or more
  readonly cases?: readonly Conjunction[]; // one of them holds too: how a choice went
  readonly exact: boolean;
}

/** What holds beside a form. */
export function conditionOf({ side, cases = [always] }: Linear): Condition {
  return { cases: cases.map((one) => ({ ...one, atLeast: [...one.atLeast, ...side] })), exact: true };
}

/** What is known where an expression stands. */
export interface Scope {
  readonly values: ReadonlyMap<string, Linear>; // scalars whose value is known
  readonly varies: (scalar: string) => boolean; // it has several values around here
  readonly fresh: (mark: "#" | "?") => string;
}

export const always: Conjunction = { equal: [], atLeast: [] };

export function isUnknown(name: string): boolean {
  return name.startsWith("?");
}

/** The integer that `expr` is; an unknown one where it is not affine. */
export function linear(expr: Expr, scope: Scope): Linear {
  return affine(expr, scope) ?? unknown(scope);
}

function unknown(scope: Scope): Linear {
  return { form: symbol(scope.fresh("?")), side: [], exact: false };
}

function affine(expr: Expr, scope: Scope): Linear | null {
  switch (expr.kind) {
    case "const":
      if (typeof expr.value !== "number" || !Number.isSafeInteger(expr.value) || !isInteger(expr.type))
        return null;
      return { form: constant(expr.value), side: [], exact: true };
    case "var":
      if (!isInteger(expr.type)) return null;
      return scope.values.get(expr.name) ?? scalar(expr.name, scope);
    case "cast":
      return keepsValue(expr.operand.type, expr.type) ? affine(expr.operand, scope) : null;
    case "unary": {
      const operand = expr.op === "neg" && neverWraps(expr.type) ? affine(expr.operand, scope) : null;
      return operand && { ...operand, form: times(operand.form, -1) };
    }
    case "binary":
      return neverWraps(expr.type) ? binary(expr.op, expr.left, expr.right, scope) : null;
    case "select":
      return isInteger(expr.type) ? choice(expr, scope) : null;
    default:
      return null;
  }
}

/** A value of its own that is the one side, or the other. */
function choice(expr: Extract<Expr, { kind: "select" }>, scope: Scope): Linear | null {
  const then = affine(expr.then, scope);
  const otherwise = then && affine(expr.otherwise, scope);
  if (!then || !otherwise) return null;
  const chosen = symbol(scope.fresh("#"));
  const side = (truth: boolean, value: Linear): Condition => {
    const is: Condition = { cases: [{ equal: [minus(chosen, value.form)], atLeast: [] }], exact: true };
    return bothOf(bothOf(condition(expr.condition, truth, scope), conditionOf(value)), is);
  };
  const [yes, no] = [side(true, then), side(false, otherwise)];
  const exact = then.exact && otherwise.exact && yes.exact && no.exact;
  return { form: chosen, side: [], cases: [...yes.cases, ...no.cases], exact };
}

function scalar(name: string, scope: Scope): Linear | null {
  return scope.varies(name) ? null : { form: symbol(name), side: [], exact: true };
}

function binary(op: BinaryOp, left: Expr, right: Expr, scope: Scope): Linear | null {
  const a = affine(left, scope);
  const b = a && affine(right, scope);
  if (!a || !b) return null;
  const both = bothOf(conditionOf(a), conditionOf(b));
  const side: readonly Affine[] = [];
  const { cases } = both;
  const exact = a.exact && b.exact && both.exact;
  const by = b.form.terms.size === 0 ? b.form.constant : null;
  switch (op) {
    case "add":
      return { form: plus(a.form, b.form), side, cases, exact };
    case "sub":
      return { form: minus(a.form, b.form), side, cases, exact };
    case "mul":
      if (by !== null) return { form: times(a.form, by), side, cases, exact };
      return a.form.terms.size === 0 ? { form: times(b.form, a.form.constant), side, cases, exact } : null;
    case "shl":
      return by !== null && by >= 0 && by <= 40 ? { form: times(a.form, 2 ** by), side, cases, exact } : null;
    case "floordiv":
      return by !== null && by > 0 ? divided({ form: a.form, side, cases, exact }, by, scope).quotient : null;
    case "shr":
      return by !== null && by >= 0 && by <= 40
        ? divided({ form: a.form, side, cases, exact }, 2 ** by, scope).quotient
        : null;
    case "mod":
      return by !== null && by > 0
        ? divided({ form: a.form, side, cases, exact }, by, scope).remainder
        : null;
    case "and":
      return by !== null && by > 0 && Number.isInteger(Math.log2(by + 1))
        ? divided({ form: a.form, side, cases, exact }, by + 1, scope).remainder
        : null;
    default:
      return null;
  }
}

/** Floor division introduces the quotient of what is no multiple: 0 <= rest - by·q < by. */
function divided(value: Linear, by: number, scope: Scope): { quotient: Linear; remainder: Linear } {
  const { form, side, cases = [always], exact } = value;
  const whole = new Map<string, number>();
  const terms = new Map<string, number>();
  for (const [name, coefficient] of form.terms) {
    if (coefficient % by === 0) whole.set(name, coefficient / by);
    else terms.set(name, coefficient);
  }
  const units = Math.floor(form.constant / by);
  const multiple: Affine = { terms: whole, constant: units };
  const rest: Affine = { terms, constant: form.constant - units * by };
  if (terms.size === 0) {
    return {
      quotient: { form: multiple, side, cases, exact },
      remainder: { form: rest, side, cases, exact },
    };
  }
  const q = symbol(scope.fresh("#"));
  const left = plus(rest, q, -by);
  const both = [...side, left, plus(times(left, -1), by - 1)];
  return {
    quotient: { form: plus(multiple, q), side: both, cases, exact },
    remainder: { form: left, side: both, cases, exact },
  };
}

/** Every part of a `min` in an upper bound bounds; and of a `max` in a lower one. */
export function boundParts(expr: Expr, op: "min" | "max"): readonly Expr[] {
  if (expr.kind === "binary" && expr.op === op && neverWraps(expr.type)) {
    return [...boundParts(expr.left, op), ...boundParts(expr.right, op)];
  }
  return [expr];
}

export interface Condition {
  readonly cases: readonly Conjunction[]; // one of them holds
  readonly exact: boolean;
}

const opaque: Condition = { cases: [always], exact: false };
const MAX_CASES = 8;

/** When `expr` is `truth`, as cases; where it is not affine, always. */
export function condition(expr: Expr, truth: boolean, scope: Scope): Condition {
  switch (expr.kind) {
    case "const":
      return { cases: Boolean(expr.value) === truth ? [always] : [], exact: true };
    case "cast":
      return isTruth(expr.type) && isTruth(expr.operand.type)
        ? condition(expr.operand, truth, scope)
        : opaque;
    case "unary":
      return expr.op === "not" && isTruth(expr.operand.type)
        ? condition(expr.operand, !truth, scope)
        : opaque;
    case "logic": {
      const left = condition(expr.left, truth, scope);
      const right = condition(expr.right, truth, scope);
      return (expr.op === "and") === truth ? bothOf(left, right) : eitherOf(left, right);
    }
    case "binary":
      if (!isTruth(expr.type) || (expr.op !== "and" && expr.op !== "or")) return opaque;
      return (expr.op === "and") === truth
        ? bothOf(condition(expr.left, truth, scope), condition(expr.right, truth, scope))
        : eitherOf(condition(expr.left, truth, scope), condition(expr.right, truth, scope));
    case "compare": {
      const left = affine(expr.left, scope);
      const right = left && affine(expr.right, scope);
      if (!left || !right || !left.exact || !right.exact) return opaque;
      const given = bothOf(conditionOf(left), conditionOf(right));
      const more = minus(left.form, right.form);
      const less = times(more, -1);
      const cases = compared(truth ? expr.op : opposite[expr.op], more, less);
      return bothOf(given, { cases, exact: true });
    }
    default:
      return opaque;
  }
}

function compared(op: CompareOp, more: Affine, less: Affine): Conjunction[] {
  switch (op) {
    case "eq":
      return [{ equal: [more], atLeast: [] }];
    case "ne":
      return [
        { equal: [], atLeast: [plus(less, -1)] },
        { equal: [], atLeast: [plus(more, -1)] },
      ];
    case "lt":
      return [{ equal: [], atLeast: [plus(less, -1)] }];
    case "le":
      return [{ equal: [], atLeast: [less] }];
    case "gt":
      return [{ equal: [], atLeast: [plus(more, -1)] }];
    case "ge":
      return [{ equal: [], atLeast: [more] }];
  }
}

export function bothOf(a: Condition, b: Condition): Condition {
  const cases = a.cases.flatMap((one) =>
    b.cases.map((two) => ({
      equal: [...one.equal, ...two.equal],
      atLeast: [...one.atLeast, ...two.atLeast],
    })),
  );
  const exact = a.exact && b.exact;
  if (cases.length <= MAX_CASES) return { cases, exact };
  return { cases: a.cases.length <= b.cases.length ? a.cases : b.cases, exact: false };
}

function eitherOf(a: Condition, b: Condition): Condition {
  if (!a.exact || !b.exact) return opaque;
  return { cases: [...a.cases, ...b.cases], exact: true };
}

// Types

function isInteger(type: ScalarType): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** Python's and exact integers: a result that does not fit is a fault, or the type grows. */
function neverWraps(type: ScalarType): boolean {
  return isInteger(type) && !(type.kind === "int" && type.rule === "numpy");
}

export function keepsValue(from: ScalarType, to: ScalarType): boolean {
  if (!isInteger(from) || !isInteger(to)) return false;
  if (to.kind === "python") return true;
  if (to.kind !== "int") return false;
  if (from.kind === "python") return to.rule === "numpy"; // checked, or a fault
  return from.kind === "int" && contains(to, from);
}

function contains(to: IntType, from: IntType): boolean {
  if (to.signed === from.signed) return to.bits >= from.bits;
  return to.signed && to.bits > from.bits;
}
