// The rules of AXI4-Lite that the control slave keeps (IHI 0022, A3 and B1), for two registers that a host writes, of 32 and 40 bits.
module rules (
  input wire        clk,
  input wire        awvalid,
  input wire [5:0]  awaddr,
  input wire        wvalid,
  input wire [31:0] wdata,
  input wire [3:0]  wstrb,
  input wire        bready,
  input wire        arvalid,
  input wire [5:0]  araddr,
  input wire        rready,
  input wire        done,
  input wire        idle,
  input wire [7:0]  told
);
  reg rst = 1;
  always @(posedge clk) rst <= 0;
  wire awready, wready, bvalid, arready, rvalid, start, interrupt;
  wire [31:0] rdata, first;
  wire [39:0] second;
  slave dut (
    .clk(clk), .rst(rst), .AWADDR(awaddr), .AWVALID(awvalid), .WDATA(wdata), .WSTRB(wstrb), .WVALID(wvalid), .BREADY(bready),
    .ARADDR(araddr), .ARVALID(arvalid), .RREADY(rready), .done(done), .idle(idle), .at_24(told),
    .AWREADY(awready), .WREADY(wready), .BVALID(bvalid), .ARREADY(arready), .RVALID(rvalid), .RDATA(rdata),
    .at_10(first), .at_18(second), .start(start), .interrupt(interrupt)
  );

  // The host keeps what it shows until it is taken
  reg past = 0, old_aw = 0, old_w = 0, old_ar = 0;
  reg [5:0] old_awaddr = 0, old_araddr = 0;
  reg [35:0] old_data = 0;
  always @(posedge clk) begin
    past <= !rst;
    old_aw <= awvalid && !awready; old_w <= wvalid && !wready; old_ar <= arvalid && !arready;
    old_awaddr <= awaddr; old_araddr <= araddr; old_data <= {wstrb, wdata};
  end
  always @* begin
    if (rst) assume (!awvalid && !wvalid && !arvalid);
    if (past && old_aw) assume (awvalid && awaddr == old_awaddr);
    if (past && old_w) assume (wvalid && {wstrb, wdata} == old_data);
    if (past && old_ar) assume (arvalid && araddr == old_araddr);
  end

  // Requests and answers, counted; what the registers must hold
  wire takes_aw = awvalid && awready, takes_w = wvalid && wready, takes_b = bvalid && bready;
  wire takes_ar = arvalid && arready, takes_r = rvalid && rready;
  reg [1:0] addresses = 0, words = 0, reads = 0; // without an answer
  reg [3:0] at = 0;
  reg [31:0] first_is = 0;
  reg [39:0] second_is = 0;
  wire [31:0] mask = {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};
  reg [2:0] waits_w = 0, waits_r = 0;
  always @(posedge clk) if (!rst) begin
    addresses <= addresses + takes_aw - takes_b;
    words <= words + takes_w - takes_b;
    reads <= reads + takes_ar - takes_r;
    if (takes_aw) at <= awaddr[5:2];
    if (takes_w && at == 4) first_is <= wdata & mask | first_is & ~mask;
    if (takes_w && at == 6) second_is[31:0] <= wdata & mask | second_is[31:0] & ~mask;
    if (takes_w && at == 7) second_is[39:32] <= wdata[7:0] & mask[7:0] | second_is[39:32] & ~mask[7:0];
    waits_w <= bvalid || !(addresses != 0 || awvalid) || !(words != 0 || wvalid) ? 0 : waits_w + 1;
    waits_r <= rvalid || !(reads != 0 || arvalid) ? 0 : waits_r + 1;
  end

  reg old_b = 0, old_r = 0;
  reg [31:0] old_rdata = 0, expected = 0;
  reg known = 0;
  always @(posedge clk) begin
    old_b <= bvalid && !bready; old_r <= rvalid && !rready; old_rdata <= rdata;
    if (takes_ar) begin
      known <= araddr[5:2] == 4 || araddr[5:2] == 6 || araddr[5:2] == 7 || araddr[5:2] == 9 || araddr[5:2] > 9;
      expected <= araddr[5:2] == 4 ? first_is : araddr[5:2] == 6 ? second_is[31:0]
        : araddr[5:2] == 7 ? {24'b0, second_is[39:32]} : araddr[5:2] == 9 ? {24'b0, told} : 32'b0;
    end
  end
  always @* if (!rst) begin
    if (!past) assert (!bvalid && !rvalid && !start && !interrupt); // after a reset nothing is valid
    if (past && old_b) assert (bvalid);
    if (past && old_r) assert (rvalid && rdata == old_rdata);
    if (bvalid) assert (addresses == 1 && words == 1); // an answer follows its request, of which there is one at a time
    if (rvalid) assert (reads == 1);
    assert (addresses <= 1 && words <= 1 && reads <= 1);
    assert (waits_w <= 2 && waits_r <= 1); // whatever the host does, a write that is all there and a read are answered soon
    assert (first == first_is && second == second_is);
    if (rvalid && known) assert (rdata == expected);
  end

  // A call is asked for until it is done, and its end is told until it is read
  reg started = 0;
  always @(posedge clk) if (!rst) started <= takes_w && at == 0 && wstrb[0] && wdata[0] || started && !done;
  reg restarts = 0;
  always @(posedge clk) if (takes_w && at == 0 && wstrb[0] && wdata[7]) restarts <= 1;
  always @* if (!rst && !restarts) assert (start == started);

  reg [1:0] writes = 0;
  reg ended = 0, both = 0;
  always @(posedge clk) begin
    if (takes_b && writes < 3) writes <= writes + 1;
    if (done && start) ended <= 1;
    if (bvalid && rvalid) both <= 1;
  end
  always @* if (!rst) begin
    cover (takes_r && rdata == 32'h12345678 && writes == 2);
    cover (interrupt && ended);
    cover (takes_r && araddr[5:2] == 0 && ended && rdata[1]);
    cover (both && takes_b);
  end
endmodule
