/**
 * Rows of lists. In Python a list refers to the arrays and lists that it is given; here it has a copy of each. Nobody can
 * see the difference unless one of the two is changed while the other is still used: that is refused.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { type Aliases, rootsOf } from "../../program/aliases.ts";
import type { Expr, Func, Stmt } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf } from "../../program/walk.ts";

/** Statements that give a list items which have memory of their own. */
export type ItemsGiven = WeakMap<Stmt, readonly Expr[]>;

interface Marks {
  readonly itemsGiven: ItemsGiven;
  readonly rowsReplaced: WeakSet<Stmt>;
}

/** An item and the list that has a copy of it. */
interface Held {
  readonly item: string;
  readonly list: string;
  readonly isStale: boolean; // the list's copy has been changed, or is another item now
  readonly isRow?: boolean; // the item is a name for a part of the list
}

/** Whether the value is memory that something else may change. */
export function hasOwner(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return expr.type.kind === "array";
    case "view":
    case "transpose":
      return hasOwner(expr.base);
    case "reshape":
      return expr.shares && hasOwner(expr.base);
    default:
      return false;
  }
}

export function checkItems(
  func: Func,
  functions: ReadonlyMap<string, Func>,
  aliases: Aliases,
  { itemsGiven, rowsReplaced }: Marks,
): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  const tell = (stmt: Stmt): void => {
    if (!found.has(stmt.span.from)) found.set(stmt.span.from, diagnose("list-item-shared", stmt.span, {}));
  };
  const walk = (stmts: readonly Stmt[], before: readonly Held[]): readonly Held[] =>
    stmts.reduce((held, stmt) => step(stmt, held), before);

  const step = (stmt: Stmt, before: readonly Held[]): readonly Held[] => {
    if (stmt.kind === "for" || stmt.kind === "while") {
      const once = union(before, walk(stmt.body, seenBy(stmt, before)));
      if (once.length === before.length) return once; // nothing new to go round with: nests stay linear
      return union(once, walk(stmt.body, once));
    }
    if (stmt.kind === "if") {
      const held = seenBy(stmt, before);
      return union(walk(stmt.then, held), walk(stmt.else, held));
    }
    const items = itemsGiven.get(stmt) ?? [];
    let held = seenBy(stmt, before);
    for (const root of writtenBy(stmt)) {
      if (items.length > 0) break;
      if (held.some(({ item }) => item === root)) tell(stmt);
      held = held.map((one) => (one.list === root && one.item !== root ? { ...one, isStale: true } : one));
    }
    if (rowsReplaced.has(stmt)) held = union(held, rowsOf(writtenBy(stmt)));
    if (stmt.kind === "assign") {
      held = held.filter(({ item, isRow }) => isRow !== true || item !== stmt.target);
      const isAlone = [...(aliases.of.get(stmt.target) ?? [])].every((name) => name === stmt.target);
      held = held.filter(({ item, list }) => !isAlone || (item !== stmt.target && list !== stmt.target));
    }
    const list = listOf(stmt);
    if (list === null) return held;
    const roots = items.flatMap((item) => [...rootsOf(item, aliases)]);
    return union(
      held,
      roots.map((item) => ({ item, list, isStale: false })),
    );
  };

  /** In Python a name of an item keeps the one it had. */
  const rowsOf = (lists: readonly string[]): readonly Held[] =>
    [...aliases.of].flatMap(([item, roots]) =>
      lists.flatMap((list) =>
        item !== list && roots.has(list) ? [{ item, list, isStale: true, isRow: true }] : [],
      ),
    );

  /** What the statement reads: an item whose copy has been changed is not what Python would find. */
  const seenBy = (stmt: Stmt, held: readonly Held[]): readonly Held[] => {
    const stale = new Set(held.filter(({ isStale }) => isStale).map(({ item }) => item));
    if (stale.size === 0) return held;
    for (const root of expressionsOf(stmt))
      for (const expr of expressionsIn(root)) if (expr.kind === "var" && stale.has(expr.name)) tell(stmt);
    return held;
  };

  const writtenBy = (stmt: Stmt): readonly string[] => {
    if (stmt.kind === "store")
      return [...rootsOf(stmt.target.kind === "gather" ? stmt.target.base : stmt.target, aliases)];
    const calls = stmt.kind === "callStmt" ? [{ func: stmt.func, args: stmt.args }] : [];
    for (const root of expressionsOf(stmt))
      for (const expr of expressionsIn(root))
        if (expr.kind === "call") calls.push({ func: expr.func, args: expr.args });
    return calls.flatMap(({ func: name, args }) => {
      const callee = functions.get(name);
      const written = args.filter((_, i) => callee?.writes.includes(callee.params[i]?.name ?? ""));
      return written.flatMap((arg) => [...rootsOf(arg, aliases)]);
    });
  };

  walk(func.body, []);
  return [...found.values()];
}

/** The list that the statement gives items to. */
function listOf(stmt: Stmt): string | null {
  if (stmt.kind === "assign") return stmt.target;
  if (stmt.kind !== "store") return null;
  const base = stmt.target.kind === "var" ? stmt.target : stmt.target.base;
  return base.kind === "var" ? base.name : null;
}

function union(a: readonly Held[], b: readonly Held[]): readonly Held[] {
  const all = new Map(
    [...a, ...b].map((one) => [`${one.item} ${one.list} ${String(one.isStale)} ${String(one.isRow)}`, one]),
  );
  return [...all.values()];
}
