/** Pairs leave the queue by their score, those of one score by their key; counts survive that the table grows. */
import { expect, test } from "vitest";
import { count, insert, newCandidates, takeTop } from "../../src/synthesis/plan/linear/candidates.ts";
import { dice } from "../hardware/random.ts";

test("a pair has one number, however many there are", () => {
  const candidates = newCandidates();
  const keys = Array.from({ length: 5000 }, (_, at) => at * 2 ** 31 + (at % 7)); // up to 44 bits
  const numbers = keys.map((key) => count(candidates, key, 1));
  expect(new Set(numbers).size).toBe(keys.length);
  expect(keys.map((key) => count(candidates, key, 1))).toEqual(numbers);
  expect(numbers.map((pair) => candidates.counts[pair])).toEqual(keys.map(() => 2));
});

test("the highest score comes first, then the smallest key", () => {
  const d = dice(1);
  const candidates = newCandidates();
  const given = Array.from({ length: 2000 }, () => ({ key: d.roll(2 ** 30) * 2 ** 20, score: d.roll(50) }));
  for (const { key, score } of given) insert(candidates, count(candidates, key, 1), score);
  const taken: typeof given = [];
  for (let pair = takeTop(candidates); pair >= 0; pair = takeTop(candidates))
    taken.push({ key: candidates.keys[pair] ?? -1, score: candidates.highest });
  expect(taken).toEqual(given.toSorted((a, b) => b.score - a.score || a.key - b.key));
});
