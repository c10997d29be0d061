/** Who waits for whom, on paper. */
import { expect, test } from "vitest";
import {
  leastDepths,
  type Moving,
  mostWaiting,
  timelineOf,
} from "../../../src/synthesis/network/timeline.ts";

const steps = (
  count: number,
  every: number,
  moves: { takes?: number[]; gives?: number[] },
): Moving["steps"] =>
  Array.from({ length: count }, (_, at) => ({ cycle: 1 + at * every, takes: [], gives: [], ...moves }));

/** One process gives a word a cycle, in bursts; another takes one every other cycle. */
const bursts: readonly Moving[] = [
  {
    length: 40,
    after: [],
    steps: steps(8, 1, { gives: [0] }).map((step, at) => ({
      ...step,
      cycle: step.cycle + (at < 4 ? 0 : 12),
    })),
  },
  { length: 40, after: [], steps: steps(8, 2, { takes: [0] }) },
];

test("a word that is given is there from the next cycle on", () => {
  const found = timelineOf(
    [
      { length: 2, after: [], steps: [{ cycle: 1, takes: [], gives: [0] }] },
      { length: 2, after: [], steps: [{ cycle: 1, takes: [0], gives: [] }] },
    ],
    [1],
  );
  expect(found).toMatchObject({ ok: true, given: [[1]], taken: [[2]], ends: [2, 3] });
});

test("the least depth is one with which one word less makes somebody later", () => {
  const [depth = 0] = leastDepths([null], (depths) => {
    const found = timelineOf(bursts, depths);
    const waiting = (): number => (found.ok ? mostWaiting(found.given[0] ?? [], found.taken[0] ?? []) : 0);
    return found.ok ? { ends: found.ends, waiting } : null;
  });
  const free = timelineOf(bursts, [Infinity]);
  expect(timelineOf(bursts, [depth])).toMatchObject({ ends: free.ok ? free.ends : [] });
  const less = timelineOf(bursts, [depth - 1]);
  expect(less.ok && less.ends).not.toEqual(free.ok && free.ends);
});

test("processes that wait for each other are told with what they wait for", () => {
  const circle: readonly Moving[] = [
    {
      length: 5,
      after: [],
      steps: [
        { cycle: 1, takes: [0], gives: [] },
        { cycle: 2, takes: [], gives: [1] },
      ],
    },
    {
      length: 5,
      after: [],
      steps: [
        { cycle: 1, takes: [1], gives: [] },
        { cycle: 2, takes: [], gives: [0] },
      ],
    },
  ];
  expect(timelineOf(circle, [9, 9])).toEqual({
    ok: false,
    waits: [
      { process: 0, stream: 0, for: "word" },
      { process: 1, stream: 1, for: "word" },
    ],
  });
});
