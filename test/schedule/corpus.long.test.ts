/**
 * Kernels of the corpus under random schedules: the same bits on every road (roads.ts), or a fault on each.
 * ALL=1 takes every kernel, else one in eight; SEED chooses other ones and other schedules.
 */
import { expect, test } from "vitest";
import { printSchedule } from "../../src/schedule/print.ts";
import { kernelAt, kernelPaths } from "../corpus/kernels.ts";
import { drawSchedule } from "./draw.ts";
import { judge } from "./roads.ts";

const seed = Number(process.env.SEED ?? 1);
const paths = kernelPaths.filter((_, i) => process.env.ALL === "1" || (i + seed) % 8 === 0);

test.each(paths)("%s", { timeout: 60_000 }, async (path) => {
  const { program, args, header } = kernelAt(path);
  for (const round of [1, 2, 3]) {
    const own = [...`${path} ${round}`].reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9,
      seed,
    );
    const found = await judge(program, args, (loops) => drawSchedule(loops, own), {
      wasm: false,
      python: null,
    });
    const shown = found === null ? "" : printSchedule([...found.draft.changing, ...found.draft.keeping]);
    expect(found?.trouble, shown).toBeNull();
    expect(found?.faults).toBe(header.raises !== null);
  }
});
