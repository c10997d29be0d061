import { arraysOf, scalarsOf } from "../../loops/find.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";
import { isParameter } from "../declare.ts";
import { keyword, primitive, storageList, typeText } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { retype } from "../retype.ts";
import { scalarType } from "./quantize.ts";

/** Values that fit are kept; others wrap, or are a fault where a Python int is stored. Otherwise as `quantize`. */
export const downsize = primitive({
  name: "downsize",
  description: "Stores integers in fewer bits; results change where a value does not fit.",
  changesResults: true,
  params: { targets: storageList(), to: keyword(typeText()) },
  apply(loops, { targets, to }) {
    const type = scalarType(to);
    if (type === null) return refuse("retype-array-type", { type: to });
    const types = new Map<string, ScalarType>();
    for (const { name, element } of arraysOf(loops)) types.set(name, element);
    for (const { name, type: old } of scalarsOf(loops)) types.set(name, old);
    for (const name of targets) {
      const old = types.get(name) ?? type;
      if (isParameter(loops, name))
        return refuse("retype-argument", { name, primitive: "downsize" }, { array: name });
      if (!isNarrower(type, old))
        return refuse("not-narrower", { name, from: printType(old), to: printType(type) }, { array: name });
    }
    return retype(loops, new Map(targets.map((name) => [name, type])));
  },
});

function isNarrower(type: ScalarType, old: ScalarType): boolean {
  return type.kind === "int" && integerBits(old) > type.bits;
}

/** 0 for what is no integer. */
function integerBits(type: ScalarType): number {
  const isInteger = type.kind === "int" || (type.kind === "python" && type.name === "int");
  return isInteger ? bitWidth(type) : 0;
}
