/**
 * Lists that grow: `xs = []`, `xs.append(v)`. In the kernel such a list is an array of the greatest length it gets, and
 * its length, which is known when compiling wherever every way brings the same: behind `if`, and in loops that append
 * equally often in each round, it is what the loop's counter gives. Elsewhere a local counts.
 *
 * What the array holds, and how much, is known only when all of the function has been typed. So it is typed again with
 * what was found (`ListPlans`), until nothing new is.
 */
import { bug } from "../../diagnostics/bug.ts";
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Stmt, View } from "../../program/nodes.ts";
import { expressionsIn } from "../../program/walk.ts";
import { array, elementOf, pythonInt, sameShape, sameType, shapeOf, type Type } from "../../types/types.ts";
import { binary, cast, compare, constantInt, intConst, printShape } from "./build.ts";
import type { Env } from "./environment.ts";
import { keepExpr } from "./expressions/order.ts";
import { isComputed, type Known, type KnownGrown, type KnownMixed, type KnownValue, value } from "./known.ts";
import { checkConverted, joinScalars, pathsOf, samePaths, withPaths } from "./mixed.ts";
import { rangeOf } from "./ranges.ts";
import { freshName, itemMark, rememberedUnit, report, type Scope, slotFor } from "./scope.ts";
import { hasOwner } from "./shared_items.ts";

/** What has been found of a function's lists, by the place that makes them, and of its loops. */
export interface ListPlans {
  readonly lists: Map<string, ListPlan>;
  readonly found: Map<string, ListPlan>; // the same, as it is typed now
  readonly steps: Map<string, number | null>; // by loop and list: how many elements each round adds; null: not the same
  readonly tries: Map<string, number>; // how often that was corrected
  readonly rooms: Map<string, number>; // by list: the length that an `assert` says it never exceeds
  readonly asColumns: boolean; // lists of tuples are lists for each of their places: columns.ts
  readonly joinsLengths: boolean; // where paths meet with arrays of other lengths, a run counts
  changed: boolean;
}

export interface ListPlan {
  readonly item: Type;
  readonly paths: KnownMixed["paths"];
  readonly capacity: number;
  readonly isGuessed: boolean; // nobody knows how long it gets: one element more than the capacity is a fault
}

export function noPlans(): ListPlans {
  return {
    lists: new Map(),
    found: new Map(),
    steps: new Map(),
    tries: new Map(),
    rooms: new Map(),
    asColumns: false,
    joinsLengths: false,
    changed: false,
  };
}

/**
 * What has no one type may have another form: arrays and lists of one name that differ in length where paths meet are as long as
 * a run counts, lists of tuples are lists for their columns. Only where a function is refused as it is written, so that loops
 * are typed round by round first, and tuples of one type are rows.
 */
export function settleLists<T>(scope: { readonly unit: Scope["unit"] }, typed: (plans: ListPlans) => T): T {
  const { unit } = scope;
  const undo = rememberedUnit(unit);
  const before = unit.diagnostics.length;
  const written = settled(scope, noPlans(), typed);
  const said = unit.diagnostics.slice(before);
  if (!isRefused(said)) return written;
  // What a function that is called was refused for has been tried there.
  const own = said.filter((one) => !unit.tried.has(placeOf(one)));
  const forms = formsFor(own);
  if (forms.length === 0) return written;
  for (const form of forms) {
    undo();
    const result = settled(scope, { ...noPlans(), ...form }, typed);
    if (!isRefused(unit.diagnostics.slice(before))) return result;
  }
  for (const one of said) unit.tried.add(placeOf(one));
  undo();
  return settled(scope, noPlans(), typed);
}

function placeOf({ code, span }: Diagnostic): string {
  return `${code} ${span.from} ${span.to}`;
}

function isRefused(said: readonly Diagnostic[]): boolean {
  return said.some(({ severity }) => severity === "error");
}

function formsFor(said: readonly Diagnostic[]): readonly Partial<ListPlans>[] {
  const asColumns = said.some(({ code }) => ofTuples.has(code));
  if (said.some(({ code }) => code === "two-types"))
    return asColumns ? [{ joinsLengths: true }, { joinsLengths: true, asColumns }] : [{ joinsLengths: true }];
  return asColumns ? [{ asColumns }, { joinsLengths: true, asColumns }] : [];
}

/** What is said of tuples in lists as rows of one type. */
const ofTuples: ReadonlySet<string> = new Set([
  ...["mixed-number", "mixed-array", "list-items", "list-method", "list-element", "unpack", "heap-items"],
]);

/** Each round finds what a list in a list, or a loop in a loop, waited for. */
const mostRounds = 16;

/** Types a function as often as what is found of its lists changes how it is typed. */
function settled<T>(
  { unit }: { readonly unit: Scope["unit"] },
  plans: ListPlans,
  typed: (plans: ListPlans) => T,
): T {
  for (let round = 0; ; round++) {
    const undo = rememberedUnit(unit);
    plans.changed = false;
    plans.found.clear();
    const result = typed(plans);
    const { lists, found } = plans;
    const isSettled =
      lists.size === found.size && [...found].every(([key, plan]) => samePlan(plan, lists.get(key)));
    if ((isSettled && !plans.changed) || round === mostRounds) return result;
    lists.clear();
    for (const [key, plan] of found) lists.set(key, plan);
    undo();
  }
}

/** `xs = [a, b]` where the function makes the list longer. */
export function makeList(
  scope: Scope,
  name: string,
  first: KnownValue | KnownMixed | null,
  span: Span,
): KnownGrown | null {
  const key = `${name}@${span.from}.${span.part ?? ""}`;
  const count = first === null ? 0 : lengthNow(first);
  if (count === null) return bug("a list is made of elements that are counted");
  const found = first === null ? null : { item: itemType(first.expr.type), paths: pathsOf(first) };
  const plan = notePlan(scope, key, found, count);
  const list: KnownGrown = {
    kind: "grown",
    name,
    key,
    length: `${name}_length${itemMark}`,
    loops: new Set(scope.trips),
    first: count,
    table: plan === null ? null : tableOf(scope, name, plan, span),
    paths: plan?.paths ?? [],
  };
  if (list.table !== null && plan !== null) {
    const { type } = list.table;
    // The list that the name stood for may be what this one is made of.
    const given =
      first !== null && reads(first.expr, list.table.name) ? keepExpr(scope, first.expr, name) : first?.expr;
    const content = cast(scope, intConst(0, span), type.element);
    if (content === null) return null;
    // Elements from its length on are never read.
    const memory: Expr = { kind: "fill", value: content, overwritten: true, type, span };
    scope.out.push({ kind: "assign", target: list.table.name, value: memory, span });
    if (first !== null && given !== undefined && count > 0) {
      const made = cast(scope, given, elementOf(type));
      if (made === null || !checkConverted(scope, first, elementOf(type), span)) return null;
      scope.out.push({
        kind: "store",
        target: part(list.table, intConst(count, span), count, span),
        value: made,
        span,
      });
    }
  }
  scope.env?.delete(list.length); // another list than that before
  scope.env?.delete(otherName(list));
  setLength(scope, list, intConst(count, span), span);
  return list;
}

function tableOf(scope: Scope, name: string, plan: ListPlan, span: Span): KnownGrown["table"] {
  const type = array(elementOf(plan.item), [Math.max(1, plan.capacity), ...shapeOf(plan.item)]);
  return { kind: "var", name: slotFor(scope, name, type), type, span };
}

function reads(expr: Expr, slot: string): boolean {
  return [...expressionsIn(expr)].some((part) => part.kind === "var" && part.name === slot);
}

function itemType(type: Type): Type {
  const [, ...rest] = shapeOf(type);
  return rest.length === 0 ? elementOf(type) : array(elementOf(type), rest);
}

function lengthNow(known: KnownValue | KnownMixed): number | null {
  const [count] = shapeOf(known.expr.type);
  return typeof count === "number" ? count : null;
}

/** What is planned for the list; what is found of it now may change that. Null where its items do not go together. */
function notePlan(
  scope: Scope,
  key: string,
  now: Pick<ListPlan, "item" | "paths"> | null,
  capacity: number,
  isGuessed = false,
): ListPlan | null {
  const { lists, found } = scope.plans;
  if (now === null) return lists.get(key) ?? null;
  const before = found.get(key);
  const joined = before === undefined ? now : joinItems(before, now);
  if (joined === null) return null;
  found.set(key, {
    ...joined,
    capacity: Math.max(capacity, before?.capacity ?? 0),
    isGuessed: isGuessed || before?.isGuessed === true,
  });
  return lists.get(key) ?? null;
}

function samePlan(a: ListPlan | undefined, b: ListPlan | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSameRoom = a.capacity === b.capacity && a.isGuessed === b.isGuessed;
  return sameType(a.item, b.item) && isSameRoom && samePaths(a.paths, b.paths);
}

function joinItems(
  a: Pick<ListPlan, "item" | "paths">,
  b: Pick<ListPlan, "item" | "paths">,
): Pick<ListPlan, "item" | "paths"> | null {
  const [x, y] = [shapeOf(a.item), shapeOf(b.item)];
  if (x.length !== y.length || x.some((dim, i) => dim !== y[i])) return null;
  const joined = joinScalars([standIn(a), standIn(b)]);
  if (joined === null) return null;
  return { item: x.length === 0 ? joined.type : array(joined.type, x), paths: joined.paths };
}

function standIn({ item, paths }: Pick<ListPlan, "item" | "paths">): KnownValue | KnownMixed {
  return withPaths({ kind: "var", name: "item", type: elementOf(item), span: { from: 0, to: 0 } }, paths);
}

/** The list as a value: its elements up to its length. */
export function grownValue(scope: Scope, list: KnownGrown, span: Span): Known {
  const length = lengthOf(scope, list);
  const count = length === null ? null : constantInt(length);
  if (count === 0) return { kind: "tuple", form: "list", items: [] };
  if (list.table === null || length === null) return missing(scope, list, span);
  const table: Expr = { ...list.table, span };
  const capacity = shapeOf(table.type)[0];
  const extent = count ?? { max: typeof capacity === "number" ? capacity : 1 };
  const elements = count !== null && count === capacity ? table : part(table, length, extent, span);
  return { ...withPaths(elements, list.paths, true), grownFrom: list };
}

/** Something else refers to the list from here on: a name, a tuple, another list. It would not see another length. */
export function noteReference(scope: Scope, known: Known, span: Span): void {
  if (!isComputed(known) || known.grownFrom === undefined || known.isFresh === true) return;
  const marked: Known = { kind: "none" };
  scope.env?.set(otherName(known.grownFrom), {
    kind: "bound",
    known: marked,
    slot: null,
    definite: true,
    span,
  });
}

/** What `make` gives is known to be no reference to the list. */
export function withoutReference<T>(scope: Scope, list: KnownGrown, make: () => T): T {
  const before = scope.env?.get(otherName(list));
  const made = make();
  if (before === undefined) scope.env?.delete(otherName(list));
  return made;
}

/** Stands in the environment, on each path where there is one. */
function otherName(list: KnownGrown): string {
  return `${list.key}_other${itemMark}`;
}

/** Whether the length may change here; else it has been told why not. */
function mayResize(scope: Scope, list: KnownGrown, span: Span): boolean {
  const other = scope.env?.get(otherName(list));
  if (scope.iterated.includes(list.key)) report(scope, diagnose("list-iterated", span, { name: list.name }));
  else if (other !== undefined) {
    const notes = other.kind === "bound" ? [{ span: other.span, message: "here" }] : [];
    report(scope, diagnose("list-referred", span, { name: list.name }, notes));
  } else return true;
  return false;
}

/** Another round of typing will know more; where none comes, this is the reason. */
function missing(scope: Scope, list: KnownGrown, span: Span): Known {
  report(scope, diagnose("list-never-grows", span, { name: list.name }));
  return { kind: "error" };
}

function part(table: Expr, length: Expr, extent: number | { readonly max: number }, span: Span): View {
  const [, ...rest] = shapeOf(table.type);
  const whole = { kind: "slice", start: null, stop: null, step: 1 } as const;
  return {
    kind: "view",
    base: table,
    subs: [{ kind: "slice", start: null, stop: length, step: 1 }, ...rest.map(() => whole)],
    type: array(elementOf(table.type), [extent, ...rest]),
    span,
  };
}

/** `xs.append(v)`; `site` tells it from others in the same statement. */
export function append(
  scope: Scope,
  list: KnownGrown,
  item: KnownValue | KnownMixed,
  site: number,
  span: Span,
): void {
  if (!mayResize(scope, list, span)) return;
  const length = lengthOf(scope, list);
  if (length === null) return;
  const proved = capacityAfter(scope, list, length, `${span.from}.${site}`);
  const capacity = proved ?? room(scope, list, span);
  const before = scope.plans.found.get(list.key);
  const isStatic = shapeOf(item.expr.type).every((dim) => typeof dim === "number");
  const now = { item: item.expr.type, paths: pathsOf(item) };
  notePlan(scope, list.key, now, capacity, proved === null);
  if (!isStatic || (before !== undefined && joinItems(before, now) === null)) {
    const facts = { element: printItem(before?.item ?? pythonInt), found: printItem(item.expr.type) };
    return report(scope, diagnose("list-items", span, { name: list.name, ...facts }));
  }
  noteReference(scope, item, span);
  checkRoom(scope, list, length, span);
  addItem(scope, list, item, length, span);
  addOne(scope, list, length, span);
}

/** Left out where what is known of the list is not yet what was found. */
function addItem(
  scope: Scope,
  list: KnownGrown,
  item: KnownValue | KnownMixed,
  length: Expr,
  span: Span,
): void {
  const fits = list.table !== null && sameShape(shapeOf(itemType(list.table.type)), shapeOf(item.expr.type));
  if (list.table === null || !fits) return;
  const element = elementOf(list.table.type);
  const made = checkConverted(scope, item, element, span) ? cast(scope, item.expr, element) : null;
  if (made === null) return;
  const [, ...rest] = shapeOf(list.table.type);
  const table: Expr = { ...list.table, span };
  const whole = { kind: "slice", start: null, stop: null, step: 1 } as const;
  const store: Stmt = {
    kind: "store",
    target:
      rest.length === 0
        ? { kind: "load", base: table, index: [length], type: element, span }
        : {
            kind: "view",
            base: table,
            subs: [{ kind: "at", index: length }, ...rest.map(() => whole)],
            type: array(element, rest),
            span,
          },
    value: made,
    span,
  };
  scope.out.push(store);
  if (hasOwner(made)) scope.itemsGiven.set(store, [made]);
}

function printItem(type: Type): string {
  const shape = shapeOf(type);
  return shape.length === 0 ? "numbers" : `arrays of shape ${printShape(shape)}`;
}

/** How many elements the array must hold for this one: by the length where its bounds are known, else by all rounds. */
function capacityAfter(scope: Scope, list: KnownGrown, length: Expr, site: string): number | null {
  const range = rangeOf(scope, length);
  const rounds = scope.trips
    .filter((loop) => !list.loops.has(loop))
    .reduce<number | null>((a, { most }) => (a === null || most === null ? null : a * most), 1);
  const most = range === null ? null : range.high + 1;
  const added = rounds ?? most;
  if (added === null || (most ?? added) > farTooMany) return null;
  scope.appends.set(`${list.key}:${site}:${scope.copies.join()}`, added);
  if (most !== null) return most;
  const sites = [...scope.appends].filter(([one]) => one.startsWith(`${list.key}:`));
  return sites.reduce((sum, [, count]) => sum + count, list.first);
}

/** A bound that only types give, as of an int32, is none. */
const farTooMany = 2 ** 24;

/** Where no bound is known, an `assert` says one, or else the arrays that the function is given. */
function room(scope: Scope, list: KnownGrown, span: Span): number {
  const said = scope.plans.rooms.get(list.key);
  if (said !== undefined) return Math.max(said, list.first);
  const sizes = [...scope.params.values()].map(({ type }) =>
    shapeOf(type).reduce<number>((size, dim) => size * (typeof dim === "number" ? dim : dim.max), 1),
  );
  const guessed = Math.max(leastRoom, timesArguments * Math.max(list.first, ...sizes));
  const warning = diagnose("list-room", span, { name: nameOf(list), room: guessed });
  const isSaid = scope.unit.diagnostics.some(({ message }) => message === warning.message);
  if (!isSaid) report(scope, warning);
  return guessed;
}

const leastRoom = 1024;

/** A search in a picture leaves four neighbours of each element in its list. */
const timesArguments = 4;

/** `assert len(xs) <= bound`. */
export function noteRoom(scope: Scope, list: KnownGrown, bound: number): void {
  const { rooms } = scope.plans;
  if (bound < 1 || bound > farTooMany || rooms.has(list.key)) return;
  rooms.set(list.key, bound);
  scope.plans.changed = true;
}

/** As the source has it: not that of one of its columns. */
function nameOf({ name }: KnownGrown): string {
  return name.split(itemMark)[0] ?? name;
}

function checkRoom(scope: Scope, list: KnownGrown, length: Expr, span: Span): void {
  const plan = scope.plans.lists.get(list.key);
  if (plan === undefined || !plan.isGuessed) return;
  const range = rangeOf(scope, length);
  if (range !== null && range.high < plan.capacity) return;
  const hasRoom = compare(scope, "lt", length, intConst(plan.capacity, span), span);
  if (hasRoom === null) return;
  const message = `the list \`${nameOf(list)}\` has room for ${plan.capacity} elements; \`assert len(${nameOf(list)}) <= n\` says another number`;
  scope.out.push({ kind: "assert", condition: hasRoom, message, span });
}

function addOne(scope: Scope, list: KnownGrown, length: Expr, span: Span): void {
  const next = binary(scope, "add", length, intConst(1, span), span);
  if (next !== null) setLength(scope, list, next, span);
}

/** `xs.pop()` gives the last element; `xs.clear()` leaves none. */
export function pop(scope: Scope, list: KnownGrown, span: Span): Known {
  if (!mayResize(scope, list, span)) return { kind: "error" };
  const length = lengthOf(scope, list);
  const last = length === null ? null : binary(scope, "sub", length, intConst(1, span), span);
  if (last === null || list.table === null) return missing(scope, list, span);
  if (constantInt(last) === -1) {
    report(scope, diagnose("list-never-grows", span, { name: list.name }));
    return { kind: "error" };
  }
  const [, ...rest] = shapeOf(list.table.type);
  const table: Expr = { ...list.table, span };
  const whole = { kind: "slice", start: null, stop: null, step: 1 } as const;
  const element = elementOf(table.type);
  // The list ends there: `pop` of an empty one is a fault.
  const item: Expr =
    rest.length === 0
      ? { kind: "load", base: table, index: [last], type: element, span }
      : {
          kind: "view",
          base: table,
          subs: [{ kind: "at", index: last }, ...rest.map(() => whole)],
          type: array(element, rest),
          span,
        };
  const slot = freshName(scope, `${list.name}_last`);
  scope.slots.set(`${slot}@${span.from}:pop`, { name: slot, type: item.type });
  scope.out.push({ kind: "assign", target: slot, value: item, span });
  setLength(scope, list, last, span);
  return withPaths({ kind: "var", name: slot, type: item.type, span }, list.paths, rest.length > 0);
}

export function clear(scope: Scope, list: KnownGrown, span: Span): void {
  if (mayResize(scope, list, span)) setLength(scope, list, intConst(0, span), span);
}

export function lengthOf(scope: Scope, list: KnownGrown): Expr | null {
  const binding = scope.env?.get(list.length);
  return binding?.kind === "bound" && isComputed(binding.known) ? binding.known.expr : null;
}

/** A local that counts goes on counting; any other length is known as what it is. */
function setLength(scope: Scope, list: KnownGrown, length: Expr, span: Span): void {
  const before = scope.env?.get(list.length);
  const slot = before?.kind === "bound" ? before.slot : null;
  if (slot !== null) scope.out.push({ kind: "assign", target: slot, value: length, span });
  const known = value(slot === null ? length : { kind: "var", name: slot, type: pythonInt, span });
  scope.env?.set(list.length, { kind: "bound", known, slot, definite: true, span });
}

/** The lists whose lengths are known where a loop begins. */
export function listsIn(env: Env): KnownGrown[] {
  const lists = new Map<string, KnownGrown>();
  for (const binding of env.values())
    if (binding.kind === "bound" && binding.known.kind === "grown")
      lists.set(binding.known.length, binding.known);
  return [...lists.values()];
}

/** A list of fixed length in the type that all its elements have, those that are stored into it later as well. */
export function withLaterItems(
  scope: Scope,
  slotOf: (type: Type) => string,
  name: string,
  known: KnownValue | KnownMixed,
  span: Span,
): KnownValue | KnownMixed {
  const key = `${name}@${span.from}.${span.part ?? ""}`;
  const { type } = known.expr;
  if (!known.list || type.kind !== "array") return known;
  const plan = scope.plans.lists.get(key);
  if (plan === undefined) {
    scope.listSites.set(slotOf(type), { key, known });
    return known;
  }
  notePlan(scope, key, plan, 0);
  const element = elementOf(plan.item);
  const made = checkConverted(scope, known, element, span) ? cast(scope, known.expr, element) : null;
  if (made === null) return known;
  scope.listSites.set(slotOf(made.type), { key, known: withPaths(made, plan.paths, true) });
  return withPaths(made, plan.paths, true);
}

/** Whether the list can have an element of that type: if not yet, then when the function is typed again. */
export function takesItem(scope: Scope, slot: string | null, type: Type): boolean {
  const site = slot === null ? undefined : scope.listSites.get(slot);
  if (site === undefined) return false;
  const element = elementOf(site.known.expr.type);
  const isKnown = [element, ...pathsOf(site.known).map((path) => path.type)].some((one) =>
    sameType(one, type),
  );
  if (isKnown) return true;
  const now = { item: element, paths: pathsOf(site.known) };
  if (joinItems(now, { item: elementOf(type), paths: [] }) === null) return false;
  notePlan(scope, site.key, now, 0);
  notePlan(scope, site.key, { item: elementOf(type), paths: [] }, 0);
  return false;
}
