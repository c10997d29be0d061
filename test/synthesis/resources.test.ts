/** What memories take of a part. */
import { describe, expect, it } from "vitest";
import { type FamilyName, families } from "../../src/device/family.ts";
import { type Synthesized, synthesize } from "../../src/synthesis/index.ts";
import { blocksOf, resourcesOf } from "../../src/synthesis/report/resources.ts";
import { parseType } from "../../src/types/parse.ts";
import type { ScalarType } from "../../src/types/types.ts";
import { target } from "./kernel-run.ts";
import { reversed } from "./network/reversed.ts";
import { writtenLoops } from "./written.ts";

it.each<[FamilyName, number, string, number, number]>([
  ["xc7", 1024, "int32", 1, 1],
  ["xc7", 512, "int32", 1, 0.5], // half of a 36 Kb block
  ["xc7", 1025, "int32", 1, 1.5],
  ["xc7", 32768, "bool", 1, 1],
  ["xc7", 512, "float64", 4, 4],
  ["ice40", 256, "int16", 1, 1],
  ["ice40", 257, "int16", 1, 2],
  ["ecp5", 2048, "uint8", 1, 1],
  ["ecp5", 1024, "int32", 1, 2],
])("%s: %i words of %s in %i banks fill %f", (family, depth, type, banks, blocks) => {
  expect(blocksOf({ banks, depth, element: scalar(type), sides: 1 }, families[family])).toBe(blocks);
});

function networkOf(source: string, steps: string): Synthesized {
  const made = synthesize(writtenLoops(source, `pipeline i\npipeline j\n${steps}`), { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return made;
}

describe("memories between processes", () => {
  it("are LUT RAM where they are shallow, twice where calls overlap", () => {
    const made = networkOf(reversed(64), "dataflow");
    expect(made.plan.storages).toMatchObject([
      { name: "a" },
      { name: "t", where: "lut", sides: 2 },
      { name: "c" },
    ]);
    expect(made.design.top.memories.map(({ style, depth }) => ({ style, depth }))).toEqual([
      { style: "lut", depth: 64 },
      { style: "lut", depth: 64 },
    ]);
    expect(resourcesOf(made).blockRams).toBe(0);
  });

  it("are there once where calls do not overlap", () => {
    expect(resourcesOf(networkOf(reversed(200), "task_parallel")).blockRams).toBe(0.5);
  });

  it("fill block RAM on both sides where they are deep", () => {
    const made = networkOf(reversed(200), "dataflow");
    expect(made.plan.storages).toContainEqual(
      expect.objectContaining({ name: "t", where: "block", sides: 2 }),
    );
    expect(resourcesOf(made).blockRams).toBe(1);
  });

  it("are in block RAM where two ports write them: LUT RAM has one", () => {
    const source = `
def kernel(a: "uint16[32]", c: "uint16[32]"):
    t = np.zeros(32, dtype=np.uint16)
    for i in range(0, 32, 2):
        t[i] = a[i]
        t[i + 1] = a[i + 1]
    for j in range(32):
        c[j] = t[31 - j]
`;
    const made = networkOf(source, "task_parallel");
    expect(made.plan.storages).toContainEqual(expect.objectContaining({ name: "t", where: "block" }));
  });
});

it("a table is kept no more often than the interval of the loop needs", () => {
  const words = Array.from({ length: 512 }, (_, i) => (i * 37) % 1000);
  const source = `
def kernel(a: "int16[512]", c: "int32[64]"):
    t = np.array([${words.join(", ")}], dtype=np.int16)
    for i in range(64):
        s = np.int32(0)
        for j in range(8):
            s += np.int32(a[8 * i + j]) * t[8 * i + j]
        c[i] = s
`;
  const loops = writtenLoops(source, "unroll j\npipeline i");
  const made = synthesize(loops, { target: { family: "xc7", periodNs: 10 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  const table = made.design.top.memories.find(({ writes }) => writes.length === 0);
  expect(table?.reads.length).toBe(2); // eight words every four cycles: `a` has two ports
  expect(resourcesOf(made).blockRams).toBe(0.5);
});

it("queues of streams that are deep count as well", () => {
  const source = `
def kernel(a: "uint16[300]", c: "uint16[300]"):
    t = np.zeros(300, dtype=np.uint16)
    s = np.zeros(300, dtype=np.uint16)
    for i in range(300):
        t[i] = a[i] * 3
    total = np.uint16(0)
    for j in range(300):
        total += t[j]
    for k in range(300):
        c[k] = t[k] + total
`;
  const made = networkOf(source, "pipeline k\ndataflow");
  expect(made.network?.channels).toContainEqual(
    expect.objectContaining({ kind: "stream", depth: expect.any(Number) }),
  );
  const deep = made.design.top.memories.filter(({ depth }) => depth > 64).length;
  expect(resourcesOf(made).blockRams).toBe(deep * 0.5);
});

function scalar(text: string): ScalarType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind === "array") throw new Error(`${text} is no scalar type`);
  return parsed.type;
}
