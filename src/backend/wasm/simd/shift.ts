/** NumPy's shifts by a count that all iterations share: one outside 0 .. bits-1 leaves only the sign. */
import type { Expr } from "../../../loops/nodes.ts";
import { type Code, ints, type Ref } from "../code.ts";
import { value } from "../expression.ts";
import { repOf } from "../representation.ts";
import { type Compute, shifted } from "./arithmetic.ts";
import type { Lane } from "./lane.ts";
import { zero } from "./register.ts";

export function shiftByUniform(op: "shl" | "shr", lane: Lane & { kind: "int" }, right: Expr): Compute {
  const bits = lane.bytes * 8;
  const keepsSign = op === "shr" && lane.signed;
  const shift = (code: Code, x: Ref, by: Ref): Ref => shifted(code, op, lane.bytes, lane.signed, x, by);
  if (right.kind === "const") {
    const count = BigInt(right.value);
    const inside = count >= 0n && count < BigInt(bits);
    return (code, x) => {
      if (!inside && !keepsSign) return zero(code);
      return shift(code, x as Ref, code.m.i32.const(inside ? Number(count) : bits - 1));
    };
  }
  const rep = repOf(right.type) as "i32" | "i64";
  return (code, x) => {
    const { m } = code;
    const of = ints(code, rep);
    const most = rep === "i32" ? m.i32.const(bits) : m.i64.const(BigInt(bits));
    const inside = of.lt_u(value(code, right), most);
    const whole = value(code, right);
    const count = rep === "i32" ? whole : m.i32.wrap(whole);
    if (keepsSign) return shift(code, x as Ref, m.select(inside, count, m.i32.const(bits - 1)));
    const kept = m.i32x4.splat(m.i32.sub(m.i32.const(0), inside));
    return m.v128.and(shift(code, x as Ref, count), kept);
  };
}
