/** Values of the module around a kernel that the caller has at hand, as a running Python has. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray } from "../../types/storage.ts";
import { array, isComplex, maxSize, partOf, type ScalarType } from "../../types/types.ts";
import { complexConst } from "./build.ts";
import { type Known, value } from "./known.ts";

export type GivenConstant =
  | { readonly kind: "scalar"; readonly type: ScalarType; readonly value: Value }
  | { readonly kind: "array"; readonly array: NDArray }
  | { readonly kind: "tuple" | "list"; readonly items: readonly GivenConstant[] };

/** Complex constants are made of their parts. */
function complexTable({ type, data }: NDArray, span: Span): Expr {
  const [re = [], im = []] = [0, 1].map((part) =>
    Array.from({ length: data.length / 2 }, (_, i) => Number(data[2 * i + part])),
  );
  if (type.shape.length === 0) return complexConst({ re: re[0] ?? 0, im: im[0] ?? 0 }, span, type.element);
  const table = (values: readonly number[]): Expr => {
    return { kind: "arrayConst", values, type: array(partOf(type.element), type.shape), span };
  };
  return { kind: "math", fn: "complex", args: [table(re), table(im)], type, span };
}

/** The constant `name` where the kernel uses it. */
export function knownConstant(given: GivenConstant, name: string, span: Span): Known {
  switch (given.kind) {
    case "scalar":
      return value({ kind: "const", value: given.value, type: given.type, span });
    case "array": {
      const { type } = given.array;
      if (isComplex(type.element)) return value(complexTable(given.array, span));
      const values = Array.from({ length: maxSize(type.shape) }, (_, i) => get(given.array, i));
      return value({ kind: "arrayConst", values, type, constant: name, span });
    }
    case "tuple":
    case "list":
      return {
        kind: "tuple",
        form: given.kind,
        items: given.items.map((item) => knownConstant(item, name, span)),
        ...(given.kind === "list" ? { constant: name } : {}),
      };
  }
}
