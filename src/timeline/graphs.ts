/** What an iteration does, cycle by cycle, and what keeps iterations apart. */
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Run } from "../synthesis/circuit/flow.ts";
import { nameOfOp } from "../synthesis/describe.ts";
import type { CircuitPlan, Graph, Op, OpId } from "../synthesis/plan/nodes.ts";
import { banksOf, operandsOf } from "../synthesis/plan/walk.ts";
import { explain } from "../synthesis/timing/index.ts";
import type { Problem, Reason } from "../synthesis/timing/problem.ts";
import { printType } from "../types/print.ts";
import type { Bound, GraphFacts, Named, Operation, Place, RecurrenceStep, Stage } from "./nodes.ts";

export interface GraphContext {
  readonly plan: CircuitPlan;
  readonly problem: Problem; // of the graph
  readonly placeOf: (span: Span) => Place | null;
  readonly signal: string | null; // that is 1 when it begins
  readonly room: { left: number }; // operations that may still be listed
}

export function graphFacts(
  { graph, timing, interval, length, live, item, told }: Run,
  context: GraphContext,
): GraphFacts {
  const shown = graph.ops.flatMap((op, id) => (live.has(id) && isShown(op) ? [id] : []));
  const listed = listedOf(graph, shown, timing.reason, context.room);
  context.room.left -= listed.length;
  const cycleOf = (id: OpId): number => timing.cycles[id] ?? bug("an operation without a cycle");
  return {
    signal: context.signal,
    told: told ?? 0,
    length,
    interval,
    operations: listed.map((id) =>
      operationOf(graph, id, { ...context, cycleOf, offset: timing.offsets[id] ?? 0 }),
    ),
    leftOut: shown.length - listed.length,
    stages: stagesOf(graph, shown, cycleOf, length),
    bound:
      item === null || item.asked === null || timing.reason === null
        ? null
        : boundOf(graph, timing.reason, { ...context, cycleOf, interval }),
  };
}

type ShownOp = Extract<Op, { readonly kind: Operation["kind"] }>;

/** Not constants, counters and checks. */
function isShown(op: Op): op is ShownOp {
  switch (op.kind) {
    case "load":
    case "store":
    case "compute":
    case "read":
    case "write":
    case "exit":
      return true;
    case "const":
    case "counter":
    case "walk":
    case "watch":
      return false;
  }
}

/** All; or, where there is no room, those that bound the interval, then accesses, then the first ones. */
function listedOf(
  { ops }: Graph,
  shown: readonly OpId[],
  reason: Reason | null,
  { left }: { readonly left: number },
): readonly OpId[] {
  if (shown.length <= left) return shown;
  const bounding = new Set(reason === null ? [] : operationsOf(reason));
  const rank = (id: OpId): number => {
    const kind = ops[id]?.kind;
    return bounding.has(id) ? 0 : kind === "load" || kind === "store" ? 1 : 2;
  };
  return [...shown]
    .sort((one, other) => rank(one) - rank(other) || one - other)
    .slice(0, Math.max(0, left))
    .sort((one, other) => one - other);
}

function operationsOf(reason: Reason): readonly OpId[] {
  switch (reason.kind) {
    case "recurrence":
      return reason.path;
    case "resource":
      return reason.users;
    case "length":
    case "exit":
      return [reason.operation];
    case "asked":
    case "search":
      return [];
  }
}

interface InGraph extends GraphContext {
  readonly cycleOf: (id: OpId) => number;
}

function operationOf(
  graph: Graph,
  id: OpId,
  { plan, problem, placeOf, cycleOf, offset }: InGraph & { readonly offset: number },
): Operation {
  const op = graph.ops[id] ?? bug(`no operation ${id}`);
  const { latency, entry, exit } = problem.operations[id] ?? bug(`no operation ${id} in the problem`);
  return {
    id,
    kind: isShown(op) ? op.kind : "compute",
    name: shortName(op) ?? nameOfOp(plan.source, graph, id),
    place: placeOf(op.span),
    cycle: cycleOf(id),
    offsetNs: rounded(offset),
    latency,
    entryNs: rounded(entry),
    exitNs: rounded(exit),
    operands: operandsOf(op).filter((one) => {
      const operand = graph.ops[one];
      return operand !== undefined && isShown(operand);
    }),
    memory: op.kind === "load" || op.kind === "store" ? op.storage : null,
  };
}

/** Without its line, which stands beside it. */
function shortName(op: Op): string | null {
  switch (op.kind) {
    case "compute":
      return `${typeof op.op === "string" ? op.op : "bits"} ${printType(op.type)}`;
    case "load":
    case "store":
      return `${op.kind} ${op.storage}`;
    case "read":
    case "write":
      return op.register;
    case "exit":
      return "leave the loop";
    case "const":
    case "counter":
    case "walk":
    case "watch":
      return null;
  }
}

function rounded(ns: number): number {
  return Math.round(ns * 1000) / 1000;
}

function stagesOf(
  { ops }: Graph,
  shown: readonly OpId[],
  cycleOf: (id: OpId) => number,
  length: number,
): readonly Stage[] {
  const stages = Array.from({ length: Math.max(1, length) }, () => ({ starts: 0, loads: 0, stores: 0 }));
  for (const id of shown) {
    const stage = stages[cycleOf(id)];
    const kind = ops[id]?.kind;
    if (stage === undefined) continue;
    stage.starts += 1;
    if (kind === "load") stage.loads += 1;
    if (kind === "store") stage.stores += 1;
  }
  return stages;
}

// What bounds the interval

function boundOf(graph: Graph, reason: Reason, context: InGraph & { readonly interval: number }): Bound {
  const { plan, problem } = context;
  const text = explain(problem, reason, (id) => nameOfOp(plan.source, graph, id));
  const named = (id: OpId): Named => namedOf(graph, id, context);
  switch (reason.kind) {
    case "recurrence": {
      const { path, cycles, distance } = reason;
      return { kind: "recurrence", cycles, distance, steps: stepsOf(graph, path, distance, context), text };
    }
    case "resource": {
      const { name = "", count = 1 } = problem.resources[reason.resource] ?? {};
      const [first] = reason.users.flatMap((id) => graph.ops[id] ?? []);
      if (first?.kind === "load" || first?.kind === "store") {
        const { banks } = plan.storages.find((one) => one.name === first.storage) ?? { banks: 1 };
        const accesses = reason.users.flatMap((id) => {
          const kind = graph.ops[id]?.kind;
          return kind === "load" || kind === "store" ? [{ ...named(id), kind } as const] : [];
        });
        const bank = banks === 1 ? null : bankOf(graph, reason.users, name);
        return { kind: "ports", memory: first.storage, bank, ports: count, accesses, text };
      }
      return {
        kind: "units",
        unit: name,
        count,
        uses: usesOf(reason.users, reason.resource, context, named),
        text,
      };
    }
    case "length": {
      const uses = problem.operations[reason.operation]?.uses ?? [];
      const longest = uses.reduce((one, other) => (other.cycles > one.cycles ? other : one), {
        resource: -1,
        cycles: 0,
      });
      const { name = "", count = 1 } = problem.resources[longest.resource] ?? {};
      const use = { ...named(reason.operation), cycles: longest.cycles };
      return { kind: "units", unit: name, count, uses: [use], text };
    }
    case "exit":
      return { kind: "exit", known: named(reason.operation), text };
    case "asked":
    case "search":
      return { kind: reason.kind, text };
  }
}

function namedOf(graph: Graph, id: OpId, { plan, placeOf, cycleOf }: InGraph): Named {
  const op = graph.ops[id] ?? bug(`no operation ${id}`);
  const name = shortName(op) ?? nameOfOp(plan.source, graph, id);
  return { id, name, place: placeOf(op.span), cycle: cycleOf(id) };
}

/** The last one goes on to the first, of a later iteration. */
function stepsOf(
  graph: Graph,
  path: readonly OpId[],
  distance: number,
  context: InGraph & { readonly interval: number },
): readonly RecurrenceStep[] {
  const { problem, cycleOf, interval } = context;
  return path.map((id, index): RecurrenceStep => {
    const { latency, entry, exit } = problem.operations[id] ?? bug(`no operation ${id} in the problem`);
    const isLast = index === path.length - 1;
    const next = cycleOf(path[isLast ? 0 : index + 1] ?? id) + (isLast ? distance * interval : 0);
    const ns = rounded(latency === 0 ? entry : entry + exit);
    return { ...namedOf(graph, id, context), latency, ns, takes: next - cycleOf(id) };
  });
}

function usesOf(
  users: readonly OpId[],
  resource: number,
  { problem }: InGraph,
  named: (id: OpId) => Named,
): readonly (Named & { readonly cycles: number })[] {
  return users.map((id) => {
    const uses = problem.operations[id]?.uses ?? [];
    const own = uses.filter((use) => use.resource === resource);
    return { ...named(id), cycles: own.reduce((sum, { cycles }) => sum + cycles, 0) };
  });
}

/** The one bank that all accesses can go to; where several are, the one that the resource is called after. */
function bankOf(graph: Graph, users: readonly OpId[], resource: string): number | null {
  const sets = users.flatMap((id) => {
    const op = graph.ops[id];
    return op?.kind === "load" || op?.kind === "store" ? [banksOf(op.bank)] : [];
  });
  const [first = [], ...others] = sets;
  const all = first.filter((bank) => others.every((set) => set.includes(bank)));
  return all.find((bank) => resource.startsWith(`bank ${bank} of `)) ?? all[0] ?? null;
}
