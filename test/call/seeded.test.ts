import { describe, expect, it } from "vitest";
import { seededArgument } from "../../src/call/seeded.ts";
import { parseType } from "../../src/types/parse.ts";
import { get, type NDArray } from "../../src/types/storage.ts";
import type { Type } from "../../src/types/types.ts";

describe("data from a seed", () => {
  it("is the same for ever: these numbers must never change", () => {
    expect(draw("int32[6]", "a", 1)).toEqual(draw("int32[6]", "a", 1));
    expect(draw("int32[6]", "a", 1)).toMatchInlineSnapshot(`
      [
        48,
        -33,
        7,
        21,
        14,
        -42,
      ]
    `);
    expect(draw("float32[3]", "a", 1)).toMatchInlineSnapshot(`
      [
        0.14939475059509277,
        0.9325865507125854,
        0.8741118907928467,
      ]
    `);
    expect(draw("float64[3]", "image", 2 ** 40)).toMatchInlineSnapshot(`
      [
        0.7931811130158679,
        0.41442876291731257,
        0.5765159665195078,
      ]
    `);
  });

  it("depends on the seed and the name, not on the neighbours", () => {
    expect(draw("float32[4]", "a", 1)).not.toEqual(draw("float32[4]", "a", 2));
    expect(draw("float32[4]", "a", 1)).not.toEqual(draw("float32[4]", "b", 1));
    expect(draw("float32[4]", "a", 1)).not.toEqual(draw("float32[4]", "a", 1 + 2 ** 32));
  });

  it.each([
    ["bool[2000]", 0, 1],
    ["uint8[2000]", 0, 99],
    ["int64[2000]", -50, 49],
    ["int<3>[2000]", -4, 3],
    ["uint<1>[2000]", 0, 1],
    ["uint<512>[2000]", 0, 99],
    ["float16[2000]", 0, 1 - 2 ** -11],
    ["float32[2000]", 0, 1 - 2 ** -24],
    ["float64[2000]", 0, 1 - 2 ** -53],
    ["float<8,7>[2000]", 0, 1 - 2 ** -8],
    ["fixed<16,6>[2000]", 0, 1023],
    ["ufixed<8,0>[2000]", 0, 255],
    ["fixed<8,-2>[2000]", 0, 127],
    ["fixed<8,20>[2000]", 0, 127],
  ])("%s lies in %s … %s and fills it", (text, low, high) => {
    const values = draw(text, "a", 3).map(Number);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...values)).toBeLessThanOrEqual(high);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan((high - low) * 0.75);
  });

  it("a float is as good as uniform", () => {
    const values = draw("float64[20000]", "a", 4).map(Number);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
  });

  it("a scalar is one draw", () => {
    expect(typeof seededArgument(typed("python int"), "n", 1)).toBe("number");
    expect(typeof seededArgument(typed("python bool"), "n", 1)).toBe("boolean");
  });
});

function draw(text: string, name: string, seed: number): readonly unknown[] {
  const array = seededArgument(typed(text), name, seed) as NDArray;
  return Array.from({ length: array.data.length }, (_, i) => get(array, i));
}

function typed(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return parsed.type;
}
