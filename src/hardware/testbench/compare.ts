/** When two words stand for the same value, and how a value is shown. NaNs are not told apart. */

import { assertNever } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { takenApart } from "../../types/fault.ts";
import type { FloatType, ScalarType } from "../../types/types.ts";
import { range } from "../verilog/expression.ts";
import { indent } from "../verilog/lines.ts";
import type { BenchNames } from "./names.ts";

/** A function of two words: one bit. */
export function printSame(name: string, type: ScalarType): string {
  const bits = range(bitWidth(type));
  const float = floatOf(type);
  const equal = "found === expected";
  const nans = float === null ? "" : ` || (${nanTest(float, "found")} && ${nanTest(float, "expected")})`;
  return `\
function ${name};
  input ${bits}found;
  input ${bits}expected;
  ${name} = ${equal}${nans};
endfunction`;
}

export interface Compared {
  readonly same: string; // the function
  readonly type: ScalarType;
  readonly found: string;
  readonly expected: string;
  readonly place: { readonly format: string; readonly values: readonly string[] }; // of the element, for $display
}

/** Counts, and tells the first that differs. */
export function printComparison(names: BenchNames, { same, type, found, expected, place }: Compared): string {
  const [compared, differ] = [names.own("compared"), names.own("differ")];
  const format = formatOf(type);
  const values = [...place.values, shown(type, found), shown(type, expected)].join(", ");
  const tell = `if (${differ} == 0) $display("${place.format} is ${format}, expected ${format}", ${values});`;
  return `\
${compared} = ${compared} + 1;
if (!${same}(${found}, ${expected})) begin
${indent(tell)}
  ${differ} = ${differ} + 1;
end`;
}

/** Numbers where they are short enough to read, else bits. */
function formatOf(type: ScalarType): string {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return "%0d";
    case "int":
      return type.bits > 64 ? "%h" : "%0d";
    case "python":
      return type.name === "float" ? "%h" : "%0d";
    case "fixed":
    case "float":
      return "%h";
    default:
      return assertNever(type);
  }
}

function shown(type: ScalarType, word: string): string {
  const isSigned = (type.kind === "int" && type.signed) || (type.kind === "python" && type.name === "int");
  return isSigned && formatOf(type) === "%0d" ? `$signed(${word})` : word;
}

function floatOf(type: ScalarType): FloatType | null {
  if (type.kind === "float") return type;
  if (type.kind !== "python" || type.name !== "float") return null;
  return { kind: "float", exponent: 11, mantissa: 52, variant: "ieee" };
}

/** FloPoCo says it with the two bits in front; else it is an exponent of ones with a fraction. */
function nanTest({ variant, exponent, mantissa }: FloatType, word: string): string {
  if (variant === "flopoco") {
    const top = exponent + mantissa + 2;
    return `${word}[${top}:${top - 1}] === 2'b11`;
  }
  const power = `${word}[${exponent + mantissa - 1}:${mantissa}]`;
  return `(&${power}) === 1'b1 && (|${word}[${mantissa - 1}:0]) === 1'b1`;
}
