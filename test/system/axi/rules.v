// The rules of AXI4 that a burst master keeps (IHI 0022, A3), and what the memory behind it may do.
// LONGEST, OUTSTANDING and MOST are defined by who runs it; a beat has 4 bytes, and a group is all of it or one.
module rules (
  input wire        clk,
  input wire        begins,
  input wire        writes,
  input wire [63:0] address,
  input wire [7:0]  groups,
  input wire        kind,
  input wire        arready,
  input wire        rvalid,
  input wire [31:0] rdata,
  input wire [1:0]  rresp,
  input wire        rlast,
  input wire        awready,
  input wire        wready,
  input wire        bvalid,
  input wire [1:0]  bresp,
  input wire [31:0] fetched
);
  reg rst = 1;
  always @(posedge clk) rst <= 0;

  wire arvalid, awvalid, wvalid, wlast, rready, bready, given, fetch, busy, failed;
  wire [63:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [31:0] wdata, group;
  wire [3:0] wstrb;
  wire begin_ = begins && !busy && !rst;
  wire [7:0] beats = kind ? (groups + 8'd3) >> 2 : groups;

  master dut (
    .clk(clk), .rst(rst), .begin_(begin_), .writes(writes), .address(address),
    .beats(beats[`BEATS-1:0]), .steps(groups[`STEPS-1:0]), .tail(4'hf), .kind(kind),
    .ARREADY(arready), .RVALID(rvalid), .RLAST(rlast), .RDATA(rdata), .RRESP(rresp),
    .AWREADY(awready), .WREADY(wready), .BVALID(bvalid), .BRESP(bresp), .fetched(fetched),
    .ARADDR(araddr), .ARLEN(arlen), .ARVALID(arvalid), .RREADY(rready),
    .AWADDR(awaddr), .AWLEN(awlen), .AWVALID(awvalid),
    .WDATA(wdata), .WSTRB(wstrb), .WLAST(wlast), .WVALID(wvalid), .BREADY(bready),
    .given(given), .group(group), .fetch(fetch), .busy(busy), .failed(failed)
  );

  // What was asked for and not answered: lengths of bursts, in their order
  reg [7:0] read_length [0:7];
  reg [7:0] write_length [0:7];
  reg [2:0] reads_in = 0, reads_out = 0, writes_in = 0, writes_out = 0;
  reg [7:0] read_at = 0, write_at = 0;
  reg [3:0] reads_open = 0, writes_open = 0, to_answer = 0; // taken, or for writes: shown and without all data
  reg aw_counted = 0;
  wire takes_ar = arvalid && arready;
  wire takes_aw = awvalid && awready;
  wire takes_r = rvalid && rready;
  wire takes_w = wvalid && wready;
  wire takes_b = bvalid && bready;
  wire ends_r = takes_r && rlast;
  wire ends_w = takes_w && wlast;
  wire shows_aw = awvalid && !aw_counted;
  wire [7:0] length_now = writes_open == 0 ? awlen : write_length[writes_out];
  always @(posedge clk) begin
    if (takes_ar) begin read_length[reads_in] <= arlen; reads_in <= reads_in + 1; end
    if (takes_r) read_at <= rlast ? 0 : read_at + 1;
    if (ends_r) reads_out <= reads_out + 1;
    reads_open <= reads_open + takes_ar - ends_r;
    aw_counted <= awvalid && !takes_aw;
    if (shows_aw) begin write_length[writes_in] <= awlen; writes_in <= writes_in + 1; end
    if (takes_w) write_at <= wlast ? 0 : write_at + 1;
    if (ends_w) writes_out <= writes_out + 1;
    writes_open <= writes_open + shows_aw - ends_w;
    to_answer <= to_answer + ends_w - takes_b;
  end

  // The memory answers what it was asked, and a copy stays what it is until it has ended
  reg was_busy = 0, old_writes = 0, old_kind = 0;
  reg [63:0] old_address = 0;
  reg [7:0] old_groups = 0;
  always @(posedge clk) begin
    was_busy <= begin_ || busy;
    old_writes <= writes; old_kind <= kind; old_address <= address; old_groups <= groups;
  end
  always @* begin
    assume (groups > 0 && beats <= `MOST);
    assume (address[1:0] == 0);
    if (was_busy) assume (writes == old_writes && kind == old_kind && address == old_address && groups == old_groups);
    if (rvalid) assume (reads_open > 0 && rlast == (read_at == read_length[reads_out]));
    if (bvalid) assume (to_answer > 0 && !(awvalid && aw_counted));
  end

  // Rules
  reg past = 0, old_arvalid = 0, old_awvalid = 0, old_wvalid = 0;
  reg old_arready = 0, old_awready = 0, old_wready = 0, old_wlast = 0;
  reg [63:0] old_araddr = 0, old_awaddr = 0;
  reg [7:0] old_arlen = 0, old_awlen = 0;
  reg [31:0] old_wdata = 0;
  reg [3:0] old_wstrb = 0;
  always @(posedge clk) begin
    past <= !rst;
    old_arvalid <= arvalid; old_awvalid <= awvalid; old_wvalid <= wvalid;
    old_arready <= arready; old_awready <= awready; old_wready <= wready;
    old_araddr <= araddr; old_awaddr <= awaddr; old_arlen <= arlen; old_awlen <= awlen;
    old_wdata <= wdata; old_wstrb <= wstrb; old_wlast <= wlast;
  end
  wire [12:0] read_end = {1'b0, araddr[11:0]} + (({5'b0, arlen} + 13'd1) << 2);
  wire [12:0] write_end = {1'b0, awaddr[11:0]} + (({5'b0, awlen} + 13'd1) << 2);
  always @* begin
    if (!past && !rst) assert (!arvalid && !awvalid && !wvalid); // after a reset nothing is valid
    if (past && old_arvalid && !old_arready) assert (arvalid && araddr == old_araddr && arlen == old_arlen);
    if (past && old_awvalid && !old_awready) assert (awvalid && awaddr == old_awaddr && awlen == old_awlen);
    if (past && old_wvalid && !old_wready)
      assert (wvalid && wdata == old_wdata && wstrb == old_wstrb && wlast == old_wlast);
    if (!rst && arvalid) assert (read_end <= 13'd4096 && arlen < `LONGEST && araddr[1:0] == 0);
    if (!rst && awvalid) assert (write_end <= 13'd4096 && awlen < `LONGEST && awaddr[1:0] == 0);
    if (!rst && wvalid) assert (writes_open > 0 || shows_aw); // data belong to a request that can be seen
    if (!rst && wvalid) assert (wlast == (write_at == length_now));
    if (!rst) assert (reads_open <= `OUTSTANDING && writes_open + to_answer <= `OUTSTANDING);
    if (!rst && (given || fetch)) assert (busy);
    if (!rst && !busy) assert (!arvalid && !awvalid && reads_open == 0 && writes_open == 0 && to_answer == 0);
  end

  // What must be possible
  reg [3:0] bursts = 0, answers = 0;
  reg before_taken = 0;
  always @(posedge clk) begin
    if (begin_) begin bursts <= 0; answers <= 0; before_taken <= 0; end
    else begin
      bursts <= bursts + takes_ar + takes_aw;
      answers <= answers + ends_r + takes_b;
      if (takes_w && awvalid && !awready) before_taken <= 1;
    end
  end
  wire ends = was_busy && !busy && !begin_;
  always @* if (!rst) begin
    cover (ends && !writes && !failed && bursts == 2);
    cover (ends && writes && !failed && bursts == 2);
    cover (ends && writes && before_taken); // data do not wait until their request is taken
    cover (ends && !writes && failed && answers == 1);
    cover (ends && writes && failed && answers == 1);
    cover (reads_open == `OUTSTANDING);
  end
endmodule
