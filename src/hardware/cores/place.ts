/**
 * A combinational circuit, placed in time: registers cut it into stages of about the same delay.
 *
 *     place(b, "sum", add(x, y), new Map([[x, a], [y, c]]), 2)      // a + c, two clocks later
 *
 * Any latency will do. With more stages than there is logic, some are registers alone. What only renames bits
 * (slices, concatenations, extensions, not) belongs to no stage: it is written again where it is needed, so that
 * registers hold no copies.
 */
import { bug } from "../../diagnostics/bug.ts";
import { delay } from "../build.ts";
import { type Builder, intern, owned } from "../builder.ts";
import type { Expr } from "../nodes.ts";
import { mapOperands, operandsOf } from "../walk.ts";
import { delayOf, isWiring } from "./delay.ts";

/** `inputs`: the references that stand for operands in `circuit`, and the operands. */
export function place(
  b: Builder,
  name: string,
  circuit: Expr,
  inputs: ReadonlyMap<Expr, Expr>,
  latency: number,
): Expr {
  const order = inOrder(circuit);
  const { stages } = schedule(order, latency);
  const made = new Map<Expr, Expr[]>(); // by stage
  const at = (expr: Expr, stage: number): Expr => {
    if (expr.kind === "const") return owned(b, expr);
    const known = made.get(expr) ?? [];
    made.set(expr, known);
    const found = known[stage] ?? compute(expr, stage);
    known[stage] = found;
    return found;
  };
  const compute = (expr: Expr, stage: number): Expr => {
    const own = stages.get(expr) ?? bug("an expression without a stage");
    if (stage > own && !isWiring(expr)) return delay(b, `${name}_s${stage}`, at(expr, stage - 1));
    const given = inputs.get(expr);
    if (given !== undefined) return owned(b, given);
    return intern(
      b,
      mapOperands(expr, (operand) => at(operand, stage)),
    );
  };
  // Operands first, so that no chain of them is deeper than the stack.
  for (const expr of order) at(expr, stages.get(expr) ?? 0);
  return at(circuit, latency);
}

/** The worst delay between registers (or an end of the core and a register), in units of delay.ts. */
export function periodOf(circuit: Expr, latency: number): number {
  return schedule(inOrder(circuit), latency).period;
}

interface Schedule {
  readonly period: number;
  readonly stages: ReadonlyMap<Expr, number>; // the stage whose end has the value
}

/**
 * The shortest period that needs no more stages than there are. Each expression stands as early as it can, or each as
 * late as it can: whichever needs fewer registers.
 */
function schedule(order: readonly Expr[], latency: number): Schedule {
  const whole = early(order, Infinity);
  if (latency === 0) return whole;
  let low = Math.max(whole.period / (latency + 1), ...order.map(delayOf));
  let high = Math.max(whole.period, low);
  if (early(order, low).last <= latency) high = low;
  while (high - low > 0.02 * high) {
    const middle = (low + high) / 2;
    if (early(order, middle).last <= latency) high = middle;
    else low = middle;
  }
  const first = early(order, high);
  const second = late(order, first.period, latency);
  const isCheaper =
    second !== null && registerBits(order, second, latency) < registerBits(order, first.stages, latency);
  return isCheaper ? { period: first.period, stages: second } : first;
}

/** Each expression as early as it can be when no stage is longer than the period. */
function early(order: readonly Expr[], period: number): Schedule & { readonly last: number } {
  const stages = new Map<Expr, number>();
  const times = new Map<Expr, number>();
  let last = 0;
  let longest = 0;
  for (const expr of order) {
    let stage = 0;
    let ready = 0;
    for (const operand of operandsOf(expr)) {
      const operandStage = stages.get(operand) ?? 0;
      const time = times.get(operand) ?? 0;
      if (operandStage > stage) ready = time;
      else if (operandStage === stage) ready = Math.max(ready, time);
      stage = Math.max(stage, operandStage);
    }
    const delay = delayOf(expr);
    if (delay > 0 && ready > 0 && ready + delay > period) {
      stage++;
      ready = 0;
    }
    stages.set(expr, stage);
    times.set(expr, ready + delay);
    last = Math.max(last, stage);
    longest = Math.max(longest, ready + delay);
  }
  return { period: longest, stages, last };
}

/** Each expression as late as it can be; operands stand at the start. Null where that does not work out. */
function late(order: readonly Expr[], period: number, latency: number): ReadonlyMap<Expr, number> | null {
  const stages = new Map<Expr, number>();
  const needed = new Map<Expr, { readonly stage: number; readonly time: number }>(); // when users begin
  for (const expr of [...order].reverse()) {
    let { stage, time } = needed.get(expr) ?? { stage: latency, time: period };
    const delay = delayOf(expr);
    if (delay > time) {
      stage--;
      time = period;
    }
    if (stage < 0) return null;
    stages.set(expr, expr.kind === "ref" || expr.kind === "const" ? 0 : stage);
    const begin = { stage, time: time - delay };
    for (const operand of operandsOf(expr)) {
      const known = needed.get(operand);
      const isEarlier =
        known === undefined ||
        begin.stage < known.stage ||
        (begin.stage === known.stage && begin.time < known.time);
      if (isEarlier) needed.set(operand, begin);
    }
  }
  return stages;
}

/** Each value is kept from its stage to the last that uses it, through whatever renames its bits. */
function registerBits(order: readonly Expr[], stages: ReadonlyMap<Expr, number>, latency: number): number {
  const until = new Map<Expr, number>();
  let bits = 0;
  for (const [index, expr] of [...order].reverse().entries()) {
    const own = stages.get(expr) ?? 0;
    const last = index === 0 ? latency : (until.get(expr) ?? own);
    const isKept = !isWiring(expr);
    if (isKept) bits += expr.width * (last - own);
    const use = isKept ? own : last;
    for (const operand of operandsOf(expr)) until.set(operand, Math.max(until.get(operand) ?? 0, use));
  }
  return bits;
}

/** Every expression once, operands before users. */
function inOrder(circuit: Expr): readonly Expr[] {
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
