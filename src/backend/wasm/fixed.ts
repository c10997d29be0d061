/**
 * Fixed point that rounds, saturates, and meets floats, in 64 bits of integer or double: where those are exact. Null
 * elsewhere, and the host does it.
 */

import type { ExactType } from "../../types/exact.ts";
import { formOf } from "../../types/exact.ts";
import type { FixedType, Rounding, ScalarType } from "../../types/types.ts";
import { type Code, constant, type Ref, share } from "./code.ts";
import { container, extend } from "./convert.ts";
import { integerForm, isNativeFloat, repOf } from "./representation.ts";

type Int = "i32" | "i64";
type Float = "f32" | "f64";

/** Powers of two that a double has, with room for what they are multiplied by. */
const farthest = 800;

/** The integer is a double without rounding, or it is rounded once on the way to the double that is asked for. */
export function fixedToFloat(code: Code, from: FixedType, to: ScalarType, operand: Ref): Ref | null {
  const { width, fraction, signed } = formOf(from);
  const target = repOf(to) as Float;
  if (width > (target === "f64" ? 64 : 53) || Math.abs(fraction) > farthest) return null;
  if (!isNativeFloat(to) && !holdsFixed(to, from)) return null;
  const { f64, f32 } = code.m;
  const rep = repOf(from) as Int;
  const whole = signed ? f64.convert_s[rep](operand) : f64.convert_u[rep](operand);
  const value = fraction === 0 ? whole : f64.mul(whole, f64.const(2 ** -fraction));
  return target === "f64" ? value : f32.demote(value);
}

/** Every value, without rounding. */
function holdsFixed(to: ScalarType, from: FixedType): boolean {
  if (to.kind !== "float") return false;
  const { width, fraction, signed } = formOf(from);
  const bias = 2 ** (to.exponent - 1) - 1;
  return (signed ? width - 1 : width) <= to.mantissa + 1 && width - fraction <= bias && fraction < bias;
}

/** `otherwise`: what the host makes of it, for values that wrap and are beyond 64 bits. */
export function floatToFixed(
  code: Code,
  from: Float,
  to: FixedType,
  operand: Ref,
  otherwise: (again: Ref) => Ref,
): Ref | null {
  const { width, fraction, signed } = formOf(to);
  // A double that is made smaller may lose its last bits.
  if (width > 52 || fraction > farthest || fraction < (from === "f64" ? 0 : -farthest)) return null;
  const { m } = code;
  const { f64 } = m;
  const x = share(code, from, operand);
  const wide = from === "f64" ? x.first : f64.promote(x.first);
  const scaled = fraction === 0 ? wide : f64.mul(wide, f64.const(2 ** fraction));
  const rounded = roundedDouble(code, to.rounding, scaled);
  const rep = repOf(to) as Int;
  if (to.overflow === "saturate") {
    const [low, high] = limits(width, signed).map(Number);
    const inside = f64.min(f64.max(rounded, f64.const(low ?? 0)), f64.const(high ?? 0));
    return signed ? m[rep].trunc_s_sat.f64(inside) : m[rep].trunc_u_sat.f64(inside); // NaN is 0
  }
  const r = share(code, "f64", rounded);
  const whole = m.i64.trunc_s_sat.f64(r.again());
  const narrow = rep === "i32" ? m.i32.wrap(whole) : whole;
  return m.if(
    f64.lt(f64.abs(r.first), f64.const(2 ** 63)),
    extend(code, rep, { bits: width, signed }, narrow),
    otherwise(x.again()),
  );
}

function roundedDouble(code: Code, rounding: Rounding, value: Ref): Ref {
  const { f64, if: either } = code.m;
  switch (rounding) {
    case "truncate":
    case "floor":
      return f64.floor(value);
    case "toward_zero":
      return f64.trunc(value);
    case "nearest_even":
      return f64.nearest(value);
    case "nearest_away": {
      const x = share(code, "f64", value);
      const whole = share(code, "f64", f64.trunc(x.first));
      const rest = f64.abs(f64.sub(whole.first, x.again()));
      const away = f64.add(whole.again(), f64.copysign(f64.const(1), x.again()));
      return either(f64.ge(rest, f64.const(0.5)), away, whole.again());
    }
  }
}

/** Integers and fixed values into a fixed type with any rounding and overflow. */
export function fixedToFixed(code: Code, from: ExactType, to: FixedType, operand: Ref): Ref | null {
  const [p, q] = [formOf(from), formOf(to)];
  const up = q.fraction - p.fraction;
  if (p.width + Math.max(up, 0) > 62 || q.width > 62 || up < -61) return null;
  const { m } = code;
  const { i64 } = m;
  const wide = container(code, repOf(from) as Int, integerForm(from), "i64", operand);
  const moved =
    up === 0
      ? wide
      : up > 0
        ? i64.shl(wide, constant(code, "i64", up))
        : roundedShift(code, to.rounding, wide, -up);
  const target = repOf(to) as Int;
  const narrow = (value: Ref): Ref => (target === "i32" ? m.i32.wrap(value) : value);
  if (to.overflow === "wrap") return extend(code, target, { bits: q.width, signed: q.signed }, narrow(moved));
  const [low = 0n, high = 0n] = limits(q.width, q.signed);
  const value = share(code, "i64", moved);
  const above = i64.gt_s(value.again(), i64.const(high));
  const capped = share(code, "i64", m.select(above, i64.const(high), value.again()));
  const below = i64.lt_s(capped.again(), i64.const(low));
  return m.block(
    null,
    [m.drop(value.first), m.drop(capped.first), narrow(m.select(below, i64.const(low), capped.again()))],
    code.wasm[target],
  );
}

/** Down by `count` bits, 1 or more; of numbers of up to 62 bits. */
function roundedShift(code: Code, rounding: Rounding, value: Ref, count: number): Ref {
  const { i64 } = code.m;
  const by = (bits: number): Ref => constant(code, "i64", bits);
  const v = share(code, "i64", value);
  const shifted = (addend: Ref): Ref => i64.shr_s(i64.add(v.first, addend), by(count));
  const half = 1n << BigInt(count - 1);
  const sign = (): Ref => i64.shr_s(v.again(), by(63)); // -1 of negative numbers, else 0
  switch (rounding) {
    case "truncate":
    case "floor":
      return i64.shr_s(v.first, by(count));
    case "toward_zero":
      return shifted(i64.and(sign(), i64.const((1n << BigInt(count)) - 1n)));
    case "nearest_even":
      return shifted(i64.add(i64.const(half - 1n), i64.and(i64.shr_s(v.again(), by(count)), i64.const(1n))));
    case "nearest_away":
      return shifted(i64.add(i64.const(half), sign()));
  }
}

function limits(width: number, signed: boolean): readonly bigint[] {
  const top = 1n << BigInt(signed ? width - 1 : width);
  return [signed ? -top : 0n, top - 1n];
}
