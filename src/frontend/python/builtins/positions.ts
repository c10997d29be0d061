/** Where elements are, and which there are: nonzero, flatnonzero, argwhere, unique. Only data say how many: see chosen.ts. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { bool, elementOf, int64, isFloating } from "../../../types/types.ts";
import { chosenElements } from "../expressions/chosen.ts";
import { type Known, value } from "../known.ts";
import { computes, gives } from "./arguments.ts";
import {
  binary,
  cast,
  compare,
  concat,
  constant,
  counting,
  flat,
  math,
  rankOf,
  slice,
  staticShape,
  table,
  unary,
  withAxes,
} from "./make.ts";
import { once } from "./once.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";
import { sorted } from "./sorting.ts";

export const positions: Readonly<Record<string, Builtin>> = {
  nonzero: gives("a", (call) => nonzero(call, call.array("a"))),
  flatnonzero: computes("a", (call) => flatPositions(call, call.array("a"))),
  argwhere: computes("a", (call) => {
    const a = call.array("a");
    if (rankOf(a) !== 1)
      return refuse(
        call.scope,
        diagnose("wrong-rank", call.span, {
          fn: call.name,
          expected: "an array of one axis",
          found: `one of ${rankOf(a)}`,
        }),
      );
    return withAxes(call, flatPositions(call, a), [1]);
  }),
  unique: computes(
    "ar, !return_index=False, !return_inverse=False, !return_counts=False, !axis=None, *, !equal_nan=True, !sorted=True",
    (call) => {
      const ordered = sorted(call, flat(call, call.array("ar")), "values", 0);
      const [n = 0] = staticShape(call, ordered);
      if (n === 0) return ordered;
      const isFirst = once(call, "first_of_each", "", [ordered], ([s = ordered]) => {
        const [before, here] = [slice(call, s, 0, 0, n - 1), slice(call, s, 0, 1, n)];
        const differ = compare(call, "ne", here, before);
        const yes = table(call, [true], bool, [1]);
        return concat(call, [yes, isFloating(elementOf(s.type)) ? orNaN(call, differ, before) : differ], 0);
      });
      return chosen(call, ordered, isFirst);
    },
  ),
};

/** np.nonzero, and np.where of a condition alone: the places along each axis. */
export function nonzero(call: CallSite, a: Expr): Known {
  const places = flatPositions(call, a);
  const shape = staticShape(call, a);
  const items = shape.map((extent, axis) => {
    const inner = shape.slice(axis + 1).reduce((n, m) => n * m, 1);
    const rows = inner === 1 ? places : binary(call, "floordiv", places, constant(call, inner, int64));
    return value(axis === 0 ? rows : binary(call, "mod", rows, constant(call, extent, int64)));
  });
  return { kind: "tuple", form: "tuple", items };
}

function flatPositions(call: CallSite, a: Expr): Expr {
  const line = rankOf(a) === 0 ? withAxes(call, a, [0]) : flat(call, a);
  const [n = 0] = staticShape(call, line);
  return chosen(call, counting(call, n), cast(call, line, bool));
}

/** NaN differs from itself, and yet there is one of it: the first, as they come last in order. */
function orNaN(call: CallSite, differ: Expr, before: Expr): Expr {
  const isNumber = unary(call, "invert", math(call, "isnan", before));
  return binary(call, "and", differ, isNumber);
}

function chosen(call: CallSite, from: Expr, where: Expr): Expr {
  const found = chosenElements(call.scope, from, where, 0, call.span);
  return found ?? refuse(call.scope, diagnose("mask-read", call.span, {}));
}
