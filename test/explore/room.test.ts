import { expect, test } from "vitest";
import { type Part, parts } from "../../src/device/part.ts";
import { roomFor } from "../../src/driver/room.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { writtenLoops } from "../synthesis/written.ts";

const products = `def kernel(a: "int16[8,8]", b: "int16[8,8]", c: "int16[8,8]"):
    e = a @ b
    return e @ c`;

/** In each of them a guess at what is shared, or at memories with more readers, was too good. */
const small: readonly (readonly [string, Part, number])[] = [
  ["block RAMs with one port to read, and few DSPs", parts["ice40up5k-sg48"], 400],
  ["few DSPs", parts["lfe5u-12f-6bg381c"], 250],
];

test.each(small)("a schedule of our own fits the part as it is made: %s", (_, part, cycles) => {
  const target = { family: part.family, periodNs: 20 };
  const found = scheduleFor(writtenLoops(products), target, part);
  const made = synthesize(found.loops, { target });
  expect(made.ok ? roomFor(made, part) : made.diagnostics).toEqual([]);
  expect(found.cycles).toBeLessThan(cycles); // 1,500 as written
});
