/** What bounds the time of a loop: the kind, the lines it comes from, and a sentence. */
import { bug } from "../../diagnostics/bug.ts";
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import type { ItemCycles } from "../circuit/index.ts";
import { nameOfOp } from "../describe.ts";
import type { Synthesized } from "../index.ts";
import type { OpId, Pipeline, Repeat } from "../plan/nodes.ts";
import type { Timing } from "../timing/problem.ts";

export interface LoopBound {
  readonly kind: BoundKind;
  readonly lines: readonly number[]; // of the operations that bound it; none: the loop's own
  readonly operations: readonly string[]; // around the recurrence, or the accesses
  readonly memory: string | null; // whose ports are too few
}

/**
 * `recurrence`: an iteration waits for one before it. `ports`: accesses to a memory. `operator`: one that is not
 * pipelined. `exit`: whether the loop is left is known late. `latency`: an iteration, or filling and draining, takes
 * most of the time. `iterations`: their number: one starts every cycle. `control`: what stands around inner loops.
 * `inner`: what is inside. `asked`: a longer interval was asked for. `search`: no shorter one was found.
 */
export type BoundKind =
  | "recurrence"
  | "ports"
  | "operator"
  | "exit"
  | "latency"
  | "iterations"
  | "control"
  | "inner"
  | "asked"
  | "search";

export function boundOf(
  made: Synthesized,
  item: Pipeline | Repeat,
  measured: ItemCycles | undefined,
): LoopBound {
  if (item.kind === "repeat") return { ...nothing, kind: isMostlyControl(measured) ? "control" : "inner" };
  const timing = made.timings.get(item.graph) ?? bug("a graph without a timing");
  if (item.asked === null) return { ...nothing, kind: "latency" };
  const { reason } = timing;
  switch (reason?.kind) {
    case "recurrence":
      return { ...placed(made, item, reason.path), kind: "recurrence" };
    case "resource": {
      const op = item.graph.ops[reason.users[0] ?? -1];
      const memory = op?.kind === "load" || op?.kind === "store" ? op.storage : null;
      const kind = memory === null ? "operator" : "ports";
      return { ...placed(made, item, reason.users), kind, memory };
    }
    case "exit":
      return { ...placed(made, item, [reason.operation]), kind: "exit" };
    case "length":
      return { ...placed(made, item, [reason.operation]), kind: "operator" };
    case "asked":
    case "search":
      return { ...nothing, kind: reason.kind };
    case undefined:
      return { ...nothing, kind: isMostlyLatency(timing, measured) ? "latency" : "iterations" };
  }
}

const nothing = { lines: [], operations: [], memory: null } as const;

function placed({ plan }: Synthesized, { graph }: Pipeline, ids: readonly OpId[]): Omit<LoopBound, "kind"> {
  const table = lineTable(plan.source);
  const spans = ids.flatMap((id) => graph.ops[id]?.span ?? []);
  const lines = spans.filter(({ to }) => to > 0).map(({ from }) => lineAt(table, from));
  return {
    lines: [...new Set(lines)].sort((a, b) => a - b),
    operations: [...new Set(ids.map((id) => nameOfOp(plan.source, graph, id)))],
    memory: null,
  };
}

/** Filling and draining more than a third of it. */
function isMostlyLatency({ ii, length }: Timing, measured: ItemCycles | undefined): boolean {
  if (measured?.kind !== "pipeline" || measured.cycles.most === Infinity) return false;
  const started = measured.iterations.most * (ii ?? length);
  return measured.cycles.most - started > measured.cycles.most / 3;
}

/** More than a third of it spent beside what is inside. */
function isMostlyControl(measured: ItemCycles | undefined): boolean {
  if (measured?.kind !== "repeat" || measured.cycles.most === Infinity) return false;
  const inside = measured.items.reduce(
    (sum, item) => sum + (item.kind === "block" ? 0 : item.cycles.most),
    0,
  );
  return measured.cycles.most - inside > measured.cycles.most / 3;
}
