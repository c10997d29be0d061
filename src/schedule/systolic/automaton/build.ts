/**
 * The loops of a row of elements: places come in, as many in a cycle as memories give; every step of the program is one of all
 * elements; places go out. On both ways they move along the row, so that no element has a wire to a memory but those at
 * its end.
 *
 *     in, two words a cycle        [ 2 ] <─ [ 3 ] <─ [   ] <─ a[4]        out      a[0] <─ [ 0 ] <─ [ 1 ] <─ [ 2 ]
 */
import { readsOf } from "../../../loops/analysis/effects.ts";
import { arrayNamed } from "../../../loops/find.ts";
import { add, compare, int, mul, sameExpr, sub, substitute, variable } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Loops, ScalarDecl, Spread, Stmt } from "../../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../../loops/walk.ts";
import { isParameter, isResult } from "../../declare.ts";
import { array, freshIn } from "../frame.ts";
import { allOf, guarded, load, simplified, store, type Writer, writtenOut } from "../write.ts";
import type { Automaton, Sweep } from "./automaton.ts";
import type { Track } from "./places.ts";

export interface BuiltAutomaton {
  readonly stmts: readonly Stmt[];
  readonly arrays: readonly ArrayDecl[];
  readonly scalars: readonly ScalarDecl[];
}

export function builtAutomaton(automaton: Automaton): BuiltAutomaton {
  const { loops, nest, heard } = automaton;
  const fresh = freshIn(loops);
  const row = fresh(`${nest.variable}_element`);
  const b: Build = {
    automaton,
    loops,
    origin: { span: nest.origin.span, operator: "schedule" },
    fresh,
    row,
    column: row,
    arrays: [],
    scalars: [],
    kept: new Map(),
    next: new Map(),
    told: [],
  };
  for (const track of automaton.tracks) {
    const { element } = arrayNamed(loops, track.array);
    const extent = track.high - track.low + 1;
    b.kept.set(track.array, array(b, `${track.array}_kept`, element, [extent], overPlaces(b, track)));
  }
  for (const one of heard) {
    if (b.told.some(({ value }) => sameExpr(value, one))) continue;
    const decl: ScalarDecl = { kind: "scalar", name: fresh(`${one.array}_now`), type: one.type };
    b.scalars.push(decl);
    b.told.push({ value: one, decl });
  }
  const steps: For = {
    ...nest,
    body: [
      ...b.told.map(
        ({ value, decl }): Stmt => ({ kind: "assign", target: decl.name, value, origin: b.origin }),
      ),
      ...inSteps(b, nest.body),
    ],
    attrs: { pipeline: nest.attrs.pipeline ?? {} },
  };
  const out = automaton.tracks.filter(
    ({ array: name, stored }) => stored !== null && isSeen(loops, nest, name),
  );
  const stmts = [...moving(b, "in", automaton.tracks), steps, ...moving(b, "out", out)];
  return { stmts, arrays: b.arrays, scalars: b.scalars };
}

interface Build extends Writer {
  readonly automaton: Automaton;
  readonly loops: Loops;
  readonly arrays: ArrayDecl[];
  readonly scalars: ScalarDecl[];
  readonly kept: Map<string, ArrayDecl>; // by array: what elements keep
  readonly next: Map<string, ArrayDecl>; // what they will keep after a loop over places
  readonly told: { readonly value: Expr; readonly decl: ScalarDecl }[];
}

/** An element has the same places of every array: as many as words move in a cycle, so that they move to its neighbour. */
function overPlaces({ row, loops, automaton: { tracks } }: Build, { low }: Track): Spread {
  const first = Math.min(...tracks.map((track) => track.low));
  const places = Math.max(...tracks.map((track) => track.high)) - first + 1;
  const moved = tracks.map((track) => wordsOf(arrayNamed(loops, track.array), track));
  const per = Math.max(1, ...moved.filter((words) => words < places));
  return { grid: row, axes: [{ factors: [1], offset: low - first, per, extent: Math.ceil(places / per) }] };
}

// Steps

function inSteps(b: Build, body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind !== "for") return [mapBodies(replaced(b, stmt, new Map()), (inner) => inSteps(b, inner))];
    const sweep = b.automaton.sweeps.find(({ loop }) => loop === stmt);
    return sweep === undefined ? [] : inSweep(b, sweep);
  });
}

/** Every iteration that some step has is there; those that the step does not have do nothing. */
function inSweep(b: Build, { loop, from, step, count, isHere, later }: Sweep): readonly Stmt[] {
  const next = new Map([...later].map((name) => [name, nextOf(b, name)]));
  const place = add(mul(variable(b.row), int(step)), int(from));
  const body = substitute(inElement(b, loop.body, next), loop.variable, place);
  const copied = (way: "to next" | "back"): readonly Stmt[] =>
    [...next].map(([name, decl]) => {
      const kept = b.kept.get(name) ?? decl;
      const [to, source] = way === "back" ? [kept, decl] : [decl, kept];
      const at = [variable(b.row)];
      return writtenOut(b, b.row, int(kept.shape[0] ?? 0), [store(b, to, at, load(b, source, at))]);
    });
  return [
    ...copied("to next"),
    writtenOut(b, b.row, int(count), guarded(b, allOf(isHere(place)), body)),
    ...copied("back"),
  ];
}

function nextOf(b: Build, name: string): ArrayDecl {
  const known = b.next.get(name);
  if (known !== undefined) return known;
  const { element, shape, spread = null } = b.kept.get(name) ?? arrayNamed(b.loops, name);
  const made = array(b, `${name}_next`, element, shape, spread);
  b.next.set(name, made);
  return made;
}

/** An element reads what was kept before the loop, until it has stored that place itself. */
function inElement(b: Build, body: readonly Stmt[], next: ReadonlyMap<string, ArrayDecl>): readonly Stmt[] {
  const own = new Set<string>();
  const visit = (stmts: readonly Stmt[]): readonly Stmt[] =>
    stmts.map((stmt) => {
      const done = mapBodies(replaced(b, stmt, next, own), visit);
      if (stmt.kind === "store") own.add(placeKey(b, stmt.array, stmt.index));
      return done;
    });
  return visit(body);
}

function placeKey(b: Build, name: string, index: readonly Expr[]): string {
  const track = b.automaton.tracks.find((one) => one.array === name);
  return `${name} ${JSON.stringify(simplified(index[track?.dim ?? 0] ?? int(0)))}`;
}

/** A statement of its own expressions, with registers for arrays, and scalars for what all are told. */
function replaced(
  b: Build,
  stmt: Stmt,
  next: ReadonlyMap<string, ArrayDecl>,
  own: ReadonlySet<string> = new Set(),
): Stmt {
  const track = (name: string): Track | undefined => b.automaton.tracks.find((one) => one.array === name);
  const at = ({ dim, low }: Track, index: readonly Expr[]): readonly Expr[] => [
    sub(index[dim] ?? int(0), int(low)),
  ];
  const words = (root: Expr): Expr =>
    mapExpr(root, (expr) => {
      if (expr.kind !== "load") return expr;
      const told = b.told.find(({ value }) => sameExpr(value, expr));
      if (told !== undefined) return { kind: "var", name: told.decl.name, type: expr.type };
      const kept = b.kept.get(expr.array);
      const found = track(expr.array);
      if (kept === undefined || found === undefined) return expr;
      const now = own.has(placeKey(b, expr.array, expr.index)) ? (next.get(expr.array) ?? kept) : kept;
      return load(b, now, at(found, expr.index));
    });
  const done = mapExpressions(stmt, words);
  if (done.kind !== "store") return done;
  const found = track(done.array);
  const to = next.get(done.array) ?? b.kept.get(done.array);
  if (found === undefined || to === undefined) return done;
  return { ...store(b, to, at(found, done.index), done.value), origin: done.origin };
}

// In and out

/** All of an array, or what of it somebody stored, along the row: all arrays at the same time. */
function moving(b: Build, way: "in" | "out", tracks: readonly Track[]): readonly Stmt[] {
  const spans = tracks.map((track) => spanOf(b, way, track));
  const turns = Math.max(0, ...spans.map(({ count, words }) => Math.ceil(count / words)));
  if (turns === 0) return [];
  const name = b.fresh(`${b.automaton.nest.variable}_${way}`);
  const turn = variable(name);
  const body = spans.flatMap((span) =>
    way === "in" ? wordsIn(b, span, turn, turns) : wordsOut(b, span, turn, turns),
  );
  return [
    {
      kind: "for",
      name,
      variable: name,
      from: int(0),
      to: int(turns),
      step: 1,
      body,
      attrs: { pipeline: {} },
      origin: b.origin,
    },
  ];
}

interface Span {
  readonly track: Track;
  readonly kept: ArrayDecl;
  readonly first: number; // the place
  readonly at: number; // its element
  readonly count: number;
  readonly words: number; // in a cycle
}

function spanOf(b: Build, way: "in" | "out", track: Track): Span {
  const decl = arrayNamed(b.loops, track.array);
  const extent = decl.shape[track.dim] ?? 0;
  const asked = way === "out" && track.stored !== null ? track.stored : track;
  const [low, high] = [Math.max(0, asked.low), Math.min(extent - 1, asked.high)];
  const count = high - low + 1;
  const kept = b.kept.get(track.array) ?? decl;
  return {
    track,
    kept,
    first: low,
    at: low - track.low,
    count,
    words: Math.min(count, wordsOf(decl, track)),
  };
}

/** Two ports a memory; a stream has one. */
function wordsOf({ banks = [], stream, shape }: ArrayDecl, { dim }: Track): number {
  if (stream !== undefined) return 1;
  const bank = banks.find((one) => one.dim === dim);
  switch (bank?.how) {
    case "complete":
      return shape[dim] ?? 1;
    case "cyclic":
      return 2 * bank.factor;
    case "block":
    case undefined:
      return 2;
  }
}

/** In at the far end, towards the first element. Words before the first of the array would be those that move out again. */
function wordsIn(b: Build, span: Span, turn: Expr, turns: number): readonly Stmt[] {
  const { kept, at, count, words, first } = span;
  const before = turns * words - count;
  return [
    ...shiftedDown(b, span),
    ...Array.from({ length: words }, (_, k): readonly Stmt[] => {
      const word = add(mul(turn, int(words)), int(k - before));
      const condition = k >= before ? [] : [compare("ge", word, int(0))];
      const value = load(
        b,
        arrayNamed(b.loops, span.track.array),
        indexOf(span.track, add(word, int(first))),
      );
      return guarded(b, allOf(condition), [store(b, kept, [int(at + count - words + k)], value)]);
    }).flat(),
  ];
}

function wordsOut(b: Build, span: Span, turn: Expr, turns: number): readonly Stmt[] {
  const { kept, at, count, words, first } = span;
  return [
    ...Array.from({ length: words }, (_, k): readonly Stmt[] => {
      const word = add(mul(turn, int(words)), int(k));
      const condition = (turns - 1) * words + k < count ? [] : [compare("lt", word, int(count))];
      const decl = arrayNamed(b.loops, span.track.array);
      const index = indexOf(span.track, add(word, int(first)));
      return guarded(b, allOf(condition), [store(b, decl, index, load(b, kept, [int(at + k)]))]);
    }).flat(),
    ...shiftedDown(b, span),
  ];
}

function indexOf({ index, dim }: Track, place: Expr): readonly Expr[] {
  return index.map((one, at) => (at === dim ? place : one));
}

function shiftedDown(b: Build, { kept, at, count, words }: Span): readonly Stmt[] {
  if (count <= words) return [];
  const to = add(variable(b.row), int(at));
  return [
    writtenOut(b, b.row, int(count - words), [store(b, kept, [to], load(b, kept, [add(to, int(words))]))]),
  ];
}

/** Whether somebody reads what the nest stored. */
export function isSeen(loops: Loops, nest: For, array: string): boolean {
  if (isParameter(loops, array) || isResult(loops, array) || !loops.body.includes(nest)) return true;
  return readsOf(loops.body.slice(loops.body.indexOf(nest) + 1)).has(array);
}
