/* verilator lint_off DECLFILENAME */

module fifo (
  input  wire clk,
  input  wire rst,
  input  wire push,
  input  wire pop,
  input  wire [15:0] data,
  output wire [15:0] front,
  output wire empty,
  output wire full
);

  reg [3:0] head = 4'd0; // counts what was taken
  reg [3:0] tail = 4'd0; // counts what was put

  (* ram_style = "distributed" *) reg [15:0] words [0:7];

  wire [15:0] front_1 = words[head[2:0]];
  wire is_empty = head == tail;
  wire [3:0] xor_1 = head ^ tail;
  wire is_full = xor_1 == 4'd8;
  wire puts = push & (xor_1 != 4'd8);
  wire takes = pop & (head != tail);

  always @(posedge clk) begin
    if (puts) words[tail[2:0]] <= data;
  end

  always @(posedge clk) begin
    if (rst) head <= 4'd0;
    else if (takes) head <= head + 4'd1;
    if (rst) tail <= 4'd0;
    else if (puts) tail <= tail + 4'd1;
  end

  assign front = is_empty ? 16'd0 : front_1;
  assign empty = is_empty;
  assign full = is_full;
endmodule
