/**
 * Random kernels under random schedules as circuits: the bits of the reference, in the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/kernels-random.test.ts
 */
import { expect, test } from "vitest";
import { prepareLoops } from "../../src/loops/program.ts";
import { randomCases } from "../backend/c-samples.ts";
import { left } from "../backend/wasm-build.ts";
import { runCircuit } from "./kernel-run.ts";

/** What a random schedule may ask for and no circuit can do. */
const refusable = new Set(["no-core", "interval-too-short", "cannot-pipeline", "unrolled-too-far"]);

test("random kernels under random schedules", { timeout: 0 }, async () => {
  const found: string[] = [];
  let refused = 0;
  const cases = randomCases(30);
  for (const { name, loops, args } of cases) {
    try {
      const ran = await runCircuit(loops, args);
      if (ran.kind === "refused") {
        refused++;
        if (!refusable.has(ran.code)) found.push(`${name}: refused, ${ran.code}`);
        continue;
      }
      const reference = left(prepareLoops(loops), args);
      // Of several faults a circuit tells the first in time, which need not be the first in the program.
      if ((ran.left.fault === null) !== (reference.fault === null)) {
        found.push(`${name}: fault ${ran.left.fault?.code}, not ${reference.fault?.code}`);
      } else if (reference.fault === null) {
        const { least, most } = ran.made.prediction;
        if (!equal(ran.left, reference)) found.push(`${name}: other results`);
        else if (ran.cycles < least || ran.cycles > most) {
          found.push(`${name}: ${ran.cycles} cycles, predicted ${least} to ${most}`);
        }
      }
    } catch (error) {
      found.push(`${name}: ${String(error)}`);
    }
  }
  expect(found).toEqual([]);
  expect(refused).toBeLessThanOrEqual(cases.length / 3);
});

function equal(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}
