/** Values of the module around a kernel that the caller has at hand, as a running Python has. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray } from "../../types/storage.ts";
import { maxSize, type ScalarType } from "../../types/types.ts";
import { type Known, value } from "./known.ts";

export type GivenConstant =
  | { readonly kind: "scalar"; readonly type: ScalarType; readonly value: Value }
  | { readonly kind: "array"; readonly array: NDArray }
  | { readonly kind: "tuple" | "list"; readonly items: readonly GivenConstant[] };

/** The constant `name` where the kernel uses it. */
export function knownConstant(given: GivenConstant, name: string, span: Span): Known {
  switch (given.kind) {
    case "scalar":
      return value({ kind: "const", value: given.value, type: given.type, span });
    case "array": {
      const { type } = given.array;
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
