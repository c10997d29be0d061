/** Types as builtins: their names, the functions that make them, and what calling one does. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import {
  elementOf,
  type FloatVariant,
  fixed,
  float,
  float64,
  isComplex,
  type Overflow,
  pythonComplex,
  pythonFloat,
  type Rounding,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import { describe, type Known } from "../known.ts";
import { floatOf } from "../module/builtins.ts";
import { type Bound, computes, gives } from "./arguments.ts";
import { dtype, dtypeOf } from "./dtype_names.ts";
import { cast, constant, partOfExpr } from "./make.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export { dtypeOf } from "./dtype_names.ts";

/** `np.float32(x)`, `int(x)`, `pl_int8(25)`: converts a scalar; NumPy's types convert arrays too. */
export function callDtype(call: CallSite, type: ScalarType): Known {
  if (type.kind === "python" && type.name === "complex") return complexNumber(call);
  return convert(type)(call);
}

function convert(type: ScalarType): Builtin {
  return computes("x=None, /", (call) => {
    if (call.args.length === 0)
      return constant(call, type.kind === "python" && type.name === "bool" ? false : 0, type);
    const { known, span } = call.argument("x");
    const isFloat = sameType(type, pythonFloat) || sameType(type, float64);
    const written = known.kind === "string" && isFloat ? floatOf(known.text) : null; // "inf"
    if (written !== null) return constant(call, written, type);
    if (known.kind === "string" || known.kind === "none") {
      refuse(
        call.scope,
        diagnose("bad-conversion", span, {
          fn: call.name,
          found: describe(known, printType),
          help: "convert it outside the kernel and pass the number as an argument",
        }),
      );
    }
    const x = call.converting("x", type);
    return cast(call, type.kind === "python" ? oneNumber(call, x) : x, type);
  });
}

/** `complex(re, im)` of two real numbers, or of one number of any kind. */
const complexNumber: Builtin = computes("real=0, imag=0, /", (call) => {
  const real = call.converting("real", pythonComplex);
  scalarOnly(call, "real", real);
  if (!call.given("imag")) return cast(call, real, pythonComplex);
  const args = [real, call.converting("imag", pythonFloat)].map((part) => cast(call, part, pythonFloat));
  scalarOnly(call, "imag", args[1] ?? real);
  return { kind: "math", fn: "complex", args, type: pythonComplex, span: call.span };
});

function oneNumber(call: Bound<"x">, x: Expr): Expr {
  return scalarOnly(call, "x", x);
}

function scalarOnly<N extends string>(call: Bound<N>, name: NoInfer<N>, x: Expr): Expr {
  const { known, span } = call.argument(name);
  if (x.type.kind === "array") {
    refuse(
      call.scope,
      diagnose("bad-conversion", span, {
        fn: call.name,
        found: describe(known, printType),
        help: "index one element, or convert them all with `.astype(...)`",
      }),
    );
  }
  return x;
}

/** The functions that make a type. */
export const typeMakers: Readonly<Record<string, Builtin>> = {
  pl_fixed: fixedPoint(true),
  pl_ufixed: fixedPoint(false),
  pl_float: gives("exponent, mantissa, variant='ieee'", (call) => {
    const [e, m, variant] = [call.integer("exponent"), call.integer("mantissa"), call.text("variant")];
    const kind = variants.find((v) => v === variant);
    if (e < 2 || e > 11 || m < 1 || m > 52 || kind === undefined) {
      return bad(call, "it takes 2 to 11 exponent bits, 1 to 52 mantissa bits, and ieee, ftz or flopoco");
    }
    return dtype(float(e, m, kind), `pl_float(${e}, ${m})`);
  }),
};

/** np.dtype("f4"). */
export const dtypeMaker: Builtin = gives("dtype", (call) => {
  const type = call.dtype("dtype");
  return dtype(
    type ?? { kind: "float", exponent: 11, mantissa: 52, variant: "ieee" },
    printType(type ?? float(11, 52)),
  );
});

const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const roundings: readonly Rounding[] = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"];
const overflows: readonly Overflow[] = ["wrap", "saturate"];

function fixedPoint(signed: boolean): Builtin {
  return gives("width, integer, rounding='truncate', overflow='wrap'", (call) => {
    const [width, integer] = [call.integer("width"), call.integer("integer")];
    const rounding = roundings.find((r) => r === call.text("rounding"));
    const overflow = overflows.find((o) => o === call.text("overflow"));
    if (width < 1 || width > 4096) return bad(call, "the width must be from 1 to 4096 bits");
    if (Math.abs(integer) > 4096) return bad(call, "the integer part must be from -4096 to 4096 bits");
    if (rounding === undefined) return bad(call, `the rounding must be one of ${roundings.join(", ")}`);
    if (overflow === undefined) return bad(call, `the overflow must be one of ${overflows.join(", ")}`);
    const type = fixed(width, integer, signed, rounding, overflow);
    return dtype(type, `${signed ? "pl_fixed" : "pl_ufixed"}(${width}, ${integer})`);
  });
}

function bad(call: CallSite, reason: string): never {
  return refuse(call.scope, diagnose("bad-exact-type", call.span, { fn: call.name, reason }));
}

/** `a.astype(dtype)`: a new array, always. */
export const astype: Builtin = computes(
  "a, dtype, !order='K', !casting='unsafe', !subok=True, !copy=True",
  (call) => {
    const type = dtypeOf(call.argument("dtype").known) ?? call.dtype("dtype");
    const a = call.array("a");
    if (type === null) return a;
    const source =
      isComplex(elementOf(a.type)) && !isComplex(type) && type.kind !== "bool"
        ? partOfExpr(call, "real", a)
        : a;
    const converted = cast(call, source, type);
    if (converted !== a || a.type.kind !== "array") return converted;
    return { kind: "copy", operand: a, type: a.type, span: call.span };
  },
);
