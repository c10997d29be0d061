/**
 * A division or a root that makes a few digits in a cycle, on the same rows of adders: much smaller than a unit that takes
 * operands in every cycle, about as fast, and busy for as long as its rounds take.
 *
 * The circuit of the operation is cut at its rounds (cores/rounds.ts). What stands before them gives registers their
 * values, the rounds change those cycle by cycle, and what stands behind reads them in one cycle: the first after the
 * last round. So nothing has to stop.
 *
 * Where the clock is too short for a round, a round takes several clocks. What it changes stays as it is meanwhile, so its stages
 * need no registers but those that cut it.
 */
import type { Family } from "../../device/family.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import { cutInto, inOrder, latencyWithin } from "../cores/cut.ts";
import { isWiring } from "../cores/delay.ts";
import { slice as bitsOf, concat, constant, extendAs, lowest, zeros } from "../cores/gates.ts";
import { type CoreOp, circuitOf } from "../cores/operation.ts";
import { type Cut, cutWithin, place } from "../cores/place.ts";
import type { Rounds } from "../cores/rounds.ts";
import { delayBy, drive, register } from "../netlist/build.ts";
import type { Builder } from "../netlist/builder.ts";
import { mux, or, concat as sideBySide, slice } from "../netlist/expressions.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";
import { mapOperands, operandsOf } from "../netlist/walk.ts";
import { type Cost, costOf } from "./cost.ts";
import { fitted } from "./fit.ts";

/** Clocks and nanoseconds as of an Operator. */
export interface Sequential {
  readonly latency: number;
  readonly busy: number; // clocks from operands to the next ones
  readonly entry: number;
  readonly exit: number;
  readonly period: number;
  readonly cost: Cost;
  readonly circuit: Expr; // behind the rounds
  /** `start`: up in the cycle of the operands. */
  readonly build: (b: Builder, name: string, operands: readonly Expr[], start: Expr) => Expr;
}

export interface Operation {
  readonly op: CoreOp;
  readonly operands: readonly ScalarType[];
  readonly result: ScalarType;
  readonly constants: readonly (bigint | null)[];
}

/** In nanoseconds. */
export interface Times {
  readonly usable: number; // in a clock
  readonly before: number; // what the first clock leaves to a choice of operands
}

/** Null where the operation has no rounds, or all of them fit into a clock. */
export function sequential(
  operation: Operation,
  family: Family,
  { usable, before: chosen }: Times,
): Sequential | null {
  const inputs = operation.operands.map((type, i): Ref => ref(`in${i}`, bitWidth(type)));
  const found = cutAtRounds(operation, inputs);
  if (found === null) return null;
  const { circuit, rounds, states } = found;
  const held = heldBeside([circuit, ...oneRound(rounds, states)], states);
  const holders = held.map((expr, i): Ref => ref(`held${i}`, expr.width));
  const known = new Map<Expr, Expr>(held.map((expr, i) => [expr, holders[i] ?? expr]));

  const choice = family.lut.ns; // between the first values of registers and those after a round
  const short = usable - choice;
  const within = short - chosen;
  const roundsIn = (count: number, each = short): Expr =>
    fitted(replaced(concat(...after(rounds, states, count)), known), family, each);
  const beforeChoice = (circuit: Expr, ns: number): Cut => {
    const cut = cutWithin(circuit, ns, family);
    return cut.exit + choice <= ns ? cut : { ...cut, latency: cut.latency + 1, exit: 0 };
  };
  const beginsWith = (count: number, each = within): Expr =>
    fitted(concat(...after(rounds, startOf(rounds, states), count), ...held), family, each);
  const endsWith = (count: number): Expr => {
    const last = new Map<Expr, Expr>(
      after(rounds, states, count).map((expr, i) => [states[i] ?? expr, expr]),
    );
    return fitted(replaced(replaced(circuit, last), known), family, usable);
  };
  const room: Room = {
    most: mostWithin(rounds.count, (count) => latencyWithin(roundsIn(count), short, family) === 0),
    first: mostBeside(rounds.count, (count) => latencyWithin(beginsWith(count), within, family)),
    last: mostBeside(rounds.count, (count) => latencyWithin(endsWith(count), usable, family)),
  };
  const share = shareOf(rounds.count, room) ?? shareOf(rounds.count, { ...room, first: 0, last: 0 });
  if (share === null) return null;
  const { turns, each } = share;
  const plain = cutWithin(beginsWith(share.first), within, family);
  const isShort = plain.period > within; // too short a clock for an operation and the choice
  const before = isShort ? beforeChoice(beginsWith(share.first, usable - chosen), usable - chosen) : plain;
  const round =
    room.most > 0 ? cutInto(roundsIn(each), 0, family) : beforeChoice(roundsIn(1, usable), usable);
  const cycles = turns * (round.latency + 1);
  const behind = cutWithin(endsWith(share.last), usable, family);
  const chosenPeriods = [before, round].map((cut) => Math.max(cut.period, cut.exit + choice));
  const period = Math.max(...chosenPeriods, behind.period);
  if (period > usable) return null; // an operation of its own is longer
  const parts: Parts = { before, round, behind, inputs, states, holders };
  const costs = [before, round, behind].map(({ order }) => costOf(order, family));
  const choices = states.reduce((sum, { width }) => sum + width, 0);
  return {
    latency: before.latency + 1 + cycles + behind.latency,
    busy: cycles + 1,
    entry: before.entry + (before.latency === 0 ? choice : 0),
    exit: behind.latency === 0 ? behind.entry : behind.exit,
    period,
    cost: {
      luts: costs.reduce((sum, { luts }) => sum + luts, choices),
      dsps: costs.reduce((sum, { dsps }) => sum + dsps, 0),
    },
    circuit: behind.circuit,
    build: (b, name, operands, begins) => built(b, name, parts, operands, begins),
  };
}

interface Parts {
  readonly before: Cut; // the first values of states and what is held, side by side
  readonly round: Cut; // what the states become
  readonly behind: Cut;
  readonly inputs: readonly Ref[];
  readonly states: readonly Ref[];
  readonly holders: readonly Ref[];
}

function built(b: Builder, name: string, parts: Parts, operands: readonly Expr[], start: Expr): Expr {
  const { before, round, behind, inputs, states, holders } = parts;
  const registers = [...states, ...holders].map((own) => register(b, `${name}_${own.name}`, own.width));
  const given = new Map<Expr, Expr>(inputs.map((input, i) => [input, operands[i] ?? input]));
  const inside = new Map<Expr, Expr>([...states, ...holders].map((own, i) => [own, registers[i] ?? own]));
  const load = delayBy(b, `${name}_begins`, start, before.latency, { reset: true });
  const first = partsOf(b, place(b, name, before, given), registers);
  const next = partsOf(b, place(b, name, round, inside, "kept"), registers.slice(0, states.length));
  const changes = round.latency > 0 ? { enable: or(b, load, lastClock(b, name, load, round.latency)) } : {};
  for (const [index, own] of registers.entries()) {
    const [begin = own, more] = [first[index], next[index]];
    if (more === undefined) drive(b, own, begin, { enable: load });
    else drive(b, own, mux(b, load, begin, more), changes);
  }
  return place(b, name, behind, inside);
}

/** Up in the last clock of each round, of `latency + 1` clocks from the one behind `load` on. */
function lastClock(b: Builder, name: string, load: Expr, latency: number): Expr {
  const clock = register(b, `${name}_clock`, latency + 1);
  const last = slice(b, clock, latency, 1);
  const turned = sideBySide(b, slice(b, clock, 0, latency), last);
  drive(b, clock, mux(b, load, constant(latency + 1, 1n), turned));
  return last;
}

/** What stands side by side, in parts as wide as these. */
function partsOf(b: Builder, all: Expr, like: readonly Expr[]): readonly Expr[] {
  let above = all.width;
  return like.map(({ width }) => {
    above -= width;
    return slice(b, all, above, width);
  });
}

interface Share {
  readonly first: number; // rounds in front of the registers
  readonly each: number; // at a time
  readonly turns: number;
  readonly last: number; // behind the registers
}

/**
 * As few turns as rounds leave that find room in front of the registers and behind them, for nothing but their adders. Null where
 * nothing takes turns.
 */
function shareOf(count: number, { most, first, last }: Room): Share | null {
  const atOnce = Math.max(1, most);
  const turns = Math.ceil((count - first - last) / atOnce);
  if (turns < 2) return null;
  const each = Math.min(atOnce, Math.floor(count / turns));
  const rest = count - turns * each;
  const behind = Math.min(last, Math.max(0, rest - first));
  return { first: rest - behind, each, turns, last: behind };
}

interface Room {
  readonly most: number; // rounds in a cycle; 0: one takes several
  readonly first: number;
  readonly last: number;
}

/** Rounds that take no stage more. */
function mostBeside(all: number, latency: (rounds: number) => number): number {
  const least = latency(0);
  return mostWithin(all, (count) => latency(count) === least);
}

interface AtRounds {
  readonly circuit: Expr; // of what the rounds leave
  readonly rounds: Rounds;
  readonly states: readonly Ref[];
}

/**
 * What rounds change: their state, the digits they give, and those they take. Where these are single bits, what is still to be taken
 * stands above what was given.
 */
function cutAtRounds(
  { op, operands, result, constants }: Operation,
  inputs: readonly Ref[],
): AtRounds | null {
  const found: Omit<AtRounds, "circuit">[] = [];
  const values = inputs.map((input, i): Expr => {
    const bits = constants[i];
    return bits === null || bits === undefined ? input : constant(input.width, bits);
  });
  const circuit = circuitOf(op, operands, result, values, (rounds) => {
    const { count, taken } = rounds;
    const given = ref("given", count);
    const state = ref("state", stateWidth(rounds, given));
    const waits = taken !== null && taken.width > count ? [ref("taken", taken.width)] : [];
    found.push({ rounds, states: [state, given, ...waits] });
    return { state, given };
  });
  const [one, ...others] = found;
  return one === undefined || others.length > 0 ? null : { circuit, ...one };
}

function stateWidth({ state, taken, count, round }: Rounds, given: Expr): number {
  const digit = taken === null ? null : zeros(taken.width / count);
  return Math.max(state.width, round(ref("state", state.width), digit, () => given).state.width);
}

function startOf({ state, taken, count }: Rounds, [own, , waits]: readonly Expr[]): readonly Expr[] {
  const begin = extendAs(true, state, own?.width ?? state.width);
  if (taken === null) return [begin, zeros(count)];
  return waits === undefined ? [begin, taken] : [begin, zeros(count), taken];
}

function oneRound({ taken, count, round }: Rounds, states: readonly Expr[]): readonly Expr[] {
  const [state = zeros(1), given = zeros(1), waits] = states;
  const bits = taken === null ? 0 : taken.width / count;
  const from = waits ?? given;
  const own = taken === null ? null : bitsOf(from, from.width - bits, bits);
  const next = round(state, own, () => given);
  const digits = concat(lowest(given, count - 1), next.digit);
  const rest = waits === undefined ? [] : [concat(lowest(waits, waits.width - bits), zeros(bits))];
  return [next.state, digits, ...rest];
}

/** So many rounds later. */
function after(rounds: Rounds, states: readonly Expr[], count: number): readonly Expr[] {
  let now = states;
  for (let k = 0; k < count; k++) now = oneRound(rounds, now);
  return now;
}

/** What the rounds, and what stands behind them, need of what stands before them. */
function heldBeside(roots: readonly Expr[], states: readonly Expr[]): readonly Expr[] {
  const order = inOrder(concat(...roots));
  const changes = new Set<Expr>(states);
  for (const expr of order) if (operandsOf(expr).some((operand) => changes.has(operand))) changes.add(expr);
  const held = new Set<Expr>();
  const seen = new Set<Expr>();
  const open = [...roots];
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    if (seen.has(expr) || expr.kind === "const") continue;
    seen.add(expr);
    if (changes.has(expr) || isWiring(expr)) open.push(...operandsOf(expr));
    else held.add(expr);
  }
  return [...held];
}

function replaced(circuit: Expr, by: ReadonlyMap<Expr, Expr>): Expr {
  const made = new Map<Expr, Expr>(by);
  const get = (expr: Expr): Expr => made.get(expr) ?? expr;
  for (const expr of inOrder(circuit)) if (!made.has(expr)) made.set(expr, mapOperands(expr, get));
  return get(circuit);
}

/** The most, up to `all`, for which it holds; it holds for fewer then. */
function mostWithin(all: number, holds: (count: number) => boolean): number {
  let most = 0;
  while (most < all && holds(most + 1)) most++;
  return most;
}

function ref(name: string, width: number): Ref {
  return { kind: "ref", name, width };
}
