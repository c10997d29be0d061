/** Two products by the same factor from one multiplier: how many there are, and that the bits stay. */
import { describe, expect, it } from "vitest";
import type { FamilyName } from "../../src/device/family.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import { type Args, filled } from "../backend/wasm-build.ts";
import { verdict } from "./promise.ts";
import { writtenLoops } from "./written.ts";

function dspsOf(source: string, steps = "", family: FamilyName = "xcup"): number {
  const made = synthesize(writtenLoops(source, steps), { target: { family, periodNs: 10 } });
  if (!made.ok) throw new Error("refused");
  return resourcesOf(made).dsps;
}

const two = (x: string, y: string, c: string, count = 64): string => `
def kernel(x: "${x}[${count}]", y: "${y}[${count}]", c: "${c}[${count}]", p: "int32[${count}]", q: "int32[${count}]"):
    for i in range(${count}):
        p[i] = np.int32(x[i]) * np.int32(c[i])
        q[i] = np.int32(c[i]) * np.int32(y[i])`;

describe("multipliers", () => {
  it.each(["xcup", "xc7"] as const)("two products of 8 bits by the same factor have one on %s", (family) => {
    expect(dspsOf(two("int8", "int8", "int8"), "pipeline i", family)).toBe(1);
    expect(dspsOf(two("uint8", "int8", "uint8"), "pipeline i", family)).toBe(1);
  });

  it("products that do not fit beside each other have two", () => {
    expect(dspsOf(two("int16", "int16", "int16"), "pipeline i")).toBe(2);
    expect(dspsOf(two("int8", "int8", "int8"), "pipeline i", "ecp5")).toBe(2); // 18 bits by 18
  });

  it("a product of a product is not packed with it", () => {
    const source = `
def kernel(x: "int8[64]", c: "int8[64]", p: "int32[64]"):
    for i in range(64):
        a = np.int32(x[i]) * np.int32(c[i])
        p[i] = np.int32(np.int8(a >> 6)) * np.int32(c[i])`;
    expect(dspsOf(source, "pipeline i")).toBe(2);
  });

  it("a schedule's units are those that it counts", () => {
    expect(dspsOf(two("int8", "int8", "int8"), "limit mul 1\npipeline i")).toBe(1);
  });
});

describe("bits", () => {
  const corners = (type: string): readonly number[] => {
    const bits = Number(/\d+/.exec(type)?.[0]);
    const top = 2 ** (bits - 1);
    return type.startsWith("u") ? [0, 1, top - 1, top, 2 * top - 1] : [-top, 1 - top, -1, 0, top - 1];
  };

  const types = ["int8", "uint8", "int<5>", "uint<6>", "int<9>"];
  const cases = types.flatMap((x) => types.flatMap((y) => ["int8", "uint8"].map((c) => ({ x, y, c }))));

  it.each(cases)("of $x and $y by $c: all extremes beside each other", async ({ x, y, c }) => {
    const of = [corners(x), corners(y), corners(c)];
    const loops = writtenLoops(two(x, y, c, 125), "pipeline i");
    const columns = of.map((list, k) =>
      Array.from({ length: 125 }, (_, i) => list[Math.floor(i / 5 ** k) % 5] ?? 0),
    );
    const args = Object.fromEntries(
      loops.params.flatMap((decl, k) =>
        decl.kind === "array"
          ? [[decl.name, filled(decl.element, decl.shape, columns[k] ?? columns[0] ?? [])]]
          : [],
      ),
    ) as Args;
    const judged = await verdict(loops, args);
    expect(judged.kind).toBe("kept");
    if (judged.kind === "kept") expect(resourcesOf(judged.ran.made).dsps).toBeLessThanOrEqual(1);
  });
});
