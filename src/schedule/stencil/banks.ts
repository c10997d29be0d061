/**
 * Lanes side by side need as many memories: arrays that they touch are dealt out along the innermost loop. Two lanes that
 * only read an array, or only write it, share the two ports of one memory.
 */

import { arrayNamed } from "../../loops/find.ts";
import { constantOf } from "../../loops/indices.ts";
import type { ArrayDecl, Bank, Loops } from "../../loops/nodes.ts";
import { changeArray } from "../declare.ts";
import type { Part, Read, Stage } from "./stage.ts";

/** As far as no step before said how they are stored. */
export function withBanks(loops: Loops, stages: readonly Stage[], lanes: number): Loops {
  const parts = stages.flatMap(({ reads, writes }) =>
    [...reads.values(), ...writes.values()].map(({ part }) => part),
  );
  return [...new Set(parts.map(({ array }) => array))].reduce((now, array) => {
    const decl = arrayNamed(now, array);
    const own = parts.filter((part) => part.array === array);
    const isEnough =
      lanes * touchesOf(stages, array) <= portsOfMemory && own.every(({ held }) => !held.some(Boolean));
    const banks = isEnough ? [] : banksFor(decl, own, lanes);
    return banks.length > 0 && isFree(decl) ? changeArray(now, array, (one) => ({ ...one, banks })) : now;
  }, loops);
}

const portsOfMemory = 2;

/** Of a lane, in a cycle: each stage reads what enters once, and does each of its stores. */
function touchesOf(stages: readonly Stage[], array: string): number {
  const ofArray = (all: Iterable<Read>): number => [...all].filter(({ part }) => part.array === array).length;
  return stages.reduce((sum, { reads, writes }) => {
    return sum + Math.min(1, ofArray(reads.values())) + ofArray(writes.values());
  }, 0);
}

function isFree({ banks, words, stream, table }: ArrayDecl): boolean {
  return banks === undefined && words === undefined && stream === undefined && table === undefined;
}

/** Parts that are held at different numbers are read at the same time, too. */
function banksFor({ shape }: ArrayDecl, parts: readonly Part[], lanes: number): readonly Bank[] {
  const last = parts[0]?.held.lastIndexOf(null) ?? -1;
  return shape.flatMap((size, dim): readonly Bank[] => {
    const factor = Math.min(lanes, size); // lanes beyond the end of a row touch nothing
    if (dim === last) return factor > 1 ? [{ dim, how: "cyclic", factor }] : [];
    const held = parts.map((part) => part.held[dim] ?? null);
    const numbers = new Set(held.map((one) => (one === null ? null : constantOf(one))));
    const isSpread = numbers.size > 1 && !numbers.has(null);
    return isSpread ? [{ dim, how: "complete", factor: size }] : [];
  });
}
