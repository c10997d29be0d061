/** What is known of a function before it is inlined: who is assigned where, what lives on, how it returns. */
import { type Aliases, aliasesIn, rootsOf, writtenIn } from "../../program/aliases.ts";
import type { Assign, CallStmt, Const, Expr, For, Func, Stmt, While } from "../../program/nodes.ts";
import { type ResultsOf, type Sharing, sharingIn } from "../../program/sharing.ts";
import { expressionsIn, statementsIn } from "../../program/walk.ts";
import type { Type } from "../../types/types.ts";
import { type Liveness, livenessOf } from "./liveness.ts";

export interface Facts {
  readonly types: ReadonlyMap<string, Type>;
  readonly assignments: ReadonlyMap<string, readonly (Assign | CallStmt)[]>; // of arrays
  readonly assigned: ReadonlySet<string>; // all variables that statements set, loops too
  readonly constants: ReadonlyMap<string, Const>; // scalars that are one constant from the start
  readonly once: ReadonlySet<string>; // that one assignment sets, and nothing else
  readonly liveness: Liveness;
  readonly loopsAround: ReadonlyMap<Stmt, readonly (For | While)[]>;
  readonly assignedIn: ReadonlyMap<Stmt, ReadonlySet<string>>; // by a loop's body
  readonly counters: ReadonlySet<string>; // variables that only loops set and only their bodies read
  readonly returnsAtEnd: boolean;
  readonly mayReturn: ReadonlySet<Stmt>;
  readonly aliases: Aliases;
  readonly sharing: Sharing;
  readonly written: ReadonlySet<string>; // arrays whose memory something may store to, the caller too
}

/** What is known of all functions of a program. */
export interface Functions {
  readonly byName: ReadonlyMap<string, Func>;
  readonly resultsOf: ResultsOf;
  readonly resultVariables: ReadonlyMap<string, ReadonlyMap<number, string>>; // see results.ts
}

/** Two parameters that are given the same memory. */
export type Together = readonly (readonly [string, string])[];

/** `escapes`: whether somebody may store to what it returns. */
export function factsOf(func: Func, functions: Functions, together: Together, escapes = true): Facts {
  const types = new Map<string, Type>();
  for (const { name, type } of [...func.params, ...func.locals]) types.set(name, type);
  const assignments = new Map<string, (Assign | CallStmt)[]>();
  const assigned = new Set<string>();
  const loopsAround = new Map<Stmt, readonly (For | While)[]>();
  const assignedIn = new Map<Stmt, Set<string>>();
  const mayReturn = new Set<Stmt>();
  const set = (name: string, around: readonly (For | While)[]): void => {
    if (assigned.has(name)) once.delete(name);
    else once.add(name);
    assigned.add(name);
    for (const loop of around) assignedIn.get(loop)?.add(name);
  };
  const setPlainly = new Set<string>();
  const once = new Set<string>();
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
  const aliases = aliasesIn(func, functions.resultsOf);
  const liveness = livenessOf(func, types);
  const looped = new Map<string, For[]>();
  for (const loop of assignedIn.keys()) {
    if (loop.kind !== "for") continue;
    const loops = looped.get(loop.variable);
    if (loops === undefined) looped.set(loop.variable, [loop]);
    else loops.push(loop);
  }
  const isCounter = (name: string, loops: readonly For[]): boolean =>
    loops.every((loop) => !(liveness.afterLoop.get(loop)?.has(name) || assignedIn.get(loop)?.has(name)));
  return {
    types,
    assignments,
    assigned,
    constants: constantsOf(func),
    once: new Set([...once].filter((name) => !func.params.some((param) => param.name === name))),
    liveness,
    counters: new Set(
      [...looped].flatMap(([name, loops]) => (!setPlainly.has(name) && isCounter(name, loops) ? [name] : [])),
    ),
    loopsAround,
    assignedIn,
    returnsAtEnd: returnsAtEnd(func),
    mayReturn,
    aliases,
    sharing: sharingIn(func, functions.resultsOf, together),
    written: writtenArrays(func, functions, aliases, together, escapes),
  };
}

/** One return, and nothing after it. */
export function returnsAtEnd(func: Func): boolean {
  const returns = [...statementsIn(func.body)].filter(({ kind }) => kind === "return").length;
  return returns === 0 || (returns === 1 && func.body.at(-1)?.kind === "return");
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

/** What is returned may be stored to by the caller. */
function writtenArrays(
  func: Func,
  functions: Functions,
  aliases: Aliases,
  together: Together,
  escapes: boolean,
): ReadonlySet<string> {
  const found = new Set(writtenIn(func, functions.byName, aliases));
  for (const stmt of escapes ? statementsIn(func.body) : []) {
    if (stmt.kind !== "return") continue;
    for (const value of stmt.values) for (const root of rootsOf(value, aliases)) found.add(root);
  }
  for (const [a, b] of together) {
    if (found.has(a)) found.add(b);
    if (found.has(b)) found.add(a);
  }
  return found;
}

/** The variables that an expression names. */
export function variablesIn(expr: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  for (const inner of expressionsIn(expr)) if (inner.kind === "var") found.add(inner.name);
  return found;
}

/** Whether the body of a loop assigns any array. */
export function bindsArrays({ assignedIn, types }: Facts, loop: Stmt): boolean {
  for (const name of assignedIn.get(loop) ?? []) if (types.get(name)?.kind === "array") return true;
  return false;
}
