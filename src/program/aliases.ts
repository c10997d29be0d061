/** Which variables a value may share memory with. */
import { shapeOf } from "../types/types.ts";
import type { Expr, Func } from "./nodes.ts";
import { statementsIn } from "./walk.ts";

/** For each variable of the function, itself and all variables whose memory it may see. */
export function aliasesIn(func: Func): ReadonlyMap<string, ReadonlySet<string>> {
  const aliases = new Map<string, Set<string>>();
  for (const { name } of [...func.params, ...func.locals]) aliases.set(name, new Set([name]));
  const add = (target: string, value: Expr): boolean => {
    const known = aliases.get(target);
    if (known === undefined || shapeOf(value.type).length === 0) return false;
    const before = known.size;
    for (const root of rootsOf(value, aliases)) known.add(root);
    return known.size > before;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const stmt of statementsIn(func.body)) {
      if (stmt.kind === "assign") changed = add(stmt.target, stmt.value) || changed;
      if (stmt.kind !== "callStmt") continue;
      for (const target of stmt.targets) {
        for (const arg of stmt.args) changed = add(target, arg) || changed;
      }
    }
  }
  return aliases;
}

/** The variables whose memory an array value may share. */
export function rootsOf(expr: Expr, aliases: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  switch (expr.kind) {
    case "var":
      return aliases.get(expr.name) ?? new Set([expr.name]);
    case "load":
    case "view":
    case "transpose":
      return rootsOf(expr.base, aliases);
    case "reshape":
      return expr.shares ? rootsOf(expr.base, aliases) : new Set();
    case "conditional":
      return new Set([...rootsOf(expr.then, aliases), ...rootsOf(expr.otherwise, aliases)]);
    case "call": // it may return one of its arrays
      return new Set(
        expr.args.flatMap((arg) => (shapeOf(arg.type).length > 0 ? [...rootsOf(arg, aliases)] : [])),
      );
    default:
      return new Set();
  }
}
