// What a queue between two clocks keeps, however these rise: words come out as they went in, none is lost, none comes twice, and what
// crosses changes by one bit at a time. LOG is defined by who runs it; in_clk and out_clk say which of the clocks rises in a cycle of clk.
module rules (
  input wire clk,
  input wire in_clk,
  input wire out_clk,
  input wire in_valid,
  input wire [1:0] in_data,
  input wire out_ready
);
  wire in_ready, out_valid;
  wire [1:0] out_data;
  wire [`LOG:0] crosses_in, crosses_out;
  lutra_async_fifo #(.WIDTH(2), .LOG(`LOG)) dut (
    .clk(clk), .in_clk(in_clk), .in_rst(1'b0), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_clk(out_clk), .out_rst(1'b0), .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready),
    .crosses_in(crosses_in), .crosses_out(crosses_out)
  );

  // Words that went in and came out; one of them is looked at
  (* anyconst *) wire [3:0] looked;
  reg [3:0] came_in = 0, came_out = 0;
  reg [1:0] seen = 0;
  always @(posedge clk) if (in_clk && in_valid && in_ready) begin
    came_in <= came_in + 1;
    if (came_in == looked) seen <= in_data;
  end
  always @(posedge clk) if (out_clk && out_valid && out_ready) came_out <= came_out + 1;
  wire [3:0] inside = came_in - came_out;

  reg past_in = 0, past_out = 0, old_valid = 0, old_ready = 0;
  reg [`LOG:0] old_in = 0, old_out = 0;
  reg [1:0] old_data = 0;
  always @(posedge clk) if (in_clk) begin
    past_in <= 1; old_in <= crosses_in;
  end
  always @(posedge clk) if (out_clk) begin
    past_out <= 1; old_out <= crosses_out; old_valid <= out_valid; old_ready <= out_ready; old_data <= out_data;
  end
  wire [`LOG:0] in_bits = old_in ^ crosses_in, out_bits = old_out ^ crosses_out;
  always @* if (past_in) assert ((in_bits & (in_bits - 1)) == 0);
  always @* begin
    if (past_out) assert ((out_bits & (out_bits - 1)) == 0);
    if (out_valid && came_out == looked) assert (out_data == seen && inside != 0);
    if (past_out && old_valid && !old_ready) assert (out_valid && out_data == old_data); // valid stays until it was taken
  end
  always @* begin
    assert (inside <= 1 << `LOG);
    cover (came_out == (1 << `LOG) + 1); // once around
    cover (inside == 1 << `LOG && !in_ready);
  end
endmodule
