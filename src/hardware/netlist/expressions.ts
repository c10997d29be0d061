/**
 * Operations on values, simplified as they are written.
 *
 *     const sum = add(b, zeroExtend(b, x, 9), zeroExtend(b, y, 9)); // 9 bits: the carry stays
 *     const top = mux(b, bit(b, sum, 8), 255, slice(b, sum, 0, 8)); // saturated; 255 takes the width of the other
 *
 * Widths must agree; a plain number takes the width of what it meets. `simplify.ts` has the rules.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitsFor } from "./bits.ts";
import { type Builder, type Operand, owned, sized } from "./builder.ts";
import type { BinaryOp, Const, Expr, UnaryOp } from "./nodes.ts";
import { makeBinary, makeConcat, makeExtend, makeMux, makeSlice, makeUnary } from "./simplify.ts";

/** A constant. It may be negative: two's complement. */
export function constant(width: number, value: bigint | number): Const {
  const exact = BigInt(value);
  if (exact < -(1n << BigInt(width - 1)) || exact >> BigInt(width) > 0n) {
    bug(`${exact} does not fit ${width} bits`);
  }
  return { kind: "const", width, value: BigInt.asUintN(width, exact) };
}

// One operand

export const not = unary("not");
export const neg = unary("neg");
export const reduceAnd = unary("reduceAnd");
export const reduceOr = unary("reduceOr");
export const reduceXor = unary("reduceXor");

/** One bit: whether all bits are zero. */
export function isZero(b: Builder, operand: Expr): Expr {
  return eq(b, operand, 0);
}

// Two operands of one width, and a result of the same

export const add = binary("add");
export const sub = binary("sub");
export const mul = binary("mul");
export const xor = binary("xor");

/** Of two or more. */
export function and(b: Builder, first: Operand, ...rest: readonly Operand[]): Expr {
  return fold(b, "and", first, rest);
}

/** Of two or more. */
export function or(b: Builder, first: Operand, ...rest: readonly Operand[]): Expr {
  return fold(b, "or", first, rest);
}

/** All bits of the product: as wide as both operands together. */
export function mulFull(b: Builder, left: Expr, right: Expr, signed: boolean): Expr {
  const width = left.width + right.width;
  return mul(b, resize(b, left, width, signed), resize(b, right, width, signed));
}

// Shifts: the amount is unsigned and of any width

export const shl = shift("shl");
export const shr = shift("shr");
export const sshr = shift("sshr");

// Comparisons: one bit

export const eq = binary("eq");
export const ne = binary("ne");
export const ult = binary("ult");
export const ule = binary("ule");
export const slt = binary("slt");
export const sle = binary("sle");
export const sgt = (b: Builder, left: Operand, right: Operand): Expr => slt(b, right, left);

// Choice

export function mux(b: Builder, condition: Expr, yes: Operand, no: Operand): Expr {
  const [left, right] = match(b, "mux", yes, no);
  return makeMux(b, sized(b, condition, 1, "the condition of a mux"), left, right);
}

/** The value of the first case whose condition is up, else the last value: a chain of muxes. */
export function select(
  b: Builder,
  cases: readonly { readonly when: Expr; readonly value: Expr }[],
  otherwise: Operand,
): Expr {
  const width = typeof otherwise === "object" ? otherwise.width : (cases[0]?.value.width ?? bug("no width"));
  const last = sized(b, otherwise, width, "the last value of a select");
  return cases.reduceRight((rest, { when, value }) => mux(b, when, value, rest), last);
}

/** `entries[index]` by a tree of muxes. The index must be of an entry. */
export function choose(b: Builder, index: Expr, entries: readonly Expr[]): Expr {
  let level = entries.slice(0, 2 ** Math.min(index.width, 30));
  for (let position = 0; level.length > 1; position++) {
    const next: Expr[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const low = level[at] ?? bug("an even place has an entry");
      next.push(mux(b, bit(b, index, position), level[at + 1] ?? low, low));
    }
    level = next;
  }
  return level[0] ?? bug(`${b.name}: a choice among nothing`);
}

// Bits

/** The most significant first, as in Verilog. */
export function concat(b: Builder, ...parts: readonly Expr[]): Expr {
  if (parts.length === 0) bug(`${b.name}: a concat of nothing`);
  return makeConcat(
    b,
    parts.map((part) => owned(b, part)),
  );
}

/** Bits low to low + width - 1. */
export function slice(b: Builder, operand: Expr, low: number, width: number): Expr {
  if (!(low >= 0 && width >= 1 && low + width <= operand.width)) {
    bug(`${b.name}: bits ${low} to ${low + width - 1} of a value of ${operand.width} bits`);
  }
  return makeSlice(b, owned(b, operand), low, width);
}

export function bit(b: Builder, operand: Expr, index: number): Expr {
  return slice(b, operand, index, 1);
}

/** The sign of a signed value. */
export function topBit(b: Builder, operand: Expr): Expr {
  return slice(b, operand, operand.width - 1, 1);
}

export function repeat(b: Builder, operand: Expr, times: number): Expr {
  if (operand.width === 1 && times > 1) return signExtend(b, operand, times);
  return concat(b, ...Array.from({ length: times }, () => operand));
}

export function zeroExtend(b: Builder, operand: Expr, width: number): Expr {
  return extend(b, operand, width, false);
}

export function signExtend(b: Builder, operand: Expr, width: number): Expr {
  return extend(b, operand, width, true);
}

/** To any width: extended, or cut to the low bits. */
export function resize(b: Builder, operand: Expr, width: number, signed: boolean): Expr {
  return width < operand.width ? slice(b, operand, 0, width) : extend(b, operand, width, signed);
}

function extend(b: Builder, operand: Expr, width: number, signed: boolean): Expr {
  if (width < operand.width) bug(`${b.name}: a value of ${operand.width} bits extended to ${width}`);
  return makeExtend(b, owned(b, operand), width, signed);
}

function unary(op: UnaryOp): (b: Builder, operand: Expr) => Expr {
  return (b, operand) => makeUnary(b, op, owned(b, operand));
}

function binary(op: BinaryOp): (b: Builder, left: Operand, right: Operand) => Expr {
  return (b, left, right) => makeBinary(b, op, ...match(b, op, left, right));
}

function shift(op: "shl" | "shr" | "sshr"): (b: Builder, operand: Expr, amount: Operand) => Expr {
  return (b, operand, amount) => {
    const by = typeof amount === "object" ? owned(b, amount) : constant(bitsFor(amount), amount);
    return makeBinary(b, op, owned(b, operand), shortAmount(b, owned(b, by), operand.width));
  };
}

/** Verilator takes no amounts of more than 32 bits. All that shift everything out are as good as any other. */
function shortAmount(b: Builder, by: Expr, width: number): Expr {
  if (by.width <= 32 || by.kind === "const") return by;
  const bits = bitsFor(width);
  const isBeyond = reduceOr(b, slice(b, by, bits, by.width - bits));
  return mux(b, isBeyond, constant(bits, (1n << BigInt(bits)) - 1n), slice(b, by, 0, bits));
}

function fold(b: Builder, op: "and" | "or", first: Operand, rest: readonly Operand[]): Expr {
  const start = typeof first === "object" ? first : bug(`${b.name}: ${op} begins with a plain number`);
  return rest.reduce<Expr>((left, right) => makeBinary(b, op, ...match(b, op, left, right)), owned(b, start));
}

/** Both operands at one width: a plain number follows the other. */
function match(b: Builder, what: string, left: Operand, right: Operand): [Expr, Expr] {
  const guide = typeof left === "object" ? left : right;
  if (typeof guide !== "object") return bug(`${b.name}: ${what} of two plain numbers has no width`);
  return [
    sized(b, left, guide.width, `the left of ${what}`),
    sized(b, right, guide.width, `the right of ${what}`),
  ];
}
