/**
 * Circuits and their Verilog: `golden/x.v`.
 *
 * UPDATE=1 writes the expected texts anew, so that a change shows as a diff.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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
