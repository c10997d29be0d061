/** What is known of a function before it is inlined: who is assigned where, what lives on, how it returns. */
import { aliasesIn, rootsOf } from "../../program/aliases.ts";
import type { Assign, CallStmt, Const, Expr, For, Func, Stmt, While } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";
import type { Type } from "../../types/types.ts";
import { type Liveness, livenessOf } from "./liveness.ts";

export interface Facts {
  readonly types: ReadonlyMap<string, Type>;
  readonly assignments: ReadonlyMap<string, readonly (Assign | CallStmt)[]>; // of arrays
  readonly assigned: ReadonlySet<string>; // all variables that statements set, loops too
  readonly constants: ReadonlyMap<string, Const>; // scalars that are one constant from the start
  readonly liveness: Liveness;
  readonly loopsAround: ReadonlyMap<Stmt, readonly (For | While)[]>;
  readonly assignedIn: ReadonlyMap<Stmt, ReadonlySet<string>>; // by a loop's body
  readonly counters: ReadonlySet<string>; // variables that only loops set and only their bodies read
  readonly returns: number;
  readonly returnsAtEnd: boolean; // one return, and nothing after it
  readonly mayReturn: ReadonlySet<Stmt>;
  readonly written: ReadonlySet<string>; // arrays whose memory something may store to
  readonly sharesArguments: boolean; // a result may be a view of an argument
}

export function factsOf(func: Func, functions: ReadonlyMap<string, Func>): Facts {
  const types = new Map<string, Type>();
  for (const { name, type } of [...func.params, ...func.locals]) types.set(name, type);
  const assignments = new Map<string, (Assign | CallStmt)[]>();
  const assigned = new Set<string>();
  const loopsAround = new Map<Stmt, readonly (For | While)[]>();
  const assignedIn = new Map<Stmt, Set<string>>();
  const mayReturn = new Set<Stmt>();
  let returns = 0;
  const set = (name: string, around: readonly (For | While)[]): void => {
    assigned.add(name);
    for (const loop of around) assignedIn.get(loop)?.add(name);
  };
  const setPlainly = new Set<string>();
  const visit = (body: readonly Stmt[], around: readonly (For | While)[]): boolean => {
    let found = false;
    for (const stmt of body) {
      loopsAround.set(stmt, around);
      if (stmt.kind === "assign" || stmt.kind === "callStmt") {
        for (const target of stmt.kind === "assign" ? [stmt.target] : stmt.targets) {
          set(target, around);
          setPlainly.add(target);
          if (types.get(target)?.kind === "array")
            assignments.set(target, [...(assignments.get(target) ?? []), stmt]);
        }
      }
      if (stmt.kind === "storeBits" && stmt.target.kind === "var") {
        set(stmt.target.name, around);
        setPlainly.add(stmt.target.name);
      }
      if (stmt.kind === "return") returns += 1;
      let inside = stmt.kind === "return";
      if (stmt.kind === "for" || stmt.kind === "while") {
        assignedIn.set(stmt, new Set());
        if (stmt.kind === "for") set(stmt.variable, around);
        inside = visit(stmt.body, [...around, stmt]);
      } else if (stmt.kind === "if") {
        const yes = visit(stmt.then, around);
        inside = visit(stmt.else, around) || yes;
      }
      if (inside) mayReturn.add(stmt);
      found ||= inside;
    }
    return found;
  };
  visit(func.body, []);
  const aliases = aliasesIn(func);
  const liveness = livenessOf(func, types);
  const isCounter = (name: string): boolean =>
    [...assignedIn.keys()].every(
      (loop) =>
        loop.kind !== "for" ||
        loop.variable !== name ||
        !(liveness.afterLoop.get(loop)?.has(name) || assignedIn.get(loop)?.has(name)),
    );
  const looped = new Set(
    [...assignedIn.keys()].flatMap((loop) => (loop.kind === "for" ? [loop.variable] : [])),
  );
  return {
    types,
    assignments,
    assigned,
    constants: constantsOf(func),
    liveness,
    counters: new Set([...looped].filter((name) => !setPlainly.has(name) && isCounter(name))),
    loopsAround,
    assignedIn,
    returns,
    returnsAtEnd: returns === 0 || (returns === 1 && func.body.at(-1)?.kind === "return"),
    mayReturn,
    written: writtenArrays(func, functions, aliases),
    sharesArguments: returnedExprs(func).some(
      (value) =>
        value.type.kind === "array" &&
        func.params.some(({ name, type }) => type.kind === "array" && rootsOf(value, aliases).has(name)),
    ),
  };
}

/** Whether control never gets past these statements, because all ways return. */
export function alwaysReturns(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  if (last === undefined) return false;
  if (last.kind === "return") return true;
  return last.kind === "if" && alwaysReturns(last.then) && alwaysReturns(last.else);
}

/** `n = 64` at the top of a function, and never assigned again. */
function constantsOf(func: Func): ReadonlyMap<string, Const> {
  const found = new Map<string, Const>();
  const count = new Map<string, number>();
  const note = (name: string): void => {
    count.set(name, (count.get(name) ?? 0) + 1);
  };
  for (const { name } of func.params) note(name);
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "assign") note(stmt.target);
    else if (stmt.kind === "for") note(stmt.variable);
    else if (stmt.kind === "callStmt") stmt.targets.forEach(note);
    else if (stmt.kind === "storeBits" && stmt.target.kind === "var") note(stmt.target.name);
  }
  for (const stmt of func.body) {
    if (stmt.kind !== "assign" || count.get(stmt.target) !== 1 || stmt.value.type.kind === "array") continue;
    const value = stmt.value.kind === "var" ? found.get(stmt.value.name) : stmt.value;
    if (value?.kind === "const") found.set(stmt.target, value);
  }
  return found;
}

function writtenArrays(
  func: Func,
  functions: ReadonlyMap<string, Func>,
  aliases: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const addArguments = (callee: string, args: readonly Expr[]): void => {
    const called = functions.get(callee);
    const mayPassOn = called?.results.some(({ kind }) => kind === "array") ?? true;
    for (const [i, arg] of args.entries()) {
      const param = called?.params[i]?.name ?? "";
      if (arg.type.kind === "array" && (mayPassOn || called?.writes.includes(param))) add(arg);
    }
  };
  const add = (expr: Expr): void => {
    for (const name of rootsOf(expr, aliases)) found.add(name);
  };
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "store") {
      const { target } = stmt;
      add(target.kind === "load" || target.kind === "gather" ? target.base : target);
    }
    if (stmt.kind === "storeBits" && stmt.target.kind === "load") add(stmt.target.base);
    if (stmt.kind === "callStmt") addArguments(stmt.func, stmt.args);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "call") addArguments(expr.func, expr.args);
      }
    }
    if (stmt.kind === "return") stmt.values.filter(({ type }) => type.kind === "array").forEach(add);
  }
  return found;
}

function returnedExprs(func: Func): readonly Expr[] {
  return [...statementsIn(func.body)].flatMap((stmt) => (stmt.kind === "return" ? stmt.values : []));
}

/** The variables that an expression names. */
export function variablesIn(expr: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  for (const inner of expressionsIn(expr)) if (inner.kind === "var") found.add(inner.name);
  return found;
}
