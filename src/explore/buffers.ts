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

/**
 * For a loop that is pipelined, with what is inside it side by side. Null where no argument is read often enough, or none along so
 * many dimensions.
 */
export function buffered(loops: Loops, loop: For, leastDims = 1): Shape | null {
  const sides = loops.params.flatMap((param) =>
    param.kind === "array" && isReadAgain(loops, loop, param) ? (sideOf(loop, param) ?? []) : [],
  );
  if (!sides.some(({ along }) => along.length >= leastDims)) return null;
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

/** An argument, and the dimensions along which it is read side by side, each with how many times. */
interface Side {
  readonly array: ArrayDecl;
  readonly along: readonly Along[];
}

interface Along {
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

/** One dimension may be one register an element; several at once lie in memories, of more than a word each. */
function sideOf(loop: For, array: ArrayDecl): Side | null {
  const along: readonly Along[] = array.shape.flatMap((size, dim) => {
    const moving = insideOf(loop, array.name).filter((one) => dimensionAlong(one, array.name) === dim);
    const copies = moving.reduce((product, one) => product * (tripCount(one) ?? Infinity), 1);
    return copies < 2 ? [] : [{ dim, copies: Math.min(copies, size) }];
  });
  const memories = along.reduce((product, { copies }) => product * copies, 1);
  const words = array.shape.reduce((product, size) => product * size, 1);
  if (memories < 2 || memories > mostMemories || (along.length > 1 && memories >= words)) return null;
  return { array, along };
}

const mostMemories = 128;

/** Loops inside that read the array. */
function insideOf(loop: For, array: string): readonly For[] {
  return loopsIn(loop.body).filter((one): one is For => one.kind === "for" && readsOf([one]).has(array));
}

interface Copied {
  readonly shape: Shape;
  readonly nest: readonly string[]; // of the copy, outermost first
}

/**
 * The copy goes along a dimension of the memories, two of them a cycle: more would not come in through the argument's ports. Of
 * several dimensions, along one whose neighbours surely lie apart.
 */
function copiedIn(given: Shape, { array, along }: Side): Copied | null {
  const name = freshName(namesIn(given.loops), `${array.name}_buffer`);
  const sizeOf = (dim: number): number => array.shape[dim] ?? 0;
  let shape = extended(given, "buffer", { array: array.name, name });
  for (const { dim, copies } of along) {
    const how = copies === sizeOf(dim) ? { how: "complete" } : { how: "cyclic", factor: copies };
    shape = shape === null ? null : extended(shape, "partition", { array: name, dim, ...how });
  }
  const isApart = ({ dim, copies }: Along): boolean =>
    copies === sizeOf(dim) || copies % portsOfArgument === 0;
  const dim = (along.find(isApart) ?? along.at(-1))?.dim ?? 0;
  const size = sizeOf(dim);
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
