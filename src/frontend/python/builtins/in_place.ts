/** Calls that change an array: `a.sort()`, `a.fill(0)`, `matmul(a, b, c)`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Store } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, shapeOf } from "../../../types/types.ts";
import { type Known, knownNone } from "../known.ts";
import { recordWrite } from "../memory.ts";
import { type Bound, gives } from "./arguments.ts";
import { cast, rankOf, view, wholeAxis } from "./make.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";
import { sorted } from "./sorting.ts";

/** Writes all of `target` where the call stands, which must be a statement. */
export function storeWhole(call: CallSite, target: Expr, content: Expr): Known {
  if (call.scope.wholeCall !== call.node) {
    refuse(call.scope, diagnose("changes-in-expression", call.span, { fn: call.name }));
  }
  if (!hasMemory(target)) {
    refuse(
      call.scope,
      diagnose("not-writable", target.span, { fn: call.name, found: `a new ${printType(target.type)}` }),
    );
  }
  recordWrite(call.scope, target);
  const value = cast(call, content, elementOf(target.type));
  call.scope.out.push({ kind: "store", target: place(call, target), value, span: call.span });
  return knownNone;
}

function place(call: CallSite, target: Expr): Store["target"] {
  if (target.kind === "var" || target.kind === "view") return target;
  const whole = view(
    call,
    target,
    shapeOf(target.type).map(() => wholeAxis),
    shapeOf(target.type),
  );
  if (whole.kind !== "view") throw new Error("a view was made");
  return whole;
}

function hasMemory(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return expr.type.kind === "array";
    case "view":
    case "transpose":
      return hasMemory(expr.base);
    case "reshape":
      return expr.shares && hasMemory(expr.base);
    default:
      return false;
  }
}

export const inPlace: Readonly<Record<string, Builtin>> = {
  sort: gives("self, axis=-1, kind=None, !order=None, *, stable=None", (call) => {
    const a = self(call);
    return storeWhole(call, a, sorted(call, a, "values", call.axis("axis", rankOf(a))));
  }),
  fill: gives("self, value", (call) => storeWhole(call, self(call), call.scalar("value"))),
};

function self<N extends string>(call: Bound<N | "self">): Expr {
  return call.operand("self");
}
