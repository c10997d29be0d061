/** np.iinfo and np.finfo: namespaces of constants, one for each type. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, type FloatType, type IntType, type ScalarType } from "../../../types/types.ts";
import { canonical, intConst } from "../build.ts";
import { describe, type Known, value } from "../known.ts";
import { type Bound, gives } from "./arguments.ts";
import { dtypeNamed } from "./dtype_names.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

export const limits: Readonly<Record<string, Builtin>> = {
  iinfo: gives("int_type", (call) =>
    namespace("iinfo", typeArgument(call, "int_type"), call, "an integer type"),
  ),
  finfo: gives("dtype", (call) => namespace("finfo", typeArgument(call, "dtype"), call, "a float type")),
};

/** A constant of such a namespace, which is known by its name: `numpy.iinfo(int8)`. */
export function limitsOf(module: string, name: string, span: Span): Known | null {
  const match = /^numpy\.(iinfo|finfo)\((.*)\)$/.exec(module);
  const type = match?.[2] === undefined ? null : dtypeNamed(match[2]);
  if (type?.kind === "int") {
    const found = integerLimit(type, name);
    return found === null ? null : value(intConst(canonical(found), span));
  }
  if (type?.kind !== "float") return null;
  const found = floatLimit(type, name);
  if (found === null) return null;
  return value(name === "bits" ? intConst(found, span) : { kind: "const", value: found, type, span });
}

function typeArgument<N extends string>(call: Bound<N>, name: NoInfer<N>): ScalarType | null {
  const { known } = call.argument(name);
  return known.kind === "value" ? elementOf(known.expr.type) : call.dtype(name);
}

function namespace(
  form: "iinfo" | "finfo",
  type: ScalarType | null,
  call: Bound<string>,
  expected: string,
): Known {
  if (type !== null && type.kind === (form === "iinfo" ? "int" : "float")) {
    return { kind: "module", name: `numpy.${form}(${printType(type)})` };
  }
  const [argument] = call.args;
  return refuse(
    call.scope,
    diagnose("argument-type", call.span, {
      fn: call.name,
      name: "dtype",
      expected,
      found: argument === undefined ? "nothing" : describe(argument.known, printType),
    }),
  );
}

function integerLimit({ bits, signed }: IntType, name: string): bigint | null {
  switch (name) {
    case "max":
      return (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
    case "min":
      return signed ? -(1n << BigInt(bits - 1)) : 0n;
    case "bits":
      return BigInt(bits);
    default:
      return null;
  }
}

function floatLimit({ exponent, mantissa }: FloatType, name: string): number | null {
  const bias = 2 ** (exponent - 1) - 1;
  const most = (2 - 2 ** -mantissa) * 2 ** bias;
  switch (name) {
    case "max":
      return most;
    case "min":
      return -most;
    case "eps":
      return 2 ** -mantissa;
    case "tiny":
    case "smallest_normal":
      return 2 ** (1 - bias);
    case "smallest_subnormal":
      return 2 ** (1 - bias - mantissa);
    case "bits":
      return 1 + exponent + mantissa;
    default:
      return null;
  }
}
