import type { Span } from "../../diagnostics/diagnostic.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import {
  elementOf,
  isComplex,
  isNumpy,
  partOf,
  type ScalarType,
  type Shape,
  sameType,
  shapeOf,
  type Type,
} from "../../types/types.ts";
import type { Binary, Compare, Expr, Func, MapParam, MathCall, Unary } from "../nodes.ts";
import { children } from "../walk.ts";
import { verifyArray } from "./array.ts";
import { agree, broadcast, sizeOf } from "./shapes.ts";
import { isExact, isInteger, isTruth, misfit } from "./types.ts";

/** What is known around an expression. */
export interface Scope {
  readonly functions: ReadonlyMap<string, Func>; // those before this one
  readonly variables: ReadonlyMap<string, Type>;
  readonly maps: ReadonlyMap<string, MapParam>; // enclosing
  readonly report: (node: { readonly kind: string; readonly span: Span }, message: string) => void;
}

/** `whole`: a call here may write its arguments. */
export function verifyExpr(scope: Scope, expr: Expr, whole = false): void {
  if (expr.kind === "map") {
    for (const { source } of expr.params) verifyExpr(scope, source);
    const maps = new Map([...scope.maps, ...expr.params.map((param) => [param.name, param] as const)]);
    verifyExpr({ ...scope, maps }, expr.body);
  } else {
    for (const child of children(expr)) verifyExpr(scope, child);
  }
  const say = (message: string): void => scope.report(expr, message);
  switch (expr.kind) {
    case "const": {
      const why = misfit(expr.type, expr.value);
      if (why !== null) say(`${why} (${printType(expr.type)})`);
      return;
    }
    case "arrayConst": {
      if (sizeOf(expr.type.shape) !== expr.values.length) {
        say(`${expr.values.length} values for ${printType(expr.type)}`);
      }
      const why = expr.values
        .map((value) => misfit(expr.type.element, value))
        .find((found) => found !== null);
      if (why !== undefined) say(`${why} (${printType(expr.type)})`);
      return;
    }
    case "var": {
      const type = scope.variables.get(expr.name);
      if (type === undefined) say(`${expr.name} is not declared`);
      else if (!sameType(type, expr.type)) {
        say(`${expr.name} is ${printType(type)}, not ${printType(expr.type)}`);
      }
      return;
    }
    case "unary":
      return verifyUnary(expr, say);
    case "binary":
      return verifyBinary(expr, say);
    case "compare":
      return verifyCompare(expr, say);
    case "logic":
      for (const type of [expr.left.type, expr.right.type, expr.type]) {
        if (!isTruth(type)) say(`${printType(type)} is no truth value`);
      }
      return;
    case "conditional":
      if (!isTruth(expr.condition.type)) say(`the condition is ${printType(expr.condition.type)}`);
      expectType(expr.then.type, expr.type, say);
      expectType(expr.otherwise.type, expr.type, say);
      return;
    case "where":
      if (!isTruth(elementOf(expr.condition.type))) say(`the condition is ${printType(expr.condition.type)}`);
      for (const side of [expr.then, expr.otherwise]) expectElement(side.type, elementOf(expr.type), say);
      return expectShape([expr.condition, expr.then, expr.otherwise], expr.type, say);
    case "math":
      return verifyMath(expr, say);
    case "cast":
      return expectShape([expr.operand], expr.type, say);
    case "bits": {
      const { type, operand } = expr;
      if (type.kind !== "int" || type.signed || type.rule !== "exact")
        say(`the result is ${printType(type)}`);
      if (!isInteger(operand.type) && operand.type.kind !== "fixed")
        say(`no bits of ${printType(operand.type)}`);
      else if (type.kind === "int" && type.bits > bitWidth(elementOf(operand.type))) {
        say(`${printType(operand.type)} has no ${type.bits} bits`);
      }
      if (!isInteger(expr.low.type)) say(`the low bit is ${printType(expr.low.type)}`);
      return;
    }
    case "bitcast":
      if (bitWidth(elementOf(expr.operand.type)) !== bitWidth(elementOf(expr.type))) {
        say(`${printType(expr.operand.type)} and ${printType(expr.type)} differ in width`);
      }
      return expectShape([expr.operand], expr.type, say);
    case "call": {
      const callee = verifyCall(scope, expr, expr.func, expr.args);
      if (callee === undefined) return;
      const [result] = callee.results;
      if (callee.results.length !== 1 || result === undefined)
        say(`${expr.func} has ${callee.results.length} results`);
      else expectType(result, expr.type, say);
      if (!whole && callee.writes.length > 0)
        say(`${expr.func} writes ${callee.writes.join(", ")} inside an expression`);
      return;
    }
    default:
      return verifyArray(scope, expr, say);
  }
}

/** The function called, if there is one before this; its parameters must match. */
export function verifyCall(
  scope: Scope,
  node: { readonly kind: string; readonly span: Span },
  name: string,
  args: readonly Expr[],
): Func | undefined {
  const callee = scope.functions.get(name);
  if (callee === undefined) {
    scope.report(node, `no function ${name} stands before the caller`);
    return undefined;
  }
  if (args.length !== callee.params.length) {
    scope.report(node, `${args.length} arguments for ${callee.params.length} parameters of ${name}`);
  }
  for (const [i, param] of callee.params.entries()) {
    const arg = args[i];
    if (arg !== undefined && !sameType(arg.type, param.type)) {
      scope.report(node, `${param.name} of ${name} is ${printType(param.type)}, not ${printType(arg.type)}`);
    }
  }
  return callee;
}

export type Say = (message: string) => void;

export function expectType(found: Type, expected: Type, say: Say): void {
  if (!sameType(elementOf(found), elementOf(expected)) || !agree(shapeOf(found), shapeOf(expected))) {
    say(`${printType(found)} is not ${printType(expected)}`);
  }
}

export function expectElement(found: Type, expected: ScalarType, say: Say): void {
  if (!sameType(elementOf(found), expected))
    say(`${printType(found)} has not the element type ${printType(expected)}`);
}

/** The operands broadcast to the shape of the result. */
export function expectShape(operands: readonly Expr[], result: Type, say: Say): void {
  let shape: Shape | null = [];
  for (const operand of operands) shape = shape && broadcast(shape, shapeOf(operand.type));
  if (shape === null || !agree(shape, shapeOf(result))) {
    say(
      `${operands.map((operand) => printType(operand.type)).join(" and ")} do not give ${printType(result)}`,
    );
  }
}

function verifyUnary(expr: Unary, say: Say): void {
  const operand = elementOf(expr.operand.type);
  const result = elementOf(expr.type);
  expectShape([expr.operand], expr.type, say);
  if (expr.op === "not") {
    if (!isTruth(result)) say(`the result is ${printType(expr.type)}`);
  } else if (isExact(operand)) {
    if (!isExact(result)) say(`${printType(operand)} gives ${printType(result)}`);
  } else if (!sameType(expr.op === "abs" ? partOf(operand) : operand, result)) {
    say(`${printType(operand)} gives ${printType(result)}`);
  }
}

function verifyBinary(expr: Binary, say: Say): void {
  const left = elementOf(expr.left.type);
  const right = elementOf(expr.right.type);
  const result = elementOf(expr.type);
  expectShape([expr.left, expr.right], expr.type, say);
  if (isExact(left) && isExact(right)) {
    if (!isExact(result)) say(`${printType(left)} and ${printType(right)} give ${printType(result)}`);
    return;
  }
  const isPower = expr.op === "pow" && isComplex(left) && expr.right.kind === "const";
  if (!isPower && !sameType(left, right)) say(`operands are ${printType(left)} and ${printType(right)}`);
  const isQuotient =
    expr.op === "div" && left.kind === "python" && result.kind === "python" && result.name === "float";
  if (!sameType(left, result) && !isQuotient)
    say(`${expr.op} on ${printType(left)} gives ${printType(result)}`);
}

function verifyCompare(expr: Compare, say: Say): void {
  const left = elementOf(expr.left.type);
  const right = elementOf(expr.right.type);
  expectShape([expr.left, expr.right], expr.type, say);
  const byValue =
    (isExact(left) && isExact(right)) ||
    (left.kind === "python" && right.kind === "python") ||
    (isInteger(left) && isInteger(right)); // also int8 against a Python int that it cannot hold
  if (!sameType(left, right) && !byValue) say(`operands are ${printType(left)} and ${printType(right)}`);
  if (!isTruth(elementOf(expr.type))) say(`the result is ${printType(expr.type)}`);
}

function verifyMath(expr: MathCall, say: Say): void {
  const first = expr.args[0];
  if (first === undefined) return say("it has no arguments");
  expectShape(expr.args, expr.type, say);
  const type = elementOf(first.type);
  for (const arg of expr.args) expectElement(arg.type, type, say);
  if (isComplex(type) || expr.fn === "complex") return verifyComplex(expr, type, say);
  const count = expr.fn === "atan2" || expr.fn === "hypot" || expr.fn === "copysign" ? 2 : 1;
  if (expr.args.length !== count) say(`${expr.fn} has ${expr.args.length} arguments`);
  const result = elementOf(expr.type);
  switch (expr.fn) {
    case "isnan":
    case "isinf":
    case "isfinite":
      if (!isTruth(result)) say(`the result is ${printType(expr.type)}`);
      return;
    case "sign":
      if (!sameType(type, result) && !isExact(type)) say(`${printType(type)} gives ${printType(result)}`);
      return;
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      break;
    default:
      if (
        type.kind !== "float" &&
        type.kind !== "fixed" &&
        !(type.kind === "python" && type.name === "float")
      ) {
        say(`no ${expr.fn} of ${printType(type)}${isNumpy(type) ? "; cast it first" : ""}`);
      }
  }
  if (!sameType(type, result)) say(`${printType(type)} gives ${printType(result)}`);
}

/** Parts are of the complex type, and a complex number of its parts. */
function verifyComplex({ fn, args, type: whole }: MathCall, type: ScalarType, say: Say): void {
  const result = elementOf(whole);
  const [count, expected] =
    fn === "complex"
      ? [2, partOf(result)]
      : [1, fn === "real" || fn === "imag" || fn === "angle" ? partOf(type) : type];
  if (args.length !== count) say(`${fn} has ${args.length} arguments`);
  const isTest = fn === "isnan" || fn === "isinf" || fn === "isfinite";
  const fits = fn === "complex" ? sameType(type, expected) && isComplex(result) : sameType(result, expected);
  if (isTest ? !isTruth(result) : !fits) say(`${fn} of ${printType(type)} gives ${printType(result)}`);
}
