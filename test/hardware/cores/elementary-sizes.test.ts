/** The table of src/hardware/cores/elementary/README.md: UPDATE=1 writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { operator } from "../../../src/hardware/operators/operator.ts";
import { type FloatType, float32, float64 } from "../../../src/types/types.ts";
import { binaryFunctions, unaryFunctions } from "./elementary-values.ts";

const path = join(import.meta.dirname, "../../../src/hardware/cores/elementary/README.md");

it("tells what the circuits take", () => {
  const text = readFileSync(path, "utf8");
  const rows = [...unaryFunctions, ...binaryFunctions].map(
    (op) => `| ${op} | ${cells(op, float32)} | ${cells(op, float64)} |`,
  );
  const table = [
    "| | float32: LUTs | DSPs | clocks | float64: LUTs | DSPs | clocks |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  const held = text.replace(/\| \| float32: LUTs[\s\S]*?\|\n(?!\|)|TABLE\n/, `${table}\n`);
  if (process.env.UPDATE === "1") writeFileSync(path, held);
  expect(text).toBe(held);
});

function cells(
  op: (typeof unaryFunctions)[number] | (typeof binaryFunctions)[number],
  type: FloatType,
): string {
  const types = binaryFunctions.some((name) => name === op) ? [type, type] : [type];
  const { cost, latency } = operator(op, types, type, { family: "xc7", periodNs: 10 });
  return [cost.luts, cost.dsps, latency].map((n) => n.toLocaleString("en-US")).join(" | ");
}
