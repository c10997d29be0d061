/**
 * A kernel as processes that run at the same time: its top-level nests, and what passes between them.
 *
 *     const found = dataflowOf(loops);
 *     found.ok ? found.processes : found.why; // the array and the nests that need an order
 *
 * A channel has one process that writes and others that read, later in the text. Statements that only prepare (scalars
 * that are set, arrays that are filled with one value) belong to the first process that uses what they set. Nests that follow
 * each other and write one array are one process.
 */

import { firstUse } from "./analysis/use.ts";
import { type Access, accessesIn, type Dependence, meeting } from "./depend/index.ts";
import type { Loops, Stmt } from "./nodes.ts";
import { statementsIn } from "./walk.ts";

export interface Process {
  readonly name: string; // of its nest or region
  readonly stmts: readonly Stmt[]; // in the order of the text
}

export interface Channel {
  readonly by: string; // the array or scalar
  readonly what: "array" | "scalar";
  readonly from: string; // processes, by name
  readonly to: string;
}

export interface Dataflow {
  readonly ok: true;
  readonly processes: readonly Process[];
  readonly channels: readonly Channel[];
}

/** What needs an order that processes do not have. */
export interface Ordered {
  readonly ok: false;
  readonly name: string | null; // the array or scalar; null: there are no two processes
  readonly why: "alone" | "argument" | "returned" | "producers" | "backwards";
  readonly processes: readonly string[]; // that clash
  readonly clash: Dependence | null;
}

export function dataflowOf(loops: Loops): Dataflow | Ordered {
  const processes = processesOf(loops);
  if (processes.length < 2) {
    const names = processes.map(({ name }) => name);
    return { ok: false, name: null, why: "alone", processes: names, clash: null };
  }
  const channels: Channel[] = [];
  const uses = usesOf(loops, processes);
  for (const what of ["array", "scalar"] as const) {
    for (const name of namesOf(loops, what)) {
      const users = uses.get(name) ?? [];
      const past = movedPast(loops, users, name);
      if (past !== null) return past;
      const channel = what === "array" ? arrayChannel : scalarChannel;
      const found = channel(loops, users, name);
      if ("ok" in found) return found;
      channels.push(...found);
    }
  }
  return { ok: true, processes, channels };
}

/**
 * Nests for tasks, which wait for each other wherever they must: as for a dataflow, but where a statement cannot be put with
 * the nest that it prepares, it stays with the one that follows it.
 */
export function tasksOf(loops: Loops): readonly Process[] {
  const processes = processesOf(loops);
  const uses = [...usesOf(loops, processes)];
  const isInOrder = uses.every(([name, users]) => movedPast(loops, users, name) === null);
  return isInOrder ? processes : inOrder(loops);
}

function inOrder(loops: Loops): readonly Process[] {
  const found: { name: string; stmts: Stmt[] }[] = [];
  let open: Stmt[] = [];
  for (const stmt of loops.body) {
    open.push(stmt);
    const name = nameOf(stmt);
    if (name === null || isPreparation(stmt)) continue;
    found.push({ name, stmts: open });
    open = [];
  }
  found.at(-1)?.stmts.push(...open);
  return found;
}

// Processes

function processesOf(loops: Loops): readonly Process[] {
  const units = loops.body;
  const nests = units.filter((stmt) => nameOf(stmt) !== null && !isPreparation(stmt));
  const heads = nests.length > 0 ? nests : units.filter((stmt) => nameOf(stmt) !== null);
  const members = new Map(heads.map((head) => [head, new Set<Stmt>([head])]));
  for (const [at, unit] of units.entries()) {
    if (members.has(unit)) continue;
    const later = heads.filter((head) => units.indexOf(head) > at);
    const earlier = heads.filter((head) => units.indexOf(head) < at);
    const uses = (head: Stmt): boolean => share(loops, unit, head);
    const home = later.find(uses) ?? earlier.findLast(uses) ?? later[0] ?? earlier.at(-1);
    if (home !== undefined) members.get(home)?.add(unit);
  }
  return withOneWriter(
    loops,
    heads.map((head) => ({
      name: nameOf(head) ?? "",
      stmts: units.filter((unit) => members.get(head)?.has(unit)),
    })),
  );
}

/** Nests that follow each other and write one array on the chip are one process: each writes a part of it, or in place. */
function withOneWriter(loops: Loops, processes: readonly Process[]): readonly Process[] {
  const outside = new Set([...loops.params.map(({ name }) => name), ...loops.results]);
  const onChip = new Set(loops.arrays.flatMap(({ name }) => (outside.has(name) ? [] : [name])));
  const writtenBy = ({ stmts }: Process): ReadonlySet<string> =>
    new Set(accessesBy(loops, stmts).flatMap(({ name, write }) => (write && onChip.has(name) ? [name] : [])));
  const merged: { process: Process; written: ReadonlySet<string> }[] = [];
  for (const process of processes) {
    const written = writtenBy(process);
    const last = merged.at(-1);
    if (last === undefined || ![...written].some((name) => last.written.has(name))) {
      merged.push({ process, written });
      continue;
    }
    const own = new Set([...last.process.stmts, ...process.stmts]);
    last.process = { name: last.process.name, stmts: loops.body.filter((stmt) => own.has(stmt)) };
    last.written = new Set([...last.written, ...written]);
  }
  return merged.map(({ process }) => process);
}

/** Of a loop, a region, or the first one in a branch. */
function nameOf(stmt: Stmt): string | null {
  for (const inner of statementsIn([stmt]))
    if (inner.kind === "for" || inner.kind === "while" || inner.kind === "region") return inner.name;
  return null;
}

function isPreparation(stmt: Stmt): boolean {
  return stmt.kind === "for" && stmt.origin.operator === "fill";
}

/** Whether the one uses what the other sets. */
function share(loops: Loops, unit: Stmt, head: Stmt): boolean {
  const [own, other] = [accessesBy(loops, [unit]), accessesBy(loops, [head])];
  const set = new Set([...own, ...other].filter(({ write }) => write).map(({ name }) => name));
  const used = new Set(other.map(({ name }) => name));
  return own.some(({ name }) => set.has(name) && used.has(name));
}

function accessesBy(loops: Loops, stmts: readonly Stmt[]): readonly Access[] {
  const inside = new Set(statementsIn(stmts));
  return accessesIn(loops).filter(({ what, stmt }) => what !== "control" && inside.has(stmt));
}

function namesOf(loops: Loops, what: "array" | "scalar"): readonly string[] {
  const used = accessesIn(loops).filter((access) => access.what === what);
  return [...new Set(used.map(({ name }) => name))];
}

// Channels

function ordered(
  why: Ordered["why"],
  name: string,
  processes: readonly Process[],
  clash: Dependence | null = null,
): Ordered {
  return { ok: false, name, why, processes: processes.map((process) => process.name), clash };
}

/** Outside of the chip nothing is put in order; on chip an array has one process that writes. */
function arrayChannel(loops: Loops, users: readonly User[], name: string): readonly Channel[] | Ordered {
  const producers = users.filter(({ writes }) => writes);
  const isArgument = loops.params.some((param) => param.name === name);
  const isReturned = loops.results.includes(name);
  if (isArgument || isReturned) {
    for (const [one, other] of pairsOf(users)) {
      const clash = meetingOf(loops, name, one, other) ?? meetingOf(loops, name, other, one);
      if (clash !== null) return ordered(isArgument ? "argument" : "returned", name, [one, other], clash);
    }
    return [];
  }
  const [producer, second] = producers;
  if (producer === undefined) return [];
  if (second !== undefined)
    return ordered("producers", name, [producer, second], meetingOf(loops, name, producer, second));
  const at = users.indexOf(producer);
  const [early] = users.slice(0, at);
  if (early !== undefined)
    return ordered("backwards", name, [early, producer], meetingOf(loops, name, early, producer));
  return channelsTo(name, "array", producer, users.slice(at + 1));
}

/** A scalar is passed by value: a process that sets it before reading it has its own. */
function scalarChannel(loops: Loops, users: readonly User[], name: string): readonly Channel[] | Ordered {
  const writers = users.filter(({ writes }) => writes);
  const readers = users.filter(({ stmts }) => firstUse(stmts, name) === "read");
  const isReturned = loops.results.includes(name);
  const taken = new Map<Process, Process[]>(); // from whom, by whom
  for (const reader of readers) {
    const before = writers.filter((one) => users.indexOf(one) < users.indexOf(reader));
    const [producer, second] = before.toReversed();
    if (producer !== undefined && second !== undefined)
      return ordered("producers", name, [second, producer], meetingOf(loops, name, second, reader));
    if (producer !== undefined) taken.set(producer, [...(taken.get(producer) ?? []), reader]);
  }
  const [first, other] = writers;
  if (isReturned && first !== undefined && other !== undefined)
    return ordered("producers", name, [first, other], meetingOf(loops, name, first, other));
  for (const [producer, consumers] of taken) {
    const [consumer] = consumers;
    if (isReturned && consumer !== undefined)
      return ordered("returned", name, [producer, consumer], meetingOf(loops, name, producer, consumer));
  }
  const channels: Channel[] = [];
  for (const [producer, consumers] of taken) {
    channels.push(...channelsTo(name, "scalar", producer, consumers));
  }
  return channels;
}

function channelsTo(
  by: string,
  what: "array" | "scalar",
  producer: Process,
  readers: readonly Process[],
): readonly Channel[] {
  return readers.map(({ name }) => ({ by, what, from: producer.name, to: name }));
}

/** A process that uses an array or a scalar. */
type User = Process & { readonly writes: boolean };

/** By array and scalar: who uses it, in the order of the text. */
function usesOf(loops: Loops, processes: readonly Process[]): ReadonlyMap<string, readonly User[]> {
  const uses = new Map<string, User[]>();
  for (const process of processes) {
    const accesses = accessesBy(loops, process.stmts);
    const written = new Set(accesses.flatMap(({ name, write }) => (write ? [name] : [])));
    for (const name of new Set(accesses.map((access) => access.name)))
      uses.set(name, [...(uses.get(name) ?? []), { ...process, writes: written.has(name) }]);
  }
  return uses;
}

/** A statement that was put with a later process, past one that it must precede. */
function movedPast(loops: Loops, users: readonly User[], name: string): Ordered | null {
  for (const [one, other] of pairsOf(users)) {
    const clash = meetingOf(loops, name, other, one);
    if (clash !== null) return ordered("backwards", name, [one, other], clash);
  }
  return null;
}

function pairsOf(processes: readonly Process[]): readonly (readonly [Process, Process])[] {
  return processes.flatMap((one, k) => processes.slice(k + 1).map((other) => [one, other] as const));
}

/** An access of the first process that comes before, and meets, one of the second. */
function meetingOf(loops: Loops, name: string, first: Process, second: Process): Dependence | null {
  const [own, other] = [new Set(statementsIn(first.stmts)), new Set(statementsIn(second.stmts))];
  return meeting(loops, {
    first: (access) => access.name === name && own.has(access.stmt),
    second: (access) => access.name === name && other.has(access.stmt),
  });
}
