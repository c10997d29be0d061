// A bridge that waits for a request answers it, and rightly, whatever else its registers hold; silence_rules.v says that it comes to wait.
module rules (
  input wire clk,
  input wire runs,
  input wire exists,
  input wire steady,
  input wire [7:0] word
);
  (* anyconst *) wire [2:0] tag;
  (* anyconst *) wire [1:0] kind;     // 0 write of nothing: unknown, 1 write, 2 read, 3 start
  (* anyconst *) wire window;
  (* anyconst *) wire one;            // of words
  wire [7:0] operation = {1'b0, tag, 2'b0, kind == 0 ? 2'd1 : kind};
  wire [7:0] count = kind == 0 ? 0 : one ? 1 : 2;

  function [15:0] summed(input [15:0] sum, input [7:0] data);
    integer k;
    begin
      summed = sum ^ {data, 8'b0};
      for (k = 0; k < 8; k = k + 1) summed = {summed[14:0], 1'b0} ^ (summed[15] ? 16'h1021 : 16'h0);
    end
  endfunction
  wire [15:0] sum = summed(summed(summed(summed(summed(summed(summed(summed(16'hffff,
    operation), {7'b0, window}), 8'h0), 8'h7), 8'h0), 8'h0), count), 8'h0);

  // The bytes of a header, one every GAP cycles, and nothing more; the transmitter takes one as often
  reg [3:0] at = 0;
  reg [2:0] pause = 0;
  wire sends = pause == 0;
  wire valid = at < 11 && pause == 0;
  wire [7:0] heard = at == 0 ? 8'h5a : at == 1 ? operation : at == 2 ? {7'b0, window} : at == 4 ? 8'h7
    : at == 7 ? count : at == 9 ? sum[15:8] : at == 10 ? sum[7:0] : 8'h0;
  always @(posedge clk) begin
    if (valid) at <= at + 1;
    pause <= pause == `GAP - 1 ? 0 : pause + 1;
  end

  wire [7:0] data, value;
  wire [15:0] of_window;
  wire [23:0] address, number;
  wire send, look, store, begin_, restart, home;
  serial_bridge dut (
    .clk(clk), .rst(1'b0), .byte_(heard), .valid(valid), .broken(1'b0), .sends(sends), .exists(exists), .steady(steady),
    .last(4'd0), .word(word), .runs(runs), .ended(1'b0), .data(data), .send(send), .window(of_window), .address(address),
    .look(look), .store(store), .value(value), .begin_(begin_), .number(number), .restart(restart), .home(home)
`ifdef SELECTED
    , .closed(1'b0)
`endif
  );
  reg first = 1;
  always @(posedge clk) first <= 0;
  always @* if (first) assume (home);

  // Windows are as they are while one is asked for
  reg [2:0] facts = 0;
  always @(posedge clk) facts <= {exists, steady, runs};
  always @* if (!first) assume (facts == {exists, steady, runs});

  wire is_new = number_before != 24'h7;
  reg [23:0] number_before = 0;
  always @(posedge clk) if (first) number_before <= number;
  wire unknown = kind != 3 && (!exists || count == 0);
  wire busy = runs && !(kind == 2 && steady) && !(kind == 3 && !is_new);
  wire [1:0] status = unknown ? 3 : busy ? 2 : 0;
  wire is_answered = !(kind == 1 && status == 0); // else it waits for words

  reg [3:0] told = 0;
  reg began = 0;
  reg [5:0] after = 0;
  always @(posedge clk) begin
    if (at > 0 && send) told <= told == 15 ? told : told + 1;
    if (at > 0 && begin_) began <= 1;
    if (at == 11 && after < 63) after <= after + 1;
  end
  always @* begin
    if (at < 11) assert (!send && !begin_ && !(store && !first));
    if (at == 11 && send && is_answered) begin
      if (told == 0) assert (data == 8'ha5);
      if (told == 1) assert (data == {1'b1, operation[6:0]});
      if (told == 2) assert (data == {6'b0, status});
      if (told == 3) assert (data == (kind == 2 && status == 0 ? count : 0));
    end
    if (after == `ANSWER && is_answered) assert (told >= 7);
    if (after == `ANSWER) assert (began == (kind == 3 && status == 0 && is_new));
    if (after == `ANSWER && !is_answered) assert (told == 0); // it waits for the words
    cover (after == `ANSWER && kind == 2 && status == 0);
    cover (after == `ANSWER && kind == 3 && began);
    cover (after == `ANSWER && status == 2);
    cover (after == `ANSWER && status == 3);
    cover (after == `ANSWER && !is_answered);
  end
endmodule
