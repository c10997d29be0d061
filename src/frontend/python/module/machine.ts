/**
 * The state of a module under evaluation: its names, the functions that run, and how sure it is that they run.
 *
 * Code runs as CPython runs it as long as what decides its course is known. Where that is not so (`if` of something
 * unknown, `try`, a loop over a file), it is gone through *in doubt*: what it binds becomes unknown, unless it was the
 * same before, and what it changes is lost. Loops in doubt are gone through until nothing more is lost.
 */
import type { SourceFile, Span } from "../../../diagnostics/diagnostic.ts";
import { sameType } from "../../../types/types.ts";
import type { PyFunctionDef, PyLambda, PyListComp } from "../ast.ts";
import { sameKnown } from "../join.ts";
import type { Scope, Unit } from "../scope.ts";
import { handOver } from "./elsewhere.ts";
import type { FunctionFacts } from "./facts.ts";
import {
  type Cause,
  type FunctionObj,
  type Obj,
  type Ref,
  type Relation,
  reachable,
  refsOf,
  type Unknown,
  type Why,
  type World,
} from "./objects.ts";
import { keepNames, type Undo } from "./undo.ts";

export interface Machine {
  readonly source: SourceFile;
  readonly unit: Unit; // in which builtins are typed; nobody reads its diagnostics
  readonly module: Frame;
  readonly frames: Frame[]; // of the calls under way
  readonly stars: Star[]; // `from m import *`, in order
  readonly limits: Limits;
  readonly facts: Map<PyFunctionDef | PyLambda, FunctionFacts>;
  readonly defined: Map<PyFunctionDef | PyLambda, FunctionObj>; // the last function that each definition made
  readonly generators: Map<PyListComp, PyLambda>; // the code of generator expressions, as functions
  readonly world: World;
  readonly running: Set<FunctionObj>; // functions that are gone through in doubt
  readonly effects: Map<FunctionObj, Effect>; // what going through a function came to, in the doubt that is under way
  readonly doubts: Cause[]; // why it is not certain that what runs now does
  readonly rounds: Round[]; // of loops in doubt
  scope: Scope | null; // in which compute.ts types
  undo: Undo; // of the statement of the module that runs
  at: Span; // the statement that runs
  leaving: Cause | null; // why it was last in doubt whether a loop or function is left
  steps: number; // of the statement of the module that runs
  elements: number; // computed in it
  spent: number; // steps of all statements before
  depth: number; // of calls and nested code
  losses: number; // how often something that was known before all doubts was lost
}

/** The names of a module, a call, a class body or a comprehension. */
export interface Frame {
  readonly kind: "module" | "function" | "class" | "comprehension";
  readonly parent: Frame | null;
  readonly names: Map<string, Binding>;
  readonly facts: FunctionFacts | null; // of a function
  readonly doubts: number; // when it was made: what it binds without further doubt is certain in it
  readonly writesArguments: ReadonlySet<string>; // parameters of a kernel: assigning to one writes the array
}

export interface Binding {
  readonly value: Obj;
  readonly at: Span; // of the statement that bound it
}

/** `from module import *`; null where nobody knows what that brings. */
export interface Star {
  readonly module: "numpy" | "math" | "pylog" | null;
  readonly cause: Cause;
}

export interface Limits {
  readonly steps: number; // for each statement of the module
  readonly total: number; // for all of them, but for a few that each may have
  readonly elements: number; // of arrays, computed by one statement
}

export interface Effect {
  readonly losses: number; // when it was found
  readonly args: ReadonlySet<Ref>;
  readonly result: Obj;
}

interface Round {
  readonly doubts: number;
  changed: boolean;
}

/** Thrown where a statement of the module takes too long, and caught there. */
export class Exhausted extends Error {
  readonly why: Why;

  constructor(why: Why) {
    super("too much for a compiler");
    this.why = why;
  }
}

/** Why it is too much; anything else that is thrown is a mistake of ours. */
export function exhaustion(fault: unknown): Why {
  if (fault instanceof Exhausted) return fault.why;
  if (fault instanceof RangeError && /call stack/i.test(fault.message)) return { kind: "depth" };
  throw fault;
}

/** One step of work. */
export function step(m: Machine, count = 1): void {
  m.steps += count;
  const most = m.spent > m.limits.total ? Math.min(fewSteps, m.limits.steps) : m.limits.steps;
  if (m.steps > most) throw new Exhausted({ kind: "steps", most: m.limits.steps });
}

const fewSteps = 1000; // enough for a constant behind code that took too long

/** Work inside other work. The stack of JavaScript holds several times as much. */
export function deeper<T>(m: Machine, run: () => T): T {
  if (m.depth >= deepest) throw new Exhausted({ kind: "depth" });
  m.depth++;
  try {
    return run();
  } finally {
    m.depth--;
  }
}

const deepest = 1200;

export function newFrame(
  m: Machine,
  kind: Frame["kind"],
  parent: Frame,
  facts: FunctionFacts | null = null,
  writesArguments: ReadonlySet<string> = new Set(),
): Frame {
  return { kind, parent, names: new Map(), facts, doubts: m.doubts.length, writesArguments };
}

// Doubt

export function inDoubt(m: Machine): boolean {
  return m.doubts.length > 0;
}

export function doubting<T>(m: Machine, cause: Cause, run: () => T): T {
  if (m.doubts.length === 0) m.effects.clear();
  m.doubts.push(cause);
  try {
    return run();
  } finally {
    m.doubts.pop();
  }
}

/** Code that may run any number of times: again, until nothing more is lost by it. What it gave last. */
export function untilSettled<T>(m: Machine, cause: Cause, run: () => T): T {
  const round: Round = { doubts: m.doubts.length, changed: false };
  m.rounds.push(round);
  try {
    for (let i = 0; i < mostRounds; i++) {
      round.changed = false;
      const result = run();
      if (!round.changed) return result;
    }
    forgetAll(m, cause);
    return run();
  } finally {
    m.rounds.pop();
  }
}

const mostRounds = 12;

/** Something that loops in doubt must take in. */
export function roundsChange(m: Machine): void {
  for (const round of m.rounds) round.changed = true;
}

/** Something is less known than before. `frame` is where a name was, null for an object. */
function changed(m: Machine, frame: Frame | null): void {
  const since = frame?.doubts ?? 0;
  if (since === 0) m.losses++;
  for (const round of m.rounds) if (frame === null || round.doubts > since) round.changed = true;
}

// Unknown values

export function unknown(why: Why, at: Span, refs: Iterable<Ref> = [], relation: Relation = "any"): Unknown {
  return because({ at, why }, refs, relation);
}

/** A value that depends on an unknown one: it is unknown for the same reason. */
export function follows(from: Unknown, refs: Iterable<Ref> = [], relation: Relation = "any"): Unknown {
  return because(from.cause, refs, relation);
}

export function because(cause: Cause, refs: Iterable<Ref> = [], relation: Relation = "any"): Unknown {
  return { kind: "unknown", cause, refs: new Set(refs), relation };
}

/** In doubt, a new list or array is no object of its own: nobody will know what it holds. A view of `given` is no new one. */
export function fresh(m: Machine, obj: Obj, given: readonly Obj[] = []): Obj {
  const doubt = m.doubts.at(-1);
  if (obj.kind === "array" && given.some((other) => refsOf(other).includes(obj.memory))) return obj;
  if (doubt === undefined || (obj.kind !== "list" && obj.kind !== "array" && obj.kind !== "iterator"))
    return obj;
  return because(doubt, obj.kind === "array" ? [] : itemsOrSources(obj), "holds");
}

function itemsOrSources(obj: Obj): readonly Ref[] {
  return obj.kind === "list"
    ? obj.items.flatMap(refsOf)
    : obj.kind === "iterator"
      ? obj.sources.flatMap(refsOf)
      : [];
}

// Names

export function bind(m: Machine, frame: Frame, name: string, value: Obj): void {
  const home = homeOf(m, frame, name);
  bindIn(m, home, name, value);
  if (home === m.module && m.world.runs) m.world.seen?.set(name, home.names.get(name)?.value);
}

function bindIn(m: Machine, home: Frame, name: string, value: Obj): void {
  keepNames(m, home);
  const before = home.names.get(name);
  if (home.writesArguments.has(name) && before !== undefined)
    loseAll(m, refsOf(before.value), kernelWrites(m));
  const doubt = m.doubts.length > home.doubts ? m.doubts.at(-1) : undefined;
  if (doubt === undefined) {
    home.names.set(name, { value, at: m.at });
    return;
  }
  if (before !== undefined && sameObj(before.value, value)) return;
  const refs = [...(before === undefined ? [] : refsOf(before.value)), ...refsOf(value)];
  const relations = [before?.value, value].flatMap((side) => (side === undefined ? [] : relationOf(side)));
  const [relation = "is"] = relations;
  const joined = relations.every((other) => other === relation) ? relation : "any";
  if (before?.value.kind === "unknown" && before.value.relation === joined)
    return addRefs(m, before.value, refs, home);
  home.names.set(name, { value: because(doubt, refs, joined), at: m.at });
  changed(m, home);
}

function kernelWrites(m: Machine): Cause {
  return m.doubts.at(-1) ?? { at: m.at, why: { kind: "call", name: "" } };
}

/** Numbers and their like have to do with no object, so they are no reason for doubt. */
function relationOf(value: Obj): Relation[] {
  if (value.kind === "unknown") return value.refs.size === 0 ? [] : [value.relation];
  if (value.kind === "tuple") return ["holds"];
  return refsOf(value).length === 0 ? [] : ["is"];
}

/** An unknown value may hold these too from now on. */
export function addRefs(m: Machine, value: Unknown, refs: Iterable<Ref>, frame?: Frame): void {
  for (const ref of refs) {
    if (hasRef(value.refs, ref)) continue;
    value.refs.add(ref);
    changed(m, frame ?? holderOf(m, value));
  }
}

/** The oldest frame that has a name for a value: one that a loop in doubt has made itself is no loss to it. */
function holderOf(m: Machine, value: Unknown): Frame | null {
  for (const frame of [m.module, ...m.frames])
    for (const binding of frame.names.values()) if (binding.value === value) return frame;
  return null;
}

/** Functions of one definition that were made in doubt count as one: each round of a loop makes another. */
export function hasRef(refs: ReadonlySet<Ref>, ref: Ref): boolean {
  if (refs.has(ref)) return true;
  if (ref.kind !== "function" || ref.doubts === 0) return false;
  return [...refs].some((other) => other.kind === "function" && other.def === ref.def && other.doubts > 0);
}

export function unbind(m: Machine, frame: Frame, name: string): void {
  const home = homeOf(m, frame, name);
  const doubt = m.doubts.length > home.doubts ? m.doubts.at(-1) : undefined;
  keepNames(m, home);
  if (doubt === undefined) home.names.delete(name);
  else if (home.names.has(name)) bind(m, frame, name, because(doubt));
}

/** Where a name lives that a statement of the frame binds. */
function homeOf(m: Machine, frame: Frame, name: string): Frame {
  if (frame.facts?.globals.has(name) === true) return m.module;
  if (frame.facts?.nonlocals.has(name) !== true) return frame;
  for (let at = frame.parent; at !== null && at.kind !== "module"; at = at.parent) {
    if (at.names.has(name) || at.facts?.locals.has(name) === true) return at;
  }
  return frame;
}

/** The value of a name of the module or of the functions around, or null. */
export function find(m: Machine, frame: Frame, name: string): Binding | null {
  for (let at: Frame | null = frame; at !== null; at = at.parent) {
    if (at.facts?.globals.has(name) === true) return find(m, m.module, name);
    const binding = at.names.get(name);
    if (at === m.module && m.world.runs) m.world.seen?.set(name, binding?.value);
    if (binding !== undefined) return binding;
    if (at.facts?.locals.has(name) === true) return { value: unset(m, name), at: m.at };
  }
  return null;
}

function unset(m: Machine, name: string): Unknown {
  const doubt = m.doubts.at(-1);
  return doubt === undefined ? unknown({ kind: "undefined", name }, m.at) : because(doubt);
}

export function raises(message: string): Why {
  return { kind: "raises", message };
}

// Losses

/** What the objects hold, and what these hold, is not known from here on. */
export function loseAll(m: Machine, refs: Iterable<Ref>, cause: Cause): void {
  for (const ref of reachable(refs)) lose(m, ref, cause);
}

/** What the object itself holds is not known from here on; `holds` may be part of it. */
export function lose(m: Machine, ref: Ref, cause: Cause, holds: Iterable<Ref> = []): void {
  if (ref.kind === "function" || ref.kind === "world") return;
  if (ref.lost === null) {
    ref.lost = { at: m.at, cause, holds: new Set() };
    changed(m, null);
  }
  for (const held of holds) {
    if (hasRef(ref.lost.holds, held)) continue;
    ref.lost.holds.add(held);
    changed(m, null);
  }
  if (m.world.holds.has(ref)) handOver(m, holds, cause);
}

/** An object that is changed now: in doubt nobody knows what it holds afterwards. */
export function loseInDoubt(m: Machine, ref: Ref, holds: Iterable<Ref> = []): void {
  const doubt = m.doubts.at(-1);
  if (doubt !== undefined) lose(m, ref, doubt, holds);
}

/** No object keeps its value, and no name does; functions and modules, which code seldom replaces, only with `replaced`. */
export function forgetAll(m: Machine, cause: Cause, replaced = false): void {
  for (const frame of [m.module, ...m.frames]) {
    for (const [name, { value }] of frame.names) {
      loseAll(m, refsOf(value), cause);
      if (value.kind === "unknown" || (!replaced && (value.kind === "known" || value.kind === "function")))
        continue;
      frame.names.set(name, { value: because(cause, refsOf(value)), at: m.at });
      changed(m, frame);
    }
  }
}

/** The same value, or the same object. */
export function sameObj(a: Obj, b: Obj): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "number":
      return b.kind === "number" && Object.is(a.value, b.value) && sameType(a.type, b.type);
    case "text":
      return b.kind === "text" && a.text === b.text;
    case "none":
      return b.kind === "none";
    case "tuple":
      return (
        b.kind === "tuple" &&
        a.items.length === b.items.length &&
        a.items.every((item, i) => sameObj(item, b.items[i] ?? item))
      );
    case "known":
      return b.kind === "known" && sameKnown(a.known, b.known);
    case "range":
      return b.kind === "range" && a.start === b.start && a.stop === b.stop && a.step === b.step;
    default:
      return false;
  }
}
