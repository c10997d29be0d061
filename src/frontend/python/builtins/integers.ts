/** math.gcd, lcm and isqrt, as loops over Python ints. */
import type { Expr } from "../../../program/nodes.ts";
import { pythonFloat, pythonInt } from "../../../types/types.ts";
import { binary, cast, compare, int, type Site, unary } from "./make.ts";
import { callOf, once } from "./once.ts";
import { assign, steps } from "./steps.ts";

/** Euclid's algorithm. */
export function gcd(at: Site, left: Expr, right: Expr): Expr {
  return callOf(at, "gcd", "", [left, right], ([a = left, b = right]) => {
    const s = steps(at);
    const x = s.int("x", a);
    const y = s.int("y", b);
    const rest = s.int("rest", int(at, 0));
    s.while(
      compare(at, "ne", y, int(at, 0)),
      assign(at, "rest", binary(at, "mod", x, y)),
      assign(at, "x", y),
      assign(at, "y", rest),
    );
    s.giveBack(unary(at, "abs", x));
    return { type: pythonInt, locals: s.locals, body: s.body };
  });
}

/** |a / gcd * b|, and 0 where one of them is. */
export function lcm(at: Site, left: Expr, right: Expr): Expr {
  return once(at, "lcm", "", [left, right], ([a = left, b = right]) => {
    const product = unary(at, "abs", binary(at, "mul", binary(at, "floordiv", a, gcd(at, a, b)), b));
    const condition = compare(at, "eq", binary(at, "mul", a, b), int(at, 0));
    return {
      kind: "conditional",
      condition,
      then: int(at, 0),
      otherwise: product,
      type: pythonInt,
      span: at.span,
    };
  });
}

/** The float root, corrected: it is off by one at most. A negative number is a fault of math.sqrt. */
export function isqrt(at: Site, n: Expr): Expr {
  return callOf(at, "isqrt", "", [n], ([a = n]) => {
    const s = steps(at);
    const float = cast(at, a, pythonFloat);
    const root: Expr = { kind: "math", fn: "sqrt", args: [float], type: pythonFloat, span: at.span };
    const r = s.int("r", cast(at, root, pythonInt));
    const next = binary(at, "add", r, int(at, 1));
    s.while(compare(at, "gt", r, over(at, a, r)), assign(at, "r", binary(at, "sub", r, int(at, 1))));
    s.while(compare(at, "ge", over(at, a, next), next), assign(at, "r", next));
    s.giveBack(r);
    return { type: pythonInt, locals: s.locals, body: s.body };
  });
}

/** n // r, and n itself for r = 0. */
function over(at: Site, n: Expr, r: Expr): Expr {
  return binary(at, "floordiv", n, binary(at, "max", r, int(at, 1)));
}
