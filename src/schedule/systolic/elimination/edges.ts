/** Words that come in above the elements and at their left, and what leaves below them and at their right. */
import { plus, write } from "../../../loops/analysis/affine.ts";
import { compare, int } from "../../../loops/indices.ts";
import type { Expr, Stmt } from "../../../loops/nodes.ts";
import { zeroOf } from "../../../loops/zeros.ts";
import type { Interval } from "../../../types/interval.ts";
import { isSeen } from "../automaton/build.ts";
import { allOf, guarded, load, loopOver, store, when, yes } from "../write.ts";
import { type Build, read, set, timeIn, wireOf } from "./frame.ts";
import type { Traffic } from "./prove.ts";
import { accessesIn, type Stream } from "./streams.ts";

export function comingIn(b: Build, stream: Stream): readonly Stmt[] {
  const { words, word } = wireOf(b.down, stream);
  const flag = b.stored.get(stream);
  return trafficOf(b, stream).flatMap(([column, { load: lines }]) => {
    const enter = store(b, words, [int(0), int(column)], read(word));
    const zero = set(b, word, zeroOf(word.type));
    const unchanged = flag && store(b, flag.words, [int(0), int(column)], zeroOf(flag.word.type));
    const start = unchanged === undefined ? [] : [unchanged];
    const memory = b.memories.get(stream);
    if (lines === null || memory === undefined) return [...start, zero, enter];
    const value = load(b, memory, indexAt(b, stream, column));
    const isThere = allOf([isLine(b, column, lines), ...isColumn(b, stream, column)]);
    return [...start, zero, when(b, isThere, [set(b, word, value)]), enter];
  });
}

export function goingOut(b: Build, stream: Stream): readonly Stmt[] {
  const { loops, nest, shape } = b.elimination;
  const flag = b.stored.get(stream);
  const memory = b.memories.get(stream);
  if (memory === undefined || (flag === undefined && !isSeen(loops, nest, stream.array))) return [];
  const { words } = wireOf(b.down, stream);
  return trafficOf(b, stream).flatMap(([column, { store: lines, exit }]) => {
    if (lines === null) return [];
    const below = [int(exit + 1 - shape.rows.low), int(column)];
    const leave = store(b, memory, indexAt(b, stream, column), load(b, words, below));
    return guarded(b, flag === undefined ? isLine(b, column, lines) : load(b, flag.words, below), [leave]);
  });
}

/** What the tile to the left has handed on. */
export function comingAlong(b: Build): readonly Stmt[] {
  const { times } = b.elimination.shape;
  return [...b.waiting].map(([moving, { memory }]) => {
    const { words } = wireOf(b.along, moving);
    const line = timeIn(b, 0);
    return when(b, compare("le", write(line), int(times.high)), [
      loopOver(b, int(b.tiles.size.rows), (row) => [
        store(b, words, [row, int(0)], load(b, memory, [lineIn(b, 0), row])),
      ]),
    ]);
  });
}

/** What it hands on to the one to the right. */
export function goingAlong(b: Build): readonly Stmt[] {
  const last = b.tiles.size.columns - 1;
  return [...b.waiting.values()].map(({ leaving, memory }) =>
    when(b, compare("ge", write(timeIn(b, last)), write(b.tiles.first.time)), [
      loopOver(b, int(b.tiles.size.rows), (row) => [
        store(b, memory, [lineIn(b, last), row], load(b, leaving, [row])),
      ]),
    ]),
  );
}

/** The number of a line, from that of the first of all. */
function lineIn(b: Build, column: number): Expr {
  return write(plus(timeIn(b, column), -b.elimination.shape.times.low));
}

function isLine(b: Build, column: number, { low, high }: Interval): Expr {
  const time = write(timeIn(b, column));
  return allOf([compare("ge", time, int(low)), compare("le", time, int(high))]);
}

/** Of a tile: not beyond what the array has, or what the nest uses of it. */
function isColumn(b: Build, stream: Stream, column: number): readonly Expr[] {
  const used = usedColumns(b, stream);
  if (b.tiles.loops.length === 0 || used === null) return [];
  const at = write(plus(b.tiles.first.column, column));
  const { column: covered } = b.tiles.covered;
  return [
    used.low > covered.low ? compare("ge", at, int(used.low)) : yes,
    used.high < covered.high ? compare("le", at, int(used.high)) : yes,
  ];
}

function usedColumns({ elimination: { shape } }: Build, stream: Stream): Interval | null {
  const used = [...(shape.traffic.get(stream) ?? [])].filter(
    ([, { load: a, store: c }]) => a !== null || c !== null,
  );
  const columns = used.map(([column]) => column);
  return columns.length === 0 ? null : { low: Math.min(...columns), high: Math.max(...columns) };
}

function indexAt(b: Build, { index, shape, time, column }: Stream, at: number): readonly Expr[] {
  const { column: first } = b.tiles.first;
  const { columns } = b.elimination.shape;
  if (shape === null) return [lineIn(b, at), write(plus(first, at - columns.low))];
  return index.map((one, dim) =>
    dim === time ? write(timeIn(b, at)) : dim === column ? write(plus(first, at)) : one,
  );
}

/** By column of elements. In tiles every column of them has what any has, and words leave below the last row. */
function trafficOf(b: Build, stream: Stream): readonly (readonly [number, Traffic])[] {
  const { shape, leaves } = b.elimination;
  const own = [...(shape.traffic.get(stream) ?? [])];
  if (b.tiles.loops.length === 0) return own.map(([column, one]) => [column - shape.columns.low, one]);
  const isRead = leaves.some(({ stmt }) =>
    accessesIn(stmt).some(
      ({ kind, array }) => array === stream.array && (kind === "load" || stmt.kind === "if"),
    ),
  );
  const lines = own.flatMap(([, { load: a, store: c }]) => [a, c]).filter((one) => one !== null);
  const used = {
    low: Math.min(...lines.map(({ low }) => low)),
    high: Math.max(...lines.map(({ high }) => high)),
  };
  const isStored = own.some(([, one]) => one.store !== null);
  const each: Traffic = {
    load: isRead ? used : null,
    store: isStored ? used : null,
    exit: shape.rows.low + b.tiles.size.rows - 1,
  };
  return Array.from({ length: b.tiles.size.columns }, (_, column) => [column, each]);
}
