/**
 * What several nests may be, as the layers of a network are: processes that stream, on the data of other calls at the same time; or one
 * graph, for small ones. (One after another on the same units they are as written: Lutra's own schedule.)
 */
import type { Part } from "../../device/part.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import type { Schedule, Step } from "../../schedule/schedule.ts";
import { streamingFor } from "../streaming/index.ts";

export function layered(loops: Loops, target: Technology, part: Part): readonly Schedule[] {
  const nests = nestsIn(loops.body);
  if (nests.length > 1) return [streamingFor(loops, target, part).schedule, asGraph(loops, null)];
  const [only] = nests;
  return only !== undefined && nestsIn(only.body).length > 1 ? [asGraph(loops, only)] : [];
}

function nestsIn(body: Loops["body"]): readonly For[] {
  return body.filter((stmt) => stmt.kind === "for");
}

/** Of the kernel, or of a loop over samples. Arguments come in with as many elements at once as registers have room for. */
function asGraph({ params }: Loops, loop: For | null): Schedule {
  const partitions = params.flatMap((param): readonly Step[] =>
    param.kind !== "array"
      ? []
      : param.shape.flatMap((size, dim) =>
          size <= mostBanks && size > 1 && (loop === null || dim > 0)
            ? [{ primitive: "partition", args: { array: param.name, dim, how: "complete" } }]
            : [],
        ),
  );
  return [{ primitive: "flatten", args: loop === null ? {} : { loop: loop.name } }, ...partitions];
}

const mostBanks = 64;
