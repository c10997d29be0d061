/* verilator lint_off DECLFILENAME */

// 1000 words of 18 bits, two ports.
module dual_port (
  input  wire clk,
  input  wire [9:0] a_address,
  input  wire a_write,
  input  wire [17:0] a_in,
  input  wire [9:0] b_address,
  input  wire b_write,
  input  wire [17:0] b_in,
  output reg  [17:0] a_out,
  output reg  [17:0] b_out
);

  (* ram_style = "block" *) reg [17:0] words [0:999];
  integer words_index;
  initial begin
    words[0] = 18'd1; words[1] = 18'h2ffff; words[2] = 18'd3;
    for (words_index = 3; words_index < 1000; words_index = words_index + 1) words[words_index] = 18'd0;
  end

  always @(posedge clk) begin
    if (a_write) words[a_address] <= a_in;
    a_out <= words[a_address];
  end
  always @(posedge clk) begin
    if (b_write) words[b_address] <= b_in;
    b_out <= words[b_address];
  end
endmodule
