/** Synthesis by the Yosys that comes with Lutra, which takes seconds to start. */
import { expect, it } from "vitest";
import { synthesizeVerilog } from "../../src/toolchain/yosys.ts";

it("counts the cells of a part, with the embedded Yosys", async () => {
  const text =
    "module top(input clk, input [7:0] a, output reg [7:0] q); always @(posedge clk) q <= q + a; endmodule\n";
  const outcome = await synthesizeVerilog({
    files: { "top.v": text },
    top: "top",
    family: "ice40",
    yosys: "embedded",
  });
  expect(outcome).toMatchObject({ kind: "done", problems: [], cells: { SB_DFF: 8, SB_LUT4: 8 } });
});
