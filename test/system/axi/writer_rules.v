// The rules of AXI4 that a stream writer keeps (IHI 0022, A3), what the memory behind it may do, and that groups go to where they lie in memory.
// LONGEST, OUTSTANDING, STEPS and TAIL are defined by who runs it; a beat has 4 bytes, a group 2, the last one TAIL.
module rules (
  input wire        clk,
  input wire        begins,
  input wire [63:0] address,
  input wire        available,
  input wire        stops_now,
  input wire [15:0] made,
  input wire [1:0]  written,
  input wire        awready,
  input wire        wready,
  input wire        bvalid,
  input wire [1:0]  bresp
);
  localparam BEATS = (`STEPS + 1) / 2;
  reg rst = 1;
  always @(posedge clk) rst <= 0;

  wire awvalid, wvalid, wlast, bready, fetch, busy, failed;
  wire [63:0] awaddr;
  wire [7:0] awlen;
  wire [31:0] wdata;
  wire [3:0] wstrb;
  wire begin_ = begins && !busy && !rst;
  reg stopped = 0;
  wire stops = stopped || stops_now;
  always @(posedge clk) stopped <= !begin_ && stops;

  // A group comes two cycles after it was fetched
  reg [15:0] made_1 = 0, made_2 = 0;
  reg [1:0] written_1 = 0, written_2 = 0;
  always @(posedge clk) begin made_1 <= made; made_2 <= made_1; written_1 <= written; written_2 <= written_1; end
  writer dut (
    .clk(clk), .rst(rst), .begin_(begin_), .address(address), .available(available), .stops(stops),
    .fetched({16'b0, made_2}), .strobes({2'b0, written_2}),
    .AWREADY(awready), .WREADY(wready), .BVALID(bvalid), .BRESP(bresp),
    .AWADDR(awaddr), .AWLEN(awlen), .AWVALID(awvalid),
    .WDATA(wdata), .WSTRB(wstrb), .WLAST(wlast), .WVALID(wvalid), .BREADY(bready),
    .fetch(fetch), .busy(busy), .failed(failed)
  );

  // What was asked for: lengths of bursts in their order, shown and without all data, or without an answer
  reg [7:0] lengths [0:3];
  reg [1:0] in = 0, out = 0;
  reg [7:0] write_at = 0;
  reg [3:0] open = 0, to_answer = 0;
  reg aw_counted = 0;
  wire takes_aw = awvalid && awready;
  wire takes_w = wvalid && wready;
  wire takes_b = bvalid && bready;
  wire ends_w = takes_w && wlast;
  wire shows_aw = awvalid && !aw_counted;
  wire [7:0] length_now = open == 0 ? awlen : lengths[out];
  always @(posedge clk) begin
    aw_counted <= awvalid && !takes_aw;
    if (shows_aw) begin lengths[in] <= awlen; in <= in + 1; end
    if (takes_w) write_at <= wlast ? 0 : write_at + 1;
    if (ends_w) out <= out + 1;
    open <= open + shows_aw - ends_w;
    to_answer <= to_answer + ends_w - takes_b;
  end
  always @* begin
    assume (address[1:0] == 0);
    if (bvalid) assume (to_answer > 0 && !(awvalid && aw_counted));
  end

  // What a call has asked for, fetched and sent so far; one of its groups is looked at
  (* anyconst *) wire [3:0] looked;
  reg [63:0] next = 0;
  reg [7:0] asked = 0, beats = 0, groups = 0;
  reg [15:0] seen = 0;
  reg [1:0] kept = 0;
  wire is_last = looked == `STEPS - 1;
  always @(posedge clk) begin
    if (begin_) begin next <= address; asked <= 0; beats <= 0; groups <= 0; end
    else begin
      if (shows_aw) begin next <= next + (({56'b0, awlen} + 1) << 2); asked <= asked + awlen + 1; end
      if (takes_w) beats <= beats + 1;
      if (fetch) groups <= groups + 1;
      if (fetch && groups == looked) begin seen <= made; kept <= written & (is_last && `TAIL == 1 ? 2'b01 : 2'b11); end
    end
  end

  reg past = 0, was_busy = 0, old_awvalid = 0, old_awready = 0, old_wvalid = 0, old_wready = 0, old_wlast = 0;
  reg [63:0] old_awaddr = 0;
  reg [7:0] old_awlen = 0;
  reg [31:0] old_wdata = 0;
  reg [3:0] old_wstrb = 0;
  always @(posedge clk) begin
    past <= !rst; was_busy <= begin_ || busy;
    old_awvalid <= awvalid; old_awready <= awready; old_awaddr <= awaddr; old_awlen <= awlen;
    old_wvalid <= wvalid; old_wready <= wready; old_wdata <= wdata; old_wstrb <= wstrb; old_wlast <= wlast;
  end
  wire [12:0] write_end = {1'b0, awaddr[11:0]} + (({5'b0, awlen} + 13'd1) << 2);
  wire ends = was_busy && !busy && !begin_;
  wire [1:0] strobes = looked[0] ? wstrb[3:2] : wstrb[1:0];
  wire [15:0] data = looked[0] ? wdata[31:16] : wdata[15:0];
  always @* if (!rst) begin
    if (!past) assert (!awvalid && !wvalid); // after a reset nothing is valid
    if (past && old_awvalid && !old_awready) assert (awvalid && awaddr == old_awaddr && awlen == old_awlen);
    if (past && old_wvalid && !old_wready)
      assert (wvalid && wdata == old_wdata && wstrb == old_wstrb && wlast == old_wlast);
    if (awvalid) assert (write_end <= 13'd4096 && awlen < `LONGEST);
    if (shows_aw) assert (awaddr == next && asked + awlen < BEATS);
    if (wvalid) assert ((open > 0 || shows_aw) && wlast == (write_at == length_now));
    if (open > 0 || shows_aw) assert (wvalid); // data never wait for the kernel once they were asked for
    assert (open + to_answer <= `OUTSTANDING);
    if (fetch) assert (busy && available && groups < `STEPS);
    if (wvalid && beats == looked >> 1 && looked < `STEPS) assert (strobes == kept && (kept == 0 || data == seen) && groups > looked);
    if (wvalid && beats == BEATS - 1 && `STEPS % 2 == 1) assert (wstrb[3:2] == 0); // nothing behind the array is written
    if (!busy) assert (!awvalid && open == 0 && to_answer == 0);
    if (ends && !failed && !stops) assert (asked == BEATS && beats == BEATS && groups == `STEPS);
  end

  reg [4:0] waited = 0; // cycles without a group
  always @(posedge clk) waited <= begin_ ? 0 : waited + !available;
  always @* if (!rst) begin
    cover (ends && !failed && !stops && is_last);
    cover (ends && !failed && !stops && waited > 3);
    cover (ends && failed);
    cover (ends && stops && asked == 2);
    cover (open + to_answer == `OUTSTANDING);
  end
endmodule
