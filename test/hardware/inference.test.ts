/**
 * Memories become memories of the part, not registers.
 *
 *     LUTRA_FAMILIES=ice40,ecp5,xc7,xcup npx vitest run test/hardware/inference.test.ts     all families
 */
import { expect, it } from "vitest";
import { measureArea } from "../../src/runtime/synthesis.ts";
import type { FpgaFamily } from "../../src/toolchain/yosys.ts";
import { memories, memoryShapes } from "./memories.ts";

type Shape = keyof typeof memories;

interface Wanted {
  readonly shapes: readonly Shape[];
  readonly bram: number;
  readonly memoryLut: number;
  readonly lut: number; // at most
}

const everything = Object.keys(memories) as readonly Shape[];
/** iCE40 has no LUT RAM and no second port that writes; ECP5 no second port that promises an old word. */
const wanted: Readonly<Record<FpgaFamily, Wanted>> = {
  ice40: { shapes: ["quietDualPort", "table"], bram: 4 + 2, memoryLut: 0, lut: 0 },
  ecp5: {
    shapes: ["quietDualPort", "quietTrueDualPort", "lutMemory", "table"],
    ...{ bram: 3, memoryLut: 8 * 6, lut: 70 },
  },
  xc7: { shapes: everything, bram: 2.5, memoryLut: 16, lut: 16 },
  xcup: { shapes: everything, bram: 2.5, memoryLut: 16, lut: 16 },
};

const families = (process.env.LUTRA_FAMILIES ?? "ecp5,xcup").split(",") as readonly FpgaFamily[];

it.each(families)("%s", async (family) => {
  const { shapes, bram, memoryLut, lut } = wanted[family];
  const { area, cells } = await measureArea(memoryShapes(shapes), family);
  expect(area, JSON.stringify(cells)).toMatchObject({ bram, memoryLut, ff: 0, other: [] });
  expect(area.lut).toBeLessThanOrEqual(lut);
});
