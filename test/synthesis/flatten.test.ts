/**
 * `flatten`: layers of constants as shared sums, with the bits of the reference and the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=300 LUTRA_SEED=7 npx vitest run test/synthesis/flatten.test.ts
 */
import { expect, test } from "vitest";
import { layersKernel } from "./layers-kernels.ts";
import { verdict } from "./promise.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 10);
const first = Number(process.env.LUTRA_SEED ?? 1);

test("random layers of constants", { timeout: 0 }, async () => {
  const found: string[] = [];
  for (let seed = first; seed < first + runs; seed++) {
    const { text, loops, args } = layersKernel(seed);
    const judged = await verdict(loops, args);
    if (judged.kind === "broken") found.push(`seed ${seed}: ${judged.how}\n${text}`);
    if (judged.kind === "refused") found.push(`seed ${seed}: ${judged.code}\n${text}`);
  }
  expect(found).toEqual([]);
});
