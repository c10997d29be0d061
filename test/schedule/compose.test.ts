/** Primitives in any order: whatever is not refused leaves a valid kernel that computes the same bits. */
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { kernels } from "./kernels.ts";
import { outcome, randomStep, rng } from "./random.ts";

// LUTRA_SCHEDULES=20000 for a long run, LUTRA_SEED to begin elsewhere.
const count = Number(process.env.LUTRA_SCHEDULES ?? 120);
const first = Number(process.env.LUTRA_SEED ?? 1);
const names = Object.keys(kernels) as (keyof typeof kernels)[];

describe("random schedules", () => {
  it(`${count} of them change no bit`, { timeout: 10 * count + 60_000 }, () => {
    for (let seed = first; seed < first + count; seed++) {
      const random = rng(seed);
      const name = names[random(names.length)] ?? "matmul";
      const expected = outcome(kernels[name], seed);
      walk(kernels[name], seed, false, (loops, text) => {
        expect(outcome(loops, seed), `seed ${seed}, ${name}:\n${text}`).toEqual(expected);
      });
    }
  });

  it("those with reassociate stay valid, and change no integer", { timeout: 10 * count + 60_000 }, () => {
    const integers = ["matvec", "chain", "histogram", "local"] as const;
    for (let seed = first; seed < first + count / 4; seed++) {
      const random = rng(seed);
      const name = integers[random(integers.length)] ?? "matvec";
      const expected = outcome(kernels[name], seed);
      walk(kernels[name], seed, true, (loops, text) => {
        expect(outcome(loops, seed), `seed ${seed}, ${name}:\n${text}`).toEqual(expected);
      });
    }
  });
});

/** A few random steps, each checked where it is not refused. */
function walk(
  start: Loops,
  seed: number,
  reassociates: boolean,
  check: (loops: Loops, text: string) => void,
): void {
  const random = rng(seed + 1_000_000);
  let loops = start;
  const taken: Step[] = [];
  for (let k = 0; k < 6; k++) {
    const step = randomStep(loops, random, reassociates);
    if (step === null) continue;
    const applied = applyStep(loops, step);
    if (!applied.ok) continue;
    taken.push(step);
    const text = printSchedule(taken);
    expect(verifyLoops(applied.loops), `seed ${seed}:\n${text}`).toEqual([]);
    check(applied.loops, text);
    loops = applied.loops;
  }
}
