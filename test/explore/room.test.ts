import { expect, test } from "vitest";
import { type Part, parts } from "../../src/device/part.ts";
import { roomFor } from "../../src/driver/room.ts";
import { adviceFor } from "../../src/explore/advice.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { applyStep } from "../../src/schedule/schedule.ts";
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

test("what would help fits the part as it is made", () => {
  const part = parts["ice40up5k-sg48"];
  const target = { family: part.family, periodNs: 80 };
  const loops = writtenLoops(
    `def kernel(a: "int32[64,16]", b: "int32[16]", c: "int32[64]"):
    for i in range(64):
        s = np.int32(0)
        for k in range(16):
            s += a[i, k] * b[k]
        c[i] = s`,
    "partition a dim=1 complete\npartition b dim=0 complete",
  );
  const large = { ...part, dsps: 64, luts: 50_000 };
  const roomOf = (asked: Part): readonly (readonly unknown[])[] =>
    adviceFor(loops, target, asked).map(({ step }) => {
      const done = applyStep(loops, step);
      const made = done.ok ? synthesize(done.loops, { target }) : null;
      return made?.ok ? roomFor(made, part) : [];
    });
  expect(roomOf(large)[0]).toMatchObject([{ code: "too-much-logic" }]);
  expect(roomOf(part).flat()).toEqual([]);
});
