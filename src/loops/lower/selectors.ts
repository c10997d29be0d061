/**
 * One scalar in place of several that say the same: where two names are swapped in a loop, each has a scalar that says
 * which array it is, and one of them tells the other. All values that the scalars take together are followed through
 * the loops; what one of them tells is no longer asked of the other, so that dependences see that `u` and `v` differ:
 *
 *     v[i] if v_is == 0 else u[i]          v[i] if u_is == 0 else u[i]
 *
 * In: scalars that are only ever set to constants and to each other. Out: the same results, with fewer of them.
 */
import { pythonInt, sameType } from "../../types/types.ts";
import type { Assign, Expr, For, Loops, Stmt, While } from "../nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../walk.ts";
import { compareInts, either, int, known, select, truthOf } from "./integers.ts";

const most = 256; // combinations of values that are followed

/** `made`: scalars that lowering made; the program's own are left as they were written. */
export function withFewerSelectors(loops: Loops, made: ReadonlySet<string>): Loops {
  const names = selectorsOf(loops, made);
  if (names.length === 0) return loops;
  const places = combinations(loops, names);
  if (places === null) return loops;
  return { ...loops, body: rewritten(loops.body, places, names, replacements(loops, names, places)) };
}

// Which scalars

function selectorsOf({ scalars, body, results }: Loops, made: ReadonlySet<string>): readonly string[] {
  const assigned = new Map<string, Assign[]>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign") assigned.set(stmt.target, [...(assigned.get(stmt.target) ?? []), stmt]);
  }
  const found = new Set(
    scalars
      .filter(({ name, type }) => made.has(name) && sameType(type, pythonInt) && !results.includes(name))
      .map(({ name }) => name)
      .filter((name) => assigned.has(name)),
  );
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const name of found) {
      if (!assigned.get(name)?.every(({ value }) => isChoice(value, found))) found.delete(name);
    }
  }
  return [...found];
}

/** Constants, selectors, and choices among them. */
function isChoice(expr: Expr, names: ReadonlySet<string>): boolean {
  if (expr.kind === "var") return names.has(expr.name);
  if (expr.kind === "select") return isChoice(expr.then, names) && isChoice(expr.otherwise, names);
  return known(expr) !== null;
}

// What values they have together

/** A value for each name, null before it has one. */
type Combination = readonly (number | null)[];
type Combinations = ReadonlyMap<string, Combination>;

/** What may hold where statements start. */
type Places = ReadonlyMap<Stmt, Combinations>;

interface Exits {
  breaks: Combinations;
  continues: Combinations;
}

/** Null where there are too many. */
function combinations(loops: Loops, names: readonly string[]): Places | null {
  const places = new Map<Stmt, Combinations>();
  const at = new Map(names.map((name, k) => [name, k]));
  let isOver = false;

  const block = (body: readonly Stmt[], start: Combinations, exits: Exits): Combinations => {
    let state = start;
    for (const stmt of body) {
      if (state.size > most) isOver = true;
      if (state.size === 0 || isOver) return none;
      places.set(stmt, union(places.get(stmt) ?? none, state));
      state = step(stmt, state, exits);
    }
    return state;
  };

  const step = (stmt: Stmt, state: Combinations, exits: Exits): Combinations => {
    switch (stmt.kind) {
      case "assign": {
        const target = at.get(stmt.target);
        if (target === undefined) return state;
        return collected(state, (one) =>
          valuesOf(stmt.value, one, at).map((value) => one.with(target, value)),
        );
      }
      case "if": {
        const [yes, no] = [true, false].map((truth) =>
          collected(state, (one) => (truthIn(stmt.condition, one, at) === !truth ? [] : [one])),
        );
        return union(block(stmt.then, yes ?? none, exits), block(stmt.else, no ?? none, exits));
      }
      case "for":
      case "while":
        return loop(stmt, state);
      case "region":
        return block(stmt.body, state, exits);
      case "break":
        exits.breaks = union(exits.breaks, state);
        return none;
      case "continue":
        exits.continues = union(exits.continues, state);
        return none;
      case "store":
      case "pragma":
        return state;
    }
  };

  const loop = (stmt: For | While, entry: Combinations): Combinations => {
    let head = entry;
    for (;;) {
      places.set(stmt, union(places.get(stmt) ?? none, head));
      const exits: Exits = { breaks: none, continues: none };
      const end = block(stmt.body, head, exits);
      const next = union(head, union(end, exits.continues));
      if (next.size === head.size || isOver) return union(head, exits.breaks);
      head = next;
    }
  };

  const unset: Combination = names.map(() => null);
  block(loops.body, new Map([[keyOf(unset), unset]]), { breaks: none, continues: none });
  return isOver ? null : places;
}

const none: Combinations = new Map();

function keyOf(one: Combination): string {
  return one.join();
}

function union(a: Combinations, b: Combinations): Combinations {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a;
  return new Map([...a, ...b]);
}

function collected(state: Combinations, each: (one: Combination) => readonly Combination[]): Combinations {
  const found = new Map<string, Combination>();
  for (const one of state.values()) for (const next of each(one)) found.set(keyOf(next), next);
  return found;
}

type Positions = ReadonlyMap<string, number>;

function valuesOf(expr: Expr, one: Combination, at: Positions): readonly (number | null)[] {
  if (expr.kind === "var") return [one[at.get(expr.name) ?? -1] ?? null];
  if (expr.kind !== "select") return [known(expr)];
  const truth = truthIn(expr.condition, one, at);
  return [
    ...(truth === false ? [] : valuesOf(expr.then, one, at)),
    ...(truth === true ? [] : valuesOf(expr.otherwise, one, at)),
  ];
}

/** Whether a condition holds; null where the selectors do not tell. */
function truthIn(expr: Expr, one: Combination, at: Positions): boolean | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "boolean" ? expr.value : null;
    case "unary": {
      const truth = expr.op === "not" ? truthIn(expr.operand, one, at) : null;
      return truth === null ? null : !truth;
    }
    case "logic": {
      const [left, right] = [truthIn(expr.left, one, at), truthIn(expr.right, one, at)];
      const decides = expr.op === "or";
      if (left === decides || right === decides) return decides;
      return left === null || right === null ? null : !decides;
    }
    case "compare": {
      const asked = askedOf(expr, at);
      const value = asked === null ? null : (one[at.get(asked.name) ?? -1] ?? null);
      return asked === null || value === null ? null : (value === asked.value) === (expr.op === "eq");
    }
    default:
      return null;
  }
}

/** `name == value` or `name != value`. */
function askedOf(
  expr: Expr,
  at: { has(name: string): boolean },
): { readonly name: string; readonly value: number } | null {
  if (expr.kind !== "compare" || (expr.op !== "eq" && expr.op !== "ne")) return null;
  const value = known(expr.right);
  if (expr.left.kind !== "var" || value === null || !at.has(expr.left.name)) return null;
  return { name: expr.left.name, value };
}

// Which of them tell others

/** The selector that stands for another. Where it is read, `by` has told it. */
type Replacements = ReadonlyMap<string, string>;

function replacements(loops: Loops, names: readonly string[], places: Places): Replacements {
  const at = new Map(names.map((name, k) => [name, k]));
  const reads = new Map<string, Set<Stmt>>(names.map((name) => [name, new Set()]));
  for (const stmt of statementsIn(loops.body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "var") reads.get(expr.name)?.add(stmt);
    }
  }
  const found = new Map<string, string>();
  // The last ones first: they are made from those before them.
  for (const name of names.toReversed()) {
    const own = reads.get(name) ?? new Set();
    if (own.size === 0) continue;
    const by = names.find(
      (other) =>
        other !== name &&
        !found.has(other) &&
        [...own].every(
          (stmt) => toldBy(places.get(stmt) ?? none, at.get(name) ?? 0, at.get(other) ?? 0) !== null,
        ),
    );
    if (by === undefined) continue;
    found.set(name, by);
    for (const stmt of own) reads.get(by)?.add(stmt);
  }
  return found;
}

/** For each value of one selector that of another, if there is only one. */
function toldBy(state: Combinations, name: number, by: number): ReadonlyMap<number, number> | null {
  const told = new Map<number, number>();
  for (const one of state.values()) {
    const [value, key] = [one[name], one[by]];
    if (value == null || key == null || (told.get(key) ?? value) !== value) return null;
    told.set(key, value);
  }
  return told;
}

// The loops without those

function rewritten(
  body: readonly Stmt[],
  places: Places,
  names: readonly string[],
  by: Replacements,
): Stmt[] {
  const at = new Map(names.map((name, k) => [name, k]));
  const block = (stmts: readonly Stmt[]): Stmt[] => stmts.flatMap(statement);
  const statement = (stmt: Stmt): readonly Stmt[] => {
    const state = places.get(stmt);
    if (state === undefined) return []; // never reached
    const own = mapExpressions(stmt, (expr) => simplified(expr, state, at, by));
    if (own.kind === "if" && own.condition.kind === "const")
      return block(own.condition.value === true ? own.then : own.else);
    return [mapBodies(own, block)];
  };
  return block(body);
}

/** What an expression is where only these combinations occur. */
function simplified(expr: Expr, state: Combinations, at: Positions, by: Replacements): Expr {
  const inner = (child: Expr): Expr => simplified(child, state, at, by);
  if (expr.kind === "var" && at.has(expr.name)) return valueIn(expr.name, state, at, by) ?? expr;
  const asked = askedOf(expr, at);
  if (asked !== null) return comparison(expr, asked, state, at, by);
  const next = mapChildren(expr, inner);
  return next.kind === "select" ? select(next.condition, next.then, next.otherwise) : next;
}

function comparison(
  expr: Expr,
  { name, value }: { readonly name: string; readonly value: number },
  state: Combinations,
  at: Positions,
  by: Replacements,
): Expr {
  const truths = new Set([...state.values()].map((one) => truthIn(expr, one, at)));
  const [only = null] = truths;
  if (truths.size === 1 && only !== null) return truthOf(only);
  const other = standIn(name, by);
  const told = other === name ? null : toldBy(state, at.get(name) ?? 0, at.get(other) ?? 0);
  if (told === null) return expr;
  const isAsked = expr.kind === "compare" && expr.op === "eq";
  const keys = [...told].filter(([, given]) => (given === value) === isAsked).map(([key]) => key);
  return keys.map((key) => compareInts("eq", selector(other), int(key))).reduce(either);
}

function valueIn(name: string, state: Combinations, at: Positions, by: Replacements): Expr | null {
  const other = standIn(name, by);
  const told = toldBy(state, at.get(name) ?? 0, at.get(other) ?? 0);
  const [first, ...rest] = told ?? [];
  if (first === undefined) return null;
  if (rest.every(([, value]) => value === first[1])) return int(first[1]);
  if (other === name) return null;
  if ([first, ...rest].every(([key, value]) => key === value)) return selector(other);
  const last = int(rest.at(-1)?.[1] ?? first[1]);
  return [first, ...rest.slice(0, -1)].reduceRight<Expr>(
    (otherwise, [key, value]) => select(compareInts("eq", selector(other), int(key)), int(value), otherwise),
    last,
  );
}

function standIn(name: string, by: Replacements): string {
  const other = by.get(name);
  return other === undefined ? name : standIn(other, by);
}

function selector(name: string): Expr {
  return { kind: "var", name, type: pythonInt };
}
