/**
 * Verilog that we print is clean: Verilator with all warnings says nothing, Yosys finds no latch, loop or second driver.
 *
 *     LUTRA_PROGRAMS=300 LUTRA_TESTS=all npx vitest run test/hardware/gates.long.test.ts     as many random circuits as wanted
 */
import { describe, expect, it } from "vitest";
import { type CoreOp, core } from "../../src/hardware/cores/core.ts";
import { design, finish, input, output, startModule } from "../../src/hardware/netlist/build.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import {
  bool,
  exactInt,
  fixed,
  float,
  float32,
  int32,
  type ScalarType,
  uint8,
} from "../../src/types/types.ts";
import { counter, dualPort, fifo, multiplier, traps } from "./circuits.ts";
import { lint, synthesisProblems, verilatorAvailable } from "./gates.ts";
import { memories, memoryShapes } from "./memories.ts";
import { randomDesign } from "./random.ts";
import { rebuilt } from "./rebuild.ts";

const runs = Number(process.env.LUTRA_PROGRAMS ?? 3);
const first = Number(process.env.LUTRA_SEED ?? 1);

const floats = [float(4, 3, "flopoco"), float(5, 4, "ftz"), float(5, 10)] as const;
const cases: readonly (readonly [CoreOp, readonly ScalarType[], ScalarType])[] = [
  ...floats.flatMap((type) => [
    ...(["add", "mul", "div", "max"] as const).map((op) => [op, [type, type], type] as const),
    ["sqrt", [type], type] as const,
    ["lt", [type, type], bool] as const,
    ["convert", [type], int32] as const,
    ["convert", [int32], type] as const,
  ]),
  ["mul", [int32, int32], int32],
  ["mul", [exactInt(20, true), exactInt(13, false)], exactInt(33, true)],
  ["floordiv", [uint8, uint8], uint8],
  ["mod", [int32, int32], int32],
  ["shl", [int32, uint8], int32],
  ["convert", [fixed(16, 8)], fixed(10, 5, true, "nearest_even", "saturate")],
  ["convert", [float32], float(5, 10)],
];

/** All of them at once: programs take longer to start than to look at a core. */
function cores(): Design {
  const b = startModule("cores");
  for (const [index, [op, types, result]] of cases.entries()) {
    const piece = core(op, types, result, { latency: index % 4 });
    const operands = piece.inputs.map((width, at) => input(b, `in_${index}_${at}`, width));
    output(b, `out_${index}`, piece.build(b, operands));
  }
  return design(finish(b));
}

const circuits: Readonly<Record<string, () => Design>> = {
  ...{ counter, fifo, dualPort, multiplier, traps, cores },
  memories: () => memoryShapes(Object.keys(memories) as (keyof typeof memories)[]),
};
/** Once refused: a shift to the right at an input, amounts of more than 32 bits. */
const found = [788, 874, 879];
const seeds = [...found, ...Array.from({ length: runs }, (_, index) => first + index)];

describe.skipIf(!verilatorAvailable())("Verilator has nothing to say about", () => {
  it.each(Object.entries(circuits))("%s", (_, make) => expect(lint(make())).toEqual([]));

  it.each(seeds)("a random circuit, seed %i", (seed) =>
    expect(lint(rebuilt(randomDesign(seed, true)))).toEqual([]),
  );
});

describe("Yosys finds nothing wrong with", () => {
  it.each(Object.entries(circuits))("%s", async (_, make) =>
    expect(await synthesisProblems(make())).toEqual([]),
  );

  it.each(seeds)("a random circuit, seed %i", async (seed) => {
    const problems = await synthesisProblems(rebuilt(randomDesign(seed, true)));
    // Random circuits have read ports that are never enabled: nothing drives what they read.
    expect(problems.filter((message) => !/_data(_\d+)?( \[| is)/.test(message))).toEqual([]);
  });
});
