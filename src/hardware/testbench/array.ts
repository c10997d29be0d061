/**
 * An array in a testbench: its banks, one behind another in one memory; the ports that reach them; tasks that load it,
 * save it, and compare it. Files have its elements in row-major order.
 */
import { printType } from "../../types/print.ts";
import { array as arrayOf } from "../../types/types.ts";
import { sizeOf } from "../bench/words.ts";
import type { ArrayPorts, MemoryPort, StreamPorts } from "../interface.ts";
import { range } from "../verilog/expression.ts";
import { indent } from "../verilog/lines.ts";
import { clock } from "../verilog/names.ts";
import { printComparison, printSame } from "./compare.ts";
import type { BenchNames } from "./names.ts";
import { folders, isRow } from "./words.ts";

export function printArray(names: BenchNames, array: ArrayPorts): string {
  const { name, width, depth, banks } = array;
  const own = ownNames(names, name);
  const size = Math.max(sizeOf(array), 1);
  const paragraphs = [
    `\
// ${printType(arrayOf(array.element, array.shape))}${banks.length === 1 ? "" : ` in ${banks.length} banks`}
reg ${range(width)}${own.words} [0:${banks.length * depth - 1}];
reg ${range(width)}${own.file} [0:${size - 1}];${isRow(array) ? "" : `\nreg [31:0] ${own.place} [0:${size - 1}];`}`,
    ...banks.flatMap((bank, index) => bank.ports.map((port) => printPort(names, array, index, port))),
    ...(array.stream === null ? [] : [printStream(names, array, array.stream)]),
    printLoad(names, array, own),
    ...(array.isWritten ? [printSave(names, array, own), printCheck(names, array, own)] : []),
  ];
  return paragraphs.join("\n");
}

type OwnNames = Readonly<
  Record<"words" | "file" | "place" | "index" | "expected" | "load" | "save" | "check" | "same", string>
>;

function ownNames(names: BenchNames, name: string): OwnNames {
  return {
    words: names.own(`${name}_words`, name),
    file: names.own(`${name}_file`, name),
    place: names.own(`${name}_place`, name),
    index: names.own(`${name}_index`, name),
    expected: names.own(`${name}_expected`, name),
    load: names.own(`load_${name}`, name),
    save: names.own(`save_${name}`, name),
    check: names.own(`check_${name}`, name),
    same: names.own(`same_${name}`, name),
  };
}

/** Reads give the word as it was; what is written outside of the bank is lost. */
function printPort(
  names: BenchNames,
  { name, width, depth }: ArrayPorts,
  bank: number,
  port: MemoryPort,
): string {
  const address = names.of(port.address);
  const word = `${names.own(`${name}_words`, name)}[${bank === 0 ? "" : `${bank * depth} + `}${address}]`;
  const lines: string[] = [];
  if (port.q !== null) lines.push(`${names.of(port.q)} <= ${word};`);
  if (port.write !== null && port.data !== null) {
    const inside = Number.isInteger(Math.log2(depth)) ? "" : ` && ${address} < ${depth}`;
    lines.push(`if (${names.of(port.write)}${inside}) ${word} <= ${names.of(port.data)};`);
  }
  const declared = port.q === null ? "" : `reg ${range(width)}${names.of(port.q)} = 0;\n`;
  return `\
${declared}always @(posedge ${clock}) if (${names.of(port.enable)}) begin
${lines.map(indent).join("\n")}
end`;
}

/** A word every cycle while the call runs; with +stalls=SEED, in some of them. */
function printStream(names: BenchNames, array: ArrayPorts, stream: StreamPorts): string {
  const { name, width, isRead } = array;
  const [next, words] = [names.own(`${name}_next`, name), names.own(`${name}_words`, name)];
  const isOpen = `${names.own("phase")} == 3'd3 && ${next} < ${sizeOf(array)} && !${names.own(`${name}_pause`, name)}`;
  const [data, valid, ready] = [names.of(stream.data), names.of(stream.valid), names.of(stream.ready)];
  const declared = isRead
    ? `\
wire ${valid} = ${isOpen};
wire ${range(width)}${data} = ${words}[${next}];
wire ${names.of(stream.last)} = ${next} == ${sizeOf(array) - 1};`
    : `wire ${ready} = ${isOpen};`;
  const taken = isRead ? "" : `  ${words}[${next}] <= ${data};\n`;
  return `\
integer ${next} = 0;
wire ${names.own(`${name}_pause`, name)} = ${printPause(names, name)};
${declared}
always @(posedge ${clock}) if (${valid} && ${ready}) begin
${taken}  ${next} <= ${next} + 1;
end`;
}

/** Bits of a shift register, other ones for other names. */
function printPause(names: BenchNames, name: string): string {
  const place = [...name].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 32, 7);
  return `${names.own("stalls")} != 32'd0 && ${names.own("stall_state")}[${place}]`;
}

/** Every element in turn. */
function forEach(array: ArrayPorts, { index }: OwnNames, body: string): string {
  return `for (${index} = 0; ${index} < ${sizeOf(array)}; ${index} = ${index} + 1) ${body}`;
}

/** The word of the element that `index` counts. */
function wordOf(array: ArrayPorts, { words, place, index }: OwnNames): string {
  return isRow(array) ? `${words}[${index}]` : `${words}[${place}[${index}]]`;
}

function printLoad(names: BenchNames, array: ArrayPorts, own: OwnNames): string {
  const place = isRow(array)
    ? ""
    : `    $readmemh("${folders.data}/${names.label(array.name)}.place.mem", ${own.place});\n`;
  return `\
integer ${own.index};
task ${own.load};
  begin
${place}    $readmemh("${folders.data}/${names.label(array.name)}.mem", ${own.file});
    ${forEach(array, own, `${wordOf(array, own)} = ${own.file}[${own.index}];`)}
  end
endtask`;
}

function printSave(names: BenchNames, array: ArrayPorts, own: OwnNames): string {
  return `\
task ${own.save};
  begin
    ${forEach(array, own, `${own.file}[${own.index}] = ${wordOf(array, own)};`)}
    $writememh("${folders.results}/${names.label(array.name)}.mem", ${own.file});
  end
endtask`;
}

function printCheck(names: BenchNames, array: ArrayPorts, own: OwnNames): string {
  const size = Math.max(sizeOf(array), 1);
  const comparison = printComparison(names, {
    same: own.same,
    type: array.element,
    found: `${own.file}[${own.index}]`,
    expected: `${own.expected}[${own.index}]`,
    place: {
      format: `${names.label(array.name)}[${array.shape.map(() => "%0d").join(", ")}]`,
      values: indices(array, own),
    },
  });
  return `\
reg ${range(array.width)}${own.expected} [0:${size - 1}];
${printSame(own.same, array.element)}
task ${own.check};
  begin
    $readmemh("${folders.expected}/${names.label(array.name)}.mem", ${own.expected});
    ${forEach(array, own, `begin\n${indent(comparison)}\nend`).replaceAll("\n", "\n    ")}
  end
endtask`;
}

/** The index on each axis, from the place in row-major order. */
function indices({ shape }: ArrayPorts, { index }: OwnNames): readonly string[] {
  return shape.map((extent, axis) => {
    const below = shape.slice(axis + 1).reduce((product, one) => product * one, 1);
    return `${index} / ${below} % ${extent}`;
  });
}
