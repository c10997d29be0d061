/**
 * `compute_at` by need: an iteration of the target loop computes the box of elements that it reads.
 *
 *     for i in range(0, 10):                 for k in range(1, 9):
 *         b[i] = a[i] * 2            =>          for i in range(k - 1, k + 2):
 *     for k in range(1, 9):                          b[i] = a[i] * 2
 *         c[k] = b[k - 1] + b[k + 1]             c[k] = b[k - 1] + b[k + 1]
 *
 * Elements may be computed again and again. That is legal when each is computed from values that do not change, and
 * when nobody else looks at the array, or all of it comes to be computed all the same.
 */

import { loadsOf, storesOf } from "../loops/analysis/accesses.ts";
import {
  type Affine,
  affineOf,
  affineRange,
  loopRange,
  plus,
  times,
  write,
} from "../loops/analysis/affine.ts";
import {
  breaksOut,
  continuesOut,
  isPrivate,
  readsOf,
  startsByWriting,
  writesOf,
} from "../loops/analysis/effects.ts";
import type { Access } from "../loops/depend/index.ts";
import { arraysOf, pathTo, replaceLoop } from "../loops/find.ts";
import { maximum, minimum, sameExpr, substitute } from "../loops/indices.ts";
import type { Expr, For, Load, Loops, Stmt, Store } from "../loops/nodes.ts";
import { mapBodies, statementsIn } from "../loops/walk.ts";
import type { Interval } from "../types/interval.ts";
import { perfectBand } from "./band.ts";
import { accessAt, accessReason, doneBy, placeOf, type Reason, reasonOf } from "./clash.ts";
import { isParameter, isResult } from "./declare.ts";
import { type Applied, done } from "./primitive.ts";
import type { Move } from "./primitives/compute_at.ts";
import { refuse } from "./refusal.ts";

export function computeNeeded(loops: Loops, move: Move): Applied {
  const { producer, target } = move;
  const shape = producedBy(loops, producer);
  if ("text" in shape) return refused(move, shape);
  const hidden = inputsChange(loops, move, shape) ?? mayRepeat(loops, move, shape);
  if (hidden !== null) return refused(move, hidden);

  const ranges = rangesAround(loops, move);
  const boxes = neededBoxes(shape, target, ranges);
  if (!isOnlyRead(loops, move, shape) && !coversAll(shape, move.chain, boxes, ranges)) {
    return refused(move, readElsewhere(loops, move, shape));
  }
  let body: readonly Stmt[] = shape.body;
  for (const [level, own] of [...shape.band.entries()].reverse()) {
    const dim = shape.loopOf.indexOf(level);
    body = needed(own, body, dim < 0 ? undefined : boxes[dim], shape.offsets[dim] ?? 0, ranges);
  }
  const without = replaceLoop(loops, producer.name, () => []);
  return done(replaceLoop(without, target.name, (stmt) => [{ ...stmt, body: [...body, ...stmt.body] }]));
}

/** A nest that fills an array, an element of its own in each iteration: `b[i + 1, j] = ...`. */
interface Produced {
  readonly array: string;
  readonly band: readonly For[]; // down to the loop of the last dimension
  readonly body: readonly Stmt[];
  readonly loopOf: readonly number[]; // of each dimension, its loop's place in the band; -1 where it is constant
  readonly offsets: readonly number[]; // what is added to the loop's variable
}

/** Why not, in words, where the producer is no such nest. */
function producedBy(loops: Loops, producer: For): Produced | Reason {
  const arrays = [...writesOf([producer])].filter((name) =>
    arraysOf(loops).some((decl) => decl.name === name),
  );
  const [array, other] = arrays;
  if (array === undefined) return plain(`\`${producer.name}\` fills no array`);
  if (other !== undefined) return plain(`\`${producer.name}\` writes both \`${array}\` and \`${other}\``);
  const stores = storesOf([producer], array);
  const [first] = stores;
  if (first === undefined) return plain(`\`${producer.name}\` fills no array`);
  const accesses: readonly (Store | Load)[] = [...stores, ...loadsOf([producer], array)];
  const different = accesses.find(({ index }) => !sameIndices(index, first.index));
  if (different !== undefined) {
    const two = [first, different].map(({ index }) => accessReason(loops, "", accessAt(loops, index)));
    const text = two.map((one) => one.text.slice(2)).join(", ");
    return {
      text: `\`${producer.name}\` uses several elements of \`${array}\` in one iteration: ${text}`,
      place: { array, notes: two.flatMap(({ place }) => place.notes ?? []) },
    };
  }
  const loopsInside = [producer, ...forsIn(producer.body)];
  const forms = first.index.map((one) => affineOf(one));
  const variables = forms.map((form) => (form === null ? null : onlyVariable(form)));
  const deepest = loopsInside.findLast(({ variable }) => variables.includes(variable));
  const band = deepest && perfectBand(producer, deepest.name);
  if (band === undefined || band === null) return notSimple(loops, producer, first);
  const loopOf = variables.map((name) => band.loops.findIndex(({ variable }) => variable === name));
  const used = loopOf.filter((level) => level >= 0);
  const allUsed = new Set(used).size === band.loops.length && used.length === band.loops.length;
  const simple = forms.every(
    (form, dim) => form !== null && (form.terms.size === 0 || (loopOf[dim] ?? -1) >= 0),
  );
  if (!allUsed || !simple || band.loops.some(({ step }) => step !== 1))
    return notSimple(loops, producer, first);
  return {
    array,
    band: band.loops,
    body: band.body,
    loopOf,
    offsets: forms.map((form) => form?.constant ?? 0),
  };
}

function notSimple(loops: Loops, producer: For, { array, index }: Store): Reason {
  const claim = `\`${producer.name}\` does not fill one element of \`${array}\` in each iteration of its outer loops`;
  return accessReason(loops, claim, accessAt(loops, index));
}

function plain(text: string): Reason {
  return { text, place: {} };
}

function onlyVariable({ terms }: Affine): string | null {
  const [one, more] = [...terms];
  return one !== undefined && more === undefined && one[1] === 1 ? one[0] : null;
}

/** What the elements are computed from must be the same wherever they are computed. */
function inputsChange(
  loops: Loops,
  { producer, between, chain, target }: Move,
  { array }: Produced,
): Reason | null {
  const passed = [...between, ...chain.slice(0, 1)];
  const later = writesOf(passed);
  const reason = (claim: string, name: string, second: (access: Access) => boolean): Reason =>
    reasonOf(loops, claim, { first: named(name, [producer]), second });
  const read = (stmts: readonly Stmt[]) => (access: Access) => !access.write && named(array, stmts)(access);
  const rewritten = (name: string) => (access: Access) => access.write && named(name, passed)(access);
  if (later.has(array)) {
    const claim = `\`${array}\` is written again before \`${producer.name}\` would run`;
    return reason(claim, array, rewritten(array));
  }
  if (readsOf(between).has(array))
    return reason(`\`${array}\` is read before \`${producer.name}\` would run`, array, read(between));
  const nest = chain.slice(0, 1);
  if (readsOf(withoutBody(nest, target.name)).has(array)) {
    const claim = `\`${array}\` is also read outside of \`${target.name}\`, in the same nest`;
    const inside = doneBy(target.body);
    return reason(claim, array, (access) => read(nest)(access) && !inside(access));
  }
  const changed = [...readsOf([producer])].find((name) => later.has(name));
  if (changed === undefined) return null;
  const claim = `\`${changed}\`, which \`${producer.name}\` reads, changes before it would run`;
  return reason(claim, changed, rewritten(changed));
}

/** Each iteration of the producer's outer loops starts anew. */
function mayRepeat(
  loops: Loops,
  { producer, between, chain }: Move,
  { array, band, body }: Produced,
): Reason | null {
  const inner = band.at(-1) ?? producer;
  const own = named(array, [producer]);
  if (!startsByWriting(body, array) && readsOf(body).has(array)) {
    return reasonOf(loops, `\`${producer.name}\` adds to what \`${array}\` held before`, {
      first: (access) => access.write && access.name === array,
      second: (access) => !access.write && own(access),
    });
  }
  const jump = breaksOut(body) ?? continuesOut(body);
  if (jump !== null) {
    const notes = [{ span: jump.origin.span, message: "here" }];
    return { text: `\`${producer.name}\` leaves iterations early`, place: { notes } };
  }
  for (const name of writesOf(body)) {
    if (name === array) continue;
    const later = [...between, ...chain.slice(0, 1)];
    const used = readsOf(later).has(name) || writesOf(later).has(name);
    if (!used && isPrivate(loops, producer, inner, name)) continue;
    const written = named(name, [producer]);
    return reasonOf(loops, `\`${name}\` lives on after \`${producer.name}\``, {
      first: (access) => access.write && written(access),
      second: (access) => access.name === name && !written(access),
    });
  }
  return null;
}

function named(name: string, stmts: readonly Stmt[]): (access: Access) => boolean {
  const own = doneBy(stmts);
  return (access) => access.name === name && own(access);
}

function readElsewhere(loops: Loops, { producer, target }: Move, { array }: Produced): Reason {
  const who = isParameter(loops, array)
    ? "is an argument"
    : isResult(loops, array)
      ? "is returned"
      : "is read elsewhere too";
  const claim = `\`${array}\` ${who}, and would not be computed in full`;
  const [own, inTarget] = [named(array, [producer]), doneBy(target.body)];
  return reasonOf(loops, claim, {
    first: (access) => access.write && own(access),
    second: (access) => access.name === array && !access.write && !own(access) && !inTarget(access),
  });
}

/** The values of the loops around the target, and of its own. */
function rangesAround(loops: Loops, { target }: Move): Map<string, Interval> {
  const ranges = new Map<string, Interval>();
  for (const around of [...pathTo(loops, target.name).loops, target]) {
    const range = loopRange(around, ranges);
    if (range !== null) ranges.set(around.variable, range);
  }
  return ranges;
}

/** Of each dimension, the least and the greatest index that an iteration of the target reads; null: all of it. */
type Box = { readonly low: Affine; readonly high: Affine } | null;

function neededBoxes(
  { array, loopOf }: Produced,
  target: For,
  outside: ReadonlyMap<string, Interval>,
): readonly Box[] {
  const boxes: (Box | undefined)[] = loopOf.map(() => undefined);
  const visit = (body: readonly Stmt[], inner: readonly For[]): void => {
    for (const stmt of body) {
      const own = stmt.kind === "for" ? { ...stmt, body: [] } : stmt;
      const flat: Stmt =
        own.kind === "if" ? { ...own, then: [], else: [] } : "body" in own ? { ...own, body: [] } : own;
      for (const load of loadsOf([flat], array)) {
        load.index.forEach((index, dim) => {
          boxes[dim] = joined(boxes[dim], boxOf(index, inner, outside));
        });
      }
      if (stmt.kind === "for") visit(stmt.body, [...inner, stmt]);
      else if (stmt.kind === "if") {
        visit(stmt.then, inner);
        visit(stmt.else, inner);
      } else if ("body" in stmt) visit(stmt.body, inner);
    }
  };
  visit(target.body, []);
  return boxes.map((box) => box ?? null);
}

/** Variables of inner loops are replaced by their least and greatest values, innermost first. */
function boxOf(index: Expr, inner: readonly For[], outside: ReadonlyMap<string, Interval>): Box {
  const form = affineOf(index);
  if (form === null) return null;
  let [low, high] = [form, form];
  for (const loop of inner.toReversed()) {
    const from = affineOf(loop.from);
    const to = affineOf(loop.to);
    const uses = low.terms.has(loop.variable) || high.terms.has(loop.variable);
    if (!uses) continue;
    if (from === null || to === null) return null;
    const last = plus(to, -1);
    low = extremeOf(low, loop.variable, from, last);
    high = extremeOf(high, loop.variable, last, from);
  }
  const known = [...low.terms.keys(), ...high.terms.keys()].every((name) => outside.has(name));
  return known ? { low, high } : null;
}

function extremeOf(form: Affine, name: string, ifPositive: Affine, ifNegative: Affine): Affine {
  const factor = form.terms.get(name) ?? 0;
  if (factor === 0) return form;
  const without = plus(form, { constant: 0, terms: new Map([[name, -factor]]) });
  return plus(without, times(factor > 0 ? ifPositive : ifNegative, factor));
}

/** Boxes that move together join; others make it the whole dimension. */
function joined(a: Box | undefined, b: Box): Box {
  if (a === undefined) return b;
  if (a === null || b === null) return null;
  const [low, high] = [plus(a.low, times(b.low, -1)), plus(a.high, times(b.high, -1))];
  if (low.terms.size > 0 || high.terms.size > 0) return null;
  return { low: low.constant <= 0 ? a.low : b.low, high: high.constant >= 0 ? a.high : b.high };
}

/** One loop of the producer, over what is needed alone; no loop where that is one element. */
function needed(
  own: For,
  body: readonly Stmt[],
  box: Box | undefined,
  offset: number,
  ranges: ReadonlyMap<string, Interval>,
): readonly Stmt[] {
  if (box === undefined || box === null) return [{ ...own, body }];
  const low = plus(box.low, -offset);
  const end = plus(box.high, 1 - offset);
  const starts = affineRange(low, ranges);
  const ends = affineRange(end, ranges);
  const from = affineOf(own.from);
  const to = affineOf(own.to);
  const inside = (
    bound: Affine | null,
    range: Interval | null,
    holds: (bound: number, range: Interval) => boolean,
  ): boolean => bound !== null && bound.terms.size === 0 && range !== null && holds(bound.constant, range);
  const aboveFrom = inside(from, starts, (bound, range) => range.low >= bound);
  const belowTo = inside(to, ends, (bound, range) => range.high <= bound);
  const length = plus(end, times(low, -1));
  if (aboveFrom && belowTo && length.terms.size === 0 && length.constant === 1) {
    return substitute(body, own.variable, write(low));
  }
  return [
    {
      ...own,
      from: aboveFrom ? write(low) : maximum(own.from, write(low)),
      to: belowTo ? write(end) : minimum(own.to, write(end)),
      body,
    },
  ];
}

/** Whether the target's body alone reads the array. */
function isOnlyRead(loops: Loops, { producer, target }: Move, { array }: Produced): boolean {
  if (loops.results.includes(array) || loops.params.some(({ name }) => name === array)) return false;
  const rest = replaceLoop(loops, producer.name, () => []).body;
  return !readsOf(withoutBody(rest, target.name)).has(array);
}

/** Whether all iterations of the chain together compute every element that the producer did. */
function coversAll(
  { band, loopOf, offsets }: Produced,
  chain: readonly For[],
  boxes: readonly Box[],
  ranges: ReadonlyMap<string, Interval>,
): boolean {
  const isConstant = (bound: Expr): boolean => affineOf(bound)?.terms.size === 0;
  if (chain.some(({ variable, from, to }) => !ranges.has(variable) || !isConstant(from) || !isConstant(to))) {
    return false; // it may not run
  }
  const moving = new Set<string>();
  return loopOf.every((level, dim) => {
    const box = boxes[dim];
    const own = band[level];
    if (box === null || box === undefined || own === undefined) return true;
    const [from, to] = [affineOf(own.from), affineOf(own.to)];
    if (from === null || to === null || from.terms.size > 0 || to.terms.size > 0) return false;
    const names = new Set([...box.low.terms.keys(), ...box.high.terms.keys()]);
    const [name, more] = [...names];
    if (more !== undefined || (name !== undefined && moving.has(name))) return false;
    const offset = offsets[dim] ?? 0;
    const lows = affineRange(plus(box.low, -offset), ranges);
    const highs = affineRange(plus(box.high, -offset), ranges);
    if (lows === null || highs === null || lows.low > from.constant || highs.high < to.constant - 1)
      return false;
    if (name === undefined) return true;
    moving.add(name);
    const step = chain.find((loop) => loop.variable === name)?.step;
    const size = plus(box.high, times(box.low, -1));
    const speed = (box.low.terms.get(name) ?? 0) * (step ?? Number.POSITIVE_INFINITY);
    return size.terms.size === 0 && Math.abs(speed) <= size.constant + 1;
  });
}

function refused({ producer, target }: Move, { text, place }: Reason): Applied {
  const facts = { producer: producer.name, at: target.name, why: text };
  return refuse("compute-at-whole", facts, { ...placeOf(producer), ...place });
}

function withoutBody(body: readonly Stmt[], loop: string): readonly Stmt[] {
  return body.map((stmt) =>
    stmt.kind === "for" && stmt.name === loop
      ? { ...stmt, body: [] }
      : mapBodies(stmt, (inner) => withoutBody(inner, loop)),
  );
}

function sameIndices(a: readonly Expr[], b: readonly Expr[]): boolean {
  return a.length === b.length && a.every((expr, dim) => b[dim] !== undefined && sameExpr(expr, b[dim]));
}

function forsIn(body: readonly Stmt[]): readonly For[] {
  return [...statementsIn(body)].filter((stmt) => stmt.kind === "for");
}
