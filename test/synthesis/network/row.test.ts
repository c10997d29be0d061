/** A row of calls, group by group, beside the same calls as one system of maxima and sums. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { intervalIn, repeated, type Turns } from "../../../src/synthesis/network/calls.ts";
import { groupsOf, rowOf } from "../../../src/synthesis/network/row.ts";
import { type Moving, type Step, timelineOf } from "../../../src/synthesis/network/timeline.ts";

interface Drawn {
  readonly once: readonly Moving[];
  readonly turns: Turns;
  readonly depths: readonly number[];
}

/** Streams and memories from earlier processes to later ones. */
const network: fc.Arbitrary<Drawn> = fc
  .record({ processes: fc.integer({ min: 1, max: 5 }), seed: fc.infiniteStream(fc.nat(1000)) })
  .map(({ processes, seed }) => {
    const draw = (most: number): number => (seed.next().value ?? 0) % (most + 1);
    const streams = Array.from({ length: processes > 1 ? draw(4) : 0 }, () => {
      const to = 1 + draw(processes - 2);
      return { from: draw(to - 1), to, words: 1 + draw(5) };
    });
    const once = Array.from({ length: processes }, (_, process): Moving => {
      const touches = streams.flatMap(({ from, to, words }, stream) =>
        from === process || to === process
          ? Array.from({ length: words }, (_, word) => ({
              stream,
              cycle: 1 + word * (1 + draw(1)) + draw(3),
              gives: from === process,
            }))
          : [],
      );
      const cycles = [...new Set(touches.map(({ cycle }) => cycle))].sort((one, other) => one - other);
      const steps = cycles.map((cycle): Step => {
        const now = touches.filter((touch) => touch.cycle === cycle);
        const of = (gives: boolean): readonly number[] =>
          now.flatMap((touch) => (touch.gives === gives ? [touch.stream] : []));
        return { cycle, takes: of(false), gives: of(true) };
      });
      const after = process > 0 && draw(2) === 0 ? [draw(process - 1)] : [];
      return { length: Math.max(0, ...cycles) + 1 + draw(12), steps, after };
    });
    const some = (): readonly number[] => (draw(2) === 0 ? [draw(processes - 1)] : []);
    const turns: Turns = {
      atOnce: 1 + draw(processes + 1),
      keeps: some(),
      frees: some(),
      of: once.map(() => ({
        takers: some(),
        returns: draw(3) === 0,
        sharers: some(),
        rest: draw(2),
        neighbours: some(),
        gives: draw(3) === 0,
      })),
    };
    return { once, turns, depths: streams.map(() => 1 + draw(4)) };
  });

test("starts and ends are those of all calls at once", () => {
  fc.assert(
    fc.property(network, ({ once, turns, depths }) => {
      const several = repeated(once, turns, 9);
      const all = timelineOf(several.processes, depths);
      const row = rowOf(groupsOf(once, depths.length), several, depths);
      expect(row === null).toBe(!all.ok);
      if (row === null || !all.ok) return;
      expect(row.starts).toEqual(all.starts);
      expect(row.ends).toEqual(all.ends);
    }),
    { numRuns: 1000 },
  );
});

test("an interval that is told goes on", () => {
  fc.assert(
    fc.property(network, ({ once, turns, depths }) => {
      const groups = groupsOf(once, depths.length);
      const [short, long] = [repeated(once, turns, 16), repeated(once, turns, 60)];
      const [row, all] = [rowOf(groups, short, depths), timelineOf(long.processes, depths)];
      const interval = row === null ? null : intervalIn(row, short, turns.atOnce);
      if (interval === null || !all.ok) return;
      const start = (call: number): number => all.starts[long.accepts[call] ?? -1] ?? Number.NaN;
      const period = [1, 2, 3, 4, 5, 6].find((one) => Number.isInteger(interval * one)) ?? 1;
      for (let call = 20; call + 12 * period < 60; call++)
        expect(start(call + 12 * period) - start(call)).toBe(12 * period * interval);
    }),
    { numRuns: 300 },
  );
});
