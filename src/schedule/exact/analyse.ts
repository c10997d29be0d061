/**
 * Which floats of Loops are whole multiples of a power of two, and how large they get: a grid for each scalar, array and
 * expression. Names are known by all that is ever assigned to them. What is added to a name again and again counts as often
 * as the loops around the statement run, up to one that sets the name anew in each iteration.
 */
import { stepOf } from "../../loops/analysis/range/counters.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import type { ArrayDecl, Assign, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { rangeOfType } from "../../types/exact_range.ts";
import type { ScalarType } from "../../types/types.ts";
import {
  extreme,
  type Grid,
  gridOfValue,
  inSteps,
  inverse,
  isHeld,
  joined,
  magnitude,
  minus,
  negated,
  plainGrid,
  plus,
  repeated,
  rounded,
  same,
  times,
  zero,
} from "./grid.ts";

export interface Grids {
  readonly names: ReadonlyMap<string, Grid>; // scalars and arrays that can be integers
  readonly of: (expr: Expr) => Grid | null; // of a float; null: it is anything
}

/** `none`: nothing was assigned yet. Null: anything. */
type Known = Grid | "none" | null;

/** `floats`: names that must stay what they are. */
export function gridsOf(loops: Loops, floats: ReadonlySet<string>): Grids {
  const state = new Map<string, Known>();
  const params = loops.params.map(({ name }) => name);
  const outside = new Set([...params, ...loops.results, ...givenAway(loops), ...floats]);
  for (const { name, type } of loops.scalars)
    if (type.kind === "float" && !outside.has(name)) state.set(name, "none");
  for (const decl of loops.arrays)
    if (decl.element.kind === "float" && !outside.has(decl.name)) state.set(decl.name, startOf(decl));
  const types = new Map<string, ScalarType>([
    ...loops.scalars.map(({ name, type }) => [name, type] as const),
    ...loops.arrays.map(({ name, element }) => [name, element] as const),
  ]);
  for (let round = 0; ; round++) {
    const found = roundOf(loops.body, state);
    let isStable = true;
    for (const [name, before] of state) {
      const after = next(before, found, name, types.get(name));
      if (isSame(before, after)) continue;
      isStable = false;
      state.set(name, round < state.size + patience ? after : null);
    }
    if (!isStable) continue;
    // What nobody assigns is nothing to rely on.
    const open = [...state].filter(([, grid]) => grid === "none");
    if (open.length === 0) break;
    for (const [name] of open) state.set(name, null);
  }
  const names = new Map(
    [...state].flatMap(([name, grid]) => (grid === null || grid === "none" ? [] : [[name, grid]])),
  );
  return { names, of: (expr) => known(evaluated(state, expr)) };
}

/** Arrays that functions of the user's own take as they are. */
function givenAway({ body }: Loops): readonly string[] {
  return statementsIn(body).flatMap((stmt) => {
    const args = stmt.kind === "region" ? (stmt.external?.args ?? []) : [];
    const result = stmt.kind === "region" ? stmt.external?.result : null;
    return [...args.flatMap((arg) => (arg.kind === "array" ? [arg.name] : [])), ...(result ? [result] : [])];
  });
}

/** Rounds beyond one a name, for what grows in a circle to stop. */
const patience = 4;

function known(found: Known): Grid | null {
  return found === "none" ? null : found;
}

function isSame(a: Known, b: Known): boolean {
  if (a === null || b === null || a === "none" || b === "none") return a === b;
  return same(a, b);
}

/** Elements start as 0, or as the table says. */
function startOf({ table }: ArrayDecl): Known {
  if (table === undefined) return zero;
  let all: Known = "none";
  for (const value of table) all = either(all, typeof value === "number" ? gridOfValue(value) : null);
  return all;
}

function either(a: Known, b: Known): Known {
  if (a === null || b === null) return null;
  if (a === "none") return b;
  return b === "none" ? a : joined(a, b);
}

/** What a walk through the statements finds: values that are set, and sums of all that is added. */
interface Found {
  readonly set: Map<string, Known>;
  readonly added: Map<string, Known>;
}

/** Null is an answer. */
function foundFor(map: ReadonlyMap<string, Known>, name: string): Known {
  const found = map.get(name);
  return found === undefined ? "none" : found;
}

function next(before: Known, { set, added }: Found, name: string, type: ScalarType | undefined): Known {
  const base = foundFor(set, name);
  const more = added.get(name);
  const whole = more === undefined || base === "none" ? base : either(base, both(plus, base, more));
  const all = either(before, whole);
  if (all === null || all === "none") return all;
  return type?.kind === "float" && isHeld(all, type) ? all : null;
}

function both(op: (a: Grid, b: Grid) => Grid, a: Known, b: Known): Known {
  if (a === null || b === null) return null;
  return a === "none" || b === "none" ? "none" : op(a, b);
}

function roundOf(body: readonly Stmt[], state: ReadonlyMap<string, Known>): Found {
  const found: Found = { set: new Map(), added: new Map() };
  visit(body, [], found, state);
  return found;
}

/** A loop around a statement: how often it runs, and what each of its iterations sets anew. */
interface Around {
  readonly count: number | null;
  readonly sets: ReadonlySet<string>;
}

function visit(
  body: readonly Stmt[],
  around: readonly Around[],
  found: Found,
  state: ReadonlyMap<string, Known>,
): void {
  for (const stmt of body) {
    switch (stmt.kind) {
      case "assign":
        assigned(stmt, around, found, state);
        break;
      case "store":
        if (state.has(stmt.array))
          found.set.set(stmt.array, either(foundFor(found.set, stmt.array), evaluated(state, stmt.value)));
        break;
      case "for":
        visit(stmt.body, [...around, { count: tripCount(stmt), sets: setIn(stmt) }], found, state);
        break;
      case "while":
        visit(stmt.body, [...around, { count: null, sets: new Set() }], found, state);
        break;
      case "if":
        visit(stmt.then, around, found, state);
        visit(stmt.else, around, found, state);
        break;
      case "region":
        visit(stmt.body, around, found, state);
        break;
      default:
        break;
    }
  }
}

/** By a statement of the body itself, whatever happens; jumps may pass it by. */
function setIn({ body }: For): ReadonlySet<string> {
  const sets = new Set<string>();
  for (const stmt of body) {
    if (stmt.kind !== "assign" && stmt.kind !== "store" && stmt.kind !== "for") break;
    if (stmt.kind === "assign" && stepOf(stmt) === null) sets.add(stmt.target);
  }
  return sets;
}

function assigned(
  stmt: Assign,
  around: readonly Around[],
  found: Found,
  state: ReadonlyMap<string, Known>,
): void {
  const { target } = stmt;
  if (!state.has(target)) return;
  const growth = stepOf(stmt);
  if (growth === null) {
    found.set.set(target, either(foundFor(found.set, target), evaluated(state, stmt.value)));
    return;
  }
  const last = around.findLastIndex(({ sets }) => sets.has(target));
  const times = around.slice(last + 1).reduce<number | null>((product, { count }) => {
    return product === null || count === null ? null : product * count;
  }, 1);
  const by = evaluated(state, growth.by);
  const term = by === null || by === "none" ? by : growth.sign === 1 ? by : negated(by);
  const sum = times === null ? null : term === null || term === "none" ? term : repeated(term, times);
  found.added.set(target, found.added.has(target) ? both(plus, foundFor(found.added, target), sum) : sum);
}

/** What a number can be. */
function evaluated(state: ReadonlyMap<string, Known>, expr: Expr): Known {
  const { type } = expr;
  if (type.kind !== "float") return numberIn(state, expr);
  const found = floatIn(state, expr);
  return found === null || found === "none" ? found : isHeld(found, type) ? found : null;
}

/**
 * Of a number that is no float: whatever its type can be, in steps of the type; or what it was made from, as far as the type has
 * it, so that a wider type alone loses nothing. Python's ints can be anything.
 */
function numberIn(state: ReadonlyMap<string, Known>, expr: Expr): Known {
  const { type } = expr;
  const range = type.kind === "python" ? null : rangeOfType(type);
  if (range === null) return null;
  const found = exactIn(state, expr);
  if (found === "none") return "none";
  if (found === null || found.fraction > range.fraction) return plainGrid(range);
  const own = inSteps(found, range.fraction);
  return plainGrid(range.low <= own.low && own.high <= range.high ? own : range);
}

function wholeGrid(value: bigint): Grid {
  return plainGrid({ low: value, high: value, fraction: 0 });
}

/** As if no type had an end. */
function exactIn(state: ReadonlyMap<string, Known>, expr: Expr): Known {
  const at = (one: Expr): Known => evaluated(state, one);
  switch (expr.kind) {
    case "const":
      return expr.type.kind === "int" ? wholeGrid(BigInt(expr.value)) : null;
    case "cast":
      return at(expr.operand);
    case "select":
      return either(at(expr.then), at(expr.otherwise));
    case "binary":
      return expr.op === "div" ? null : binaryOf(expr.op, at(expr.left), at(expr.right));
    default:
      return null;
  }
}

function floatIn(state: ReadonlyMap<string, Known>, expr: Expr): Known {
  const at = (one: Expr): Known => evaluated(state, one);
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? gridOfValue(expr.value) : null;
    case "var":
      return state.get(expr.name) ?? null;
    case "load":
      return state.get(expr.array) ?? null;
    case "cast":
      return at(expr.operand);
    case "select":
      return either(at(expr.then), at(expr.otherwise));
    case "unary":
      return one(expr.op === "neg" ? negated : expr.op === "abs" ? magnitude : null, at(expr.operand));
    case "math":
      return mathOf(expr.fn, expr.args.map(at));
    case "binary":
      return binaryOf(expr.op, at(expr.left), at(expr.right));
    default:
      return null;
  }
}

function one(op: ((grid: Grid) => Grid) | null, a: Known): Known {
  if (op === null) return null;
  return a === null || a === "none" ? a : op(a);
}

function mathOf(fn: Extract<Expr, { kind: "math" }>["fn"], args: readonly Known[]): Known {
  const [a = null] = args;
  return fn === "rint" || fn === "floor" || fn === "ceil" ? one((grid) => rounded(fn, grid), a) : null;
}

function binaryOf(op: Extract<Expr, { kind: "binary" }>["op"], a: Known, b: Known): Known {
  switch (op) {
    case "add":
      return both(plus, a, b);
    case "sub":
      return both(minus, a, b);
    case "mul":
      return both(times, a, b);
    case "min":
    case "max":
      return both((x, y) => extreme(op, x, y), a, b);
    case "div": {
      const by = b === null || b === "none" ? null : inverse(b);
      return by === null ? null : both(times, a, by);
    }
    default:
      return null;
  }
}
