/** What memories take of a part. */
import { expect, it } from "vitest";
import { type FamilyName, families } from "../../src/device/family.ts";
import { blocksOf } from "../../src/synthesis/report/resources.ts";
import { parseType } from "../../src/types/parse.ts";
import type { ScalarType } from "../../src/types/types.ts";

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
  expect(blocksOf({ banks, depth, element: scalar(type) }, families[family])).toBe(blocks);
});

function scalar(text: string): ScalarType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind === "array") throw new Error(`${text} is no scalar type`);
  return parsed.type;
}
