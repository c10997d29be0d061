/**
 * Short loops beside each other, written out: what they do then happens at once, and the small arrays between them and what is
 * around are registers, which nothing has to be copied into or out of.
 *
 *     for i in range(32): k[i] = key[i]                  k_0 = key[0]; k_1 = key[1]; ...
 *     for i in range(16): state[i] = block[i]     =>     state_0 = block[0]; ...
 *     for r in range(14): ...                            for r in range(14): ...
 */
import { namesRead, readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../loops/nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf } from "../loops/walk.ts";
import { mostScalars } from "../synthesis/prepare/scalars.ts";
import { type Move, mostNodes, reshaped, runsOf, type State } from "./moves.ts";
import { isWidenable, sizeWrittenOut } from "./nests.ts";
import { extended, type Shape, unchanged } from "./shapes.ts";

/** All short loops that a small array goes through, where one array becomes registers; and those of each such array alone. */
export function writingOutMoves(state: State): readonly Move[] {
  const { loops } = state;
  const pipelined = pipelinedIn(state);
  const short = loops.body.filter((stmt) => stmt.kind === "for").filter((loop) => isShort(loop, pipelined));
  const through = loops.arrays.filter((decl) => isSmall(loops, decl) && nestsWith(loops, decl) > 1);
  const written = new Set(short.map(({ name }) => name));
  const isRegisters = ({ name }: ArrayDecl): boolean =>
    hasNumbers(loops.body, name, { pipelined, written, known: new Set(), isInside: false });
  const sets = through.map(({ name }) => short.filter((loop) => touches(loop, name)));
  const all = short.filter((loop) => sets.some((set) => set.includes(loop)));
  const nodes = all.reduce((sum, loop) => sum + nodesOf(loop), 0);
  if (nodes > mostNodes || !through.some(isRegisters)) return [];
  const tried = new Map([all, ...sets].map((set) => [set.map(({ name }) => name).join(" "), set]));
  tried.delete("");
  return [...tried.values()].map((set) => () => reshaped(state, writtenOut(loops, set)));
}

function pipelinedIn(state: State): ReadonlySet<string> {
  return new Set(
    runsOf(state).flatMap(({ primitive, args }) =>
      primitive === "pipeline" && typeof args.loop === "string" ? [args.loop] : [],
    ),
  );
}

/** Of those that stand in no other loop. */
function isShort(loop: For, pipelined: ReadonlySet<string>): boolean {
  if (!pipelined.has(loop.name) || !isWidenable(loop)) return false;
  return (tripCount(loop) ?? Infinity) <= mostScalars && nodesOf(loop) <= mostNodes / 2;
}

interface WrittenOut {
  readonly pipelined: ReadonlySet<string>; // loops, with all inside them written out
  readonly written: ReadonlySet<string>; // loops that are written out
  readonly known: ReadonlySet<string>; // variables that are numbers then
  readonly isInside: boolean; // of a pipelined loop, or of one that is written out
}

/** Whether every access to an array has numbers for its indices then. */
function hasNumbers(body: readonly Stmt[], array: string, around: WrittenOut): boolean {
  return body.every((stmt) => {
    const indices = [
      ...(stmt.kind === "store" && stmt.array === array ? stmt.index : []),
      ...expressionsOf(stmt)
        .flatMap((root) => expressionsIn(root))
        .flatMap((one) => (one.kind === "load" && one.array === array ? one.index : [])),
    ];
    if (indices.some((index) => [...namesRead(index)].some((name) => !around.known.has(name)))) return false;
    const inside = stmt.kind === "for" ? within(stmt, around) : around;
    return bodiesOf(stmt).every((own) => hasNumbers(own, array, inside));
  });
}

function within({ name, variable }: For, around: WrittenOut): WrittenOut {
  const { pipelined, written, isInside } = around;
  const known = new Set(around.known);
  if (isInside || written.has(name)) known.add(variable);
  else known.delete(variable);
  return { ...around, known, isInside: isInside || pipelined.has(name) || written.has(name) };
}

function nodesOf(loop: For): number {
  return (tripCount(loop) ?? Infinity) * (sizeWrittenOut(loop)?.nodes ?? Infinity);
}

function isSmall({ results }: Loops, { name, shape, table, banks, words }: ArrayDecl): boolean {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return (
    size <= mostScalars && [table, banks, words].every((one) => one === undefined) && !results.includes(name)
  );
}

function nestsWith({ body }: Loops, { name }: ArrayDecl): number {
  return body.filter((stmt) => stmt.kind === "for" && touches(stmt, name)).length;
}

function touches(loop: For, array: string): boolean {
  return readsOf([loop]).has(array) || writesOf([loop]).has(array);
}

function writtenOut(loops: Loops, set: readonly For[]): Shape | null {
  return set.reduce<Shape | null>(
    (shape, { name }) => extended(shape, "unroll", { loop: name }),
    unchanged(loops),
  );
}
