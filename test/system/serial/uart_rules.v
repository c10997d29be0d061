// A receiver hears a byte after any garbage and a silence: nothing that was on the line before can matter.
// DIVIDER cycles a bit. The line is up for so long that whatever was being received has ended; then a byte comes, and nothing else.
module rules (input wire clk);
  localparam SILENCE = 11 * `DIVIDER + 3;
  localparam FRAME = 10 * `DIVIDER;
  (* anyconst *) wire [7:0] sent;
  reg [7:0] cycle = 0;
  always @(posedge clk) cycle <= cycle + 1;

  wire [7:0] since = cycle - SILENCE;
  wire [9:0] frame = {1'b1, sent, 1'b0};
  wire line = cycle < SILENCE || since >= FRAME ? 1'b1 : frame[since / `DIVIDER];
  wire [7:0] byte_;
  wire valid, broken;
  uart_receiver dut (.clk(clk), .rst(1'b0), .line(line), .byte_(byte_), .valid(valid), .broken(broken));

  reg heard = 0;
  always @(posedge clk) if (cycle >= SILENCE && valid) heard <= 1;
  always @* begin
    if (cycle >= SILENCE && valid) assert (!heard && byte_ == sent);
    if (cycle >= SILENCE) assert (!broken);
    if (cycle > SILENCE + FRAME + 3) assert (heard);
    cover (heard && sent == 8'h5a);
  end
endmodule
