/**
 * Operators as schedules call them: `mul` is every multiplication, `float32.mul` that of one kind of number.
 *
 * Integers are one kind, whatever their width, and so are fixed numbers: a circuit gives them as many bits as they need.
 */
import { takenApart } from "../types/fault.ts";
import { printType } from "../types/print.ts";
import { float64, isPythonInt, type ScalarType } from "../types/types.ts";
import { visitRuns } from "./analysis/trip_count.ts";
import type { Expr, Loops, UnitLimit } from "./nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "./walk.ts";

/** `mul`, `float32.mul`, `int.add`, …: all that a kernel has. */
export function operatorsIn(loops: Loops): readonly string[] {
  const found = new Set<string>();
  for (const stmt of statementsIn(loops.body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        const own = operatorOf(expr);
        if (own === null) continue;
        found.add(own.operation);
        found.add(`${own.number}.${own.operation}`);
      }
    }
  }
  return [...found].sort();
}

/** How often a call uses an operator, that of addresses aside; `unknown`: see visitRuns. */
export function usesOf({ body }: Loops, operator: string, unknown: number): number {
  let uses = 0;
  visitRuns(body, unknown, (stmt, runs) => {
    for (const root of expressionsOf(stmt)) uses += runs * occurrencesIn(root, operator);
  });
  return uses;
}

function occurrencesIn(root: Expr, operator: string): number {
  return expressionsIn(root).filter((expr) => {
    const own = isPythonInt(expr.type) ? null : operatorOf(expr);
    return own !== null && (own.operation === operator || `${own.number}.${own.operation}` === operator);
  }).length;
}

/** The kind of number that an operator works on; null for truth values, whose operators are no units. */
export function numberOf(type: ScalarType): string | null {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "float":
      return printType(type);
    case "int":
    case "fixed":
      return type.kind;
    case "bool":
      return null;
    case "python":
      return type.name === "bool" ? null : type.name === "int" ? "int" : printType(float64);
  }
}

/** What a schedule allows of an operator: the limit of its own kind of number, else the one of all. */
export function limitOf(
  limits: readonly UnitLimit[],
  number: string,
  operation: string,
): UnitLimit | undefined {
  const called = (name: string): UnitLimit | undefined => limits.find(({ operator }) => operator === name);
  return called(`${number}.${operation}`) ?? called(operation);
}

function operatorOf(expr: Expr): { readonly number: string; readonly operation: string } | null {
  if (expr.kind !== "binary" && expr.kind !== "math") return null;
  const operation = expr.kind === "binary" ? expr.op : expr.fn;
  const operand = expr.kind === "binary" ? expr.left : expr.args[0];
  const number = operand === undefined ? null : numberOf(operand.type);
  return number === null ? null : { number, operation };
}
