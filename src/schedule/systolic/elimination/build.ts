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
import { pythonBool, type ScalarType } from "../../../types/types.ts";
import { array, freshIn, type Size, substituted } from "../frame.ts";
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
  when,
  yes,
} from "../write.ts";
import { comingAlong, comingIn, goingAlong, goingOut } from "./edges.ts";
import type { Elimination } from "./elimination.ts";
import { type Build, inHere, isEqual, read, set, type Waiting, type Wire, wireOf } from "./frame.ts";
import { axes, inAxes, type Placed } from "./places.ts";
import { count } from "./prove.ts";
import type { Moving, Route } from "./routes.ts";
import type { Stream } from "./streams.ts";
import { type Tiles, tilesOf } from "./tiles.ts";

export interface BuiltElimination {
  readonly stmts: readonly Stmt[];
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
}

export function builtElimination(elimination: Elimination, most: Size): BuiltElimination {
  const { nest, shape, streams } = elimination;
  const [scalars, arrays]: [ScalarDecl[], ArrayDecl[]] = [[], []];
  const b = start(elimination, most, scalars, arrays);
  const { size, first, loops } = b.tiles;
  const steps: For = {
    kind: "for",
    name: nest.name,
    variable: b.step,
    from: int(0),
    to: write(plus(constant(shape.times.high + size.columns), first.time, -1)),
    step: 1,
    body: [
      ...streams.flatMap((one) => comingIn(b, one)),
      ...comingAlong(b),
      ...elementsOf(b),
      ...streams.flatMap((one) => goingOut(b, one)),
      ...goingAlong(b),
    ],
    attrs: { pipeline: {} },
    origin: b.origin,
  };
  const inTiles = loops.reduceRight<For>(
    (inner, { variable: name, from, to }) => ({
      ...{ kind: "for", name, variable: name, from, to: int(to), step: 1 },
      ...{ body: [inner], attrs: {}, origin: b.origin },
    }),
    steps,
  );
  return { stmts: [inTiles], arrays, scalars };
}

function start(elimination: Elimination, most: Size, scalars: ScalarDecl[], arrays: ArrayDecl[]): Build {
  const { loops, nest, shape, streams, routes } = elimination;
  const fresh = freshIn(loops);
  const [row, column] = [elimination.rows.variable, elimination.columns.variable];
  const own = {
    row: fresh(`${row}_row`),
    column: fresh(`${column}_column`),
    step: fresh(`${nest.variable}_step`),
  };
  const tiles = tilesOf(shape, most, { row: fresh(`${row}_tile`), column: fresh(`${column}_tile`) });
  const { rows, columns } = tiles.size;
  const axis = (dim: number, extent: number): GridAxis => ({
    ...{ factors: [0, 1].map((one) => (one === dim ? 1 : 0)), offset: 0, per: 1, extent },
  });
  const spread: Spread = { grid: own.step, axes: [axis(0, rows), axis(1, columns)], passes: true };
  const wire = (name: string, wanted: string, element: ScalarType, along: boolean): Wire => {
    const word: ScalarDecl = { kind: "scalar", name: fresh(`${name}_${wanted}`), type: element };
    scalars.push(word);
    const place = along ? "along" : wanted === "word" ? "down" : wanted;
    const seats = along ? spread : null; // words go down all elements within a step
    const height = along ? rows : rows + 1;
    return { word, words: array({ fresh, arrays }, `${name}_${place}`, element, [height, columns], seats) };
  };
  const memories = memoriesFor(tiles, elimination, { fresh, arrays });
  const changed =
    tiles.loops.length === 0 ? [] : streams.filter((one) => memories.has(one) && isChanged(elimination, one));
  return {
    ...own,
    origin: { span: nest.origin.span, operator: "schedule" },
    fresh,
    elimination,
    tiles,
    down: new Map(streams.map((one) => [one, wire(one.array, "word", one.element, false)])),
    memories,
    stored: new Map(changed.map((one) => [one, wire(one.array, "stored", pythonBool, false)])),
    along: new Map(
      routes.moving.map((one) => [one, wire(one.stream.array, "moving", one.stream.element, true)]),
    ),
    waiting: waitingIn(tiles, elimination, { fresh, arrays }),
    kept: new Map(
      routes.kept.map((one) => {
        const { array: name, element } = one.stream;
        return [one, array({ fresh, arrays }, `${name}_kept`, element, [rows, columns], spread)];
      }),
    ),
  };
}

function isChanged({ leaves }: Elimination, { array: name }: Stream): boolean {
  return leaves.some(({ stmt }) => writesOf([stmt]).has(name));
}

/** Arrays of the program; and for scalars that go from one row of tiles to the next, an array for each. */
function memoriesFor(
  { size, covered }: Tiles,
  { loops, streams, shape }: Elimination,
  into: { readonly fresh: Build["fresh"]; readonly arrays: ArrayDecl[] },
): ReadonlyMap<Stream, ArrayDecl> {
  const hasRows = count(covered.row) > size.rows;
  return new Map(
    streams.flatMap((one): readonly (readonly [Stream, ArrayDecl])[] => {
      if (one.shape !== null) return [[one, arrayNamed(loops, one.array)]];
      if (!hasRows || !shape.passing.has(one)) return [];
      const columns = count(covered.column);
      const memory: ArrayDecl = {
        ...{ kind: "array", name: into.fresh(`${one.array}s`), element: one.element, role: "buffer" },
        shape: [count(shape.times), columns],
        banks: [{ dim: 1, how: "cyclic", factor: size.columns }],
      };
      into.arrays.push(memory);
      return [[one, memory]];
    }),
  );
}

/** Where a row has several tiles: a memory for each of its rows of elements. */
function waitingIn(
  { size, covered }: Tiles,
  { routes, shape }: Elimination,
  into: { readonly fresh: Build["fresh"]; readonly arrays: ArrayDecl[] },
): ReadonlyMap<Moving, Waiting> {
  if (count(covered.column) === size.columns) return new Map();
  return new Map(
    routes.moving.map((one) => {
      const { array: name, element } = one.stream;
      const leaving = array(into, `${name}_leaving`, element, [size.rows]);
      const memory: ArrayDecl = {
        ...{ kind: "array", name: into.fresh(`${name}_waiting`), element, role: "buffer" },
        shape: [count(shape.times), size.rows],
        banks: [{ dim: 1, how: "complete", factor: size.rows }],
      };
      into.arrays.push(memory);
      return [one, { leaving, memory }];
    }),
  );
}

// Elements

/** Row after row; of a row the last first, which reads what the one before it handed on a step ago. */
function elementsOf(b: Build): readonly Stmt[] {
  const { rows, columns } = b.tiles.size;
  const inRow = loopOver(b, int(columns), (at) =>
    inElement(b).map((stmt) => renamedIn(stmt, b.column, sub(int(columns - 1), at))),
  );
  return over(b, "row", rows, [inRow]);
}

/** Registers of the element, or of one beside it. */
function here(b: Build, down = 0, along = 0): readonly Expr[] {
  return [add(variable(b.row), int(down)), add(variable(b.column), int(along))];
}

function inElement(b: Build): readonly Stmt[] {
  const { leaves, local, shape, loops } = b.elimination;
  const { rows, columns, below } = shape;
  const down = [...b.down.values(), ...b.stored.values()];
  const wires = [...down, ...b.along.values()];
  const scalars = loops.scalars.filter(({ name }) => local.includes(name));
  const body: readonly Stmt[] = [
    ...wires.map(({ word, words }) => set(b, word, load(b, words, here(b)))),
    ...scalars.map((one) => set(b, one, zeroOf(one.type))),
    ...enter(b, null),
    ...keep(b, null),
    ...leaves.flatMap((leaf) => [
      ...guarded(b, conditionOf(b, leaf), inLeaf(b, leaf)),
      ...enter(b, leaf),
      ...keep(b, leaf),
    ]),
    ...down.map(({ word, words }) => store(b, words, here(b, 1), read(word))),
    ...[...b.along].flatMap(([moving, wire]) => handOn(b, moving, wire)),
  ];
  const isAll = b.tiles.loops.length > 0 || columns.low - rows.high >= below;
  const place = write(inHere(b, plus(symbol("column"), symbol("row"), -1)));
  return isAll ? body : [when(b, compare("ge", place, int(below)), body)];
}

function handOn(b: Build, moving: Moving, { word, words }: Wire): readonly Stmt[] {
  const last = int(b.tiles.size.columns - 1);
  const next = when(b, compare("lt", variable(b.column), last), [store(b, words, here(b, 0, 1), read(word))]);
  const leaving = b.waiting.get(moving)?.leaving;
  if (leaving === undefined) return [next];
  return [{ ...next, else: [store(b, leaving, [variable(b.row)], read(word))] }];
}

/** In the first column of a word that moves along, that word is the one that comes down, as it is now. */
function enter(b: Build, after: Placed | null): readonly Stmt[] {
  return [...b.along].flatMap(([moving, { word }]) => {
    const { stream, from } = moving;
    if (after !== null && b.elimination.shape.entered.get(moving)?.has(after) !== true) return [];
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
  const { row, column } = b.tiles.covered;
  const ranges = new Map([
    ["row", row],
    ["column", column],
  ]);
  if (affineBounds(plus(left, right, -1), ranges).low > 0) return [];
  return [compare("gt", write(inHere(b, left)), write(inHere(b, right)))];
}

/** With what the loops' variables are in the element. */
function ofProgram(b: Build, { values }: Placed, expr: Expr): Expr {
  const here = new Map([...values].map(([name, form]) => [name, write(inHere(b, form))]));
  return simplified(substituted(expr, here));
}

function inLeaf(b: Build, leaf: Placed): readonly Stmt[] {
  const routes = b.elimination.routes.of.get(leaf);
  const word = (expr: Expr): Expr => {
    const route = expr.kind === "load" ? routes?.get(expr) : undefined;
    return route === undefined || expr.kind !== "load" ? mapChildren(expr, word) : wordFor(b, route, expr);
  };
  const visit = (stmt: Stmt): readonly Stmt[] => {
    const stream =
      stmt.kind === "store" ? b.elimination.streams.find((one) => one.array === stmt.array) : undefined;
    const next = mapBodies(
      mapExpressions(stmt, (root) => ofProgram(b, leaf, word(root))),
      (body) => body.flatMap(visit),
    );
    if (next.kind !== "store" || stream === undefined) return [next];
    const change = { ...set(b, wireOf(b.down, stream).word, next.value), origin: stmt.origin };
    const flag = b.stored.get(stream);
    return flag === undefined ? [change] : [change, set(b, flag.word, yes)];
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
