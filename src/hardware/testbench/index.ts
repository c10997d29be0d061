/**
 * The files of a kernel in Verilog: the design, a testbench with its data, and how to run them.
 *
 *     const files = testbench(design, ports, args, { args: after, results }, { clockMHz: 100 });
 *     files.get("scale_tb.v");
 */
import type { KernelInterface } from "../interface.ts";
import type { Design } from "../netlist/nodes.ts";
import { printVerilog } from "../verilog/index.ts";
import { moduleName } from "../verilog/names.ts";
import { printMakefile, printReadme } from "./project.ts";
import { printTestbench, type TestbenchOptions, testbenchName } from "./verilog.ts";
import { type Arguments, dataFiles, expectedFiles, type Outcome } from "./words.ts";

export { printTestbench, type TestbenchOptions, testbenchName } from "./verilog.ts";
export { type Arguments, dataFiles, folders, type Outcome, takeResults, UnknownBits } from "./words.ts";

/** `expected` null: nothing is compared. */
export function testbench(
  design: Design,
  ports: KernelInterface,
  args: Arguments,
  expected: Outcome | null,
  options: TestbenchOptions = {},
): ReadonlyMap<string, string> {
  const name = moduleName(design.top);
  return new Map([
    [`${name}.v`, printVerilog(design)],
    [`${testbenchName(design)}.v`, printTestbench(design, ports, options)],
    ...dataFiles(ports, args),
    ...(expected === null ? [] : expectedFiles(ports, expected)),
    ["Makefile", printMakefile(name, expected !== null)],
    ["README.md", printReadme(name)],
  ]);
}
