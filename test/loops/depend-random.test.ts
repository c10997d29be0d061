import { afterAll, describe, expect, it } from "vitest";
import {
  type Clash,
  canComputeAt,
  canDistribute,
  canFuseLoops,
  canParallel,
  canReorder,
  dependences,
} from "../../src/loops/depend/index.ts";
import type { For, Loops, Stmt } from "../../src/loops/nodes.ts";
import { printLoops } from "../../src/loops/program.ts";
import {
  alwaysRuns,
  distributeClash,
  enumerated,
  loopNamed,
  mergeClash,
  parallelClash,
  reorderClash,
} from "./enumerate.ts";
import { kernel, loop, type Random, randomNest, seeded, shapes } from "./nests.ts";

/** Kernels a property; LUTRA_NESTS=20000 for a long run. */
const COUNT = Number(process.env.LUTRA_NESTS ?? 100);

function kernels(seed: number, build: (random: Random) => readonly Stmt[]): Loops[] {
  return Array.from({ length: COUNT }, (_, k) => kernel(shapes, build(seeded(seed * 1_000_003 + k))));
}

const chainOf = (stmt: Stmt): string[] => {
  if (stmt.kind !== "for") return [];
  const inner = stmt.body.find((one): one is For => one.kind === "for");
  return [stmt.name, ...(inner === undefined ? [] : chainOf(inner))];
};

describe("dependences of random nests are those that enumeration finds", () => {
  let asked = 0;
  let conservative = 0;
  afterAll(() => {
    if (COUNT > 100) console.info(`${conservative} of ${asked} kernels not exact`);
    expect(conservative / asked).toBeLessThan(0.01);
  });

  for (const [depth, perfect] of [
    [2, true],
    [2, false],
    [3, true],
    [3, false],
  ] as const) {
    it(`${depth} deep, ${perfect ? "perfect" : "imperfect"}`, () => {
      for (const loops of kernels(depth * 2 + Number(perfect), (random) => [
        randomNest(random, { depth, perfect }),
      ])) {
        const analysed = dependences(loops);
        const found = enumerated(loops);
        const key = (d: (typeof analysed)[number]): string =>
          `${d.source.order} ${d.sink.order} ${d.directions.join("")}`;
        const text = printLoops(loops);
        asked++;
        if (!analysed.every((d) => d.exact)) {
          // The solver gave up on a system: what it then assumes must cover what happens.
          const assumed = analysed.map((d) => new RegExp(`^${key(d).replaceAll("*", ".")}$`));
          for (const one of found.keys())
            expect(
              assumed.some((d) => d.test(one)),
              text,
            ).toBe(true);
          conservative++;
          continue;
        }
        expect(new Set(analysed.map(key)), text).toEqual(new Set(found.keys()));
        for (const d of analysed) {
          const seen = [...(found.get(key(d)) ?? [])].map((one) => one.split(",").map(Number));
          const expected = d.loops.map((_, level) => {
            const values = new Set(seen.map((distances) => distances[level]));
            return values.size === 1 ? [...values][0] : null;
          });
          expect(d.distances, text).toEqual(expected);
          const moved = d.loops.map((name) => (d.witness?.sink[name] ?? 0) - (d.witness?.source[name] ?? 0));
          expect(seen, text).toContainEqual(moved);
        }
      }
    });
  }
});

/** Legal only if it is; refused for certain only if it clashes. Counts what is refused to be safe. */
function agree(clash: Clash, clashes: boolean, tally: Tally, text: string): void {
  tally.asked++;
  if (clash === null || clash.exact) expect(clash !== null, text).toBe(clashes);
  else if (!clashes) tally.conservative++;
}

interface Tally {
  asked: number;
  conservative: number;
}

describe("legality in random nests is what enumeration says", () => {
  const tally: Tally = { asked: 0, conservative: 0 };
  afterAll(() => {
    if (COUNT > 100) console.info(`${tally.conservative} of ${tally.asked} answers conservative`);
    // Only statements beside a loop in steps whose length varies.
    expect(tally.conservative / tally.asked).toBeLessThan(0.01);
  });

  it("canParallel", () => {
    for (const loops of kernels(11, (random) => [
      randomNest(random, { depth: 2 + random(2), perfect: random(2) === 0 }),
    ])) {
      for (const name of loops.body.flatMap(chainOf)) {
        agree(canParallel(loops, name), parallelClash(loops, name), tally, `${name}\n${printLoops(loops)}`);
      }
    }
  });

  it("canReorder, of all permutations, statements between loops included", () => {
    for (const loops of kernels(12, (random) => [
      randomNest(random, { depth: 2 + random(2), perfect: random(2) === 0 }),
    ])) {
      const chain = loops.body.flatMap(chainOf);
      // A statement beside an empty loop has no iteration of it to go to.
      if (loops.body.some(isImperfect) && !alwaysRuns(loops, chain)) continue;
      for (const order of permutations(chain)) {
        agree(
          canReorder(loops, order),
          reorderClash(loops, chain, order),
          tally,
          `${order}\n${printLoops(loops)}`,
        );
      }
    }
  });

  it("canFuseLoops, at the top and inside a loop", () => {
    for (const loops of kernels(13, (random) => {
      const inside = random(3) === 0;
      const outer = inside ? [{ name: "t", low: 0, high: 2 }] : [];
      const nest = (first: number): For =>
        randomNest(random, { depth: 1 + random(2), perfect: random(2) === 0 }, first, outer);
      const pair = [nest(0), nest(3)];
      return inside ? [loop("t", 0, 3, pair)] : pair;
    })) {
      const inside = loops.body.length === 1;
      agree(
        canFuseLoops(loops, "i", "l"),
        mergeClash(loops, ["i"], ["l"], inside ? ["t"] : []),
        tally,
        printLoops(loops),
      );
    }
  });

  it("canDistribute, after each statement", () => {
    for (const loops of kernels(15, (random) => {
      const nest = randomNest(random, { depth: 1 + random(3), perfect: false });
      return random(3) === 0 ? [loop("t", 0, 3, [nest])] : [nest];
    })) {
      for (const name of loops.body.flatMap(chainOf)) {
        for (let keep = 1; keep < loopNamed(loops, name).body.length; keep++) {
          agree(
            canDistribute(loops, name, keep),
            distributeClash(loops, name, keep),
            tally,
            `${name} after ${keep}\n${printLoops(loops)}`,
          );
        }
      }
    }
  });

  it("canComputeAt, at each loop of the consumer", () => {
    for (const loops of kernels(14, (random) => [
      randomNest(random, { depth: 2 + random(2), perfect: true }),
      randomNest(random, { depth: 2, perfect: random(2) === 0 }, 3),
    ])) {
      for (const [into, ones, twos] of [
        ["l", ["i"], ["l"]],
        ["m", ["i", "j"], ["l", "m"]],
      ] as const) {
        agree(
          canComputeAt(loops, "i", into),
          mergeClash(loops, ones, twos, []),
          tally,
          `${into}\n${printLoops(loops)}`,
        );
      }
    }
  });
});

function isImperfect(stmt: Stmt): boolean {
  if (stmt.kind !== "for") return false;
  const inner = stmt.body.find((one) => one.kind === "for");
  return inner !== undefined && (stmt.body.length > 1 || isImperfect(inner));
}

function permutations(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]];
  return names.flatMap((name, k) =>
    permutations([...names.slice(0, k), ...names.slice(k + 1)]).map((rest) => [name, ...rest]),
  );
}
