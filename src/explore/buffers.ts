/**
 * Arguments that a loop reads again and again, on chip in as many memories as it reads side by side. They are copied first, two
 * elements a cycle and several arguments at once: a nest then takes about as long as its arguments take to come in.
 *
 *     for i: for j:                                  for k, 2 at a time: for x: a_buffer[x, k] = a[x, k]
 *         for k: total += a[i, k] * b[k, j]    =>                               b_buffer[k, x] = b[k, x]
 *                                                    for i: for j: total += a_buffer[i, :] * b_buffer[:, j]
 */
import { loadsOf } from "../loops/analysis/accesses.ts";
import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { findLoop, freshName, loopNamed, namesIn, pathTo } from "../loops/find.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../loops/nodes.ts";
import { loopsIn } from "./nests.ts";
import { dimensionAlong, extended, type Shape, unchanged } from "./shapes.ts";

/** For a loop that is pipelined, with what is inside it side by side. Null where no argument is read often enough. */
export function buffered(loops: Loops, loop: For): Shape | null {
  const sides = loops.params.flatMap((param) =>
    param.kind === "array" && isReadAgain(loops, loop, param) ? (sideOf(loop, param) ?? []) : [],
  );
  if (sides.length === 0) return null;
  let shape: Shape | null = unchanged(loops);
  let first: readonly string[] = [];
  for (const side of sides) {
    const copied: Copied | null = copiedIn(shape, side);
    if (copied === null) return null;
    shape = first.length === 0 ? copied.shape : fusedCopies(copied.shape, copied.nest, first);
    first = copied.nest;
  }
  return shape;
}

/** An argument, the dimension along which it is read side by side, and how many times. */
interface Side {
  readonly array: ArrayDecl;
  readonly dim: number;
  readonly copies: number;
}

/** Only read, in one memory, and by so many iterations that a copy is paid back. */
export function isReadAgain(loops: Loops, loop: For, { name, shape, banks, words }: ArrayDecl): boolean {
  if (banks !== undefined || words !== undefined || writesOf(loops.body).has(name)) return false;
  const loads = loadsOf(loop.body, name).length;
  const around = [...pathTo(loops, loop.name).loops, loop, ...insideOf(loop, name)];
  const times = around.reduce((product, one) => product * (tripCount(one) ?? 0), loads);
  return times >= leastReads * shape.reduce((product, size) => product * size, 1);
}

/** Of each element, on average. */
const leastReads = 4;

function sideOf(loop: For, array: ArrayDecl): Side | null {
  const inside = insideOf(loop, array.name);
  const along = new Map(inside.map((one) => [one, dimensionAlong(one, array.name)]));
  const dims = new Set([...along.values()].filter((dim) => dim !== null));
  const [dim] = dims;
  if (dim === undefined || dims.size > 1) return null;
  const copies = inside.reduce(
    (product, one) => product * (along.get(one) === dim ? (tripCount(one) ?? Infinity) : 1),
    1,
  );
  return copies < 2 || copies > (array.shape[dim] ?? 0) ? null : { array, dim, copies };
}

/** Loops inside that read the array. */
function insideOf(loop: For, array: string): readonly For[] {
  return loopsIn(loop.body).filter((one): one is For => one.kind === "for" && readsOf([one]).has(array));
}

interface Copied {
  readonly shape: Shape;
  readonly nest: readonly string[]; // of the copy, outermost first
}

/** The copy goes along the dimension of the memories, two of them a cycle: more would not come in through the argument's ports. */
function copiedIn(given: Shape, { array, dim, copies }: Side): Copied | null {
  const name = freshName(namesIn(given.loops), `${array.name}_buffer`);
  const size = array.shape[dim] ?? 0;
  const how = copies === size ? { how: "complete" } : { how: "cyclic", factor: copies };
  const shape = extended(extended(given, "buffer", { array: array.name, name }), "partition", {
    array: name,
    dim,
    ...how,
  });
  const nest = shape === null ? [] : nestOf(shape.loops.body[0]);
  const walked = nest[dim];
  if (shape === null || walked === undefined) return null;
  const others = nest.filter((one) => one !== walked);
  const names = namesIn(shape.loops);
  const [outer, inner] = [freshName(names, `${walked}.outer`), freshName(names, `${walked}.inner`)];
  const split =
    size <= portsOfArgument
      ? shape
      : extended(shape, "split", { loop: walked, factor: portsOfArgument, outer, inner });
  if (split === null) return null;
  const order = split === shape ? [...others, walked] : [outer, ...others, inner];
  const now = nestOf(split.loops.body[0]);
  const isSo = order.every((one, at) => one === now[at]);
  const reordered = isSo ? split : extended(split, "reorder", { loops: order });
  return reordered === null ? null : { shape: reordered, nest: order };
}

const portsOfArgument = 2;

/** The names of loops directly in each other. */
function nestOf(stmt: Stmt | undefined): readonly string[] {
  if (stmt?.kind !== "for") return [];
  return [stmt.name, ...(stmt.body.length === 1 ? nestOf(stmt.body[0]) : [])];
}

/** A copy and the one made before it, which follows it, as one as far in as they run equally often. */
function fusedCopies(given: Shape, nest: readonly string[], before: readonly string[]): Shape {
  let shape = given;
  for (const [level, first] of nest.slice(0, -1).entries()) {
    const second = before[level];
    if (second === undefined || findLoop(shape.loops, second) === undefined) return shape;
    if (tripCount(loopNamed(shape.loops, first)) !== tripCount(loopNamed(shape.loops, second))) return shape;
    const fused = extended(shape, "fuse_loops", { first, second });
    if (fused === null) return shape;
    shape = fused;
  }
  return shape;
}
