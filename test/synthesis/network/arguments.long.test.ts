/** Arguments that are streams: word after word, with whoever waits. */
import { describe, expect, test } from "vitest";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { verilatorAvailable } from "../../hardware/verilator.ts";
import { ran, stalled } from "./run.ts";

const scale = `
def kernel(a: "int16[40]", b: "int16[40]", c: "int16[40]"):
    for i in range(40):
        c[i] = a[i] * 3 + b[i]
`;

const window = `
def kernel(img: "uint8[12,12]", out: "uint8[10,10]"):
    for i in range(10):
        for j in range(10):
            s = np.int32(0)
            for r in range(3):
                for q in range(3):
                    s += np.int32(img[i + r, j + q])
            out[i, j] = np.uint8(s // 9)
`;

const lines = "reuse_at img i\nreuse_at img_reuse j\nfuse_loops img_reuse.1 j\npipeline img_reuse.1";

describe("a stream as an argument", () => {
  test("passes a word every cycle", async () => {
    const { cycles, made } = await ran(scale, "pipeline i\nstream a\nstream c");
    expect(made.interface.arrays.map(({ name, stream }) => [name, stream?.last ?? null])).toEqual([
      ["a", "a_last"],
      ["b", null],
      ["c", "c_last"],
    ]);
    expect(cycles).toBe(44);
  });

  test("goes through line buffers", async () => {
    const { cycles } = await ran(window, `${lines}\nstream img\nstream out`);
    expect(cycles).toBeLessThan(160); // 144 words come in
  });

  test("joins processes that are streams themselves", async () => {
    const source = `
def kernel(a: "int32[64]", c: "int32[64]"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * 3
    for j in range(64):
        c[j] = t[j] + 1
`;
    const { cycles } = await ran(source, "pipeline i\npipeline j\ndataflow\nstream a\nstream c");
    expect(cycles).toBe(70);
  });

  test.each([1, 2, 3, 0xbeef])("keeps every bit whoever waits: seed %i", async (seed) => {
    expect(await stalled(scale, "pipeline i\nstream a\nstream b\nstream c", seed)).toBeGreaterThan(44);
    await stalled(window, `${lines}\nstream img\nstream out`, seed);
  });

  test.skipIf(!icarusAvailable())("in Icarus Verilog as well", async () => {
    const steps = "pipeline i\nstream a\nstream b\nstream c";
    expect(await stalled(scale, steps, 0, "icarus")).toBe(await stalled(scale, steps, 0));
    expect(await stalled(scale, steps, 77, "icarus")).toBeGreaterThan(44);
  });

  test.skipIf(!verilatorAvailable())("in Verilator as well", async () => {
    await stalled(window, `${lines}\nstream img\nstream out`, 5, "verilator");
  });
});
