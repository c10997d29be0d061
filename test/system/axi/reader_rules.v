// The rules of AXI4 that a stream reader keeps (IHI 0022, A3), what the memory behind it may do, and that groups come as they lie in memory.
// LONGEST, OUTSTANDING and STEPS are defined by who runs it; a beat has 4 bytes, a group 2.
module rules (
  input wire        clk,
  input wire        begins,
  input wire [63:0] address,
  input wire        room,
  input wire        arready,
  input wire        rvalid,
  input wire [31:0] rdata,
  input wire [1:0]  rresp,
  input wire        rlast
);
  localparam BEATS = (`STEPS + 1) / 2;
  reg rst = 1;
  always @(posedge clk) rst <= 0;

  wire arvalid, rready, given, busy, failed;
  wire [63:0] araddr;
  wire [7:0] arlen;
  wire [31:0] group;
  wire begin_ = begins && !busy && !rst;
  reader dut (
    .clk(clk), .rst(rst), .begin_(begin_), .address(address), .room(room),
    .ARREADY(arready), .RVALID(rvalid), .RLAST(rlast), .RDATA(rdata), .RRESP(rresp),
    .ARADDR(araddr), .ARLEN(arlen), .ARVALID(arvalid), .RREADY(rready),
    .group(group), .given(given), .busy(busy), .failed(failed)
  );

  // What was asked for and not answered: lengths of bursts, in their order
  reg [7:0] lengths [0:3];
  reg [1:0] in = 0, out = 0;
  reg [3:0] open = 0;
  reg [7:0] read_at = 0;
  wire takes_ar = arvalid && arready;
  wire takes_r = rvalid && rready;
  wire ends_r = takes_r && rlast;
  always @(posedge clk) begin
    if (takes_ar) begin lengths[in] <= arlen; in <= in + 1; end
    if (takes_r) read_at <= rlast ? 0 : read_at + 1;
    if (ends_r) out <= out + 1;
    open <= open + takes_ar - ends_r;
  end
  always @* begin
    assume (address[1:0] == 0);
    if (rvalid) assume (open > 0 && rlast == (read_at == lengths[out]));
  end

  // What a call has asked for, read and given so far; one of its groups is looked at
  (* anyconst *) wire [3:0] looked;
  reg [63:0] next = 0;
  reg [7:0] asked = 0, beats = 0, groups = 0;
  reg [15:0] seen = 0;
  always @(posedge clk) begin
    if (begin_) begin next <= address; asked <= 0; beats <= 0; groups <= 0; end
    else begin
      if (takes_ar) begin next <= next + (({56'b0, arlen} + 1) << 2); asked <= asked + arlen + 1; end
      if (takes_r) beats <= beats + 1;
      if (takes_r && beats == looked >> 1) seen <= looked[0] ? rdata[31:16] : rdata[15:0];
      if (given) groups <= groups + 1;
    end
  end

  reg past = 0, was_busy = 0, old_arvalid = 0, old_arready = 0;
  reg [63:0] old_araddr = 0;
  reg [7:0] old_arlen = 0;
  always @(posedge clk) begin
    past <= !rst; was_busy <= begin_ || busy;
    old_arvalid <= arvalid; old_arready <= arready; old_araddr <= araddr; old_arlen <= arlen;
  end
  wire [12:0] read_end = {1'b0, araddr[11:0]} + (({5'b0, arlen} + 13'd1) << 2);
  wire ends = was_busy && !busy && !begin_;
  always @* if (!rst) begin
    if (!past) assert (!arvalid); // after a reset nothing is valid
    if (past && old_arvalid && !old_arready) assert (arvalid && araddr == old_araddr && arlen == old_arlen);
    if (arvalid) assert (read_end <= 13'd4096 && arlen < `LONGEST && araddr == next && asked + arlen < BEATS);
    assert (open <= `OUTSTANDING);
    if (open > 0) assert (rready); // data never wait on the bus, whatever the kernel does
    if (given) assert (busy && room && groups < `STEPS);
    if (given && groups == looked && !failed) assert (group[15:0] == seen && looked >> 1 < beats);
    if (!busy) assert (!arvalid && open == 0);
    if (ends && !failed) assert (asked == BEATS && beats == BEATS && groups == `STEPS);
  end

  reg [4:0] waited = 0; // cycles without room
  always @(posedge clk) waited <= begin_ ? 0 : waited + !room;
  always @* if (!rst) begin
    cover (ends && !failed && looked == `STEPS - 1);
    cover (ends && !failed && waited > 4);
    cover (ends && failed);
    cover (open == `OUTSTANDING);
    cover (beats == 4 && groups == 0 && busy && !room); // all that is under way has its place, though nothing is taken
  end
endmodule
