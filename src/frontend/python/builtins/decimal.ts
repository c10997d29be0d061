/** round(x, digits) of a Python float: the decimal nearest to the exact value of x, ties to even. */
import type { Expr } from "../../../program/nodes.ts";
import { pythonFloat } from "../../../types/types.ts";
import { floatConst } from "../build.ts";
import { binary, cast, compare, math, type Site, unary } from "./make.ts";
import { callOf } from "./once.ts";
import { steps } from "./steps.ts";

/**
 * x * 10^digits is rounded to p; only where p lies halfway between two integers can that hide on which side the exact
 * product lies. Its error, exact by Dekker's product (Numer. Math. 18, 1971), then decides.
 */
export function roundDecimal(at: Site, number: Expr, digits: number): Expr {
  if (digits === 0) return rounded(at, "rint", number);
  const num = (value: number) => floatConst(value, at.span);
  const scale = 10 ** digits; // a double holds it exactly up to 10^22
  const [high, low] = split(scale);
  return callOf(at, "round", `${digits}`, [number], ([x = number]) => {
    const s = steps(at);
    const op = (name: "add" | "sub" | "mul" | "div", a: Expr, b: Expr) => binary(at, name, a, b);
    const choose = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({
      kind: "conditional",
      condition,
      then,
      otherwise,
      type: then.type,
      span: at.span,
    });
    const p = s.float("p", op("mul", x, num(scale)));
    const c = s.float("c", op("mul", x, num(2 ** 27 + 1)));
    const h = s.float("h", op("sub", c, op("sub", c, x)));
    const l = s.float("l", op("sub", x, h));
    const crossed = op(
      "add",
      op("add", op("sub", op("mul", h, num(high)), p), op("mul", h, num(low))),
      op("mul", l, num(high)),
    );
    const error = s.float("error", op("add", crossed, op("mul", l, num(low))));
    const below = s.float("below", rounded(at, "floor", p));
    const half = compare(at, "eq", op("sub", p, below), num(0.5));
    const side = choose(
      compare(at, "gt", error, num(0)),
      op("add", below, num(1)),
      choose(compare(at, "lt", error, num(0)), below, rounded(at, "rint", p)),
    );
    const whole = s.float("whole", choose(half, side, rounded(at, "rint", p)));
    const quotient: Expr = {
      kind: "math",
      fn: "copysign",
      args: [op("div", whole, num(scale)), x],
      type: pythonFloat,
      span: at.span,
    };
    // From 2^52 on p is an integer: x has no more digits to round.
    const few = compare(at, "lt", unary(at, "abs", p), num(2 ** 52));
    s.giveBack(choose(few, quotient, x));
    return { type: pythonFloat, locals: s.locals, body: s.body };
  });
}

function rounded(at: Site, fn: "floor" | "rint", x: Expr): Expr {
  return cast(at, math(at, fn, x), pythonFloat);
}

/** Two halves of 26 bits whose sum is x. */
function split(x: number): readonly [number, number] {
  const c = (2 ** 27 + 1) * x;
  const high = c - (c - x);
  return [high, x - high];
}
