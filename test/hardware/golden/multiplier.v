/* verilator lint_off DECLFILENAME */

module multiply (
  input  wire clk,
  input  wire [17:0] left,
  input  wire [17:0] right,
  output reg  [35:0] product = 36'd0
);

  reg [17:0] left_1 = 18'd0;
  reg [17:0] right_1 = 18'd0;

  always @(posedge clk) begin
    left_1 <= left;
    right_1 <= right;
    product <= $signed(left_1) * $signed(right_1);
  end
endmodule

// left * right / 2^17, a new pair each clock.
module scale (
  input  wire clk,
  input  wire rst,
  input  wire [17:0] left,
  input  wire [17:0] right,
  input  wire start,
  output reg  [17:0] scaled = 18'd0,
  output wire larger,
  output wire done
);

  wire [35:0] core_product;

  reg valid_1 = 1'b0;
  reg valid_2 = 1'b0;
  reg valid_3 = 1'b0;
  reg larger_1 = 1'b0;
  reg larger_2 = 1'b0;
  reg larger_3 = 1'b0;

  multiply core ( // line 7: a[i] * b[i]
    .clk(clk),
    .left(left),
    .right(right),
    .product(core_product)
  );

  always @(posedge clk) begin
    if (rst) begin
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
    end else begin
      valid_1 <= start;
      valid_2 <= valid_1;
      valid_3 <= valid_2;
    end
    scaled <= core_product[34:17];
    larger_1 <= $signed(right) < $signed(left);
    larger_2 <= larger_1;
    larger_3 <= larger_2;
  end

  assign larger = larger_3;
  assign done = valid_3;

  wire unused = &{1'b0, core_product[35], core_product[16:0]};
endmodule
