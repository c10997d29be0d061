/** Which arrays share memory: what a store may change, what a reshape may share. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../program/nodes.ts";
import { report, type Scope } from "./scope.ts";

/** The parameters, and constants of the module, whose memory an array value may be part of. A new array has none. */
export function rootsOf(scope: Scope, expr: Expr): ReadonlySet<string> {
  switch (expr.kind) {
    case "var":
      return scope.params.has(expr.name) ? new Set([expr.name]) : (scope.aliases.get(expr.name) ?? none);
    case "view":
    case "transpose":
      return rootsOf(scope, expr.base);
    case "reshape":
      return expr.shares ? rootsOf(scope, expr.base) : none;
    case "arrayConst":
      return expr.constant === undefined ? none : new Set([`${ofModule}${expr.constant}`]);
    case "conditional":
      return new Set([...rootsOf(scope, expr.then), ...rootsOf(scope, expr.otherwise)]);
    case "call": // may return a view of what it was given
      return new Set([
        ...expr.args.flatMap((arg) => (arg.type.kind === "array" ? [...rootsOf(scope, arg)] : [])),
        ...(scope.unit.shares.get(expr.func) ?? none),
      ]);
    default:
      return none;
  }
}

const none: ReadonlySet<string> = new Set();
const ofModule = "="; // before the name of a constant, which is no parameter

/** The constants of the module, as roots, that a value may be part of. */
export function sharedConstants(scope: Scope, expr: Expr): readonly string[] {
  return [...rootsOf(scope, expr)].filter((root) => root.startsWith(ofModule));
}

/** Whether elements lie in row-major order without gaps, so that a reshape can share them. */
export function isContiguous(scope: Scope, expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return !scope.strided.has(expr.name);
    case "view": {
      // Leading integer subscripts and one unit slice keep rows together; anything after it must be whole.
      let sliced = false;
      for (const sub of expr.subs) {
        if (sub.kind === "newAxis") continue;
        if (sub.kind === "at") {
          if (sliced) return false;
          continue;
        }
        const whole = sub.start === null && sub.stop === null && sub.step === 1;
        if (sub.step !== 1 || (sliced && !whole)) return false;
        sliced = true;
      }
      return isContiguous(scope, expr.base);
    }
    case "transpose":
      return expr.axes.every((axis, i) => axis === i) && isContiguous(scope, expr.base);
    case "conditional":
      return isContiguous(scope, expr.then) && isContiguous(scope, expr.otherwise);
    case "call":
    case "element": // a window on its array
      return false;
    default:
      return true;
  }
}

/** Whether the value is memory that something else owns, rather than a new array. */
export function isView(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "view":
    case "transpose":
      return true;
    case "reshape":
      return expr.shares;
    case "conditional":
      return isView(expr.then) || isView(expr.otherwise);
    default:
      return false;
  }
}

/** Records that a slot may now hold `value`. */
export function recordAlias(scope: Scope, slot: string, value: Expr): void {
  if (value.type.kind !== "array") return;
  const roots = rootsOf(scope, value);
  const before = scope.aliases.get(slot) ?? none;
  if ([...roots].some((root) => !before.has(root))) scope.aliases.set(slot, new Set([...before, ...roots]));
  if (!isContiguous(scope, value)) scope.strided.add(slot);
  if (value.kind === "reshape" && !value.shares) scope.reshaped.add(slot);
}

/** A reshape that copies here but might share memory in NumPy: reading it is the same, writing would not be. */
export function mayBeShared(scope: Scope, target: Expr): boolean {
  if (target.kind === "var") return scope.reshaped.has(target.name);
  return (
    (target.kind === "view" || target.kind === "transpose" || target.kind === "reshape") &&
    mayBeShared(scope, target.base)
  );
}

/** Records that the array's memory is written. A constant of the module would keep the change for the next call. */
export function recordWrite(scope: Scope, target: Expr): void {
  for (const root of rootsOf(scope, target)) {
    if (!root.startsWith(ofModule)) scope.writes.add(root);
    else report(scope, diagnose("store-to-constant", target.span, { constant: root.slice(ofModule.length) }));
  }
}
