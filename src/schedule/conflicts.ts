/**
 * How many accesses one memory must serve at once in a pipelined or unrolled loop.
 *
 *     partition a dim=0 cyclic 4; unroll i 4        conflicts(loops, "i") -> a: 1 access a bank, where it was 4
 *
 * An iteration of the loop, or as many as it is unrolled by, happens at once, with all loops inside. Loads of one word
 * are one access. Iterations are gone through one by one; where an index is only known when it runs, the access
 * counts for every bank of its array.
 */

import { type Known, known } from "../loops/analysis/known.ts";
import { arraysOf, loopNamed, pathTo } from "../loops/find.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt } from "../loops/nodes.ts";
import { children, expressionsOf } from "../loops/walk.ts";
import { bankCount, bankOf, wordOf } from "./banks.ts";

/** The busiest memory of an array, and the iteration where it is so. */
export interface BankUse {
  readonly array: string;
  readonly bank: number;
  readonly accesses: number;
  readonly iteration: Readonly<Record<string, number>>;
  readonly exact: boolean; // all indices were known, and all iterations were looked at
}

const mostAccesses = 200_000;

/** One entry for each array that the loop accesses, the busiest first. */
export function conflicts(loops: Loops, name: string): readonly BankUse[] {
  const loop = loopNamed(loops, name);
  const search: Search = {
    decls: new Map(arraysOf(loops).map((decl) => [decl.name, decl])),
    worst: new Map(),
    left: mostAccesses,
    exact: true,
  };
  around(search, pathTo(loops, name).loops, loop, new Map());
  return [...search.worst.values()]
    .map((use) => ({ ...use, exact: use.exact && search.exact }))
    .sort((a, b) => b.accesses - a.accesses);
}

interface Search {
  readonly decls: ReadonlyMap<string, ArrayDecl>;
  readonly worst: Map<string, BankUse>;
  left: number; // accesses that may still be looked at
  exact: boolean;
}

type Variables = ReadonlyMap<string, number>;

function around(search: Search, outer: readonly For[], loop: For, variables: Variables): void {
  const [first, ...rest] = outer;
  if (first === undefined) return groups(search, loop, variables);
  for (const value of valuesOf(search, first, variables)) {
    if (search.left <= 0) return;
    const inside = value === null ? variables : new Map(variables).set(first.variable, value);
    around(search, rest, loop, inside);
  }
}

/** As many iterations as happen at once. */
function groups(search: Search, loop: For, variables: Variables): void {
  const values = valuesOf(search, loop, variables);
  const { unroll } = loop.attrs;
  const size = unroll === undefined ? 1 : (unroll.factor ?? Math.max(values.length, 1));
  for (let start = 0; start < values.length && search.left > 0; start += size) {
    const group: Group = new Map();
    for (const value of values.slice(start, start + size)) {
      const inside = value === null ? variables : new Map(variables).set(loop.variable, value);
      block(search, loop.body, inside, group);
    }
    const first = values[start];
    const iteration = new Map(variables);
    if (typeof first === "number") iteration.set(loop.variable, first);
    record(search, group, iteration);
  }
}

/** Of each array and bank: the words loaded and stored, and accesses to an unknown place. */
type Group = Map<string, { readonly banks: Map<number, Set<string>>; unknown: number }>;

function record(search: Search, group: Group, iteration: Variables): void {
  for (const [array, { banks, unknown }] of group) {
    const uses = [...banks].map(([bank, words]) => ({ bank, accesses: words.size + unknown }));
    if (uses.length === 0) uses.push({ bank: 0, accesses: unknown });
    for (const { bank, accesses } of uses) {
      const before = search.worst.get(array);
      const exact = unknown === 0 && (before?.exact ?? true);
      if (before === undefined || accesses > before.accesses) {
        const at = Object.fromEntries(iteration);
        search.worst.set(array, { array, bank, accesses, iteration: at, exact });
      } else if (!exact) search.worst.set(array, { ...before, exact });
    }
  }
}

function block(search: Search, body: readonly Stmt[], variables: Variables, group: Group): void {
  for (const stmt of body) {
    if (search.left <= 0) return;
    const exprs = expressionsOf(stmt);
    for (const expr of exprs) loads(search, expr, variables, group);
    switch (stmt.kind) {
      case "store":
        access(search, group, stmt.array, stmt.index, variables, "store");
        break;
      case "if": {
        const truth = known(stmt.condition, variables);
        if (truth !== false) block(search, stmt.then, variables, group);
        if (truth !== true) block(search, stmt.else, variables, group);
        break;
      }
      case "for":
        for (const value of valuesOf(search, stmt, variables)) {
          const inside = value === null ? variables : new Map(variables).set(stmt.variable, value);
          block(search, stmt.body, inside, group);
        }
        break;
      case "while":
      case "region":
        block(search, stmt.body, variables, group);
        break;
      default:
        break;
    }
  }
}

/** The values of a loop variable; one that is not known when the bounds are not. */
function valuesOf(search: Search, { from, to, step }: For, variables: Variables): readonly (number | null)[] {
  const [start, end] = [known(from, variables), known(to, variables)];
  if (typeof start !== "number" || typeof end !== "number") {
    search.exact = false;
    return [null];
  }
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, i) => start + i * step);
}

function loads(search: Search, expr: Expr, variables: Variables, group: Group): void {
  if (expr.kind === "select" || expr.kind === "logic") return chosen(search, expr, variables, group);
  if (expr.kind === "load") access(search, group, expr.array, expr.index, variables, "load");
  for (const child of children(expr)) loads(search, child, variables, group);
}

/** Only what is evaluated. */
function chosen(search: Search, expr: Expr, variables: Variables, group: Group): void {
  const [first, ...rest] = children(expr);
  if (first !== undefined) loads(search, first, variables, group);
  const truth: Known = first === undefined ? null : known(first, variables);
  for (const [i, side] of rest.entries()) {
    const skipped =
      expr.kind === "logic"
        ? truth === (expr.op === "or")
        : (truth === true && i === 1) || (truth === false && i === 0);
    if (!skipped) loads(search, side, variables, group);
  }
}

function access(
  search: Search,
  group: Group,
  array: string,
  index: readonly Expr[],
  variables: Variables,
  kind: "load" | "store",
): void {
  const decl = search.decls.get(array);
  if (decl === undefined) return;
  search.left -= 1;
  if (search.left <= 0) search.exact = false;
  const use = group.get(array) ?? { banks: new Map<number, Set<string>>(), unknown: 0 };
  group.set(array, use);
  const at = index.map((expr) => known(expr, variables));
  if (!at.every((one) => typeof one === "number")) {
    // A dimension in a single memory may be anywhere.
    const decided = (decl.banks ?? []).every(({ dim }) => typeof at[dim] === "number");
    if (!decided || bankCount(decl) === 1) use.unknown += 1;
    else wordsOf(use.banks, bankOf(decl, at.map(Number))).add(`${kind} unknown ${search.left}`);
    return;
  }
  wordsOf(use.banks, bankOf(decl, at)).add(`${kind} ${wordOf(decl, at)}`);
}

function wordsOf(banks: Map<number, Set<string>>, bank: number): Set<string> {
  const words = banks.get(bank) ?? new Set<string>();
  banks.set(bank, words);
  return words;
}
