/** What kernels of the gallery in TypeScript write down, run here: as a frame of the page tells it. */
import { kernelAmong } from "../../src/frontend/dsl/index.ts";
import type { Written } from "../../web/src/protocol.ts";

const modules: Readonly<Record<string, () => Promise<object>>> = {
  taps: () => import("../../web/src/gallery/taps.ts"),
  popcount_ts: () => import("../../examples/heterocl/popcount.ts"),
};

export async function writtenOf(id: string): Promise<Written> {
  const exported = await modules[id]?.();
  if (exported === undefined) throw new Error(`where does the example ${id} stand?`);
  const found = kernelAmong({ ...exported }, id, null);
  if (!found.ok) throw new Error(found.message);
  return { ok: true, program: structuredClone(found.written.program) };
}
