/**
 * Loops that are run together without being asked, fills with their readers and copies with each other: the bits of the
 * reference, in the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=500 LUTRA_SEED=7 npx vitest run test/synthesis/nests-random.test.ts
 */
import { expect, test } from "vitest";
import { nest, type Scheduled, stencil } from "./nests.ts";
import { verdictBeside } from "./promise.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 12);
const first = Number(process.env.LUTRA_SEED ?? 1);

test.each([
  { name: "stencils with buffers", make: stencil },
  { name: "nests with an unrolled loop outside", make: nest },
])("random $name", { timeout: 0 }, async ({ make }) => {
  const found: string[] = [];
  for (let seed = first; seed < first + runs; seed++) found.push(...(await problems(make, seed)));
  expect(found).toEqual([]);
});

async function problems(make: (seed: number) => Scheduled, seed: number): Promise<readonly string[]> {
  const { text, before, loops, args } = make(seed);
  const judged = await verdictBeside(before, loops, args);
  if (judged.kind === "broken") return [`seed ${seed}: ${judged.how}\n${text}`];
  return judged.kind === "refused" ? [`seed ${seed}: ${judged.code}\n${text}`] : [];
}
