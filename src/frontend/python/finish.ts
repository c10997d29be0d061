/** From a typed body to a Func: one type a result, and no locals that nobody reads. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { aliasesIn, writtenParams } from "../../program/aliases.ts";
import type { Expr, External, Func, Return, Stmt, Variable } from "../../program/nodes.ts";
import { renameLocals } from "../../program/rename.ts";
import { sharedResults } from "../../program/sharing.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";
import { printType } from "../../types/print.ts";
import { elementOf, sameType, type Type } from "../../types/types.ts";
import { boolConst, cast, isConstant } from "./build.ts";
import { sameKnown } from "./join.ts";
import { type Known, type KnownMixed, type KnownValue, type TypedPath, value } from "./known.ts";
import { neededJoins } from "./liveness.ts";
import { checkNumber, joinScalars } from "./mixed.ts";
import { checkConstants } from "./module_constants.ts";
import { blank } from "./optional.ts";
import { withLaterNames } from "./pragma.ts";
import { errorCount, type Instance, type ReturnSite, report, type Scope } from "./scope.ts";
import { checkItems } from "./shared_items.ts";

export function finishFunction(
  scope: Scope,
  name: string,
  owner: Scope | null,
  span: Span,
  external: External | null = null,
): Instance {
  const sites = scope.returns;
  const returns = withNoneReturned(scope);
  const results = resultsOf(scope, span);
  const types = results?.map(({ type }) => type) ?? [];
  const body = dropUnread(
    scope,
    results === null ? scope.out : withResults(scope, scope.out, types, returns),
  );
  const used = readNames(body);
  const bound = boundNames(body);
  const locals = [...scope.slots.values()].filter(
    (local) => !scope.params.has(local.name) && (used.has(local.name) || bound.has(local.name)),
  );
  const drafted: Func = {
    name,
    params: [...scope.params.values()],
    locals: unique(locals),
    writes: [],
    body,
    results: types,
    ...(external === null ? {} : { external }),
    span,
  };
  const typed = { ...drafted, writes: writesOf(scope, drafted) };
  checkRows(scope, typed);
  const func = renameLocals(withLaterNames(scope, typed), plainNames(typed, scope));
  scope.unit.shares.set(func.name, checkConstants(scope, func));
  const broken = results === null || errorCount(scope.unit) > scope.errorsBefore;
  if (!broken) scope.unit.functions.push(func);
  return {
    func,
    broken,
    said: [],
    owner,
    home: scope.home,
    captured: scope.captured,
    captures: [...scope.captures.keys()],
    result: broken || external !== null ? null : constantResult(sites, func.body),
    lists: sites[0]?.values.map(({ list }) => list) ?? [],
    paths: results?.map(({ paths }) => paths) ?? [],
    form: sites[0]?.form ?? [],
  };
}

function checkRows(scope: Scope, func: Func): void {
  const { functions } = scope.unit;
  const byName = new Map(functions.map((other) => [other.name, other]));
  const aliases = aliasesIn(func, sharedResults(functions));
  for (const found of checkItems(func, byName, aliases, scope)) report(scope, found);
}

function writesOf(scope: Scope, func: Func): string[] {
  const { functions } = scope.unit;
  const byName = new Map(functions.map((other) => [other.name, other]));
  return writtenParams(func, byName, aliasesIn(func, sharedResults(functions)));
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

/** Some returns give None and others a value: two results, whether it is None, and the value. */
function withNoneReturned(scope: Scope): ReadonlyMap<Return, Return> {
  const returns = new Map<Return, Return>();
  const { returns: sites, role } = scope;
  const values = sites.flatMap(({ form, values: [first, second] }) =>
    form === "value" ? (first ?? []) : form === "optional" ? (second ?? []) : [],
  );
  const isNone = ({ known }: ReturnSite): boolean => known.kind === "none";
  const isMixed = sites.some(({ form, known }) => form === "optional" || known.kind === "none");
  const joined = values.length === 0 ? null : joinResults(values);
  const isOther = sites.some((site) => site.form !== "value" && site.form !== "optional" && !isNone(site));
  if (role !== "function" || !isMixed || isOther || joined === null) return returns;
  for (const [i, site] of sites.entries()) {
    if (site.form === "optional") continue;
    const [given] = site.values;
    const zero = isNone(site) ? blank(scope, joined.type, site.span) : null;
    const some = zero === null ? given : value(zero);
    if (some === undefined) continue;
    const none = value(boolConst(isNone(site), site.span));
    const node: Return = { ...site.node, values: [none.expr, some.expr] };
    returns.set(site.node, node);
    sites[i] = { ...site, node, values: [none, some], form: "optional" };
  }
  return returns;
}

/** One type a result over all returns, Python numbers weak; null when they disagree, which has been said. */
function resultsOf(scope: Scope, span: Span): Result[] | null {
  const [first, ...rest] = scope.returns;
  if (first === undefined || scope.broken) return scope.broken ? null : [];
  const falls = scope.env !== null;
  const isAlike = (site: ReturnSite): boolean => JSON.stringify(site.form) === JSON.stringify(first.form);
  const other = rest.find((site) => !isAlike(site));
  if (other !== undefined) {
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
  const results: Result[] = [];
  for (const [i, value] of first.values.entries()) {
    const values = [value, ...rest.flatMap((site) => site.values[i] ?? [])];
    const result = joinResults(values);
    if (result === null) {
      const other =
        rest.find((site) => joinResults([value, ...site.values.slice(i, i + 1)]) === null) ?? first;
      const [left, right] = [value, other.values[i] ?? value].map(({ expr }) => printType(expr.type));
      report(
        scope,
        diagnose("different-returns", other.span, { left: left ?? "", right: right ?? "" }, [
          { span: first.span, message: `this one returns ${left}` },
        ]),
      );
      return null;
    }
    // What leaves the kernel has one type; the number must be what Python returns.
    if (scope.role === "kernel" && !checkNumber(scope, result.paths, elementOf(result.type), value.expr.span))
      return null;
    results.push(result);
  }
  return results;
}

interface Result {
  readonly type: Type;
  readonly paths: readonly TypedPath[];
}

function joinResults(values: readonly (KnownValue | KnownMixed)[]): Result | null {
  const joined = joinScalars(values);
  const [first] = values;
  if (joined === null || first === undefined) return null;
  if (values.every(({ expr }) => expr.type.kind !== "array")) return joined;
  const { type } = first.expr;
  return values.every(({ expr }) => sameType(expr.type, type)) ? { ...joined, type } : null;
}

function count(site: ReturnSite): string {
  const n = site.values.length;
  return n === 0 ? "nothing" : n === 1 ? "one value" : `${n} values`;
}

function withResults(
  scope: Scope,
  body: readonly Stmt[],
  types: readonly Type[],
  returns: ReadonlyMap<Return, Return>,
): Stmt[] {
  return body.map((stmt) => {
    switch (stmt.kind) {
      case "return":
        return convertReturn(scope, returns.get(stmt) ?? stmt, types);
      case "for":
      case "while":
        return { ...stmt, body: withResults(scope, stmt.body, types, returns) };
      case "if":
        return {
          ...stmt,
          then: withResults(scope, stmt.then, types, returns),
          else: withResults(scope, stmt.else, types, returns),
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
    return used.has(stmt.target) || (!isConstant(stmt.value) && stmt.value.kind !== "var");
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
