/**
 * Expressions as cores write them: constants are folded on the way, widths follow from the operands.
 *
 *     const sum = add(extend(a, 9), extend(b, 9));
 *     mux(bit(sum, 8), ones(8), slice(sum, 0, 8));            // a saturating sum of two bytes
 *
 * An expression that is used twice is one object, referred to twice; place.ts makes a wire of it.
 */
import { applyBinary } from "../netlist/bits.ts";
import type { BinaryOp, Const, Expr } from "../netlist/nodes.ts";

export function constant(width: number, value: bigint | number): Const {
  return { kind: "const", width, value: BigInt.asUintN(width, BigInt(value)) };
}

export function zeros(width: number): Const {
  return constant(width, 0);
}

export function ones(width: number): Const {
  return constant(width, -1);
}

export const low: Const = zeros(1);
export const high: Const = ones(1);

export function flag(value: boolean): Const {
  return value ? high : low;
}

export function isZeros(x: Expr): boolean {
  return x.kind === "const" && x.value === 0n;
}

export function isOnes(x: Expr): boolean {
  return x.kind === "const" && x.value === (1n << BigInt(x.width)) - 1n;
}

export function not(x: Expr): Expr {
  if (x.kind === "const") return constant(x.width, ~x.value);
  if (x.kind === "unary" && x.op === "not") return x.operand;
  return { kind: "unary", op: "not", width: x.width, operand: x };
}

export function and(first: Expr, ...rest: readonly Expr[]): Expr {
  return rest.reduce((a, b) => {
    if (isZeros(a) || isOnes(b)) return a;
    if (isZeros(b) || isOnes(a) || a === b) return b;
    return binary("and", a, b);
  }, first);
}

export function or(first: Expr, ...rest: readonly Expr[]): Expr {
  return rest.reduce((a, b) => {
    if (isOnes(a) || isZeros(b)) return a;
    if (isOnes(b) || isZeros(a) || a === b) return b;
    return binary("or", a, b);
  }, first);
}

export function xor(a: Expr, b: Expr): Expr {
  if (isZeros(a)) return b;
  if (isZeros(b)) return a;
  if (isOnes(a)) return not(b);
  if (isOnes(b)) return not(a);
  return binary("xor", a, b);
}

export function mux(condition: Expr, whenSet: Expr, whenClear: Expr): Expr {
  sameWidth("mux", whenSet, whenClear);
  if (condition.kind === "const") return condition.value === 1n ? whenSet : whenClear;
  if (whenSet === whenClear) return whenSet;
  if (whenSet.kind === "const" && whenClear.kind === "const" && whenSet.value === whenClear.value)
    return whenSet;
  if (whenSet.width === 1) {
    if (isOnes(whenSet)) return or(condition, whenClear);
    if (isZeros(whenSet)) return and(not(condition), whenClear);
    if (isZeros(whenClear)) return and(condition, whenSet);
    if (isOnes(whenClear)) return or(not(condition), whenSet);
  }
  return { kind: "mux", width: whenSet.width, condition, then: whenSet, else: whenClear };
}

/** Every bit of x where the condition holds, else zeros. */
export function gate(condition: Expr, x: Expr): Expr {
  return mux(condition, x, zeros(x.width));
}

export function add(a: Expr, b: Expr): Expr {
  if (isZeros(a)) return b;
  if (isZeros(b)) return a;
  return binary("add", a, b);
}

export function sub(a: Expr, b: Expr): Expr {
  return isZeros(b) ? a : binary("sub", a, b);
}

/**
 * a + b + carry, in one row of adders. One operand of an adder goes into the carry chain as it is; logic before the
 * other shares the adder's LUTs. Yosys (alumacc) chooses by its own order, but not for a difference: there the left one
 * is taken. So this is a - ~b - ~carry, the last a bit below the others: 32 bits of a + (b ^ m) + m take 32 LUTs, and
 * may take 64 as they are written here.
 */
export function addWithCarry(a: Expr, b: Expr, carry: Expr): Expr {
  const difference = sub(concat(a, low), concat(not(b), not(carry)));
  return slice(difference, 1, a.width);
}

/** a + b, or a - b where `minus` is set. */
export function addOrSubtract(minus: Expr, a: Expr, b: Expr): Expr {
  if (minus.kind === "const") return minus.value === 1n ? sub(a, b) : add(a, b);
  return addWithCarry(a, xor(b, repeat(minus, b.width)), minus);
}

/** x, or -x where `minus` is set. */
export function negateIf(minus: Expr, x: Expr): Expr {
  return add(xor(x, repeat(minus, x.width)), extend(minus, x.width));
}

/** The whole product of two unsigned numbers. */
export function multiply(a: Expr, b: Expr): Expr {
  const width = a.width + b.width;
  return multiplyTo(width, extend(a, width), extend(b, width));
}

/** The low bits of a product; operands of that width already. */
export function multiplyTo(width: number, a: Expr, b: Expr): Expr {
  if (isZeros(a) || isZeros(b)) return zeros(width);
  return binary("mul", a, b);
}

export function equal(a: Expr, b: Expr): Expr {
  if (a.width === 1 && b.kind === "const") return b.value === 1n ? a : not(a);
  return binary("eq", a, b);
}

export function below(a: Expr, b: Expr): Expr {
  if (isZeros(b)) return low;
  if (b.kind === "const") return belowPower(a, b.value) ?? binary("ult", a, b);
  const reached = a.kind === "const" ? belowPower(b, a.value + 1n) : null;
  return reached === null ? binary("ult", a, b) : not(reached);
}

export function belowSigned(a: Expr, b: Expr): Expr {
  if (b.kind === "const") return belowSignedPower(a, b.value) ?? binary("slt", a, b);
  const reached = a.kind === "const" ? belowSignedPower(b, a.value + 1n) : null;
  return reached === null ? binary("slt", a, b) : not(reached);
}

/** Whether x is less than a power of two: it has no bit from there on. Null: it is no power, or beyond x. */
function belowPower(x: Expr, power: bigint): Expr | null {
  if (power <= 0n || (power & (power - 1n)) !== 0n || x.kind === "const") return null;
  const place = power.toString(2).length - 1;
  return place < x.width ? none(slice(x, place, x.width - place)) : null;
}

/** Of a signed x, and a power of two or 0: it is negative, or has no bit from there on. */
function belowSignedPower(x: Expr, power: bigint): Expr | null {
  if (x.kind === "const" || power >= 1n << BigInt(x.width - 1)) return null;
  if (power === 0n) return top(x);
  const rest = belowPower(slice(x, 0, x.width - 1), power);
  return rest === null ? null : or(top(x), rest);
}

/** Any bit is set. */
export function any(x: Expr): Expr {
  if (x.width === 1) return x;
  if (x.kind === "const") return flag(x.value !== 0n);
  return { kind: "unary", op: "reduceOr", width: 1, operand: x };
}

export function none(x: Expr): Expr {
  return not(any(x));
}

/** All bits are set. */
export function all(x: Expr): Expr {
  if (x.width === 1) return x;
  if (x.kind === "const") return flag(isOnes(x));
  return { kind: "unary", op: "reduceAnd", width: 1, operand: x };
}

/** The most significant first; null and nothing of no width are left out. */
export function concat(...parts: readonly (Expr | null)[]): Expr {
  const flat = parts
    .filter((part) => part !== null)
    .flatMap((part) => (part.kind === "concat" ? part.parts : [part]));
  const merged: Expr[] = [];
  for (const part of flat) {
    const last = merged.at(-1);
    const joined = last === undefined ? null : neighbours(last, part);
    if (joined === null) merged.push(part);
    else merged[merged.length - 1] = joined;
  }
  const [only] = merged;
  if (only === undefined) throw new Error("bug: a vector without bits");
  if (merged.length === 1) return only;
  return { kind: "concat", width: merged.reduce((sum, part) => sum + part.width, 0), parts: merged };
}

/** Constants side by side are one; slices side by side of one thing are one slice. */
function neighbours(upper: Expr, lower: Expr): Expr | null {
  if (upper.kind === "const" && lower.kind === "const")
    return constant(upper.width + lower.width, (upper.value << BigInt(lower.width)) | lower.value);
  if (upper.kind === "slice" && lower.kind === "slice" && upper.operand === lower.operand)
    return upper.low === lower.low + lower.width
      ? slice(upper.operand, lower.low, upper.width + lower.width)
      : null;
  return null;
}

/** Bits from `from`, the lowest, on. */
export function slice(x: Expr, from: number, width: number): Expr {
  if (from < 0 || width < 1 || from + width > x.width)
    throw new Error(`bug: bits ${from} to ${from + width - 1} of ${x.width}`);
  if (width === x.width) return x;
  switch (x.kind) {
    case "const":
      return constant(width, x.value >> BigInt(from));
    case "slice":
      return slice(x.operand, x.low + from, width);
    case "extend":
      if (from + width <= x.operand.width) return slice(x.operand, from, width);
      if (from >= x.operand.width) return repeat(x.signed ? top(x.operand) : low, width);
      return extendAs(x.signed, slice(x.operand, from, x.operand.width - from), width);
    case "concat": {
      const parts: Expr[] = [];
      let end = x.width;
      for (const part of x.parts) {
        const start = end - part.width;
        const first = Math.max(from, start);
        const last = Math.min(from + width, end);
        if (first < last) parts.push(slice(part, first - start, last - first));
        end = start;
      }
      return concat(...parts);
    }
    default:
      return { kind: "slice", width, operand: x, low: from };
  }
}

export function bit(x: Expr, index: number): Expr {
  return slice(x, index, 1);
}

export function top(x: Expr): Expr {
  return bit(x, x.width - 1);
}

/** The lowest bits; null when there are none. */
export function lowest(x: Expr, width: number): Expr | null {
  return width <= 0 ? null : slice(x, 0, width);
}

/** The highest bits; null when there are none. */
export function highest(x: Expr, width: number): Expr | null {
  return width <= 0 ? null : slice(x, x.width - width, width);
}

export function extend(x: Expr, width: number): Expr {
  return extendAs(false, x, width);
}

/** To that many bits or fewer: the low ones, or the value with zeros or signs above. */
export function extendAs(signed: boolean, x: Expr, width: number): Expr {
  if (width <= x.width) return slice(x, 0, width);
  if (x.kind === "const") {
    return constant(width, signed ? BigInt.asIntN(x.width, x.value) : x.value);
  }
  return { kind: "extend", width, operand: x, signed };
}

export function repeat(x: Expr, times: number): Expr {
  return times === 1 ? x : extendAs(true, x, times);
}

/** x * 2^by, with that many more bits. */
export function shiftedUp(x: Expr, by: number): Expr {
  return by === 0 ? x : concat(x, zeros(by));
}

function binary(op: BinaryOp, left: Expr, right: Expr): Expr {
  sameWidth(op, left, right);
  const compares = op === "eq" || op === "ult" || op === "slt";
  const width = compares ? 1 : left.width;
  if (left.kind === "const" && right.kind === "const")
    return constant(width, applyBinary(op, left.width, left.value, right.value));
  return { kind: "binary", op, width, left, right };
}

function sameWidth(op: string, a: Expr, b: Expr): void {
  if (a.width !== b.width) throw new Error(`bug: ${op} of ${a.width} and ${b.width} bits`);
}
