/**
 * Where arrays live. Memory is static: a new array takes the array of Loops that its variable owns. That array must not
 * be written while another variable that lives on may still refer to it; then the other variable is given a copy, where
 * nobody can tell, or the assignment gets an array of its own, or, at last, several that it takes turns in: when it
 * runs, one that no variable refers to.
 */
import type * as program from "../../program/nodes.ts";
import { rootsOf } from "../../program/sharing.ts";
import { expressionsOf } from "../../program/walk.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { variablesIn } from "./facts.ts";
import { staticMost } from "./fill.ts";
import { both, compareInts, int, select, truthOf } from "./integers.ts";
import { levelOf } from "./level.ts";
import { addArray, again, bug, claim, type Frame, frozen, numberOf, type Root, type State } from "./state.ts";
import { type Binding, wholeView } from "./view.ts";

/** The arrays that a new one may be put in, and which of them when it runs. */
export interface Memory {
  readonly selector: Expr | null;
  readonly arrays: readonly string[];
}

export function bindingIn(st: State, { selector, arrays }: Memory, extents: readonly Expr[]): Binding {
  return { selector, options: arrays.map((array) => wholeView(st, array, extents)), shape: extents };
}

/** Memory for an array that a statement makes or keeps, while its `targets` are bound, to `given` among others. */
export function allocate(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  place: KeptArray,
  targets: readonly string[],
  given: readonly Binding[] = [],
): Memory {
  const arrays = poolOf(st, frame, stmt, place);
  const all: readonly Holder[] = [...holders(st, frame, targets), ...given.map((binding) => ({ binding }))];
  const held = all.filter(({ binding }) => arrays.some((array) => mayBe(binding, array)));
  const free = arrays.find((array) => !held.some(({ binding }) => mayBe(binding, array)));
  if (free !== undefined) return { selector: null, arrays: [free] };
  makeRoom(st, frame, stmt, place, held);
  // Each holder has one of them, and there is one more.
  const isFree = (array: string): Expr =>
    held.map(({ binding }) => isElsewhere(binding, array)).reduce(bothKnown);
  const last = int(arrays.length - 1);
  const which = arrays
    .slice(0, -1)
    .reduceRight<Expr>((rest, array, k) => select(isFree(array), int(k), rest), last);
  return { selector: frozen(st, which, `${place.name}_new`), arrays };
}

/** Memory that is free, and that none of the arguments of a call is read from. */
export function freeFor(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  target: string,
  args: readonly program.Expr[],
): string | null {
  const used = new Set(args.flatMap((arg) => [...variablesIn(arg)]));
  const bindings = [...used].flatMap((name) => bindingOf(st, frame, name) ?? []);
  bindings.push(...holders(st, frame, [target]).map(({ binding }) => binding));
  const free = poolOf(st, frame, stmt, placeOf(frame, target)).find(
    (array) => !bindings.some((binding) => mayBe(binding, array)),
  );
  return free ?? null;
}

/** Starts again with another choice, until there are arrays enough. */
function makeRoom(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  place: KeptArray,
  held: readonly Holder[],
): void {
  const { separate, pools } = st.choices;
  for (const { variable } of held) {
    if (variable !== undefined) giveCopies(st, variable.frame, variable.name);
  }
  const sites = frame.facts.assignments.get(place.key) ?? [];
  if (!separate.has(stmt) && sites.length > 1) again(st, { separate: new Set([...separate, stmt]) });
  if ((pools.get(stmt) ?? 1) > held.length) return;
  again(st, { pools: new Map(pools).set(stmt, held.length + 1) });
}

/** Starts again with copies in place of other names for one array, if there are any where nobody can tell. */
function giveCopies(st: State, frame: Frame, name: string): void {
  const { copies } = st.choices;
  const sites = (frame.facts.assignments.get(name) ?? []).filter(
    (site) => !copies.has(site) && isAlias(frame, site, name) && isCopyable(frame, site),
  );
  if (sites.length > 0) again(st, { copies: new Set([...copies, ...sites]) });
}

/** Gives copies to variables that an expression reads, so that it can be computed where it goes. */
export function copyReaders(st: State, frame: Frame, stmt: program.Assign, goal: Binding): void {
  for (const name of variablesIn(stmt.value)) {
    const binding = name === stmt.target ? null : bindingOf(st, frame, name);
    if (binding?.options.some(({ array }) => mayBe(goal, array))) giveCopies(st, frame, name);
  }
}

/**
 * Assignments before a loop that only make a variable start as another array, which it never is again: one copy there is
 * less than to ask which it is with every element.
 */
export function worthCopying(st: State): readonly program.Stmt[] {
  return st.inlined.flatMap((frame) => {
    const { assignments, loopsAround } = frame.facts;
    return [...frame.levels].flatMap(([name, { isRead, binding }]) => {
      const sites = assignments.get(name) ?? [];
      const others = sites.filter((site) => !isCopied(st, frame, site) && isAlias(frame, site, name));
      const isOnlyStart =
        isRead &&
        binding.options.length > 1 &&
        !frame.entry.has(name) &&
        others.length < sites.length &&
        others.every((site) => (loopsAround.get(site) ?? []).length === 0 && isCopyable(frame, site));
      return isOnlyStart ? others : [];
    });
  });
}

// Who refers to what

interface Holder {
  readonly variable?: { readonly frame: Frame; readonly name: string };
  readonly binding: Binding;
}

/** Variables that are still read, other than those that are assigned. */
function holders(st: State, frame: Frame, targets: readonly string[]): readonly Holder[] {
  const found: Holder[] = [];
  for (const one of st.frames) {
    const stmt = one.current;
    if (stmt === null) continue;
    const live = new Set(one.facts.liveness.after.get(stmt) ?? []);
    if (one !== frame) {
      // The call that is being inlined is not over: its targets are not set yet, its arguments still read.
      if (stmt.kind === "assign") live.delete(stmt.target);
      if (stmt.kind === "callStmt") for (const name of stmt.targets) live.delete(name);
      for (const expr of expressionsOf(stmt)) for (const name of variablesIn(expr)) live.add(name);
    }
    for (const name of live) {
      if (one === frame && targets.includes(name)) continue;
      const binding = bindingOf(st, one, name);
      if (binding !== null) found.push({ variable: { frame: one, name }, binding });
    }
  }
  return found;
}

function bindingOf(st: State, frame: Frame, name: string): Binding | null {
  const bound = frame.env.get(name);
  if (bound === undefined) return null;
  return bound === "unknown" ? levelOf(st, frame, name).binding : bound;
}

function mayBe({ options }: Binding, array: string): boolean {
  return options.some((view) => view.array === array);
}

/** Whether a binding is not in the array when it runs. */
function isElsewhere({ selector, options }: Binding, array: string): Expr {
  const places = options.flatMap((view, k) => (view.array === array ? [k] : []));
  if (places.length === 0) return truthOf(true);
  if (selector === null || places.length === options.length) return truthOf(false);
  return places.map((k) => compareInts("ne", selector, int(k))).reduce(both);
}

function bothKnown(a: Expr, b: Expr): Expr {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.kind === "const") return one.value === true ? other : one;
  }
  return both(a, b);
}

// Whether a copy can be told from another name

/** Whether an assignment may give a variable memory that is there already. */
function isAlias(frame: Frame, stmt: program.Assign | program.CallStmt, name: string): boolean {
  const { resultsOf } = frame.facts.aliases;
  if (stmt.kind === "assign") return rootsOf(stmt.value, resultsOf).size > 0;
  const result = resultsOf(stmt.func)[stmt.targets.indexOf(name)];
  return result !== undefined && result.params.size > 0;
}

/** Whether an expression is memory that something else owns. */
export function isView(expr: program.Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "call":
      return true;
    case "view":
    case "transpose":
    case "part":
      return isView(expr.base);
    case "reshape":
      return expr.shares && isView(expr.base);
    case "conditional":
      return isView(expr.then) || isView(expr.otherwise);
    default:
      return false;
  }
}

/** Whether an assignment gives its variable a copy: it may be another call of the function that wants one. */
export function isCopied(st: State, frame: Frame, stmt: program.Stmt): boolean {
  return st.choices.copies.has(stmt) && isCopyable(frame, stmt);
}

/** Nobody that is read later knows the memory, or nothing stores to it. */
export function isCopyable(frame: Frame, stmt: program.Stmt): boolean {
  const targets = stmt.kind === "assign" ? [stmt.target] : stmt.kind === "callStmt" ? stmt.targets : [];
  const { facts } = frame;
  const partners = facts.sharing.after.get(stmt);
  const live = facts.liveness.after.get(stmt);
  return targets.every((target) => {
    if (facts.types.get(target)?.kind !== "array") return true;
    const others = [...(partners?.get(target) ?? [])].filter(
      (name) => name !== target && (name.startsWith("@") || live?.has(name)),
    );
    if (others.length === 0) return true;
    const known = [
      target,
      ...(facts.aliases.of.get(target) ?? []),
      ...others.map((name) => name.replace(/^@/, "")),
    ];
    return known.every((name) => !facts.written.has(name));
  });
}

// Names

/** What is kept: a variable's arrays, or one that several results of a call are part of. */
export interface KeptArray {
  readonly key: string;
  readonly name: string; // what it is called
  readonly element: ScalarType;
  readonly shape: readonly number[];
}

export function placeOf(frame: Frame, variable: string): KeptArray {
  const type = frame.facts.types.get(variable);
  if (type?.kind !== "array") return bug(`\`${variable}\` is no array`);
  return { key: variable, name: variable, element: type.element, shape: staticMost(type) };
}

/** For an array that a call made and that its results refer to: the k-th of them. */
export function keptPlace(st: State, stmt: program.Stmt, k: number, name: string, array: string): KeptArray {
  const { element, shape } = st.arrays.get(array) ?? bug(`no array \`${array}\``);
  const place = { key: `${name}~${numberOf(st, stmt)}.${k}`, name, element, shape };
  st.kept.set(place.key, place);
  return place;
}

export function storageFor(st: State, frame: Frame, key: string, place: KeptArray): string {
  const before = frame.storage.get(key);
  if (before !== undefined) return before;
  const { element, shape } = place;
  const name = claim(st, frame, place.name);
  addArray(st, { kind: "array", name, element, shape });
  frame.storage.set(key, name);
  st.keys.set(name, `${frame.path}:${key}`);
  return name;
}

/** The arrays that those of an assignment take turns in: one, as a rule. */
function poolOf(st: State, frame: Frame, stmt: program.Stmt, place: KeptArray): readonly string[] {
  const key = st.choices.separate.has(stmt) ? `${place.key}@${numberOf(st, stmt)}` : place.key;
  const count = st.choices.pools.get(stmt) ?? 1;
  return Array.from({ length: count }, (_, k) => storageFor(st, frame, k === 0 ? key : `${key}#${k}`, place));
}

/** Whose an array is, for as long as the function runs; null for memory of something that is over. */
export function rootOf(st: State, frame: Frame, array: string): Root | null {
  for (const [key, owned] of frame.storage) {
    if (owned === array && !key.startsWith("=")) return { kind: "owned", key };
  }
  const key = st.keys.get(array);
  return key !== undefined && givenArrays(frame).includes(array) ? { kind: "given", key } : null;
}

/** The array of this attempt; null where the caller gives something else now. */
export function arrayAt(st: State, frame: Frame, root: Root): string | null {
  if (root.kind === "given") {
    return givenArrays(frame).find((array) => st.keys.get(array) === root.key) ?? null;
  }
  const [place = ""] = root.key.split(/[@#]/);
  return storageFor(st, frame, root.key, st.kept.get(place) ?? placeOf(frame, place));
}

function givenArrays(frame: Frame): readonly string[] {
  return [...frame.entry.values()].flatMap(({ options }) => options.map(({ array }) => array));
}

/** Names what a call was given that only lives as long as the call. */
export function nameGiven(st: State, frame: Frame): void {
  for (const [param, { options }] of frame.entry) {
    const unnamed = options.filter(({ array }) => !st.keys.has(array));
    for (const [k, { array }] of unnamed.entries()) st.keys.set(array, `${frame.path}>${param}.${k}`);
  }
}
