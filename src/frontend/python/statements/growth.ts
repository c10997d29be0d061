/**
 * Exact locals that grow in a loop: `acc += x[i] * h[i]` is one bit wider each time. They get the width that holds all
 * they can be, proved from the trip count (program/growth), or are refused with the declaration to write.
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import {
  type Analysis,
  type Bound,
  boundOf,
  newAnalysis,
  newFrame,
  runBody,
} from "../../../program/growth/index.ts";
import type { Stmt } from "../../../program/nodes.ts";
import { contains, type ExactRange, hull, rangeOfType, typeOfRange } from "../../../types/exact_range.ts";
import { maxBits } from "../../../types/parse.ts";
import { printType } from "../../../types/print.ts";
import { isExact } from "../../../types/promote.ts";
import { exactInt, type FixedType, type IntType, type ScalarType, sameType } from "../../../types/types.ts";
import type { Binding, Env } from "../environment.ts";
import { isComputed } from "../known.ts";
import { report, type Scope } from "../scope.ts";

/** A round of typing a loop: the types at its head, and the statements that came of them. */
export interface Round {
  readonly entry: Env;
  readonly head: Env;
  readonly loop: Stmt; // its jumps and its end carry names into the locals of the head
}

/** Names whose exact type widens again and again while a loop is typed. */
export function watchGrowth(): { readonly note: (before: Env, after: Env) => readonly string[] } {
  const widened = new Map<string, number>();
  return {
    note: (before, after) => {
      for (const [name, binding] of after) {
        const [from, to] = [exactTypeOf(before.get(name)), exactTypeOf(binding)];
        if (from !== null && to !== null && !sameType(from, to))
          widened.set(name, (widened.get(name) ?? 0) + 1);
      }
      return [...widened].filter(([, times]) => times >= patience).map(([name]) => name);
    },
  };
}

/** Types that only pass from name to name settle as they come; one that widens three times grows. */
const patience = 3;

function exactTypeOf(binding: Binding | undefined): IntType | FixedType | null {
  if (binding?.kind !== "bound" || !isComputed(binding.known)) return null;
  const { type } = binding.known.expr;
  return type.kind !== "array" && isExact(type) ? type : null;
}

/**
 * Gives each name a type that holds all it can be in the loop; one that has none is reported, and keeps what it has.
 * Those that have one are returned. `hopeful` is false where types went on growing with what was proved before.
 */
export function widenToProof(
  scope: Scope,
  names: readonly string[],
  round: Round,
  hopeful: boolean,
): readonly string[] {
  const held = heldIn(scope, round);
  return names.filter((name) => {
    const type = exactTypeOf(round.head.get(name));
    if (type === null) return false;
    const range = hopeful ? rangeOfName(scope, name, round, held) : null;
    const proved = range === null ? null : withModes(typeOfRange(range, type.kind === "int"), type);
    const fits = proved !== null && widthOf(proved) <= maxBits;
    if (!fits) refuse(scope, name, type, round);
    scope.proved.set(name, fits ? proved : type);
    return fits;
  });
}

/** Whether the types that were proved hold all that the loop, typed with them, computes. */
export function isProved(scope: Scope, names: readonly string[], round: Round): boolean {
  const held = heldIn(scope, round);
  return names.every((name) => {
    const type = scope.proved.get(name);
    const own = type === undefined ? null : rangeOfType(type);
    const range = rangeOfName(scope, name, round, held);
    return own !== null && range !== null && contains(own, range);
  });
}

function heldIn(scope: Scope, { entry, head, loop }: Round): Analysis["held"] {
  const analysis = newAnalysis(
    scope.unit.functions,
    (stmt) => scope.joins.has(stmt) || scope.widens.has(stmt),
  );
  const state = new Map<string, Bound>();
  for (const [name, binding] of head) {
    const source = entry.get(name);
    if (binding.kind !== "bound" || binding.slot === null || source?.kind !== "bound") continue;
    if (!isComputed(source.known) || source.known.expr.type.kind === "array") continue;
    state.set(
      binding.slot,
      boundOf(source.known.expr, { local: () => undefined, call: () => ({ range: null, from: null }) }),
    );
  }
  runBody(analysis, [loop], state, newFrame());
  const initial = [...state].map(([slot, { range }]): [string, ExactRange | null] => [slot, range]);
  for (const [slot, range] of initial) {
    const inside = analysis.held.get(slot);
    if (inside === undefined) analysis.held.set(slot, range);
    else if (inside !== null) analysis.held.set(slot, range === null ? null : hull(inside, range));
  }
  if (analysis.work.left < 0) for (const slot of analysis.held.keys()) analysis.held.set(slot, null);
  return analysis.held;
}

/** Over all the locals that a name has at one type or another. */
function rangeOfName(scope: Scope, name: string, { head }: Round, held: Analysis["held"]): ExactRange | null {
  const binding = head.get(name);
  const own = binding?.kind === "bound" ? binding.slot : null;
  const slots = [...scope.slots].filter(([key]) => key.startsWith(`${name}:`)).map(([, slot]) => slot.name);
  let range: ExactRange | null = null;
  for (const slot of new Set([...slots, ...(own === null ? [] : [own])])) {
    const found = held.get(slot);
    if (found === undefined) continue;
    if (found === null) return null;
    range = range === null ? found : hull(range, found);
  }
  return range;
}

function withModes(type: IntType | FixedType, like: IntType | FixedType): IntType | FixedType {
  if (type.kind !== "fixed" || like.kind !== "fixed") return type;
  return { ...type, rounding: like.rounding, overflow: like.overflow };
}

function widthOf(type: IntType | FixedType): number {
  return type.kind === "int" ? type.bits : type.width;
}

function refuse(scope: Scope, name: string, type: IntType | FixedType, { entry, head }: Round): void {
  const binding = entry.get(name) ?? head.get(name);
  if (binding?.kind !== "bound") return;
  const grown = head.get(name);
  const notes = [{ span: binding.span, message: "it starts here" }];
  const span = grown?.kind === "bound" ? grown.span : binding.span;
  report(scope, diagnose("exact-growth", span, { name, declaration: declarationOf(name, type) }, notes));
}

/** `acc: pl_int32 = ...`: wide enough to be a fair start. */
function declarationOf(name: string, type: ScalarType): string {
  if (type.kind === "fixed") {
    const fraction = type.width - type.integer;
    return `${name}: pl_${type.signed ? "" : "u"}fixed(${type.integer + 16 + fraction}, ${type.integer + 16}) = ...`;
  }
  const wide = type.kind === "int" ? exactInt(type.bits > 32 ? 64 : 32, type.signed) : type;
  return `${name}: pl_${printType(wide).replace(/[<>]/g, "")} = ...`;
}
