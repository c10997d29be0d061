/** Operators and functions that work element by element. */
import type { MathFn } from "../../types/operators.ts";
import type { FloatType, ScalarType, Type } from "../../types/types.ts";
import { elementOf, isComplex, isNumpy, sameType } from "../../types/types.ts";
import type { Binary, Compare, Expr, Logic, MathCall, Unary } from "../nodes.ts";
import { numpyValue } from "./cast.ts";
import { printWeakConstant } from "./constants.ts";
import { comparison, countedBinary, countedCompare, countedMath, countedUnary, countOf } from "./counted.ts";
import { printExpr, type Want } from "./expression.ts";
import { atom, attribute, call, type Infix, infix, method, prefix, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, isCounted, isPythonFloat, isWide } from "./representation.ts";

export function printUnary(p: Printer, node: Unary, want: Want): Text {
  if (node.op === "not" && want === "truth") return prefix("not ", printExpr(p, node.operand, "truth"));
  const operand = printExpr(p, node.operand);
  const type = elementOf(node.operand.type);
  const isArray = node.type.kind === "array";
  if (type.kind === "python" || isNumpy(type)) {
    if (isNumpy(type)) p.need("seterr");
    switch (node.op) {
      case "neg":
        return prefix("-", operand);
      case "abs":
        return call("abs", operand);
      case "invert":
        return prefix("~", operand);
      case "not":
        if (type.kind === "python" && !isArray) return asBool(prefix("not ", operand), node.type);
        if (type.kind === "bool") return prefix("~", operand);
        return asBool(call("np.logical_not", operand), node.type);
    }
  }
  const result = elementOf(node.type);
  if (isCounted(type)) {
    const count = countOf(operand, type);
    // `not` gives bool, and then only the operand's type matters.
    return countedUnary(p, node.op, count, isCounted(result) ? result : type, isArray);
  }
  if (node.op === "not") return asBool(infix(floatNumber(p, operand, type), "==", atom("0")), node.type);
  if (type.kind === "float" && isWide(type)) return call(`${p.format(type)}.${node.op}`, operand);
  return node.op === "abs" ? call("abs", operand) : prefix("-", operand);
}

export function printBinary(p: Printer, node: Binary): Text {
  const { op } = node;
  const type = elementOf(node.left.type);
  const isArray = node.type.kind === "array";
  const [left, right] = printPair(p, node.left, node.right);
  if (isNumpy(type) || type.kind === "python") {
    if (isNumpy(type)) p.need("seterr");
    return plainBinary(p, op, left, right, type, isArray);
  }
  const other = elementOf(node.right.type);
  const result = elementOf(node.type);
  if (isCounted(type) && isCounted(other) && isCounted(result)) {
    return countedBinary(p, op, countOf(left, type), countOf(right, other), result, isArray);
  }
  if (type.kind === "float") {
    const format = p.format(type);
    return op === "pow"
      ? call(`${format}.call`, "np.power", left, right)
      : call(`${format}.${op}`, left, right);
  }
  throw new Error(`cannot print ${op} of ${type.kind} and ${other.kind}`);
}

export function printCompare(p: Printer, node: Compare, want: Want): Text {
  const type = elementOf(node.left.type);
  const other = elementOf(node.right.type);
  const [left, right] = printPair(p, node.left, node.right);
  if (isNumpy(type) || isNumpy(other)) return infix(left, comparison[node.op], right);
  const text =
    isCounted(type) && isCounted(other)
      ? countedCompare(node.op, countOf(left, type), countOf(right, other))
      : infix(floatNumber(p, left, type), comparison[node.op], floatNumber(p, right, other));
  return want === "truth" ? text : asBool(text, node.type);
}

export function printLogic(p: Printer, node: Logic, want: Want): Text {
  // `and` gives one of its operands: to be of the right type, both must be.
  const side = (operand: Expr): Text => {
    const text = printExpr(p, operand, want === "truth" ? "truth" : "typed");
    if (want === "truth" || sameType(operand.type, node.type)) return text;
    return call(node.type.kind === "bool" ? "np.bool_" : "bool", text);
  };
  return infix(side(node.left), node.op, side(node.right));
}

export function printMath(p: Printer, node: MathCall): Text {
  const type = elementOf(node.args[0]?.type ?? node.type);
  const args = node.args.map((arg) => printExpr(p, arg));
  if (node.fn === "complex") return printPairOf(p, node, args);
  if (isComplex(type)) return printComplexMath(p, node, type, args);
  if (isNumpy(type) && type.kind !== "int") {
    p.need("seterr");
    return call(`np.${numpyName(node.fn)}`, ...args);
  }
  if (type.kind === "float") return floatMath(p, node, type, args);
  if (type.kind === "python" && type.name === "float") return pythonFloatMath(p, node, args);
  const [x] = args;
  if (x === undefined) throw new Error(`cannot print ${node.fn} of nothing`);
  return integerMath(p, node, type, x);
}

function printPairOf(p: Printer, node: MathCall, args: readonly Text[]): Text {
  const type = elementOf(node.type);
  if (node.type.kind === "array") return call(p.need("pair"), ...args, dtypeOf(type));
  const value = call("complex", ...args);
  return type.kind === "python" ? value : call(dtypeOf(type), value);
}

function printComplexMath(p: Printer, node: MathCall, type: ScalarType, args: readonly Text[]): Text {
  const [x] = args;
  if (x === undefined) throw new Error(`cannot print ${node.fn} of nothing`);
  if (node.fn === "real" || node.fn === "imag") return attribute(x, node.fn);
  if (type.kind === "python") return method(x, "conjugate");
  p.need("seterr");
  return call(`np.${node.fn}`, x);
}

/** A scalar is computed by math, which raises as Python does; an array by NumPy. */
function pythonFloatMath(p: Printer, node: MathCall, args: readonly Text[]): Text {
  const named = !["floor", "ceil", "trunc", "rint", "sign", "isnan", "isinf", "isfinite"].includes(node.fn);
  if (named && node.type.kind === "python") {
    p.need("math");
    return call(`math.${node.fn}`, ...args);
  }
  p.need("seterr");
  const isArray = node.type.kind === "array";
  const isTest =
    node.type.kind === "bool" || (node.type.kind === "array" && node.type.element.kind === "bool");
  const operands = node.args.map((arg, k) => {
    const text = args[k] ?? atom("0.0");
    return arg.type.kind === "array" ? method(text, "astype", "np.float64") : text;
  });
  const value = call(`np.${numpyName(node.fn)}`, ...operands);
  if (isTest) return value;
  const result = elementOf(node.type);
  return isArray
    ? method(value, "astype", "object")
    : call(result.kind === "python" ? result.name : "float", value);
}

function integerMath(p: Printer, node: MathCall, type: ScalarType, x: Text): Text {
  const isArray = node.type.kind === "array";
  const zero = atom("0");
  switch (node.fn) {
    case "isnan":
    case "isinf":
      return asBool(infix(x, "!=", x), node.type);
    case "isfinite":
      return asBool(infix(x, "==", x), node.type);
    case "sign": {
      if (isNumpy(type)) return call("np.sign", x);
      const bit = (text: Text): Text => call(isArray ? p.need("int") : "int", text);
      return infix(bit(infix(x, ">", zero)), "-", bit(infix(x, "<", zero)));
    }
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
    case "sqrt":
      if (type.kind === "fixed") return countedMath(p, node.fn, countOf(x, type), type);
      return isArray ? method(x, "copy") : x;
    default:
      throw new Error(`cannot print ${node.fn} of ${type.kind}`);
  }
}

/** The printed operands of an operator; a constant takes the type of the side that is not one. */
export function printPair(p: Printer, left: Expr, right: Expr): [Text, Text] {
  const weakLeft = left.kind === "const" && right.kind !== "const" && !losesType(left, right);
  const weakRight = right.kind === "const" && left.kind !== "const" && !losesType(right, left);
  return [
    weakLeft ? printWeakConstant(left.type, left.value) : printExpr(p, left),
    weakRight ? printWeakConstant(right.type, right.value) : printExpr(p, right),
  ];
}

/** A NumPy constant beside a Python number keeps its type, or Python would do the operation. */
function losesType(constant: Expr, other: Expr): boolean {
  return constant.type.kind !== "python" && elementOf(other.type).kind === "python";
}

/** Python's own operators, for NumPy values and Python numbers. */
function plainBinary(
  p: Printer,
  op: Binary["op"],
  left: Text,
  right: Text,
  type: ScalarType,
  isArray: boolean,
): Text {
  const isPython = type.kind === "python";
  switch (op) {
    case "min":
    case "max": {
      if (!isPython) return call(`np.${op}imum`, left, right);
      if (isPythonFloat(type)) return call(p.need(`${op}imum`), left, right);
      return call(isArray ? p.need(op) : op, left, right);
    }
    case "fmod":
      if (!isPython) return call("np.fmod", left, right);
      return call(p.need(isPythonFloat(type) ? "fmod" : "trunc_mod"), left, right);
    default:
      return infix(left, operators[op], right);
  }
}

const operators = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  floordiv: "//",
  mod: "%",
  pow: "**",
  shl: "<<",
  shr: ">>",
  and: "&",
  or: "|",
  xor: "^",
} as const satisfies Record<string, Infix>;

function floatMath(p: Printer, node: MathCall, type: FloatType, args: readonly Text[]): Text {
  const format = p.format(type);
  switch (node.fn) {
    case "sqrt":
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return call(`${format}.${node.fn}`, ...args);
    case "isnan":
    case "isinf":
    case "isfinite":
      return numpyValue(call(`${format}.${node.fn}`, ...args), "np.bool_", node.type.kind === "array");
    default:
      p.need("seterr");
      return call(`${format}.call`, `np.${numpyName(node.fn)}`, ...args);
  }
}

/** A value of a float type as something Python compares rightly. */
function floatNumber(p: Printer, x: Text, type: ScalarType): Text {
  return type.kind === "float" && isWide(type) ? call(`${p.format(type)}.number`, x) : x;
}

/** Truth in the representation of its type: comparing Python numbers gives a Python bool, comparing arrays NumPy's. */
function asBool(text: Text, type: Type): Text {
  if (type.kind === "bool") return call("np.bool_", text);
  const isObject = type.kind === "array" && type.element.kind === "python";
  return isObject ? method(text, "astype", "object") : text;
}

function numpyName(fn: MathFn): string {
  switch (fn) {
    case "asin":
    case "acos":
    case "atan":
    case "atan2":
      return `arc${fn.slice(1)}`;
    default:
      return fn;
  }
}
