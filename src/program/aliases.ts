/** Which variables a value may share memory with, whatever the order in which the function runs. */
import type { Expr, Func } from "./nodes.ts";
import { type ResultsOf, rootsOf as sharedRoots } from "./sharing.ts";
import { expressionsIn, expressionsOf, statementsIn } from "./walk.ts";

/** For each variable of the function, itself and all variables whose memory it may see. */
export interface Aliases {
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  readonly resultsOf: ResultsOf;
}

export function aliasesIn(func: Func, resultsOf: ResultsOf): Aliases {
  const aliases = new Map<string, Set<string>>();
  for (const { name } of [...func.params, ...func.locals]) aliases.set(name, new Set([name]));
  const add = (target: string, roots: Iterable<string>): boolean => {
    const known = aliases.get(target);
    if (known === undefined) return false;
    const before = known.size;
    for (const root of roots) for (const one of aliases.get(root) ?? [root]) known.add(one);
    return known.size > before;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const stmt of statementsIn(func.body)) {
      if (stmt.kind === "assign" && stmt.value.type.kind === "array")
        changed = add(stmt.target, sharedRoots(stmt.value, resultsOf)) || changed;
      if (stmt.kind !== "callStmt") continue;
      for (const [i, { params, results }] of resultsOf(stmt.func).entries()) {
        const target = stmt.targets[i];
        if (target === undefined) continue;
        const args = [...params].flatMap((at) => stmt.args[at] ?? []);
        for (const arg of args) changed = add(target, sharedRoots(arg, resultsOf)) || changed;
        const others = [...results].flatMap((at) => stmt.targets[at] ?? []);
        changed = add(target, others) || changed;
      }
    }
  }
  return { of: aliases, resultsOf };
}

/** The variables whose memory an array value may share. */
export function rootsOf(expr: Expr, { of, resultsOf }: Aliases): ReadonlySet<string> {
  const base = expr.kind === "load" ? expr.base : expr; // an element that is stored to
  return new Set([...sharedRoots(base, resultsOf)].flatMap((root) => [...(of.get(root) ?? [root])]));
}

/** The variables whose memory something in the function may store to. */
export function writtenIn(
  func: Func,
  functions: ReadonlyMap<string, Func>,
  aliases: Aliases,
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (expr: Expr): void => {
    for (const name of rootsOf(expr, aliases)) found.add(name);
  };
  const call = (callee: string, args: readonly Expr[]): void => {
    const called = functions.get(callee);
    for (const [i, param] of called?.params.entries() ?? []) {
      const arg = args[i];
      if (arg !== undefined && called?.writes.includes(param.name)) add(arg);
    }
  };
  for (const stmt of statementsIn(func.body)) {
    if (stmt.kind === "store") add(stmt.target.kind === "gather" ? stmt.target.base : stmt.target);
    if (stmt.kind === "storeBits" && stmt.target.kind === "load") add(stmt.target);
    if (stmt.kind === "callStmt") call(stmt.func, stmt.args);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "call") call(expr.func, expr.args);
    }
  }
  return found;
}

/** The array parameters that the function may change: what its `writes` must list. */
export function writtenParams(func: Func, functions: ReadonlyMap<string, Func>, aliases: Aliases): string[] {
  const written = writtenIn(func, functions, aliases);
  return func.params
    .filter(({ name, type }) => type.kind === "array" && written.has(name))
    .map(({ name }) => name);
}
