/**
 * `while` loops that count, as `for` loops: how often these run is known when they begin, or when compiling, and what their
 * counter can be.
 *
 *     i = 2                            for i_1 in range(2, n):
 *     while i < n:                         s = s + a[i_1]
 *         s = s + a[i]                     i = i_1 + 1
 *         i = i + 1
 *
 * The counter is a Python int that one statement of the body changes, by a constant, in every iteration; the bound is made of what
 * the body does not set. A loop in another one that may be left early stays as it is: circuits run both as one (steps.ts).
 */
import { constantInt, intConst } from "../../program/builder.ts";
import { freeName } from "../../program/free_name.ts";
import type { Assign, Expr, For, Func, Program, Stmt, While } from "../../program/nodes.ts";
import { renamedIn } from "../../program/rename.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";
import type { CompareOp } from "../../types/operators.ts";
import { isInteger, isPythonInt, pythonInt } from "../../types/types.ts";

export function withCountedLoops(program: Program): Program {
  const functions = program.functions.map(inFunction);
  return functions.every((func, k) => func === program.functions[k]) ? program : { ...program, functions };
}

function inFunction(func: Func): Func {
  const taken = new Set([...func.params, ...func.locals].map(({ name }) => name));
  const before = taken.size;
  const counters: string[] = [];
  const body = inBlock(func.body, { values: new Map(), isInLoop: false }, (wish) => {
    const name = freeName(taken, wish);
    taken.add(name);
    counters.push(name);
    return name;
  });
  if (taken.size === before) return func;
  return { ...func, body, locals: [...func.locals, ...counters.map((name) => ({ name, type: pythonInt }))] };
}

/** What Python ints of the function are where a statement begins, made of what still is as it was. */
type Values = ReadonlyMap<string, Expr>;

type Named = (wish: string) => string;

interface Place {
  readonly values: Values;
  readonly isInLoop: boolean;
}

function inBlock(body: readonly Stmt[], place: Place, named: Named): readonly Stmt[] {
  const values = new Map(place.values);
  return body.flatMap((stmt): readonly Stmt[] => {
    const written = writtenIn([stmt]);
    const [first = stmt, ...after] =
      stmt.kind === "while" ? counted(stmt, { ...place, values }, named) : [stmt];
    const inner: Place =
      first.kind === "if" ? { ...place, values } : { values: without(values, written), isInLoop: true };
    const made = insideOf(first, (part) => inBlock(part, inner, named));
    for (const name of without(values, written, true).keys()) values.delete(name);
    for (const one of [stmt, ...after]) if (one.kind === "assign") learn(values, one);
    return [made, ...after];
  });
}

/** Without what is set, or made of that; or these alone. */
function without(values: Values, written: ReadonlySet<string>, isReversed = false): Values {
  const isGone = (name: string, value: Expr): boolean => written.has(name) || reads(value, written);
  return new Map([...values].filter(([name, value]) => isGone(name, value) === isReversed));
}

function learn(values: Map<string, Expr>, { target, value }: Assign): void {
  if (isPythonNumber(value) && isPlain(value) && !reads(value, new Set([target]))) values.set(target, value);
}

// One loop

interface Counting {
  readonly counter: string;
  readonly bound: Expr;
  readonly step: number; // not 0
  readonly at: number; // of the statement in the body that counts
}

/** The loop, and what the counter is after it where that is known; the loop as it was where it does not count. */
function counted(loop: While, { values, isInLoop }: Place, named: Named): readonly Stmt[] {
  const isLeft = loop.body.some(leaves);
  const found = isLeft && isInLoop ? null : countingOf(loop, values);
  if (found === null) return [loop];
  const { counter, bound, step, at } = found;
  const { span } = loop;
  const variable = named(counter);
  const before = renamedIn(loop.body.slice(0, at), new Map([[counter, variable]]));
  const after = loop.body.slice(at + 1);
  const next = plus({ kind: "var", name: variable, type: pythonInt, span }, step);
  const from = values.get(counter) ?? { kind: "var", name: counter, type: pythonInt, span };
  const last = isLeft ? null : lastOf(from, bound, step);
  const isSeen = last === null || readsIn(after, counter);
  const counts: readonly Stmt[] = isSeen ? [{ kind: "assign", target: counter, value: next, span }] : [];
  const made: For = {
    kind: "for",
    variable,
    from,
    to: bound,
    step: intConst(step, span),
    body: [...before, ...counts, ...after],
    attrs: {},
    name: "while",
    span,
  };
  const end: readonly Stmt[] =
    last === null ? [] : [{ kind: "assign", target: counter, value: intConst(last, span), span }];
  return [made, ...end];
}

function countingOf({ condition, body }: While, values: Values): Counting | null {
  if (condition.kind !== "compare") return null;
  const { op, left, right } = condition;
  return countingTo(left, op, right, body, values) ?? countingTo(right, mirrored[op], left, body, values);
}

const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  ...{ eq: "eq", ne: "ne" },
  ...{ lt: "gt", gt: "lt", le: "ge", ge: "le" },
};

function countingTo(
  counter: Expr,
  op: CompareOp,
  bound: Expr,
  body: readonly Stmt[],
  values: Values,
): Counting | null {
  if (counter.kind !== "var" || !isPythonNumber(counter) || op === "eq" || op === "ne") return null;
  const { name } = counter;
  const at = body.findIndex((stmt) => stmt.kind === "assign" && stmt.target === name);
  const step = stepOf(body[at], name);
  if (step === null || step === 0 || step > 0 !== (op === "lt" || op === "le")) return null;
  const others = body.filter((_, k) => k !== at);
  if (writtenIn(others).has(name) || body.slice(0, at).some(goesOn)) return null;
  if (!isPlain(bound) || reads(bound, writtenIn(body))) return null;
  // One more than the greatest Python int would not be one.
  const isNear = (op === "lt" || op === "gt") && Math.abs(step) === 1 && isPythonNumber(bound);
  if (!isNear && !isSmall(bound, values)) return null;
  const excluded = op === "le" ? 1 : op === "ge" ? -1 : 0;
  return { counter: name, bound: plus(asPython(bound), excluded), step, at };
}

/** By how much the statement changes the counter: by a constant, or null. */
function stepOf(stmt: Stmt | undefined, counter: string): number | null {
  if (stmt?.kind !== "assign" || stmt.value.kind !== "binary") return null;
  const { op, left, right } = stmt.value;
  const isOwn = (expr: Expr): boolean => expr.kind === "var" && expr.name === counter;
  if (op === "add") return isOwn(left) ? constantInt(right) : isOwn(right) ? constantInt(left) : null;
  const by = op === "sub" && isOwn(left) ? constantInt(right) : null;
  return by === null ? null : -by;
}

/** Where the loop is not left early and all is constant. */
function lastOf(from: Expr, to: Expr, step: number): number | null {
  const [first, end] = [constantInt(from), constantInt(to)];
  if (first === null || end === null) return null;
  return first + step * Math.max(0, Math.ceil((end - first) / step));
}

// What statements do

function insideOf(stmt: Stmt, change: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  if (stmt.kind === "if") return { ...stmt, then: change(stmt.then), else: change(stmt.else) };
  return stmt.kind === "for" || stmt.kind === "while" ? { ...stmt, body: change(stmt.body) } : stmt;
}

function writtenIn(body: readonly Stmt[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign") found.add(stmt.target);
    if (stmt.kind === "for") found.add(stmt.variable);
    if (stmt.kind === "callStmt") for (const target of stmt.targets) found.add(target);
    if (stmt.kind === "storeBits" && stmt.target.kind === "var") found.add(stmt.target.name);
  }
  return found;
}

function reads(expr: Expr, names: ReadonlySet<string>): boolean {
  return [...expressionsIn(expr)].some((one) => one.kind === "var" && names.has(one.name));
}

function readsIn(body: readonly Stmt[], name: string): boolean {
  const names = new Set([name]);
  return [...statementsIn(body)].some((stmt) => expressionsOf(stmt).some((expr) => reads(expr, names)));
}

/** Whether it may begin the next iteration of the loop that it stands in. */
function goesOn(stmt: Stmt): boolean {
  return stmt.kind === "continue" || (stmt.kind === "if" && bodiesOf(stmt).some(goesOn));
}

/** Whether it leaves the loop that it stands in. */
function leaves(stmt: Stmt): boolean {
  return stmt.kind === "break" || (stmt.kind === "if" && bodiesOf(stmt).some(leaves));
}

// Expressions

function isPythonNumber({ type }: Expr): boolean {
  return type.kind !== "array" && isPythonInt(type);
}

/** Of scalars alone, so that it is the same wherever they are. */
function isPlain(expr: Expr): boolean {
  if (expr.type.kind === "array" || !isInteger(expr.type)) return false;
  switch (expr.kind) {
    case "const":
    case "var":
      return true;
    case "cast":
      return isPlain(expr.operand);
    case "binary":
      return isPlain(expr.left) && isPlain(expr.right);
    case "extent":
      return expr.array.kind === "var";
    default:
      return false;
  }
}

/** Far from the ends of what a Python int can be. */
function isSmall(expr: Expr, values: Values): boolean {
  if (expr.type.kind === "int") return expr.type.rule === "numpy" && expr.type.bits <= 32;
  switch (expr.kind) {
    case "const":
      return Math.abs(Number(expr.value)) < 2 ** 31;
    case "var": {
      const value = values.get(expr.name);
      return value !== undefined && isSmall(value, values);
    }
    case "cast":
      return isSmall(expr.operand, values);
    case "binary":
      return (
        ["add", "sub", "floordiv", "mod", "min", "max"].includes(expr.op) &&
        isSmall(expr.left, values) &&
        isSmall(expr.right, values)
      );
    case "extent":
      return true;
    default:
      return false;
  }
}

function asPython(expr: Expr): Expr {
  return isPythonNumber(expr)
    ? expr
    : { kind: "cast", operand: expr, type: pythonInt, implied: true, span: expr.span };
}

function plus(expr: Expr, by: number): Expr {
  if (by === 0) return expr;
  const { span } = expr;
  const value = constantInt(expr);
  if (value !== null) return intConst(value + by, span);
  return { kind: "binary", op: "add", left: expr, right: intConst(by, span), type: pythonInt, span };
}
