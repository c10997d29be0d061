/** Circuits of random `while` loops, of which some are counted: the bits of the loops, in cycles that were predicted. */
import { expect, test } from "vitest";
import { lower } from "../../src/loops/lower/index.ts";
import { day } from "../corpus/day.ts";
import { countingKernel } from "../loops/counting.ts";
import { verdict } from "./promise.ts";

const count = Number(process.env.LUTRA_COUNT ?? 25);
const first = Number(process.env.LUTRA_SEED ?? day * 1_000);

test.each(Array.from({ length: count }, (_, k) => first + k))(
  "with seed %i",
  { timeout: 0 },
  async (seed) => {
    const { program, args } = countingKernel(seed);
    const result = lower(program);
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
    const found = await verdict(result.loops, args);
    expect(
      found.kind,
      JSON.stringify(found, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).toBe("kept");
  },
);
