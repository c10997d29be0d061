/**
 * Memories become memories of the part, not registers: by themselves, and in kernels whose arrays are on chip.
 *
 *     LUTRA_FAMILIES=ice40,ecp5,xc7,xcup npx vitest run test/hardware/inference.test.ts     all families
 */
import { expect, it } from "vitest";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { measureArea } from "../../src/outside/area.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import type { FpgaFamily } from "../../src/toolchain/yosys.ts";
import { memories, memoryShapes } from "../hardware/memories.ts";
import { target } from "./kernel-run.ts";
import { reversed } from "./network/reversed.ts";
import { writtenLoops } from "./written.ts";

type TestedFamily = Exclude<FpgaFamily, "gw1n">; // of which Yosys has old models only
type Shape = keyof typeof memories;

interface Wanted {
  readonly shapes: readonly Shape[];
  readonly bram: number;
  readonly memoryLut: number;
  readonly lut: number; // at most
}

const everything = Object.keys(memories) as readonly Shape[];
/** iCE40 has no LUT RAM and no second port that writes; ECP5 no second port that promises an old word. */
const wanted: Readonly<Record<TestedFamily, Wanted>> = {
  ice40: { shapes: ["quietDualPort", "table"], bram: 4 + 2, memoryLut: 0, lut: 0 },
  ecp5: {
    shapes: ["quietDualPort", "quietTrueDualPort", "lutMemory", "table"],
    ...{ bram: 3, memoryLut: 8 * 6, lut: 70 },
  },
  xc7: { shapes: everything, bram: 2.5, memoryLut: 16, lut: 16 },
  xcup: { shapes: everything, bram: 2.5, memoryLut: 16, lut: 16 },
};

const families = (process.env.LUTRA_FAMILIES ?? "ecp5,xcup").split(",") as readonly TestedFamily[];

it.each(families)("%s", async (family) => {
  const { shapes, bram, memoryLut, lut } = wanted[family];
  const { area, cells } = await measureArea(memoryShapes(shapes), family);
  expect(area, JSON.stringify(cells)).toMatchObject({ bram, memoryLut, ff: 0, other: [] });
  expect(area.lut).toBeLessThanOrEqual(lut);
});

/** Arrays that are filled before they are read, counted in, read twice at once, looked up; all of them local. */
const kernel = `
import numpy as np
from pylog import *

@pylog
def local(a: "int32[256]", out: "int32[256]"):
    kept = np.zeros(256, dtype=np.int32)
    few = np.zeros(32, dtype=np.int32)
    counts = np.zeros(256, dtype=np.int32)
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3], dtype=np.int32)
    for i in range(256):
        kept[i] = a[i] * 3
        counts[a[i] & 255] += 1
    for i in range(32):
        few[i] = kept[8 * i] + kept[8 * i + 5]
    for i in range(256):
        out[i] = kept[255 - i] + few[i & 31] + few[(i + 3) & 31] + counts[i] + table[i & 15]
`;

/** Blocks and LUTs of 256 and of 32 words of 32 bits, on a part that has both. */
const least: Readonly<Record<TestedFamily, { readonly bram: number; readonly memoryLut: number }>> = {
  ice40: { bram: 2 * 2, memoryLut: 0 },
  ecp5: { bram: 2, memoryLut: 0 },
  xc7: { bram: 2 * 0.5, memoryLut: 16 },
  xcup: { bram: 2 * 0.5, memoryLut: 16 },
};

it.each(families)("arrays of a kernel, %s", async (family) => {
  const { area, cells } = await measureArea(localArrays(family), family);
  const { bram, memoryLut } = least[family];
  expect(area.bram, JSON.stringify(cells)).toBeGreaterThanOrEqual(bram);
  expect(area.memoryLut, JSON.stringify(cells)).toBeGreaterThanOrEqual(memoryLut);
  expect(area.ff, JSON.stringify(cells)).toBeLessThan(400); // one array in registers is 1024 and more
});

function localArrays(family: TestedFamily): Design {
  const compiled = compile({ path: "local.py", text: kernel });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  const made = synthesize(lowered.loops, { target: { family, periodNs: 20 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  return made.design;
}

it.each([40, 200])("memories of %d words between processes are what the report says", async (words) => {
  const made = synthesize(writtenLoops(reversed(words), "pipeline i\npipeline j\ndataflow"), { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  const { area } = await measureArea(made.design, "xc7");
  expect(area.bram).toBe(resourcesOf(made).blockRams);
  expect(area.memoryLut > 0).toBe(made.plan.storages.some(({ where }) => where === "lut"));
});
