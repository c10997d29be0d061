/** Integers of any width up to 64 bits and fixed values in lanes: nothing that needs rounding up, or saturation. */
import type { Binary, Bitcast, Bits, Expr, Unary } from "../../../loops/nodes.ts";
import { formOf } from "../../../types/exact.ts";
import { printType } from "../../../types/print.ts";
import { type ScalarType, sameType } from "../../../types/types.ts";
import type { Code, Ref } from "../code.ts";
import { exactType, isSaturating } from "../integer.ts";
import { integerForm, isBool } from "../representation.ts";
import { extendLanes, intBinary, intUnary, shifted } from "./arithmetic.ts";
import { type Bytes, intLane, laneOf } from "./lane.ts";
import { type Recipe, type Refusal, refuse, two } from "./recipe.ts";

export function exactBinary(expr: Binary): Recipe | Refusal {
  const { op, left, right, type } = expr;
  const refused = refuse(`${op} of ${printType(left.type)} and ${printType(right.type)} has no vector form`);
  const [l, r, result] = [exactType(left.type), exactType(right.type), exactType(type)];
  if (l === null || r === null || result === null || isSaturating(result)) return refused;
  if ([l, r].some(isBool)) return refused;
  const [p, q, out] = [formOf(l), formOf(r), formOf(result)];
  if (op === "shl" || op === "shr") return exactShift(expr) ?? refused;
  const fraction = op === "mul" ? p.fraction + q.fraction : Math.max(p.fraction, q.fraction);
  if (out.fraction !== fraction) return refused;
  const [up, other] = op === "mul" ? [0, 0] : [fraction - p.fraction, fraction - q.fraction];
  // Of a sum or product only the low bits matter; what is compared must fit whole.
  const whole = Math.max(signedBits(p) + up, signedBits(q) + other);
  const needed = op === "add" || op === "sub" || op === "mul" ? out.width : Math.max(out.width, whole);
  if (needed > 64 || Math.max(p.width, q.width) > 64) return refused;
  const lane = intLane(needed, out.signed);
  const compute = two(intBinary(op, lane.bytes, true));
  if (compute === null || Math.max(up, other) >= lane.bytes * 8) return refused;
  return {
    lane,
    operands: [
      { expr: left, lane },
      { expr: right, lane },
    ],
    compute: (code, a, b) => {
      const raw = compute(
        code,
        raised(code, lane.bytes, a as Ref, up),
        raised(code, lane.bytes, b as Ref, other),
      );
      return extendLanes(code, lane.bytes, out.width, out.signed, raw);
    },
  };
}

function raised(code: Code, bytes: Bytes, x: Ref, count: number): Ref {
  return count === 0 ? x : shifted(code, "shl", bytes, true, x, code.m.i32.const(count));
}

function signedBits(form: { readonly width: number; readonly signed: boolean }): number {
  return form.width + (form.signed ? 0 : 1);
}

/** By a constant; bits that are shifted out are gone. */
function exactShift({ op, left, right, type }: Binary): Recipe | null {
  if ((op !== "shl" && op !== "shr") || right.kind !== "const" || !sameType(left.type, type)) return null;
  const form = integerForm(left.type);
  const count = Number(right.value);
  if (form === null || form.bits > 64 || count < 0 || count >= form.bits) return null;
  const lane = intLane(form.bits, form.signed);
  return {
    lane,
    operands: [{ expr: left, lane }],
    compute: (code, x) => {
      const moved = shifted(code, op, lane.bytes, lane.signed, x as Ref, code.m.i32.const(count));
      return op === "shl" ? extendLanes(code, lane.bytes, form.bits, form.signed, moved) : moved;
    },
  };
}

export function exactUnary(
  op: Unary["op"],
  operand: Expr,
  from: ScalarType,
  to: ScalarType,
): Recipe | Refusal {
  const refused = refuse(`${op} of ${printType(from)} has no vector form`);
  const [type, result] = [exactType(from), exactType(to)];
  if (type === null || result === null || isSaturating(result)) return refused;
  const [form, out] = [formOf(type), formOf(result)];
  if (form.fraction !== out.fraction || Math.max(form.width, out.width) > 64) return refused;
  if (op === "invert" && (form.width !== out.width || form.signed !== out.signed)) return refused;
  const lane = intLane(Math.max(form.width, out.width), form.signed);
  const compute = intUnary(op, lane.bytes, form.signed);
  if (compute === null) return refused;
  return {
    lane: { ...lane, signed: out.signed },
    operands: [{ expr: operand, lane }],
    compute: (code, x) => extendLanes(code, lane.bytes, out.width, out.signed, compute(code, x as Ref)),
  };
}

/** Integers and fixed values into another form: a shift, and the low bits of the result. */
export function scaledRecipe(operand: Expr, from: ScalarType, to: ScalarType): Recipe | null {
  const [source, target] = [exactType(from), exactType(to)];
  if (source === null || target === null || isSaturating(target)) return null;
  const [p, q] = [formOf(source), formOf(target)];
  const up = q.fraction - p.fraction;
  const roundsDown =
    target.kind === "fixed" && (target.rounding === "truncate" || target.rounding === "floor");
  if (up < 0 && !roundsDown) return null;
  const lane = intLane(Math.max(p.width, q.width), p.signed);
  if (Math.max(p.width, q.width) > 64 || Math.abs(up) >= lane.bytes * 8) return null;
  return {
    lane: { ...lane, signed: q.signed },
    operands: [{ expr: operand, lane }],
    compute: (code, x) => {
      const by = code.m.i32.const(Math.abs(up));
      const moved =
        up === 0 ? (x as Ref) : shifted(code, up > 0 ? "shl" : "shr", lane.bytes, p.signed, x as Ref, by);
      return extendLanes(code, lane.bytes, q.width, q.signed, moved);
    },
  };
}

/** A constant range of bits. */
export function bitsRecipe({ operand, low, type }: Bits): Recipe | Refusal {
  const [form, out] = [integerForm(operand.type), integerForm(type)];
  const lane = laneOf(operand.type);
  const known = low.kind === "const" ? Number(low.value) : -1;
  if (form === null || out === null || lane?.kind !== "int")
    return refuse("bits of such a type have no lanes");
  if (known < 0 || known + out.bits > form.bits)
    return refuse("which bits are read may differ, or be outside");
  return {
    lane: { ...lane, signed: false },
    operands: [{ expr: operand, lane }],
    compute: (code, x) => {
      const by = code.m.i32.const(known);
      const down = known === 0 ? (x as Ref) : shifted(code, "shr", lane.bytes, false, x as Ref, by);
      return extendLanes(code, lane.bytes, out.bits, false, down);
    },
  };
}

/** Integers of one width only change how they are extended. */
export function bitcastRecipe({ operand, type }: Bitcast): Recipe | Refusal {
  const [from, to] = [integerForm(operand.type), integerForm(type)];
  const [source, target] = [laneOf(operand.type), laneOf(type)];
  const isInt = source?.kind === "int" && target?.kind === "int" && source.bytes === target.bytes;
  if (!isInt || from === null || to === null || from.bits !== to.bits) {
    return refuse("a bit pattern of such types has no lanes");
  }
  return {
    lane: target,
    operands: [{ expr: operand, lane: source }],
    compute: (code, x) => extendLanes(code, target.bytes, to.bits, to.signed, x as Ref),
  };
}
