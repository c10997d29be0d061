/**
 * Whether iterations may run in another order. Each question gives null when they may, or the dependence that would be
 * turned around. A new order is legal when no two accesses that meet, one of them a write, change places.
 *
 * Scalars that are temporaries of what stays together do not count; neither do updates of one accumulation where the
 * order of updates is free: by the type, or because the loop is unordered by definition.
 */
import { bug } from "../../diagnostics/bug.ts";
import { type Affine, minus, plus, symbol, times } from "../analysis/affine.ts";
import type { For, Loops, Stmt } from "../nodes.ts";
import { statementsIn } from "../walk.ts";
import { type Access, type Around, accessesIn } from "./access.ts";
import { type Dependence, dependenceAt, flipped, groups } from "./dependence.ts";
import {
  ask,
  commonLoops,
  distance,
  first,
  knows,
  type Pair,
  pairOf,
  type Question,
  second,
} from "./pair.ts";
import { reductionBetween } from "./reduction.ts";
import { factsOf, inside, isSetFirst } from "./scalars.ts";

export type Clash = Dependence | null;

/** May iterations of the loop run in any order, or at once? */
export function canParallel(loops: Loops, loop: string): Clash {
  const facts = factsOf(loops);
  return apart(loops, loop, facts.isPrivate);
}

/** May iterations of the loop take their statements in turns? Unlike above, what each has for itself must be an element of its own. */
export function canStep(loops: Loops, loop: string): Clash {
  return apart(loops, loop, () => false);
}

function apart(loops: Loops, loop: string, isPrivate: ReturnType<typeof factsOf>["isPrivate"]): Clash {
  const stmt = loopNamed(loops, loop);
  const accesses = accessesIn(loops).filter((access) => inside(access, stmt));
  const left = accesses.find((access) => access.name === loop && breaksOut(access));
  if (left !== undefined) return control(left, left);
  for (const pair of meeting(loops, accesses, (name) => isPrivate(name, stmt))) {
    if (isFree(pair, stmt.origin.unordered === true)) continue;
    const level = pair.a.loops.findIndex((around) => around.loop === stmt);
    const clash =
      firstClash(pair, [earlier(pair, level)]) ?? firstClash(flipped(pair), [earlier(flipped(pair), level)]);
    if (clash !== null) return clash;
  }
  return null;
}

/**
 * May the loops, one directly or indirectly inside the other, change places so that they are nested in this order?
 * Loops between them stay where they are. Statements between the loops go where they can: those before an inner loop
 * to its first iteration, those after it to its last.
 */
export function canReorder(loops: Loops, order: readonly string[]): Clash {
  const { chain, changed } = reordered(loops, order);
  const [outermost] = chain;
  const innermost = chain.at(-1);
  if (outermost === undefined || innermost === undefined) return null;
  if (chain.every((loop, k) => loop === changed[k])) return null;
  const facts = factsOf(loops);
  const accesses = accessesIn(loops).filter((access) => inside(access, outermost));
  const jump = accesses.find(
    (access) =>
      access.what === "control" &&
      access.write &&
      chain.some(({ name }) => name === access.name) &&
      (access.stmt.kind === "break" || access.name !== innermost.name),
  );
  if (jump !== undefined) return control(jump, jump);
  // Bounds are computed elsewhere after the change: nothing in the nest may change what they read.
  const bounds = accesses.filter(({ stmt, write }) => !write && chain.some((loop) => loop === stmt));
  for (const pair of crossing(loops, bounds, accesses)) {
    const clash = firstClash(pair, [
      { equal: outerEqual(pair, outermostLevel(pair, outermost)), atLeast: [] },
    ]);
    if (clash !== null) return clash;
  }
  const places = placesOf(chain, accesses);
  for (const pair of meeting(loops, accesses, (name) => facts.isPrivate(name, innermost))) {
    for (const one of pair.a === pair.b ? [pair] : [pair, flipped(pair)]) {
      const clash = turnedAround(one, chain, changed, places);
      if (clash !== null) return clash;
    }
  }
  return null;
}

/**
 * May two loops of one list of statements become one, each iteration doing the first's body, then the second's?
 * Iterations are matched by count. It stands where the first stood: what is between them runs after the second.
 */
export function canFuseLoops(loops: Loops, one: string, two: string): Clash {
  return moved(loops, loopNamed(loops, one), loopNamed(loops, two), { into: "first" });
}

/** May the first `count` statements of a loop's body run in all its iterations before the others run in any? */
export function canDistribute(loops: Loops, loop: string, count: number): Clash {
  const stmt = loopNamed(loops, loop);
  const facts = factsOf(loops);
  const parts: [Access[], Access[]] = [[], []];
  let level = 0;
  for (const access of accessesIn(loops)) {
    const at = access.place.find(({ block }) => block === stmt.body)?.at;
    if (at === undefined) continue;
    parts[at < count ? 0 : 1].push(access);
    level = access.loops.findIndex((around) => around.loop === stmt);
  }
  const isTemporary = (name: string): boolean =>
    !facts.isSeenAfter(name, [stmt]) && parts.every((part) => isSetFirst(name, part));
  for (const pair of crossing(loops, parts[1], parts[0])) {
    if (pair.a.what === "scalar" && isTemporary(pair.a.name)) continue;
    if (isFree(pair, false)) continue;
    const clash = firstClash(pair, [earlier(pair, level)]);
    if (clash !== null) return clash;
  }
  return null;
}

/**
 * May a nest run piece by piece inside a later one: its outer loops are taken over by those of the other down to
 * `into`, and the rest runs at the start of each iteration of `into`? Iterations are matched by count.
 */
export function canComputeAt(loops: Loops, nest: string, into: string): Clash {
  return moved(loops, loopNamed(loops, nest), loopNamed(loops, into), { into: "second" });
}

// Pairs that matter

/** Pairs of accesses to the same thing, one of them a write; `a` is not after `b` in the text. */
function* meeting(
  loops: Loops,
  accesses: readonly Access[],
  isTemporary: (scalar: string) => boolean,
): Generator<Pair> {
  const facts = factsOf(loops);
  for (const group of groups(accesses)) {
    const [any] = group;
    if (any === undefined || any.what === "control" || !group.some(({ write }) => write)) continue;
    if (any.what === "scalar" && isTemporary(any.name)) continue;
    for (const [k, a] of group.entries()) {
      for (const b of group.slice(k)) {
        const pair = a.write || b.write ? pairOf(a, b, facts) : null;
        if (pair !== null) yield pair;
      }
    }
  }
}

function isFree(pair: Pair, unordered: boolean): boolean {
  const reduction = reductionBetween(pair.a, pair.b);
  if (reduction === null) return false;
  return reduction.unordered || (unordered && pair.a.stmt === pair.b.stmt);
}

/** The first of the questions that has an answer, as a dependence from the pair's first access to its second. */
function firstClash(pair: Pair, questions: Iterable<Question>): Clash {
  for (const question of questions) {
    const solution = ask(pair, question);
    if (solution.kind === "none") continue;
    return dependenceAt(pair, solution);
  }
  return null;
}

/** A clash where the new order is not known exactly. */
function assumed(clash: Clash): Clash {
  return clash && { ...clash, exact: false };
}

/** Both in one iteration of the loops around, the second later in loop `level`. */
function earlier(pair: Pair, level: number): Question {
  return {
    equal: Array.from({ length: level }, (_, outer) => distance(pair, outer)),
    atLeast: [plus(distance(pair, level), -1)],
  };
}

function breaksOut(access: Access): boolean {
  return access.what === "control" && access.write && access.stmt.kind === "break";
}

/** That a jump decides what runs, as a dependence. */
function control(source: Access, sink: Access): Dependence {
  const common = source.loops.slice(0, commonLoops(source, sink));
  return {
    kind: "flow",
    name: source.name,
    source,
    sink,
    loops: common.map(({ name }) => name),
    directions: common.map(() => "*"),
    distances: common.map(() => null),
    exact: false,
    witness: null,
  };
}

// Reorder

function reordered(
  loops: Loops,
  order: readonly string[],
): { chain: readonly For[]; changed: readonly For[] } {
  const named = new Map(order.map((name) => [name, loopNamed(loops, name)]));
  const nested = [...named.values()].sort((a, b) => (holds(a, b) ? -1 : 1));
  const outermost = nested[0];
  const innermost = nested.at(-1);
  if (outermost === undefined || innermost === undefined) return { chain: [], changed: [] };
  const chain = [...statementsIn([outermost])].filter(
    (stmt): stmt is For => stmt.kind === "for" && (stmt === innermost || holds(stmt, innermost)),
  );
  const next = [...named.values()];
  const changed = chain.map((loop) => (named.has(loop.name) ? (next.shift() ?? loop) : loop));
  return { chain, changed };
}

function holds(outer: For, inner: For): boolean {
  return outer !== inner && [...statementsIn(outer.body)].includes(inner);
}

/** Where each loop of a chain stands. */
type Places = ReadonlyMap<
  For,
  { readonly around: Around; readonly block: readonly Stmt[]; readonly at: number }
>;

function placesOf(chain: readonly For[], accesses: readonly Access[]): Places {
  const places = new Map<For, { around: Around; block: readonly Stmt[]; at: number }>();
  for (const access of accesses) {
    for (const around of access.loops) {
      const { loop } = around;
      if (loop.kind !== "for" || !chain.includes(loop) || places.has(loop)) continue;
      const place = access.place.find(({ block, at }) => block[at] === loop);
      if (place !== undefined) places.set(loop, { around, ...place });
    }
  }
  return places;
}

/** Where the access is in a loop of the chain: its variable, or where a statement outside it goes; null if unclear. */
function coordinate(access: Access, loop: For, places: Places): Affine | null {
  if (inside(access, loop)) return symbol(loop.variable);
  const place = places.get(loop);
  if (place === undefined) return null;
  const at = access.place.find(({ block }) => block === place.block)?.at;
  // Outside of this loop's list: it is beside a loop of the chain further out.
  const before = at !== undefined ? at <= place.at : standsBefore(access, places);
  const value = before ? place.around.first : place.around.last;
  if (value === null) return null;
  let form = value;
  for (const [name, coefficient] of value.terms) {
    const outer = [...places.keys()].find(({ variable }) => variable === name);
    if (outer === undefined || inside(access, outer)) continue;
    const inner = coordinate(access, outer, places);
    if (inner === null) return null;
    form = plus(plus(form, symbol(name), -coefficient), inner, coefficient);
  }
  return form;
}

function standsBefore(access: Access, places: Places): boolean {
  for (const { block, at } of places.values()) {
    const own = access.place.find((place) => place.block === block);
    if (own !== undefined && own.at !== at) return own.at < at;
  }
  return true;
}

/** Runs of the first access before the second that the new order puts after it. */
function turnedAround(pair: Pair, chain: readonly For[], changed: readonly For[], places: Places): Clash {
  const around = outerEqual(pair, outermostLevel(pair, chain[0]));
  const distances = new Map<For, Affine>();
  for (const loop of chain) {
    const a = coordinate(pair.a, loop, places);
    const b = coordinate(pair.b, loop, places);
    if (a === null || b === null || !knows(pair, "a", a) || !knows(pair, "b", b)) {
      return assumed(firstClash(pair, [{ equal: around, atLeast: [] }]));
    }
    distances.set(loop, minus(second(b), first(a)));
  }
  const by = (loop: For): Affine => distances.get(loop) ?? bug(`no loop ${loop.name}`);
  for (const [p, before] of chain.entries()) {
    for (const [q, after] of changed.entries()) {
      const same = [...chain.slice(0, p), ...changed.slice(0, q)];
      if (before === after || same.includes(before) || same.includes(after)) continue;
      if (isFree(pair, before.origin.unordered === true && after.origin.unordered === true)) continue;
      const clash = firstClash(pair, [
        {
          equal: [...around, ...same.map(by)],
          atLeast: [plus(by(before), -1), plus(times(by(after), -1), -1)],
        },
      ]);
      if (clash !== null) return clash;
    }
  }
  return null;
}

// Fusing

/** The nest `one` runs inside `two`, which is a loop after it, or inside of such a loop. */
function moved(loops: Loops, one: For, two: For, where: { readonly into: "first" | "second" }): Clash {
  const facts = factsOf(loops);
  const accesses = accessesIn(loops);
  const { block, from, to } =
    siblings(loops.body, one, two) ?? bug(`${one.name} and ${two.name} are no siblings`);
  const goal = block[to];
  if (goal?.kind !== "for") return bug(`${two.name} is not in a loop beside ${one.name}`);
  const chain = [...statementsIn([goal])].filter(
    (stmt): stmt is For => stmt.kind === "for" && (stmt === two || holds(stmt, two)),
  );
  const ofOne = accesses.filter((access) => inside(access, one));
  const ofGoal = accesses.filter((access) => inside(access, goal));
  const outer = ofOne[0]?.loops.findIndex(({ loop }) => loop === one) ?? 0;

  const taken = ofOne.map((access) => access.loops[outer + chain.length - 1]?.loop);
  const jump =
    ofOne.find((access) => isJump(access, ["break", "continue"], outer, chain.length)) ??
    ofGoal.find((access) => isJump(access, ["break"], outer, chain.length));
  if (jump !== undefined) return control(jump, jump);

  const innermost = taken[0];
  const isTemporary = (name: string): boolean =>
    innermost !== undefined &&
    taken.every((loop) => loop === innermost) &&
    facts.isSetFirst(name, innermost) &&
    facts.isSetFirst(name, two) &&
    !facts.isSeenAfter(name, [innermost, two]);

  // What stands between them changes places with the one that moves.
  const passed = accesses.filter((access) => {
    const at = access.place.find((place) => place.block === block)?.at;
    return at !== undefined && at > from && at < to;
  });
  for (const pair of crossing(
    loops,
    where.into === "first" ? passed : ofOne,
    where.into === "first" ? ofGoal : passed,
  )) {
    const clash = firstClash(pair, [{ equal: outerEqual(pair, outer), atLeast: [] }]);
    if (clash !== null) return clash;
  }
  for (const pair of crossing(loops, ofOne, ofGoal)) {
    if (pair.a.what === "scalar" && isTemporary(pair.a.name)) continue;
    if (isFree(pair, false)) continue;
    const { questions, exact } = overtakes(pair, chain, outer);
    const clash = firstClash(pair, questions);
    if (clash !== null) return exact ? clash : assumed(clash);
  }
  return null;
}

/** The list of statements that holds `one` and, at its level or deeper, `two` after it. */
function siblings(
  body: readonly Stmt[],
  one: For,
  two: For,
): { block: readonly Stmt[]; from: number; to: number } | null {
  const from = body.indexOf(one);
  if (from >= 0) {
    const to = body.findIndex((stmt) => stmt === two || [...statementsIn([stmt])].includes(two));
    return to > from ? { block: body, from, to } : null;
  }
  for (const stmt of body) {
    const lists = stmt.kind === "if" ? [stmt.then, stmt.else] : "body" in stmt ? [stmt.body] : [];
    for (const list of lists) {
      const found = siblings(list, one, two);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A jump out of, or on in, one of the loops that are merged. */
function isJump(access: Access, kinds: readonly string[], outer: number, depth: number): boolean {
  if (access.what !== "control" || !access.write || !kinds.includes(access.stmt.kind)) return false;
  const level = access.loops.findIndex(({ name }) => name === access.name);
  return level >= outer && level < outer + depth;
}

function* crossing(loops: Loops, some: readonly Access[], others: readonly Access[]): Generator<Pair> {
  const facts = factsOf(loops);
  for (const a of some) {
    for (const b of others) {
      if (a.what === "control" || a.what !== b.what || a.name !== b.name || !(a.write || b.write)) continue;
      const pair = pairOf(a, b, facts);
      if (pair !== null) yield pair;
    }
  }
}

function outermostLevel(pair: Pair, outermost: For | undefined): number {
  return pair.a.loops.findIndex(({ loop }) => loop === outermost);
}

function outerEqual(pair: Pair, outer: number): readonly Affine[] {
  return Array.from({ length: outer }, (_, level) => distance(pair, level));
}

/** Iterations in which the second access, which runs after the first, comes to run before it. */
function overtakes(
  pair: Pair,
  chain: readonly For[],
  outer: number,
): { readonly questions: readonly Question[]; readonly exact: boolean } {
  const equal = [...outerEqual(pair, outer)];
  const questions: Question[] = [];
  for (const [k, loop] of chain.entries()) {
    const b = pair.b.loops[outer + k];
    if (b?.loop !== loop) {
      // The second access is beside the chain: before it, it overtakes what it shares an iteration with.
      if (standsBeforeLoop(pair.b, loop)) questions.push({ equal: [...equal], atLeast: [] });
      return { questions, exact: true };
    }
    const lag = behind(pair, outer + k);
    if (lag === null) {
      questions.push({ equal: [...equal], atLeast: [] });
      return { questions, exact: false };
    }
    questions.push({ equal: [...equal], atLeast: [plus(lag, -1)] });
    equal.push(lag);
  }
  return { questions, exact: true };
}

/** By how much the first access' iteration comes after the second's, counted from the start of their loops. */
function behind(pair: Pair, level: number): Affine | null {
  const a = pair.a.loops[level];
  const b = pair.b.loops[level];
  if (a?.loop.kind !== "for" || b?.loop.kind !== "for" || a.first === null || b.first === null) return null;
  if (!knows(pair, "a", a.first) || !knows(pair, "b", b.first)) return null;
  const countA = first(minus(symbol(a.variable), a.first));
  const countB = second(minus(symbol(b.variable), b.first));
  return minus(times(countA, b.loop.step), times(countB, a.loop.step));
}

/** Whether the access stands before a loop that is beside it, in the list both are in. */
function standsBeforeLoop(access: Access, loop: For): boolean {
  for (const { block, at } of access.place) {
    const own = block.findIndex((stmt) => stmt === loop || [...statementsIn([stmt])].includes(loop));
    if (own >= 0 && own !== at) return at < own;
  }
  return true;
}

function loopNamed(loops: Loops, name: string): For {
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for" && stmt.name === name) return stmt;
  return bug(`no loop \`${name}\``);
}
