// A bridge that is not selected forgets all that was not all there, at once and whatever state it was in; but not that a call has ended.
module rules (
  input wire clk,
  input wire [7:0] noise,
  input wire [7:0] word,
  input wire valid,
  input wire sends,
  input wire exists,
  input wire steady,
  input wire runs,
  input wire ended
);
  (* anyconst *) wire [2:0] at;   // it is not selected from this cycle on
  reg [7:0] cycle = 0;
  always @(posedge clk) cycle <= cycle + 1;
  wire closed = cycle >= at;
  wire states, hunts, tells_end, store, begin_, send;
  wire [15:0] words;
  serial_bridge dut (
    .clk(clk), .rst(1'b0), .byte_(noise), .valid(valid && !closed), .broken(1'b0), .sends(sends && !closed), .exists(exists), .steady(steady),
    .last(4'd0), .word(word), .runs(runs), .ended(ended), .closed(closed), .store(store), .begin_(begin_), .send(send),
    .hunts(hunts), .states(states), .words(words), .pends(tells_end)
  );
  reg was_ended = 0;
  always @(posedge clk) was_ended <= closed && (ended || was_ended);
  always @* begin
    if (cycle == 0) assume (states && words >= 1);
    if (cycle > at) assert (hunts && !send && !begin_);
    if (cycle > at + 1) assert (!store);
    if (was_ended) assert (tells_end);
    cover (cycle == 7 && at == 6 && was_ended);
  end
endmodule
