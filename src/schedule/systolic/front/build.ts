/**
 * The loops of a front: in each step words move on by an element, every element does an iteration of the program, and
 * what it hands on goes into its registers. Elements see what their neighbours did in earlier steps alone.
 *
 *     step      0        1        2
 *     above     h[0,0]   h[0,1]   h[0,2]     of the first tile from memory, of others what the last element did
 *     element 0          h[1,0]   h[1,1]     the columns before the program's go through the elements as the others do
 *     element 1                   h[2,0]
 */
import { bug } from "../../../diagnostics/bug.ts";
import { compare, int } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Loops, ScalarDecl, Stmt } from "../../../loops/nodes.ts";
import { expressionsIn, expressionsOf, mapBodies, statementsIn } from "../../../loops/walk.ts";
import { zeroOf } from "../../../loops/zeros.ts";
import { bool, pythonBool } from "../../../types/types.ts";
import { type Accumulation, family, identityOf } from "../../reduction.ts";
import { array } from "../frame.ts";
import { elementFor, nameFor } from "../moving.ts";
import { allOf, anyOf, cast, load, over, store, when, yes } from "../write.ts";
import {
  chain,
  columnOf,
  type Frame,
  frameOf,
  fromLast,
  here,
  inTile,
  isColumn,
  isEntering,
  moved,
  overRow,
  placed,
  stepOf,
  tileOf,
  wordAt,
} from "./frame.ts";
import type { Front } from "./front.ts";
import {
  above,
  below,
  bordersOf,
  enterBorder,
  forOne,
  type History,
  handedTo,
  handOn,
  historyOf,
  isPassedOn,
  marksOf,
  read,
  scalar,
  toMemory,
} from "./history.ts";
import type { FrontOperand, FrontOperands } from "./operands.ts";

export interface BuiltFront {
  readonly stmts: readonly Stmt[];
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
  readonly stored: readonly string[]; // arrays that every element stores to
}

export function builtFront(loops: Loops, front: Front, operands: FrontOperands, rows: number): BuiltFront {
  const lead = front.handed.some(isPassedOn) ? front.skew : 0;
  const f = frameOf(loops, front, { rows, lead, mayOverlap: mayOverlap(front, operands) });
  const histories = front.handed.map((one) => historyOf(f, one));
  const borders = histories.flatMap((history) => bordersOf(f, history));
  const moving = operands.all.filter(({ way }) => way === "moves").map((one) => movingOf(f, one));
  const staying = operands.all.filter(({ way }) => way === "stays").map((one) => stayingOf(f, one));
  const marks = marksOf(f, [...(staying.length > 0 ? [0] : []), ...borders.map(({ column }) => column)]);
  const partials = new Map(front.sums.map((sum) => [sum.name, partialOf(f, sum)]));

  const words = new Map([...moving, ...staying].map(({ operand, word }) => [operand, word]));
  const body = inElement(f, operands, words, histories, partials);
  // What a circuit must prove of memories it proves of conditions on the step; for registers a flag that moves is smaller.
  const inside = touchesMemory(f, body) ? null : chain(f, "inside_moving", bool, 0);
  const isHere =
    inside === null ? isColumn(f, columnOf(f, here(f))) : cast(f, wordAt(f, inside, here(f)), pythonBool);
  const inTiles = isWithin(f);
  const element: readonly Stmt[] = [
    ...front.handed.map(({ own, store: { value } }): Stmt => set(f, own, zeroOf(value.type))),
    ...staying.map(({ held, bus }) => when(f, truth(f, marks.at(0)), [store(f, held, [here(f)], read(bus))])),
    when(f, allOf([isHere, inTiles.condition]), body),
    ...borders.map(({ history: { handed }, column, word }) =>
      when(f, truth(f, marks.at(column)), [set(f, handed.own, cast(f, read(word), handed.store.value.type))]),
    ),
    ...histories.flatMap((history) => handOn(f, history)),
  ];
  const step = stepOf(f);
  const steps: readonly Stmt[] = [
    ...(inside === null
      ? []
      : [...moved(f, inside), store(f, inside, [int(0)], cast(f, isEntering(f), bool))]),
    ...inTiles.stmts,
    ...marks.stmts,
    ...moving.flatMap(({ operand: { value }, chain: own }) => [
      ...moved(f, own),
      when(f, isEntering(f), [store(f, own, [int(0)], cast(f, placed(f, value, int(0), step), own.element))]),
    ]),
    ...staying.flatMap(({ operand: { value }, bus }) =>
      forOne(f, bus, 0, (row) => placed(f, value, row, int(0))),
    ),
    ...borders.flatMap((border) => enterBorder(f, border)),
    fromLast(f, element),
    ...histories.flatMap((one) => [...above(f, one), ...below(f, one), ...toMemory(f, one)]),
  ];
  return {
    stmts: [...starts(f, front.sums, partials), nestOf(f, steps), ...joined(f, front.sums, partials)],
    arrays: f.arrays,
    scalars: f.scalars,
    stored: histories.filter(({ seen }) => seen === "all").map(({ handed }) => handed.array),
  };
}

/**
 * What an element takes from the loops is that of the tile that the first one is at: which row it is, and when memories are
 * touched. Borders behind the last column are read when the first element is at the next tile.
 */
function mayOverlap({ body, after, space }: Front, operands: FrontOperands): boolean {
  let usesRow = false;
  operands.replaced(body, (expr, operand) => {
    if (operand !== null || expr.kind === "load") return expr;
    usesRow ||= expr.kind === "var" && expr.name === space.loop.variable;
    return null;
  });
  const stores = statementsIn(body).some(({ kind }) => kind === "store");
  return after === 0 && !usesRow && !stores && operands.loads.length === 0;
}

/** Whether the tile that an element is at has its row. Where tiles overlap, a flag moves with them. */
function isWithin(f: Frame): { readonly condition: Expr; readonly stmts: readonly Stmt[] } {
  if (!f.pace.overlaps) return { condition: inTile(f, here(f)), stmts: [] };
  const rest = f.front.space.count % f.rows;
  if (rest === 0) return { condition: yes, stmts: [] };
  const whole = chain(f, "whole_moving", bool, 0);
  const isWhole = compare("lt", tileOf(f), int(f.tiles - 1));
  return {
    condition: anyOf([compare("lt", here(f), int(rest)), truth(f, wordAt(f, whole, here(f)))]),
    stmts: [...moved(f, whole), store(f, whole, [int(0)], cast(f, isWhole, bool))],
  };
}

function set(f: Frame, target: string, value: Expr): Stmt {
  return { kind: "assign", target, value, origin: f.origin };
}

function truth(f: Frame, flag: Expr): Expr {
  return cast(f, flag, pythonBool);
}

// Operands

interface Moving {
  readonly operand: FrontOperand;
  readonly chain: ArrayDecl;
  readonly word: Expr; // in the element
}

function movingOf(f: Frame, operand: FrontOperand): Moving {
  const { value } = operand;
  const own = chain(f, nameFor(value), elementFor([f.front.space, f.front.time], value), 0);
  return { operand, chain: own, word: cast(f, wordAt(f, own, here(f)), value.type) };
}

interface Staying {
  readonly operand: FrontOperand;
  readonly bus: ScalarDecl; // for the element that starts in this step
  readonly held: ArrayDecl;
  readonly word: Expr;
}

function stayingOf(f: Frame, operand: FrontOperand): Staying {
  const { value } = operand;
  const type = elementFor([f.front.space, f.front.time], value);
  const held = array(f, nameFor(value).replace("moving", "held"), type, [f.rows], overRow(f));
  const bus = scalar(f, nameFor(value).replace("moving", "next"), type);
  return { operand, bus, held, word: cast(f, load(f, held, [here(f)]), value.type) };
}

// The program in an element

function inElement(
  f: Frame,
  operands: FrontOperands,
  words: ReadonlyMap<FrontOperand, Expr>,
  histories: readonly History[],
  partials: ReadonlyMap<string, ArrayDecl>,
): readonly Stmt[] {
  const { space, time, body } = f.front;
  const variables = new Set([space.loop.variable, time.loop.variable]);
  const replaced = operands.replaced(body, (expr, operand) => {
    if (operand !== null) return words.get(operand) ?? bug("there is always one");
    if (expr.kind === "load") {
      const history = histories.find(({ handed }) => handed.array === expr.array);
      return history === undefined ? null : handedTo(f, history, expr);
    }
    if (expr.kind !== "var") return null;
    if (variables.has(expr.name)) return placed(f, expr, here(f), columnOf(f, here(f)));
    const partial = partials.get(expr.name);
    return partial === undefined ? null : cast(f, load(f, partial, [here(f)]), expr.type);
  });
  const summed = (stmts: readonly Stmt[]): readonly Stmt[] =>
    stmts.map((stmt) => {
      const partial = stmt.kind === "assign" ? partials.get(stmt.target) : undefined;
      return stmt.kind === "assign" && partial !== undefined
        ? store(f, partial, [here(f)], cast(f, stmt.value, partial.element))
        : mapBodies(stmt, summed);
    });
  return summed(replaced);
}

function touchesMemory(f: Frame, body: readonly Stmt[]): boolean {
  const isRegister = (name: string): boolean => f.arrays.some((one) => one.name === name);
  return statementsIn(body).some(
    (stmt) =>
      (stmt.kind === "store" && !isRegister(stmt.array)) ||
      expressionsOf(stmt)
        .flatMap(expressionsIn)
        .some((expr) => expr.kind === "load" && !isRegister(expr.array)),
  );
}

// Sums: each element has its own, joined when all are done

function partialOf(f: Frame, { name, type }: Accumulation): ArrayDecl {
  return array(f, `${name}_of`, elementFor([], { kind: "var", name, type }), [f.rows], overRow(f));
}

/** Of what may be taken twice every element starts with what was there; of others with what changes nothing. */
function isIdempotent({ op }: Accumulation): boolean {
  return op === "min" || op === "max" || op === "and" || op === "or";
}

function starts(
  f: Frame,
  sums: readonly Accumulation[],
  partials: ReadonlyMap<string, ArrayDecl>,
): readonly Stmt[] {
  return sums.flatMap((sum) => {
    const partial = partials.get(sum.name) ?? bug("there is always one");
    const { name, type } = sum;
    const value: Expr = isIdempotent(sum)
      ? { kind: "var", name, type }
      : { kind: "const", value: identityOf(sum) ?? bug("integers have one"), type };
    return over(f, "row", f.rows, [store(f, partial, [here(f)], cast(f, value, partial.element))]);
  });
}

function joined(
  f: Frame,
  sums: readonly Accumulation[],
  partials: ReadonlyMap<string, ArrayDecl>,
): readonly Stmt[] {
  return sums.map((sum) => {
    const { name, type, op } = sum;
    const partial = partials.get(name) ?? bug("there is always one");
    const own: Expr = { kind: "var", name, type };
    const words = Array.from({ length: f.rows }, (_, row) => cast(f, load(f, partial, [int(row)]), type));
    const { span } = f.origin;
    const tree = (all: readonly Expr[]): Expr => {
      const [only, ...others] = all;
      if (only === undefined || others.length === 0) return only ?? own;
      const half = Math.ceil(all.length / 2);
      return {
        kind: "binary",
        op: family(op),
        left: tree(all.slice(0, half)),
        right: tree(all.slice(half)),
        type,
        span,
      };
    };
    return set(f, name, tree(isIdempotent(sum) ? words : [own, ...words]));
  });
}

function nestOf(f: Frame, body: readonly Stmt[]): For {
  const { space, time } = f.front;
  const common = { kind: "for", from: int(0), step: 1, origin: f.origin } as const;
  const steps: For = {
    ...common,
    name: time.loop.name,
    variable: f.step,
    to: int(f.pace.length),
    body,
    attrs: { pipeline: {} },
  };
  const to = int(f.pace.rounds);
  return { ...common, name: space.loop.name, variable: f.tile, to, body: [steps], attrs: {} };
}
