/**
 * The values of a graph, in the cycles in which they are used. A value that is used later than it is made passes
 * through registers, each of which takes it over from the one before once an interval.
 */
import { assertNever, bug } from "../../diagnostics/bug.ts";
import { about, assign, type Builder, hinted } from "../../hardware/netlist/build.ts";
import { and, constant, resize } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Compute, Graph, Load, Op, OpId, Store } from "../plan/nodes.ts";
import { isSigned } from "../plan/widths.ts";
import { any } from "./choice.ts";
import type { Activity } from "./control.ts";
import type { Faulty } from "./faults.ts";
import { opAt } from "./flow.ts";
import { indexesIn } from "./indexes.ts";
import type { Lives } from "./lives.ts";
import { type Passing, startPassing } from "./passing.ts";
import type { Registers } from "./registers.ts";
import type { Scalars } from "./scalars.ts";
import type { Sources } from "./sources.ts";
import { startWaiting } from "./waiting.ts";
import { buildWalk } from "./walks.ts";

/** What happens outside of a graph's own values. */
export interface Surroundings {
  readonly scalars: Scalars;
  readonly registers: Registers;
  readonly lives: Lives;
  readonly sources: Sources;
  readonly steady: boolean; // it runs once in a call, and an iteration starts in every cycle
  readonly faults: Faulty;
  readonly compute: (
    values: Values,
    id: OpId,
    op: Compute,
  ) => { readonly value: Expr; readonly latency: number };
  readonly load: (values: Values, id: OpId, op: Load) => { readonly value: Expr; readonly latency: number };
  readonly store: (values: Values, id: OpId, op: Store) => void;
  /** Whether a choice fits behind the result, in the cycle in which it arrives. */
  readonly hasRoom: (graph: Graph, id: OpId) => boolean;
  /** All values are there. */
  readonly settle: () => void;
}

/** With what one graph alone has. */
interface Within extends Surroundings {
  readonly passing: Passing;
}

export interface Values {
  readonly activity: Activity;
  readonly cycle: (id: OpId) => number; // in which it starts
  readonly token: (cycle: number) => Expr;
  /** What the operation gave, in a cycle of its iteration. */
  readonly at: (id: OpId, cycle: number) => Expr;
}

interface Value {
  readonly name: string;
  readonly made: Expr;
  readonly from: number; // the first cycle in which `made` has it
  readonly to: number; // the last one
  readonly room: boolean; // a choice still fits behind it
}

export function buildDatapath(b: Builder, activity: Activity, around: Surroundings): void {
  const { graph, timing, interval, length, live, tokens } = activity;
  const { ops } = graph;
  const made = new Map<OpId, Value>();
  const token = (cycle: number): Expr => tokens[cycle] ?? bug(`${activity.name} has no cycle ${cycle}`);
  const cycle = (id: OpId): number => timing.cycles[id] ?? bug(`operation ${id} has no cycle`);

  const run = around.lives.run(graph);
  const waiting = startWaiting(b, { run, interval, length, token, note: around.registers.note });
  const at = (id: OpId, when: number): Expr => {
    const value = made.get(id) ?? bug(`operation ${id} gives nothing, or gives it later`);
    const { name, from, to } = value;
    if (when < from) bug(`${name} is used in cycle ${when}, and there from ${from} on`);
    return when <= to ? value.made : waiting.at(value, when);
  };

  const values: Values = { activity, cycle, token, at };
  const writes = new Map<string, number>(); // the first cycle in which a register is written
  for (const [id, op] of ops.entries()) {
    if (op.kind === "write")
      writes.set(op.register, Math.min(cycle(id), writes.get(op.register) ?? Infinity));
  }
  const within: Within = { ...around, passing: startPassing(b, around.scalars) };
  const indexes = indexesIn(ops, live);
  for (const [id, op] of ops.entries()) {
    if (!live.has(id)) continue;
    const what = around.sources.about(op, indexes.get(id), activity.name);
    const found = about(b, what, () => build(b, values, id, op, writes, within));
    if (found === null) continue;
    hinted(b, what, found.made);
    if (found.made.width !== bitWidth(op.type)) bug(`operation ${id} gives ${found.made.width} bits`);
    const to = op.kind === "compute" ? lastOf(op, found, made) : found.to;
    const room = around.hasRoom(graph, id);
    made.set(id, { ...found, to, room, name: what.name });
  }
  about(b, { name: activity.name }, () => {
    around.settle();
    within.passing.finish();
    finishExits(b, values);
    waiting.finish();
  });
}

type Made = Pick<Value, "made" | "from" | "to">;

function build(
  b: Builder,
  values: Values,
  id: OpId,
  op: Op,
  writes: ReadonlyMap<string, number>,
  around: Within,
): Made | null {
  const cycle = values.cycle(id);
  switch (op.kind) {
    case "const":
      return { made: constant(bitWidth(op.type), op.bits), from: 0, to: Infinity };
    case "read": {
      const passed = op.passed === true ? around.passing.read(values, id, op) : null;
      if (passed !== null) return { made: passed, from: cycle, to: cycle };
      const { ref, type } = around.scalars.get(op.register);
      const made = resize(b, ref, bitWidth(op.type), isSigned(type));
      const until = writes.get(op.register); // it is there as long as nobody writes it
      return until === undefined ? { made, from: 0, to: Infinity } : { made, from: cycle, to: until };
    }
    case "counter": {
      const { value, type } = values.activity.counters[op.level] ?? bug(`no level ${op.level}`);
      const made = resize(b, value, bitWidth(op.type), isSigned(type));
      return { made, from: 0, to: values.activity.interval - 1 };
    }
    case "walk": {
      const made = buildWalk(
        b,
        around.scalars,
        values.activity,
        op,
        b.about?.name ?? around.sources.value(op),
      );
      const { graph } = values.activity;
      around.registers.note({ ref: made, lives: around.lives.walk(graph, op) });
      return { made, from: 0, to: values.activity.interval - 1 };
    }
    case "compute":
      return arrives(cycle, around.compute(values, id, op));
    case "load":
      return arrives(cycle, around.load(values, id, op));
    case "store":
      around.store(values, id, op);
      return null;
    case "write": {
      const { ref } = around.scalars.get(op.register);
      const { type } = opAt(values.activity.graph.ops, op.value);
      const value = resize(b, values.at(op.value, cycle), ref.width, isSigned(type));
      const room = around.hasRoom(values.activity.graph, op.value);
      around.scalars.write(op.register, values.token(cycle), value, { room, steady: around.steady });
      return null;
    }
    case "exit":
      return null; // when all values are there
    case "watch":
      around.faults.tell(op.check, {
        token: values.token(cycle),
        condition: values.at(op.condition, cycle),
        value: op.value === undefined ? null : values.at(op.value, cycle),
      });
      return null;
    default:
      return assertNever(op);
  }
}

function arrives(
  cycle: number,
  { value, latency }: { readonly value: Expr; readonly latency: number },
): Made {
  return { made: value, from: cycle + latency, to: cycle + latency };
}

/** What only renames bits of its operands is there as long as they are. */
function lastOf({ operands }: Compute, { made, to }: Made, known: ReadonlyMap<OpId, Value>): number {
  const sources = operands.map((operand) => known.get(operand) ?? bug(`operation ${operand} gives nothing`));
  const holds = ({ made: given, to: until }: Value, expr: Expr): boolean =>
    until >= to && (given === expr || (given.kind === "extend" && given.operand === expr));
  const isRenaming = (expr: Expr): boolean => {
    if (expr.kind === "const" || sources.some((source) => holds(source, expr))) return true;
    if (expr.kind === "slice" || expr.kind === "extend") return isRenaming(expr.operand);
    return expr.kind === "concat" && expr.parts.every(isRenaming);
  };
  return isRenaming(made) ? Math.max(to, Math.min(...sources.map((source) => source.to))) : to;
}

/** Where an iteration can be the last one by itself, that is known in the last cycle of its interval, or later: see Run.told. */
function finishExits(b: Builder, values: Values): void {
  const { exit, interval, told, graph } = values.activity;
  if (exit === null) return;
  const when = told ?? interval - 1;
  const conditions = graph.ops.flatMap((op, id) => {
    if (op.kind !== "exit") return [];
    if (values.cycle(id) > when) bug(`an exit in cycle ${values.cycle(id)}, told in cycle ${when}`);
    return [values.at(op.condition, when)];
  });
  const left = any(b, conditions);
  assign(b, exit, told === null ? left : and(b, values.token(told), left));
}
