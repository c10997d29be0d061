/**
 * A reduction that takes several inputs a step: a tree over neighbours, then one step of the old reduction.
 *
 *     for r in range(0, 64):                for r_group in range(0, 16):
 *         h = max(h, a[r])          =>          h = max(h, max(max(a[4 * r_group], ...), max(...)))
 *
 * Neighbours are combined in their order, so whatever is associative stays exact: min, max, integers, and the search for
 * the first largest or smallest element, where the left of two equal ones wins. PyLog 3.4 has this tree in argmax.
 */

import { namesRead } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { freshName, namesIn, replaceLoop } from "../loops/find.ts";
import { add, int, mul, substitute, substituteIn, variable } from "../loops/indices.ts";
import type { Assign, Expr, For, If, Loops, ScalarDecl, Stmt } from "../loops/nodes.ts";
import { pythonBool, type ScalarType } from "../types/types.ts";
import { newLoopNames, valueAt } from "./bounds.ts";
import { type Accumulation, accumulationOf } from "./reduction.ts";

/** Null where the loop is no such reduction, or its count is not known. */
export function comparisonTree(loops: Loops, loop: For, most: number): Loops | null {
  const count = tripCount(loop);
  if (count === null || count === 0) return null;
  const inputs = Math.min(most, count);
  const groups = Math.floor(count / inputs);
  const group = newLoopNames(loops, `${loop.name}.group`);
  const input = (k: number): Expr =>
    valueAt(loop.from, loop.step, add(mul(variable(group.variable), int(inputs)), int(k)));
  const inputsOf = Array.from({ length: inputs }, (_, k) => input(k));
  const tree = folded(loop, inputsOf) ?? searched(loops, loop, inputsOf);
  if (tree === null) return null;

  const blocks: For = { ...loop, ...group, from: int(0), to: int(groups), step: 1, body: tree.body };
  const rest = newLoopNames(loops, `${loop.name}.rest`, group);
  const done = groups * inputs;
  const remainder: For = {
    ...loop,
    ...rest,
    from: valueAt(loop.from, loop.step, int(done)),
    body: substitute(loop.body, loop.variable, variable(rest.variable)),
  };
  const replaced = replaceLoop(loops, loop.name, () => (done === count ? [blocks] : [blocks, remainder]));
  return { ...replaced, scalars: [...replaced.scalars, ...tree.scalars] };
}

interface Tree {
  readonly body: readonly Stmt[];
  readonly scalars: readonly ScalarDecl[];
}

/** `h = max(h, x)`: x of every input, in a tree. Sums of floats are not: they would round in another order. */
function folded(loop: For, inputs: readonly Expr[]): Tree | null {
  const [stmt, other] = loop.body;
  if (stmt === undefined || other !== undefined) return null;
  const one = accumulationOf(stmt);
  const value = one === null ? null : stepOf(one);
  if (one === null || value === null || !isAssociative(one)) return null;
  if (one.index.some((expr) => namesRead(expr).has(loop.variable))) return null; // an element an iteration
  const { sum, more } = value;
  const values = inputs.map((input) => substituteIn(more, loop.variable, input));
  const whole = pairwise(values, (left, right) => ({ ...sum, left, right }));
  const total: Expr = sum.left === more ? { ...sum, left: whole } : { ...sum, right: whole };
  return { body: [{ ...one.stmt, value: total }], scalars: [] };
}

function stepOf({ stmt, name }: Accumulation) {
  const { value } = stmt;
  if (value.kind !== "binary") return null; // the cast back of an exact type: its sums grow
  const isOld = (expr: Expr): boolean =>
    (expr.kind === "var" && expr.name === name) || (expr.kind === "load" && expr.array === name);
  return { sum: value, more: isOld(value.left) ? value.right : value.left };
}

function isAssociative({ op, type }: Accumulation): boolean {
  if (op === "min" || op === "max" || op === "and" || op === "or" || op === "xor") return true;
  return (op === "add" || op === "mul") && type.kind === "int" && type.rule === "numpy";
}

function pairwise<T>(values: readonly T[], combine: (left: T, right: T) => T): T {
  let level = values;
  while (level.length > 1) {
    const next: T[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i], level[i + 1]];
      if (left !== undefined) next.push(right === undefined ? left : combine(left, right));
    }
    level = next;
  }
  const [only] = level;
  if (only === undefined) throw new Error("bug: a tree over nothing");
  return only;
}

/** An element and where it was found. */
interface Candidate {
  readonly value: Expr;
  readonly position: Expr;
}

/** The search for the first best element, as lowering writes argmax: `if first or better(element, best)`. */
function searched(loops: Loops, loop: For, inputs: readonly Expr[]): Tree | null {
  const search = searchOf(loop);
  if (search === null) return null;
  const { element, condition, best, position, first, better } = search;
  const taken = new Set(namesIn(loops));
  const scalars: ScalarDecl[] = [];
  const body: Stmt[] = [];
  const set = (wish: string, type: ScalarType, value: Expr): Expr => {
    const name = freshName(taken, wish);
    taken.add(name);
    scalars.push({ kind: "scalar", name, type });
    body.push({ kind: "assign", target: name, value, origin: element.origin });
    return { kind: "var", name, type };
  };
  const isBetter = (value: Expr, than: Expr): Expr =>
    replaceVars(
      better,
      new Map([
        [element.target, value],
        [best.target, than],
      ]),
    );
  const leaves = inputs.map((input): Candidate => {
    const value = set(element.target, element.value.type, substituteIn(element.value, loop.variable, input));
    return { value, position: substituteIn(position.value, loop.variable, input) };
  });
  const winner = pairwise(leaves, (left, right): Candidate => {
    const takes = set(`${best.target}_right`, pythonBool, truth(isBetter(right.value, left.value)));
    const choose = (then: Expr, otherwise: Expr): Expr => ({
      ...{ kind: "select", condition: takes, then, otherwise },
      ...{ type: then.type, span: element.origin.span },
    });
    const value = set(element.target, right.value.type, choose(right.value, left.value));
    return {
      value,
      position: set(position.target, right.position.type, choose(right.position, left.position)),
    };
  });
  const start = inputs[0];
  if (start === undefined) return null;
  const test: Expr = {
    ...condition.condition,
    left: substituteIn(first, loop.variable, start),
    right: isBetter(winner.value, { kind: "var", name: best.target, type: best.value.type }),
  };
  body.push({
    ...condition,
    condition: test,
    then: [
      { ...best, value: winner.value },
      { ...position, value: winner.position },
    ],
  });
  return { body, scalars };
}

interface Search {
  readonly element: Assign;
  readonly condition: If & { readonly condition: Extract<Expr, { readonly kind: "logic" }> };
  readonly best: Assign;
  readonly position: Assign;
  readonly first: Expr;
  readonly better: Expr;
}

function searchOf({ body, origin }: For): Search | null {
  const [element, branch, ...others] = body;
  if (origin.operator !== "reduce" || others.length > 0) return null;
  if (element?.kind !== "assign" || branch?.kind !== "if" || branch.else.length > 0) return null;
  const { condition } = branch;
  const [best, position, ...more] = branch.then;
  if (condition.kind !== "logic" || condition.op !== "or" || more.length > 0) return null;
  if (best?.kind !== "assign" || position?.kind !== "assign") return null;
  if (best.value.kind !== "var" || best.value.name !== element.target) return null;
  return {
    element,
    condition: { ...branch, condition },
    best,
    position,
    first: condition.left,
    better: condition.right,
  };
}

function replaceVars(expr: Expr, by: ReadonlyMap<string, Expr>): Expr {
  return [...by].reduce<Expr>((found, [name, value]) => substituteIn(found, name, value), expr);
}

/** A condition of NumPy's bool as a python bool, which scalars of ours are. */
function truth(condition: Expr): Expr {
  if (condition.type.kind === "python") return condition;
  return { kind: "cast", operand: condition, type: pythonBool, span: { from: 0, to: 0 } };
}
