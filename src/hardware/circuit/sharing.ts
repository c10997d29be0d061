/**
 * One unit for several operations that never happen at once: those of different graphs, and those of one graph that
 * fall into different modulo slots. Only where the unit costs clearly more than the multiplexers at its operands, and
 * where these still fit into the cycle.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { assign, type Builder, wire } from "../netlist/build.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";
import type { Allowed, Compute, Graph, Op, OpId } from "../plan/nodes.ts";
import { unsettledOf } from "../plan/settled.ts";
import { type Arm, levelsOf, oneOf } from "./choice.ts";
import { type Flow, opAt, type Run } from "./flow.ts";
import type { Unit, Units } from "./units.ts";

/** In nanoseconds, as a Timing counts. */
export interface Sharing {
  readonly period: number; // that logic may take between two registers
  readonly mux: number; // of a choice among `ways` values
  readonly ways: number;
}

export interface Shared {
  /** What the shared unit of the operation gives, `latency` cycles later; null: it has one of its own. */
  readonly use: (graph: Graph, op: OpId, token: Expr, operands: readonly Expr[]) => Expr | null;
  readonly finish: () => void;
  readonly built: ReadonlyMap<string, number>; // how many shared units there are of each key
}

export function declareShared(
  b: Builder,
  flow: Flow,
  units: Units,
  latencyOf: LatencyOf,
  sharing: Sharing | null,
): Shared {
  const built = new Map<Group, Built>();
  const groups = new Map<Graph, Map<OpId, Group>>();
  const counts = new Map<string, number>();
  for (const group of sharing === null ? [] : groupsOf(flow, units, latencyOf, sharing)) {
    if (group.members.length < 2) continue;
    built.set(group, buildGroup(b, group));
    const { key } = group.unit;
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const { run, op } of group.members) {
      const ofGraph = groups.get(run.graph) ?? new Map<OpId, Group>();
      groups.set(run.graph, ofGraph.set(op, group));
    }
  }
  return {
    built: counts,
    use: (graph, op, token, operands) => {
      const group = groups.get(graph)?.get(op);
      const found = group === undefined ? undefined : built.get(group);
      if (found === undefined) return null;
      for (const [index, value] of operands.entries()) found.arms[index]?.push({ when: token, value });
      return found.result;
    },
    finish: () => {
      for (const { inputs, arms } of built.values()) {
        for (const [index, input] of inputs.entries()) {
          assign(
            b,
            input,
            oneOf(b, arms[index] ?? [], sharing?.ways) ?? bug("a shared unit without operands"),
          );
        }
      }
    },
  };
}

export type LatencyOf = (graph: Graph, op: OpId) => number;

interface Member {
  readonly run: Run;
  readonly op: OpId;
  readonly slack: number; // ns that multiplexers may take
}

interface Group {
  readonly unit: Unit;
  readonly widths: readonly number[]; // of operands
  readonly name: string;
  readonly members: Member[];
  readonly taken: Map<Run, Set<number>>; // modulo slots
  slack: number; // the least of its members
}

interface Built {
  readonly inputs: readonly Ref[];
  readonly arms: readonly Arm[][];
  readonly result: Expr;
}

function buildGroup(b: Builder, { unit, widths, name }: Group): Built {
  const inputs = widths.map((width, index) => wire(b, `${name}_in${index}`, width));
  return { inputs, arms: widths.map(() => []), result: unit.build(b, name, inputs) };
}

/** Each operation joins the first group that has room for it. */
function groupsOf(flow: Flow, units: Units, latencyOf: LatencyOf, sharing: Sharing): readonly Group[] {
  const byKey = new Map<string, Group[]>();
  for (const run of flow.runs) {
    for (const [id, op] of run.graph.ops.entries()) {
      if (op.kind !== "compute" || op.allowed !== undefined || !run.live.has(id)) continue;
      if ((run.timing.cycles[id] ?? 0) >= run.length) continue; // after its end, when others are at work
      const unit = units(run.graph, id);
      const widths = op.operands.map((operand) => bitWidth(opAt(run.graph.ops, operand).type));
      if (unit.key === undefined || !isWorthSharing(unit, widths) || !isRegistered(run, id, op, latencyOf))
        continue;
      const slack = sharing.period - (run.timing.offsets[id] ?? 0) - (unit.entry ?? 0);
      const member: Member = { run, op: id, slack };
      const known = byKey.get(unit.key) ?? [];
      byKey.set(unit.key, known);
      const group =
        known.find((one) => hasRoom(one, member, sharing)) ?? emptyGroup(unit, widths, nameOf(op));
      if (group.members.length === 0) known.push(group);
      join(group, member);
    }
  }
  return [...[...byKey.values()].flat(), ...turnsOf(flow, units, latencyOf)];
}

/**
 * Units that a schedule allows, each with as many operations as any other: those of one slot go to units that have the
 * fewest so far, so no two differ by more than one.
 */
function turnsOf(flow: Flow, units: Units, latencyOf: LatencyOf): readonly Group[] {
  const found = new Map<Allowed, readonly Group[]>();
  for (const run of flow.runs) {
    const { ops } = run.graph;
    const ids = [...run.live].sort((a, b) => slotOf(run, a) - slotOf(run, b));
    for (const id of ids) {
      const op = opAt(ops, id);
      if (op.kind !== "compute" || op.allowed === undefined) continue;
      const { allowed } = op;
      if (!isSettled(run, id, op, latencyOf))
        bug(`${allowed.operator} takes turns with operands of its cycle`);
      const widths = op.operands.map((operand) => bitWidth(opAt(ops, operand).type));
      const empty = (): Group => emptyGroup(units(run.graph, id), widths, nameOf(op));
      const groups = found.get(allowed) ?? Array.from({ length: allowed.count }, empty);
      found.set(allowed, groups);
      const free = groups.filter(({ taken }) => taken.get(run)?.has(slotOf(run, id)) !== true);
      const [first = bug(`more than ${allowed.count} ${allowed.operator} at once`), ...others] = free;
      const least = others.reduce(
        (one, other) => (other.members.length < one.members.length ? other : one),
        first,
      );
      join(least, { run, op: id, slack: 0 });
    }
  }
  return [...found.values()].flat();
}

/** As `isRegistered`, seen through what only gives operands other widths. */
function isSettled({ graph, timing }: Run, id: OpId, op: Compute, latencyOf: LatencyOf): boolean {
  if (latencyOf(graph, id) > 0) return true;
  return unsettledOf(graph.ops, op).every((operand) => {
    return (timing.cycles[operand] ?? 0) + latencyOf(graph, operand) < (timing.cycles[id] ?? 0);
  });
}

/** A choice takes about half a LUT a bit; a DSP block is worth many. */
export function isWorthSharing({ cost }: Unit, widths: readonly number[]): boolean {
  const bits = widths.reduce((sum, width) => sum + width, 0);
  return cost !== undefined && cost.luts + 60 * cost.dsps > 2 * bits;
}

/** Operands that come straight from registers: so no ring of wires can close through a unit that computes at once. */
function isRegistered(
  { graph, timing }: Run,
  id: OpId,
  { operands }: Compute,
  latencyOf: LatencyOf,
): boolean {
  if (latencyOf(graph, id) > 0) return true;
  const cycle = (op: OpId): number => timing.cycles[op] ?? bug("an operation without a cycle");
  return operands.every((operand) => {
    const op = opAt(graph.ops, operand);
    if (op.kind === "const" || op.kind === "read" || op.kind === "counter") return true;
    return cycle(operand) + latencyOf(graph, operand) < cycle(id);
  });
}

function emptyGroup(unit: Unit, widths: readonly number[], name: string): Group {
  return { unit, widths, name, members: [], taken: new Map(), slack: Infinity };
}

function join(group: Group, member: Member): void {
  const { run, op, slack } = member;
  group.members.push(member);
  group.taken.set(run, (group.taken.get(run) ?? new Set()).add(slotOf(run, op)));
  group.slack = Math.min(group.slack, slack);
}

/** Kernels have thousands of operations, so a group knows what its members take. */
function hasRoom(group: Group, { run, op, slack }: Member, { mux, ways }: Sharing): boolean {
  if (group.taken.get(run)?.has(slotOf(run, op)) === true) return false;
  return Math.min(slack, group.slack) >= levelsOf(group.members.length + 1, ways) * mux;
}

function slotOf({ timing, interval }: Run, op: OpId): number {
  return (timing.cycles[op] ?? bug("an operation without a cycle")) % Math.max(1, interval);
}

function nameOf(op: Op & Compute): string {
  return `shared_${typeof op.op === "string" ? op.op : op.op.name}`;
}
