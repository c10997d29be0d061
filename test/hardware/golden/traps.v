/* verilator lint_off DECLFILENAME */

// A keyword for a name, and other traps.
module module_ (
  input  wire [7:0] reg_,
  input  wire [7:0] clk_1,
  input  wire [2:0] z,
  output wire [3:0] wire_,
  output wire [7:0] arithmetic,
  output wire [11:0] wide,
  output wire [10:0] mixed,
  output wire [7:0] chain
);

  assign chain = (z == 3'd1) ? reg_ :
      (z == 3'd2) ? ~clk_1 :
      (z != 3'd3) ? $unsigned($signed(clk_1) >>> z) :
      {z, reg_[7], clk_1[3:0]};
  wire [7:0] value = reg_ + clk_1;
  wire [7:0] value_1 = z[1] ? reg_ : clk_1;
  wire [10:0] product = reg_ * z;
  wire [10:0] product_1 = $signed(reg_) * $signed(z);

  assign wire_ = value[5:2];
  assign arithmetic = z[0] ? $unsigned($signed(reg_) >>> z) : clk_1;
  assign wide = {{4{value_1[7]}}, value_1};
  assign mixed = product + product_1;

  wire unused = &{1'b0, value[7:6], value[1:0]};
endmodule
