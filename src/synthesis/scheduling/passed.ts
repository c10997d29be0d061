/**
 * Registers that are passed by: the address of a load is made from what the iteration before writes, in the very cycle in which
 * it is written.
 *
 *     while a[i] != k: i += 1            cycle    0        1         2
 *                                        load     a[i] ──→ ≠ k
 *                                                 i + 1 ──→ i
 *                                        load              a[i] ──→ ≠ k     the next iteration
 *
 * A word that decides where the next one is loaded then goes round in as many cycles as the memory takes, not in one more. Loads alone
 * read past a register: whatever else an iteration needs of it comes out of it a cycle later, when their words do.
 *
 * To the solver this is no new case. A read that is passed stands at a time of its own in its cycle, the same in every
 * schedule: what is behind it, up to the memory, just fits. What is written has to be there by then.
 */

import { families } from "../../device/family.ts";
import { type Technology, usableNs } from "../../hardware/operators/operator.ts";
import { pruned } from "../plan/live.ts";
import type { CircuitPlan, Graph, Load, Op, OpId, Storage } from "../plan/nodes.ts";
import { operandsOf, withOperands, withOps } from "../plan/walk.ts";
import { inRecurrences } from "../timing/index.ts";
import type { Operation, Problem } from "../timing/problem.ts";

/** The graph whose loads read past registers, where their words decide what is written there. Null where there is none. */
export function withPassed({ storages }: CircuitPlan, graph: Graph, problem: Problem): Graph | null {
  const { ops } = graph;
  const writes = writesIn(ops);
  const slow = new Set(storages.filter(isSlow).map(({ name }) => name));
  const isSlowLoad = (op: Op): op is Load => op.kind === "load" && slow.has(op.storage);
  if (writes.size === 0 || !ops.some(isSlowLoad)) return null;
  const goesRound = inRecurrences(problem);
  const cones = new Map<OpId, ReadonlySet<OpId>>(); // of loads
  for (const [id, op] of ops.entries()) {
    if (!isSlowLoad(op) || op.predicate !== null || goesRound[id] !== 1) continue;
    const cone = coneOf(ops, problem.operations, op);
    if ([...cone].some((one) => isRead(ops[one], writes))) cones.set(id, cone);
  }
  if (cones.size === 0) return null;
  const made: Op[] = [];
  const places: OpId[] = [];
  const copies = new Map<OpId, OpId>();
  const moved = (id: OpId): OpId => places[id] ?? id;
  const copied = (id: OpId): OpId => copies.get(id) ?? moved(id);
  for (const [id, op] of ops.entries()) {
    const cone = cones.get(id);
    for (const one of [...(cone ?? [])].sort((a, b) => a - b)) {
      const own = ops[one];
      if (own === undefined || copies.has(one)) continue;
      const isOwn = isRead(own, writes) || operandsOf(own).some((operand) => copies.has(operand));
      if (!isOwn) continue;
      copies.set(
        one,
        made.push(own.kind === "read" ? { ...own, passed: true } : withOperands(own, copied)) - 1,
      );
    }
    places.push(made.push(withOperands(op, cone === undefined ? moved : copied)) - 1);
  }
  return pruned(withOps(graph, made, moved));
}

function isSlow({ latency, stream }: Storage): boolean {
  return latency === 1 && !stream;
}

function writesIn(ops: readonly Op[]): ReadonlyMap<string, OpId> {
  return new Map(ops.flatMap((op, id) => (op.kind === "write" ? [[op.register, id] as const] : [])));
}

/** Of a register that is written; not passed yet. */
function isRead(op: Op | undefined, writes: ReadonlyMap<string, OpId>): boolean {
  return op?.kind === "read" && op.passed === undefined && writes.has(op.register);
}

/** All that the place of a load is made of within a cycle. */
function coneOf(ops: readonly Op[], operations: readonly Operation[], load: Load): ReadonlySet<OpId> {
  const cone = new Set<OpId>();
  const open = [load.address, ...(load.bank.kind === "dynamic" ? [load.bank.nth] : [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const op = ops[id];
    if (op === undefined || cone.has(id)) continue;
    const isWithin = op.kind === "compute" && operations[id]?.latency === 0 && op.allowed === undefined;
    if (op.kind !== "read" && !isWithin) continue;
    cone.add(id);
    open.push(...operandsOf(op));
  }
  return cone;
}

/** The operations of a graph, where reads that are passed have their time in a cycle, and so have their writes. */
export function timedPassing(
  { ops }: Graph,
  operations: readonly Operation[],
  target: Technology,
): readonly Operation[] {
  const usable = usableNs(target);
  const { ns } = families[target.family].lut; // between what is written and what was
  const latest = new Map<string, number>(); // of what is written
  for (const [read, op] of ops.entries()) {
    if (op.kind !== "read" || op.passed === undefined) continue;
    const left = usable - ns - behind(ops, operations, read);
    latest.set(op.register, Math.max(0, Math.min(left, latest.get(op.register) ?? usable)));
  }
  if (latest.size === 0) return operations;
  return operations.map((operation, id) => {
    const op = ops[id];
    const at = op?.kind === "read" || op?.kind === "write" ? latest.get(op.register) : undefined;
    if (at === undefined || op === undefined) return operation;
    if (op.kind === "write") return { ...operation, entry: Math.max(operation.entry, usable - at) };
    return op.kind === "read" && op.passed === true ? { ...operation, entry: at + ns } : operation;
  });
}

/** Nanoseconds from a read to the memories whose addresses it makes. */
function behind(ops: readonly Op[], operations: readonly Operation[], read: OpId): number {
  const when = new Map([[read, 0]]);
  let longest = 0;
  for (let id = read + 1; id < ops.length; id++) {
    const op = ops[id];
    const times = op === undefined ? [] : operandsOf(op).flatMap((operand) => when.get(operand) ?? []);
    if (op === undefined || times.length === 0) continue;
    const end = Math.max(...times) + (operations[id]?.entry ?? 0);
    longest = Math.max(longest, end);
    if (op.kind === "compute") when.set(id, end);
  }
  return longest;
}
