/** Synthesis by the Yosys that comes with Lutra, which takes seconds to start. */
import { expect, it } from "vitest";
import { netlistOfVerilog, synthesizeVerilog } from "../../src/toolchain/yosys.ts";

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

it("keeps sums behind products of fewer bits outside the DSPs of 7-series", {
  timeout: 120_000,
}, async () => {
  const text = `module top(input [15:0] a, b, input [31:0] c, output [31:0] s);
  wire [15:0] p = a * b;
  assign s = {{16{p[15]}}, p} + c;
endmodule
`;
  for (const yosys of ["any", "embedded"] as const) {
    const outcome = await netlistOfVerilog({ files: { "top.v": text }, top: "top", family: "xc7", yosys });
    if (outcome.kind === "failed") throw new Error(outcome.message);
    expect(outcome.verilog).toMatch(/DSP48E1 /);
    expect(outcome.verilog).toMatch(/\.OPMODE\(7'h05\)/); // the product alone
  }
});
