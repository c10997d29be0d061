/**
 * What block RAMs and multipliers do, in Verilog: Yosys has no body for most of them, and that of DSP48E1 does not run in Icarus Verilog
 * (`always @*` never wakes for inputs that are constants). Written after UG473, UG479, FPGA-TN-02204 and FPGA-TN-02205, as far as Yosys uses them.
 */
import type { Models } from "./gates.ts";

/** By folder of Yosys; modules here take the place of its own. */
export const ramModels: Readonly<Partial<Record<Models, string>>> = {
  xilinx: [ramb(18), ramb(36), dsp48e1()].join("\n"),
  ecp5: [dp16kd(), mult18x18d()].join("\n"),
};

/** RAMB18E1 and RAMB36E1: bytes with a bit of parity each, two ports; in mode SDP port A reads and port B writes, twice as wide. */
function ramb(size: 18 | 36): string {
  const half = size === 18 ? 16 : 32; // data bits of a port
  const bytes = half / 8;
  const inits = numbered(size === 18 ? 64 : 128).map((name) => `INIT_${name}`);
  const parities = numbered(size === 18 ? 8 : 16).map((name) => `INITP_${name}`);
  const address = size === 18 ? 13 : 15;
  const narrow = size === 18 ? 36 : 72; // the width that takes both halves
  const lines = [...inits, ...parities].map((name) => `  parameter [255:0] ${name} = 256'd0;`);
  return `module RAMB${size}E1(
  input [${address}:0] ADDRARDADDR, ADDRBWRADDR,
  input CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
  input RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB, CASCADEINA, CASCADEINB,
  input [${half - 1}:0] DIADI, DIBDI, input [${bytes - 1}:0] DIPADIP, DIPBDIP,
  input [${bytes - 1}:0] WEA, input [${2 * bytes - 1}:0] WEBWE,
  output [${half - 1}:0] DOADO, DOBDO, output [${bytes - 1}:0] DOPADOP, DOPBDOP, output CASCADEOUTA, CASCADEOUTB);
  parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST";
  parameter RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE", SIM_DEVICE = "7SERIES", RDADDR_COLLISION_HWCONFIG = "";
  parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, DOA_REG = 0, DOB_REG = 0;
  parameter [71:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0;
  parameter IS_CLKARDCLK_INVERTED = 1'b0, IS_CLKBWRCLK_INVERTED = 1'b0, IS_ENARDEN_INVERTED = 1'b0, IS_ENBWREN_INVERTED = 1'b0;
  parameter IS_RSTRAMARSTRAM_INVERTED = 1'b0, IS_RSTRAMB_INVERTED = 1'b0;
  parameter IS_RSTREGARSTREG_INVERTED = 1'b0, IS_RSTREGB_INVERTED = 1'b0;
${lines.join("\n")}
  localparam BYTES = ${1024 * (size === 18 ? 2 : 4)};
  reg [8:0] cells[0:BYTES - 1];
  reg [8 * BYTES - 1:0] data;
  reg [BYTES - 1:0] parity;
  integer i;
  initial begin
    if (DOA_REG != 0 || DOB_REG != 0 || RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") $fatal(1, "not modelled");
    data = {${[...inits].reverse().join(", ")}};
    parity = {${[...parities].reverse().join(", ")}};
    for (i = 0; i < BYTES; i = i + 1) cells[i] = {parity[i], data[8 * i +: 8]};
  end
  // Data in the low 64 bits, parity above.
  function [71:0] word(input [15:0] at, input integer width);
    integer k, n;
    begin
      word = 72'd0;
      n = width / 9;
      if (width >= 9)
        for (k = 0; k < n; k = k + 1)
          {word[64 + k], word[8 * k +: 8]} = cells[((at >> 3) % BYTES) / n * n + k];
      else if (width > 0)
        word = (cells[(at >> 3) % BYTES] >> (at[2:0] / width * width)) & ((1 << width) - 1);
    end
  endfunction
  task store(input [15:0] at, input integer width, input [71:0] value, input [7:0] enable);
    integer k, n;
    begin
      n = width / 9;
      if (width >= 9) begin
        for (k = 0; k < n; k = k + 1)
          if (enable[k]) cells[((at >> 3) % BYTES) / n * n + k] <= {value[64 + k], value[8 * k +: 8]};
      end else if (width > 0 && enable[0]) begin
        for (k = 0; k < width; k = k + 1)
          cells[(at >> 3) % BYTES][at[2:0] / width * width + k] <= value[k];
      end
    end
  endtask
  reg [71:0] a, b;
  wire isWideRead = RAM_MODE == "SDP" && READ_WIDTH_A == ${narrow};
  wire isWideWrite = RAM_MODE == "SDP" && WRITE_WIDTH_B == ${narrow};
  assign {DOPADOP, DOADO} = {a[${64 + bytes - 1}:64], a[${half - 1}:0]};
  assign {DOPBDOP, DOBDO} = isWideRead ? {a[${64 + 2 * bytes - 1}:${64 + bytes}], a[${2 * half - 1}:${half}]} : {b[${64 + bytes - 1}:64], b[${half - 1}:0]};
  wire [71:0] givenA = {${8 - bytes}'d0, DIPADIP, ${64 - half}'d0, DIADI};
  wire [71:0] givenB = isWideWrite
    ? {${8 - 2 * bytes === 0 ? "" : `${8 - 2 * bytes}'d0, `}DIPBDIP, DIPADIP, ${64 - 2 * half === 0 ? "" : `${64 - 2 * half}'d0, `}DIBDI, DIADI}
    : {${8 - bytes}'d0, DIPBDIP, ${64 - half}'d0, DIBDI};
  always @(posedge CLKARDCLK) if (ENARDEN) begin
    if (RAM_MODE == "TDP") store(ADDRARDADDR, WRITE_WIDTH_A, givenA, WEA);
    if (RSTRAMARSTRAM === 1'b1) a <= SRVAL_A;
    else if (RAM_MODE == "SDP" || WRITE_MODE_A == "READ_FIRST" || WEA == 0) a <= word(ADDRARDADDR, READ_WIDTH_A);
    else if (WRITE_MODE_A == "WRITE_FIRST") a <= givenA;
  end
  always @(posedge CLKBWRCLK) if (ENBWREN) begin
    store(ADDRBWRADDR, WRITE_WIDTH_B, givenB, WEBWE);
    if (RSTRAMB === 1'b1) b <= SRVAL_B;
    else if (WRITE_MODE_B == "READ_FIRST" || WEBWE == 0) b <= word(ADDRBWRADDR, READ_WIDTH_B);
    else if (WRITE_MODE_B == "WRITE_FIRST") b <= givenB;
  end
endmodule`;
}

/** A product, and a sum with C, P or the neighbour's P; no pre-adder, and no logic unit. */
function dsp48e1(): string {
  const registers = ["A", "B", "C", "D", "AD", "M", "P"].map((name) => `${name}REG = 1`);
  return `module DSP48E1(
  input signed [29:0] A, ACIN, input signed [17:0] B, BCIN, input signed [47:0] C, PCIN, input signed [24:0] D,
  input [3:0] ALUMODE, input [2:0] CARRYINSEL, input [4:0] INMODE, input [6:0] OPMODE,
  input CLK, CARRYIN, CARRYCASCIN, MULTSIGNIN, CEA1, CEA2, CEAD, CEALUMODE, CEB1, CEB2, CEC, CECARRYIN, CECTRL, CED, CEINMODE, CEM, CEP,
  input RSTA, RSTALLCARRYIN, RSTALUMODE, RSTB, RSTC, RSTCTRL, RSTD, RSTINMODE, RSTM, RSTP,
  output signed [29:0] ACOUT, output signed [17:0] BCOUT, output signed [47:0] P, PCOUT,
  output [3:0] CARRYOUT, output CARRYCASCOUT, MULTSIGNOUT, OVERFLOW, PATTERNBDETECT, PATTERNDETECT, UNDERFLOW);
  parameter integer ${registers.join(", ")};
  parameter integer ACASCREG = 1, BCASCREG = 1, ALUMODEREG = 1, CARRYINREG = 1, CARRYINSELREG = 1, INMODEREG = 1, OPMODEREG = 1;
  parameter A_INPUT = "DIRECT", B_INPUT = "DIRECT", USE_DPORT = "FALSE", USE_MULT = "MULTIPLY", USE_SIMD = "ONE48";
  parameter AUTORESET_PATDET = "NO_RESET", SEL_MASK = "MASK", SEL_PATTERN = "PATTERN", USE_PATTERN_DETECT = "NO_PATDET";
  parameter [47:0] MASK = 0, PATTERN = 0;
  initial if (ALUMODEREG + CARRYINREG + CARRYINSELREG + INMODEREG + OPMODEREG != 0 || USE_DPORT != "FALSE" || USE_SIMD != "ONE48" || USE_MULT == "DYNAMIC")
    $fatal(1, "not modelled");
  wire signed [29:0] a0 = A_INPUT == "CASCADE" ? ACIN : A;
  wire signed [17:0] b0 = B_INPUT == "CASCADE" ? BCIN : B;
  reg signed [29:0] a1 = 0, a2 = 0;
  reg signed [17:0] b1 = 0, b2 = 0;
  reg signed [47:0] c1 = 0, p1 = 0;
  reg signed [42:0] m1 = 0;
  wire signed [29:0] a = AREG == 0 ? a0 : a2;
  wire signed [17:0] b = BREG == 0 ? b0 : b2;
  wire signed [47:0] c = CREG == 0 ? C : c1;
  wire signed [24:0] factor = a[24:0];
  wire signed [42:0] product = factor * b;
  wire signed [42:0] m = MREG == 0 ? product : m1;
  // X and Y together: nothing, the product, P, A and B side by side; and C as Y.
  wire signed [47:0] x = OPMODE[1:0] == 1 ? m : OPMODE[1:0] == 2 ? p1 : OPMODE[1:0] == 3 ? {a, b} : 48'sd0;
  wire signed [47:0] y = OPMODE[3:2] == 3 ? c : OPMODE[3:2] == 2 ? -48'sd1 : 48'sd0;
  wire signed [47:0] z = OPMODE[6:4] == 1 ? PCIN : OPMODE[6:4] == 2 ? p1 : OPMODE[6:4] == 3 ? c
    : OPMODE[6:4] == 5 ? PCIN >>> 17 : OPMODE[6:4] == 6 ? p1 >>> 17 : 48'sd0;
  wire carry = CARRYIN === 1'b1;
  wire signed [47:0] sum = ALUMODE == 0 ? z + x + y + carry : ALUMODE == 3 ? z - (x + y + carry) : 48'bx;
  assign P = PREG == 0 ? sum : p1;
  assign PCOUT = P;
  assign ACOUT = a;
  assign BCOUT = b;
  always @(posedge CLK) begin
    if (RSTA === 1'b1) begin a1 <= 0; a2 <= 0; end
    else begin
      if (CEA1 !== 1'b0) a1 <= a0;
      if (CEA2 !== 1'b0) a2 <= AREG == 2 ? a1 : a0;
    end
    if (RSTB === 1'b1) begin b1 <= 0; b2 <= 0; end
    else begin
      if (CEB1 !== 1'b0) b1 <= b0;
      if (CEB2 !== 1'b0) b2 <= BREG == 2 ? b1 : b0;
    end
    if (RSTC === 1'b1) c1 <= 0; else if (CEC !== 1'b0) c1 <= C;
    if (RSTM === 1'b1) m1 <= 0; else if (CEM !== 1'b0) m1 <= product;
    if (RSTP === 1'b1) p1 <= 0; else if (CEP !== 1'b0) p1 <= sum;
  end
endmodule`;
}

/** 2,048 cells of nine bits; with 36 bits port A writes and port B reads, and both have half of the data. */
function dp16kd(): string {
  const inits = numbered(64).map((name) => `INITVAL_${name}`);
  const port = (side: "A" | "B"): string => {
    const of = (name: string, count: number) => scalars(`${name}${side}`, count).join(", ");
    return `input CLK${side}, WE${side}, CE${side}, OCE${side}, RST${side}, CS${side}0, CS${side}1, CS${side}2,
  input ${of("AD", 14)}, ${of("DI", 18)}, output ${of("DO", 18)}`;
  };
  const bus = (name: string, count: number): string => `{${scalars(name, count).reverse().join(", ")}}`;
  const side = (name: "A" | "B"): string => `  wire [13:0] ad${name} = ${bus(`AD${name}`, 14)};
  wire [17:0] di${name} = ${bus(`DI${name}`, 18)};
  reg [35:0] q${name};
  always @(posedge CLK${name}) if (CE${name} !== 1'b0) begin
    if (WE${name} === 1'b1) store(ad${name}, DATA_WIDTH_${name}, ${name === "A" ? "{diB, diA}" : "{18'd0, diB}"});
    if (RST${name} === 1'b1) q${name} <= 36'd0;
    else if (WE${name} !== 1'b1 || WRITEMODE_${name} == "READBEFOREWRITE") q${name} <= word(ad${name}, DATA_WIDTH_${name});
    else if (WRITEMODE_${name} == "WRITETHROUGH") q${name} <= di${name};
  end`;
  return `module DP16KD(
  ${port("A")},
  ${port("B")});
  parameter integer DATA_WIDTH_A = 18, DATA_WIDTH_B = 18;
  parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", GSR = "AUTO";
  parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000", CLKAMUX = "CLKA", CLKBMUX = "CLKB";
  parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL", INIT_DATA = "STATIC", INITVAL_FILE = "";
  parameter WEAMUX = "WEA", WEBMUX = "WEB", CEAMUX = "CEA", CEBMUX = "CEB", RSTAMUX = "RSTA", RSTBMUX = "RSTB";
  parameter OCEAMUX = "OCEA", OCEBMUX = "OCEB", WID = 0;
${inits.map((name) => `  parameter [319:0] ${name} = 320'd0;`).join("\n")}
  reg [8:0] cells[0:2047];
  reg [20479:0] data;
  integer i;
  initial begin
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB") $fatal(1, "not modelled");
    data = {${[...inits].reverse().join(", ")}};
    for (i = 0; i < 1024; i = i + 1) {cells[2 * i + 1], cells[2 * i]} = data[20 * i +: 18];
  end
  function [35:0] word(input [13:0] at, input integer width);
    integer k;
    begin
      word = 36'd0;
      if (width >= 9) for (k = 0; k < width / 9; k = k + 1) word[9 * k +: 9] = cells[at[13:3] / (width / 9) * (width / 9) + k];
      else word = (cells[at[13:3]] >> (at[2:0] / width * width)) & ((1 << width) - 1);
    end
  endfunction
  // The low bits of an address choose bytes, of words of several.
  task store(input [13:0] at, input integer width, input [35:0] value);
    integer k;
    begin
      if (width >= 18) begin
        for (k = 0; k < width / 9; k = k + 1)
          if (at[k]) cells[at[13:3] / (width / 9) * (width / 9) + k] <= value[9 * k +: 9];
      end else if (width == 9) cells[at[13:3]] <= value[8:0];
      else for (k = 0; k < width; k = k + 1) cells[at[13:3]][at[2:0] / width * width + k] <= value[k];
    end
  endtask
${side("A")}
${side("B")}
  wire [17:0] doA = DATA_WIDTH_B == 36 ? qB[17:0] : qA[17:0];
  wire [17:0] doB = DATA_WIDTH_B == 36 ? qB[35:18] : qB[17:0];
  assign ${bus("DOA", 18)} = doA;
  assign ${bus("DOB", 18)} = doB;
endmodule`;
}

/** Without registers. */
function mult18x18d(): string {
  const of = (name: string, count: number): string => scalars(name, count).join(", ");
  const bus = (name: string, count: number): string => `{${scalars(name, count).reverse().join(", ")}}`;
  return `module MULT18X18D(
  input ${of("A", 18)}, ${of("B", 18)}, ${of("C", 18)},
  input SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, output ${of("P", 36)});
  wire [17:0] a = ${bus("A", 18)};
  wire [17:0] b = ${bus("B", 18)};
  wire signed [36:0] x = $signed({SIGNEDA && a[17], a});
  wire signed [36:0] y = $signed({SIGNEDB && b[17], b});
  wire signed [36:0] p = x * y;
  assign ${bus("P", 36)} = p[35:0];
endmodule`;
}

/** 00, 01, up to 0F, 10: as parameters are called. */
function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => at.toString(16).toUpperCase().padStart(2, "0"));
}

function scalars(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name}${at}`);
}
