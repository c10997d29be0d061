/**
 * Which registers can be one: those that never hold something at the same time, where one register costs less than two.
 *
 *     const groups = colour(candidates, costs); // lists of candidates, by their places; none is in two
 *
 * Registers are taken by the left edges of their lives, each to the group that gains most by it, as tracks are filled
 * (Hashimoto and Stevens 1971; for registers Kurdahi and Parker, "REAL", 1987). The lives of a pipeline are arcs of a
 * circle, its interval (Tucker 1975; Rau et al. 1992): first fit takes less than twice as many as the most at a time.
 * Unlike there, fewest registers are not the aim but fewest LUTs: sharing is free only where all take one source, and
 * sources become the same when what they read has become one. So it goes in rounds, until nothing changes.
 */
import { bug } from "../../diagnostics/bug.ts";
import { levelsOf } from "./choice.ts";

export interface Candidate {
  readonly width: number;
  readonly lives: readonly Life[];
  readonly rest: string | null; // registers that must hold a value while they do not live share it; null: they need not
  readonly sources: readonly Source[]; // what it is set to, one after another
  readonly signals: number; // that say when
}

/** It holds a value in cycles `from` to `to` of a period. Runs never happen at once. */
export interface Life {
  readonly run: number;
  readonly period: number;
  readonly from: number;
  readonly to: number; // less than a period later
}

/** Of the same shape, and reading the same registers, two are the same. */
export interface Source {
  readonly shape: number;
  readonly reads: readonly number[]; // candidates
  readonly kind: "constant" | "plain" | "logic"; // a choice of a constant takes next to nothing; logic takes LUTs
  readonly room: boolean; // a choice fits behind it into the cycle
}

/** In LUTs, for each bit. */
export interface Costs {
  readonly direct: number; // a flip-flop without a LUT before it
  readonly behind: number; // one behind a LUT
  readonly lutInputs: number;
  readonly ways: number; // values that a LUT chooses among
}

export function colour(candidates: readonly Candidate[], costs: Costs): readonly (readonly number[])[] {
  let groups: readonly Group[] = candidates.map((candidate, place) => alone(candidate, place));
  for (;;) {
    const fewer = round(groups, candidates, costs);
    if (fewer.length === groups.length) break;
    groups = fewer;
  }
  return groups.flatMap(({ members }) => (members.length > 1 ? [members] : []));
}

export function overlap(one: Life, other: Life): boolean {
  if (one.run !== other.run) return false;
  const { period } = one;
  if (other.period !== period) bug(`run ${one.run} has periods of ${period} and ${other.period}`);
  const after = (((other.from - one.from) % period) + period) % period;
  const before = (period - after) % period;
  return after <= one.to - one.from || before <= other.to - other.from;
}

interface Group extends Priced {
  readonly members: number[];
  readonly rest: string | null;
  readonly lives: Map<number, Lives>; // by run
}

interface Lives {
  readonly list: Life[];
  end: number; // after which none lives in the period; Infinity where one goes on into the next
}

/** What it costs depends on this. */
interface Priced {
  width: number;
  readonly sources: Map<string, Sized>; // by what makes them the same
  signals: number;
}

interface Sized extends Source {
  readonly width: number;
}

function alone({ width, rest, lives, signals }: Candidate, place: number): Group {
  return { members: [place], width, rest, lives: byRun(lives), sources: new Map(), signals };
}

/** Groups join others; the rest stay. */
function round(groups: readonly Group[], candidates: readonly Candidate[], costs: Costs): readonly Group[] {
  const groupOf = new Map(
    groups.flatMap(({ members }, id) => members.map((member) => [member, id] as const)),
  );
  for (const [id, { members, sources }] of groups.entries()) {
    sources.clear();
    for (const member of members) {
      const { sources: own, width } = candidates[member] ?? bug(`no register ${member}`);
      for (const source of own) {
        const reads = source.reads.map((read) => (groupOf.get(read) === id ? "self" : groupOf.get(read)));
        sources.set(`${source.shape} ${reads.join(" ")}`, { ...source, width });
      }
    }
  }
  const found: Group[] = [];
  const bySource = new Map<string, Set<number>>(); // places in what is found, the latest last
  for (const group of inOrder(groups)) {
    const id = bestFor(group, found, nearby(found, bySource, group, costs), costs) ?? found.length;
    const other = found[id];
    if (other === undefined) found.push(group);
    else join(other, group);
    for (const key of group.sources.keys()) bySource.set(key, (bySource.get(key) ?? new Set()).add(id));
  }
  return found;
}

/** The one that gains most by it. */
function bestFor(
  group: Group,
  found: readonly Group[],
  places: Iterable<number>,
  costs: Costs,
): number | null {
  let best: number | null = null;
  let most = least;
  const own = costOf(group, costs);
  for (const id of places) {
    const other = found[id] ?? bug(`no group ${id}`);
    if (!areApart(other, group, costs)) continue;
    const gain = costOf(other, costs) + own - costOf(together(other, group), costs);
    if (gain > most) [best, most] = [id, gain];
  }
  return best;
}

/** What is gained must be more than the rounding of an estimate. */
const least = 0.5;

/** Groups that take one of its sources; and the latest others, where a choice can be worth it at all. */
function nearby(
  groups: readonly Group[],
  bySource: ReadonlyMap<string, ReadonlySet<number>>,
  { sources }: Group,
  { direct, behind }: Costs,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const key of sources.keys())
    for (const id of [...(bySource.get(key) ?? [])].slice(-alike)) found.add(id);
  if (2 * direct - behind <= 1) return found;
  for (let id = Math.max(0, groups.length - latest); id < groups.length; id++) found.add(id);
  return found;
}

/** Circuits have thousands of registers: so many groups are looked at for each; more where the source is the same. */
const latest = 32;
const alike = 256;

function areApart(one: Group, other: Group, { ways }: Costs): boolean {
  if (one.rest !== other.rest || (one.rest !== null && one.width !== other.width)) return false;
  const [few, many] = one.lives.size < other.lives.size ? [one, other] : [other, one];
  for (const [run, lives] of few.lives) {
    const others = many.lives.get(run);
    if (others !== undefined && doMeet(lives, others)) return false;
  }
  const both = new Set([...one.sources.keys(), ...other.sources.keys()]).size;
  const levels = (count: number): number => levelsOf(count, ways);
  if (levels(both) <= Math.max(levels(one.sources.size), levels(other.sources.size))) return true;
  return [one, other].every(({ sources }) => [...sources.values()].every(({ room }) => room));
}

/** Most are known at once: they begin after all others have ended. */
function doMeet(some: Lives, others: Lives): boolean {
  return some.list.some((life) => {
    if (life.from % life.period > others.end && endOf(life) < life.period) return false;
    return others.list.findLast((another) => overlap(life, another)) !== undefined;
  });
}

/** In the period in which it begins. */
function endOf({ from, to, period }: Life): number {
  return (from % period) + to - from;
}

function together(one: Priced, other: Priced): Priced {
  return {
    width: Math.max(one.width, other.width),
    sources: new Map([...one.sources, ...other.sources]),
    signals: one.signals + other.signals,
  };
}

function join(one: Group, other: Group): void {
  one.members.push(...other.members);
  one.width = Math.max(one.width, other.width);
  for (const [key, source] of other.sources) one.sources.set(key, source);
  one.signals += other.signals;
  for (const [run, lives] of other.lives) {
    const known = one.lives.get(run);
    if (known === undefined) one.lives.set(run, lives);
    else {
      known.list.push(...lives.list);
      known.end = Math.max(known.end, lives.end);
    }
  }
}

/** LUTs: of the flip-flops, of the choice before them, of sources that nobody else has, of the signals that enable. */
function costOf({ width, sources, signals }: Priced, { direct, behind, lutInputs, ways }: Costs): number {
  const chosen = [...sources.values()].filter(({ kind }) => kind !== "constant");
  const hasLut = sources.size > 1 || chosen.some(({ kind }) => kind === "logic");
  const [, second = 0] = chosen.map((source) => source.width).sort((one, other) => other - one);
  const choices = second * Math.ceil((chosen.length - 1) / (ways - 1));
  const own = chosen.filter(({ kind, reads }) => kind === "logic" && reads.length > 0);
  const logic = own.reduce((sum, source) => sum + source.width, 0);
  const enables = Math.ceil(Math.max(0, signals - 1) / (lutInputs - 1));
  return width * (hasLut ? behind : direct) + choices + logic + enables;
}

/** By left edges. */
function inOrder(groups: readonly Group[]): readonly Group[] {
  const edged = groups.map((group) => ({ group, ...edgeOf(group) }));
  edged.sort((one, other) => one.run - other.run || one.from - other.from);
  return edged.map(({ group }) => group);
}

function edgeOf({ lives }: Group): Pick<Life, "run" | "from"> {
  let run = Number.POSITIVE_INFINITY;
  for (const one of lives.keys()) run = Math.min(run, one);
  const edges = lives.get(run)?.list.map(({ from, period }) => from % period) ?? [];
  return { run, from: edges.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY) };
}

function byRun(lives: readonly Life[]): Map<number, Lives> {
  const found = new Map<number, Lives>();
  for (const life of lives) {
    const known = found.get(life.run) ?? { list: [], end: 0 };
    known.list.push(life);
    known.end = Math.max(known.end, endOf(life) < life.period ? endOf(life) : Number.POSITIVE_INFINITY);
    found.set(life.run, known);
  }
  return found;
}
