/**
 * Whether the elements compute what the program does: every run of a statement is followed through the array, word by word,
 * and must find each word in the version that the program would read, as all results must be the program's last versions
 * (translation validation, Pnueli, Siegel and Singerman 1998). Bounds are constants, so nothing is left to be assumed.
 */
import { hull, type Interval } from "../../../types/interval.ts";
import { beforeNest, cell, type Instance, mostColumns, type Run } from "./instances.ts";
import { changing, inElement } from "./order.ts";
import type { Placed } from "./places.ts";
import type { Kept, Moving, Routes } from "./routes.ts";
import type { Access, Stream } from "./streams.ts";

export interface Shape {
  readonly rows: Interval;
  readonly columns: Interval;
  readonly times: Interval;
  readonly below: number; // no element works in a column before its row and this
  readonly after: number; // nor with a line before its row and this
  readonly passing: ReadonlySet<Stream>; // scalars that go from row to row
  readonly traffic: ReadonlyMap<Stream, ReadonlyMap<number, Traffic>>; // by column
  readonly entered: ReadonlyMap<Moving, ReadonlySet<Placed>>; // statements that change it where it starts to move
  readonly taken: ReadonlyMap<Kept, Placed | null>; // kept after this statement; null: as it comes to the element
}

/** Of a column: which lines come from memory, and which go back, from below which row. */
export interface Traffic {
  readonly load: Interval | null;
  readonly store: Interval | null;
  readonly exit: number; // the row of elements that changes it last
}

export type ProofProblem = {
  readonly problem: "route";
  readonly access: Access;
  readonly why: "order" | "later";
};

export function provenShape(
  leaves: readonly Placed[],
  streams: readonly Stream[],
  routes: Routes,
  run: Run,
): Shape | ProofProblem | null {
  const { instances } = run;
  const touched = instances.flatMap((one) => one.touched);
  const rows = extent(instances.map(({ at }) => at.row));
  const columns = extent([...instances.map(({ at }) => at.column), ...touched.map(({ column }) => column)]);
  const times = extent([...instances.map(({ at }) => at.time), ...touched.map(({ time }) => time)]);
  if (rows === null || columns === null || times === null) return null;
  const sources = instances.flatMap(({ at, leaf }) =>
    movingOf(routes, leaf).map((moving) => inElement(moving.from, at.row, at.column) - at.row),
  );
  const below = extent([...sources, ...instances.map(({ at }) => at.column - at.row)])?.low ?? 0;
  const after =
    extent(instances.flatMap(({ at, touched: own }) => [at, ...own].map(({ time }) => time - at.row)))?.low ??
    0;
  const taken = new Map(
    routes.kept.map((kept) => {
      const changes = changing(kept, instances);
      return [kept, leaves.findLast((leaf) => changes.has(leaf)) ?? null];
    }),
  );
  const machine: Machine = { rows, columns, times, streams, routes, taken, loaded: new Map() };
  const wrong = follow(machine, run, new Map(leaves.map((leaf, order) => [leaf, order])));
  if (wrong !== null)
    return { problem: "route", access: wrong, why: isLater(run, wrong) ? "later" : "order" };
  const traffic = new Map(streams.map((one) => [one, trafficOf(one, columns, instances, machine.loaded)]));
  return {
    rows,
    columns,
    times,
    below,
    after,
    passing: passingIn(instances),
    traffic,
    entered: enteredIn(instances, routes),
    taken,
  };
}

function passingIn(instances: readonly Instance[]): ReadonlySet<Stream> {
  const found = new Set<Stream>();
  const rows = new Map<number, number>(); // in which a version is made
  for (const { at, touched } of instances) {
    for (const { access, stream, version } of touched) {
      if (access.kind === "store") rows.set(version, at.row);
      else if (stream.shape === null && rows.get(version) !== at.row) found.add(stream);
    }
  }
  return found;
}

function enteredIn(instances: readonly Instance[], { moving }: Routes): Shape["entered"] {
  return new Map(
    moving.map((one) => {
      const own = instances.filter(
        ({ at, touched }) =>
          inElement(one.from, at.row, at.column) === at.column &&
          touched.some(({ access, stream }) => access.kind === "store" && stream === one.stream),
      );
      return [one, new Set(own.map(({ leaf }) => leaf))];
    }),
  );
}

/** Whether a line is updated by one that passes after it. */
function isLater({ instances }: Run, access: Access): boolean {
  return instances.some(({ at, touched }) =>
    touched.some((one) => one.access === access && one.time > at.time),
  );
}

function extent(values: Iterable<number>): Interval | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : { low, high };
}

export function count({ low, high }: Interval): number {
  return high - low + 1;
}

function point(value: number): Interval {
  return { low: value, high: value };
}

function movingOf(routes: Routes, leaf: Placed): readonly Moving[] {
  return [...(routes.of.get(leaf)?.values() ?? [])].flatMap((route) =>
    route.way === "along"
      ? [route.moving]
      : route.way === "kept" && route.kept.moving !== null
        ? [route.kept.moving]
        : [],
  );
}

interface Machine extends Pick<Shape, "rows" | "columns" | "times" | "taken"> {
  readonly streams: readonly Stream[];
  readonly routes: Routes;
  readonly loaded: Map<Stream, Map<number, Interval>>; // lines whose first version somebody sees, by column
}

/** The first access that finds another version than in the program. */
function follow(m: Machine, run: Run, order: ReadonlyMap<Placed, number>): Access | null {
  const elements = new Map<number, Instance[]>();
  for (const one of run.instances) {
    const key = placeIn(m, one.at);
    const others = elements.get(key);
    if (others === undefined) elements.set(key, [one]);
    else others.push(one);
  }
  const kept = new Map(m.routes.kept.map((one) => [one, new Map<number, number>()]));
  for (const time of through(m.times)) {
    const down = new Map(
      m.streams.map((stream) => [
        stream,
        new Map(through(m.columns).map((column) => [column, atFirst(stream, time, column)])),
      ]),
    );
    for (const row of through(m.rows)) {
      const along = new Map<Moving, number>();
      for (const column of through(m.columns)) {
        const here = cell(row, column);
        const keep = (after: Placed | null): void => {
          for (const one of m.routes.kept) {
            if (m.taken.get(one) !== after || inElement(one.since, row, column) !== time) continue;
            const version = one.moving === null ? down.get(one.stream)?.get(column) : along.get(one.moving);
            if (version !== undefined) kept.get(one)?.set(here, version);
          }
        };
        const enter = (): void => {
          for (const one of m.routes.moving) {
            const version = down.get(one.stream)?.get(column);
            if (inElement(one.from, row, column) === column && version !== undefined) along.set(one, version);
          }
        };
        enter();
        keep(null);
        const own = elements.get(placeIn(m, { time, row, column })) ?? [];
        own.sort((a, b) => (order.get(a.leaf) ?? 0) - (order.get(b.leaf) ?? 0));
        for (const { leaf, touched } of own) {
          const routes = m.routes.of.get(leaf);
          const isUnsure = leaf.stmt.kind === "if";
          for (const one of touched) {
            const { access, stream } = one;
            const route = access.kind === "load" ? routes?.get(access) : undefined;
            const found =
              route?.way === "along"
                ? along.get(route.moving)
                : route?.way === "kept"
                  ? kept.get(route.kept)?.get(here)
                  : down.get(stream)?.get(column);
            if (access.kind === "load" && found !== one.version) return access;
            if (access.kind === "load" || isUnsure) see(m, stream, found);
            const isAlias = isUnsure && route?.way !== "down" && access.kind === "load";
            if (isAlias && one.time === time && one.column === column) return access;
          }
          for (const { access, stream, version } of touched)
            if (access.kind === "store") down.get(stream)?.set(column, version);
          enter();
          keep(leaf);
        }
      }
    }
    for (const [stream, words] of down) {
      for (const [column, version] of words) {
        const last = run.finally.get(stream)?.get(cell(time, column)) ?? beforeNest(time, column);
        if (stream.shape !== null && last !== version) return storeOf(run, stream);
      }
    }
  }
  return null;
}

/** Of an element at a line: a number for each. */
function placeIn({ rows, columns }: Machine, { time, row, column }: Instance["at"]): number {
  return (time * count(rows) + row - rows.low) * count(columns) + column - columns.low;
}

/** A scalar has no version before it is set: NaN is none that is asked for. */
function atFirst({ shape }: Stream, time: number, column: number): number {
  return shape === null ? Number.NaN : beforeNest(time, column);
}

function storeOf({ instances }: Run, stream: Stream): Access | null {
  const touched = instances.flatMap((one) => one.touched);
  return touched.find((one) => one.stream === stream && one.access.kind === "store")?.access ?? null;
}

/** A version from before the nest: its word comes from memory. */
function see({ loaded }: Machine, stream: Stream, version: number | undefined): void {
  if (version === undefined || !(version < 0)) return;
  const time = Math.floor((-1 - version) / mostColumns);
  const column = -1 - version - time * mostColumns;
  const columns = loaded.get(stream) ?? new Map<number, Interval>();
  loaded.set(stream, columns);
  columns.set(column, hull(columns.get(column) ?? point(time), point(time)) ?? point(time));
}

function through({ low, high }: Interval): readonly number[] {
  return Array.from({ length: high - low + 1 }, (_, k) => low + k);
}

function trafficOf(
  stream: Stream,
  columns: Interval,
  instances: readonly Instance[],
  loaded: Machine["loaded"],
): ReadonlyMap<number, Traffic> {
  const stores = new Map<number, Instance["at"][]>(through(columns).map((column) => [column, []]));
  for (const { at, touched } of instances) {
    for (const { access, stream: one } of touched)
      if (access.kind === "store" && one === stream) stores.get(at.column)?.push(at);
  }
  return new Map(
    through(columns).map((column) => {
      const own = stores.get(column) ?? [];
      const times = new Set(own.map(({ time }) => time));
      const store = extent([...times]);
      const read = loaded.get(stream)?.get(column) ?? null;
      // Where lines between are not stored, what was there is stored again.
      const between = store === null || times.size === store.high - store.low + 1 ? null : store;
      const load = read === null ? between : between === null ? read : hull(read, between);
      return [column, { load, store, exit: extent(own.map(({ row }) => row))?.high ?? 0 }];
    }),
  );
}
