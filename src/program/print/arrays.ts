/** Parts of arrays, and new arrays from old ones. */
import type { Shape, Type } from "../../types/types.ts";
import { elementOf, int64, isNumpy, sameShape, shapeOf } from "../../types/types.ts";
import type {
  Arange,
  Concat,
  Copy,
  Expr,
  Fill,
  Gather,
  Load,
  Reshape,
  Sort,
  Sub,
  Transpose,
  View,
} from "../nodes.ts";
import { numpyValue } from "./cast.ts";
import { printTuple } from "./constants.ts";
import { countedBinary, countOf } from "./counted.ts";
import { printExpr } from "./expression.ts";
import { atom, attribute, call, infix, method, subscript, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, isCounted, isPythonFloat } from "./representation.ts";

export function printLoad(p: Printer, node: Load): Text {
  // A table that is only read is made once.
  const base = node.base.kind === "arrayConst" ? atom(p.table(node.base)) : printExpr(p, node.base);
  return subscript(
    base,
    node.index.map((index) => printExpr(p, index, "weak").text),
  );
}

export function printView(p: Printer, node: View): Text {
  const subs = node.subs.map((sub) => printSub(p, sub));
  // Whole axes at the end go without saying.
  while (subs.length > 1 && subs.at(-1) === ":") subs.pop();
  return subscript(printExpr(p, node.base), subs);
}

function printSub(p: Printer, sub: Sub): string {
  const part = (expr: Expr | null): string => (expr === null ? "" : printExpr(p, expr, "weak").text);
  switch (sub.kind) {
    case "at":
      return part(sub.index);
    case "slice":
      return `${part(sub.start)}:${part(sub.stop)}${sub.step === 1 ? "" : `:${sub.step}`}`;
    case "newAxis":
      return "None";
  }
}

export function printTranspose(p: Printer, node: Transpose): Text {
  const base = printExpr(p, node.base);
  const last = node.axes.length - 1;
  if (node.axes.every((axis, k) => axis === last - k)) return attribute(base, "T");
  return call("np.transpose", base, printTuple(node.axes));
}

export function printReshape(p: Printer, node: Reshape): Text {
  const shape = node.type.shape.map((dim) => (typeof dim === "number" ? String(dim) : "-1"));
  const reshaped = method(printExpr(p, node.base), "reshape", ...shape);
  return node.shares || !hasOwner(node.base) ? reshaped : method(reshaped, "copy");
}

/** Whether a variable may still see the memory of this value. */
function hasOwner(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "call":
    case "element":
      return true;
    case "view":
    case "transpose":
    case "part":
    case "reshape":
      return hasOwner(expr.base);
    case "conditional":
      return hasOwner(expr.then) || hasOwner(expr.otherwise);
    default:
      return false;
  }
}

export function printGather(p: Printer, node: Gather): Text {
  const whole = Array.from({ length: node.axis }, () => ":");
  return subscript(printExpr(p, node.base), [...whole, printPositions(p, node.index).text]);
}

/** Integers that NumPy takes as an index. */
function printPositions(p: Printer, index: Expr): Text {
  const text = index.kind === "arrayConst" ? atom(p.table(index)) : printExpr(p, index);
  if (index.type.kind !== "array" || isNumpy(index.type.element)) return text;
  return method(text, "astype", dtypeOf(int64));
}

export function printFill(p: Printer, node: Fill): Text {
  const shape = printShape(node.type.shape);
  const { element } = node.type;
  const dtype = `dtype=${dtypeOf(element)}`;
  const { value } = node;
  if (isNumpy(element) && value.kind === "const") {
    if (value.value === false || Object.is(value.value, 0)) return call("np.zeros", shape, dtype);
    if (value.value === true || value.value === 1) return call("np.ones", shape, dtype);
  }
  return call("np.full", shape, printExpr(p, value, "weak"), dtype);
}

export function printArange(p: Printer, node: Arange): Text {
  const { element, shape } = node.type;
  const count = String(extent(shape[0]));
  const counts = (from: string[]): Text =>
    call("np.arange", ...from, `dtype=${dtypeOf(isNumpy(element) ? element : int64)}`);
  const { start, step } = node;
  const fromZero = start.kind === "const" && Object.is(start.value, 0);
  const byOne = step.kind === "const" && step.value === 1;
  if (isNumpy(element)) {
    p.need("seterr");
    if (fromZero && byOne) return counts([count]);
    const scaled = byOne ? counts([count]) : infix(printExpr(p, step, "weak"), "*", counts([count]));
    // -0.5 * 0 is -0.0, which only the sum makes 0.0 again.
    const negative = element.kind === "float" && !(step.kind === "const" && Number(step.value) > 0);
    return fromZero && !negative ? scaled : infix(printExpr(p, start, "weak"), "+", scaled);
  }
  const positions = method(counts([count]), "astype", "object");
  const first = printExpr(p, start);
  const by = printExpr(p, step);
  if (isCounted(element)) {
    const index = { text: positions, fraction: 0, range: null };
    const scaled = countedBinary(p, "mul", index, countOf(by, element), element, true);
    return countedBinary(p, "add", countOf(first, element), countOf(scaled, element), element, true);
  }
  if (element.kind === "float") {
    const format = p.format(element);
    return call(`${format}.add`, first, call(`${format}.mul`, by, call(`${format}.of`, positions)));
  }
  return infix(first, "+", infix(by, "*", positions));
}

export function printConcat(p: Printer, node: Concat): Text {
  const parts = `[${node.parts.map((part) => printExpr(p, part).text).join(", ")}]`;
  return call("np.concatenate", parts, ...(node.axis === 0 ? [] : [`axis=${node.axis}`]));
}

export function printCopy(p: Printer, node: Copy): Text {
  const operand = printExpr(p, node.operand);
  const { shape, element } = node.type;
  if (node.operand.type.kind !== "array") {
    return call(
      "np.full",
      printShape(shape),
      printExpr(p, node.operand, "weak"),
      `dtype=${dtypeOf(element)}`,
    );
  }
  if (sameShape(shapeOf(node.operand.type), shape)) return method(operand, "copy");
  return method(call("np.broadcast_to", operand, printShape(shape)), "copy");
}

export function printSort(p: Printer, node: Sort): Text {
  const { element } = node.operand.type.kind === "array" ? node.operand.type : node.type;
  const isLast = node.axis === shapeOf(node.operand.type).length - 1;
  const options = [...(isLast ? [] : [`axis=${node.axis}`]), `kind="stable"`];
  const operand = sortable(p, printExpr(p, node.operand), node.operand.type);
  if (node.what === "positions") return call("np.argsort", operand, ...options);
  const sorted = call("np.sort", operand, ...options);
  return isPythonFloat(element) ? method(sorted, "astype", "object") : sorted;
}

/** Floats that NumPy lacks compare as float64, which knows where NaN goes. */
export function sortable(p: Printer, x: Text, type: Type): Text {
  const element = elementOf(type);
  if (isPythonFloat(element)) return numpyValue(x, "np.float64", true);
  if (element.kind === "float" && !isNumpy(element)) return call(`${p.format(element)}.number`, x);
  return x;
}

export function printShape(shape: Shape): string {
  return printTuple(shape.map(extent));
}

function extent(dim: Shape[number] | undefined): number {
  return typeof dim === "number" ? dim : (dim?.max ?? 0);
}
