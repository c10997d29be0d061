/** Operations in words: what they are, and where in the source. */
import { bug } from "../diagnostics/bug.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { lineAt, lineTable } from "../diagnostics/positions.ts";
import type { Graph, Op, OpId } from "./plan/nodes.ts";

/** `s`, `load of a`, `mul in line 7`. */
export function nameOfOp(source: SourceFile, { ops }: Graph, id: OpId): string {
  const op = ops[id] ?? bug(`no operation ${id}`);
  const line = lineOf(source, op);
  switch (op.kind) {
    case "const":
      return String(op.bits);
    case "read":
    case "write":
      return op.register;
    case "counter":
      return `loop variable ${op.level}`;
    case "walk":
      return `an address${line}`;
    case "compute":
      return `${typeof op.op === "string" ? op.op : "bits"}${line}`;
    case "load":
    case "store":
      return `${op.kind} of ${op.storage}${line}`;
    case "exit":
      return `leaving the loop${line}`;
    case "watch":
      return `a check${line}`;
  }
}

function lineOf(source: SourceFile, { span }: Op): string {
  return span.to === 0 ? "" : ` in line ${lineAt(lineTable(source), span.from)}`;
}
