import { writesOf } from "../../loops/analysis/effects.ts";
import { parseType } from "../../types/parse.ts";
import type { ScalarType } from "../../types/types.ts";
import { isParameter } from "../declare.ts";
import { keyword, primitive, storageList, typeText } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { retype } from "../retype.ts";

/**
 * Results change, as the type says: `fixed<16,6,nearest_even,saturate>` rounds and saturates where values are stored,
 * and arithmetic on loaded values follows the promotion rules of the new type (retype.ts). What the kernel returns
 * may be quantized and is then returned so. Arguments keep the type of the call: one that is only read is converted
 * where it is read, one that is written is refused.
 */
export const quantize = primitive({
  name: "quantize",
  description:
    "Stores arrays and scalars in another type, with its rounding and overflow; results change with it.",
  changesResults: true,
  params: { targets: storageList(), to: keyword(typeText()) },
  apply(loops, { targets, to }) {
    const type = scalarType(to);
    if (type === null) return refuse("retype-array-type", { type: to });
    const written = writesOf(loops.body);
    const argument = targets.find((name) => isParameter(loops, name) && written.has(name));
    if (argument !== undefined)
      return refuse("retype-argument", { name: argument, primitive: "quantize" }, { array: argument });
    const [read, stored] = [true, false].map(
      (is) => new Map(targets.filter((name) => isParameter(loops, name) === is).map((name) => [name, type])),
    );
    return retype(loops, stored ?? new Map(), read);
  },
});

/** Null for an array type; that it is a type was checked. */
export function scalarType(text: string): ScalarType | null {
  const parsed = parseType(text);
  return parsed.ok && parsed.type.kind !== "array" ? parsed.type : null;
}
