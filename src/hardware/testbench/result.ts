/** A scalar result in a testbench: tasks that save it, and compare it. */

import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import type { KernelInterface } from "../interface.ts";
import { range } from "../verilog/expression.ts";
import { indent } from "../verilog/lines.ts";
import { printComparison, printSame } from "./compare.ts";
import type { BenchNames } from "./names.ts";
import { folders, resultFile } from "./words.ts";

/** Nothing for an array, which is compared as an array. */
export function printResult(names: BenchNames, ports: KernelInterface, index: number): string {
  const result = ports.results[index] ?? bug(`there is no result ${index}`);
  if (result.kind === "array") return "";
  const { type, port } = result;
  const hint = `result_${index}`;
  const own = (name: string): string => names.own(name, resultOwner(index));
  const [found, expected, same] = [own(hint), own(`${hint}_expected`), own(`same_${hint}`)];
  const comparison = printComparison(names, {
    same,
    type,
    found: `${found}[0]`,
    expected: `${expected}[0]`,
    place: { format: ports.results.length === 1 ? "the result" : `result ${index}`, values: [] },
  });
  const bits = range(bitWidth(type));
  const file = resultFile(ports, index);
  return `\
reg ${bits}${found} [0:0];
reg ${bits}${expected} [0:0];
${printSame(same, type)}
task ${own(`save_${hint}`)};
  begin
    ${found}[0] = ${names.of(port)};
    $writememh("${folders.results}/${file}", ${found});
  end
endtask
task ${own(`check_${hint}`)};
  begin
    $readmemh("${folders.expected}/${file}", ${expected});
${indent(indent(comparison))}
  end
endtask`;
}

/** No argument is called like that. */
export function resultOwner(index: number): string {
  return `result ${index}`;
}
