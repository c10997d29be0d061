/** Generic traversal of Loops: the one place that knows what a node holds. */
import type { Expr, For, Stmt, While } from "./nodes.ts";

/** The same node with each direct child replaced. */
export function mapChildren(expr: Expr, f: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "const":
    case "var":
      return expr;
    case "load":
      return { ...expr, index: expr.index.map(f) };
    case "unary":
    case "cast":
    case "bitcast":
      return { ...expr, operand: f(expr.operand) };
    case "binary":
    case "compare":
    case "logic":
      return { ...expr, left: f(expr.left), right: f(expr.right) };
    case "select":
      return { ...expr, condition: f(expr.condition), then: f(expr.then), otherwise: f(expr.otherwise) };
    case "math":
      return { ...expr, args: expr.args.map(f) };
    case "bits":
      return { ...expr, operand: f(expr.operand), low: f(expr.low) };
  }
}

/** `expr` rebuilt bottom up. */
export function mapExpr(expr: Expr, change: (expr: Expr) => Expr): Expr {
  return change(mapChildren(expr, (child) => mapExpr(child, change)));
}

/** The expressions directly inside, in the order they are evaluated. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "const":
    case "var":
      return none;
    case "load":
      return expr.index;
    case "unary":
    case "cast":
    case "bitcast":
      return [expr.operand];
    case "binary":
    case "compare":
    case "logic":
      return [expr.left, expr.right];
    case "select":
      return [expr.condition, expr.then, expr.otherwise];
    case "math":
      return expr.args;
    case "bits":
      return [expr.operand, expr.low];
  }
}

const none: readonly Expr[] = [];

/** `expr` and everything inside it, outermost first. */
export function expressionsIn(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const visit = (one: Expr): void => {
    found.push(one);
    for (const child of children(one)) visit(child);
  };
  visit(expr);
  return found;
}

/** The expressions a statement itself evaluates, in order; those of its nested statements are theirs. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case "for":
      return [stmt.from, stmt.to];
    case "while":
    case "if":
      return [stmt.condition];
    case "assign":
      return [stmt.value];
    case "store":
      return [...stmt.index, stmt.value];
    case "region":
      return (stmt.external?.args ?? []).flatMap((arg) => (arg.kind === "scalar" ? [arg.value] : []));
    case "break":
    case "continue":
    case "pragma":
      return none;
  }
}

/** Each list of statements directly inside. */
export function bodiesOf(stmt: Stmt): readonly (readonly Stmt[])[] {
  switch (stmt.kind) {
    case "for":
    case "while":
    case "region":
      return [stmt.body];
    case "if":
      return [stmt.then, stmt.else];
    default:
      return noBodies;
  }
}

const noBodies: readonly (readonly Stmt[])[] = [];

/** The statement with its bodies replaced. */
export function mapBodies(stmt: Stmt, f: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  switch (stmt.kind) {
    case "for":
    case "while":
    case "region":
      return { ...stmt, body: f(stmt.body) };
    case "if":
      return { ...stmt, then: f(stmt.then), else: f(stmt.else) };
    default:
      return stmt;
  }
}

/** The statement with its own expressions replaced; nested statements are left alone. */
export function mapExpressions(stmt: Stmt, f: (expr: Expr) => Expr): Stmt {
  switch (stmt.kind) {
    case "for":
      return { ...stmt, from: f(stmt.from), to: f(stmt.to) };
    case "while":
    case "if":
      return { ...stmt, condition: f(stmt.condition) };
    case "assign":
      return { ...stmt, value: f(stmt.value) };
    case "store":
      return { ...stmt, index: stmt.index.map(f), value: f(stmt.value) };
    case "region": {
      if (stmt.external === undefined) return stmt;
      const args = stmt.external.args.map((arg) =>
        arg.kind === "scalar" ? { ...arg, value: f(arg.value) } : arg,
      );
      return { ...stmt, external: { ...stmt.external, args } };
    }
    default:
      return stmt;
  }
}

/** `stmts` and every statement inside them, outermost first. */
export function statementsIn(stmts: readonly Stmt[]): readonly Stmt[] {
  const found: Stmt[] = [];
  const visit = (list: readonly Stmt[]): void => {
    for (const stmt of list) {
      found.push(stmt);
      for (const body of bodiesOf(stmt)) visit(body);
    }
  };
  visit(stmts);
  return found;
}

export function isLoop(stmt: Stmt): stmt is For | While {
  return stmt.kind === "for" || stmt.kind === "while";
}

/** A loop, a graph that was one, or what has one inside. */
export function holdsLoop(stmt: Stmt): boolean {
  return isLoop(stmt) || stmt.kind === "region" || bodiesOf(stmt).some((body) => body.some(holdsLoop));
}
