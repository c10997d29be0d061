/**
 * A function that returns an array from several places, and one that its caller has too: what it gives is a variable
 * like any other, which each return assigns.
 *
 *     if c:                  if c:
 *         return a               f_result = a
 *     return b * 2               return f_result
 *                            f_result = b * 2
 *                            return f_result
 */
import { freeName } from "../../program/free_name.ts";
import type { Func, Program, Return, Stmt, Var, Variable } from "../../program/nodes.ts";
import { type SharedResult, sharedResults } from "../../program/sharing.ts";
import { type Functions, returnsAtEnd } from "./facts.ts";

export function functionsOf(program: Program): Functions {
  const resultsOf = sharedResults(program.functions);
  const rewritten = program.functions.map((func) =>
    func.name === program.kernel ? unchanged(func) : withResultVariables(func, resultsOf(func.name)),
  );
  return {
    byName: new Map(rewritten.map(({ func }) => [func.name, func])),
    resultsOf,
    resultVariables: new Map(rewritten.map(({ func, variables }) => [func.name, variables])),
  };
}

interface Rewritten {
  readonly func: Func;
  readonly variables: ReadonlyMap<number, string>; // by result
}

function unchanged(func: Func): Rewritten {
  return { func, variables: new Map() };
}

function withResultVariables(func: Func, shared: readonly SharedResult[]): Rewritten {
  if (returnsAtEnd(func)) return unchanged(func);
  const taken = new Set([...func.params, ...func.locals].map(({ name }) => name));
  const variables = new Map<number, Variable>();
  for (const [i, type] of func.results.entries()) {
    if (type.kind !== "array" || !isShared(shared[i], type.shape)) continue;
    const name = freeName(taken, `${func.name}_result`);
    taken.add(name);
    variables.set(i, { name, type });
  }
  if (variables.size === 0) return unchanged(func);
  const body = func.body.flatMap((stmt) => assigned(stmt, variables));
  return {
    func: { ...func, locals: [...func.locals, ...variables.values()], body },
    variables: new Map([...variables].map(([i, { name }]) => [i, name])),
  };
}

/** An array that others know, or one whose shape differs from return to return, cannot be copied to one place. */
function isShared(result: SharedResult | undefined, shape: readonly unknown[]): boolean {
  if (result === undefined) return false;
  if (result.params.size > 0 || result.results.size > 0) return true;
  return shape.some((dim) => typeof dim !== "number");
}

function assigned(stmt: Stmt, variables: ReadonlyMap<number, Variable>): readonly Stmt[] {
  const inside = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((inner) => assigned(inner, variables));
  switch (stmt.kind) {
    case "return":
      return assignedReturn(stmt, variables);
    case "for":
    case "while":
      return [{ ...stmt, body: inside(stmt.body) }];
    case "if":
      return [{ ...stmt, then: inside(stmt.then), else: inside(stmt.else) }];
    default:
      return [stmt];
  }
}

function assignedReturn(stmt: Return, variables: ReadonlyMap<number, Variable>): readonly Stmt[] {
  const { span } = stmt;
  const stmts: Stmt[] = [];
  const values = stmt.values.map((value, i) => {
    const variable = variables.get(i);
    if (variable === undefined) return value;
    stmts.push({ kind: "assign", target: variable.name, value, span });
    const { name, type } = variable;
    return { kind: "var", name, type, span } satisfies Var;
  });
  return [...stmts, { ...stmt, values }];
}
