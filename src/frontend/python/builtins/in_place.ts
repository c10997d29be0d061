import type { Expr } from "../../../program/nodes.ts";
import { elementOf } from "../../../types/types.ts";
import { castStored } from "../build.ts";
import { type Bound, gives } from "./arguments.ts";
import { rankOf } from "./make.ts";
import { must } from "./refusal.ts";
import type { Builtin } from "./registry.ts";
import { sorted } from "./sorting.ts";
import { storeWhole } from "./store_whole.ts";

export const inPlace: Readonly<Record<string, Builtin>> = {
  sort: gives("self, axis=-1, kind=None, !order=None, *, stable=None", (call) => {
    const a = self(call);
    return storeWhole(call, a, sorted(call, a, "values", call.axis("axis", rankOf(a))));
  }),
  fill: gives("self, value", (call) => {
    const a = self(call);
    return storeWhole(call, a, must(castStored(call.scope, call.scalar("value"), elementOf(a.type))));
  }),
};

function self<N extends string>(call: Bound<N | "self">): Expr {
  return call.operand("self");
}
