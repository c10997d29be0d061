import type { Type } from "../../types/types.ts";
import { elementOf, isNumpy } from "../../types/types.ts";
import type { Bits, Cast, Conditional, Expr, Where } from "../nodes.ts";
import { printBinary, printCompare, printLogic, printMath, printPair, printUnary } from "./arithmetic.ts";
import {
  printArange,
  printConcat,
  printCopy,
  printFill,
  printGather,
  printLoad,
  printReshape,
  printSort,
  printTranspose,
  printView,
} from "./arrays.ts";
import { printBitcast } from "./bitcast.ts";
import { printCast, pythonNumbers } from "./cast.ts";
import { printConstant, printTable, printWeakConstant } from "./constants.ts";
import {
  printConv2d,
  printConvolve,
  printDot,
  printMatMul,
  printReduce,
  printScan,
  printSpMV,
} from "./folds.ts";
import { printElement, printMap } from "./map.ts";
import { atom, attribute, call, conditional, infix, method, subscript, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf } from "./representation.ts";

/**
 * What the surroundings need: a value of just its type; a number whose type they give (`x + 1`, `a[i] = 1`);
 * or only whether it is true.
 */
export type Want = "typed" | "weak" | "truth";

export function printExpr(p: Printer, expr: Expr, want: Want = "typed"): Text {
  switch (expr.kind) {
    case "const":
      if (want === "truth") return atom(expr.value ? "True" : "False");
      return want === "weak"
        ? printWeakConstant(expr.type, expr.value)
        : printConstant(expr.type, expr.value);
    case "arrayConst":
      return printTable(expr.type, expr.values);
    case "var":
      return atom(p.names.of(expr.name));
    case "load":
      return printLoad(p, expr);
    case "view":
      return printView(p, expr);
    case "transpose":
      return printTranspose(p, expr);
    case "reshape":
      return printReshape(p, expr);
    case "part":
      return attribute(printExpr(p, expr.base), expr.part);
    case "gather":
      return printGather(p, expr);
    case "unary":
      return printUnary(p, expr, want);
    case "binary":
      return printBinary(p, expr);
    case "compare":
      return printCompare(p, expr, want);
    case "logic":
      return printLogic(p, expr, want);
    case "conditional":
      return printConditional(p, expr, want);
    case "where":
      return printWhere(p, expr, want);
    case "math":
      return printMath(p, expr);
    case "cast":
      return printCastNode(p, expr, want);
    case "bits":
      return printBits(p, expr);
    case "bitcast":
      return printBitcast(p, printExpr(p, expr.operand), expr.operand.type, expr.type);
    case "reduce":
      return printReduce(p, expr);
    case "scan":
      return printScan(p, expr);
    case "dot":
      return printDot(p, expr);
    case "matmul":
      return printMatMul(p, expr);
    case "map":
      return printMap(p, expr);
    case "element":
      return printElement(p, expr);
    case "extent":
      return subscript(attribute(printExpr(p, expr.array), "shape"), [String(expr.axis)]);
    case "fill":
      return printFill(p, expr);
    case "arange":
      return printArange(p, expr);
    case "concat":
      return printConcat(p, expr);
    case "copy":
      return printCopy(p, expr);
    case "sort":
      return printSort(p, expr);
    case "convolve":
      return printConvolve(p, expr);
    case "conv2d":
      return printConv2d(p, expr);
    case "spmv":
      return printSpMV(p, expr);
    case "call":
      return call(p.callee(expr.func), ...expr.args.map((arg) => printExpr(p, arg)));
  }
}

function printConditional(p: Printer, node: Conditional, want: Want): Text {
  return conditional(
    printExpr(p, node.condition, "truth"),
    printExpr(p, node.then, want),
    printExpr(p, node.otherwise, want),
  );
}

function printWhere(p: Printer, node: Where, want: Want): Text {
  // np.where on scalars gives an array; choosing one of two values is the same thing.
  if (node.type.kind !== "array") return printConditional(p, { ...node, kind: "conditional" }, want);
  const [then, otherwise] = printPair(p, node.then, node.otherwise);
  const chosen = call("np.where", printExpr(p, node.condition), then, otherwise);
  const isObject = !isNumpy(elementOf(node.type));
  const hasArray = node.then.type.kind === "array" || node.otherwise.type.kind === "array";
  return isObject && !hasArray ? method(chosen, "astype", dtypeOf(elementOf(node.type))) : chosen;
}

function printCastNode(p: Printer, node: Cast, want: Want): Text {
  const { operand } = node;
  const target = elementOf(node.type);
  // Where only truth counts, a cast to bool is what Python does anyway.
  const isTruth = target.kind === "bool" || (target.kind === "python" && target.name === "bool");
  if (want === "truth" && isTruth && node.type.kind !== "array" && isTruthful(operand.type)) {
    return printExpr(p, operand, "truth");
  }
  const value = printExpr(p, operand);
  const plain = isNumpy(elementOf(operand.type)) || elementOf(operand.type).kind === "python";
  if (node.stores && isNumpy(target) && plain) return value; // the store itself converts, and checks
  const converted = printCast(p, value, operand.type, node.type);
  // A cast gives a new array, also where no element changes.
  return converted === value && node.type.kind === "array" ? method(value, "copy") : converted;
}

/** Whether Python finds a value true just when it is not zero. */
function isTruthful(type: Type): boolean {
  return !(type.kind === "float" && type.variant === "flopoco" && type.exponent === 11);
}

function printBits(p: Printer, node: Bits): Text {
  const value = pythonNumbers(printExpr(p, node.operand), node.operand.type);
  const width = node.type.kind === "int" ? node.type.bits : 1;
  const low =
    node.low.kind === "const"
      ? printExpr(p, node.low, "weak")
      : pythonNumbers(printExpr(p, node.low), node.low.type);
  const shifted = low.text === "0" ? value : infix(value, ">>", low);
  return infix(shifted, "&", atom(bitMask(width)));
}

function bitMask(width: number): string {
  return width <= 8 ? String(2 ** width - 1) : `0x${((1n << BigInt(width)) - 1n).toString(16)}`;
}
