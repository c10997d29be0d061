/**
 * Loops as a Program again. What lowering leaves is a Program that uses no array expressions, so the printer, the
 * verifier and the reference interpreter of Program serve for Loops too: `printLoops`, `verifyLoops`, `prepareLoops`.
 */

import { type Kernel, prepare, RunFault } from "../program/interpret/index.ts";
import type * as program from "../program/nodes.ts";
import { type PrintedLine, printedLines, printProgram } from "../program/print/index.ts";
import { verify } from "../program/verify.ts";
import { type ArrayType, array, pythonInt, type Type } from "../types/types.ts";
import { arraysOf } from "./find.ts";
import type { ArrayDecl, Expr, For, Loops, Param, Pragma, Stmt } from "./nodes.ts";
import { scopeErrors } from "./scope.ts";
import { statementsIn } from "./walk.ts";

/** Python that CPython runs. */
export function printLoops(loops: Loops): string {
  return printProgram(toProgram(loops));
}

/** The same line by line, each with the statement of the source that it came from. */
export function printedLoops(loops: Loops): readonly PrintedLine[] {
  return printedLines(toProgram(loops));
}

/** Broken invariants: of names and their scope, then of the Program that the Loops are. */
export function verifyLoops(loops: Loops): string[] {
  const scope = scopeErrors(loops);
  return scope.length > 0 ? scope : verify(toProgram(loops));
}

export function prepareLoops(loops: Loops): Kernel {
  const kernel = prepare(toProgram(loops));
  return { ...kernel, run: (args) => toldBy(loops, () => kernel.run(args)) };
}

/** Runs, and tells a read outside of a table that stands for a fault as that fault. */
export function toldBy<T>(loops: Loops, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw raisedBy(loops, error);
  }
}

/** The fault that an error of running Loops stands for; any other error as it is. */
export function raisedBy(loops: Loops, error: unknown): unknown {
  if (!(error instanceof RunFault) || error.code !== "index-out-of-range") return error;
  const raises = new Map(
    loops.arrays.flatMap((decl) => (decl.raises ? [[decl.name, decl.raises] as const] : [])),
  );
  if (raises.size === 0) return error;
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind !== "assign" || stmt.value.kind !== "load") continue;
    const raised = raises.get(stmt.value.array);
    const { from, to } = stmt.value.span;
    if (raised === undefined || from !== error.span.from || to !== error.span.to) continue;
    const value = /^index (-?\d+) /.exec(error.message)?.[1] ?? "";
    return new RunFault(raised.code, raised.message.replace("{value}", value), error.span);
  }
  return error;
}

export function toProgram(loops: Loops): program.Program {
  const span = { from: 0, to: 0 };
  const arrays = new Map<string, ArrayDecl>();
  for (const param of loops.params) if (param.kind === "array") arrays.set(param.name, param);
  for (const local of loops.arrays) arrays.set(local.name, local);
  const written = new Set<string>();
  const variables: program.Variable[] = [];
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "store") written.add(stmt.array);
    if (stmt.kind === "for") variables.push({ name: stmt.variable, type: pythonInt });
  }
  const func: program.Func = {
    name: loops.name,
    params: loops.params.map(variable),
    locals: [
      ...loops.scalars.map(variable),
      ...loops.arrays.filter((a) => !a.table).map(variable),
      ...variables,
    ],
    writes: loops.params
      .filter((param) => param.kind === "array" && written.has(param.name))
      .map(({ name }) => name),
    body: [
      ...(loops.dataflow === true ? [pragma("dataflow")] : []),
      ...arraysOf(loops).flatMap(({ name, stream }) =>
        stream === undefined
          ? []
          : [pragma(`stream ${name}${stream.depth === undefined ? "" : ` depth=${stream.depth}`}`)],
      ),
      ...(loops.tasks === true ? [pragma("task_parallel")] : []),
      ...(loops.limits ?? []).map(({ operator, count }) => pragma(`limit ${operator} ${count}`)),
      ...loops.arrays.flatMap(allocation),
      ...loops.body.flatMap((stmt) => statement(stmt, arrays)),
      ...(loops.results.length === 0 ? [] : [returned(loops, arrays)]),
    ],
    results: loops.results.map((name) => typeOf(loops, name)),
    span,
  };
  return { source: loops.source, kernel: loops.name, functions: [func] };
}

function variable(decl: Param): program.Variable {
  return { name: decl.name, type: decl.kind === "scalar" ? decl.type : arrayType(decl) };
}

export function arrayType(decl: ArrayDecl): ArrayType {
  return array(decl.element, decl.shape);
}

function typeOf(loops: Loops, name: string): Type {
  const decl = [...loops.params, ...loops.arrays, ...loops.scalars].find((one) => one.name === name);
  if (decl === undefined) throw new Error(`bug in Lutra: no result \`${name}\``);
  return decl.kind === "scalar" ? decl.type : arrayType(decl);
}

const nowhere = { from: 0, to: 0 };

function pragma(text: string): program.Stmt {
  return { kind: "pragma", text, names: [], span: nowhere };
}

/** Local arrays start as zeros; a table stays a constant where it is read. */
function allocation(decl: ArrayDecl): program.Stmt[] {
  if (decl.table !== undefined) return [];
  const zero: program.Expr = { kind: "const", value: zeroOf(decl), type: decl.element, span: nowhere };
  const value: program.Expr = { kind: "fill", value: zero, type: arrayType(decl), span: nowhere };
  return [{ kind: "assign", target: decl.name, value, span: nowhere }];
}

function zeroOf(decl: ArrayDecl): number | boolean {
  const { element } = decl;
  return element.kind === "bool" || (element.kind === "python" && element.name === "bool") ? false : 0;
}

function returned(loops: Loops, arrays: ReadonlyMap<string, ArrayDecl>): program.Stmt {
  const values = loops.results.map((name): program.Expr => {
    const decl = arrays.get(name);
    return decl === undefined ? { kind: "var", name, type: typeOf(loops, name), span: nowhere } : base(decl);
  });
  return { kind: "return", values, span: nowhere };
}

function base(decl: ArrayDecl): program.Expr {
  const type = arrayType(decl);
  if (decl.table !== undefined) return { kind: "arrayConst", values: decl.table, type, span: nowhere };
  return { kind: "var", name: decl.name, type, span: nowhere };
}

type Arrays = ReadonlyMap<string, ArrayDecl>;

function block(body: readonly Stmt[], arrays: Arrays): program.Stmt[] {
  return body.flatMap((stmt) => statement(stmt, arrays));
}

function statement(stmt: Stmt, arrays: Arrays): program.Stmt[] {
  const { span } = stmt.origin;
  switch (stmt.kind) {
    case "for":
      return [forLoop(stmt, arrays)];
    case "while":
      return [
        {
          kind: "while",
          condition: expression(stmt.condition, arrays),
          body: block(stmt.body, arrays),
          span,
        },
      ];
    case "if":
      return [
        {
          kind: "if",
          condition: expression(stmt.condition, arrays),
          then: block(stmt.then, arrays),
          else: block(stmt.else, arrays),
          span,
        },
      ];
    case "assign":
      return [{ kind: "assign", target: stmt.target, value: expression(stmt.value, arrays), span }];
    case "store": {
      const decl = declared(arrays, stmt.array);
      const target: program.Load = {
        kind: "load",
        base: base(decl),
        index: stmt.index.map((index) => expression(index, arrays)),
        type: decl.element,
        span,
      };
      return [{ kind: "store", target, value: expression(stmt.value, arrays), span }];
    }
    case "break":
    case "continue":
      return [{ kind: stmt.kind, span }];
    case "region":
      return block(stmt.body, arrays);
    case "pragma":
      return [{ kind: "pragma", text: shown(stmt), names: [], span }];
  }
}

/** Names of a function that has been inlined are told as what they are here. */
function shown({ text, names }: Pragma): string {
  const others = names.flatMap(({ word, is }) =>
    "name" in is && is.name !== word
      ? [`${word} is ${is.kind === "part" ? "a part of " : ""}${is.name}`]
      : [],
  );
  return others.length === 0 ? text : `${text} (${others.join(", ")})`;
}

function forLoop(stmt: For, arrays: Arrays): program.Stmt {
  return {
    kind: "for",
    variable: stmt.variable,
    from: expression(stmt.from, arrays),
    to: expression(stmt.to, arrays),
    step: { kind: "const", value: stmt.step, type: pythonInt, span: stmt.origin.span },
    body: block(stmt.body, arrays),
    attrs: stmt.attrs,
    span: stmt.origin.span,
  };
}

function declared(arrays: Arrays, name: string): ArrayDecl {
  const decl = arrays.get(name);
  if (decl === undefined) throw new Error(`bug in Lutra: no array \`${name}\``);
  return decl;
}

function expression(expr: Expr, arrays: Arrays): program.Expr {
  const inner = (child: Expr): program.Expr => expression(child, arrays);
  switch (expr.kind) {
    case "const":
    case "var":
      return { ...expr, span: nowhere };
    case "load":
      return {
        kind: "load",
        base: base(declared(arrays, expr.array)),
        index: expr.index.map(inner),
        type: expr.type,
        span: expr.span,
      };
    case "unary":
    case "cast":
    case "bitcast":
      return { ...expr, operand: inner(expr.operand) };
    case "binary":
    case "compare":
    case "logic":
      return { ...expr, left: inner(expr.left), right: inner(expr.right) };
    case "select":
      return {
        kind: "conditional",
        condition: inner(expr.condition),
        then: inner(expr.then),
        otherwise: inner(expr.otherwise),
        type: expr.type,
        span: expr.span,
      };
    case "math":
      return { ...expr, args: expr.args.map(inner) };
    case "bits":
      return { ...expr, operand: inner(expr.operand), low: inner(expr.low) };
  }
}
