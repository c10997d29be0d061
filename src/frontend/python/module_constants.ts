/** Stores that reach a constant of the module by another name: Python would keep the change for the next call. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Expr, Func, Stmt } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";
import { report, type Scope } from "./scope.ts";

/** The constants that results of the function may be part of. Stores to such memory are reported. */
export function checkConstants(scope: Scope, func: Func): ReadonlySet<string> {
  const held = constantsHeld(scope, func);
  const constantsOf = (expr: Expr): ReadonlySet<string> => constantsIn(scope, held, expr);
  const stored = (target: Expr): void => {
    for (const constant of constantsOf(target))
      report(scope, diagnose("store-to-constant", target.span, { constant }));
  };
  const results = new Set<string>();
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "store") stored(stmt.target.kind === "var" ? stmt.target : stmt.target.base);
    if (stmt.kind === "storeBits" && stmt.target.kind === "load") stored(stmt.target.base);
    for (const arg of changedArguments(scope, stmt)) stored(arg);
    if (stmt.kind !== "return") continue;
    for (const value of stmt.values) for (const constant of constantsOf(value)) results.add(constant);
  }
  return results;
}

type Held = ReadonlyMap<string, ReadonlySet<string>>;

/** By local array, whatever the order in which the function runs. */
function constantsHeld(scope: Scope, func: Func): Held {
  const held = new Map<string, Set<string>>();
  const add = (target: string, constants: Iterable<string>): boolean => {
    const own = held.get(target) ?? new Set();
    const before = own.size;
    for (const constant of constants) own.add(constant);
    if (own.size > before) held.set(target, own);
    return own.size > before;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const stmt of statementsIn(func.body)) {
      if (stmt.kind === "assign" && stmt.value.type.kind === "array")
        changed = add(stmt.target, constantsIn(scope, held, stmt.value)) || changed;
      if (stmt.kind !== "callStmt") continue;
      const given = ofCall(scope, held, stmt.func, stmt.args);
      for (const target of stmt.targets) changed = add(target, given) || changed;
    }
  }
  return held;
}

function constantsIn(scope: Scope, held: Held, expr: Expr): ReadonlySet<string> {
  if (expr.type.kind !== "array") return none;
  switch (expr.kind) {
    case "var":
      return held.get(expr.name) ?? none;
    case "arrayConst":
      return expr.constant === undefined ? none : new Set([expr.constant]);
    case "view":
    case "transpose":
    case "part":
      return constantsIn(scope, held, expr.base);
    case "reshape":
      return expr.shares ? constantsIn(scope, held, expr.base) : none;
    case "conditional":
      return new Set([...constantsIn(scope, held, expr.then), ...constantsIn(scope, held, expr.otherwise)]);
    case "call":
      return ofCall(scope, held, expr.func, expr.args);
    default:
      return none;
  }
}

/** A function may return a part of what it is given. */
function ofCall(scope: Scope, held: Held, func: string, args: readonly Expr[]): ReadonlySet<string> {
  const given = args.flatMap((arg) => [...constantsIn(scope, held, arg)]);
  return new Set([...given, ...(scope.unit.shares.get(func) ?? none)]);
}

function* changedArguments(scope: Scope, stmt: Stmt): Generator<Expr> {
  const calls = [...(stmt.kind === "callStmt" ? [stmt] : []), ...callsIn(stmt)];
  for (const { func, args } of calls) {
    const called = scope.unit.functions.find(({ name }) => name === func);
    for (const [i, param] of called?.params.entries() ?? []) {
      const arg = args[i];
      if (arg !== undefined && called?.writes.includes(param.name)) yield arg;
    }
  }
}

function* callsIn(stmt: Stmt): Generator<Extract<Expr, { kind: "call" }>> {
  for (const root of expressionsOf(stmt))
    for (const expr of expressionsIn(root)) if (expr.kind === "call") yield expr;
}

const none: ReadonlySet<string> = new Set();
