/**
 * Where the elements of an array lie on the chip, walked in the order in which they lie in memory.
 *
 * The banks of an array are spread by dimension, so the place of an element is a sum over digits of a mixed radix number:
 *
 *     a[6, 8], cyclic 4 along the last dimension         4 x (bank + 1), 2 x (word + 1), 6 x (word + 2)
 *
 * Several elements are moved at once (`lanes`): where the lowest digit counts banks, each to a bank of its own; where it counts words, each
 * to one of several memories at which the words of the bank take turns.
 */
import { bug } from "../../diagnostics/bug.ts";
import { sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts } from "../../hardware/interface.ts";
import { addressWidth } from "../../hardware/netlist/bits.ts";
import {
  type Builder,
  drive,
  finish,
  input,
  output,
  register,
  startModule,
} from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, mux, or } from "../../hardware/netlist/expressions.ts";
import type { Expr, Module } from "../../hardware/netlist/nodes.ts";

/** `count` steps, each of so many banks and words. */
export interface Digit {
  readonly count: number;
  readonly bank: number;
  readonly word: number;
}

/** Digits, the lowest first. It starts again after `size` steps, which may be before its last digit is at its end. */
export interface Axis {
  readonly size: number;
  readonly digits: readonly Digit[];
}

export interface Walk {
  readonly lanes: number; // elements at once, a power of two
  readonly turns: number; // memories of a bank: as many as lanes where these are words of one bank, else 1
  readonly steps: number;
  readonly axes: readonly Axis[]; // the fastest first, in steps
  readonly banks: readonly BankSeat[];
}

/** A bank takes this lane of the steps whose first element is in bank `lead`. */
export interface BankSeat {
  readonly lead: number;
  readonly lane: number;
}

export interface WalkLimits {
  readonly lanes: number; // no more of them
  readonly leastMemory: number; // bits: the words of a bank take turns at memories no smaller than that
}

/** Bits (UG473): the least that a memory of AMD's takes. */
export const halfBlockRam = 18 * 1024;

export function walkOf(array: ArrayPorts, { lanes: most, leastMemory }: WalkLimits): Walk {
  const axes = axesOf(array);
  const lowest = axes[0]?.digits[0];
  const countsBanks = lowest !== undefined && lowest.bank > 0 && lowest.word === 0;
  const limit = Math.min(most, countsBanks ? most : mostTurns(array, leastMemory));
  let lanes = 1;
  while (2 * lanes <= limit && canTake(axes, 2 * lanes)) lanes *= 2;
  const seats = array.banks.map((_, bank): BankSeat => {
    const lane = countsBanks ? (Math.floor(bank / lowest.bank) % lowest.count) % lanes : 0;
    return { lane, lead: bank - lane * (lowest?.bank ?? 0) };
  });
  const turns = countsBanks ? 1 : lanes;
  return { lanes, turns, steps: Math.ceil(sizeOf(array) / lanes), axes: inSteps(axes, lanes), banks: seats };
}

/** More than 16 ways choose slower than a kernel expects of a memory. */
function mostTurns({ width, depth }: ArrayPorts, leastMemory: number): number {
  return Math.min(16, depth, Math.floor((width * depth) / leastMemory));
}

/** Whether steps of so many elements never cross from one run of banks or words to the next. */
function canTake(axes: readonly Axis[], lanes: number): boolean {
  const [first, ...slower] = axes;
  const [lowest, ...higher] = first?.digits ?? [];
  if (first === undefined || lowest === undefined) return false;
  const isOneRun = slower.length === 0 && higher.length === 0; // the last step may be short
  const divides = lowest.count % lanes === 0 && (slower.length === 0 || first.size % lanes === 0);
  if (!isOneRun && !divides) return false;
  if (lowest.bank > 0) return lowest.word === 0;
  const others = [...higher, ...slower.flatMap(({ digits }) => digits)];
  return lowest.word === 1 && others.every(({ word }) => word % lanes === 0);
}

function inSteps([first, ...rest]: readonly Axis[], lanes: number): readonly Axis[] {
  if (first === undefined) return [];
  const [lowest, ...higher] = first.digits;
  if (lowest === undefined) return bug("an axis without digits");
  const fewer = {
    count: Math.ceil(lowest.count / lanes),
    bank: lowest.bank * lanes,
    word: lowest.word * lanes,
  };
  const digits = [fewer, ...higher].filter(({ count }) => count > 1);
  return [{ size: Math.ceil(first.size / lanes), digits }, ...rest].filter(({ size }) => size > 1);
}

/** The fastest first. Checked against what the interface says of elements: of all of them, or along each dimension and here and there. */
export function axesOf({ name, shape, place }: ArrayPorts): readonly Axis[] {
  const zero = place(0);
  if (zero.bank !== 0 || zero.word !== 0) bug(`${name} begins at ${zero.bank}, ${zero.word}`);
  const axes: Axis[] = [];
  let stride = 1;
  for (const size of shape.toReversed()) {
    const own = stride;
    if (size > 1) axes.push(axisOf(size, (index) => place(index * own)));
    stride *= size;
  }
  const joined = axes.reduce<readonly Axis[]>(
    (before, axis) => [...before.slice(0, -1), ...joinedAxes(before.at(-1), axis)],
    [],
  );
  for (const index of checkedElements(shape)) {
    const [expected, found] = [place(index), placeIn(joined, index)];
    if (expected.bank !== found.bank || expected.word !== found.word)
      bug(`element ${index} of ${name} does not follow from its dimensions`);
  }
  return joined;
}

const mostChecked = 1 << 14;

/** Dimensions count for themselves (ArrayPorts), so an array of any size is known by its edges; the rest is to find mistakes. */
function* checkedElements(shape: readonly number[]): Generator<number> {
  const size = shape.reduce((product, extent) => product * extent, 1);
  yield* spread(size);
  if (size <= mostChecked) return;
  let stride = 1;
  for (const extent of shape.toReversed()) {
    for (const at of spread(extent)) yield at * stride;
    stride *= extent;
  }
}

/** All numbers below one, or many of them that are not equally far from each other. */
function* spread(size: number): Generator<number> {
  const every = Math.max(1, Math.floor(size / mostChecked));
  for (let at = 0; at * every < size; at++) yield Math.min(size - 1, at * every + ((at * 7919) % every));
}

function axisOf(size: number, at: (index: number) => { readonly bank: number; readonly word: number }): Axis {
  const { bank, word } = at(1);
  // Banks and words are counted up to where a bank is full or banks begin again, and never come back: bisection finds it.
  let [count, beyond] = [1, size + 1]; // positions that are counted; one more is not
  while (beyond - count > 1) {
    const middle = Math.floor((count + beyond) / 2);
    const last = at(middle - 1);
    if (last.bank === (middle - 1) * bank && last.word === (middle - 1) * word) count = middle;
    else beyond = middle;
  }
  const lowest = { count, bank, word };
  if (count === size) return { size, digits: [lowest] };
  return { size, digits: [lowest, { count: Math.ceil(size / count), ...at(count) }] };
}

/** One axis for two where the second goes on as the first does. */
function joinedAxes(before: Axis | undefined, after: Axis): readonly Axis[] {
  const last = before?.digits.at(-1);
  const [own, ...more] = after.digits;
  if (before === undefined || last === undefined || own === undefined) return [after];
  const isFull = before.digits.reduce((product, { count }) => product * count, 1) === before.size;
  const goesOn = own.bank === last.count * last.bank && own.word === last.count * last.word;
  if (!isFull || !goesOn || more.length > 0) return [before, after];
  const longer = { ...last, count: last.count * own.count };
  return [{ size: before.size * after.size, digits: [...before.digits.slice(0, -1), longer] }];
}

function placeIn(axes: readonly Axis[], index: number): { readonly bank: number; readonly word: number } {
  let [rest, bank, word] = [index, 0, 0];
  for (const { size, digits } of axes) {
    let own = rest % size;
    rest = Math.floor(rest / size);
    for (const digit of digits) {
      bank += (own % digit.count) * digit.bank;
      word += (own % digit.count) * digit.word;
      own = Math.floor(own / digit.count);
    }
  }
  return { bank, word };
}

/** Gives `bank` and `word` of the first element of a step; `restart` goes back to the first step, `step` to the next. */
export function walker(name: string, array: ArrayPorts, { axes }: Walk): Module {
  const b = startModule(name, `Where the elements of ${array.name} lie, in the order of memory.`);
  const restart = input(b, "restart", 1);
  const step = input(b, "step", 1);
  const places: Places = {
    bank: { bits: addressWidth(array.banks.length), parts: [] },
    word: { bits: addressWidth(array.depth), parts: [] },
  };
  let carry: Expr = step;
  for (const [index, axis] of axes.entries()) carry = addAxis(b, axis, { index, carry, restart, places });
  for (const [name, { bits, parts }] of Object.entries(places))
    output(
      b,
      name,
      parts.reduce<Expr>((sum, part) => (isNothing(sum) ? part : add(b, sum, part)), constant(bits, 0)),
    );
  return finish(b);
}

function isNothing(value: Expr): boolean {
  return value.kind === "const" && value.value === 0n;
}

type Places = Readonly<Record<"bank" | "word", { readonly bits: number; readonly parts: Expr[] }>>;

interface AxisPart {
  readonly index: number;
  readonly carry: Expr;
  readonly restart: Expr;
  readonly places: Places;
}

/** Gives the carry into the next axis. */
function addAxis(b: Builder, { size, digits }: Axis, { index, carry, restart, places }: AxisPart): Expr {
  const last = digits.reduce<{ readonly at: readonly number[]; readonly rest: number }>(
    ({ at, rest }, { count }) => ({ at: [...at, rest % count], rest: Math.floor(rest / count) }),
    { at: [], rest: size - 1 },
  ).at;
  const counts = digits.map(({ count }, digit) =>
    register(b, `count_${index}_${digit}`, addressWidth(count), { reset: true }),
  );
  const atEnd = counts
    .map((count, digit) => eq(b, count, last[digit] ?? bug("no digit")))
    .reduce((one, other) => and(b, one, other));
  const wraps = or(b, restart, and(b, carry, atEnd));
  let moves = carry;
  for (const [digit, { count, bank, word }] of digits.entries()) {
    const own = counts[digit] ?? bug("no digit");
    const turns = eq(b, own, count - 1);
    const clears = or(b, wraps, and(b, moves, turns));
    drive(b, own, mux(b, clears, 0, add(b, own, 1)), { enable: or(b, clears, moves) });
    for (const [name, by] of [
      ["bank", bank],
      ["word", word],
    ] as const) {
      const { bits, parts } = places[name];
      if (by === 0) continue;
      const part = register(b, `${name}_${index}_${digit}`, bits, { reset: true });
      drive(b, part, mux(b, clears, 0, add(b, part, constant(bits, by))), { enable: or(b, clears, moves) });
      parts.push(part);
    }
    moves = and(b, moves, turns);
  }
  return and(b, carry, atEnd);
}
