/** Distances between accesses of a nest, as they are claimed, beside those that running it finds. */
import { expect } from "vitest";
import { type FlatDependence, flatDistances } from "../../src/loops/depend/index.ts";
import type { Load, Loops, Store } from "../../src/loops/nodes.ts";
import { printLoops } from "../../src/loops/program.ts";
import { loopNamed } from "./enumerate.ts";
import { nodesIn, runFlat } from "./flat.ts";

export function checkDistances(loops: Loops, names: readonly string[], tally: Record<string, number>): void {
  const nest = names.map((name) => loopNamed(loops, name));
  const limit = 12;
  const found = flatDistances(loops, nest, nest.at(-1)?.body ?? [], limit);
  const truth = runFlat(loops, nest);
  const numbers = new Map(nodesIn(loops.body).map((node, k) => [node, k]));
  const said = (one: FlatDependence): string =>
    `${numbers.get(one.first)} -> ${numbers.get(one.second)}: ${one.distance} ${one.exact}\n${printLoops(loops)}`;
  const answers = new Map<Load | Store, Map<Load | Store, FlatDependence>>();
  for (const one of found) {
    const row = answers.get(one.first) ?? new Map();
    answers.set(one.first, row);
    expect(row.has(one.second), said(one)).toBe(false);
    row.set(one.second, one);
    const least = truth.least.get(one.first)?.get(one.second);
    tally.asked = (tally.asked ?? 0) + 1;
    if (one.exact) {
      if (least !== one.distance) expect(least, said(one)).toBe(one.distance);
    } else {
      tally.inexact = (tally.inexact ?? 0) + 1;
      if (least === undefined || least > one.distance) tally.lower = (tally.lower ?? 0) + 1;
      if (least !== undefined) expect(one.distance, said(one)).toBeLessThanOrEqual(least);
    }
    if (one.always) expect(truth.always(one.first, one.second, one.distance), said(one)).toBe(true);
  }
  for (const [first, row] of truth.least) {
    for (const [second, least] of row) {
      if (least > limit || answers.get(first)?.has(second)) continue;
      expect.fail(`missing ${numbers.get(first)} -> ${numbers.get(second)}: ${least}\n${printLoops(loops)}`);
    }
  }
}
