/**
 * Conditions under which an element may be loaded before the statements that touch it: those that all of them have in common.
 * Lanes that do not divide a loop's count touch what is in range under such conditions alone.
 */
import { hasLoad } from "../../loops/analysis/effects.ts";
import { assume, type Facts } from "../../loops/analysis/range/index.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import type { Origin, Stmt } from "../../loops/nodes.ts";
import { type Known, mayFault, mayLeave } from "./faults.ts";
import { plainText } from "./place.ts";
import type { Guard, Touch } from "./touch.ts";

/**
 * As few of them as tell that the index of the element is in range, outermost first; null where all together do not. `isSteady`:
 * whether a name has one value wherever the conditions are asked.
 */
export function guardsFor(
  known: Known,
  touches: readonly [Touch, ...Touch[]],
  around: Facts,
  isSteady: (name: string) => boolean,
): readonly Guard[] | null {
  const { array, place, guards } = touches[0];
  const areEnough = (some: readonly Guard[]): boolean => {
    let facts = around;
    for (const { condition, truth } of some) {
      if (mayFault(known, condition, facts)) return false;
      facts = assume(known.ranges, facts, condition, truth);
    }
    return (
      !place.index.some((at) => mayFault(known, at, facts)) && !mayLeave(known, array, place.index, facts)
    );
  };
  if (areEnough([])) return [];
  let needed = guards.filter(
    ({ condition }) => !hasLoad(condition) && [...namesRead(condition)].every(isSteady),
  );
  for (const other of touches.slice(1)) {
    if (needed.length === 0) return null;
    needed = needed.filter((guard) => other.guards.some((one) => isSame(guard, one)));
  }
  if (!areEnough(needed)) return null;
  for (const guard of needed) {
    const others = needed.filter((one) => one !== guard);
    if (areEnough(others)) needed = others;
  }
  return needed;
}

export function isSame(one: Guard, other: Guard): boolean {
  return one.truth === other.truth && textOf(one) === textOf(other);
}

function textOf({ condition }: Guard): string {
  const known = texts.get(condition);
  if (known !== undefined) return known;
  const text = plainText(condition);
  texts.set(condition, text);
  return text;
}

const texts = new WeakMap<Guard["condition"], string>();

/** A statement under conditions. */
export function guarded(stmt: Stmt, guards: readonly Guard[], { span }: Origin): Stmt {
  return guards.reduceRight<Stmt>((inner, { condition, truth }) => {
    const [then, otherwise] = truth ? [[inner], []] : [[], [inner]];
    return { kind: "if", condition, then, else: otherwise, origin: { span, operator: "schedule" } };
  }, stmt);
}

/** What of a statement runs where conditions are as they are said to be. */
export function underGuards(stmt: Stmt, guards: readonly Guard[]): readonly Stmt[] {
  if (stmt.kind !== "if") return [stmt];
  for (const truth of [true, false]) {
    const own = { condition: stmt.condition, truth };
    if (guards.some((guard) => isSame(guard, own)))
      return (truth ? stmt.then : stmt.else).flatMap((inner) => underGuards(inner, guards));
  }
  return [stmt];
}
