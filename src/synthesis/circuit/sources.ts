/** Names and comments that lead from the circuit back to the source. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import { type LineTable, lineAt, lineTable, lineText } from "../../diagnostics/positions.ts";
import type { CircuitPlan, Graph, Op, Pipeline, Repeat } from "../plan/nodes.ts";
import type { Run } from "./flow.ts";

export interface Sources {
  readonly line: (span: Span) => number;
  readonly comment: (span: Span) => string; // "line 7: c[i] = a[i] + b[i]"
  readonly graph: (graph: Graph) => string;
  readonly loop: (item: Pipeline | Repeat, run: Run | null) => string;
  readonly block: (graph: Graph) => string; // a name
  readonly value: (op: Op) => string; // a name
}

export function sourcesOf(plan: CircuitPlan): Sources {
  const table = lineTable(plan.source);
  const line = (span: Span): number => lineAt(table, span.from);
  const comment = (span: Span): string => `line ${line(span)}: ${lineText(table, line(span)).trim()}`;
  return {
    line,
    comment,
    graph: (graph) => linesOf(table, graph),
    loop: (item, run) => `${timesOf(run)}${comment(item.span)}`,
    block: ({ ops }) => (ops[0] === undefined ? "nothing" : `line${line(ops[0].span)}`),
    value: (op) => nameOf(op, line(op.span)),
  };
}

function timesOf(run: Run | null): string {
  if (run === null) return "";
  const { interval, length } = run;
  return interval < length
    ? `a new iteration every ${interval === 1 ? "cycle" : `${interval} cycles`}; `
    : "";
}

function linesOf(table: LineTable, { ops }: Graph): string {
  let [first, last] = [Infinity, 0];
  for (const { span } of ops) {
    const line = lineAt(table, span.from);
    [first, last] = [Math.min(first, line), Math.max(last, line)];
  }
  if (ops.length === 0) return "";
  return first === last ? `line ${first}: ${lineText(table, first).trim()}` : `lines ${first} to ${last}`;
}

function nameOf(op: Op, line: number): string {
  switch (op.kind) {
    case "load":
    case "store":
      return `${op.storage}_word`;
    case "read":
    case "write":
      return op.register;
    case "compute":
      return `${typeof op.op === "string" ? op.op : op.op.name}_line${line}`;
    case "const":
    case "counter":
    case "walk":
    case "exit":
    case "watch":
      return `${op.kind}_line${line}`;
  }
}
