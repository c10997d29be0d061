/**
 * Random expressions of integers and fixed numbers under masks, narrow casts, shifts and rests: the bits of the
 * reference.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/synthesis/demand-random.test.ts
 */
import { expect, test } from "vitest";
import { maskedKernel } from "./masked-kernels.ts";
import { verdict } from "./promise.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 12);
const first = Number(process.env.LUTRA_SEED ?? 1);

test("random kernels of which low bits matter", { timeout: 0 }, async () => {
  const found: string[] = [];
  let faults = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const { text, loops, args } = maskedKernel(seed);
    const judged = await verdict(loops, args);
    if (judged.kind === "broken") found.push(`seed ${seed}: ${judged.how}\n${text}`);
    if (judged.kind === "kept" && judged.ran.left.fault !== null) faults++;
    if (judged.kind === "refused") found.push(`seed ${seed}: ${judged.code}\n${text}`);
  }
  expect(found).toEqual([]);
  expect(faults).toBeLessThanOrEqual(runs / 8); // they are here for their results
});
