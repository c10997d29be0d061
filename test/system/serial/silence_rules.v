// Whatever state garbage left a bridge in, a silence brings it back to waiting for a request.
// It is in one of its states, and of an earlier reply at most two words (of one byte) are still to be told: longer ones take longer.
module rules (
  input wire clk,
  input wire [7:0] noise,
  input wire [7:0] word,
  input wire exists,
  input wire steady,
  input wire runs
);
  reg [7:0] cycle = 0;
  always @(posedge clk) cycle <= cycle + 1;
  wire home, states, store, begin_;
  wire [15:0] words;
  serial_bridge dut (
    .clk(clk), .rst(1'b0), .byte_(noise), .valid(1'b0), .broken(1'b0), .sends(1'b1), .exists(exists), .steady(steady),
    .last(4'd0), .word(word), .runs(runs), .ended(1'b0), .store(store), .begin_(begin_),
    .home(home), .states(states), .words(words)
  );
  always @* begin
    if (cycle == 0) assume (states && words >= 1 && words <= 2);
    if (cycle >= `SILENCE) assert (home);
    if (cycle > 1) assert (!store && !begin_); // nothing but a request that was all there does anything
    cover (cycle == `SILENCE - 1 && !home);
    cover (cycle == `SILENCE);
  end
endmodule
