/** Slots of an interval as bits: what ranges around it hold, whatever the interval. */
import { expect, test } from "vitest";
import { countSlots, slotsFrom, wordsFor } from "../../../src/synthesis/timing/slots.ts";

test.each([1, 2, 31, 32, 33, 64, 65, 100])("ranges around an interval of %i", (ii) => {
  for (let from = 0; from < ii; from++) {
    for (const count of new Set([0, 1, ii >> 1, ii - 1, ii])) {
      const words = Array.from({ length: wordsFor(ii) }, (_, word) => slotsFrom(from, count, ii, word));
      const found = Array.from({ length: ii }, (_, slot) => ((words[slot >> 5] ?? 0) >>> (slot & 31)) & 1);
      const expected = Array.from({ length: ii }, (_, slot) => ((slot - from + ii) % ii < count ? 1 : 0));
      expect(found).toEqual(expected);
      expect(words.reduce((sum, word) => sum + countSlots(word), 0)).toBe(count);
    }
  }
});
