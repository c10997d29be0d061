/**
 * One unit for several operations that never happen at once: those of different graphs, and those of one graph that
 * fall into different modulo slots. Only where the unit costs clearly more than the multiplexers at its operands, and
 * where these still fit into the cycle: into that of the operation, or else into the one before, in front of registers
 * that hold the operands of the unit. Values that would wait for the unit in registers of their own then wait in those.
 * Elements of a systolic array share no unit: its wires would go from each to all others.
 */
import { priceOf } from "../../device/price.ts";
import { bug } from "../../diagnostics/bug.ts";
import { about, assign, type Builder, drive, hinted, register, wire } from "../../hardware/netlist/build.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Allowed, Compute, Graph, Op, OpId } from "../plan/nodes.ts";
import { unsettledOf } from "../plan/settled.ts";
import { type Heap, pop, push } from "../timing/heap.ts";
import { type Arm, any, levelsOf, oneOf } from "./choice.ts";
import { type Flow, opAt, type Run } from "./flow.ts";
import { elementsIn } from "./seats.ts";
import type { BuiltUnit, Unit, Units } from "./units.ts";

/** In nanoseconds, as a Timing counts. */
export interface Sharing {
  readonly period: number; // that logic may take between two registers
  readonly mux: number; // of a choice among `ways` values
  readonly ways: number;
  readonly settles: (graph: Graph, op: OpId) => number; // when a result is there, in the cycle in which it arrives
}

export interface Shared {
  /** The shared unit of the operation; null: it has one of its own. */
  readonly of: (graph: Graph, op: OpId) => SharedUnit | null;
  readonly finish: () => void;
  readonly built: readonly BuiltUnit[]; // those that are shared
}

export interface SharedUnit {
  readonly ahead: 0 | 1; // cycles before the operation in which it takes the operands
  /** `token`: in the cycle in which it takes them. What it gives is there `latency` cycles after the operation's. */
  readonly use: (token: Expr, operands: readonly Expr[]) => Expr;
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
  const shared: BuiltUnit[] = [];
  for (const group of sharing === null ? [] : groupsOf(flow, units, latencyOf, sharing)) {
    if (group.members.length < 2) continue;
    built.set(group, buildGroup(b, group, sharing));
    const { key } = group.unit;
    const serves = group.members.map(({ run, op }) => ({ graph: run.graph, op }));
    if (key !== undefined) shared.push({ key, serves });
    for (const { run, op } of group.members) {
      const ofGraph = groups.get(run.graph) ?? new Map<OpId, Group>();
      groups.set(run.graph, ofGraph.set(op, group));
    }
  }
  return {
    built: shared,
    of: (graph, op) => {
      const group = groups.get(graph)?.get(op);
      const found = group === undefined ? undefined : built.get(group);
      if (found === undefined) return null;
      const { ahead, arms, begun, result } = found;
      return {
        ahead,
        use: (token, operands) => {
          for (const [index, value] of operands.entries()) arms[index]?.push({ when: token, value });
          begun.push(token);
          return result;
        },
      };
    },
    finish: () => {
      for (const { inputs, arms, start, begun, ahead } of built.values()) {
        if (start !== null && ahead === 1) drive(b, start, any(b, begun));
        if (start !== null && ahead === 0) assign(b, start, any(b, begun));
        for (const [index, input] of inputs.entries()) {
          const chosen = about(b, { name: input.name }, () => oneOf(b, arms[index] ?? [], sharing?.ways));
          const value = chosen ?? bug("a shared unit without operands");
          if (ahead === 1) drive(b, input, value);
          else assign(b, input, value);
        }
      }
    },
  };
}

/** How many units of each key the operations that are worth a shared one would have, alone or together. */
export function unitsByKey(
  flow: Flow,
  units: Units,
  latencyOf: LatencyOf,
  sharing: Sharing,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { unit } of groupsOf(flow, units, latencyOf, sharing)) {
    if (unit.key !== undefined) counts.set(unit.key, (counts.get(unit.key) ?? 0) + 1);
  }
  return counts;
}

export type LatencyOf = (graph: Graph, op: OpId) => number;

interface Member {
  readonly run: Run;
  readonly op: OpId;
  readonly slack: Slack;
}

/** Nanoseconds that multiplexers may take; less than nothing: they may not stand there. */
interface Slack {
  readonly near: number; // in the cycle of the operation
  readonly ahead: number; // in the one before
}

interface Group {
  readonly unit: Unit;
  readonly widths: readonly number[]; // of operands
  readonly name: string;
  readonly members: Member[];
  readonly taken: Map<Run, Set<number>>; // modulo slots
  slack: Slack; // the least of its members
}

interface Built {
  readonly ahead: 0 | 1;
  readonly inputs: readonly Ref[];
  readonly arms: readonly Arm[][];
  readonly start: Ref | null; // where the unit must be told
  readonly begun: Expr[]; // the tokens of those that start
  readonly result: Expr;
}

function buildGroup(
  b: Builder,
  { unit, widths, name, members, slack }: Group,
  sharing: Sharing | null,
): Built {
  const choice = sharing === null ? 0 : levelsOf(members.length, sharing.ways) * sharing.mux;
  const ahead = slack.near >= choice ? 0 : 1;
  const declare = ahead === 1 ? register : wire;
  const inputs = widths.map((width, index) => declare(b, `${name}_in${index}`, width));
  const isTold = busyOf(unit) > 1;
  const start = isTold ? declare(b, `${name}_start`, 1, ahead === 1 ? { reset: true } : {}) : null;
  const result = about(b, { name }, () => unit.build(b, name, inputs, start ?? undefined));
  hinted(b, { name }, result);
  return { ahead, inputs, arms: widths.map(() => []), start, begun: [], result };
}

/** Each operation joins the first group that has room for it. */
function groupsOf(flow: Flow, units: Units, latencyOf: LatencyOf, sharing: Sharing): readonly Group[] {
  const byKey = new Map<string, Candidates>();
  const elementOf = elementsIn(flow.plan);
  for (const run of flow.runs) {
    const written = new Set(run.graph.ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
    for (const [id, op] of run.graph.ops.entries()) {
      if (op.kind !== "compute" || op.allowed !== undefined || !run.live.has(id)) continue;
      if ((run.timing.cycles[id] ?? 0) >= run.length) continue; // after its end, when others are at work
      const unit = units(run.graph, id);
      const widths = widthsOf(run.graph.ops, op);
      if (unit.key === undefined || !isWorthSharing(unit, widths)) continue;
      const offset = run.timing.offsets[id] ?? 0;
      const near = isRegistered(run, id, op, latencyOf) ? sharing.period - offset - (unit.entry ?? 0) : -1;
      const slack = { near, ahead: aheadOf(run, id, op, written, latencyOf, sharing) };
      const member: Member = { run, op: id, slack };
      const element = elementOf(run.graph, id);
      const key = element === null ? unit.key : `${unit.key} of ${element}`;
      const candidates = byKey.get(key) ?? { all: [], lasting: [], run, open: [] };
      byKey.set(key, candidates);
      if (candidates.run !== run) {
        candidates.run = run;
        candidates.lasting = candidates.lasting.filter((group) => isOpen(group, run, sharing));
        candidates.open = [...candidates.lasting];
      }
      const { all, open } = candidates;
      const found = open.findIndex((one) => hasRoom(one, member, sharing));
      const group = open[found] ?? emptyGroup(unit, widths, nameOf(op));
      join(group, member);
      if (found < 0) {
        all.push(group);
        candidates.lasting.push(group);
      }
      if (isOpen(group, run, sharing)) {
        if (found < 0) open.push(group);
      } else if (found >= 0) open.splice(found, 1);
    }
  }
  return [...[...byKey.values()].flatMap(({ all }) => all), ...turnsOf(flow, units, latencyOf)];
}

/** The groups of one kind of unit. Kernels have thousands of operations: no full group is looked at again. */
interface Candidates {
  readonly all: Group[];
  lasting: Group[]; // that had room at the start of the run, and those since
  run: Run;
  open: Group[]; // that an operation of this run may join
}

function isOpen({ members, slack, taken }: Group, run: Run, { mux, ways }: Sharing): boolean {
  if ((taken.get(run)?.size ?? 0) >= Math.max(1, run.interval)) return false;
  return Math.max(slack.near, slack.ahead) >= levelsOf(members.length + 1, ways) * mux;
}

/**
 * Units that a schedule allows, each with as many operations as any other: those of one slot go to units that have the
 * fewest so far, so no two differ by more than one.
 */
function turnsOf(flow: Flow, units: Units, latencyOf: LatencyOf): readonly Group[] {
  const found = new Map<Allowed, Turns>();
  for (const run of flow.runs) {
    const { ops } = run.graph;
    const ids = [...run.live].sort((a, b) => slotOf(run, a) - slotOf(run, b));
    for (const id of ids) {
      const op = opAt(ops, id);
      if (op.kind !== "compute" || op.allowed === undefined) continue;
      const { allowed } = op;
      if (!isSettled(run, id, op, latencyOf))
        bug(`${allowed.operator} takes turns with operands of its cycle`);
      const turns =
        found.get(allowed) ?? turnsAt(allowed, units(run.graph, id), widthsOf(ops, op), nameOf(op));
      found.set(allowed, turns);
      const group = nextIn(turns, run, slotOf(run, id));
      if (group === null) return bug(`more than ${allowed.count} ${allowed.operator} at once`);
      join(group, { run, op: id, slack: { near: Infinity, ahead: -1 } }); // as the schedule has it
    }
  }
  return [...found.values()].flatMap(({ groups }) => groups);
}

/** Units, and those that have no operation yet in the slot that is being filled: slots come one after another. */
interface Turns {
  readonly groups: readonly Group[];
  readonly free: Heap; // the fewest operations first, then the first unit
  readonly taken: number[]; // in the slot
  run: Run | null;
  slot: number;
}

function turnsAt({ count }: Allowed, unit: Unit, widths: readonly number[], name: string): Turns {
  const groups = Array.from({ length: count }, () => emptyGroup(unit, widths, name));
  return { groups, free: { items: [...groups.keys()] }, taken: [], run: null, slot: 0 };
}

/** Null: all of them have one in this slot. */
function nextIn(turns: Turns, run: Run, slot: number): Group | null {
  const { groups, free, taken } = turns;
  if (turns.run !== run || turns.slot !== slot) {
    for (const place of taken) push(free, (groups[place]?.members.length ?? 0) * groups.length + place);
    taken.length = 0;
    [turns.run, turns.slot] = [run, slot];
  }
  const least = pop(free);
  if (least < 0) return null;
  const place = least % groups.length;
  taken.push(place);
  return groups[place] ?? bug(`no unit ${place}`);
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
  return cost !== undefined && priceOf(cost) > 2 * bits;
}

/**
 * Operands that come out of registers, and straight or out of a memory or a unit behind them: so no ring of wires can
 * close through a unit that computes at once. What a store passes on to a load, or a write to a read, may come from anywhere.
 */
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
    if (op.kind === "read") return op.passed === undefined;
    if (op.kind === "const" || op.kind === "counter" || op.kind === "walk") return true;
    const latency = latencyOf(graph, operand);
    if (cycle(operand) + latency < cycle(id)) return true;
    return latency > 0 && !graph.forwards.some(({ load }) => load === operand);
  });
}

/** What is left of the cycle before, when the last operand has arrived in it. */
function aheadOf(
  { graph, timing }: Run,
  id: OpId,
  { operands }: Compute,
  written: ReadonlySet<string>,
  latencyOf: LatencyOf,
  { period, settles }: Sharing,
): number {
  const cycle = (op: OpId): number => timing.cycles[op] ?? bug("an operation without a cycle");
  const before = cycle(id) - 1;
  let arrival = 0;
  for (const operand of operands) {
    const op = opAt(graph.ops, operand);
    if (op.kind === "const" || (op.kind === "read" && !written.has(op.register))) continue;
    const there = cycle(operand) + latencyOf(graph, operand);
    if (there > before) return -1;
    if (there === before && (op.kind === "compute" || op.kind === "load")) {
      arrival = Math.max(arrival, settles(graph, operand));
    }
  }
  return before < 0 ? -1 : period - arrival;
}

function emptyGroup(unit: Unit, widths: readonly number[], name: string): Group {
  return { unit, widths, name, members: [], taken: new Map(), slack: { near: Infinity, ahead: Infinity } };
}

function join(group: Group, member: Member): void {
  const { run, op, slack } = member;
  group.members.push(member);
  const taken = group.taken.get(run) ?? new Set();
  for (const slot of slotsOf(run, op, busyOf(group.unit))) taken.add(slot);
  group.taken.set(run, taken);
  group.slack = least(group.slack, slack);
}

function least(one: Slack, other: Slack): Slack {
  return { near: Math.min(one.near, other.near), ahead: Math.min(one.ahead, other.ahead) };
}

/** Kernels have thousands of operations, so a group knows what its members take. */
function hasRoom(group: Group, { run, op, slack }: Member, { mux, ways }: Sharing): boolean {
  const taken = group.taken.get(run);
  if (taken !== undefined && slotsOf(run, op, busyOf(group.unit)).some((slot) => taken.has(slot)))
    return false;
  const { near, ahead } = least(group.slack, slack);
  return Math.max(near, ahead) >= levelsOf(group.members.length + 1, ways) * mux;
}

/** In which a unit takes no other operands. */
function slotsOf(run: Run, op: OpId, busy: number): readonly number[] {
  const first = slotOf(run, op);
  return Array.from({ length: busy }, (_, later) => (first + later) % Math.max(1, run.interval));
}

function busyOf({ busy = 1 }: Unit): number {
  return busy;
}

function slotOf({ timing, interval }: Run, op: OpId): number {
  return (timing.cycles[op] ?? bug("an operation without a cycle")) % Math.max(1, interval);
}

function widthsOf(ops: readonly Op[], { operands }: Compute): readonly number[] {
  return operands.map((operand) => bitWidth(opAt(ops, operand).type));
}

function nameOf(op: Op & Compute): string {
  return `shared_${typeof op.op === "string" ? op.op : op.op.name}`;
}
