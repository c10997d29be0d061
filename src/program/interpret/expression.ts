/** Code for expressions that are scalars. Lines an expression needs before it go to `code.out`. */
import { takenApart } from "../../types/fault.ts";
import { storageClass } from "../../types/storage.ts";
import { elementOf, isComplex, type ScalarType } from "../../types/types.ts";
import type { Conditional, Expr, Logic } from "../nodes.ts";
import { callCode } from "./call.ts";
import { bitcastClosure } from "./closures.ts";
import { bug, type Code, capture, emit, fresh, inOrder, literal, show, site, spill } from "./code.ts";
import { convert, convertStored } from "./convert.ts";
import { intervalOf } from "./interval.ts";
import { lowerToMemory } from "./lane.ts";
import { matmulScalar } from "./linear.ts";
import { elementScalar } from "./map.ts";
import { elementPointer, load, variableName } from "./memory.ts";
import { dotScalar, reduceScalar } from "./reduce.ts";
import { binary, compare, math, type Operand, unary } from "./scalar.ts";

export function scalar(code: Code, expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return literal(expr.value);
    case "var":
      return code.aliases.get(expr.name) ?? variableName(code, expr.name);
    case "load": {
      const memory = lowerToMemory(code, expr.base);
      return load(code, memory, elementPointer(code, memory, expr.index, expr.span));
    }
    case "unary":
    case "binary":
    case "compare":
    case "where":
    case "math":
    case "cast":
    case "bitcast": {
      const operands = operandsOf(expr);
      const texts = inOrder(
        code,
        operands.map((operand) => () => scalar(code, operand)),
      );
      return combine(
        code,
        expr,
        operands.map((operand, i) => ({
          text: texts[i] ?? bug("an operand is missing"),
          type: elementOf(operand.type),
          range: intervalOf(code, operand),
        })),
      );
    }
    case "logic":
      return logic(code, expr);
    case "conditional":
      return conditional(code, expr);
    case "bits": {
      const [value, low] = inOrder(code, [() => scalar(code, expr.operand), () => scalar(code, expr.low)]);
      const width = bitCount(expr.type);
      return `bits(${value}, ${bitCount(elementOf(expr.operand.type))}, ${low}, ${width}, ${site(code, expr.span)})`;
    }
    case "reduce":
      return reduceScalar(code, expr);
    case "dot":
      return dotScalar(code, expr);
    case "matmul":
      return matmulScalar(code, expr);
    case "element":
      return elementScalar(code, expr);
    case "extent": {
      const extent = lowerToMemory(code, expr.array).shape[expr.axis];
      return show(extent ?? bug(`no axis ${expr.axis}`));
    }
    case "call":
      return callCode(code, expr.func, expr.args);
    default:
      return bug(`${expr.kind} is not a scalar`);
  }
}

/** The operators that work element by element. */
export type Elementwise = Extract<
  Expr,
  { kind: "unary" | "binary" | "compare" | "where" | "math" | "cast" | "bitcast" }
>;

export function operandsOf(expr: Elementwise): readonly Expr[] {
  switch (expr.kind) {
    case "unary":
    case "cast":
    case "bitcast":
      return [expr.operand];
    case "binary":
    case "compare":
      return [expr.left, expr.right];
    case "where":
      return [expr.condition, expr.then, expr.otherwise];
    case "math":
      return expr.args;
  }
}

/** One element of the result from one element of each operand. */
export function combine(code: Code, expr: Elementwise, operands: readonly Operand[]): string {
  const [a, b, c] = operands;
  if (a === undefined) return bug(`${expr.kind} without an operand`);
  const type = elementOf(expr.type);
  switch (expr.kind) {
    case "unary":
      return unary(code, expr.op, a, type, expr.span);
    case "cast":
      return expr.stores ? convertStored(code, a, type, expr.span) : convert(code, a, type, expr.span);
    case "bitcast":
      return bitcast(code, a, type);
    case "math":
      return math(
        code,
        expr.fn,
        operands.map((operand) => operand.text),
        a.type,
        expr.span,
      );
    case "binary":
      return binary(code, expr.op, a, b ?? bug("a second operand is missing"), type, expr.span);
    case "compare":
      return compare(code, expr.op, a, b ?? bug("a second operand is missing"));
    case "where": {
      // Both sides are evaluated, as NumPy does: a fault in either is a fault.
      const [yes, no] = [b, c].map((side) => spill(code, side?.text ?? bug("a side of where is missing")));
      return `(${truth(a)} ? ${yes} : ${no})`;
    }
  }
}

function truth(operand: Operand): string {
  return operand.type.kind === "bool" || operand.type.kind === "python"
    ? operand.text
    : `(${operand.text} !== 0)`;
}

function bitcast(code: Code, operand: Operand, to: ScalarType): string {
  return `${bitcastClosure(code, operand.type, to)}(${operand.text})`;
}

function logic(code: Code, expr: Logic): string {
  const left = scalar(code, expr.left);
  const right = capture(code, () => scalar(code, expr.right));
  const symbol = expr.op === "and" ? "&&" : "||";
  if (right.lines.length === 0) return `(${left} ${symbol} ${right.result})`;
  const name = fresh(code, "t");
  emit(code, `let ${name} = ${left};`);
  emit(code, `if (${expr.op === "and" ? name : `!${name}`}) {`, right.lines, `${name} = ${right.result}; }`);
  return name;
}

function conditional(code: Code, expr: Conditional): string {
  const condition = scalar(code, expr.condition);
  const yes = capture(code, () => scalar(code, expr.then));
  const no = capture(code, () => scalar(code, expr.otherwise));
  if (yes.lines.length === 0 && no.lines.length === 0) {
    return `(${condition} ? ${yes.result} : ${no.result})`;
  }
  const name = fresh(code, "t");
  emit(code, `let ${name};`, `if (${condition}) {`, yes.lines, `${name} = ${yes.result}; } else {`);
  emit(code, no.lines, `${name} = ${no.result}; }`);
  return name;
}

/** How many bits a value that has bits has. */
export function bitCount(type: ScalarType): number {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return 1;
    case "int":
      return type.bits;
    case "fixed":
      return type.width;
    case "float":
      return 1 + type.exponent + type.mantissa + (type.variant === "flopoco" ? 2 : 0);
    case "python":
      return type.name === "bool" ? 1 : 64;
  }
}

/** What an array element reads as where there is none. */
export function zero(type: ScalarType): string {
  if (isComplex(type)) return "({ re: 0, im: 0 })";
  return storageClass(type) === "bool" ? "false" : "0";
}
