/** Arrays in any banks are walked in the order of memory: the circuit finds each element where the interface says that it is. */
import { expect, test } from "vitest";
import type { ArrayPorts } from "../../../src/hardware/interface.ts";
import { design } from "../../../src/hardware/netlist/build.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import type { Bank } from "../../../src/loops/nodes.ts";
import { bankingOf, placeOfElement } from "../../../src/synthesis/plan/banks.ts";
import { walker, walkOf } from "../../../src/system/axi/places.ts";
import { int32 } from "../../../src/types/types.ts";
import { rng } from "../../schedule/random.ts";

function arrayOf(shape: readonly number[], spread: readonly Bank[]): ArrayPorts {
  const banking = bankingOf(shape, spread);
  return {
    ...{ name: "a", element: int32, shape, width: 32, depth: banking.depth, stream: null },
    banks: Array.from({ length: banking.banks }, () => ({ ports: [] })),
    ...{ isRead: true, isWritten: true },
    place: (index) => placeOfElement(banking, index),
  };
}

async function expectWalk(array: ArrayPorts, lanes: number, leastMemory = 18 * 1024): Promise<number> {
  const walk = walkOf(array, { lanes, leastMemory });
  const circuit = await simulate(design(walker("walk", array, walk)));
  circuit.set("restart", 1n);
  circuit.step();
  circuit.set("restart", 0n);
  circuit.set("step", 1n);
  const size = array.shape.reduce((product, extent) => product * extent, 1);
  for (let step = 0; step < walk.steps; step++) {
    const [lead, word] = [Number(circuit.get("bank")), Number(circuit.get("word"))];
    for (let lane = 0; lane < walk.lanes && step * walk.lanes + lane < size; lane++) {
      const found = array.place(step * walk.lanes + lane);
      const seat = walk.banks[found.bank];
      const expected = walk.turns > 1 ? { lead, lane: 0 } : { lead, lane };
      expect(seat, `element ${step * walk.lanes + lane}`).toEqual(expected);
      expect(found.word).toBe(walk.turns > 1 ? word + lane : word);
      if (walk.turns > 1) expect(word % walk.turns).toBe(0);
    }
    circuit.step();
  }
  expect([circuit.get("bank"), circuit.get("word")], "it begins again").toEqual([0n, 0n]);
  return walk.lanes;
}

test.each<[readonly number[], readonly Bank[], number, number]>([
  [[100], [], 16, 1],
  [[1000], [{ dim: 0, how: "cyclic", factor: 8 }], 16, 8],
  [[10], [{ dim: 0, how: "complete", factor: 10 }], 4, 4],
  [[5, 6], [{ dim: 1, how: "cyclic", factor: 4 }], 16, 2],
  [[5, 6], [{ dim: 0, how: "cyclic", factor: 4 }], 16, 1],
  [[3001], [], 16, 4], // the last step is short
  [[60, 100], [], 16, 8],
  [[60, 100], [{ dim: 0, how: "block", factor: 2 }], 16, 4],
])("%j in %j: of up to %i lanes %i", async (shape, spread, most, lanes) => {
  expect(await expectWalk(arrayOf(shape, spread), most)).toBe(lanes);
});

test("arrays of any shape in any banks", async () => {
  const pick = rng(3);
  for (let tries = 0; tries < 40; tries++) {
    const shape = Array.from({ length: 1 + pick(3) }, () => 1 + pick(tries % 4 === 0 ? 40 : 12));
    const spread = shape.flatMap((size, dim): readonly Bank[] => {
      const how = (["cyclic", "block", "complete"] as const)[pick(6)];
      if (how === undefined || size < 2) return [];
      const factor = how === "complete" ? size : 1 + pick(size);
      return how === "block" && Math.ceil(size / Math.ceil(size / factor)) !== factor
        ? []
        : [{ dim, how, factor }];
    });
    await expectWalk(arrayOf(shape, spread), 2 ** pick(5), tries % 3 === 0 ? 64 : undefined);
  }
});
