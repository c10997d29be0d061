/** Small functions written out as statements, for builtins that need a loop. */
import type { Expr, Stmt, Variable } from "../../../program/nodes.ts";
import { pythonFloat, pythonInt, type ScalarType } from "../../../types/types.ts";
import type { Site } from "./make.ts";

/** The locals and statements of one function, in the order they are written. */
export interface Steps {
  readonly locals: Variable[];
  readonly body: Stmt[];
  int(name: string, value: Expr): Expr; // `name = value`, a Python int
  float(name: string, value: Expr): Expr;
  while(condition: Expr, ...body: readonly Stmt[]): void;
  giveBack(value: Expr): void;
}

export function steps(at: Site): Steps {
  const locals: Variable[] = [];
  const body: Stmt[] = [];
  const declare = (name: string, value: Expr, type: ScalarType): Expr => {
    locals.push({ name, type });
    body.push(assign(at, name, value));
    return { kind: "var", name, type, span: at.span };
  };
  return {
    locals,
    body,
    int: (name, value) => declare(name, value, pythonInt),
    float: (name, value) => declare(name, value, pythonFloat),
    while: (condition, ...inner) => body.push({ kind: "while", condition, body: inner, span: at.span }),
    giveBack: (value) => body.push({ kind: "return", values: [value], span: at.span }),
  };
}

export function assign(at: Site, target: string, value: Expr): Stmt {
  return { kind: "assign", target, value, span: at.span };
}
