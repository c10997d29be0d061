/** `a.sum()`, `a.astype(...)`: methods of arrays and NumPy scalars, most of them np functions with `a` first. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { named } from "../../../diagnostics/named.ts";
import { bitWidth } from "../../../types/bits.ts";
import { printType } from "../../../types/print.ts";
import {
  elementOf,
  isComplex,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type ScalarType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import { describe, knownError } from "../known.ts";
import { report } from "../scope.ts";
import { computes, rejectValue } from "./arguments.ts";
import { creation } from "./creation.ts";
import { astype } from "./dtypes.ts";
import { conjugate, elementwise } from "./elementwise.ts";
import { inPlace } from "./in_place.ts";
import { rangeMethods } from "./iteration.ts";
import { joining } from "./joining.ts";
import { products } from "./linalg.ts";
import { cast, copy, flat, numberOf, pick, rankOf, staticShape } from "./make.ts";
import { matrices } from "./matrices.ts";
import { reductions } from "./reductions.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";
import { reshapeMethod, shapes, transposeMethod } from "./shape.ts";
import { sorting } from "./sorting.ts";
import { refused, unsupportedMethods } from "./unsupported.ts";

/** By name; the methods of a range are `range.pipeline`, `range.unroll` and `range.parallel`. */
export function lookupMethod(name: string): Builtin | null {
  if (name.startsWith("range.")) return named(rangeMethods, name.slice("range.".length)) ?? null;
  const found = named(methods, name) ?? null;
  if (found !== null) return onArrays(name, found);
  const reason = named(unsupportedMethods, name);
  return reason === undefined ? null : refused(reason);
}

export function methodNames(): readonly string[] {
  return Object.keys(methods);
}

function pickFrom(
  table: Readonly<Record<string, Builtin>>,
  names: readonly string[],
): Record<string, Builtin> {
  const chosen: Record<string, Builtin> = {};
  for (const name of names) {
    const builtin = table[name];
    if (builtin === undefined) throw new Error(`no builtin ${name}`);
    chosen[name] = builtin;
  }
  return chosen;
}

const methods: Readonly<Record<string, Builtin>> = {
  ...pickFrom(reductions, [
    "sum",
    "prod",
    "min",
    "max",
    "mean",
    "var",
    "std",
    "any",
    "all",
    "argmin",
    "argmax",
    "cumsum",
    "cumprod",
    "trace",
  ]),
  ...pickFrom(elementwise, ["clip", "round"]),
  ...pickFrom(shapes, ["ravel", "squeeze", "swapaxes"]),
  ...pickFrom(joining, ["repeat", "take"]),
  ...pickFrom(matrices, ["diagonal"]),
  ...pickFrom(products, ["dot"]),
  ...pickFrom(sorting, ["argsort", "searchsorted"]),
  ...pickFrom(creation, ["copy"]),
  ...inPlace,
  astype,
  reshape: reshapeMethod,
  transpose: transposeMethod,
  flatten: computes("a, !order='C'", (call) => copy(call, flat(call, call.array("a")))),
  conj: computes("a", (call) => conjugate(call, call.array("a"))),
  conjugate: computes("a", (call) => conjugate(call, numberOf(call, call.operand("a")))),
  item: computes("a, index=None", (call) => {
    const a = call.array("a");
    const type = pythonTypeOf(elementOf(a.type));
    if (call.given("index")) return cast(call, pick(call, flat(call, a), 0, call.scalar("index")), type);
    if (staticShape(call, a).some((extent) => extent !== 1)) {
      refuse(
        call.scope,
        diagnose("wrong-rank", call.span, {
          fn: call.name,
          expected: "exactly one element",
          found: printType(a.type),
        }),
      );
    }
    return cast(
      call,
      rankOf(a) === 0
        ? a
        : pick(call, flat(call, a), 0, { kind: "const", value: 0, type: pythonInt, span: call.span }),
      type,
    );
  }),
  view: computes("a, dtype=None, !type=None", (call) => {
    const a = call.array("a");
    const type = call.dtype("dtype");
    if (type === null) return a;
    const from = elementOf(a.type);
    if (isComplex(from) || isComplex(type)) {
      const help = "take `.real` and `.imag`, which are views too";
      const message = `${printType(from)} is not seen as ${printType(type)}`;
      refuse(call.scope, diagnose("bad-operands", call.span, { message, help }));
    }
    if (bitWidth(from) !== bitWidth(type)) {
      rejectValue(call, "dtype", `a type of ${bitWidth(from)} bits`, printType(type));
    }
    return { kind: "bitcast", operand: a, type: withShape(type, shapeOf(a.type)), span: call.span };
  }),
};

/** The Python number that holds a NumPy one. */
function pythonTypeOf(type: ScalarType): ScalarType {
  if (type.kind === "bool") return pythonBool;
  if (type.kind === "complex") return pythonComplex;
  return type.kind === "int" ? pythonInt : pythonFloat;
}

/** Python numbers lack these methods. */
function onArrays(name: string, builtin: Builtin): Builtin {
  return (call) => {
    const [self] = call.args;
    const isPython = self?.known.kind === "value" && self.known.expr.type.kind === "python";
    if (self?.known.kind === "value" && isPython && name !== "conjugate") {
      report(
        call.scope,
        diagnose("unknown-attribute", call.span, {
          name,
          of: describe(self.known, printType),
          kind: "other",
          suggestion: null,
        }),
      );
      return knownError;
    }
    return builtin(call);
  };
}
