/**
 * The invariants of a Program, checked.
 *
 *     const broken = verify(program);     // ["binary at 12..17: operands are int8 and int32"]; none when all is well
 */
import type { Span } from "../diagnostics/diagnostic.ts";
import { printType } from "../types/print.ts";
import { elementOf, sameType, shapeOf, type Type } from "../types/types.ts";
import { type Aliases, aliasesIn, rootsOf } from "./aliases.ts";
import type { Expr, Func, Program, Stmt, Store } from "./nodes.ts";
import { type ResultsOf, sharedResults } from "./sharing.ts";
import { type Scope, verifyCall, verifyExpr } from "./verify/expression.ts";
import { broadcastsTo } from "./verify/shapes.ts";
import { isInteger, isTruth } from "./verify/types.ts";
import { unsetReads } from "./verify/unset.ts";
import { expressionsIn, expressionsOf, statementsIn } from "./walk.ts";

export function verify(program: Program): string[] {
  const messages: string[] = [];
  const report = (node: { readonly kind: string; readonly span: Span }, message: string): void => {
    messages.push(`${node.kind} at ${node.span.from}..${node.span.to}: ${message}`);
  };
  const functions = new Map<string, Func>();
  const resultsOf = sharedResults(program.functions);
  for (const func of program.functions) {
    const node = { kind: `function ${func.name}`, span: func.span };
    if (functions.has(func.name)) report(node, "there are two functions of this name");
    verifyFunction(func, functions, resultsOf, report);
    functions.set(func.name, func);
  }
  if (program.functions.at(-1)?.name !== program.kernel) {
    messages.push(`program: the kernel ${program.kernel} is not the last function`);
  }
  return messages;
}

interface Body extends Scope {
  readonly func: Func;
  readonly aliases: Aliases;
}

function verifyFunction(
  func: Func,
  functions: ReadonlyMap<string, Func>,
  resultsOf: ResultsOf,
  report: Scope["report"],
): void {
  const node = { kind: `function ${func.name}`, span: func.span };
  const variables = new Map<string, Type>();
  for (const { name, type } of [...func.params, ...func.locals]) {
    if (variables.has(name)) report(node, `${name} is declared twice`);
    variables.set(name, type);
  }
  for (const name of func.writes) {
    const param = func.params.find((other) => other.name === name);
    if (param?.type.kind !== "array") report(node, `writes names ${name}, which is no array parameter`);
  }
  const params = new Set<string>();
  for (const stmt of statementsIn(func.body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind !== "map") continue;
        for (const { name } of expr.params) {
          if (params.has(name) || variables.has(name)) report(expr, `the parameter ${name} is not unique`);
          params.add(name);
        }
      }
    }
  }
  const aliases = aliasesIn(func, resultsOf);
  const body: Body = { func, functions, variables, maps: new Map(), aliases, report };
  verifyBlock(body, func.body, false);
  for (const read of unsetReads(func)) report(read, `nothing can have set ${read.name}`);
}

function verifyBlock(body: Body, stmts: readonly Stmt[], inLoop: boolean): void {
  for (const stmt of stmts) verifyStmt(body, stmt, inLoop);
}

function verifyStmt(body: Body, stmt: Stmt, inLoop: boolean): void {
  // A call may write its arguments only where it is all that a statement evaluates.
  for (const expr of expressionsOf(stmt))
    verifyExpr(body, expr, stmt.kind === "assign" || stmt.kind === "return");
  switch (stmt.kind) {
    case "assign":
      verifyTarget(body, stmt, stmt.target, stmt.value.type);
      verifyArgumentWrites(body, stmt.value);
      return;
    case "store":
      return verifyStore(body, stmt);
    case "storeBits": {
      const { type } = stmt.value;
      const isBits = type.kind === "int" && type.rule === "exact" && !type.signed && type.bits === stmt.width;
      if (!isBits) body.report(stmt, `the value is ${printType(type)}, not uint<${stmt.width}>`);
      if (!isInteger(stmt.low.type)) body.report(stmt, `the low bit is ${printType(stmt.low.type)}`);
      if (stmt.target.type.kind === "array") body.report(stmt, "the target is an array");
      if (stmt.target.kind === "load") verifyWrite(body, stmt, stmt.target);
      return;
    }
    case "for": {
      const type = body.variables.get(stmt.variable);
      if (type === undefined) body.report(stmt, `${stmt.variable} is not declared`);
      else if (!isInteger(type)) body.report(stmt, `the variable is ${printType(type)}`);
      for (const bound of [stmt.from, stmt.to, stmt.step]) {
        if (!isInteger(bound.type)) body.report(stmt, `a bound is ${printType(bound.type)}`);
      }
      if (stmt.step.kind === "const" && stmt.step.value === 0) body.report(stmt, "the step is 0");
      return verifyBlock(body, stmt.body, true);
    }
    case "while":
      if (!isTruth(stmt.condition.type))
        body.report(stmt, `the condition is ${printType(stmt.condition.type)}`);
      return verifyBlock(body, stmt.body, true);
    case "assert":
      if (!isTruth(stmt.condition.type))
        body.report(stmt, `the condition is ${printType(stmt.condition.type)}`);
      return;
    case "if":
      if (!isTruth(stmt.condition.type))
        body.report(stmt, `the condition is ${printType(stmt.condition.type)}`);
      verifyBlock(body, stmt.then, inLoop);
      return verifyBlock(body, stmt.else, inLoop);
    case "callStmt":
      return verifyCallStmt(body, stmt);
    case "return": {
      const { results } = body.func;
      if (stmt.values.length !== results.length) {
        body.report(stmt, `${stmt.values.length} values for ${results.length} results`);
      }
      for (const [i, value] of stmt.values.entries()) {
        const type = results[i];
        if (type !== undefined && !sameType(type, value.type)) {
          body.report(stmt, `value ${i} is ${printType(value.type)}, the result is ${printType(type)}`);
        }
        verifyArgumentWrites(body, value);
      }
      return;
    }
    case "break":
    case "continue":
      if (!inLoop) body.report(stmt, "there is no loop around");
      return;
    case "pragma":
      for (const { variable } of stmt.names) {
        if (!body.variables.has(variable)) body.report(stmt, `${variable} is not declared`);
      }
      return;
  }
}

function verifyTarget(body: Body, stmt: Stmt, target: string, value: Type): void {
  const type = body.variables.get(target);
  if (type === undefined) body.report(stmt, `${target} is not declared`);
  else if (!sameType(type, value)) {
    body.report(stmt, `${target} is ${printType(type)}, its value ${printType(value)}`);
  }
}

function verifyStore(body: Body, stmt: Store): void {
  const target = stmt.target.type;
  const value = stmt.value.type;
  if (stmt.target.kind === "var" && target.kind !== "array") body.report(stmt, "the target is no array");
  if (!hasMemory(stmt.target)) body.report(stmt, "the target has no memory that outlives the store");
  if (!sameType(elementOf(target), elementOf(value))) {
    body.report(stmt, `the target is ${printType(target)}, the value ${printType(value)}`);
  } else if (!broadcastsTo(shapeOf(value), shapeOf(target))) {
    body.report(stmt, `${printType(value)} does not broadcast to ${printType(target)}`);
  }
  verifyWrite(body, stmt, stmt.target.kind === "gather" ? stmt.target.base : stmt.target);
}

function hasMemory(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return true;
    case "load":
    case "view":
    case "transpose":
    case "part":
    case "gather":
      return hasMemory(expr.base);
    case "reshape":
      return expr.shares && hasMemory(expr.base);
    default:
      return false;
  }
}

function verifyCallStmt(body: Body, stmt: Extract<Stmt, { kind: "callStmt" }>): void {
  const callee = verifyCall(body, stmt, stmt.func, stmt.args);
  if (callee === undefined) return;
  if (stmt.targets.length !== 0 && stmt.targets.length !== callee.results.length) {
    body.report(stmt, `${stmt.targets.length} targets for ${callee.results.length} results`);
  }
  for (const [i, target] of stmt.targets.entries()) {
    const type = callee.results[i];
    if (type !== undefined) verifyTarget(body, stmt, target, type);
  }
  for (const [i, param] of callee.params.entries()) {
    const arg = stmt.args[i];
    if (arg !== undefined && callee.writes.includes(param.name)) verifyWrite(body, stmt, arg);
  }
}

function verifyArgumentWrites(body: Body, expr: Expr): void {
  if (expr.kind !== "call") return;
  const callee = body.functions.get(expr.func);
  for (const [i, param] of callee?.params.entries() ?? []) {
    const arg = expr.args[i];
    if (arg !== undefined && callee?.writes.includes(param.name)) verifyWrite(body, expr, arg);
  }
}

/** Every parameter whose memory is written must be listed. */
function verifyWrite(body: Body, node: { readonly kind: string; readonly span: Span }, target: Expr): void {
  for (const name of rootsOf(target, body.aliases)) {
    const isParam = body.func.params.some((param) => param.name === name && param.type.kind === "array");
    if (isParam && !body.func.writes.includes(name)) body.report(node, `writes does not list ${name}`);
  }
}
