import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { outOfOrder, type Place, placesOf } from "../../loops/analysis/stream_order.ts";
import { describeAccess } from "../../loops/depend/index.ts";
import { arrayNamed, arraysOf } from "../../loops/find.ts";
import type { ArrayDecl, Loops, Region } from "../../loops/nodes.ts";
import { accessAt } from "../clash.ts";
import { changeArray, isParameter, isResult } from "../declare.ts";
import { type Applied, arrayName, done, integer, keyword, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * `dataflow` makes a stream of an array where it can. This demands one, also of an argument: it is refused where elements are wanted in another
 * order than they are made, and a circuit that cannot pass them one after another is refused as well.
 */
export const stream = primitive({
  name: "stream",
  description:
    "Passes an array element after element, between processes or to and from the caller; N of them may wait.",
  reshapes: false,
  params: { array: arrayName(), depth: optional(keyword(integer({ min: 1 }))) },
  apply(loops, { array, depth }) {
    const place = { array };
    if (isResult(loops, array)) return refuse("stream-argument", { array }, place);
    const { stream: before, shape } = arrayNamed(loops, array);
    if (before !== undefined) return refuse("stream-again", { array }, place);
    const most = 2 * sizeOf(shape); // of two calls: no more of them overlap
    if (depth !== undefined && depth > most) return refuse("stream-deep", { array, depth, most }, place);
    const asked = depth === undefined ? {} : { depth };
    return keptStreams(changeArray(loops, array, (decl) => ({ ...decl, stream: asked })));
  },
});

/** Every stream that was asked for still can be one, as far as the order of the program goes. */
export function keptStreams(loops: Loops): Applied {
  for (const decl of arraysOf(loops)) {
    if (decl.stream === undefined) continue;
    const refused = isParameter(loops, decl.name) ? refusedArgument(loops, decl) : refusedStream(loops, decl);
    if (refused !== null) return refused;
  }
  return done(loops);
}

/** An argument is read or written, all of it, in row-major order. */
function refusedArgument(loops: Loops, decl: ArrayDecl): Applied | null {
  const array = decl.name;
  const place = { array };
  const [isRead, isWritten] = [readsOf(loops.body).has(array), writesOf(loops.body).has(array)];
  if (isRead && isWritten) return refuse("stream-both", { array }, place);
  if (!isRead && !isWritten) return refuse("stream-unused", { array }, place);
  const users = regionsOf(loops).filter(({ body }) => readsOf(body).has(array) || writesOf(body).has(array));
  if (users.length > 1) {
    const processes = users.map(({ name }) => name);
    return refuse("stream-shared", { array, processes }, place);
  }
  const isSpread = decl.banks?.some(({ factor }) => factor > 1) === true;
  if (isSpread) return refuse("stream-spread", { array, by: "partition" }, place);
  if (decl.words !== undefined) return refuse("stream-spread", { array, by: "reshape" }, place);
  const found = placesOf(loops.body, decl, isRead ? "load" : "store");
  if (found === null) return null; // a circuit finds out
  const size = sizeOf(decl.shape);
  const places = [...found];
  for (let number = 0; number < size; number++) {
    const [at, access] = places[number] ?? [null, null];
    if (at === number) continue;
    const what = access === null ? null : accessText(loops, access);
    return refuse("stream-unordered", { array, element: elementAt(decl, number), what }, place);
  }
  return null;
}

/** Processes; without these the whole kernel is one, whatever regions it has. */
function regionsOf({ dataflow, tasks, body }: Loops): readonly Region[] {
  return dataflow === true || tasks === true ? body.filter((stmt) => stmt.kind === "region") : [];
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function elementAt({ name, shape }: ArrayDecl, at: number): string {
  const index: number[] = [];
  let rest = at;
  for (const extent of shape.toReversed()) {
    index.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return `${name}[${index.join(", ")}]`;
}

function accessText(loops: Loops, { index, values }: Place): string {
  return describeAccess(accessAt(loops, index), Object.fromEntries(values), loops.source);
}

function refusedStream(loops: Loops, decl: ArrayDecl): Applied | null {
  const array = decl.name;
  if (loops.tasks === true) return refuse("stream-of-tasks", { array }, { array });
  const regions = regionsOf(loops);
  const writers = regions.filter(({ body }) => writesOf(body).has(array));
  const readers = regions.filter(({ body }) => readsOf(body).has(array));
  const [writer, second] = writers;
  if (loops.dataflow !== true || writer === undefined || readers.length === 0)
    return refuse("stream-alone", { array }, { array });
  if (second !== undefined || readers.includes(writer)) {
    const processes = [...new Set([...writers, ...readers])].map(({ name }) => name);
    return refuse("stream-kept", { array, processes }, { array });
  }
  for (const { body } of readers) {
    const found = outOfOrder(writer.body, body, decl);
    if (found === null) continue;
    const [made, wanted] = [accessText(loops, found.made), accessText(loops, found.wanted)];
    const facts = { array, number: found.number, made, wanted };
    return refuse("stream-disordered", facts, { array });
  }
  return null;
}
