/** Expressions taken apart. Parts that are used more than once get names; statements that need them go to `out`. */
import {
  type Algebra,
  complexAbs,
  complexBinary,
  complexCompare,
  complexFacts,
  complexMath,
  complexNegative,
  complexPower,
  complexPowerOf,
  complexTruth,
  type Pair,
  type PartType,
  partType,
  ruleOf,
} from "../../types/complex.ts";
import { bug } from "../../types/fault.ts";
import {
  bool,
  isComplex,
  partOf,
  pythonBool,
  pythonInt,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import type { Expr, Origin, Select, Stmt } from "../nodes.ts";
import { expressionsIn, mapChildren } from "../walk.ts";

export interface Split {
  readonly parts: Map<string, { readonly re: string; readonly im: string; readonly type: ScalarType }>;
  readonly taken: Set<string>;
  readonly spill: (type: ScalarType) => string; // a new scalar
  out: Stmt[];
  place: Origin;
}

/** The two parts of a complex expression. */
export function pairOf(s: Split, expr: Expr): Pair<Expr> {
  const { type } = expr;
  if (!isComplex(type)) return bug("only complex numbers have parts");
  const by = algebraOf(s, partType(type));
  switch (expr.kind) {
    case "var": {
      const names = s.parts.get(expr.name) ?? bug(`no scalar \`${expr.name}\``);
      const part = (name: string): Expr => ({ kind: "var", name, type: names.type });
      return { re: part(names.re), im: part(names.im) };
    }
    case "load": {
      const index = expr.index.map((at) => shared(s, realOf(s, at)));
      const part = (k: number): Expr => {
        const last: Expr = { kind: "const", value: k, type: pythonInt };
        return { ...expr, index: [...index, last], type: partOf(type) };
      };
      return { re: part(0), im: part(1) };
    }
    case "unary":
      return expr.op === "neg" ? complexNegative(by, pairOf(s, expr.operand)) : unexpected(expr);
    case "binary":
      if (expr.op === "pow") {
        const [base, rule] = [pairOf(s, expr.left), ruleOf(type)];
        if (isComplex(expr.right.type))
          return complexPowerOf(by, rule, partType(type), base, pairOf(s, expr.right));
        return complexPower(
          by,
          rule,
          base,
          expr.right.kind === "const" ? Number(expr.right.value) : unexpected(expr),
        );
      }
      return complexBinary(by, expr.op, ruleOf(type), pairOf(s, expr.left), pairOf(s, expr.right));
    case "select":
      return selected(s, expr);
    case "math": {
      const [first, second] = expr.args;
      if (first === undefined) return unexpected(expr);
      if (expr.fn !== "complex") return complexMath(by, expr.fn, partType(type), pairOf(s, first));
      return second === undefined ? unexpected(expr) : { re: realOf(s, first), im: realOf(s, second) };
    }
    case "cast": {
      const cast = (operand: Expr): Expr =>
        sameType(operand.type, partOf(type)) ? operand : { ...expr, operand, type: partOf(type) };
      if (!isComplex(expr.operand.type)) return { re: cast(realOf(s, expr.operand)), im: by.constant(0) };
      const { re, im } = pairOf(s, expr.operand);
      return { re: cast(re), im: cast(im) };
    }
    default:
      return unexpected(expr);
  }
}

/** An expression that is no complex number, though numbers in it may be. */
export function realOf(s: Split, expr: Expr): Expr {
  if (!hasComplex(expr)) return expr;
  switch (expr.kind) {
    case "unary":
      if (!isComplex(expr.operand.type)) break;
      return ofParts(s, expr.operand, (by, pair) => {
        if (expr.op === "abs") return complexAbs(by, pair);
        return { ...expr, operand: complexTruth(by, pair) };
      });
    case "compare": {
      if (!isComplex(expr.left.type)) break;
      const [a, b] = [pairOf(s, expr.left), pairOf(s, expr.right)];
      return complexCompare(algebraOf(s, partType(expr.left.type)), expr.op, a, b);
    }
    case "math": {
      const [operand] = expr.args;
      if (operand === undefined || !isComplex(operand.type)) break;
      return ofParts(s, operand, (by, pair) => complexFacts(by, expr.fn, pair) ?? unexpected(expr));
    }
    case "cast":
      if (!isComplex(expr.operand.type)) break;
      return ofParts(s, expr.operand, (by, pair) => {
        const isTruth = sameType(expr.type, bool) || sameType(expr.type, pythonBool);
        const operand = isTruth ? complexTruth(by, pair) : pair.re;
        return sameType(operand.type, expr.type) ? operand : { ...expr, operand };
      });
    case "select":
      return selectedValue(s, expr);
    case "logic": {
      const left = realOf(s, expr.left);
      const right = apart(s, () => realOf(s, expr.right));
      if (right.body.length === 0) return { ...expr, left, right: right.result };
      const name = s.spill(expr.type);
      const result: Expr = { kind: "var", name, type: expr.type };
      emit(s, name, left);
      const inverse: Expr = { kind: "unary", op: "not", operand: result, type: expr.type, span: expr.span };
      const set: Stmt = { kind: "assign", target: name, value: right.result, origin: s.place };
      const condition = expr.op === "and" ? result : inverse;
      s.out.push({ kind: "if", condition, then: [...right.body, set], else: [], origin: s.place });
      return result;
    }
  }
  return mapChildren(expr, (child) => realOf(s, child));
}

function ofParts(s: Split, operand: Expr, compute: (by: Algebra<Expr>, pair: Pair<Expr>) => Expr): Expr {
  const { type } = operand;
  if (!isComplex(type)) return bug("only complex numbers have parts");
  return compute(algebraOf(s, partType(type)), pairOf(s, operand));
}

export function hasComplex(expr: Expr): boolean {
  return expressionsIn(expr).some(({ type }) => isComplex(type));
}

function unexpected(expr: Expr): never {
  return bug(`${expr.kind} of complex numbers`);
}

// Only the side that is chosen is computed

function selected(s: Split, expr: Select): Pair<Expr> {
  const condition = atom(s, realOf(s, expr.condition));
  const [yes, no] = [expr.then, expr.otherwise].map((side) => apart(s, () => pairOf(s, side)));
  if (yes === undefined || no === undefined) return unexpected(expr);
  const type = partOf(expr.type);
  if (yes.body.length === 0 && no.body.length === 0) {
    const part = (a: Expr, b: Expr): Expr => ({ ...expr, condition, then: a, otherwise: b, type });
    return { re: part(yes.result.re, no.result.re), im: part(yes.result.im, no.result.im) };
  }
  const [re, im] = [s.spill(type), s.spill(type)];
  const set = (pair: Pair<Expr>): Stmt[] => [
    { kind: "assign", target: re, value: pair.re, origin: s.place },
    { kind: "assign", target: im, value: pair.im, origin: s.place },
  ];
  const then = [...yes.body, ...set(yes.result)];
  const otherwise = [...no.body, ...set(no.result)];
  s.out.push({ kind: "if", condition, then, else: otherwise, origin: s.place });
  return { re: { kind: "var", name: re, type }, im: { kind: "var", name: im, type } };
}

function selectedValue(s: Split, expr: Select): Expr {
  const condition = realOf(s, expr.condition);
  const [yes, no] = [expr.then, expr.otherwise].map((side) => apart(s, () => realOf(s, side)));
  if (yes === undefined || no === undefined) return unexpected(expr);
  if (yes.body.length === 0 && no.body.length === 0)
    return { ...expr, condition, then: yes.result, otherwise: no.result };
  const name = s.spill(expr.type);
  const set = (value: Expr): Stmt => ({ kind: "assign", target: name, value, origin: s.place });
  const then = [...yes.body, set(yes.result)];
  s.out.push({ kind: "if", condition, then, else: [...no.body, set(no.result)], origin: s.place });
  return { kind: "var", name, type: expr.type };
}

function apart<T>(s: Split, write: () => T): { readonly body: readonly Stmt[]; readonly result: T } {
  const outer = s.out;
  const inner: Stmt[] = [];
  s.out = inner;
  const result = write();
  s.out = outer;
  return { body: inner, result };
}

// Names

/** A name for a value that is used more than once. */
export function atom(s: Split, value: Expr): Expr {
  if (value.kind === "const" || value.kind === "var") return value;
  const name = s.spill(value.type);
  emit(s, name, value);
  return { kind: "var", name, type: value.type };
}

function emit(s: Split, target: string, value: Expr): void {
  s.out.push({ kind: "assign", target, value, origin: s.place });
}

/** An index that reads memory is computed once. */
function shared(s: Split, index: Expr): Expr {
  return expressionsIn(index).some(({ kind }) => kind === "load") ? atom(s, index) : index;
}

function algebraOf(s: Split, type: PartType): Algebra<Expr> {
  const { span } = s.place;
  const truth = type.kind === "python" ? pythonBool : bool;
  return {
    constant: (value) => ({ kind: "const", value, type }),
    binary: (op, left, right) => ({ kind: "binary", op, left, right, type, span }),
    unary: (op, operand) => ({ kind: "unary", op, operand, type, span }),
    math: (fn, ...args) => {
      const isTest = fn === "isnan" || fn === "isinf" || fn === "isfinite";
      return { kind: "math", fn, args, type: isTest ? truth : type, span };
    },
    compare: (op, left, right) => ({ kind: "compare", op, left, right, type: truth, span }),
    both: (left, right) => ({ kind: "logic", op: "and", left, right, type: truth, span }),
    either: (left, right) => ({ kind: "logic", op: "or", left, right, type: truth, span }),
    select: (condition, then, otherwise) => {
      return { kind: "select", condition, then, otherwise, type: then.type, span };
    },
    once: (value) => atom(s, value),
  };
}
