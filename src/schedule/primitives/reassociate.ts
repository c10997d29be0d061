import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { analyse, noFacts, type Ranges, rangeOf, within } from "../../loops/analysis/range/index.ts";
import { canParallel } from "../../loops/depend/index.ts";
import { freshName, loopNamed, namesIn, replaceLoop } from "../../loops/find.ts";
import { floordiv, int, mod, sameExpr, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Loops, Origin, Stmt } from "../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../loops/walk.ts";
import { promoteBinary } from "../../types/promote.ts";
import { bool, sameType } from "../../types/types.ts";
import { newLoopNames } from "../bounds.ts";
import { clashPlace, clashText, placeOf } from "../clash.ts";
import { type Applied, done, integer, loop, optional, primitive, word } from "../primitive.ts";
import { type Accumulation, accumulationsOf, family, identityOf } from "../reduction.ts";
import { refuse } from "../refusal.ts";
import { splitLoop } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i_init in range(0, 4):
 *         s = s + a[i]               =>          s_parts[i_init] = 0
 *                                            for i_outer in range(0, 2):
 *                                                for i_inner in range(0, 4):
 *                                                    s_parts[i_inner] = s_parts[i_inner] + a[i_outer * 4 + i_inner]
 *                                            s = s + ((s_parts[0] + s_parts[1]) + (s_parts[2] + s_parts[3]))
 *
 * With `turns` the loop stays one, and iteration i adds to part `i % 4`: for loops whose count changes, and for loops
 * that are pipelined as they are.
 *
 * The one primitive that changes results: sums of floats round in another order. Those of integers stay the same.
 */
export const reassociate = primitive({
  name: "reassociate",
  description:
    "Sums in FACTOR interleaved parts and adds them in a tree; this changes how floats round, and nothing else does; in `turns` the loop stays one.",
  changesResults: true,
  params: { loop: loop(), factor: integer({ min: 2 }), how: optional(word("turns")) },
  apply(loops, { loop: name, factor, how }) {
    const loop = loopNamed(loops, name);
    const sums = sumsOf(loop);
    if (sums.length === 0) {
      const clash = canParallel(loops, name);
      if (clash === null) return refuse("no-reduction", { loop: name, clash: null }, placeOf(loop));
      return refuse("no-reduction", { loop: name, clash: clashText(loops, clash) }, clashPlace(loop, clash));
    }
    const whole = sums.find(([one]) => one !== undefined && identityOf(one) === null);
    if (whole?.[0] !== undefined) {
      const facts = { loop: name, name: whole[0].name, op: whole[0].op };
      return refuse("no-identity", facts, { ...placeOf(loop), array: whole[0].name });
    }
    return inParts(loops, loop, { factor, how: how ?? "split" }, sums);
  },
});

interface Form {
  readonly factor: number;
  readonly how: "split" | "turns";
}

function inParts(
  loops: Loops,
  loop: For,
  { factor, how }: Form,
  sums: readonly (readonly Accumulation[])[],
): Applied {
  const taken = new Set(namesIn(loops));
  const parts = new Map<string, ArrayDecl>();
  for (const [one] of sums) {
    if (one === undefined) continue;
    const name = freshName(taken, `${one.name}_parts`);
    taken.add(name);
    parts.set(one.name, {
      kind: "array",
      name,
      element: one.type,
      shape: [factor],
      banks: [{ dim: 0, how: "complete", factor }],
    });
  }
  const flags = new Map<string, string>();
  const ranges = analyse(loops);
  for (const [one] of sums) {
    if (one === undefined || isInside(loops, ranges, one)) continue;
    const flag = freshName(taken, `${one.name}_touched`);
    taken.add(flag);
    flags.set(one.name, flag);
  }
  const declared: Loops = {
    ...loops,
    arrays: [...loops.arrays, ...parts.values()],
    scalars: [
      ...loops.scalars,
      ...[...flags.values()].map((name) => ({ kind: "scalar", name, type: bool }) as const),
    ],
  };
  const names = { outer: `${loop.name}.outer`, inner: `${loop.name}.inner` };
  const outer = how === "turns" ? loop.name : newLoopNames(declared, names.outer).name;
  const split =
    how === "turns"
      ? done(
          replaceLoop(declared, loop.name, () => [
            { ...loop, body: intoParts(loop.body, turnOf(loop, factor), parts, flags) },
          ]),
        )
      : splitLoop(declared, loop.name, factor, names, (body, inner) =>
          intoParts(body, variable(inner), parts, flags),
        );
  if (!split.ok) return split;

  const origin: Origin = { span: loop.origin.span, operator: "schedule" };
  const init = newLoopNames(split.loops, `${loop.name}.init`);
  const reset: For = {
    kind: "for",
    ...init,
    from: int(0),
    to: int(factor),
    step: 1,
    attrs: { unroll: {} },
    origin,
    body: sums.flatMap(([one]): Stmt[] => {
      const decl = one && parts.get(one.name);
      const value = one && identityOf(one);
      if (one === undefined || decl === undefined || value === undefined || value === null) return [];
      const start: Expr = { kind: "const", value, type: one.type };
      return [{ kind: "store", array: decl.name, index: [variable(init.variable)], value: start, origin }];
    }),
  };
  const total = sums.flatMap(([one]): Stmt[] => {
    const decl = one && parts.get(one.name);
    if (one === undefined || decl === undefined) return [];
    const sum = combined(one, decl, factor, origin);
    const flag = flags.get(one.name);
    if (flag === undefined) return [sum];
    const condition: Expr = { kind: "var", name: flag, type: bool };
    return [{ kind: "if", condition, then: [sum], else: [], origin }];
  });
  const untouched = [...flags.values()].map((name) => set(name, false, origin));
  return done(replaceLoop(split.loops, outer, (stmt) => [reset, ...untouched, stmt, ...total]));
}

/**
 * Whether the element may be touched where the loop did not: it is there for sure. Where it is not, only a loop that
 * added something may write the sum.
 */
function isInside({ params, arrays }: Loops, ranges: Ranges, { name, index, stmt }: Accumulation): boolean {
  if (stmt.kind === "assign") return true;
  const decl = [...params, ...arrays].find((one) => one.name === name);
  if (decl?.kind !== "array") return false;
  return index.every((expr, dim) => within(rangeOf(ranges, expr, noFacts), 0, (decl.shape[dim] ?? 0) - 1));
}

function set(target: string, value: boolean, origin: Origin): Stmt {
  return { kind: "assign", target, value: { kind: "const", value, type: bool }, origin };
}

/** Everything that the loop sums up: one list an accumulator, all of whose statements add to the same element. */
function sumsOf(loop: For): readonly (readonly Accumulation[])[] {
  const written = writesOf(loop.body);
  const inner = new Set([loop.variable]);
  for (const stmt of statementsIn(loop.body)) if (stmt.kind === "for") inner.add(stmt.variable);
  const isFixed = (expr: Expr): boolean =>
    [...namesRead(expr)].every((name) => !written.has(name) && !inner.has(name));
  return [...written].flatMap((name) => {
    const found = accumulationsOf(loop.body, name);
    const [first] = found ?? [];
    if (found === null || first === undefined) return [];
    const sameElement = found.every(({ index }) =>
      index.every((expr, dim) => isFixed(expr) && sameExpr(expr, first.index[dim] ?? expr)),
    );
    return sameElement ? [found] : [];
  });
}

/** Iterations that follow each other have numbers that follow each other. */
function turnOf({ variable: own, step }: For, factor: number): Expr {
  return mod(floordiv(variable(own), int(step)), int(factor));
}

/** Every accumulation goes to the part whose turn it is. */
function intoParts(
  body: readonly Stmt[],
  turn: Expr,
  parts: ReadonlyMap<string, ArrayDecl>,
  flags: ReadonlyMap<string, string>, // set where something is added
): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind !== "assign" && stmt.kind !== "store") {
      return [mapBodies(stmt, (list) => intoParts(list, turn, parts, flags))];
    }
    const name = stmt.kind === "assign" ? stmt.target : stmt.array;
    const decl = parts.get(name);
    if (decl === undefined) return [stmt];
    const index = [turn];
    const own: Expr = { kind: "load", array: decl.name, index, type: decl.element, span: stmt.origin.span };
    const swap = (expr: Expr): Expr => {
      if (expr.kind === "cast") return { ...expr, operand: swap(expr.operand) };
      if (expr.kind !== "binary") return expr;
      return isOld(expr.left, stmt) ? { ...expr, left: own } : { ...expr, right: own };
    };
    const { origin } = stmt;
    const part: Stmt = { kind: "store", array: decl.name, index, value: swap(stmt.value), origin };
    const flag = flags.get(name);
    return flag === undefined ? [part] : [part, set(flag, true, origin)];
  });
}

function isOld(expr: Expr, stmt: Extract<Stmt, { kind: "assign" | "store" }>): boolean {
  if (stmt.kind === "assign") return expr.kind === "var" && expr.name === stmt.target;
  return expr.kind === "load" && expr.array === stmt.array;
}

/** `s = s + tree`, pairs of neighbours first. */
function combined(one: Accumulation, decl: ArrayDecl, factor: number, origin: Origin): Stmt {
  const { span } = origin;
  const type = one.type;
  const join = (left: Expr, right: Expr): Expr => {
    const op = family(one.op);
    const promoted = promoteBinary(op, { type }, { type });
    const result = promoted.ok ? promoted.result : type;
    const sum: Expr = { kind: "binary", op, left, right, type: result, span };
    return sameType(result, type) ? sum : { kind: "cast", operand: sum, type, span };
  };
  let level: readonly Expr[] = Array.from(
    { length: factor },
    (_, k): Expr => ({ kind: "load", array: decl.name, index: [int(k)], type, span }),
  );
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, k) => {
      const [left, right] = [level[2 * k], level[2 * k + 1]];
      return left !== undefined && right !== undefined ? join(left, right) : (left ?? int(0));
    });
  }
  const [tree = int(0)] = level;
  if (one.stmt.kind === "assign") {
    const value = join({ kind: "var", name: one.name, type }, tree);
    return { kind: "assign", target: one.name, value, origin };
  }
  const { index } = one;
  const value = join({ kind: "load", array: one.name, index, type, span }, tree);
  return { kind: "store", array: one.name, index, value, origin };
}
