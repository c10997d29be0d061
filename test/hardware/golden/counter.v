/* verilator lint_off DECLFILENAME */

// Counts the cycles in which up is 1.
module counter (
  input  wire clk,
  input  wire rst,
  input  wire up,
  output reg  [7:0] count = 8'd0,
  output wire wraps
);

  always @(posedge clk) begin
    if (rst) count <= 8'd0;
    else if (up) count <= count + 8'd1;
  end

  assign wraps = up & (count == 8'd255);
endmodule
