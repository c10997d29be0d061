/** Every run of every statement, in the order of the program: where and when it runs, and which version of each word it reads. */
import type { Affine } from "../../../loops/analysis/affine.ts";
import { boundValue, conditionValue } from "../../../loops/analysis/bound_value.ts";
import type { For, Stmt } from "../../../loops/nodes.ts";
import type { Placed } from "./places.ts";
import { type Access, accessesIn, type Stream, type Word, wordOf } from "./streams.ts";

export interface Instance {
  readonly leaf: Placed;
  readonly at: Readonly<Record<"time" | "column" | "row", number>>;
  readonly touched: readonly Touched[]; // in the order of `accessesIn`
}

/** A version is a number of its own: what was there before the nest is that of the cell, below zero. */
export interface Touched {
  readonly access: Access;
  readonly stream: Stream;
  readonly time: number;
  readonly column: number;
  readonly version: number; // which it reads, or makes
}

export interface Run {
  readonly instances: readonly Instance[];
  readonly finally: ReadonlyMap<Stream, ReadonlyMap<number, number>>; // versions, by cell; none: as before the nest
}

export type RunProblem =
  | { readonly problem: "long" }
  | { readonly problem: "route"; readonly access: Access; readonly why: "outside" };

/** LU of 146 lines: a proof takes seconds. */
const mostInstances = 1 << 20;

/** Of an array, so that each word has a number. */
export const mostColumns = 2 ** 20;

export function runOf(nest: For, leaves: readonly Placed[], streams: readonly Stream[]): Run | RunProblem {
  if (streams.some(({ shape, column }) => (shape?.[column] ?? 0) > mostColumns)) return { problem: "long" };
  if (runsIn([nest], new Map()) > mostInstances) return { problem: "long" };
  const leafOf = new Map(leaves.map((leaf) => [leaf.given, { leaf, words: accessedWords(leaf, streams) }]));
  const values = new Map<string, number>();
  const memory = new Map(streams.map((stream) => [stream, new Map<number, number>()]));
  const instances: Instance[] = [];
  let problem: RunProblem | null = null;
  let last = 0;
  const visit = (stmt: Stmt): void => {
    const known = leafOf.get(stmt);
    if (known === undefined) return;
    const { leaf, words } = known;
    const touched: Touched[] = [];
    for (const { access, stream, word } of words) {
      const [time, column] = [valueIn(word.time, values), valueIn(word.column, values)];
      const { shape } = stream;
      const isInside = (value: number, dim: number): boolean =>
        shape === null || (value >= 0 && value < (shape[dim] ?? 0));
      if (!isInside(time, stream.time) || !isInside(column, stream.column))
        problem ??= { problem: "route", access, why: "outside" };
      const before = memory.get(stream)?.get(cell(time, column)) ?? beforeNest(time, column);
      touched.push({ access, stream, time, column, version: access.kind === "load" ? before : ++last });
    }
    for (const { access, stream, time, column, version } of touched)
      if (access.kind === "store") memory.get(stream)?.set(cell(time, column), version);
    const { time, column, row } = leaf.place;
    const at = { time: valueIn(time, values), column: valueIn(column, values), row: valueIn(row, values) };
    instances.push({ leaf, at, touched });
    if (instances.length > mostInstances) problem ??= { problem: "long" }; // some stand under conditions
  };
  const run = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (problem !== null) return;
      if (leafOf.has(stmt)) visit(stmt);
      else if (stmt.kind === "for") {
        const [from, to] = [boundValue(stmt.from, values) ?? 0, boundValue(stmt.to, values) ?? 0];
        for (let value = from; value < to && problem === null; value++) {
          values.set(stmt.variable, value);
          run(stmt.body);
        }
      } else if (stmt.kind === "if")
        run(conditionValue(stmt.condition, values) === true ? stmt.then : stmt.else);
    }
  };
  run([nest]);
  return problem ?? { instances, finally: memory };
}

/** Of statements, at least: those under conditions are not counted. */
function runsIn(body: readonly Stmt[], values: Map<string, number>): number {
  return body.reduce((sum, stmt) => {
    if (stmt.kind !== "for") return sum + (stmt.kind === "if" ? 0 : 1);
    const [from, to] = [boundValue(stmt.from, values) ?? 0, boundValue(stmt.to, values) ?? 0];
    if (stmt.body.every(({ kind }) => kind !== "for" && kind !== "if"))
      return sum + Math.max(0, to - from) * stmt.body.length;
    let all = sum;
    for (let value = from; value < to && all <= mostInstances; value++) {
      values.set(stmt.variable, value);
      all += runsIn(stmt.body, values);
    }
    return all;
  }, 0);
}

/** A number for each. */
export function cell(time: number, column: number): number {
  return time * mostColumns + column;
}

/** The version of a cell that the nest has not stored yet: another number for each. */
export function beforeNest(time: number, column: number): number {
  return -1 - cell(time, column);
}

/** NaN: something decides that is no loop of the nest. */
export function valueIn({ constant, terms }: Affine, values: ReadonlyMap<string, number>): number {
  return [...terms].reduce(
    (sum, [name, factor]) => sum + factor * (values.get(name) ?? Number.NaN),
    constant,
  );
}

function accessedWords(
  { stmt }: Placed,
  streams: readonly Stream[],
): readonly { access: Access; stream: Stream; word: Word }[] {
  return accessesIn(stmt).flatMap((access) => {
    const stream = streams.find(({ array }) => array === access.array);
    const word = stream === undefined ? null : wordOf(stream, access);
    return stream === undefined || word === null ? [] : [{ access, stream, word }];
  });
}
