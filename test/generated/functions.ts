/** Functions around and inside the kernel, and their calls. */
import { anyShape, arrayOf } from "./arrays.ts";
import { oneOf } from "./choices.ts";
import {
  arraysIn,
  asExpression,
  atom,
  dtypes,
  type Ex,
  type FunctionSignature,
  innerScope,
  isPython,
  type Result,
  type Scalar,
  type Scope,
  type Shape,
  sameShape,
  type Variable,
} from "./model.ts";
import { anyScalarType, pythonInt, scalarOf } from "./scalars.ts";
import { indented, writeBlock, writeReturn } from "./statements.ts";
import { viewOfShape } from "./views.ts";

const intRange = { low: -20, high: 60 };

/** A function's text; from here on the scope can call it. It sees the names of `scope`, and changes them only by stores. */
export function writeFunction(scope: Scope, name: string): string[] {
  const { c } = scope;
  const changes = c.chance(30);
  const params = Array.from({ length: 1 + c.pick(3) }, (_, i) =>
    parameter(scope, `p${i}`, changes && i === 0),
  );
  const count = changes ? c.pick(2) : weightedCount(c.pick(10));
  const results: Result[] = Array.from({ length: count }, () => result(scope));
  const vars = new Map(
    [...scope.vars].map(([key, v]): [string, Variable] => [key, { ...v, rebind: "never", stored: false }]),
  );
  for (const p of params) vars.set(p.name, p);
  const inner: Scope = innerScope(scope, {
    vars,
    loops: 0,
    results: c.chance(40) ? results : null,
    budget: { statements: c.pick(4), names: scope.budget.names },
    functions: [...scope.functions],
  });
  const body = writeBlock(inner, "v");
  body.push(...writeReturn(inner, results));
  keepCaptured(scope, body);
  scope.functions.push({ name, params, results, changes });
  const head = params.map((p, i) =>
    i > 0 && i === params.length - 1 && p.shape.length === 0 && isPython(p.type) && c.chance(20)
      ? `${p.name}=${defaultOf(p.type)}`
      : p.name,
  );
  return [`def ${name}(${head.join(", ")}):`, ...indented(body.length === 0 ? ["pass"] : body)];
}

/** A function reads the names around it when it is called: by then they must still have the types it was written for. */
function keepCaptured(scope: Scope, body: readonly string[]): void {
  for (const v of scope.vars.values()) {
    const read = v.rebind === "freely" && new RegExp(`\\b${v.name}\\b`).test(body.join("\n"));
    if (read) scope.vars.set(v.name, { ...v, rebind: "same type" });
  }
}

function weightedCount(n: number): number {
  return n < 7 ? 1 : 2;
}

function defaultOf(type: Scalar): string {
  return type === "python int" ? "2" : type === "python float" ? "1.5" : "True";
}

function parameter(scope: Scope, name: string, changed: boolean): Variable {
  const { c } = scope;
  const { type, shape } = changed ? { type: oneOf(c, dtypes), shape: anyShape(c) } : result(scope);
  const range = type === "python int" && shape.length === 0 ? intRange : null;
  return { name, type, shape, range, rebind: "freely", stored: changed, plain: false, mixed: false };
}

/** The type of a parameter or result; of arrays, often one that there is. */
function result(scope: Scope): Result {
  const { c } = scope;
  if (!c.chance(45)) return { type: anyScalarType(c), shape: [] };
  const arrays = arraysIn(scope);
  if (arrays.length > 0 && c.chance(70)) {
    const { type, shape } = oneOf(c, arrays);
    return { type, shape };
  }
  return { type: oneOf(c, dtypes), shape: anyShape(c) };
}

/** A call that gives one value of the type and shape, and changes nothing. */
export function callFor(scope: Scope, type: Scalar, shape: Shape): Ex | null {
  const { c } = scope;
  const fitting = scope.functions.filter(
    (f) =>
      !f.changes &&
      f.results.length === 1 &&
      f.results[0]?.type === type &&
      sameShape(f.results[0].shape, shape),
  );
  if (fitting.length === 0) return null;
  const f = oneOf(c, fitting);
  const call = callText(scope, f, 1);
  return call === null
    ? null
    : { ...atom(call, type, shape, type === "python int" ? intRange : null), memory: "frozen" };
}

/** Null when there is nothing it could change. */
export function callText(scope: Scope, f: FunctionSignature, depth: number): string | null {
  const args: string[] = [];
  for (const [i, p] of f.params.entries()) {
    const arg = argumentFor(scope, p, f.changes && i === 0, depth);
    if (arg === null) return null;
    args.push(scope.c.chance(10) && i === f.params.length - 1 ? `${p.name}=${arg}` : arg);
  }
  return `${f.name}(${args.join(", ")})`;
}

function argumentFor(
  scope: Scope,
  p: FunctionSignature["params"][number],
  changed: boolean,
  depth: number,
): string | null {
  if (p.shape.length === 0)
    return p.type === "python int"
      ? pythonInt(scope, p.range, depth).text
      : scalarOf(scope, p.type, depth).text;
  if (isPython(p.type)) return null;
  if (!changed) return arrayOf(scope, p.shape, p.type, depth).text;
  for (const v of arraysIn(scope)) {
    if (!v.stored || v.type !== p.type) continue;
    const view = sameShape(v.shape, p.shape) ? asExpression(v) : viewOfShape(scope, v, p.shape, 0);
    if (view !== null) return view.text;
  }
  return null;
}
