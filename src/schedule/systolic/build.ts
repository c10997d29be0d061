/**
 * The loops of a systolic array: in each iteration operands move on by an element, every element takes a step, and a word
 * of results leaves. Loops over rows and columns are written out; what is the same for all elements is written once.
 */
import { bug } from "../../diagnostics/bug.ts";
import { writesOf } from "../../loops/analysis/effects.ts";
import { firstUse } from "../../loops/analysis/use.ts";
import { int, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Loops, ScalarDecl, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../loops/walk.ts";
import { bool, float64, int64 } from "../../types/types.ts";
import type { Cell } from "./cell.ts";
import {
  array,
  type Build,
  flagAt,
  inTurn,
  isStep,
  limitOf,
  overElements,
  type Shape,
  start,
  tilesIn,
  turnsIn,
  validIn,
} from "./frame.ts";
import { leaving, upOne, type Way, ways } from "./leaving.ts";
import { declare, moved, wordOf } from "./moving.ts";
import type { Operand, Operands } from "./operands.ts";
import { allOf, cast, guarded, load, over, shifted, store, when, yes } from "./write.ts";

export interface Built {
  readonly nest: For;
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
}

export function built(loops: Loops, cell: Cell, operands: Operands, shape: Shape): Built {
  const b = start(loops, cell, shape);
  const { size } = shape;
  const isValid: Operand = { enters: "corner", value: validIn(b) };
  const limits = [limitOf(b, "row"), limitOf(b, "column")].filter((one) => one !== null);
  const flags = [isValid, ...limits];
  const isFirst = flagAt(b, cell.first, "first");
  const isLast: Operand = { enters: "corner", value: isStep(b, "last") };
  const moving = [...flags, ...isFirst, isLast, ...operands.all];
  // Nothing else is looked at in an element that has no step to do.
  const streams = new Map(moving.map((operand) => [operand, declare(b, operand, operand !== isValid)]));
  const word = (operand: Operand): Expr =>
    wordOf(b, operand, streams.get(operand) ?? bug("there is always one"));
  const state = stateOf(b, cell);
  const results = cell.results.map((result) => ways(b, result));
  const inElement = (stmts: readonly Stmt[]): readonly Stmt[] =>
    held(b, state, operands.replaced(stmts, word));
  const takes = results.map(({ result, hold, type }): Stmt => {
    const own = state.get(result.scalar);
    const value: Expr =
      own === undefined ? { kind: "var", name: result.scalar, type } : load(b, own, inTurn(b, 0));
    return store(b, hold, inTurn(b, 0), value);
  });
  const step = [
    ...isFirst.flatMap((flag) => guarded(b, word(flag), inElement(cell.first))),
    ...inElement(cell.body),
    when(b, word(isLast), [...inElement(cell.last), ...takes]),
  ];
  // The last things first, so that each reads registers of the step before: then no path goes through two of them.
  const body = [
    ...results.flatMap((result) => leaving(b, result)),
    ...over(
      b,
      "row",
      size.rows,
      over(b, "column", size.columns, [
        ...turnsOf(b, [...state.values()], results, allOf([isValid, isLast].map(word))),
        when(b, allOf(flags.map(word)), step),
      ]),
    ),
    ...moving.flatMap((operand) => {
      const isOurs = !operands.all.includes(operand);
      const stream = streams.get(operand) ?? bug("there is always one");
      return moved(b, operand, stream, isOurs ? yes : isValid.value);
    }),
  ];
  return { nest: nestOf(b, body), arrays: b.arrays, scalars: cell.scalars };
}

// State

/** Scalars that an element keeps from step to step, as registers of its own. */
function stateOf(b: Build, { first, body, last, results }: Cell): ReadonlyMap<string, ArrayDecl> {
  const parts = [first, body, last];
  const kept = [...writesOf([...first, ...body, ...last])].filter((name) => {
    const isResult = results.some(({ scalar }) => scalar === name);
    const isFresh = parts.every((part) => firstUse(part, name) !== "read");
    return !isFresh || (isResult && !writesOf(last).has(name));
  });
  const types = new Map([...b.loops.scalars, ...b.cell.scalars].map(({ name, type }) => [name, type]));
  return new Map(
    kept.map((name) => {
      const type = types.get(name) ?? bug("there is always one");
      const element =
        type.kind === "python" ? (type.name === "bool" ? bool : type.name === "int" ? int64 : float64) : type;
      const turns = turnsIn(b.group);
      const each = turns === 1 ? [] : [turns + 1]; // the last one goes back to the first
      const shape = [b.size.rows, b.size.columns, ...each];
      const isSetFirst = firstUse(first, name) === "written";
      return [name, array(b, `${name}_kept`, element, shape, overElements(b), isSetFirst)];
    }),
  );
}

/** The state of the next turn comes to the first place; results make room, also where a turn is beyond the end of a loop. */
function turnsOf(
  b: Build,
  state: readonly ArrayDecl[],
  results: readonly Way[],
  isLast: Expr,
): readonly Stmt[] {
  const turns = turnsIn(b.group);
  if (turns === 1) return [];
  const here = [variable(b.row), variable(b.column)];
  return [
    ...state.flatMap((own) => [
      ...shifted(b, turns, (to, from) => [store(b, own, [...here, to], load(b, own, [...here, from]))]),
      store(b, own, [...here, int(0)], load(b, own, [...here, int(turns)])),
    ]),
    when(
      b,
      isLast,
      results.flatMap(({ hold }) => upOne(b, hold)),
    ),
  ];
}

function held(b: Build, state: ReadonlyMap<string, ArrayDecl>, stmts: readonly Stmt[]): readonly Stmt[] {
  const here = inTurn(b, 0);
  return stmts.map((stmt) => {
    const next = mapBodies(
      mapExpressions(stmt, (root) =>
        mapExpr(root, (expr) => {
          const own = expr.kind === "var" ? state.get(expr.name) : undefined;
          return own === undefined ? expr : cast(b, load(b, own, here), expr.type);
        }),
      ),
      (inner) => held(b, state, inner),
    );
    const own = next.kind === "assign" ? state.get(next.target) : undefined;
    return next.kind === "assign" && own !== undefined
      ? store(b, own, here, cast(b, next.value, own.element))
      : next;
  });
}

/** One turn after another, the rows of a group outermost. */
function inTurns(b: Build, body: readonly Stmt[]): readonly Stmt[] {
  const { turn, group, origin } = b;
  const loops = [
    { variable: turn.row, count: group.rows },
    { variable: turn.column, count: group.columns },
  ].filter(({ count }) => count > 1);
  return loops.reduceRight<readonly Stmt[]>((stmts, { variable: own, count }, at) => {
    const { name } = own.kind === "var" ? own : bug("a turn without a loop");
    const attrs = at === loops.length - 1 ? { pipeline: {} } : {};
    const bounds = { from: int(0), to: int(count), step: 1 };
    return [{ kind: "for", name, variable: name, ...bounds, body: stmts, attrs, origin }];
  }, body);
}

function nestOf(b: Build, body: readonly Stmt[]): For {
  const { inner, nest, rows } = b.cell;
  const steps = inner.reduceRight<readonly Stmt[]>(
    (stmts, { loop, count }, at) => {
      const { unordered: _, ...origin } = loop.origin;
      const attrs = at === inner.length - 1 && turnsIn(b.group) === 1 ? { pipeline: {} } : {};
      const to = int(at === 0 ? b.pace.rounds : count);
      return [{ ...loop, from: int(0), to, step: 1, body: stmts, attrs, origin }];
    },
    inTurns(b, body),
  );
  const tiles = tilesIn(b) + b.pace.late + b.pace.wraps;
  return {
    ...nest,
    name: rows.loop.name,
    variable: b.tile,
    from: int(0),
    to: int(tiles),
    step: 1,
    body: steps,
    attrs: {},
    origin: b.origin,
  };
}
