/** A program that calls a generated kernel on .npy files: for `--on csim`, and for csim and cosim of Vitis HLS. */
import { takenApart } from "../../../types/fault.ts";
import type { ScalarType } from "../../../types/types.ts";
import { cString } from "../../c/quote.ts";
import { type Parameter, type Signature, withOwnNames } from "../../c/signature.ts";

/** `header` declares the kernel. Results are compared with expected ones where those are given. */
export function printTestbench(given: Signature, header: string): string {
  const signature = withOwnNames(given, ["argc", "argv", "bench", "main"]);
  const { parameters, results } = signature;
  const call = `${signature.name}(${parameters.map(argument).join(", ")})`;
  const lines = [
    `// Calls ${signature.name} on .npy files: testbench IN_DIR OUT_DIR [EXPECTED_DIR]`,
    ...[...headersOf(parameters), header].map((name) => `#include "${name}"`),
    "",
    "int main(int argc, char **argv) {",
    "  lutra::testbench bench(argc, argv);",
    ...parameters.flatMap(declaration),
    ...parameters.filter(({ direction }) => direction !== "out").flatMap(reading),
    `  bench.call([&] { ${call}; });`,
    ...parameters.filter(({ direction }) => direction !== "in").flatMap(writing),
    ...results.flatMap(({ parameter, file }) => {
      const from = parameters.find(({ name }) => name === parameter);
      return from === undefined ? [] : [`  bench.write(${cString(file)}, ${from.name});`];
    }),
    "  return bench.finish();",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** Static: an argument may be larger than a stack. */
function declaration({ name, ctype, shape, stream }: Parameter): readonly string[] {
  const extents = shape.map((extent) => `[${extent}]`).join("");
  const lines = [`  static ${ctype} ${name}${extents};`];
  return stream ? [...lines, `  hls::stream<${ctype} > ${name}_stream("${name}");`] : lines;
}

function reading({ name, source, stream }: Parameter): readonly string[] {
  const lines = [`  bench.read(${cString(source ?? name)}, ${name});`];
  return stream ? [...lines, `  bench.feed(${name}_stream, ${name});`] : lines;
}

function writing({ name, source, stream }: Parameter): readonly string[] {
  const lines = stream ? [`  bench.drain(${name}_stream, ${name});`] : [];
  return source === null ? lines : [...lines, `  bench.write(${cString(source)}, ${name});`];
}

function argument({ kind, name, direction, stream }: Parameter): string {
  if (stream) return `${name}_stream`;
  return kind === "scalar" && direction !== "in" ? `&${name}` : name;
}

function headersOf(parameters: readonly Parameter[]): readonly string[] {
  const traits = parameters.map(({ type }) => traitHeader(type)).filter((name) => name !== null);
  const streams = parameters.some(({ stream }) => stream) ? ["hls_stream.h"] : [];
  return [...new Set(["lutra_testbench.h", ...traits, ...streams])];
}

/** Beside what NumPy has, by the C++ type that stands for it. */
function traitHeader(type: ScalarType): string | null {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "int":
      return type.rule === "exact" ? "lutra_testbench_ap.h" : null;
    case "fixed":
      return "lutra_testbench_ap.h";
    case "float": {
      const { exponent, mantissa, variant } = type;
      if (variant !== "ieee") return "lutra_testbench_float.h";
      if (exponent === 5 && mantissa === 10) return "lutra_testbench_half.h";
      const native = (exponent === 8 && mantissa === 23) || (exponent === 11 && mantissa === 52);
      return native ? null : "lutra_testbench_float.h";
    }
    case "bool":
    case "python":
      return null;
  }
}
