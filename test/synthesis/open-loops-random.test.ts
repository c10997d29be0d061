/**
 * Loops that data end, inside of others, run as one loop: the bits of the reference, in the cycles that were predicted. As the
 * compiler chooses, and merged whether that is faster or not.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/synthesis/open-loops-random.test.ts
 */
import { expect, test } from "vitest";
import { statementsIn } from "../../src/loops/walk.ts";
import { inSteps } from "../../src/synthesis/prepare/steps.ts";
import { leftKernel, openKernel } from "./open_loops.ts";
import { trouble } from "./prepare/same.ts";
import { verdict, verdictBeside } from "./promise.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 16);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`random kernels from seed ${first}`, { timeout: 0 }, async () => {
  const found: string[] = [];
  let merged = 0;
  for (let seed = first; seed < first + runs && found.length < 3; seed++) {
    const { text, loops, args } = openKernel(seed);
    const one = inSteps(loops);
    if (statementsIn(one.body).some((stmt) => stmt.kind === "while" && stmt.merges !== undefined)) merged++;
    const judged = [
      trouble(loops, args),
      ...[await verdict(loops, args), await verdictBeside(loops, one, args)].map((own) =>
        own.kind === "kept" ? null : own.kind === "broken" ? own.how : own.code,
      ),
    ];
    const wrong = judged.filter((one) => one !== null);
    if (wrong.length > 0) found.push(`seed ${seed}: ${wrong.join("; ")}\n${text}`);
  }
  expect(found).toEqual([]);
  expect(merged).toBeGreaterThan(runs / 2);
});

test(`loops that are left, from seed ${first}`, { timeout: 0 }, async () => {
  const found: string[] = [];
  for (let seed = first; seed < first + runs && found.length < 3; seed++) {
    const { text, loops, args } = leftKernel(seed);
    const own = await verdict(loops, args);
    if (own.kind !== "kept")
      found.push(`seed ${seed}: ${own.kind === "broken" ? own.how : own.code}\n${text}`);
  }
  expect(found).toEqual([]);
});
