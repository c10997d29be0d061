/**
 * Units that a schedule allows: `limit mul 2`. Operations of one operator then take turns at so many units, in timing as
 * users of a resource, in the circuit behind a choice of operands.
 *
 * Integers of all widths can take turns at one unit, which is as wide as any of them needs; numbers of other kinds cannot,
 * so each kind gets a part of what is allowed.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import type { Loops, UnitLimit } from "../../loops/nodes.ts";
import { limitOf, numberOf, operatorsIn } from "../../loops/operators.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import { exactInt, type ScalarType, sameType } from "../../types/types.ts";
import { isWorthSharing } from "../circuit/sharing.ts";
import type { Allowed, CircuitPlan, Compute, Graph, Op, OpId } from "../plan/nodes.ts";
import { graphsIn, mapGraphs, withOperands, withOps } from "../plan/walk.ts";
import { isSigned } from "../plan/widths.ts";
import type { Refusals } from "../refusals.ts";
import { operatorOf } from "./problem.ts";
import { neededWithout } from "./watches.ts";

export function withLimits(
  plan: CircuitPlan,
  loops: Loops,
  target: Technology,
  refuse: Refusals,
): CircuitPlan {
  if (loops.limits === undefined) return plan;
  const changes = new Map<Graph, Map<OpId, Change>>();
  for (const [limit, members] of limitedIn(plan, loops, target)) {
    if (members.length <= limit.count) continue;
    const kinds = byKind(members);
    const [, [other] = []] = [...kinds.values()];
    if (kinds.size > limit.count && other !== undefined) refuse.limit(limit, [...kinds.keys()], other.op);
    const counts = apportioned(
      limit.count,
      [...kinds.values()].map(({ length }) => length),
    );
    for (const [place, alike] of [...kinds.values()].entries()) {
      const count = counts[place] ?? 1;
      if (alike.length <= count) continue;
      const allowed: Allowed = { operator: limit.operator, count, members: alike.length };
      const types = commonTypes(alike);
      for (const { graph, id } of alike) {
        const known = changes.get(graph) ?? new Map<OpId, Change>();
        changes.set(graph, known.set(id, { allowed, types }));
      }
    }
  }
  const body = mapGraphs(plan.body, ({ graph }) => changed(graph, changes.get(graph)));
  return { ...plan, body };
}

/** Where a circuit has more units than its schedule allows; asked on every compile, so never. */
export function beyondLimits(
  plan: CircuitPlan,
  loops: Loops,
  { target, built }: { target: Technology; built: ReadonlyMap<string, number> },
): readonly string[] {
  return [...limitedIn(plan, loops, target)].flatMap(([{ operator, count }, members]) => {
    const keys = new Set(members.map(({ graph, op }) => operatorOf(graph, op, target).key));
    const units = [...keys].reduce((sum, key) => sum + (built.get(key) ?? 0), 0);
    const watching = graphsIn(plan.body).reduce((sum, graph) => sum + watchingIn(graph, keys, target), 0);
    return units <= count + watching ? [] : [`${units} units of ${operator}, and ${count} are allowed`];
  });
}

/** Operations that only a watch needs and that may have units of the same keys. */
function watchingIn(graph: Graph, keys: ReadonlySet<string>, target: Technology): number {
  const needed = neededWithout(graph);
  return graph.ops.filter((op, id) => {
    return op.kind === "compute" && !needed.has(id) && keys.has(operatorOf(graph, op, target).key);
  }).length;
}

interface Member {
  readonly graph: Graph;
  readonly id: OpId;
  readonly op: Compute;
  readonly kind: string; // those of one kind can take turns
}

function byKind(members: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const kinds = new Map<string, Member[]>();
  for (const member of members) {
    const known = kinds.get(member.kind) ?? [];
    known.push(member);
    kinds.set(member.kind, known);
  }
  return kinds;
}

/**
 * What each limit is about: the operators that the kernel is written with, but for those that a constant makes small.
 * Circuits that watch for faults may have more: those are not there in the end.
 */
function limitedIn(
  plan: CircuitPlan,
  loops: Loops,
  target: Technology,
): ReadonlyMap<UnitLimit, readonly Member[]> {
  const written = new Set(operatorsIn(loops));
  const found = new Map<UnitLimit, Member[]>((loops.limits ?? []).map((limit) => [limit, []]));
  for (const graph of graphsIn(plan.body)) {
    const needed = neededWithout(graph);
    for (const [id, op] of graph.ops.entries()) {
      if (op.kind !== "compute" || typeof op.op !== "string" || !needed.has(id)) continue;
      const types = op.operands.map((operand) => typeAt(graph, operand));
      const number = numberOf(types[0] ?? op.type);
      if (number === null || !written.has(`${number}.${op.op}`)) continue;
      // Integers beside fixed point are sums in place of products by constants (linear/).
      if (!types.every((type) => numberOf(type) === number)) continue;
      const limit = limitOf(loops.limits ?? [], number, op.op);
      if (limit === undefined || isSmall(graph, op, target)) continue;
      const kind =
        number === "int" && numberOf(op.type) === "int" && byValue.has(op.op)
          ? `${op.op} of integers`
          : `${op.op} of ${types.map(printType).join(", ")}${types.some((type) => sameType(type, op.type)) ? "" : ` to ${printType(op.type)}`}`;
      found.get(limit)?.push({ graph, id, op, kind });
    }
  }
  return found;
}

/** Whose result depends on the values of integers alone, whatever bits they stand in. */
const byValue: ReadonlySet<string> = new Set(["add", "sub", "mul", "min", "max"]);

/** x * 4 is no multiplier, and x * 3 an adder. */
function isSmall(graph: Graph, op: Compute, target: Technology): boolean {
  if (op.allowed !== undefined || op.operands.every((id) => graph.ops[id]?.kind !== "const")) return false;
  const widths = op.operands.map((id) => bitWidth(typeAt(graph, id)));
  const operator = operatorOf(graph, op, target);
  return operator.cost.dsps === 0 && !isWorthSharing(operator, widths);
}

function typeAt({ ops }: Graph, id: OpId): ScalarType {
  return (ops[id] ?? bug(`no operation ${id}`)).type;
}

/** One for each kind, the others one by one to where most operations share a unit. */
function apportioned(count: number, sizes: readonly number[]): readonly number[] {
  const parts = sizes.map(() => 1);
  for (let left = count - sizes.length; left > 0; left--) {
    const load = (place: number): number => (sizes[place] ?? 0) / (parts[place] ?? 1);
    const most = parts.reduce((best, _, place) => (load(place) > load(best) ? place : best), 0);
    parts[most] = (parts[most] ?? 0) + 1;
  }
  return parts;
}

interface Types {
  readonly operands: readonly ScalarType[];
  readonly result: ScalarType;
}

interface Change {
  readonly allowed: Allowed;
  readonly types: Types;
}

/** Types in which all of them can be computed. */
function commonTypes(members: readonly Member[]): Types {
  const [first] = members;
  if (first === undefined) return bug("a limit of nothing");
  const each = (place: number): readonly ScalarType[] =>
    members.map(({ graph, op }) => typeAt(graph, inOrder(graph, op)[place] ?? bug("too few operands")));
  return {
    operands: first.op.operands.map((_, place) => widest(each(place))),
    result: widest(members.map(({ op }) => op.type)),
  };
}

function widest(types: readonly ScalarType[]): ScalarType {
  const [first] = types;
  if (first === undefined) return bug("no types");
  if (types.every((type) => sameType(type, first))) return first;
  const signed = types.some(isSigned);
  const bits = types.map((type) => bitWidth(type) + (signed && !isSigned(type) ? 1 : 0));
  return exactInt(Math.max(...bits), signed);
}

/** The wider operand first, where the order does not matter: so the second one can be narrow. */
function inOrder(graph: Graph, { op, operands }: Compute): readonly OpId[] {
  const [a, b] = operands;
  if (op === "sub" || typeof op !== "string" || !byValue.has(op) || a === undefined || b === undefined)
    return operands;
  if (numberOf(typeAt(graph, a)) !== "int") return operands;
  return bitWidth(typeAt(graph, b)) > bitWidth(typeAt(graph, a)) ? [b, a] : operands;
}

function changed(graph: Graph, changes: ReadonlyMap<OpId, Change> | undefined): Graph {
  if (changes === undefined) return graph;
  const ops: Op[] = [];
  const places = new Map<OpId, OpId>();
  const at = (id: OpId): OpId => places.get(id) ?? bug(`operation ${id} comes later`);
  const push = (op: Op): OpId => ops.push(op) - 1;
  for (const [id, op] of graph.ops.entries()) {
    const change = changes.get(id);
    if (change === undefined || op.kind !== "compute") {
      places.set(id, push(withOperands(op, at)));
      continue;
    }
    const { allowed, types } = change;
    const operands = inOrder(graph, op).map((operand, place) => {
      const type = types.operands[place] ?? bug("too many operands");
      return sameType(typeAt(graph, operand), type) ? at(operand) : push(inType(ops, at(operand), type));
    });
    const made = push({ ...op, operands, type: types.result, allowed });
    places.set(id, sameType(op.type, types.result) ? made : push(inType(ops, made, op.type)));
  }
  return withOps(graph, ops, at);
}

/** Integers alone, in more bits or fewer. */
function inType(ops: readonly Op[], id: OpId, type: ScalarType): Op {
  const op = ops[id] ?? bug(`no operation ${id}`);
  const { span } = op;
  if (op.kind !== "const") return { kind: "compute", op: "convert", operands: [id], type, span };
  const value = isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits;
  return { kind: "const", type, bits: BigInt.asUintN(bitWidth(type), value), span };
}
