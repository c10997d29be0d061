/** Arrays between the processes of a DATAFLOW region that Vitis HLS can have as queues. */
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { passesInOrder } from "../../loops/analysis/stream_order.ts";
import { withoutUnseenFills } from "../../loops/analysis/unseen.ts";
import type { ArrayDecl, Loops, Region } from "../../loops/nodes.ts";
import { whyNoDataflow } from "../c/processes.ts";

/** Those arrays have `stream`, and no others on chip; fills that nobody sees are gone, which would be words of the queue. */
export function withQueues(given: Loops): Loops {
  const isNetwork = given.dataflow === true && whyNoDataflow(given) === null;
  const loops = isNetwork ? withoutUnseenFills(given) : given;
  const arrays = loops.arrays.map(({ stream, ...decl }): ArrayDecl => {
    return isNetwork && isQueue(loops, decl) ? { ...decl, stream: stream ?? {} } : decl;
  });
  return { ...loops, arrays };
}

function isQueue(loops: Loops, decl: ArrayDecl): boolean {
  if (decl.banks !== undefined || decl.words !== undefined || loops.results.includes(decl.name)) return false;
  const regions = loops.body.filter((stmt): stmt is Region => stmt.kind === "region");
  const [writer, second] = regions.filter(({ body }) => writesOf(body).has(decl.name));
  const [reader, third] = regions.filter(({ body }) => readsOf(body).has(decl.name));
  if (writer === undefined || reader === undefined || second !== undefined || third !== undefined)
    return false;
  return writer !== reader && passesInOrder(writer.body, reader.body, decl);
}
