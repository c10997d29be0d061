/**
 * Elements that statements touch again and again are kept in scalars meanwhile.
 *
 *     for k in range(n): c[i, j] += a[i, k] * b[k, j]
 *
 *     c_kept = c[i, j]
 *     for k in range(n): c_kept += a[i, k] * b[k, j]
 *     c[i, j] = c_kept
 *
 * For each list of statements, outermost first: an element whose index keeps its value along some of them, and that no
 * other access among them can meet, is loaded before the first that touches it and stored after the last. Its index is
 * surely in range, or is so under conditions that all of them are under, and load and store with them: they are never a
 * fault. (Scalar replacement: Callahan, Carr and Kennedy, "Improving register allocation for subscripted variables", PLDI 1990.)
 */

import { hasLoad, jumpsOut, writesOf } from "../../loops/analysis/effects.ts";
import { assume, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { firstUse, namesRead } from "../../loops/analysis/use.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, Loops, Origin, Stmt } from "../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../loops/walk.ts";
import { zeroOf } from "../../loops/zeros.ts";
import { distinct } from "./distinct.ts";
import { type Known, knownOf } from "./faults.ts";
import { guarded, guardsFor, isSame, underGuards } from "./guards.ts";
import { type Meets, meetingIn } from "./meets.ts";
import { isSpread } from "./memories.ts";
import { areApart, type ElementRef } from "./place.ts";
import { type Guard, portsOf, type Touch, touchesOf, withKept } from "./touch.ts";

export function accumulate(given: Loops): Loops {
  const loops = distinct(given);
  const names = namesOf(loops);
  const outside = new Set([...loops.params.map(({ name }) => name), ...loops.results]);
  const keeping: Keeping = { known: knownOf(loops), names, meets: meetingIn(loops), outside };
  const body = block(keeping, loops.body, { facts: noFacts, depth: 0, stays: [] });
  return { ...loops, body, scalars: names.scalars() };
}

interface Keeping {
  readonly known: Known;
  readonly names: Names;
  readonly meets: Meets;
  readonly outside: ReadonlySet<string>; // arrays behind ports
}

/** What holds in a list of statements, how many loops are around it, and what they keep. */
interface Around {
  readonly facts: Facts;
  readonly depth: number;
  readonly stays: readonly Stay[];
}

function block(keeping: Keeping, body: readonly Stmt[], around: Around): readonly Stmt[] {
  return keptAlong(keeping, body, around).map(({ stmt, stays: own }) => {
    const { facts, depth } = around;
    const stays = own.length === 0 ? around.stays : [...around.stays, ...own];
    if (stmt.kind !== "if") {
      const isLoop = stmt.kind === "for" || stmt.kind === "while";
      return mapBodies(stmt, (inner) =>
        block(keeping, inner, { facts, depth: isLoop ? depth + 1 : depth, stays }),
      );
    }
    const side = (list: readonly Stmt[], truth: boolean): readonly Stmt[] =>
      block(keeping, list, {
        facts: assume(keeping.known.ranges, facts, stmt.condition, truth),
        depth,
        stays,
      });
    return { ...stmt, then: side(stmt.then, true), else: side(stmt.else, false) };
  });
}

/** An element that lives in a scalar from statement `first` to statement `last`. */
interface Stay {
  readonly decl: ArrayDecl;
  readonly place: ElementRef;
  readonly first: number;
  readonly last: number;
  readonly isStored: boolean;
  readonly isLoaded: boolean; // before the first
  readonly guards: readonly Guard[]; // of the load and the store
  readonly sure: Touch | null; // one that is there whenever these are
  readonly scalar: string;
}

/** A statement, and what is kept along it. */
interface Along {
  readonly stmt: Stmt;
  readonly stays: readonly Stay[];
}

function keptAlong(keeping: Keeping, body: readonly Stmt[], around: Around): readonly Along[] {
  const stays = together(keeping, staysIn(keeping, body, around), around);
  if (stays.length === 0) return body.map((stmt) => ({ stmt, stays: [] }));
  const byElement = new Map<string, Stay[]>();
  const [byFirst, byLast] = [new Map<number, Stay[]>(), new Map<number, Stay[]>()];
  for (const stay of stays) {
    push(byElement, elementOf(stay.decl.name, stay.place), stay);
    if (stay.isLoaded || stay.guards.length > 0) push(byFirst, stay.first, stay);
    if (stay.isStored) push(byLast, stay.last, stay);
  }
  return body.flatMap((stmt, k) => {
    const inside = withKept(stmt, "all", (array, place) => {
      const stay = byElement.get(elementOf(array, place))?.find(({ first, last }) => first <= k && k <= last);
      return stay?.scalar ?? null;
    });
    const [loads, stores] = [byFirst.get(k) ?? [], byLast.get(k) ?? []];
    const alone = (made: Stmt): Along => ({ stmt: made, stays: [] });
    return [
      ...loads.flatMap((stay) => loaded(stay, stmt.origin)).map(alone),
      { stmt: inside, stays: stays.filter(({ first, last }) => first <= k && k <= last) },
      ...stores.map((stay) => alone(guarded(storeOf(stay, stmt.origin), stay.guards, stmt.origin))),
    ];
  });
}

/**
 * Those that do not meet where they load and store, which is on more occasions than the program touches them: that two
 * are apart may be so for conditions under which one of them is never touched.
 */
function together(keeping: Keeping, stays: readonly Stay[], around: Around): readonly Stay[] {
  const taken: Stay[] = [];
  for (const stay of [
    ...stays.filter(({ sure }) => sure !== null),
    ...stays.filter(({ sure }) => sure === null),
  ]) {
    const outer = around.stays.every(
      (other) => stay.sure !== null || areNeverOne(keeping, around, stay, other),
    );
    const own = taken.every((other) => !overlap(stay, other) || areNeverOne(keeping, around, stay, other));
    if (outer && own) taken.push(stay);
  }
  return stays.filter((stay) => taken.includes(stay));
}

function overlap(a: Stay, b: Stay): boolean {
  return a.first <= b.last && b.first <= a.last;
}

function areNeverOne({ known, meets }: Keeping, { facts, depth }: Around, a: Stay, b: Stay): boolean {
  if (a.decl !== b.decl || !(a.isStored || b.isStored)) return true;
  if (areApart(a.place, b.place, known.ranges, facts)) return true;
  return a.sure !== null && b.sure !== null && !meets.ever(a.sure, b.sure, depth);
}

/** Where its conditions do not hold nobody reads the scalar: it is set all the same, so as not to be what it was before. */
function loaded(stay: Stay, origin: Origin): readonly Stmt[] {
  const { decl, scalar, guards, isLoaded } = stay;
  const load = assigned(scalar, loadOf(stay, origin), origin);
  if (guards.length === 0) return [load];
  const zero = assigned(scalar, zeroOf(decl.element), origin);
  return isLoaded ? [zero, guarded(load, guards, origin)] : [zero];
}

function elementOf(array: string, { key }: ElementRef): string {
  return `${array}[${key}]`;
}

function loadOf({ decl, place }: Stay, { span }: Origin): Expr {
  return { kind: "load", array: decl.name, index: place.index, type: decl.element, span };
}

function storeOf({ decl, place, scalar }: Stay, { span }: Origin): Stmt {
  const value: Expr = { kind: "var", name: scalar, type: decl.element };
  return {
    kind: "store",
    array: decl.name,
    index: place.index,
    value,
    origin: { span, operator: "schedule" },
  };
}

interface Found {
  readonly at: number; // of the statement in its list
  readonly touch: Touch;
}

/** Registers for elements that are only read, along any statement: many, or one for each memory of the array. */
const mostReadOnly = 64;

function staysIn(keeping: Keeping, body: readonly Stmt[], around: Around): readonly Stay[] {
  const byArray = new Map<string, Found[]>();
  for (const [at, stmt] of body.entries())
    for (const touch of touchesOf(stmt)) push(byArray, touch.array, { at, touch });
  const inner = new Set<string>(); // counters that this list does not know
  for (const stmt of statementsIn(body)) if (stmt.kind === "for") inner.add(stmt.variable);
  const list: List = { body, around, inner, ...changesIn(body) };
  const stays: Stay[] = [];
  const readOnly = new Int32Array(body.length); // kept along each statement
  for (const [array, found] of byArray) {
    const decl = keeping.known.arrays.get(array);
    if (decl === undefined) continue;
    const groups = groupsOf(found);
    const byTerms = new Map<string, Found[]>();
    for (const one of found) push(byTerms, one.touch.place.terms, one);
    const candidates = groups.flatMap((group) => candidateOf(keeping, list, decl, group) ?? []);
    const onlyRead = candidates.filter(({ group }) => group.every(({ touch }) => !touch.write)).length;
    const all = groups.reduce((sum, group) => sum + accessesOf(group), 0);
    const inMemory = breaksNest(list, decl, all, onlyRead);
    const most = Math.max(mostReadOnly, portsOf(decl.banks) / 2);
    for (const candidate of candidates) {
      const { group } = candidate;
      for (const { first, last } of stretches(keeping, list, candidate, byTerms)) {
        const isStored = group.some(({ at, touch }) => touch.write && first <= at && at <= last);
        const along = readOnly.subarray(first, last + 1);
        if (!isStored && (inMemory || along.some((count) => count >= most))) continue;
        const stay = stayAlong(keeping, list, { ...candidate, decl, first, last, isStored });
        if (stay === null) continue;
        if (!isStored) for (const k of along.keys()) along[k] = (along[k] ?? 0) + 1;
        stays.push(stay);
      }
    }
  }
  return stays;
}

/** That memory is asked for: a load, a store, or both. */
function accessesOf(group: Group): number {
  return new Set(group.map(({ touch }) => touch.write)).size;
}

/**
 * Loops right inside each other run as one, without a pause between. Loads between them are worth that only where the
 * inner loop then needs its memory for fewer cycles.
 */
function breaksNest({ body, around }: List, { banks }: ArrayDecl, all: number, loads: number): boolean {
  if (around.depth === 0 || body.length > 1 || body[0]?.kind !== "for") return false;
  const ports = portsOf(banks);
  return Math.max(1, Math.ceil((all - loads) / ports)) >= Math.ceil(all / ports);
}

interface List {
  readonly body: readonly Stmt[];
  readonly around: Around;
  readonly inner: ReadonlySet<string>;
  readonly writers: ReadonlyMap<string, readonly number[]>; // of each name, the statements
  readonly jumps: readonly number[]; // statements that may leave the list
}

function changesIn(body: readonly Stmt[]): Pick<List, "writers" | "jumps"> {
  const writers = new Map<string, number[]>();
  const jumps: number[] = [];
  for (const [at, stmt] of body.entries()) {
    for (const name of writesOf([stmt])) push(writers, name, at);
    if (jumpsOut([stmt]) !== null) jumps.push(at);
  }
  return { writers, jumps };
}

type Group = readonly [Found, ...Found[]]; // of one element

function groupsOf(found: readonly Found[]): readonly Group[] {
  const groups = new Map<string, [Found, ...Found[]]>();
  for (const one of found) {
    const group = groups.get(one.touch.place.key);
    if (group === undefined) groups.set(one.touch.place.key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** An element that may be kept, and the conditions under which its index is in range. */
interface Candidate {
  readonly group: Group;
  readonly guards: readonly Guard[];
}

function candidateOf(
  { known, outside }: Keeping,
  { around, inner }: List,
  decl: ArrayDecl,
  group: Group,
): Candidate | null {
  const { place } = group[0].touch;
  if (group.length < 2 && group[0].touch.loops.length === 0) return null;
  if ([...place.names].some((name) => inner.has(name)) || place.index.some(hasLoad)) return null;
  const isWritten = group.some(({ touch }) => touch.write);
  if (isAlone(decl, place) && !(isWritten && outside.has(decl.name))) return null;
  const [first, ...others] = group;
  const touches = [first.touch, ...others.map(({ touch }) => touch)] as const;
  const guards = guardsFor(known, touches, around.facts, (name) => !inner.has(name));
  return guards === null ? null : { group, guards };
}

/** An element with a memory of its own: on chip that is a register, and outside one that is only read is always there. */
function isAlone(decl: ArrayDecl, { forms }: ElementRef): boolean {
  return isSpread(decl) && forms.every((form) => form?.terms.size === 0);
}

/** From the first touch to the last between statements that change its index, meet it otherwise, or jump past a store. */
function stretches(
  keeping: Keeping,
  list: List,
  candidate: Candidate,
  byTerms: ReadonlyMap<string, readonly Found[]>, // all that touch the array
): readonly { readonly first: number; readonly last: number }[] {
  const { group, guards } = candidate;
  const { place } = group[0].touch;
  const isStored = group.some(({ touch }) => touch.write);
  const touched = new Set(group.map(({ at }) => at));
  const [from, to] = [group[0].at, group.at(-1)?.at ?? group[0].at]; // nothing outside matters
  const blocked = new Set<number>();
  const block = (list: readonly number[]): void => {
    for (let k = firstFrom(list, from, (at) => at); k < list.length && (list[k] ?? 0) <= to; k++)
      blocked.add(list[k] ?? 0);
  };
  for (const name of place.names) block(list.writers.get(name) ?? []);
  for (const { condition } of guards)
    for (const name of namesRead(condition)) block(list.writers.get(name) ?? []);
  if (isStored) block(list.jumps);
  for (const [terms, others] of byTerms) {
    if (terms === place.terms) continue; // the element itself, or surely another
    for (let k = firstFrom(others, from, ({ at }) => at); k < others.length; k++) {
      const other = others[k];
      if (other === undefined || other.at > to) break;
      if (blocked.has(other.at) || (!isStored && !other.touch.write)) continue;
      if (!isApart(keeping, list, candidate, other)) blocked.add(other.at);
    }
  }
  const found: { first: number; last: number }[] = [];
  let current: { first: number; last: number } | null = null;
  for (const at of [...touched, ...blocked].sort((one, other) => one - other)) {
    if (blocked.has(at)) current = null;
    else if (current === null) {
      current = { first: at, last: at };
      found.push(current);
    } else current.last = at;
  }
  return found;
}

/** Where a list that is sorted begins to be at least `from`. */
function firstFrom<T>(list: readonly T[], from: number, placeOf: (one: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && placeOf(one) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isApart(
  { known, meets }: Keeping,
  { around }: List,
  { group, guards }: Candidate,
  other: Found,
): boolean {
  const { place } = group[0].touch;
  const there = other.touch.place;
  if (areApart(place, there, known.ranges, around.facts)) return true;
  // One that happens whenever the other does says what the conditions and loops around both allow. Where the guards do not
  // hold, nothing is kept.
  const sure = group.find(
    ({ at, touch }) =>
      !touch.isSkipped &&
      touch.guards.every((own) => guards.some((guard) => isSame(own, guard))) &&
      (at === other.at || touch.loops.length === 0) &&
      touch.loops.every((loop, k) => other.touch.loops[k] === loop),
  );
  if (sure !== undefined) return !meets.ever(sure.touch, other.touch, around.depth);
  return other.touch.guards.length > 0 && !meets.whenever(group[0].touch, other.touch, around.depth);
}

interface Stretch extends Candidate {
  readonly decl: ArrayDecl;
  readonly first: number;
  readonly last: number;
  readonly isStored: boolean;
}

/** Null where memory would be asked as often as before. */
function stayAlong({ names }: Keeping, { body }: List, stretch: Stretch): Stay | null {
  const { decl, group, guards, first, last, isStored } = stretch;
  const own = group.filter(({ at }) => first <= at && at <= last);
  const { place } = group[0].touch;
  const isRepeated = own.some(({ touch }) => touch.loops.length > 0);
  if (!isRepeated && own.length <= 1) return null;
  // A store that the program may not do would undo what another process does meanwhile.
  if (decl.shared === true && isStored && !own.some(({ touch }) => touch.write && isSure(touch))) return null;
  const isLoaded = !isStored || !isWrittenFirst(body, stretch, own);
  if (!isRepeated && isStored && isLoaded && own.length <= 2) return null;
  return {
    decl,
    place,
    first,
    last,
    isStored,
    isLoaded,
    guards,
    sure: own.find(({ touch }) => isThere(touch, guards))?.touch ?? null,
    scalar: names.scalar(`${decl.name}_kept`, decl.element),
  };
}

function isSure(touch: Touch): boolean {
  return isThere(touch, []);
}

/** Whether it surely happens where the guards hold. */
function isThere({ guards, isSkipped, loops }: Touch, allowed: readonly Guard[]): boolean {
  return (
    !isSkipped &&
    guards.every((own) => allowed.some((guard) => isSame(own, guard))) &&
    loops.every((loop) => loop.kind === "for" && (tripCount(loop) ?? 0) > 0)
  );
}

/** Whether the first that statements do with the element is to store it. */
function isWrittenFirst(
  body: readonly Stmt[],
  { decl, group, guards }: Stretch,
  own: readonly Found[],
): boolean {
  const scalar = "@kept";
  const { place } = group[0].touch;
  const kept = (array: string, there: ElementRef): string | null =>
    array === decl.name && there.key === place.key ? scalar : null;
  for (const at of new Set(own.map((one) => one.at))) {
    const stmt = body[at];
    const run = stmt === undefined ? [] : underGuards(stmt, guards);
    const use = firstUse(
      run.map((inner) => withKept(inner, "all", kept)),
      scalar,
    );
    if (use !== "open") return use === "written";
  }
  return false;
}

function push<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}
