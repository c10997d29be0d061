/**
 * What an iteration stored or loaded, and a later one reads again, goes from one to the other in scalars.
 *
 *     for i in range(1, n): s[i] = s[i - 1] + a[i]
 *
 *     s_1 = s[0]
 *     for i in range(1, n):
 *         s_new = s_1 + a[i]
 *         s[i] = s_new
 *         s_1 = s_new
 *
 * In loops without inner loops. The first values are loaded before the loop, from places that are surely in range. (Carr
 * and Kennedy, "Scalar replacement in the presence of conditional control flow", 1994, without the conditional part.)
 */

import { continuesOut } from "../../loops/analysis/effects.ts";
import { assume, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { isLoop, mapBodies, statementsIn } from "../../loops/walk.ts";
import { distinct } from "./distinct.ts";
import { type Known, knownOf, mayFault, mayLeave } from "./faults.ts";
import { foldedWhole, isSmall, replaced } from "./fold.ts";
import { type Lane, type Lanes, lanesOf, type Step } from "./lanes.ts";
import { type Meets, meetingIn } from "./meets.ts";
import { portsOf, withKept } from "./touch.ts";

export function carry(given: Loops): Loops {
  const loops = distinct(given);
  const names = namesOf(loops);
  const carrying: Carrying = { known: knownOf(loops), names, meets: meetingIn(loops) };
  const body = block(carrying, loops.body, { facts: noFacts, depth: 0 });
  return { ...loops, body, scalars: names.scalars() };
}

interface Carrying {
  readonly known: Known;
  readonly names: Names;
  readonly meets: Meets;
}

interface Around {
  readonly facts: Facts;
  readonly depth: number; // loops around
}

function block(carrying: Carrying, body: readonly Stmt[], around: Around): readonly Stmt[] {
  const { facts, depth } = around;
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "for" && isInnermost(stmt)) return carriedIn(carrying, stmt, around);
    if (stmt.kind !== "if") {
      const inside = isLoop(stmt) ? { facts, depth: depth + 1 } : around;
      return [mapBodies(stmt, (inner) => block(carrying, inner, inside))];
    }
    const side = (list: readonly Stmt[], truth: boolean): readonly Stmt[] =>
      block(carrying, list, { facts: assume(carrying.known.ranges, facts, stmt.condition, truth), depth });
    return [{ ...stmt, then: side(stmt.then, true), else: side(stmt.else, false) }];
  });
}

function isInnermost({ body }: For): boolean {
  return !statementsIn(body).some(isLoop);
}

/** The values of one position of a lane, and those of the iterations before: `chain[0]` is one iteration old. */
interface Chain {
  readonly lane: Lane;
  readonly decl: ArrayDecl;
  readonly position: number; // where they come from
  readonly source: "stored" | "loaded";
  readonly step: Step;
  readonly newest: string;
  readonly older: readonly string[];
  readonly readers: ReadonlyMap<number, string>; // by position
}

function carriedIn(carrying: Carrying, loop: For, around: Around): readonly Stmt[] {
  const { names } = carrying;
  if (continuesOut(loop.body) !== null || !isSmall(loop.from, names.isCounter)) return [loop];
  const lanes = lanesOf(loop);
  const wishes = lanes.lanes.flatMap((lane) => wishesOf(carrying, loop, lanes, lane, around));
  const chains = worthwhile(wishes, lanes).map((wish) => chainFrom(carrying, wish));
  if (chains.length === 0) return [loop];
  const scalarAt = (lane: Lane, position: number): string | null => {
    for (const chain of chains) {
      if (chain.lane !== lane) continue;
      if (chain.source === "loaded" && position === chain.position) return chain.newest;
      const older = chain.readers.get(position);
      if (older !== undefined) return older;
    }
    return null;
  };
  const body = loop.body.flatMap((stmt): readonly Stmt[] => {
    const next = withLoads(stmt, lanes, scalarAt);
    if (next.kind !== "store") return [next];
    const chain = chains.find(({ source, step }) => source === "stored" && step.stores[0]?.stmt === stmt);
    if (chain === undefined) return [next];
    const value: Expr = { kind: "var", name: chain.newest, type: chain.decl.element };
    return [assigned(chain.newest, next.value, stmt.origin), { ...next, value }];
  });
  const before = chains.flatMap((chain) =>
    chain.older.map((scalar, k) => assigned(scalar, loadAt(carrying, loop, chain, k + 1), loop.origin)),
  );
  const start = chains
    .filter(({ source }) => source === "loaded")
    .map(({ newest, decl, step: { index } }) => {
      const load: Expr = {
        kind: "load",
        array: decl.name,
        index,
        type: decl.element,
        span: loop.origin.span,
      };
      return assigned(newest, load, loop.origin);
    });
  const moves = chains.flatMap(({ newest, older, decl }) =>
    older
      .map((scalar, k) => {
        const name = older[k - 1] ?? newest;
        return assigned(scalar, { kind: "var", name, type: decl.element }, loop.origin);
      })
      .reverse(),
  );
  return [...before, { ...loop, body: [...start, ...body, ...moves] }];
}

/** Stores stay: what is stored is kept beside. */
function withLoads(
  stmt: Stmt,
  lanes: Lanes,
  scalarAt: (lane: Lane, position: number) => string | null,
): Stmt {
  return withKept(stmt, "loads", (array, place) => {
    const cell = lanes.position(array, place);
    return cell === null ? null : scalarAt(cell.lane, cell.position);
  });
}

/** The element that the position had `age` iterations before the first one. */
function loadAt(
  { names }: Carrying,
  loop: For,
  { decl, step }: Pick<Chain, "decl" | "step">,
  age: number,
): Expr {
  const { span } = loop.origin;
  return { kind: "load", array: decl.name, index: indexAt(names, loop, step, age), type: decl.element, span };
}

function indexAt(
  { isCounter }: Names,
  { variable, from, step }: For,
  { index }: Step,
  age: number,
): readonly Expr[] {
  const type = from.type;
  const by: Expr = { kind: "const", value: age * step, type };
  const value = foldedWhole(
    { kind: "binary", op: "sub", left: from, right: by, type, span: { from: 0, to: 0 } },
    isCounter,
  );
  return index.map((expr) => replaced(expr, new Map([[variable, value]]), isCounter));
}

// What is carried

/** Iterations that a stored value is carried over at most. */
const mostFromStore = 8;
const mostFromLoad = 64;

/** What could be carried: which position of a lane others find again. */
interface Wish {
  readonly lane: Lane;
  readonly decl: ArrayDecl;
  readonly source: Chain["source"];
  readonly position: number;
  readonly step: Step;
  readonly readers: readonly number[];
}

function wishesOf(carrying: Carrying, loop: For, lanes: Lanes, lane: Lane, around: Around): readonly Wish[] {
  const decl = carrying.known.arrays.get(lane.array);
  const steps = [...lane.steps];
  const stores = steps.filter(([, step]) => step.stores.length > 0).map(([position]) => position);
  const loads = steps.filter(([, step]) => step.loads.length > 0).map(([position]) => position);
  if (decl === undefined || loads.length === 0 || steps.length < 2) return [];
  if (mayBeStoredOtherwise(carrying, lanes, lane, around)) return [];
  const wishes: Wish[] = [];
  const open: number[] = [];
  const fromStore = new Map<number, number[]>();
  for (const position of loads) {
    if (!readsFirst(lane, position)) continue; // what this iteration stores there comes in between
    const writer = Math.min(...stores.filter((store) => store > position));
    if (writer === Number.POSITIVE_INFINITY) open.push(position);
    else if (writer - position <= mostFromStore && isSure(lane.steps.get(writer)))
      fromStore.set(writer, [...(fromStore.get(writer) ?? []), position]);
  }
  for (const [position, readers] of fromStore) {
    const step = lane.steps.get(position);
    if (step !== undefined) wishes.push({ lane, decl, source: "stored", position, step, readers });
  }
  const window = windowOf(carrying, loop, { lane, decl, stores, loads: open }, around);
  return [...wishes, ...(window === null ? [] : [window])].filter((wish) =>
    startsInside(carrying, loop, wish, around),
  );
}

/** A store that moves otherwise could change what is carried. */
function mayBeStoredOtherwise(
  { meets }: Carrying,
  { lanes, others }: Lanes,
  lane: Lane,
  { depth }: Around,
): boolean {
  const own = [...lane.steps.values()].flatMap(({ loads, stores }) => [...loads, ...stores]);
  const foreign = [
    ...others,
    ...lanes
      .filter(({ array, terms }) => array === lane.array && terms !== lane.terms)
      .flatMap(({ steps }) => [...steps.values()].flatMap(({ stores }) => stores)),
  ].filter(({ touch }) => touch.array === lane.array && touch.write);
  return foreign.some((other) => own.some(({ touch }) => meets.ever(touch, other.touch, depth)));
}

/** One store, in each iteration. */
function isSure(step: Step | undefined): boolean {
  const [store, another] = step?.stores ?? [];
  return store?.stmt.kind === "store" && another === undefined;
}

/** Reads that follow each other along a lane: only the first of them asks memory. In a pipelined loop alone. */
function windowOf(
  { known }: Carrying,
  loop: For,
  {
    lane,
    decl,
    stores,
    loads,
  }: Pick<Wish, "lane" | "decl"> & Readonly<Record<"stores" | "loads", readonly number[]>>,
  { facts }: Around,
): Wish | null {
  if (loop.attrs.pipeline === undefined || loads.length < 2) return null;
  const first = Math.max(...loads);
  const last = Math.min(...loads);
  const saved = loads.length - 1;
  if (first - last > Math.min(mostFromLoad, Math.max(4, 2 * saved))) return null;
  // What is stored in between would be missed, but for a store after the last read of that element.
  const isMissed = (store: number): boolean =>
    store >= last && store <= first && !(store === last && readsFirst(lane, last));
  const step = lane.steps.get(first);
  if (step === undefined || stores.some(isMissed)) return null;
  // It is loaded in each iteration from now on.
  if (mayLeave(known, decl.name, step.index, facts)) return null;
  if (step.index.some((at) => mayFault(known, at, facts))) return null;
  const readers = loads.filter((position) => position !== first);
  return { lane, decl, source: "loaded", position: first, step, readers };
}

function readsFirst(lane: Lane, position: number): boolean {
  const step = lane.steps.get(position);
  const stored = Math.min(...(step?.stores ?? []).map(({ at }) => at));
  return (step?.loads ?? []).every(({ at, stmt }) => at < stored || (at === stored && stmt.kind === "store"));
}

/** Whether the first values are surely in range. */
function startsInside({ known, names }: Carrying, loop: For, wish: Wish, { facts }: Around): boolean {
  const { decl, step, position, readers } = wish;
  for (let age = 1; age <= position - Math.min(...readers); age++) {
    const index = indexAt(names, loop, step, age);
    if (mayLeave(known, decl.name, index, facts) || index.some((at) => mayFault(known, at, facts)))
      return false;
  }
  return true;
}

/** What is read again is carried where an array's memory is then asked for fewer cycles; what is stored, always. */
function worthwhile(wishes: readonly Wish[], { lanes, others }: Lanes): readonly Wish[] {
  const saves = (array: string, ports: number): boolean => {
    const own = wishes.filter(({ decl }) => decl.name === array);
    const saved = own.reduce((sum, { readers }) => sum + readers.length, 0);
    const fromStores = own.reduce(
      (sum, { source, readers }) => sum + (source === "stored" ? readers.length : 0),
      0,
    );
    const all =
      others.filter(({ touch }) => touch.array === array).length +
      lanes
        .filter((lane) => lane.array === array)
        .flatMap(({ steps }) => [...steps.values()])
        .reduce((sum, { loads, stores }) => sum + Math.min(1, loads.length) + Math.min(1, stores.length), 0);
    return Math.ceil((all - saved) / ports) < Math.ceil((all - fromStores) / ports);
  };
  return wishes.filter(({ source, decl }) => source === "stored" || saves(decl.name, portsOf(decl.banks)));
}

function chainFrom({ names }: Carrying, { lane, decl, source, position, step, readers }: Wish): Chain {
  const length = position - Math.min(...readers);
  const older = Array.from({ length }, (_, k) => names.scalar(`${decl.name}_${k + 1}`, decl.element));
  const newest = names.scalar(`${decl.name}_${source === "stored" ? "new" : "next"}`, decl.element);
  const scalars = new Map(readers.map((reader) => [reader, older[position - reader - 1] ?? newest]));
  return { lane, decl, position, source, step, newest, older, readers: scalars };
}
