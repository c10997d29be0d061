import { afterAll, describe, expect, it } from "vitest";
import { type FlatDependence, flatDistances } from "../../src/loops/depend/index.ts";
import type { For, Load, Loops, Stmt, Store } from "../../src/loops/nodes.ts";
import { printLoops } from "../../src/loops/program.ts";
import { alwaysRuns, loopNamed } from "./enumerate.ts";
import { nodesIn, runFlat } from "./flat.ts";
import { kernel, randomNest, seeded, shapes } from "./nests.ts";

/** Kernels a property; LUTRA_NESTS=20000 for a long run. */
const COUNT = Number(process.env.LUTRA_NESTS ?? 40);

const chainOf = (stmt: Stmt): string[] => {
  if (stmt.kind !== "for") return [];
  const inner = stmt.body.find((one): one is For => one.kind === "for");
  return [stmt.name, ...(inner === undefined ? [] : chainOf(inner))];
};

function isImperfect(stmt: Stmt): boolean {
  if (stmt.kind !== "for") return false;
  const inner = stmt.body.find((one) => one.kind === "for");
  return inner !== undefined && (stmt.body.length > 1 || isImperfect(inner));
}

describe("distances in random nests are those that running them finds", () => {
  const tally = { asked: 0, inexact: 0, lower: 0 };
  afterAll(() => {
    if (COUNT > 100) console.info(tally);
  });

  for (const [depth, perfect, outer] of [
    [1, true, 0],
    [2, true, 0],
    [2, false, 0],
    [2, true, 1],
    [3, true, 0],
    [3, false, 0],
    [3, false, 1],
  ] as const) {
    it(`${depth} deep, ${perfect ? "perfect" : "imperfect"}, ${outer} around`, () => {
      for (let k = 0; k < COUNT; k++) {
        const random = seeded((depth * 4 + outer * 2 + Number(perfect)) * 1_000_003 + k);
        const loops = kernel(shapes, [randomNest(random, { depth, perfect })]);
        const names = loops.body.flatMap(chainOf);
        if (loops.body.some(isImperfect) && !alwaysRuns(loops, names)) continue;
        check(loops, names.slice(outer), tally);
      }
    });
  }
});

function check(loops: Loops, names: readonly string[], tally: Record<string, number>): void {
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
