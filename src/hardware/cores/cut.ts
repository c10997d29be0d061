/** Where registers cut a combinational circuit. */
import type { Family } from "../../device/family.ts";
import type { Expr } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { isWiring } from "./delay.ts";
import { heldBits } from "./held.ts";
import { retimed } from "./retime.ts";
import { arrivals, isSumOf, type Stages, type Steps, slack, stepIn, stepsOf } from "./stages.ts";

export interface Cut {
  readonly circuit: Expr;
  readonly order: readonly Expr[]; // every expression once, operands before users
  readonly stages: Stages; // in which each is computed
  /** The same with registers where they hold the fewest bits, and no stage longer; found when it is asked for. */
  readonly retimed: () => Stages;
  /** The stage from which on users of a value may stand: behind the registers in a DSP that makes it. */
  readonly readyOf: (stages: Stages, expr: Expr) => number;
  readonly latency: number;
  readonly lutInputs: number; // of the family that it was cut for
  readonly period: number; // ns of the longest stage
  readonly entry: number; // ns from the operands to the first registers; to the result where the latency is 0
  readonly exit: number; // ns from the last registers to the result
}

/** As many stages as asked for, of about the same delay. */
export function cutInto(circuit: Expr, latency: number, family: Family): Cut {
  const order = inOrder(circuit);
  const steps = stepsOf(order, family, Infinity);
  return finish(circuit, order, steps, latency, balanced(order, steps, latency, null), family, "any");
}

/** As few stages as do where none takes longer than `period`; one may where a single operation does. */
export function cutWithin(circuit: Expr, period: number, family: Family): Cut {
  const order = inOrder(circuit);
  const steps = stepsOf(order, family, period);
  const { last } = early(order, steps, period);
  return finish(circuit, order, steps, last, balanced(order, steps, last, period), family, "timed");
}

/** The latency that `cutWithin` finds. */
export function latencyWithin(circuit: Expr, period: number, family: Family): number {
  const order = inOrder(circuit);
  return early(order, stepsOf(order, family, period), period).last;
}

function finish(
  circuit: Expr,
  order: readonly Expr[],
  steps: Steps,
  latency: number,
  stages: Stages,
  family: Family,
  beside: "any" | "timed", // what stands in front of it and behind it in a clock is timed with `entry` and `exit`
): Cut {
  const times = arrivals(order, steps, stages);
  const longest = (some: readonly Expr[]): number =>
    some.reduce((most, expr) => Math.max(most, times.get(expr) ?? 0), 0);
  const ready = (stages.get(circuit) ?? 0) + stepIn(steps, circuit).more;
  const period = longest(order);
  const entry = longest(order.filter((expr) => stages.get(expr) === 0));
  const exit = ready === latency ? (times.get(circuit) ?? 0) : 0;
  const [first, last] = beside === "any" ? [period, period] : [entry, exit];
  const limitOf = (stage: number): number => (stage === 0 ? first : stage === latency ? last : period);
  const limits = Array.from({ length: latency + 1 }, (_, stage) => limitOf(stage));
  let fewest: Stages | null = null;
  return {
    ...{ circuit, order, stages, latency, lutInputs: family.lut.inputs, period, entry, exit },
    readyOf: (those, expr) => (those.get(expr) ?? 0) + stepIn(steps, expr).more,
    retimed: () => (fewest ??= retimed(order, steps, stages, limits)),
  };
}

/**
 * The shortest period (or `most`, which is known to do) that needs no more stages than there are. Each expression
 * stands as early as it can, or each as late as it can: whichever needs fewer registers.
 */
function balanced(order: readonly Expr[], steps: Steps, latency: number, most: number | null): Stages {
  const whole = early(order, steps, Infinity);
  if (latency === 0) return whole.stages;
  const single = order.reduce((longest, expr) => Math.max(longest, stepIn(steps, expr).ns), 0);
  let low = Math.max(whole.longest / (latency + 1), single);
  let high = Math.max(most ?? whole.longest, low);
  if (early(order, steps, low).last <= latency) high = low;
  while (high - low > 0.02 * high) {
    const middle = (low + high) / 2;
    if (early(order, steps, middle).last <= latency) high = middle;
    else low = middle;
  }
  const first = early(order, steps, high);
  const second = late(order, steps, first.longest, latency);
  const isCheaper =
    second !== null && registerBits(order, second, latency) < registerBits(order, first.stages, latency);
  return isCheaper ? second : first.stages;
}

/** Each expression as early as it can be when no stage is longer than the period. */
function early(
  order: readonly Expr[],
  steps: Steps,
  period: number,
): { readonly stages: Stages; readonly last: number; readonly longest: number } {
  const stages = new Map<Expr, number>();
  const ready = new Map<Expr, { readonly stage: number; readonly ns: number }>();
  let last = 0;
  let longest = 0;
  for (const expr of order) {
    const { ns, more } = stepIn(steps, expr);
    let stage = 0;
    for (const operand of operandsOf(expr)) stage = Math.max(stage, ready.get(operand)?.stage ?? 0);
    let begin = 0;
    let end = ns;
    for (const operand of operandsOf(expr)) {
      const known = ready.get(operand);
      if (known?.stage !== stage) continue;
      begin = Math.max(begin, known.ns);
      end = Math.max(end, known.ns + (isSumOf(expr, operand) ? 0 : ns));
    }
    if (ns > 0 && begin > 0 && end > period + slack) {
      stage++;
      end = ns;
    }
    stages.set(expr, stage);
    ready.set(expr, { stage: stage + more, ns: end });
    last = Math.max(last, stage + more);
    longest = Math.max(longest, end);
  }
  return { stages, last, longest };
}

/** Each expression as late as it can be; operands stand at the start. Null where that does not work out. */
function late(order: readonly Expr[], steps: Steps, period: number, latency: number): Stages | null {
  const stages = new Map<Expr, number>();
  const needed = new Map<Expr, { readonly stage: number; readonly ns: number }>(); // when users begin
  for (const expr of [...order].reverse()) {
    let { stage, ns: time } = needed.get(expr) ?? { stage: latency, ns: period };
    const { ns, more } = stepIn(steps, expr);
    if (ns > time + slack) {
      stage--;
      time = period;
    }
    stage -= more;
    if (stage < 0) return null;
    stages.set(expr, expr.kind === "ref" || expr.kind === "const" ? 0 : stage);
    for (const operand of operandsOf(expr)) {
      const begin = { stage, ns: isSumOf(expr, operand) ? time : time - ns };
      const known = needed.get(operand);
      const isEarlier =
        known === undefined ||
        begin.stage < known.stage ||
        (begin.stage === known.stage && begin.ns < known.ns);
      if (isEarlier) needed.set(operand, begin);
    }
  }
  return stages;
}

function registerBits(order: readonly Expr[], stages: Stages, latency: number): number {
  const held = heldBits(order, stages, latency);
  let bits = 0;
  for (const expr of order) {
    if (isWiring(expr)) continue;
    for (let stage = (stages.get(expr) ?? 0) + 1; stage <= latency; stage++) {
      const { low, high } = held(expr, stage) ?? { low: 0, high: 0 };
      bits += high - low;
    }
  }
  return bits;
}

/** Every expression once, operands before users. */
export function inOrder(circuit: Expr): readonly Expr[] {
  const order: Expr[] = [];
  const seen = new Set<Expr>();
  const open: { readonly expr: Expr; done: boolean }[] = [{ expr: circuit, done: false }];
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    const { expr, done } = frame;
    if (done) order.push(expr);
    if (done || seen.has(expr)) continue;
    seen.add(expr);
    open.push({ expr, done: true });
    for (const operand of operandsOf(expr)) open.push({ expr: operand, done: false });
  }
  return order;
}
