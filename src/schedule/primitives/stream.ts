import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { outOfOrder } from "../../loops/analysis/stream_order.ts";
import { describeAccess } from "../../loops/depend/index.ts";
import type { ArrayDecl, Loops, Region } from "../../loops/nodes.ts";
import { accessAt } from "../clash.ts";
import { changeArray, isParameter, isResult } from "../declare.ts";
import { type Applied, arrayName, done, integer, keyword, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * `dataflow` makes a stream of an array where it can. This demands one: it is refused where elements are wanted in another
 * order than they are made, and a circuit that cannot pass them one after another is refused as well.
 */
export const stream = primitive({
  name: "stream",
  description: "Passes an array between processes element after element; DEPTH of them may wait.",
  reshapes: false,
  params: { array: arrayName(), depth: optional(keyword(integer({ min: 1 }))) },
  apply(loops, { array, depth }) {
    const place = { array };
    if (isParameter(loops, array) || isResult(loops, array))
      return refuse("stream-argument", { array }, place);
    const asked = depth === undefined ? {} : { depth };
    return keptStreams(changeArray(loops, array, (decl) => ({ ...decl, stream: asked })));
  },
});

/** Every stream that was asked for still can be one, as far as the order of the program goes. */
export function keptStreams(loops: Loops): Applied {
  for (const decl of loops.arrays) {
    if (decl.stream === undefined) continue;
    const refused = refusedStream(loops, decl);
    if (refused !== null) return refused;
  }
  return done(loops);
}

function refusedStream(loops: Loops, decl: ArrayDecl): Applied | null {
  const array = decl.name;
  const regions = loops.body.filter((stmt): stmt is Region => stmt.kind === "region");
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
    const text = ({ index, values }: (typeof found)["made"]): string =>
      describeAccess(accessAt(loops, index), Object.fromEntries(values), loops.source);
    const facts = { array, number: found.number, made: text(found.made), wanted: text(found.wanted) };
    return refuse("stream-disordered", facts, { array });
  }
  return null;
}
