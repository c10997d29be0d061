/** An operand that a definition uses twice but that must be computed once. */
import type { Expr, Func, Stmt, Variable } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import type { Site } from "./make.ts";

/**
 * `body(operands)` where repeating the operands costs nothing, else a call of a function that has them as parameters:
 * `max(f(x), g(y))` becomes `max_1(f(x), g(y))` with `def max_1(a, b): return b if b > a else a`.
 * `key` names the function and all that its body depends on besides the operands' types.
 */
export function once(
  at: Site,
  name: string,
  key: string,
  operands: readonly Expr[],
  body: (operands: readonly Expr[]) => Expr,
): Expr {
  if (operands.every(isCheap)) return body(operands);
  return callOf(at, name, key, operands, (params) => {
    const value = body(params);
    return { type: value.type, locals: [], body: [{ kind: "return", values: [value], span: at.span }] };
  });
}

/** A call of a function made for the purpose; the same key and types give the same function. */
export function callOf(
  at: Site,
  name: string,
  key: string,
  operands: readonly Expr[],
  body: (params: readonly Expr[]) => Definition,
): Expr {
  const { unit } = at.scope;
  const types = operands.map((operand) => operand.type);
  const instance = `builtin ${name} ${key} (${types.map(printType).join(", ")})`;
  let func = unit.made.get(instance);
  if (func === undefined) {
    const params = types.map((type, k): Variable => ({ name: paramNames[k] ?? `p${k}`, type }));
    const made = body(
      params.map(({ name: param, type }) => ({ kind: "var", name: param, type, span: at.span })),
    );
    func = {
      name: freeName(unit.names, name),
      params,
      locals: made.locals,
      writes: [],
      body: made.body,
      results: [made.type],
      span: at.span,
    };
    unit.made.set(instance, func);
    unit.functions.push(func);
  }
  const [type] = func.results;
  if (type === undefined) throw new Error("a builtin's function has one result");
  return { kind: "call", func: func.name, args: operands, type, span: at.span };
}

export interface Definition {
  readonly type: Func["results"][number];
  readonly locals: readonly Variable[];
  readonly body: readonly Stmt[];
}

const paramNames = ["a", "b", "c", "d"];

function freeName(taken: Set<string>, base: string): string {
  let name = `${base}_`;
  for (let n = 1; taken.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return name;
}

/** A name, a constant, the current element, or one element at a plain place. */
function isCheap(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "arrayConst":
    case "var":
      return true;
    case "element":
      return expr.type.kind !== "array";
    case "cast":
    case "view":
    case "transpose":
    case "part":
    case "reshape":
      return expr.type.kind !== "array" || expr.kind !== "cast"
        ? isCheap(expr.kind === "cast" ? expr.operand : expr.base)
        : false;
    case "load":
      return isCheap(expr.base) && expr.index.every(isPlace);
    default:
      return false;
  }
}

/** `i`, `2`, `i + 1`. */
function isPlace(index: Expr): boolean {
  if (index.kind === "const" || index.kind === "var") return true;
  return index.kind === "binary" && isPlace(index.left) && isPlace(index.right);
}
