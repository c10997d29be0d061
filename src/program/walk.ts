/** Generic traversal of Program: the one place that knows which expressions a node holds. */
import type { Expr, Func, Offset, Stmt, Sub } from "./nodes.ts";

/** The expressions directly inside `expr`, in the order they are evaluated. */
export function children(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  mapChildren(expr, (child) => {
    found.push(child);
    return child;
  });
  return found;
}

/** `expr` and everything inside it, outermost first. */
export function* expressionsIn(expr: Expr): Generator<Expr> {
  yield expr;
  for (const child of children(expr)) yield* expressionsIn(child);
}

/** `expr` rebuilt bottom up: `change` sees each node after its children were changed. */
export function mapExpr(expr: Expr, change: (expr: Expr) => Expr): Expr {
  return change(mapChildren(expr, (child) => mapExpr(child, change)));
}

/** The same node with each direct child replaced; the node itself when no child changes. */
export function mapChildren(expr: Expr, f: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "const":
    case "arrayConst":
    case "var":
      return expr;
    case "load":
      return rebuilt(expr, { base: f(expr.base), index: each(expr.index, f) });
    case "view":
      return rebuilt(expr, { base: f(expr.base), subs: each(expr.subs, (sub) => mapSub(sub, f)) });
    case "transpose":
    case "reshape":
    case "part":
      return rebuilt(expr, { base: f(expr.base) });
    case "gather":
      return rebuilt(expr, { base: f(expr.base), index: f(expr.index) });
    case "unary":
    case "cast":
    case "bitcast":
    case "reduce":
    case "scan":
    case "copy":
    case "sort":
      return rebuilt(expr, { operand: f(expr.operand) });
    case "bits":
      return rebuilt(expr, { operand: f(expr.operand), low: f(expr.low) });
    case "binary":
    case "compare":
    case "logic":
    case "dot":
    case "matmul":
    case "convolve":
      return rebuilt(expr, { left: f(expr.left), right: f(expr.right) });
    case "conditional":
    case "where":
      return rebuilt(expr, {
        condition: f(expr.condition),
        then: f(expr.then),
        otherwise: f(expr.otherwise),
      });
    case "math":
    case "call":
      return rebuilt(expr, { args: each(expr.args, f) });
    case "map":
      return rebuilt(expr, {
        params: each(expr.params, (param) => rebuilt(param, { source: f(param.source) })),
        body: f(expr.body),
      });
    case "element":
      return expr.offsets === null
        ? expr
        : rebuilt(expr, { offsets: each(expr.offsets, (offset) => mapOffset(offset, f)) });
    case "extent":
      return rebuilt(expr, { array: f(expr.array) });
    case "fill":
      return rebuilt(expr, { value: f(expr.value) });
    case "arange":
      return rebuilt(expr, { start: f(expr.start), step: f(expr.step) });
    case "concat":
      return rebuilt(expr, { parts: each(expr.parts, f) });
    case "conv2d":
      return rebuilt(expr, { image: f(expr.image), weights: f(expr.weights) });
    case "spmv":
      return rebuilt(expr, {
        rowStart: f(expr.rowStart),
        column: f(expr.column),
        values: f(expr.values),
        vector: f(expr.vector),
      });
  }
}

/** The expressions a statement itself evaluates; those of its nested statements are theirs. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case "assign":
      return [stmt.value];
    case "store":
      return [stmt.target, stmt.value];
    case "storeBits":
      return [stmt.target, stmt.low, stmt.value];
    case "for":
      return [stmt.from, stmt.to, stmt.step];
    case "while":
    case "if":
    case "assert":
      return [stmt.condition];
    case "callStmt":
      return stmt.args;
    case "return":
      return stmt.values;
    case "break":
    case "continue":
    case "pragma":
      return [];
  }
}

/** The statements directly inside `stmt`. */
export function bodiesOf(stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case "for":
    case "while":
      return stmt.body;
    case "if":
      return [...stmt.then, ...stmt.else];
    default:
      return [];
  }
}

/** `stmts` and every statement inside them, outermost first. */
export function* statementsIn(stmts: readonly Stmt[]): Generator<Stmt> {
  for (const stmt of stmts) {
    yield stmt;
    yield* statementsIn(bodiesOf(stmt));
  }
}

function mapSub(sub: Sub, f: (child: Expr) => Expr): Sub {
  switch (sub.kind) {
    case "at":
      return rebuilt(sub, { index: f(sub.index) });
    case "slice":
      return rebuilt(sub, { start: sub.start && f(sub.start), stop: sub.stop && f(sub.stop) });
    case "newAxis":
      return sub;
  }
}

function mapOffset(offset: Offset, f: (child: Expr) => Expr): Offset {
  return offset.kind === "by" ? rebuilt(offset, { offset: f(offset.offset) }) : offset;
}

/** Keeps the list's identity when nothing in it changes. */
function each<T>(list: readonly T[], f: (item: T) => T): readonly T[] {
  const changed = list.map(f);
  return changed.every((item, i) => item === list[i]) ? list : changed;
}

function rebuilt<T extends object>(node: T, fields: Partial<T>): T {
  const keys = Object.keys(fields) as (keyof T)[];
  return keys.every((key) => node[key] === fields[key]) ? node : { ...node, ...fields };
}

/** The functions that one of them calls, directly or not, and itself; callees come before callers. */
export function reachableFunctions(functions: readonly Func[], from: string): Func[] {
  const wanted = new Set([from]);
  for (const func of [...functions].reverse()) {
    if (!wanted.has(func.name)) continue;
    for (const stmt of statementsIn(func.body)) {
      if (stmt.kind === "callStmt") wanted.add(stmt.func);
      for (const root of expressionsOf(stmt)) {
        for (const expr of expressionsIn(root)) if (expr.kind === "call") wanted.add(expr.func);
      }
    }
  }
  return functions.filter((func) => wanted.has(func.name));
}
