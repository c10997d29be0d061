/** From a typed body to a Func: one type a result, and no locals that nobody reads. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, External, Func, Return, Stmt, Variable } from "../../program/nodes.ts";
import { renameLocals } from "../../program/rename.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";
import { printType } from "../../types/print.ts";
import { joinTypes } from "../../types/promote.ts";
import { sameType, type Type } from "../../types/types.ts";
import { cast } from "./build.ts";
import { sameKnown } from "./join.ts";
import type { Known } from "./known.ts";
import { neededJoins } from "./liveness.ts";
import { sharedConstants } from "./memory.ts";
import { errorCount, type Instance, type ReturnSite, report, type Scope } from "./scope.ts";

export function finishFunction(
  scope: Scope,
  name: string,
  owner: Scope | null,
  span: Span,
  external: External | null = null,
): Instance {
  const sites = scope.returns;
  const results = resultTypes(scope, span);
  const body = dropUnread(scope, results === null ? scope.out : withResults(scope, scope.out, results));
  const used = readNames(body);
  const bound = boundNames(body);
  const locals = [...scope.slots.values()].filter(
    (local) => !scope.params.has(local.name) && (used.has(local.name) || bound.has(local.name)),
  );
  const typed: Func = {
    name,
    params: [...scope.params.values()],
    locals: unique(locals),
    writes: [...scope.writes],
    body,
    results: results ?? [],
    ...(external === null ? {} : { external }),
    span,
  };
  const func = renameLocals(typed, plainNames(typed, scope));
  const broken = results === null || errorCount(scope.unit) > scope.errorsBefore;
  if (!broken) scope.unit.functions.push(func);
  scope.unit.shares.set(
    func.name,
    new Set(sites.flatMap((site) => site.values.flatMap((v) => sharedConstants(scope, v)))),
  );
  return {
    func,
    broken,
    said: [],
    owner,
    home: scope.home,
    captured: scope.captured,
    captures: [...scope.captures.keys()],
    result: broken || external !== null ? null : constantResult(sites, func.body),
    lists: sites[0]?.lists ?? [],
  };
}

/** `s_1` becomes `s` again where the local that had the name first is gone. */
function plainNames(func: Func, scope: Scope): Map<string, string> {
  const used = new Set([...func.params, ...func.locals].map((variable) => variable.name));
  for (const name of scope.mapParams.values()) used.add(name);
  const names = new Map<string, string>();
  for (const [key, slot] of scope.slots) {
    const plain = key.slice(0, key.search(/[@:]/));
    if (slot.name === plain || !used.has(slot.name) || used.has(plain)) continue;
    names.set(slot.name, plain);
    used.add(plain);
  }
  return names;
}

/** One type a result over all returns, Python numbers weak; null when they disagree, which has been said. */
function resultTypes(scope: Scope, span: Span): Type[] | null {
  const [first, ...rest] = scope.returns;
  if (first === undefined || scope.broken) return scope.broken ? null : [];
  const falls = scope.env !== null;
  const counts = new Set(scope.returns.map((site) => site.values.length));
  if (counts.size > 1) {
    const other = rest.find((site) => site.values.length !== first.values.length) ?? first;
    report(
      scope,
      diagnose("different-returns", other.span, { left: count(first), right: count(other) }, [
        { span: first.span, message: `this one returns ${count(first)}` },
      ]),
    );
    return null;
  }
  if (falls && first.values.length > 0) {
    report(
      scope,
      diagnose("missing-return", first.span, { name: scope.functionName }, [
        { span, message: "the end of this function can be reached without one" },
      ]),
    );
    return null;
  }
  const types: Type[] = [];
  for (const [i, value] of first.values.entries()) {
    let type: Type = value.type;
    for (const site of rest) {
      const other = site.values[i]?.type ?? type;
      const joined = joinResult(type, other);
      if (joined === null) {
        report(
          scope,
          diagnose("different-returns", site.span, { left: printType(type), right: printType(other) }, [
            { span: first.span, message: `this one returns ${printType(type)}` },
          ]),
        );
        return null;
      }
      type = joined;
    }
    types.push(type);
  }
  return types;
}

function count(site: ReturnSite): string {
  const n = site.values.length;
  return n === 0 ? "nothing" : n === 1 ? "one value" : `${n} values`;
}

function joinResult(a: Type, b: Type): Type | null {
  if (sameType(a, b)) return a;
  return a.kind === "array" || b.kind === "array" ? null : joinTypes(a, b);
}

function withResults(scope: Scope, body: readonly Stmt[], types: readonly Type[]): Stmt[] {
  return body.map((stmt) => {
    switch (stmt.kind) {
      case "return":
        return convertReturn(scope, stmt, types);
      case "for":
      case "while":
        return { ...stmt, body: withResults(scope, stmt.body, types) };
      case "if":
        return {
          ...stmt,
          then: withResults(scope, stmt.then, types),
          else: withResults(scope, stmt.else, types),
        };
      default:
        return stmt;
    }
  });
}

function convertReturn(scope: Scope, stmt: Return, types: readonly Type[]): Return {
  const values = stmt.values.map((value, i): Expr => {
    const type = types[i];
    if (type === undefined || type.kind === "array") return value;
    return cast(scope, value, type) ?? value;
  });
  return { ...stmt, values };
}

/** Assignments of constants that every reader has already taken in, and joins for no reader: they must not fault. */
function dropUnread(scope: Scope, body: readonly Stmt[]): Stmt[] {
  const used = readNames(body);
  const needed = neededJoins(body, (stmt) => scope.joins.has(stmt));
  const keep = (stmt: Stmt): boolean => {
    if (stmt.kind !== "assign") return true;
    if (scope.joins.has(stmt) && !needed.has(stmt)) return false;
    return used.has(stmt.target) || (stmt.value.kind !== "const" && stmt.value.kind !== "var");
  };
  const walk = (stmts: readonly Stmt[]): Stmt[] =>
    stmts.filter(keep).map((stmt) => {
      switch (stmt.kind) {
        case "for":
        case "while":
          return { ...stmt, body: walk(stmt.body) };
        case "if":
          return { ...stmt, then: walk(stmt.then), else: walk(stmt.else) };
        default:
          return stmt;
      }
    });
  return walk(body);
}

function readNames(body: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  for (const stmt of statementsIn(body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "var") names.add(expr.name);
    }
  }
  return names;
}

function boundNames(body: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign") names.add(stmt.target);
    if (stmt.kind === "for") names.add(stmt.variable);
    if (stmt.kind === "callStmt") for (const target of stmt.targets) names.add(target);
  }
  return names;
}

function unique(variables: readonly Variable[]): Variable[] {
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()];
}

/** What the call is worth while compiling, when the body does nothing but return one known value. */
function constantResult(sites: readonly ReturnSite[], body: readonly Stmt[]): Known | null {
  const [first, ...rest] = sites;
  if (first === undefined || body.length !== 1 || body[0]?.kind !== "return") return null;
  if (rest.some((site) => !sameKnown(site.known, first.known))) return null;
  return isKnownNow(first.known) ? first.known : null;
}

function isKnownNow(known: Known): boolean {
  switch (known.kind) {
    case "value":
      return known.expr.kind === "const";
    case "tuple":
      return known.items.every(isKnownNow);
    case "dtype":
    case "string":
      return true;
    default:
      return false;
  }
}
