/** What a schedule asks of loops, as pragmas at the head of their bodies. */

import { rangeOf } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import type { For, Loops, UnitLimit, While } from "../../loops/nodes.ts";
import { operatorsIn } from "../../loops/operators.ts";
import { hlsOperations } from "../../schedule/hls_operations.ts";
import type { LoopContext } from "../c/dialect.ts";
import { independentArrays } from "./dependence.ts";

export function loopPragmas(loop: For | While, context: LoopContext): readonly string[] {
  if (loop.kind === "while") return [];
  const { pipeline, unroll, parallel } = loop.attrs;
  const found: string[] = [];
  if (pipeline !== undefined) {
    found.push(`PIPELINE II=${pipeline.ii ?? 1}`);
    for (const array of independentArrays(context.loops, loop)) {
      found.push(`DEPENDENCE variable=${context.name(array)} type=inter dependent=false`);
    }
  }
  if (unroll !== undefined)
    found.push(unroll.factor === undefined ? "UNROLL" : `UNROLL factor=${unroll.factor}`);
  else if (parallel === true) found.push("UNROLL");
  const trips = isToldByUser(loop) ? null : tripBounds(loop, context);
  if (trips !== null) found.push(`LOOP_TRIPCOUNT min=${trips.min} max=${trips.max}`);
  return found.map((text) => `#pragma HLS ${text}`);
}

function isToldByUser({ body }: For): boolean {
  return body.some((stmt) => stmt.kind === "pragma" && stmt.text.startsWith("HLS LOOP_TRIPCOUNT"));
}

/** What stands at the head of every function: a limit is about the function that it stands in, not about those it calls. */
export function limitPragmas(loops: Loops): readonly string[] {
  return (loops.limits ?? []).flatMap((limit) =>
    hlsNames(loops, limit).map((name) => {
      return `#pragma HLS ALLOCATION operation instances=${name} limit=${limit.count}`;
    }),
  );
}

/** What Vitis calls the operator; of all kinds of numbers that the kernel uses it with where the limit names none. */
export function hlsNames(loops: Loops, { operator }: UnitLimit): readonly string[] {
  const kinds = operatorsIn(loops).filter((name) => name === operator || name.endsWith(`.${operator}`));
  const names = kinds.flatMap((name) => {
    const dot = name.lastIndexOf(".");
    return dot < 0 ? [] : hlsOperations(name.slice(0, dot), name.slice(dot + 1));
  });
  return [...new Set(names)];
}

/** How often a loop may run, where that is not plain from its bounds but is known all the same. */
function tripBounds(loop: For, { ranges, facts }: LoopContext): { min: number; max: number } | null {
  if (tripCount(loop) !== null) return null;
  const from = rangeOf(ranges, loop.from, facts);
  const to = rangeOf(ranges, loop.to, facts);
  if (from === null || to === null) return null;
  const rounds = (first: number, last: number): number => Math.max(0, Math.ceil((last - first) / loop.step));
  const max = rounds(from.low, to.high);
  return max > longest ? null : { min: rounds(from.high, to.low), max };
}

/** Beyond it, a bound is only that of a type, and tells nothing. */
const longest = 2 ** 24;
