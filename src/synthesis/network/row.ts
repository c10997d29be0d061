/**
 * Calls that follow each other, looked at one after another: what a call does depends on earlier ones alone.
 *
 * Processes that pass words to each other, or that wait for each other through others, are a group (a strongly connected
 * component). What a group does in a call follows from when each of its processes may start, and from when the words were taken
 * that make room for its first ones. Where these are as in an earlier call, so is all that it does: nobody looks again, and a long
 * row takes hardly longer than the calls in which something is new.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Repeated } from "./calls.ts";
import { type Looked, type Met, type Moving, mostWaiting, timelineOf } from "./timeline.ts";

export interface Row {
  readonly starts: readonly number[]; // by process of the row
  readonly ends: readonly number[];
  readonly calls: readonly (readonly Did[])[]; // by call, by group
}

/** What a group did in a call. */
export interface Did {
  readonly at: number; // the cycle from which its times count
  readonly times: Met; // the same object where the same was done; processes and streams as the group numbers them
}

/** Groups of the processes of a call, and what was found of them. */
export interface Groups {
  readonly groups: readonly Group[]; // whoever waits comes later
  readonly placeOf: readonly { readonly group: number; readonly place: number }[]; // of each stream
  steps: number; // that were looked at
}

interface Group {
  readonly members: readonly number[];
  readonly streams: readonly number[];
  readonly givers: readonly number[]; // of each stream: a place in `members`
  readonly moving: readonly Moving[]; // numbered within the group
  readonly known: Map<string, Met | null>; // null: it is stuck
}

/** What is kept of a group, at most: depths that were tried are not tried again. */
const mostKnown = 64;

/** Null: processes wait for ever. */
export function rowOf(groups: Groups, several: Repeated, depths: readonly number[]): Row | null {
  const { processes, size, accepts } = several;
  const starts = new Array<number>(processes.length).fill(0);
  const ends = new Array<number>(processes.length).fill(0);
  const taken = depths.map((): readonly number[] => []); // the last words of each stream, as many as may wait
  const soonest = (index: number, isOwn: (one: number) => boolean): number => {
    const { after, behind = [] } = processes[index] ?? bug("no such process");
    let latest = 0;
    for (const one of after) if (!isOwn(one)) latest = Math.max(latest, ends[one] ?? 0);
    for (const one of behind) latest = Math.max(latest, (starts[one] ?? 0) + 1);
    return latest;
  };
  const place = (index: number): void => {
    const start = soonest(index, () => false);
    starts[index] = start;
    ends[index] = start + (processes[index]?.length ?? 0);
  };
  const calls: (readonly Did[])[] = [];
  for (const [call, accept] of accepts.entries()) {
    const base = call * size;
    place(accept);
    const did: Did[] = [];
    for (const group of groups.groups) {
      const own = new Set(group.members.map((member) => base + member));
      const bounds = group.members.map((member) => soonest(base + member, (one) => own.has(one)));
      const at = Math.min(...bounds);
      const rooms = group.streams.map((stream, index) => {
        const from = (bounds[group.givers[index] ?? 0] ?? at) - 1; // what was taken by then is room enough
        return (taken[stream] ?? []).map((time) => Math.max(time, from) - at);
      });
      const wide = group.streams.map((stream) => depths[stream] ?? 1);
      const from = bounds.map((bound) => bound - at);
      const times = timesOf(groups, group, wide, { starts: from, taken: rooms });
      if (times === null) return null;
      for (const [index, member] of group.members.entries()) {
        starts[base + member] = at + (times.starts[index] ?? 0);
        ends[base + member] = at + (times.ends[index] ?? 0);
      }
      for (const [index, stream] of group.streams.entries()) {
        const depth = depths[stream] ?? 1;
        if (depth === Infinity) continue;
        const now = (times.taken[index] ?? []).slice(-depth).map((time) => time + at);
        taken[stream] = [...(taken[stream] ?? []), ...now].slice(-depth);
      }
      did.push({ at, times });
    }
    for (let index = accept + 1; index < base + size; index++) place(index); // its end, and rests
    calls.push(did);
  }
  return { starts, ends, calls };
}

function timesOf(
  groups: Groups,
  { moving, known }: Group,
  depths: readonly number[],
  before: { readonly starts: readonly number[]; readonly taken: readonly (readonly number[])[] },
): Met | null {
  const rooms = before.taken.map((times) => runsIn(times));
  const key = `${depths.join()} ${before.starts.join()} ${rooms.join(" ")}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const times = timelineOf(moving, depths, before);
  groups.steps += moving.reduce((sum, { steps }) => sum + steps.length + 1, 0);
  if (known.size >= mostKnown) known.clear();
  known.set(key, times.ok ? times : null);
  return times.ok ? times : null;
}

/** Equal times in a row are written once. */
function runsIn(times: readonly number[]): string {
  const runs: string[] = [];
  for (let at = 0; at < times.length; ) {
    let to = at + 1;
    while (to < times.length && times[to] === times[at]) to++;
    runs.push(`${to - at}x${times[at]}`);
    at = to;
  }
  return runs.join();
}

/** For leastDepths: when the last of each call ends, and how many words wait. */
export function lookedAt(groups: Groups, { dones }: Repeated, row: Row | null): Looked | null {
  if (row === null) return null;
  return {
    ends: dones.map((done) => row.ends[done] ?? 0),
    waiting: (stream) => {
      const { group, place } = groups.placeOf[stream] ?? bug("no such stream");
      const times = (which: "given" | "taken"): readonly number[] =>
        row.calls.flatMap((call) => {
          const { at = 0, times: own } = call[group] ?? {};
          return (own?.[which][place] ?? []).map((time) => time + at);
        });
      return mostWaiting(times("given"), times("taken"));
    },
  };
}

// Groups

export function groupsOf(once: readonly Moving[], streams: number): Groups {
  const ends = Array.from({ length: streams }, () => ({ from: -1, to: -1 }));
  for (const [process, { steps }] of once.entries())
    for (const { takes, gives } of steps) {
      for (const stream of takes) (ends[stream] ?? bug("no such stream")).to = process;
      for (const stream of gives) (ends[stream] ?? bug("no such stream")).from = process;
    }
  const next = once.map(() => new Set<number>());
  for (const { from, to } of ends) {
    next[from]?.add(to);
    next[to]?.add(from);
  }
  for (const [process, { after }] of once.entries()) for (const one of after) next[one]?.add(process);
  const components = componentsOf(next.map((own) => [...own].filter((one) => one >= 0)));
  const placeOf = ends.map(() => ({ group: -1, place: -1 })); // of streams that no word passes
  const groups = components.map((members, group): Group => {
    const own = ends.flatMap(({ from, to }, stream) =>
      members.includes(from) || members.includes(to) ? [stream] : [],
    );
    for (const [place, stream] of own.entries()) placeOf[stream] = { group, place };
    const local = new Map(own.map((stream, place) => [stream, place]));
    const numbered = (list: readonly number[]): readonly number[] =>
      list.map((stream) => local.get(stream) ?? bug("a stream of another group"));
    const moving = members.map((member): Moving => {
      const { length, steps, after } = once[member] ?? bug("no such process");
      return {
        length,
        steps: steps.map(({ cycle, takes, gives }) => ({
          cycle,
          takes: numbered(takes),
          gives: numbered(gives),
        })),
        after: after.map((one) => members.indexOf(one)).filter((one) => one >= 0),
      };
    });
    const givers = own.map((stream) => Math.max(0, members.indexOf(ends[stream]?.from ?? -1)));
    return { members, streams: own, givers, moving, known: new Map() };
  });
  return { groups, placeOf, steps: 0 };
}

/** Strongly connected components, each before those that it leads to (Tarjan 1972). */
function componentsOf(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const found: number[][] = [];
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const visit = (node: number): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    for (const one of next[node] ?? []) {
      if (!index.has(one)) visit(one);
      if (stack.includes(one)) low.set(node, Math.min(low.get(node) ?? 0, low.get(one) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    found.push(members.sort((one, other) => one - other));
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return found.toReversed();
}
