// A peripheral that is selected anew hears the bytes that come, and tells those that it is given, whatever was on its pins before.
// DIVIDER cycles a bit. It is not selected for so long that its pins have been seen; then two bytes are clocked, and a third.
module rules (input wire clk);
  localparam CLOSED = 5;
  localparam LEAD = 6;                     // cycles from the selection to the first bit
  localparam BYTE = 8 * `DIVIDER;
  (* anyconst *) wire [7:0] first, second, told;
  (* anyconst *) wire noise_sck, noise_mosi;
  reg [7:0] cycle = 0;
  always @(posedge clk) cycle <= cycle + 1;

  wire cs = cycle < CLOSED;
  wire clocked = cycle >= CLOSED + LEAD && cycle < CLOSED + LEAD + 3 * BYTE;
  wire [7:0] since = cycle - (CLOSED + LEAD);
  wire [4:0] bit_ = since / `DIVIDER;
  wire [23:0] sent = {first, second, 8'b0};
  wire sck = cycle < CLOSED - 3 ? noise_sck : clocked && (since % `DIVIDER) >= `DIVIDER / 2;
  wire mosi = clocked ? sent[23 - bit_] : noise_mosi;

  // One byte is offered as soon as it is selected
  reg offered = 0;
  wire ready, miso, valid, closed;
  wire [7:0] heard;
  wire send = cycle >= CLOSED + 4 && !offered;
  always @(posedge clk) if (send && ready) offered <= 1;
  spi_peripheral dut (
    .clk(clk), .rst(1'b0), .cs(cs), .sck(sck), .mosi(mosi), .byte_(told), .send(send), .heard(heard), .valid(valid),
    .miso(miso), .ready(ready), .closed(closed)
  );

  // The controller takes a bit just before its clock rises
  reg [23:0] came = 0;
  always @(posedge clk) if (clocked && since % `DIVIDER == `DIVIDER / 2 - 1) came <= {came[22:0], miso};
  reg [1:0] bytes = 0;
  wire counts = valid && cycle >= CLOSED;
  always @(posedge clk) if (counts) bytes <= bytes + 1;
  wire special = told == 8'he7 || told == 8'he6;
  wire over = cycle == CLOSED + LEAD + 3 * BYTE + 4;
  always @* begin
    if (cycle == CLOSED) assert (closed);
    if (cycle > 2 && cycle < CLOSED + 2) assert (!valid && !ready);
    if (counts && bytes == 0) assert (heard == first);
    if (counts && bytes == 1) assert (heard == second);
    if (over) begin
      assert (bytes == 3 && offered);
      assert (came[23:16] == 8'he7);                                        // nothing was there to say when it was selected
      if (!special) assert (came[15:8] == told && came[7:0] == 8'he7);
      if (special) assert (came[15:8] == 8'he6 && came[7:0] == (told ^ 8'h20));
    end
    cover (over && special);
    cover (over && first == 8'h5a && told == 8'ha5);
  end
endmodule
