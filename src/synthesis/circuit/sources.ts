/** Names and comments that lead from the circuit back to the source. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import { type LineTable, lineAt, lineTable, lineText } from "../../diagnostics/positions.ts";
import type { About } from "../../hardware/netlist/build.ts";
import { type Assigned, spanKey } from "../plan/assigned.ts";
import type { CircuitPlan, Graph, Op, Pipeline, Repeat } from "../plan/nodes.ts";
import type { Run } from "./flow.ts";

export interface Sources {
  readonly line: (span: Span) => number;
  readonly comment: (span: Span) => string; // "line 7: c[i] = a[i] + b[i]"
  readonly graph: (graph: Graph) => string;
  readonly loop: (item: Pipeline | Repeat, run: Run | null) => string;
  readonly block: (graph: Graph) => string; // a name
  readonly value: (op: Op) => string; // a name
  /** `indexed`: the array, where it only says which word of it. `within`: for what no line of the source says. */
  readonly about: (op: Op, indexed: string | undefined, within: string) => About;
}

export function sourcesOf(plan: CircuitPlan): Sources {
  const table = lineTable(plan.source);
  const line = (span: Span): number => lineAt(table, span.from);
  const texts = new Map<number, string>();
  const textOf = (number: number): string => {
    const text = texts.get(number) ?? `line ${number}: ${lineText(table, number).trim()}`;
    texts.set(number, text);
    return text;
  };
  const comment = (span: Span): string => textOf(line(span));
  const targetOf = targetsIn(table, plan.assigned ?? []);
  const suffix = (span: Span): string => (isNowhere(span) ? "" : `_line${line(span)}`);
  const value = (op: Op): string => nameOf(op, suffix(op.span), targetOf(op.span, line(op.span)));
  return {
    line,
    comment,
    graph: (graph) => linesOf(table, graph),
    loop: (item, run) => `${timesOf(run)}${comment(item.span)}`,
    block: ({ ops }) => {
      const first = ops.find(({ span }) => !isNowhere(span)) ?? ops[0];
      return first === undefined ? "nothing" : `line${line(first.span)}`;
    },
    value,
    about: (op, indexed, within) => {
      const isIndex = indexed !== undefined && (op.kind === "compute" || op.kind === "walk");
      const name = isIndex ? `${indexed}_index${suffix(op.span)}` : value(op);
      if (!isNowhere(op.span)) return { name, group: comment(op.span) };
      return { name: op.kind === "compute" && !isIndex ? `${within}_${name}` : name };
    },
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
    if (isNowhere(span)) continue;
    const line = lineAt(table, span.from);
    [first, last] = [Math.min(first, line), Math.max(last, line)];
  }
  if (last === 0) return "";
  return first === last ? `line ${first}: ${lineText(table, first).trim()}` : `lines ${first} to ${last}`;
}

/** Of what no line of the source says. */
function isNowhere({ from, to }: Span): boolean {
  return from === 0 && to === 0;
}

interface Target {
  readonly name: string;
  readonly isWhole: boolean; // it gets the value itself, not what is made of it
}

type TargetOf = (span: Span, line: number) => Target | null;

/** What gets a value: the target of the statement that it is, or of the only one in its line. */
function targetsIn(table: LineTable, assigned: readonly Assigned[]): TargetOf {
  const wholes = new Map<string, string>();
  for (const { value, target } of [...assigned].reverse())
    if (value !== null) wholes.set(spanKey(value), target);
  const lines = new Map<number, string | null>();
  for (const { statement, target } of assigned) {
    const last = lineAt(table, Math.max(statement.from, statement.to - 1));
    for (let line = lineAt(table, statement.from); line <= last; line++)
      lines.set(line, (lines.get(line) ?? target) === target ? target : null);
  }
  return (span, line) => {
    const whole = wholes.get(spanKey(span));
    if (whole !== undefined) return { name: whole, isWhole: true };
    const around = lines.get(line) ?? null;
    return around === null ? null : { name: around, isWhole: false };
  };
}

/** `total_line9` for what a statement assigns, `total_mul_line9` for a part of it. */
function nameOf(op: Op, line: string, target: Target | null): string {
  switch (op.kind) {
    case "load":
    case "store":
      return `${op.storage}_word`;
    case "read":
    case "write":
      return op.register;
    case "compute":
      return computedName(typeof op.op === "string" ? op.op : op.op.name, line, target);
    case "const":
    case "counter":
    case "walk":
    case "exit":
    case "watch":
      return `${op.kind}${line}`;
  }
}

function computedName(what: string, line: string, target: Target | null): string {
  if (target === null) return `${what}${line}`;
  return target.isWhole ? `${target.name}${line}` : `${target.name}_${what}${line}`;
}
