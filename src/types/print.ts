import {
  complex64,
  type Dim,
  type FixedType,
  type FloatType,
  type IntType,
  type ScalarType,
  sameType,
  type Type,
} from "./types.ts";

/** The text of a type, as users write it: `float32[64,64]`, `uint<512>[4]`, `fixed<16,6,nearest_even,saturate>`. */
export function printType(type: Type): string {
  if (type.kind !== "array") return printScalar(type);
  return `${printScalar(type.element)}[${type.shape.map(printDim).join(",")}]`;
}

function printScalar(type: ScalarType): string {
  switch (type.kind) {
    case "bool":
      return "bool";
    case "int":
      return printInt(type);
    case "fixed":
      return printFixed(type);
    case "float":
      return printFloat(type);
    case "complex":
      return sameType(type, complex64) ? "complex64" : "complex128";
    case "python":
      return `python ${type.name}`;
  }
}

function printInt(type: IntType): string {
  const name = type.signed ? "int" : "uint";
  return type.rule === "numpy" ? `${name}${type.bits}` : `${name}<${type.bits}>`;
}

function printFixed(type: FixedType): string {
  const modes =
    type.overflow === "saturate"
      ? `,${type.rounding},${type.overflow}`
      : type.rounding !== "truncate"
        ? `,${type.rounding}`
        : "";
  return `${type.signed ? "fixed" : "ufixed"}<${type.width},${type.integer}${modes}>`;
}

const numpyFloats: ReadonlyMap<string, string> = new Map([
  ["5,10", "float16"],
  ["8,23", "float32"],
  ["11,52", "float64"],
]);

function printFloat(type: FloatType): string {
  const format = `${type.exponent},${type.mantissa}`;
  if (type.variant !== "ieee") return `float<${format},${type.variant}>`;
  return numpyFloats.get(format) ?? `float<${format}>`;
}

function printDim(dim: Dim): string {
  return typeof dim === "number" ? String(dim) : `<=${dim.max}`;
}
