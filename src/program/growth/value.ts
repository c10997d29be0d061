/** The range of an expression, from the ranges of the names in it. */
import {
  absolute,
  add,
  contains,
  type ExactRange,
  floored,
  greatest,
  hull,
  larger,
  least,
  multiply,
  negate,
  rangeOfType,
  rangeOfValue,
  smaller,
  truths,
} from "../../types/exact_range.ts";
import { isExact } from "../../types/promote.ts";
import { elementOf, type ScalarType } from "../../types/types.ts";
import type { Binary, Cast, Expr } from "../nodes.ts";

/**
 * A number, and where it came from: the value that a name had at the head of a loop, plus an offset. The offset is
 * what makes `acc += x` in a long loop bounded: it holds whatever `acc` was.
 */
export interface Bound {
  readonly range: ExactRange | null; // null: anything
  readonly from: { readonly name: string; readonly by: ExactRange } | null;
}

export const anything: Bound = { range: null, from: null };

export function bounded(range: ExactRange | null): Bound {
  return { range, from: null };
}

/** How an expression reaches what is not in it. */
export interface Reach {
  readonly local: (name: string) => Bound | undefined;
  readonly call: (func: string, args: readonly Bound[]) => Bound;
}

export function boundOf(expr: Expr, reach: Reach): Bound {
  const type = elementOf(expr.type);
  switch (expr.kind) {
    case "const":
      return bounded(rangeOfValue(expr.value, type));
    case "var":
      return reach.local(expr.name) ?? bounded(rangeOfType(type));
    case "cast":
      return castOf(expr, reach, type);
    case "unary": {
      const { range } = boundOf(expr.operand, reach);
      return bounded(range === null ? null : within(type, unaryRange(expr.op, range, type)));
    }
    case "binary":
      return binaryOf(expr, reach, type);
    case "conditional":
    case "where":
      return either(boundOf(expr.then, reach), boundOf(expr.otherwise, reach));
    case "call":
      if (expr.type.kind === "array") return anything;
      return reach.call(
        expr.func,
        expr.args.map((arg) => boundOf(arg, reach)),
      );
    case "compare":
    case "logic":
      return bounded(truths);
    default:
      return bounded(rangeOfType(type));
  }
}

/** One of two, by a choice. */
export function either(a: Bound, b: Bound): Bound {
  const range = a.range === null || b.range === null ? null : hull(a.range, b.range);
  const [x, y] = [a.from, b.from];
  const from = x !== null && y !== null && x.name === y.name ? { name: x.name, by: hull(x.by, y.by) } : null;
  return { range, from };
}

/** A cast to an exact type that holds the number changes nothing; another may wrap to anywhere in its type. */
function castOf({ operand }: Cast, reach: Reach, type: ScalarType): Bound {
  const bound = boundOf(operand, reach);
  const own = rangeOfType(type);
  if (own === null || bound.range === null) return bounded(own);
  if (contains(own, bound.range)) return bound;
  // Bits of the fraction may go: the number moves by less than one of the units that stay.
  const step: ExactRange = { low: -1n, high: 1n, fraction: own.fraction };
  const { low, high } = add(bound.range, step);
  const fraction = Math.max(bound.range.fraction, own.fraction);
  const coarse = coarsened({ low, high, fraction }, own.fraction);
  return bounded(contains(own, coarse) ? coarse : own);
}

function coarsened(range: ExactRange, fraction: number): ExactRange {
  if (range.fraction <= fraction) return range;
  const down = BigInt(range.fraction - fraction);
  return { low: range.low >> down, high: -(-range.high >> down), fraction };
}

function binaryOf(expr: Binary, reach: Reach, type: ScalarType): Bound {
  const [a, b] = [boundOf(expr.left, reach), boundOf(expr.right, reach)];
  const computed = a.range === null || b.range === null ? null : binaryRange(expr, a.range, b.range);
  const range =
    computed === null ? null : expr.op === "shl" ? inside(type, computed) : within(type, computed);
  if (!addsUp(type)) return bounded(range ?? rangeOfType(type));
  return { range: range ?? unproved(expr, type), from: offsetOf(expr, a, b) };
}

/** What an operation of unknown operands can give: exact results have no end of their own, for types grow. */
function unproved(expr: Binary, type: ScalarType): ExactRange | null {
  return grows(expr.op) ? null : rangeOfType(type);
}

function grows(op: Binary["op"]): boolean {
  return op === "add" || op === "sub" || op === "mul" || op === "min" || op === "max";
}

/** Exact types and Python's ints, whose sums do not wrap. */
function addsUp(type: ScalarType): boolean {
  return isExact(type) || (type.kind === "python" && type.name === "int");
}

function offsetOf({ op }: Binary, a: Bound, b: Bound): Bound["from"] {
  if (op !== "add" && op !== "sub") return null;
  if (a.from !== null && b.range !== null)
    return { name: a.from.name, by: add(a.from.by, op === "add" ? b.range : negate(b.range)) };
  if (op === "add" && b.from !== null && a.range !== null)
    return { name: b.from.name, by: add(b.from.by, a.range) };
  return null;
}

function binaryRange({ op, type }: Binary, a: ExactRange, b: ExactRange): ExactRange | null {
  switch (op) {
    case "add":
      return add(a, b);
    case "sub":
      return add(a, negate(b));
    case "mul":
      return multiply(a, b);
    case "min":
      return smaller(a, b);
    case "max":
      return larger(a, b);
    case "floordiv":
      return b.low > 0n && a.fraction === 0 && b.fraction === 0 ? quotients(a, b) : null;
    case "mod":
      return b.low > 0n && b.fraction >= a.fraction ? { ...b, low: 0n, high: b.high - 1n } : null;
    case "and":
      return masked(a, b);
    case "shl":
      return b.low === b.high && b.fraction === 0 && b.low >= 0n && b.low < 4096n ? shifted(a, b.low) : null;
    case "shr":
      return b.low === b.high && a.fraction === 0 && b.low >= 0n && elementOf(type).kind === "int"
        ? { low: a.low >> b.low, high: a.high >> b.low, fraction: 0 }
        : null;
    default:
      return null;
  }
}

function quotients(a: ExactRange, b: ExactRange): ExactRange {
  const floor = (x: bigint, y: bigint): bigint => (x >= 0n ? x / y : -((-x + y - 1n) / y));
  const all = [floor(a.low, b.low), floor(a.low, b.high), floor(a.high, b.low), floor(a.high, b.high)];
  return { low: least(all), high: greatest(all), fraction: 0 };
}

/** A mask of a number that is not negative is at most that number. */
function masked(a: ExactRange, b: ExactRange): ExactRange | null {
  if (a.fraction !== b.fraction) return null;
  const limits = [a, b].filter(({ low }) => low >= 0n).map(({ high }) => high);
  return limits.length === 0 ? null : { low: 0n, high: least(limits), fraction: a.fraction };
}

function shifted({ low, high, fraction }: ExactRange, by: bigint): ExactRange {
  return { low: low << by, high: high << by, fraction };
}

function unaryRange(op: string, x: ExactRange, type: ScalarType): ExactRange | null {
  switch (op) {
    case "neg":
      return negate(x);
    case "abs":
      return absolute(x);
    case "invert":
      return x.fraction === 0 && !(type.kind === "int" && !type.signed)
        ? { low: -1n - x.high, high: -1n - x.low, fraction: 0 }
        : null;
    default:
      return null;
  }
}

/** Exact results grow; NumPy's integers wrap. */
function within(type: ScalarType, range: ExactRange | null): ExactRange | null {
  if (range === null) return rangeOfType(type);
  return addsUp(type) ? range : inside(type, range);
}

/** What leaves the type wraps, to anywhere in it. */
function inside(type: ScalarType, range: ExactRange): ExactRange | null {
  const own = rangeOfType(type);
  return own === null || contains(own, range) ? range : own;
}

/** How often `range(from, to, step)` runs at most. */
export function mostTrips(from: ExactRange, to: ExactRange, step: ExactRange): bigint | null {
  if (step.low === 0n || step.low !== step.high) return null;
  const [first, last] = [floored(from), floored(to)];
  const length = step.low > 0n ? last.high - first.low : first.high - last.low;
  const size = step.low > 0n ? step.low : -step.low;
  return length <= 0n ? 0n : (length + size - 1n) / size;
}
