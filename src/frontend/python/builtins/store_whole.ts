/** A call that fills an array it was given: `matmul(a, b, c)`, `np.add(a, b, out=c)`, `a.sort()`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Store } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, sameShape, shapeOf } from "../../../types/types.ts";
import { printShape, sameKind } from "../build.ts";
import { type Argument, type Known, knownNone, value } from "../known.ts";
import { toExpr } from "../value.ts";
import { cast, view, wholeAxis } from "./make.ts";
import { must, refuse } from "./refusal.ts";
import type { CallSite } from "./registry.ts";

/** Writes all of `target` where the call stands, which must be a statement. */
export function storeWhole(call: CallSite, target: Expr, content: Expr): Known {
  if (call.scope.wholeCall !== call.node) {
    refuse(call.scope, diagnose("changes-in-expression", call.span, { fn: call.name }));
  }
  fill(call, target, content);
  return knownNone;
}

function fill(call: CallSite, target: Expr, content: Expr): void {
  if (!hasMemory(target)) {
    refuse(
      call.scope,
      diagnose("not-writable", target.span, { fn: call.name, found: `a new ${printType(target.type)}` }),
    );
  }
  const value = cast(call, content, elementOf(target.type));
  call.scope.out.push({ kind: "store", target: place(call, target), value, span: call.span });
  call.scope.effects++;
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
    case "part":
      return hasMemory(expr.base);
    case "reshape":
      return expr.shares && hasMemory(expr.base);
    default:
      return false;
  }
}

/** NumPy's `out=`: the result goes into an array of its shape and kind, which is then what the call gives. */
export function storeOut(call: CallSite, out: Argument, result: Known): Known {
  const target = must(toExpr(call.scope, out.known, out.span));
  const content = must(toExpr(call.scope, result, call.span));
  const [into, from] = [elementOf(target.type), elementOf(content.type)];
  if (!sameShape(shapeOf(target.type), shapeOf(content.type)) || !sameKind(from, into)) {
    const found = `${printType(from)} of shape ${printShape(shapeOf(content.type))}`;
    refuse(call.scope, diagnose("bad-out", out.span, { fn: call.name, out: printType(target.type), found }));
  }
  if (call.scope.closed > 0)
    refuse(call.scope, diagnose("call-changes-argument", call.span, { name: call.name }));
  fill(call, target, content);
  return value(target);
}
