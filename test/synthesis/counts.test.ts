/** The exact counts of counts.ts: what is found soon. */
import { expect, test } from "vitest";
import { byHand } from "../../bench/hardware/anchors.ts";
import { readRecord } from "../../bench/hardware/record.ts";
import { areasAreTodays, areasOfToday, countsAreExact, folder, quick } from "./counts.ts";

countsAreExact(quick);
areasAreTodays(areasOfToday("small", 2));

test.each(byHand)("$kernel takes about what a good design by hand takes", ({ kernel, others }) => {
  const [hand] = others;
  const written = readRecord(folder, kernel).written;
  expect(written?.cycles).toBeLessThanOrEqual(1.25 * (hand?.cycles ?? 0));
  if (hand?.lut !== undefined) expect(written?.area?.lut).toBeLessThanOrEqual(1.5 * hand.lut);
  if (hand?.dsp !== undefined) expect(written?.area?.dsp).toBeLessThanOrEqual(hand.dsp);
});
