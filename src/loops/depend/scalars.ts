/** What a kernel does with its scalars: which have one value in a place, and which are temporaries of an iteration. */
import type { For, Loops, While } from "../nodes.ts";
import { type Access, accessesIn } from "./access.ts";
import type { Scalars } from "./pair.ts";

export interface Facts extends Scalars {
  /** Each read in the loop sees a write of the same iteration, and nothing after the loop sees any of them. */
  isPrivate(scalar: string, loop: For | While | undefined): boolean;
  /** The reads in the loop see writes of the same iteration. */
  isSetFirst(scalar: string, loop: For | While): boolean;
  /** A read outside the loops, or a result, may see a write inside. */
  isSeenAfter(scalar: string, loops: readonly (For | While)[]): boolean;
}

export function factsOf(loops: Loops): Facts {
  const known = found.get(loops);
  if (known !== undefined) return known;
  const facts = collect(loops);
  found.set(loops, facts);
  return facts;
}

// A memo that nobody can observe: see dependence.ts.
const found = new WeakMap<Loops, Facts>();

function collect(loops: Loops): Facts {
  const reads = new Map<string, Access[]>();
  const writes = new Map<string, Access[]>();
  for (const access of accessesIn(loops)) {
    if (access.what !== "scalar") continue;
    const map = access.write ? writes : reads;
    const list = map.get(access.name);
    if (list === undefined) map.set(access.name, [access]);
    else list.push(access);
  }
  const writesOf = (scalar: string): readonly Access[] => writes.get(scalar) ?? [];
  const readsOf = (scalar: string): readonly Access[] => reads.get(scalar) ?? [];
  const results = new Set(loops.results);

  const facts: Facts = {
    shared(scalar, a, b) {
      const [from, to] = [top(a), top(b)].sort((x, y) => x - y) as [number, number];
      return writesOf(scalar).every((write) => top(write) < from || top(write) > to);
    },
    given: (scalar) => writesOf(scalar).length === 0,
    isPrivate(scalar, loop) {
      return loop !== undefined && facts.isSetFirst(scalar, loop) && !facts.isSeenAfter(scalar, [loop]);
    },
    isSetFirst(scalar, loop) {
      return readsOf(scalar).every(
        (read) => !inside(read, loop) || writesOf(scalar).some((w) => inside(w, loop) && dominates(w, read)),
      );
    },
    isSeenAfter(scalar, around) {
      if (results.has(scalar)) return true;
      return readsOf(scalar).some(
        (read) =>
          !around.some((loop) => inside(read, loop)) &&
          !writesOf(scalar).some(
            (write) => dominates(write, read) && !around.some((loop) => runsBetween(loop, write, read)),
          ),
      );
    },
  };
  return facts;
}

function top(access: Access): number {
  return access.place[0]?.at ?? 0;
}

export function inside(access: Access, loop: For | While): boolean {
  return access.loops.some((around) => around.loop === loop);
}

/** Each read of the scalar among these accesses sees a write that is among them too. */
export function isSetFirst(scalar: string, accesses: readonly Access[]): boolean {
  const own = accesses.filter(({ what, name }) => what === "scalar" && name === scalar);
  return own.every((read) => read.write || own.some((one) => one.write && dominates(one, read)));
}

/** The write stands before the read in a list of statements around the read: the read never runs without it. */
function dominates(write: Access, read: Access): boolean {
  const place = write.place.at(-1);
  if (place === undefined) return false;
  return read.place.some(({ block, at }) => block === place.block && at > place.at);
}

/** Whether the loop may run after the write and before a read that the write dominates. */
function runsBetween(loop: For | While, write: Access, read: Access): boolean {
  const place = write.place.at(-1);
  if (place === undefined) return true;
  const end = read.place.find(({ block }) => block === place.block)?.at ?? place.at;
  return place.block.slice(place.at + 1, end + 1).some((stmt) => holds(stmt, loop));
}

function holds(stmt: Loops["body"][number], loop: For | While): boolean {
  if (stmt === loop) return true;
  if (stmt.kind === "if") return [...stmt.then, ...stmt.else].some((inner) => holds(inner, loop));
  return "body" in stmt && stmt.body.some((inner) => holds(inner, loop));
}
