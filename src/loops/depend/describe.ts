/** Dependences in words, for refusals and reports. */
import type { SourceFile } from "../../diagnostics/diagnostic.ts";
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import type { BinaryOp, CompareOp } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import type { Expr } from "../nodes.ts";
import type { Access } from "./access.ts";
import type { Dependence } from "./dependence.ts";
import { keepsValue } from "./linear.ts";
import type { Iteration } from "./pair.ts";

/** "a[i-1] written at line 5 in iteration i=3 is read at line 6 in iteration i=4" */
export function describe(dependence: Dependence, source: SourceFile): string {
  const { source: from, sink: to, witness, exact } = dependence;
  if (from.what === "control") return describeControl(dependence, source);
  const is = exact ? "is" : "may be";
  const first = describeAccess(from, witness?.source, source);
  const again = to.write === from.write ? `${done(to)} again` : done(to);
  const as = printAccess(to) === printAccess(from) ? "" : ` as ${printAccess(to)}`;
  return `${first} ${is} ${again}${as} at ${line(to, source)}${during(witness?.sink)}`;
}

/** "a[i-1] written at line 5 in iteration i=3" */
export function describeAccess(access: Access, at: Iteration | undefined, source: SourceFile): string {
  return `${printAccess(access)} ${done(access)} at ${line(access, source)}${during(at)}`;
}

function done(access: Access): string {
  return access.write ? "written" : "read";
}

/** The directions as people write them: `i <, j =`, with distances where there is one. */
export function describeDirections({ loops, directions, distances }: Dependence): string {
  return loops
    .map((loop, k) => {
      const distance = distances[k];
      if (distance === null || distance === undefined) return `${loop} ${directions[k] ?? "*"}`;
      return `${loop} ${distance > 0 ? "+" : ""}${distance}`;
    })
    .join(", ");
}

/** `a[i-1]`, or a scalar's name. */
export function printAccess(access: Access): string {
  if (access.what === "control") return access.stmt.kind;
  return access.what === "scalar" ? access.name : `${access.name}[${access.index.map(printExpr).join(", ")}]`;
}

function describeControl({ source: from, witness }: Dependence, source: SourceFile): string {
  const where = `the ${from.stmt.kind} at ${line(from, source)}${during(witness?.source)}`;
  const next = witness === null ? "what follows" : `what follows${during(witness.sink)}`;
  return `${where} decides whether ${next} runs`;
}

function line(access: Access, source: SourceFile): string {
  return `line ${lineAt(lineTable(source), access.span.from)}`;
}

function during(iteration: Iteration | undefined): string {
  const values = Object.entries(iteration ?? {}).map(([name, value]) => `${name}=${value}`);
  return values.length === 0 ? "" : ` in iteration ${values.join(", ")}`;
}

/** An expression as Python, tight, for subscripts. Equal texts are equal expressions. */
export function printExpr(expr: Expr): string {
  return print(expr, 0);
}

function print(expr: Expr, outside: number): string {
  const inner = (child: Expr): string => print(child, 0);
  switch (expr.kind) {
    case "const":
      return String(expr.value);
    case "var":
      return expr.name;
    case "load":
      return `${expr.array}[${expr.index.map(inner).join(", ")}]`;
    case "unary":
      return expr.op === "abs"
        ? `abs(${inner(expr.operand)})`
        : paren(unarySymbol[expr.op] + print(expr.operand, 8), 7, outside);
    case "binary": {
      if (expr.op === "min" || expr.op === "max" || expr.op === "fmod") {
        return `${expr.op}(${inner(expr.left)}, ${inner(expr.right)})`;
      }
      const [symbol, level] = binarySymbol[expr.op];
      return paren(print(expr.left, level) + symbol + print(expr.right, level + 1), level, outside);
    }
    case "compare":
      return paren(`${print(expr.left, 1)} ${compareSymbol[expr.op]} ${print(expr.right, 1)}`, 0, outside);
    case "logic":
      return paren(`${print(expr.left, 1)} ${expr.op} ${print(expr.right, 1)}`, 0, outside);
    case "select":
      if (countsFromEnd(expr)) return print(expr.then, outside);
      return paren(
        `${print(expr.then, 1)} if ${print(expr.condition, 1)} else ${print(expr.otherwise, 1)}`,
        0,
        outside,
      );
    case "math":
      return `${expr.fn}(${expr.args.map(inner).join(", ")})`;
    case "cast":
      return keepsValue(expr.operand.type, expr.type)
        ? print(expr.operand, outside)
        : `${printType(expr.type)}(${inner(expr.operand)})`;
    case "bits":
      return `bits(${inner(expr.operand)}, ${inner(expr.low)})`;
    case "bitcast":
      return `bitcast(${inner(expr.operand)})`;
  }
}

/** `x if x >= 0 else x + n`: what Python does with an index, and no reader wants to see. */
function countsFromEnd({ condition, then }: Extract<Expr, { kind: "select" }>): boolean {
  if (condition.kind !== "compare" || condition.op !== "ge") return false;
  return printExpr(condition.right) === "0" && printExpr(condition.left) === printExpr(then);
}

function paren(text: string, level: number, outside: number): string {
  return level < outside ? `(${text})` : text;
}

const unarySymbol = { neg: "-", invert: "~", not: "not " } as const;

const binarySymbol: Readonly<Record<Exclude<BinaryOp, "min" | "max" | "fmod">, readonly [string, number]>> = {
  or: ["|", 1],
  xor: ["^", 2],
  and: ["&", 3],
  shl: ["<<", 4],
  shr: [">>", 4],
  add: ["+", 5],
  sub: ["-", 5],
  mul: ["*", 6],
  div: ["/", 6],
  floordiv: ["//", 6],
  mod: ["%", 6],
  pow: ["**", 8],
};

const compareSymbol: Readonly<Record<CompareOp, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};
