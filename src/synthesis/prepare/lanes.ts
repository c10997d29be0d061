/**
 * The accesses of a loop's body that walk along the same elements: `a[i - 1]`, `a[i]` and `a[i + 1]` are one lane.
 *
 * In iteration n an access at position q touches cell n + q of its lane. Lanes of one array never share an element when
 * their indices move alike.
 */

import { writesOf } from "../../loops/analysis/effects.ts";
import type { Expr, For, Stmt } from "../../loops/nodes.ts";
import type { ElementRef } from "./place.ts";
import { type Touch, touchesOf } from "./touch.ts";

export interface Lane {
  readonly array: string;
  readonly terms: string; // how its indices move: see Place
  readonly steps: ReadonlyMap<number, Step>; // by position
}

/** All accesses of one lane at one position. */
export interface Step {
  readonly index: readonly Expr[];
  readonly loads: readonly Touched[];
  readonly stores: readonly Touched[];
}

export interface Touched {
  readonly at: number; // of the statement in the body
  readonly stmt: Stmt;
  readonly touch: Touch;
}

/** `others`: of each array, the accesses that are in no lane, because their indices are no sums or change otherwise. */
export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly others: readonly Touched[];
  position(array: string, place: ElementRef): { readonly lane: Lane; readonly position: number } | null;
}

export function lanesOf(loop: For): Lanes {
  const writes = writesOf(loop.body);
  const lanes = new Map<string, Building>();
  const others: Touched[] = [];
  for (const [at, stmt] of loop.body.entries()) {
    for (const touch of touchesOf(stmt)) {
      const cell = cellOf(loop, touch.array, touch.place, writes);
      if (cell === null) {
        others.push({ at, stmt, touch });
        continue;
      }
      const lane = lanes.get(cell.lane) ?? {
        array: touch.array,
        terms: touch.place.terms,
        steps: new Map<number, Making>(),
      };
      lanes.set(cell.lane, lane);
      const step = lane.steps.get(cell.position) ?? { index: touch.place.index, loads: [], stores: [] };
      lane.steps.set(cell.position, step);
      (touch.write ? step.stores : step.loads).push({ at, stmt, touch });
    }
  }
  return {
    lanes: [...lanes.values()],
    others,
    position(array, place) {
      const cell = cellOf(loop, array, place, writes);
      const lane = cell === null ? undefined : lanes.get(cell.lane);
      return cell === null || lane === undefined ? null : { lane, position: cell.position };
    },
  };
}

interface Making {
  readonly index: readonly Expr[];
  readonly loads: Touched[];
  readonly stores: Touched[];
}

interface Building {
  readonly array: string;
  readonly terms: string;
  readonly steps: Map<number, Making>;
}

/** Null where the element does not move evenly with the loop. */
function cellOf(
  { variable, step }: For,
  array: string,
  place: ElementRef,
  writes: ReadonlySet<string>,
): { readonly lane: string; readonly position: number } | null {
  if ([...place.names].some((name) => writes.has(name))) return null;
  const moves: number[] = [];
  const constants: number[] = [];
  for (const form of place.forms) {
    if (form === null) return null;
    moves.push((form.terms.get(variable) ?? 0) * step);
    constants.push(form.constant);
  }
  const lead = moves.findIndex((move) => move !== 0);
  if (lead < 0) return null;
  const position = Math.floor((constants[lead] ?? 0) / (moves[lead] ?? 1));
  const start = constants.map((constant, dim) => constant - (moves[dim] ?? 0) * position);
  return { lane: `${array}[${place.terms}] from ${start.join(", ")}`, position };
}
