/**
 * Arrays on chip of which each access names its element by numbers become scalars: nothing is left to address.
 *
 *     p[0] = p[0] + x; p[1] = p[1] + y     becomes     p_0 = p_0 + x; p_1 = p_1 + y
 */

import { assigned, namesOf } from "../../loops/names.ts";
import type { ArrayDecl, Expr, Loops, Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { zeroOf } from "../../loops/zeros.ts";
import { isSpread } from "./memories.ts";
import type { ElementRef } from "./place.ts";
import { seatOf } from "./seat.ts";
import { type Touch, touchesOf, withKept } from "./touch.ts";

/** Registers that an array may become, unless the schedule spreads it over so many memories anyway. */
export const mostScalars = 64;

export function scalarsOfArrays(loops: Loops): Loops {
  const touches = new Map<string, Touch[]>();
  for (const touch of loops.body.flatMap(touchesOf))
    if (touches.get(touch.array)?.push(touch) === undefined) touches.set(touch.array, [touch]);
  const names = namesOf(loops);
  const scalars = new Map<string, ReadonlyMap<string, string>>();
  const start: Stmt[] = [];
  for (const decl of loops.arrays) {
    const own = touches.get(decl.name) ?? [];
    const places = new Map(own.map(({ place }) => [place.key, place]));
    if (own.length === 0 || loops.results.includes(decl.name) || !areNumbers(decl, own, places.size))
      continue;
    const isScratch = decl.scratch !== undefined && isOfOneLoop(loops, decl.name, own.length);
    const kept = new Map<string, string>();
    for (const [key, place] of places) {
      const index = numbersOf(place);
      const seat = seatOf(decl, index);
      const name = names.scalar(`${decl.name}_${index.join("_")}`, decl.element, {
        ...(seat === null ? {} : { seat }),
        ...(isScratch ? { scratch: true } : {}),
      });
      kept.set(key, name);
      const zero: Expr = zeroOf(decl.element);
      const origin = loops.body[0]?.origin;
      if (origin !== undefined) start.push(assigned(name, zero, origin));
    }
    scalars.set(decl.name, kept);
  }
  if (scalars.size === 0) return loops;
  const body = loops.body.map((stmt) =>
    withKept(stmt, "all", (array, place) => scalars.get(array)?.get(place.key) ?? null),
  );
  return {
    ...loops,
    arrays: loops.arrays.filter(({ name }) => !scalars.has(name)),
    scalars: names.scalars(),
    body: [...start, ...body],
  };
}

/**
 * Whether all of so many accesses stand in one pipelined loop. A step may have copied it: then what one copy leaves is what the next one
 * finds, and the array is no scratch any more.
 */
function isOfOneLoop({ body }: Loops, name: string, count: number): boolean {
  const pipelines = [...statementsIn(body)].filter(
    (stmt) => stmt.kind === "for" && stmt.attrs.pipeline !== undefined,
  );
  return pipelines.some((loop) => touchesOf(loop).filter(({ array }) => array === name).length === count);
}

function areNumbers(decl: ArrayDecl, touches: readonly Touch[], elements: number): boolean {
  const { shape, table } = decl;
  if (table !== undefined || (elements > mostScalars && !isSpread(decl))) return false;
  return touches.every(({ place }) => {
    const at = numbersOf(place);
    return at.length === shape.length && at.every((index, dim) => index >= 0 && index < (shape[dim] ?? 0));
  });
}

/** Empty where an index is not a number. */
export function numbersOf({ forms }: ElementRef): readonly number[] {
  const numbers = forms.flatMap((form) => (form?.terms.size === 0 ? [form.constant] : []));
  return numbers.length === forms.length ? numbers : [];
}
