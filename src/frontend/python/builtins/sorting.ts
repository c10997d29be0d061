import type { Expr } from "../../../program/nodes.ts";
import { array, elementOf, int64, isFloating, shapeOf } from "../../../types/types.ts";
import { type Bound, computes, rejectValue } from "./arguments.ts";
import { alike, binary, compare, copy, flat, math, rankOf, type Site, unary, withAxes } from "./make.ts";
import { reduce } from "./reductions.ts";
import type { Builtin } from "./registry.ts";

export const sorting: Readonly<Record<string, Builtin>> = {
  sort: computes("a, axis=-1, kind=None, !order=None, *, stable=None", (call) =>
    sortArgument(call, "values"),
  ),
  argsort: computes("a, axis=-1, kind=None, !order=None, *, stable=None", (call) =>
    sortArgument(call, "positions"),
  ),
  searchsorted: computes("a, v, side='left', !sorter=None", (call) => {
    const side = call.text("side");
    if (side !== "left" && side !== "right") {
      rejectValue(call, "side", "'left' or 'right'", `'${side}'`);
    }
    // In sorted elements the place is the number of those before it.
    const [a, v] = alike(call, [call.array("a"), call.array("v")]);
    if (a === undefined || v === undefined) throw new Error("two operands");
    const column = rankOf(v) === 0 ? v : withAxes(call, v, [rankOf(v)]);
    const before = isBefore(call, side === "left" ? "lt" : "le", a, column);
    return reduce(call, "sum", before, [rankOf(before) - 1], false, int64);
  }),
};

/** NaN comes after all numbers, and beside itself. */
function isBefore(at: Site, op: "lt" | "le", a: Expr, v: Expr): Expr {
  const less = compare(at, op, a, v);
  if (!isFloating(elementOf(v.type))) return less;
  const last = math(at, "isnan", v);
  return binary(
    at,
    "or",
    less,
    op === "le" ? last : binary(at, "and", last, unary(at, "invert", math(at, "isnan", a))),
  );
}

/** Every kind gives the same values; equal elements keep their order, as `stable` has it. */
function sortArgument(call: Bound<"a" | "axis" | "kind" | "stable">, what: "values" | "positions"): Expr {
  if (call.given("kind")) {
    const kind = call.text("kind");
    if (!["quicksort", "mergesort", "heapsort", "stable"].includes(kind)) {
      rejectValue(call, "kind", "'stable'", `'${kind}'`);
    }
  }
  if (call.given("stable")) call.flag("stable");
  const whole = call.array("a");
  const all = call.argument("axis").known.kind === "none";
  const a = all ? flat(call, whole) : whole;
  return sorted(call, a, what, all ? 0 : call.axis("axis", rankOf(a)));
}

export function sorted(at: Site, a: Expr, what: "values" | "positions", axis: number): Expr {
  if (rankOf(a) === 0) return copy(at, a);
  const type = array(what === "values" ? elementOf(a.type) : int64, shapeOf(a.type));
  return { kind: "sort", what, operand: a, axis, type, span: at.span };
}
