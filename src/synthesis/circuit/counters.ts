/**
 * The counters of a nest: an odometer. They move in the last cycle of an interval, so they stand still for all of it.
 *
 * After the last iteration they stand at their first values again, for the next time; where those are not constant,
 * they are set in a cycle before the first iteration, wherever they stand.
 */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, named, register } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  concat,
  constant,
  eq,
  mul,
  mux,
  ne,
  not,
  or,
  resize,
  sle,
  slice,
  slt,
  topBit,
  ult,
  xor,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Bound, Level } from "../plan/nodes.ts";
import { isSigned } from "../plan/widths.ts";
import { firstValues, isConstant } from "./flow.ts";
import type { Scalars } from "./scalars.ts";

export interface Typed {
  readonly value: Expr;
  readonly type: ScalarType;
}

export interface Counters {
  readonly values: readonly Typed[]; // by level
  readonly lasts: readonly Expr[]; // by level: whether it is at its last value
  readonly last: Expr; // whether this is the last iteration
  readonly resting: readonly Ref[]; // registers that stand at their first values while the nest does not run
  /** What makes them move: `tick`, in the last cycle of an interval; `stop`, then, ends the nest early; `set` comes before the first. */
  readonly finish: (signals: Moves) => void;
}

export interface Moves {
  readonly tick: Expr;
  readonly stop: Expr;
  readonly set: Expr;
  readonly dropped: boolean; // `stop` comes at any time: iterations that have begun are dropped
}

export function declareCounters(b: Builder, scalars: Scalars, levels: readonly Level[]): Counters {
  const first = firstValues(levels);
  const refs = levels.map((level, index) => {
    const initial = first?.[index];
    const options = initial === undefined ? {} : { initial, reset: true };
    return register(b, level.variable, widthOf(level), options);
  });
  const whole = (value: Expr, { type }: Level): Typed => ({
    value: resize(b, value, bitWidth(type), false), // it is not negative where there are fewer bits
    type,
  });
  const values = levels.map((level, index) => whole(at(refs, index), level));
  const lasts = levels.map((level, index) =>
    named(b, `${level.variable}_last`, isLast(b, scalars, level, values, index)),
  );
  /** Whether all levels inside this one are at their last value. */
  const turns: Expr[] = levels.map(() => constant(1, 1));
  for (let index = levels.length - 2; index >= 0; index--) {
    turns[index] = and(b, at(turns, index + 1), at(lasts, index + 1));
  }
  const [turn] = turns;
  const [last] = lasts;
  return {
    values,
    lasts,
    last: turn === undefined || last === undefined ? constant(1, 0) : and(b, turn, last),
    resting: first === null ? [] : refs,
    finish: ({ tick, stop, set, dropped }) => {
      const next: Typed[] = []; // after this iteration, where `tick` is up
      const start: Typed[] = []; // before the first
      for (const [index, level] of levels.entries()) {
        const ref = refs[index] ?? bug("a level without a counter");
        const own = (value: Expr): Expr => resize(b, value, ref.width, false);
        const again = own(boundOf(b, scalars, level.from, level.type, next));
        const stepped = add(b, ref, own(stepOf(level)));
        const runsOn = wrapsByItself(level) || (first === null && index === 0); // the outermost is set anew
        const moved = runsOn ? stepped : mux(b, at(lasts, index), again, stepped);
        next.push(whole(mux(b, at(turns, index), moved, ref), level));
        start.push(whole(own(boundOf(b, scalars, level.from, level.type, start)), level));
        const rest = first === null ? moved : mux(b, stop, constant(ref.width, first[index] ?? 0), moved);
        const moves = or(b, at(turns, index), first === null ? constant(1, 0) : stop);
        const initial = own(start[index]?.value ?? bug("a level without a first value"));
        const now = dropped ? or(b, stop, and(b, tick, at(turns, index))) : and(b, tick, moves);
        drive(b, ref, mux(b, set, initial, rest), { enable: or(b, set, now) });
      }
    },
  };
}

/** A counter that turns back after its last value never holds the end, for which its type has room. */
function widthOf(level: Level): number {
  const last = lastValue(level);
  if (last === null || level.from.constant < 0) return bitWidth(level.type);
  return Math.max(1, last.toString(2).length);
}

/** Whether the step after the last value, in the bits of the counter, leads to the first. */
function wrapsByItself(level: Level): boolean {
  const last = lastValue(level);
  return last !== null && (last + level.step - level.from.constant) % 2 ** widthOf(level) === 0;
}

/** Null: not known before the nest runs. */
function lastValue({ from, to, step }: Level): number | null {
  if (!isConstant(from) || !isConstant(to) || to.constant <= from.constant) return null;
  const count = Math.ceil((to.constant - from.constant) / step);
  return from.constant + (count - 1) * step;
}

/** Whether no iteration of a level comes after this one. */
export function isLast(
  b: Builder,
  scalars: Scalars,
  level: Level,
  values: readonly Typed[],
  index: number,
): Expr {
  const { to, step, type } = level;
  const { value } = values[index] ?? bug("a level without a counter");
  const final = lastValue(level);
  if (final !== null) return eq(b, value, final);
  if (step === 1) {
    // It never gets past the end. What is added to the end is taken from the value, so that no carry is waited for.
    const end = boundOf(b, scalars, { ...to, constant: 0 }, type, values);
    return isSum(b, end, value, constant(value.width, BigInt.asUintN(value.width, BigInt(1 - to.constant))));
  }
  const end = boundOf(b, scalars, to, type, values);
  const width = Math.max(value.width, step.toString(2).length) + 2;
  const after = add(b, resize(b, value, width, isSigned(type)), step);
  return sle(b, resize(b, end, width, isSigned(type)), after);
}

/**
 * Whether one + other = sum, bit by bit, without the carry of a sum (Cortadella and Llaberia 1992): where the bits below
 * are right, the carry into a bit follows from the bit below it alone.
 */
function isSum(b: Builder, sum: Expr, one: Expr, other: Expr): Expr {
  const width = sum.width;
  const differ = xor(b, one, other);
  const wanted = xor(b, differ, sum); // the carry into each bit, if it is right
  if (width === 1) return eq(b, wanted, 0);
  const out = or(b, and(b, one, other), and(b, differ, not(b, sum)));
  return eq(b, wanted, concat(b, slice(b, out, 0, width - 1), constant(1, 0)));
}

/** Whether a level has an iteration. */
export function hasAny(b: Builder, scalars: Scalars, { from, to, type }: Level): Expr {
  if (from.terms.length === 0 && from.constant === 0) {
    const end = boundOf(b, scalars, to, type, []);
    const isSome = ne(b, end, 0);
    return isSigned(type) ? and(b, isSome, not(b, topBit(b, end))) : isSome;
  }
  const less = isSigned(type) ? slt : ult;
  return less(b, boundOf(b, scalars, from, type, []), boundOf(b, scalars, to, type, []));
}

/** In the bits of the level's type: the sum fits, whatever the way to it does. */
export function boundOf(
  b: Builder,
  scalars: Scalars,
  { constant: offset, terms }: Bound,
  type: ScalarType,
  levels: readonly Typed[],
): Expr {
  const width = bitWidth(type);
  const wrapped = (value: number): Expr => constant(width, BigInt.asUintN(width, BigInt(value)));
  let sum: Expr | null = null;
  for (const { of, factor } of terms) {
    const { value, type: own } =
      of.kind === "level" ? (levels[of.level] ?? bug("a bound of an inner level")) : held(scalars, of.name);
    const product = mul(b, resize(b, value, width, isSigned(own)), wrapped(factor));
    sum = sum === null ? product : add(b, sum, product);
  }
  if (sum === null) return wrapped(offset);
  return offset === 0 ? sum : add(b, sum, wrapped(offset));
}

function held(scalars: Scalars, name: string): Typed {
  const { ref, type } = scalars.get(name);
  return { value: ref, type };
}

export function stepOf({ step, type }: Level): Expr {
  const width = bitWidth(type);
  return constant(width, BigInt.asUintN(width, BigInt(step)));
}

function at(values: readonly Expr[], index: number): Expr {
  return values[index] ?? bug("a level without a flag");
}
