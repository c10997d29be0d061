/**
 * Circuits and their Verilog: `golden/x.v`.
 *
 * UPDATE=1 writes the expected texts anew, so that a change shows as a diff.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { design, finish, input, output, startModule } from "../../src/hardware/netlist/build.ts";
import { add, mul, signExtend } from "../../src/hardware/netlist/expressions.ts";
import { verifyDesign } from "../../src/hardware/netlist/verify.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { counter, dualPort, fifo, multiplier, traps } from "./circuits.ts";

describe("circuits in Verilog", () => {
  it.each(Object.entries({ counter, fifo, dualPort, multiplier, traps }))("%s", (name, make) => {
    expect(verifyDesign(make())).toEqual([]);
    const text = printVerilog(make());
    const expected = new URL(`./golden/${name}.v`, import.meta.url).pathname;
    if (process.env.UPDATE === "1") writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, "utf8"));
    expect(printVerilog(make())).toBe(text); // the same design, the same text
  });
});

it("products that share a factor are as narrow as it: a synthesizer makes no wider multipliers of them", () => {
  const b = startModule("shared");
  const [x, y, z] = [input(b, "x", 16), input(b, "y", 12), input(b, "z", 12)] as const;
  const wide = signExtend(b, x, 28);
  const narrow = signExtend(b, add(b, y, z), 28);
  output(b, "p", mul(b, wide, signExtend(b, z, 28)));
  output(b, "q", mul(b, wide, narrow));
  output(b, "r", mul(b, narrow, signExtend(b, z, 28)));
  const text = printVerilog(design(finish(b)));
  const products = [...text.matchAll(/= (.* \* .*);/g)].map(([, product]) => product);
  expect(products).toHaveLength(3);
  for (const product of products)
    expect(product).toMatch(/^\$signed\((x|z|add_\d+)\) \* \$signed\((x|z|add_\d+)\)$/);
});
