/** Reductions, running sums, products of arrays: whatever adds many elements up. */
import type { ScalarType, Type } from "../../types/types.ts";
import { elementOf, isNumpy, shapeOf } from "../../types/types.ts";
import type { Conv2d, Convolve, Dot, MatMul, Reduce, Scan, SpMV } from "../nodes.ts";
import { printPair } from "./arithmetic.ts";
import { printShape, sortable } from "./arrays.ts";
import { printTuple } from "./constants.ts";
import { type Count, countedBinary, countOf, inRange } from "./counted.ts";
import { printExpr } from "./expression.ts";
import { atom, call, infix, lambda, method, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, fractionOf, isCounted, isPythonFloat } from "./representation.ts";

export function printReduce(p: Printer, node: Reduce): Text {
  const operand = printExpr(p, node.operand);
  const element = elementOf(node.operand.type);
  const rank = shapeOf(node.operand.type).length;
  const keeps = shapeOf(node.type).length === rank;
  const options: string[] = [];
  if (node.axes.length < rank) {
    options.push(`axis=${node.axes.length === 1 ? node.axes[0] : printTuple(node.axes)}`);
  }
  if (keeps) options.push("keepdims=True");
  switch (node.op) {
    case "sum":
    case "prod": {
      if (isNumpy(element)) {
        p.need("seterr");
        return call(`np.${node.op}`, operand, ...options, ...widening(element));
      }
      if (element.kind === "python" || (element.kind === "int" && isCounted(elementOf(node.type)))) {
        return inType(p, call(`np.${node.op}`, operand, ...options), node.type);
      }
      return printFold(p, node, operand, element);
    }
    case "min":
    case "max": {
      if (element.kind === "float" && !isNumpy(element) && !isPythonFloat(element)) {
        return printFold(p, node, operand, element);
      }
      const result = call(`np.${node.op}`, sortable(p, operand, node.operand.type), ...options);
      if (!isPythonFloat(element)) return result;
      return node.type.kind === "array" ? method(result, "astype", "object") : call("float", result);
    }
    case "argmin":
    case "argmax":
      return call(`np.${node.op}`, sortable(p, operand, node.operand.type), ...options);
    case "any":
    case "all": {
      const truths = isNumpy(element) ? operand : method(operand, "astype", "np.bool_");
      return call(`np.${node.op}`, truths, ...options);
    }
  }
}

/** One element after the other in the type's own arithmetic. */
function printFold(p: Printer, node: Reduce, operand: Text, element: ScalarType): Text {
  const op = node.op === "sum" ? "add" : node.op === "prod" ? "mul" : node.op === "min" ? "min" : "max";
  const result = elementOf(node.type);
  const empty = node.op === "prod" ? oneOf(p, element) : zeroOf(element);
  const folded = call(
    p.need("fold"),
    operation(p, op, result, element, result),
    operand,
    printTuple(node.axes),
    empty,
  );
  const rank = shapeOf(node.operand.type).length;
  if (node.type.kind !== "array" || node.type.shape.length !== rank) return folded;
  return method(call("np.asarray", folded, "dtype=object"), "reshape", printShape(node.type.shape));
}

export function printScan(p: Printer, node: Scan): Text {
  const operand = printExpr(p, node.operand);
  const { element } = node.type;
  const axis = `axis=${node.axis}`;
  const isPlain = isNumpy(element) || element.kind === "python" || element.kind === "int";
  if (isPlain && !(isPythonFloat(element) && node.op !== "sum" && node.op !== "prod")) {
    if (isNumpy(element)) p.need("seterr");
    if (node.op === "sum" || node.op === "prod") {
      return inType(p, call(`np.cum${node.op}`, operand, axis, ...widening(element)), node.type);
    }
    return call(`np.${node.op}imum.accumulate`, operand, axis);
  }
  const op = node.op === "sum" ? "add" : node.op === "prod" ? "mul" : node.op;
  if (element.kind === "float") return call(`${p.format(element)}.${op}.accumulate`, operand, axis);
  if (element.kind === "python")
    return call(`${p.need(op === "min" ? "minimum" : "maximum")}.accumulate`, operand, axis);
  const step = operation(p, op, element, element, element);
  return call(`np.frompyfunc(${step.text}, 2, 1).accumulate`, operand, axis);
}

export function printDot(p: Printer, node: Dot): Text {
  const [left, right] = printPair(p, node.left, node.right);
  return dotOf(p, left, right, elementOf(node.left.type), elementOf(node.right.type), node.type);
}

export function printMatMul(p: Printer, node: MatMul): Text {
  const left = printExpr(p, node.left);
  const right = printExpr(p, node.right);
  const result = elementOf(node.type);
  if (addsPlainly(result)) return inType(p, infix(left, "@", right), node.type);
  const inOwnType = arithmeticOf(p, elementOf(node.left.type), elementOf(node.right.type), result);
  return call(p.need("matmul"), left, right, ...inOwnType);
}

export function printConvolve(p: Printer, node: Convolve): Text {
  const left = printExpr(p, node.left);
  const right = printExpr(p, node.right);
  const { element } = node.type;
  const mode = `"${node.mode}"`;
  if (addsPlainly(element)) return inType(p, call("np.convolve", left, right, mode), node.type);
  const inOwnType = arithmeticOf(p, elementOf(node.left.type), elementOf(node.right.type), element);
  return call(p.need("convolve"), left, right, mode, ...inOwnType);
}

export function printConv2d(p: Printer, node: Conv2d): Text {
  const image = printExpr(p, node.image);
  const weights = printExpr(p, node.weights);
  const dot = dotOf(
    p,
    atom("x"),
    atom("w"),
    elementOf(node.image.type),
    elementOf(node.weights.type),
    node.type.element,
  );
  return call(p.need("conv2d"), image, weights, String(node.stride), lambda(["x", "w"], dot));
}

export function printSpMV(p: Printer, node: SpMV): Text {
  const parts = [node.rowStart, node.column, node.values, node.vector].map((part) => printExpr(p, part));
  const dot = dotOf(
    p,
    atom("x"),
    atom("y"),
    elementOf(node.values.type),
    elementOf(node.vector.type),
    node.type.element,
  );
  return call(p.need("spmv"), ...parts, lambda(["x", "y"], dot));
}

/** sum(left * right). */
function dotOf(p: Printer, left: Text, right: Text, l: ScalarType, r: ScalarType, result: ScalarType): Text {
  if (!addsPlainly(result)) return call(p.need("dot"), left, right, ...arithmeticOf(p, l, r, result));
  if (isNumpy(result)) p.need("seterr");
  return inType(p, call("np.sum", infix(left, "*", right), ...widening(result)), result);
}

/** Types in which Python's `+` and `*` need at most a wrap of the final result. */
function addsPlainly(type: ScalarType): boolean {
  return isNumpy(type) || type.kind === "python" || type.kind === "int";
}

/** NumPy adds narrow integers up in wide ones unless it is told the type. */
function widening(type: ScalarType): readonly string[] {
  const isNarrow = type.kind === "bool" || (type.kind === "int" && type.rule === "numpy" && type.bits < 64);
  return isNarrow ? [`dtype=${dtypeOf(type)}`] : [];
}

/** An exact integer result wraps to its type; the others are in theirs already. */
function inType(p: Printer, text: Text, type: Type): Text {
  const element = elementOf(type);
  if (isNumpy(element) || !isCounted(element)) return text;
  return inRange(p, { text, fraction: 0, range: null }, element);
}

/** Arguments for the prelude's own loops: how to add, how to multiply, and what zero is. */
function arithmeticOf(
  p: Printer,
  left: ScalarType,
  right: ScalarType,
  result: ScalarType,
): readonly (Text | string)[] {
  return [
    operation(p, "add", result, result, result),
    operation(p, "mul", left, right, result),
    zeroOf(result),
  ];
}

/** A Python function of two values. */
function operation(
  p: Printer,
  op: "add" | "mul" | "min" | "max",
  left: ScalarType,
  right: ScalarType,
  result: ScalarType,
): Text {
  if (result.kind === "float" && !isNumpy(result)) return atom(`${p.format(result)}.${op}`);
  if (!isCounted(left) || !isCounted(right) || !isCounted(result)) {
    throw new Error(`cannot print ${op} of ${left.kind} and ${right.kind}`);
  }
  const [x, y]: [Count, Count] = [countOf(atom("x"), left), countOf(atom("y"), right)];
  return lambda(["x", "y"], countedBinary(p, op, x, y, result, true));
}

function zeroOf(type: ScalarType): string {
  return isPythonFloat(type) ? "0.0" : "0";
}

function oneOf(p: Printer, type: ScalarType): string {
  if (type.kind === "float") return `${p.format(type)}.of(1)`;
  return type.kind === "fixed" ? String(1n << BigInt(Math.max(fractionOf(type), 0))) : "1";
}
