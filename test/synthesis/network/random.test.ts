/**
 * Random kernels as networks leave what the kernel without a schedule leaves, in the cycles that were predicted.
 *
 *     LUTRA_NETWORKS=10000 LUTRA_SEED=1 npx vitest run test/synthesis/network/random.test.ts
 */
import { expect, test } from "vitest";
import { prepareLoops } from "../../../src/loops/program.ts";
import { left, sameLeft } from "../../backend/wasm-build.ts";
import { verdictBeside } from "../promise.ts";
import { argsOf, inARow, leftStalled, randomNetwork } from "./run.ts";

const count = Number(process.env.LUTRA_NETWORKS ?? 60);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`${count} from seed ${first}`, { timeout: 36_000_000 }, async () => {
  const seen = { streams: 0, memories: 0, networks: 0, ports: 0, refused: new Map<string, number>() };
  const wrong: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const { source, steps, before, loops } = randomNetwork(seed);
    const judged = await verdictBeside(before, loops, argsOf(loops, seed));
    if (judged.kind === "refused") seen.refused.set(judged.code, (seen.refused.get(judged.code) ?? 0) + 1);
    if (judged.kind === "broken") wrong.push(`seed ${seed}: ${judged.how}\n${source}\n${steps}`);
    if (judged.kind !== "kept" || judged.ran.made.network === null) continue;
    const { made } = judged.ran;
    if (made.interface.arrays.every(({ stream }) => stream === null)) {
      await inARow(before, loops).catch((error: unknown) =>
        wrong.push(`seed ${seed}: ${error}\n${source}\n${steps}`),
      );
    } else {
      seen.ports++;
      const args = argsOf(loops, seed);
      const found = await leftStalled(made, args, seed);
      if (!sameLeft(found, left(prepareLoops(before), args)))
        wrong.push(`seed ${seed}: with pauses\n${source}\n${steps}`);
    }
    seen.networks++;
    for (const { kind } of judged.ran.made.network.channels) {
      if (kind === "stream") seen.streams++;
      if (kind === "memory") seen.memories++;
    }
  }
  if (process.env.LUTRA_NETWORKS !== undefined)
    process.stderr.write(`${JSON.stringify({ ...seen, refused: [...seen.refused] })}\n`);
  expect(wrong.join("\n\n")).toBe("");
  // Depths that somebody asks for may be too small, and circuits may find what the order of the program does not show.
  const allowed = ["streams-too-short", "stream-order"];
  expect([...seen.refused.keys()].filter((code) => !allowed.includes(code))).toEqual([]);
  expect(seen.networks).toBeGreaterThan(count / 3);
  expect(seen.streams).toBeGreaterThan(count / 6);
});
