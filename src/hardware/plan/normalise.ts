/**
 * Loops that count from 0 in steps of 1, where their bounds are constants: `for i in range(2, 10, 4)` becomes a loop
 * over n < 2 with 4 * n + 2 where i stood. Which bank an element is in then shows in the factors of its index.
 */
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../loops/walk.ts";
import { pythonInt } from "../../types/types.ts";

export function normalised(loops: Loops): Loops {
  return { ...loops, body: inside(loops.body) };
}

function inside(body: readonly Stmt[]): readonly Stmt[] {
  return body.map((stmt) => {
    const own = mapBodies(stmt, inside);
    return own.kind === "for" ? counted(own) : own;
  });
}

function counted(loop: For): For {
  const { from, to, step } = loop;
  if (from.kind !== "const" || to.kind !== "const") return loop;
  const [first, end] = [Number(from.value), Number(to.value)];
  if (step === 1 && first >= 0 && first < 2 ** 20) return loop;
  const count = Math.max(0, Math.ceil((end - first) / step));
  const value: Expr = sum(product(variableOf(loop.variable), step), first);
  return {
    ...loop,
    from: number(0),
    to: number(count),
    step: 1,
    body: loop.body.map((stmt) => substituted(stmt, loop.variable, value)),
  };
}

/** Copies of `value` are objects of their own: operations are found by the node they came from. */
function substituted(stmt: Stmt, variable: string, value: Expr): Stmt {
  const place = (expr: Expr): Expr =>
    mapExpr(expr, (inner) =>
      inner.kind === "var" && inner.name === variable ? structuredClone(value) : inner,
    );
  const own = mapExpressions(stmt, place);
  return mapBodies(own, (body) => body.map((inner) => substituted(inner, variable, value)));
}

function number(value: number): Expr {
  return { kind: "const", value, type: pythonInt };
}

function variableOf(name: string): Expr {
  return { kind: "var", name, type: pythonInt };
}

const nowhere = { from: 0, to: 0 };

function product(left: Expr, factor: number): Expr {
  if (factor === 1) return left;
  return { kind: "binary", op: "mul", left, right: number(factor), type: pythonInt, span: nowhere };
}

function sum(left: Expr, offset: number): Expr {
  if (offset === 0) return left;
  return { kind: "binary", op: "add", left, right: number(offset), type: pythonInt, span: nowhere };
}
