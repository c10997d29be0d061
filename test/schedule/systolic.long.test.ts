/**
 * systolic: the same bits, whatever the size of the array.
 *
 *     LUTRA_TESTS=all LUTRA_PROGRAMS=5000 npx vitest run test/schedule/systolic.long.test.ts     as many random kernels as wanted
 */
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { randomAutomaton, writtenAutomata } from "./automaton_kernels.ts";
import { randomElimination, writtenEliminations } from "./elimination_kernels.ts";
import { randomFront, writtenFronts } from "./front_kernels.ts";
import { loopsOf } from "./lowered.ts";
import { expectSame, loadsOf, scheduled } from "./scheduled.ts";
import { random, written } from "./systolic_kernels.ts";

describe("the same bits", () => {
  it.each([...written, ...writtenFronts, ...writtenAutomata, ...writtenEliminations])(
    "$name",
    ({ source, steps }) => {
      const loops = loopsOf(source);
      for (const text of steps) expectSame(loops, text);
    },
  );

  it("of as many steps as a scalar says", () => {
    const source = `
def kernel(a: "int16[7]", s: "uint8"):
    for t in range(int(s) % 9):
        for i in range(t % 2, 6, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`;
    expectSame(loopsOf(source), "systolic t rows=i");
  });

  it.each([
    { what: "sums", random },
    { what: "fronts", random: randomFront },
    { what: "automata", random: randomAutomaton },
    { what: "eliminations", random: randomElimination },
  ])("of random $what, and few are refused", { timeout: 36_000_000 }, ({ random }) => {
    const count = Number(process.env.LUTRA_PROGRAMS ?? 25);
    const first = Number(process.env.LUTRA_SEED ?? 1);
    let taken = 0;
    for (let seed = first; seed < first + count; seed++) {
      const { source, steps } = random(seed);
      const loops = loopsOf(source);
      for (const text of steps) {
        if (!isTaken(loops, text)) continue;
        taken += 1;
        try {
          expectSame(loops, text);
        } catch (error) {
          throw new Error(`seed ${seed}\n${source}\n${text}\n${String(error)}`);
        }
      }
    }
    expect(taken).toBeGreaterThan(count);
  });
});

function isTaken(loops: Loops, text: string): boolean {
  const parsed = parseSchedule(text);
  return parsed.ok && apply(loops, parsed.schedule).ok;
}

describe("what is read", () => {
  it("comes in once for a row or a column of elements, in every tile", () => {
    const source = `
def kernel(a: "int16[8,6]", b: "int16[6,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            s = np.int32(0)
            for k in range(6):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`;
    const after = scheduled(loopsOf(source), "systolic i rows=i columns=j size=4,2");
    expect(new Set(loadsOf(after, "a").values())).toEqual(new Set([4])); // tiles in a row of tiles
    expect(new Set(loadsOf(after, "b").values())).toEqual(new Set([2]));
  });

  it("is dealt out over memories that give two words each, unless a step before said otherwise", () => {
    const loops = loopsOf(written[0]?.source ?? "");
    const after = scheduled(loops, "partition b dim=1 cyclic 2\nsystolic i rows=i columns=j size=6,5");
    expect(after.params.map((param) => (param.kind === "array" ? param.banks : null))).toEqual([
      [{ dim: 0, how: "cyclic", factor: 3 }],
      [{ dim: 1, how: "cyclic", factor: 2 }],
      undefined,
    ]);
  });
});
