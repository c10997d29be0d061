/** What becomes of processes in generated code, where the dialect cannot run them at the same time. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { dataflowOf } from "../../loops/dataflow.ts";
import { arraysOf } from "../../loops/find.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";

/** Why Vitis HLS cannot have the processes of a kernel as a DATAFLOW region; null: it can, or there are none. */
export function whyNoDataflow(loops: Loops): string | null {
  if (loops.dataflow !== true && loops.tasks !== true) return null;
  const found = dataflowOf(loops);
  if (!found.ok) return found.name === null ? "they are one" : `they need \`${found.name}\` in order`;
  const shared = found.channels.find(({ by, to }) =>
    found.channels.some((one) => one.by === by && one.to !== to),
  );
  return shared === undefined ? null : `several of them read \`${shared.by}\``;
}

/** Streams that a schedule asked for and the dialect does not write. `why`: what keeps an array from it. */
export function streamWarnings(
  loops: Loops,
  target: string,
  why: (decl: ArrayDecl) => string | null,
): readonly Diagnostic[] {
  return arraysOf(loops).flatMap((decl) => {
    const reason = decl.stream === undefined ? null : why(decl);
    if (reason === null) return [];
    return [diagnose("stream-in-memory", { from: 0, to: 0 }, { array: decl.name, target, why: reason })];
  });
}

/** `why`: see above, or that the language has no word for it. */
export function processWarnings(loops: Loops, target: string, why: string | null): readonly Diagnostic[] {
  if (loops.dataflow !== true && loops.tasks !== true) return [];
  if (why === null) return [];
  const step = loops.dataflow === true ? "dataflow" : "task_parallel";
  return [diagnose("processes-in-order", { from: 0, to: 0 }, { step, target, why })];
}
