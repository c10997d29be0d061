import { describe, expect, it } from "vitest";
import { checkVerilog } from "../../src/toolchain/yosys.ts";

/** The embedded Yosys is always here, so nothing is skipped; the installed one is faster. */
async function problems(text: string): Promise<readonly string[]> {
  const outcome = await checkVerilog({ files: { "top.v": text }, top: "top" });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return outcome.problems.map(({ kind }) => kind);
}

describe("yosys finds", () => {
  it("nothing wrong with a register", async () => {
    const text = "module top(input clk, d, output reg q); always @(posedge clk) q <= d; endmodule\n";
    expect(await problems(text)).toEqual([]);
  });

  it("a latch", async () => {
    const text = "module top(input e, d, output reg q); always @(*) if (e) q = d; endmodule\n";
    expect(await problems(text)).toEqual(["latch"]);
  });

  it("a combinational loop", async () => {
    const text = "module top(input a, output y); wire z; assign z = ~(y & a); assign y = z | a; endmodule\n";
    expect(await problems(text)).toContain("loop");
  });

  it("a combinational loop through a module that is kept apart", async () => {
    const inner =
      '(* keep_hierarchy = "yes" *)\nmodule inner(input a, b, output y); assign y = ~(a & b); endmodule\n';
    const text = `${inner}module top(input a, output y); inner one(.a(a), .b(y), .y(y)); endmodule\n`;
    expect(await problems(text)).toContain("loop");
  });

  it("no loop in a vector whose upper half needs its lower", async () => {
    const text = "module top(input [1:0] a, output [1:0] y); assign y = {y[0], 1'b0} ^ a; endmodule\n";
    expect(await problems(text)).toEqual([]);
  });

  it("two drivers of a wire", async () => {
    const text = "module top(input a, b, output y); assign y = a; assign y = b; endmodule\n";
    expect(await problems(text)).toContain("drivers");
  });

  it("what cannot be read", async () => {
    const outcome = await checkVerilog({ files: { "top.v": "module top(; endmodule\n" }, top: "top" });
    expect(outcome).toMatchObject({ kind: "failed", message: expect.stringContaining("top.v:1") });
  });
});
