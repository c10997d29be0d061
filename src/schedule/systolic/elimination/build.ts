/**
 * The loops of a triangle of elements. In each step a word of every column comes in at the top, a line later than in the column
 * before it, and goes down through the elements of the column, which change it; what leaves below the last of them goes
 * back to memory. Words along a row of elements move on by one a step.
 *
 *     step 0   a[0,0]                        a[k,j] stays where row k comes to: in row k of the elements
 *          1   a[1,0]  a[0,1]
 *          2   a[2,0]  a[1,1]  a[0,2]
 *                 │       │       │
 *              [ 0,0 ]─[ 0,1 ]─[ 0,2 ]       column 0 divides, its quotients move along row 0
 *                      [ 1,1 ]─[ 1,2 ]
 *
 * No word comes back to an element that it has left, so a step starts in every cycle, whatever its arithmetic takes.
 */
import { bug } from "../../../diagnostics/bug.ts";
import {
  type Affine,
  affineBounds,
  affineOf,
  constant,
  plus,
  sameAffine,
  symbol,
  write,
} from "../../../loops/analysis/affine.ts";
import { writesOf } from "../../../loops/analysis/effects.ts";
import { arrayNamed } from "../../../loops/find.ts";
import { add, compare, int, sub, variable } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, For, GridAxis, Load, ScalarDecl, Spread, Stmt } from "../../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "../../../loops/walk.ts";
import { zeroOf } from "../../../loops/zeros.ts";
import type { Interval } from "../../../types/interval.ts";
import { isSeen } from "../automaton/build.ts";
import { array, freshIn, substituted } from "../frame.ts";
import {
  allOf,
  cast,
  guarded,
  load,
  loopOver,
  over,
  renamedIn,
  simplified,
  store,
  type Writer,
  when,
} from "../write.ts";
import type { Elimination } from "./elimination.ts";
import { axes, inAxes, type Placed } from "./places.ts";
import type { Kept, Moving, Route } from "./routes.ts";
import type { Stream } from "./streams.ts";

export interface BuiltElimination {
  readonly stmts: readonly Stmt[];
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
}

export function builtElimination(elimination: Elimination): BuiltElimination {
  const { loops, nest, shape, streams, routes } = elimination;
  const fresh = freshIn(loops);
  const scalars: ScalarDecl[] = [];
  const arrays: ArrayDecl[] = [];
  const [rows, columns] = [count(shape.rows), count(shape.columns)];
  const writer = {
    origin: { span: nest.origin.span, operator: "schedule" },
    fresh,
    row: fresh(`${elimination.rows.variable}_row`),
    column: fresh(`${elimination.columns.variable}_column`),
  } as const;
  const step = fresh(`${nest.variable}_step`);
  const axis = (dim: number, extent: number): GridAxis => ({
    ...{ factors: [0, 1].map((one) => (one === dim ? 1 : 0)), offset: 0, per: 1, extent },
  });
  const spread: Spread = { grid: step, axes: [axis(0, rows), axis(1, columns)], passes: true };
  const wire = (way: "down" | "along", { array: name, element }: Stream, height: number): Wire => {
    const wanted = `${name}_${way === "down" ? "word" : "moving"}`;
    const word: ScalarDecl = { kind: "scalar", name: fresh(wanted), type: element };
    scalars.push(word);
    const seats = way === "down" ? null : spread; // words go down all elements within a step
    return { word, words: array({ fresh, arrays }, `${name}_${way}`, element, [height, columns], seats) };
  };
  const b: Build = {
    ...writer,
    elimination,
    step,
    down: new Map(streams.map((one) => [one, wire("down", one, rows + 1)])),
    along: new Map(routes.moving.map((one) => [one, wire("along", one.stream, rows)])),
    kept: new Map(
      routes.kept.map((one) => {
        const { array: name, element } = one.stream;
        return [one, array({ fresh, arrays }, `${name}_kept`, element, [rows, columns], spread)];
      }),
    ),
  };
  const steps: For = {
    kind: "for",
    name: nest.name,
    variable: b.step,
    from: int(0),
    to: int(count(shape.times) + columns - 1),
    step: 1,
    body: [
      ...streams.flatMap((one) => comingIn(b, one)),
      ...elementsOf(b),
      ...streams.flatMap((one) => goingOut(b, one)),
    ],
    attrs: { pipeline: {} },
    origin: writer.origin,
  };
  return { stmts: [steps], arrays, scalars };
}

interface Build extends Writer {
  readonly elimination: Elimination;
  readonly step: string;
  readonly down: ReadonlyMap<Stream, Wire>; // words above each row of elements, and below the last
  readonly along: ReadonlyMap<Moving, Wire>;
  readonly kept: ReadonlyMap<Kept, ArrayDecl>;
}

/** Registers between elements, and the word that is in the element at hand. */
interface Wire {
  readonly words: ArrayDecl;
  readonly word: ScalarDecl;
}

function count({ low, high }: Interval): number {
  return high - low + 1;
}

function read({ name, type }: ScalarDecl): Expr {
  return { kind: "var", name, type };
}

function set(b: Build, { name, type }: ScalarDecl, value: Expr): Stmt {
  return { kind: "assign", target: name, value: cast(b, value, type), origin: b.origin };
}

// The edges

/** The line that a column is at. */
function timeIn({ step, elimination: { shape } }: Build, column: Affine): Affine {
  return plus(plus(symbol(step), shape.times.low + shape.columns.low), column, -1);
}

function isLine(b: Build, column: number, { low, high }: Interval): Expr {
  const time = write(timeIn(b, constant(column)));
  return allOf([compare("ge", time, int(low)), compare("le", time, int(high))]);
}

function indexAt(b: Build, { index, time, column }: Stream, at: number): readonly Expr[] {
  return index.map((one, dim) =>
    dim === time ? write(timeIn(b, constant(at))) : dim === column ? int(at) : one,
  );
}

function comingIn(b: Build, stream: Stream): readonly Stmt[] {
  const { columns, traffic } = b.elimination.shape;
  const { words, word } = wireOf(b.down, stream);
  return [...(traffic.get(stream) ?? [])].flatMap(([column, { load: lines }]) => {
    const enter = store(b, words, [int(0), int(column - columns.low)], read(word));
    const zero = set(b, word, zeroOf(word.type));
    if (lines === null) return [zero, enter];
    const value = load(b, arrayNamed(b.elimination.loops, stream.array), indexAt(b, stream, column));
    return [zero, when(b, isLine(b, column, lines), [set(b, word, value)]), enter];
  });
}

function goingOut(b: Build, stream: Stream): readonly Stmt[] {
  const { loops, nest, shape } = b.elimination;
  if (stream.shape === null || !isSeen(loops, nest, stream.array)) return [];
  const { words } = wireOf(b.down, stream);
  return [...(shape.traffic.get(stream) ?? [])].flatMap(([column, { store: lines, exit }]) => {
    if (lines === null) return [];
    const value = load(b, words, [int(exit + 1 - shape.rows.low), int(column - shape.columns.low)]);
    const leave = store(b, arrayNamed(loops, stream.array), indexAt(b, stream, column), value);
    return guarded(b, isLine(b, column, lines), [leave]);
  });
}

function wireOf<Key>(wires: ReadonlyMap<Key, Wire>, key: Key): Wire {
  return wires.get(key) ?? bug("there is always one");
}

// Elements

/** Row after row; of a row the last first, which reads what the one before it handed on a step ago. */
function elementsOf(b: Build): readonly Stmt[] {
  const { rows, columns } = b.elimination.shape;
  const inRow = loopOver(b, int(count(columns)), (at) =>
    inElement(b).map((stmt) => renamedIn(stmt, b.column, sub(int(count(columns) - 1), at))),
  );
  return over(b, "row", count(rows), [inRow]);
}

/** Registers of the element, or of one beside it. */
function here(b: Build, down = 0, along = 0): readonly Expr[] {
  return [add(variable(b.row), int(down)), add(variable(b.column), int(along))];
}

function inElement(b: Build): readonly Stmt[] {
  const { leaves, local, shape, loops } = b.elimination;
  const { rows, columns, below } = shape;
  const wires = [...b.down.values(), ...b.along.values()];
  const scalars = loops.scalars.filter(({ name }) => local.includes(name));
  const body: readonly Stmt[] = [
    ...wires.map(({ word, words }) => set(b, word, load(b, words, here(b)))),
    ...scalars.map((one) => set(b, one, zeroOf(one.type))),
    ...enter(b, null),
    ...keep(b, null),
    ...leaves.flatMap((leaf) => [
      ...guarded(b, conditionOf(b, leaf), [inLeaf(b, leaf)]),
      ...enter(b, leaf),
      ...keep(b, leaf),
    ]),
    ...[...b.down.values()].map(({ word, words }) => store(b, words, here(b, 1), read(word))),
    ...[...b.along.values()].map(({ word, words }) =>
      when(b, compare("lt", variable(b.column), int(count(columns) - 1)), [
        store(b, words, here(b, 0, 1), read(word)),
      ]),
    ),
  ];
  const isThere = inHere(b, plus(symbol("column"), symbol("row"), -1));
  return columns.low - rows.high >= below ? body : [when(b, compare("ge", isThere, int(below)), body)];
}

/** A sum of `row`, `column` and `time` in the element. */
function inHere(b: Build, form: Affine): Expr {
  const { rows, columns } = b.elimination.shape;
  const column = plus(symbol(b.column), columns.low);
  const values: Record<string, Affine> = {
    row: plus(symbol(b.row), rows.low),
    column,
    time: timeIn(b, column),
  };
  let sum = constant(form.constant);
  for (const [name, factor] of form.terms) sum = plus(sum, values[name] ?? symbol(name), factor);
  return write(sum);
}

function isEqual(b: Build, left: Affine, right: Affine): Expr {
  return compare("eq", inHere(b, left), inHere(b, right));
}

/** In the first column of a word that moves along, that word is the one that comes down, as it is now. */
function enter(b: Build, after: Placed | null): readonly Stmt[] {
  const changed = after === null ? null : writesOf([after.stmt]);
  return [...b.along].flatMap(([{ stream, from }, { word }]) => {
    if (changed !== null && !changed.has(stream.array)) return [];
    const isFirst = isEqual(b, symbol("column"), from);
    return [when(b, isFirst, [set(b, word, read(wireOf(b.down, stream).word))])];
  });
}

function keep(b: Build, after: Placed | null): readonly Stmt[] {
  return [...b.kept].flatMap(([kept, registers]) => {
    if (b.elimination.shape.taken.get(kept) !== after) return [];
    const { word } = kept.moving === null ? wireOf(b.down, kept.stream) : wireOf(b.along, kept.moving);
    return [when(b, isEqual(b, symbol("time"), kept.since), [store(b, registers, here(b), read(word))])];
  });
}

// Statements of the program

/** Whether the element runs a statement now: its place, the bounds of the loops around it, and its conditions. */
function conditionOf(b: Build, leaf: Placed): Expr {
  const places = axes.flatMap((axis) => {
    const form = inAxes(leaf.place[axis], leaf.place, axes) ?? bug("every variable has a value");
    return sameAffine(form, symbol(axis)) ? [] : [isEqual(b, symbol(axis), form)];
  });
  const bounds = leaf.loops.flatMap(({ variable: name, from, to }) => {
    const value = leaf.values.get(name) ?? bug("every variable has a value");
    const [low, high] = [from, to].map((bound) => boundOf(leaf, bound));
    return [...isOver(b, value, plus(low ?? value, -1)), ...isOver(b, high ?? value, value)];
  });
  return allOf([...places, ...bounds, ...leaf.guards.map((one) => ofProgram(b, leaf, one))]);
}

/** A bound of a loop, in `time`, `column` and `row`. */
function boundOf({ place }: Placed, bound: Expr): Affine {
  const form = affineOf(bound) ?? bug("bounds are sums");
  return inAxes(form, place, axes) ?? bug("every variable has a value");
}

/** `left > right`, unless that is so in all elements. */
function isOver(b: Build, left: Affine, right: Affine): readonly Expr[] {
  const { rows, columns } = b.elimination.shape;
  const ranges = new Map([
    ["row", rows],
    ["column", columns],
  ]);
  if (affineBounds(plus(left, right, -1), ranges).low > 0) return [];
  return [compare("gt", inHere(b, left), inHere(b, right))];
}

/** With what the loops' variables are in the element. */
function ofProgram(b: Build, { values }: Placed, expr: Expr): Expr {
  const here = new Map([...values].map(([name, form]) => [name, inHere(b, form)]));
  return simplified(substituted(expr, here));
}

function inLeaf(b: Build, leaf: Placed): Stmt {
  const routes = b.elimination.routes.of.get(leaf);
  const word = (expr: Expr): Expr => {
    const route = expr.kind === "load" ? routes?.get(expr) : undefined;
    return route === undefined || expr.kind !== "load" ? mapChildren(expr, word) : wordFor(b, route, expr);
  };
  const visit = (stmt: Stmt): Stmt => {
    const stream =
      stmt.kind === "store" ? b.elimination.streams.find((one) => one.array === stmt.array) : undefined;
    const next = mapBodies(
      mapExpressions(stmt, (root) => ofProgram(b, leaf, word(root))),
      (body) => body.map(visit),
    );
    if (next.kind !== "store" || stream === undefined) return next;
    return { ...set(b, wireOf(b.down, stream).word, next.value), origin: stmt.origin };
  };
  return visit(leaf.stmt);
}

function wordFor(b: Build, route: Route, { type }: Load): Expr {
  switch (route.way) {
    case "down":
      return cast(b, read(wireOf(b.down, route.stream).word), type);
    case "along":
      return cast(b, read(wireOf(b.along, route.moving).word), type);
    case "kept":
      return cast(b, load(b, b.kept.get(route.kept) ?? bug("there is always one"), here(b)), type);
  }
}
