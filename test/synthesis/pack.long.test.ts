/** Two products by the same factor are one DSP in the netlist too, and products that stay apart are two. */
import { expect, it } from "vitest";
import { measureArea } from "../../src/outside/area.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { writtenLoops } from "./written.ts";

it.each([
  ["xcup", "int8", 1],
  ["xc7", "uint8", 1],
  ["xcup", "int16", 2],
] as const)("on %s, of %s: %i", { timeout: 300_000 }, async (family, type, dsps) => {
  const source = `
def kernel(x: "${type}[64]", y: "${type}[64]", c: "${type}[64]", p: "int32[64]", q: "int32[64]"):
    for i in range(64):
        p[i] = np.int32(x[i]) * np.int32(c[i])
        q[i] = np.int32(c[i]) * np.int32(y[i])`;
  const made = synthesize(writtenLoops(source, "pipeline i"), { target: { family, periodNs: 10 } });
  if (!made.ok) throw new Error("refused");
  const { area } = await measureArea(made.design, family);
  expect(area.dsp).toBe(dsps);
});
