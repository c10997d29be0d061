/**
 * A testbench in Verilog-2005: the memories of the arrays, one call, and a comparison with what is expected. It prints
 * `cycles N`, then PASS or FAIL; or FAULT with the number of the check; or TIMEOUT.
 */

import { bug } from "../../diagnostics/bug.ts";
import type { SourceFile } from "../../diagnostics/diagnostic.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { isInteger } from "../../types/types.ts";
import { cycleLimit } from "../bench/call.ts";
import { type Check, messageOf } from "../faults.ts";
import type { FaultPort, KernelInterface } from "../interface.ts";
import type { Design } from "../netlist/nodes.ts";
import { range } from "../verilog/expression.ts";
import { signalsOf } from "../verilog/index.ts";
import { indent } from "../verilog/lines.ts";
import { clock, moduleName, reset } from "../verilog/names.ts";
import { printArray } from "./array.ts";
import { type BenchNames, benchNames } from "./names.ts";
import { printResult, resultOwner } from "./result.ts";
import { folders } from "./words.ts";

export interface TestbenchOptions {
  readonly clockMHz?: number; // for what a waveform shows
  readonly limit?: number; // of cycles; +limit=N says it when it runs
  readonly checks?: readonly Check[]; // what faults are called
  readonly source?: SourceFile; // where they are
}

export function testbenchName({ top }: Design): string {
  return `${moduleName(top)}_tb`;
}

export function printTestbench(
  design: Design,
  ports: KernelInterface,
  options: TestbenchOptions = {},
): string {
  const names = benchNames(design, ports);
  const results = ports.results.map((_, index) => printResult(names, ports, index));
  const paragraphs = [
    printSignals(design, names, options),
    printState(names, options),
    ...(ports.arrays.some(({ stream }) => stream !== null) ? [printStalls(names)] : []),
    ...(ports.clockEnable === undefined ? [] : [printPauses(names, ports.clockEnable)]),
    ...ports.scalars.map(({ name, port }) => printScalar(design, names, name, port)),
    ...ports.arrays.map((array) => printArray(names, array)),
    ...results,
    printInstance(design, names),
    printBegin(design, ports, names),
    printEnd(ports, names),
    ...(ports.fault === null ? [] : [printFault(ports.fault, names, options)]),
    printCall(ports, names),
  ];
  return [
    ...heading(design, ports),
    "`timescale 1ns / 1ps",
    "/* verilator lint_off WIDTH */",
    `module ${testbenchName(design)};`,
    paragraphs
      .filter((text) => text !== "")
      .map((text) => text.split("\n").map(indent).join("\n"))
      .join("\n\n"),
    "endmodule",
    "",
  ].join("\n");
}

function heading({ top }: Design, { kernel, arrays, clockEnable }: KernelInterface): readonly string[] {
  const hasStreams = arrays.some(({ stream }) => stream !== null);
  const { data, results, expected } = folders;
  return [
    `// Calls ${kernel} once on what stands in ${data}/, writes what it leaves behind to ${results}/, and compares that`,
    `// with ${expected}/. It takes +limit=N (cycles), +nocheck (no comparison), +vcd (waveforms, in ${moduleName(top)}.vcd)${hasStreams ? ", +stalls=SEED (who sends and takes words pauses)" : ""}${clockEnable === undefined ? "" : ", +pauses=SEED (the clock enable falls now and then; only cycles with it count)"}.`,
  ];
}

function printSignals({ top }: Design, names: BenchNames, { clockMHz = 100 }: TestbenchOptions): string {
  return [
    `reg ${clock} = 1'b0;`,
    `initial forever #${(500 / clockMHz).toFixed(3)} ${clock} = ~${clock};`,
    `reg ${reset} = 1'b1;`,
    `reg ${names.of("start")} = 1'b0;`,
    ...top.outputs.map(({ name, value }) => `wire ${range(value.width)}${names.of(name)};`),
  ].join("\n");
}

function printScalar({ top }: Design, names: BenchNames, name: string, port: string): string {
  const width = top.inputs.find((one) => one.name === port)?.width ?? bug(`${top.name} has no input ${port}`);
  const file = names.own(`${name}_data`, name);
  return `\
reg ${range(width)}${file} [0:0];
initial $readmemh("${folders.data}/${names.label(name)}.mem", ${file});
wire ${range(width)}${names.of(port)} = ${file}[0];`;
}

function printInstance({ top }: Design, names: BenchNames): string {
  const signals = signalsOf(top);
  const connected = [
    ...(signals.clock ? [clock] : []),
    ...(signals.reset ? [reset] : []),
    ...[...top.inputs, ...top.outputs].map(({ name }) => names.of(name)),
  ];
  const lines = connected.map((name) => `  .${name}(${name})`).join(",\n");
  return `${moduleName(top)} ${names.own("kernel")} (\n${lines}\n);`;
}

function printState(names: BenchNames, { limit = cycleLimit }: TestbenchOptions): string {
  return `\
reg [2:0] ${names.own("phase")} = 3'd0; // reset, reset, start, the call, faults that are told late
integer ${names.own("waited")} = 0;
reg [63:0] ${names.own("cycles")} = 64'd0; // since the start
reg [63:0] ${names.own("limit")} = 64'd${limit};
integer ${names.own("compared")} = 0; // values
integer ${names.own("differ")} = 0;`;
}

/** Who sends and takes words of streams pauses where bits of this are 1 (x^32 + x^22 + x^2 + x + 1). */
function printStalls(names: BenchNames): string {
  const [stalls, state] = [names.own("stalls"), names.own("stall_state")];
  return `\
reg [31:0] ${stalls} = 32'd0;
reg [31:0] ${state} = 32'd1;
initial if ($value$plusargs("stalls=%d", ${stalls})) ${state} = ${stalls};
always @(posedge ${clock})
  ${state} <= {${state}[30:0], ${state}[31] ^ ${state}[21] ^ ${state}[1] ^ ${state}[0]};`;
}

/** While the clock enable is 0 no cycle counts. */
function printPauses(names: BenchNames, enable: string): string {
  const [pauses, port] = [names.own("pauses"), names.of(enable)];
  return `\
integer ${pauses} = 0;
reg ${port} = 1'b1;
initial if ($value$plusargs("pauses=%d", ${pauses})) begin end
always @(posedge ${clock}) if (${pauses} != 0) ${port} <= $random(${pauses});`;
}

function printBegin({ top }: Design, ports: KernelInterface, names: BenchNames): string {
  return `\
initial begin
  if ($value$plusargs("limit=%d", ${names.own("limit")})) begin end
  if ($test$plusargs("vcd")) begin
    $dumpfile("${moduleName(top)}.vcd");
    $dumpvars;
  end
${ports.arrays.map(({ name }) => `  ${names.own(`load_${name}`, name)};\n`).join("")}end`;
}

function printEnd(ports: KernelInterface, names: BenchNames): string {
  const outcomes = [
    ...ports.arrays.flatMap(({ name, isWritten }) => (isWritten ? [{ name, owner: name }] : [])),
    ...ports.results.flatMap((result, index) =>
      result.kind === "scalar" ? [{ name: `result_${index}`, owner: resultOwner(index) }] : [],
    ),
  ];
  const [compared, differ] = [names.own("compared"), names.own("differ")];
  return `\
task ${names.own("stop")};
  begin
    $display("cycles %0d", ${names.own("cycles")});
${outcomes.map(({ name, owner }) => `    ${names.own(`save_${name}`, owner)};\n`).join("")}\
    if (!$test$plusargs("nocheck")) begin
${outcomes.map(({ name, owner }) => `      ${names.own(`check_${name}`, owner)};\n`).join("")}\
      if (${differ} == 0) $display("PASS ${asciiName(ports.kernel)}: %0d values as expected", ${compared});
      else $display("FAIL ${asciiName(ports.kernel)}: %0d of %0d values differ", ${differ}, ${compared});
    end
    $finish;
  end
endtask`;
}

/** Which fault it was, in words, and where it stands in the source. */
function printFault(
  { port, value }: FaultPort,
  names: BenchNames,
  { checks = [], source }: TestbenchOptions,
): string {
  const cases = checks.map((check, index) => {
    const line = source === undefined ? "" : `, ${source.path}:${lineOf(source.text, check.span.from)}`;
    const isNumber = value !== null && check.told !== undefined && isInteger(check.told);
    const words = quoted((isNumber ? check.message : messageOf(check, null)) + line);
    const shown = isNumber ? `, $signed(${names.of(value.port)})` : "";
    return `      ${index + 1}: $display("${words.replace("{value}", "%0d")}"${shown});\n`;
  });
  const words =
    cases.length === 0
      ? ""
      : `    case (${names.of(port)})\n${cases.join("")}      default: ;\n    endcase\n`;
  const [told, bits] = value === null ? ["", ""] : [", value %h", `, ${names.of(value.port)}`];
  return `\
task ${names.own("stop_at_fault")};
  begin
    $display("FAULT %0d after %0d cycles${told}", ${names.of(port)}, ${names.own("cycles")}${bits});
${words}    $finish;
  end
endtask`;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

function quoted(text: string): string {
  return onOneLine(text).replace(/["\\]/g, "\\$&").replaceAll("%", "%%");
}

/** A call begins in a cycle in which start and ready are 1; the cycles after it are counted until done. */
function printCall(ports: KernelInterface, names: BenchNames): string {
  const [cycles, limit, phase] = [names.own("cycles"), names.own("limit"), names.own("phase")];
  const [start, ready, done] = [names.of("start"), names.of("ready"), names.of("done")];
  const { fault, clockEnable } = ports;
  const step = clockEnable === undefined ? "64'd1" : `{63'd0, ${names.of(clockEnable)}}`;
  const [late, waited] = [fault?.late ?? 0, names.own("waited")];
  const watch =
    fault === null ? "" : `if (${names.of(fault.port)} != 0) ${names.own("stop_at_fault")};\n    else `;
  const lastLook = `\
  3'd4:
    ${watch}if (${waited} < ${late}) ${waited} <= ${waited} + 1;
    else ${names.own("stop")};
`;
  return `\
task ${names.own("go_on")};
  if (${cycles} < ${limit}) ${cycles} <= ${cycles} + ${step};
  else begin
    $display("TIMEOUT after %0d cycles", ${cycles});
    $finish;
  end
endtask

always @(posedge ${clock}) case (${phase})
  3'd0: ${phase} <= 3'd1;
  3'd1: begin
    ${reset} <= 1'b0;
    ${start} <= 1'b1;
    ${phase} <= 3'd2;
  end
  3'd2:
    if (${ready}) begin
      ${start} <= 1'b0;
      ${cycles} <= 64'd1;
      ${phase} <= 3'd3;
    end else ${names.own("go_on")};
  3'd3:
    ${watch}if (${done}) ${late === 0 ? `${names.own("stop")};` : `${phase} <= 3'd4;`}
    else ${names.own("go_on")};
${late === 0 ? "" : lastLook}\
  default: ;
endcase`;
}
