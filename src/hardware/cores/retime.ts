/**
 * Where registers hold the fewest bits. The registers in front of a stage are a cut of the circuit; with all others where
 * they are, the best place for them is a minimum cut, counted in bits, of the two stages beside it. One stage after another
 * is cut anew until no cut gets smaller.
 *
 * Nothing gets slower: what is ready too late for the stage in front of the registers stands behind them, and what takes too
 * long for the stage behind them, with all that follows there, stands in front. (Retiming: Leiserson and Saxe 1991; by
 * maximum flows: Hurst, Mishchenko and Brayton, FMCAD 2007.)
 */
import type { Expr } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { choiceOfFour } from "./choice.ts";
import { isWiring } from "./delay.ts";
import { type Line, linesOf } from "./lines.ts";
import { network } from "./minimum-cut.ts";
import { arrivals, isSumOf, type Stages, type Steps, slack, stepIn } from "./stages.ts";

/** `limits`: what each stage may take, in ns. All of `stages` keep to them. */
export function retimed(
  order: readonly Expr[],
  steps: Steps,
  stages: Stages,
  limits: readonly number[],
): Stages {
  const state = stateOf(order, steps, stages, limits);
  const last = limits.length - 1;
  if (last === 0) return stages;
  const isOpen = limits.map((_, stage) => stage > 0); // whether its registers may have a better place
  for (let [stage, by] = [1, 1]; isOpen.includes(true); stage += by) {
    if (isOpen[stage] === true) {
      isOpen[stage] = false;
      if (cutBefore(stage, state)) {
        if (stage > 1) isOpen[stage - 1] = true;
        if (stage < last) isOpen[stage + 1] = true;
      }
    }
    if (stage === last) by = -1;
    else if (stage === 1) by = 1;
  }
  return state.stages;
}

interface State {
  readonly steps: Steps;
  readonly limits: readonly number[];
  readonly linesAt: ReadonlyMap<Expr, readonly Line[]>; // that begin or end there
  readonly together: ReadonlyMap<Expr, readonly Expr[]>; // multiplexers that are one row of LUTs
  readonly places: ReadonlyMap<Expr, number>; // in the order of expressions
  readonly stages: Map<Expr, number>;
  readonly inStage: (readonly Expr[])[]; // operands before users
  readonly times: Map<Expr, number>; // when values are there, in ns; those of DSPs with registers inside at the latest
}

function stateOf(order: readonly Expr[], steps: Steps, given: Stages, limits: readonly number[]): State {
  const stages = new Map(given);
  // Names are there with what they name, wherever they are looked at.
  for (const expr of order) if (isWiring(expr)) stages.set(expr, stageOfNames(expr, steps, stages));
  const inStage = limits.map((): Expr[] => []);
  for (const expr of order) if (expr.kind !== "const") inStage[stages.get(expr) ?? 0]?.push(expr);
  const linesAt = new Map<Expr, Line[]>(order.map((expr) => [expr, []]));
  for (const line of linesOf(order))
    for (const expr of [line.from, ...line.users]) linesAt.get(expr)?.push(line);
  const together = new Map(
    order.flatMap((expr) => {
      const four = choiceOfFour(expr, stages);
      return four === null ? [] : [[expr, four.choices] as const];
    }),
  );
  const places = new Map(order.map((expr, place) => [expr, place]));
  const times = new Map(arrivals(order, steps, stages));
  return { steps, limits, linesAt, together, places, stages, inStage, times };
}

function stageOfNames(expr: Expr, steps: Steps, stages: Stages): number {
  return Math.max(
    0,
    ...operandsOf(expr).map((operand) => (stages.get(operand) ?? 0) + stepIn(steps, operand).more),
  );
}

/** Whether registers in front of that stage hold fewer bits than before. */
function cutBefore(stage: number, state: State): boolean {
  const { linesAt, places } = state;
  const near = [...(state.inStage[stage - 1] ?? []), ...(state.inStage[stage] ?? [])];
  const region = near.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  const lines = new Set<Line>();
  for (const expr of region)
    if (moves(state, expr)) for (const line of linesAt.get(expr) ?? []) lines.add(line);
  const isBefore = sideOf(stage, region, lines, state);
  const stageAfter = new Map<Expr, number>();
  for (const expr of region) if (moves(state, expr)) stageAfter.set(expr, isBefore(expr) ? stage - 1 : stage);
  const now = crossing(lines, stage, state, (expr) => begins(state, expr));
  if (crossing(lines, stage, state, (expr) => stageAfter.get(expr) ?? begins(state, expr)) >= now)
    return false;
  move(stage, region, stageAfter, state);
  return true;
}

const source = 0;
const sink = 1;

/** On which side of the least cut expressions stand. */
function sideOf(
  stage: number,
  region: readonly Expr[],
  lines: ReadonlySet<Line>,
  state: State,
): (expr: Expr) => boolean {
  const { isLate, isLong } = timesIn(region, stage, state);
  const nodes = new Map<Expr | Line, number>();
  for (const node of [...region, ...lines]) nodes.set(node, nodes.size + 2);
  const { edge, cut } = network(nodes.size + 2);
  const nodeOf = (node: Expr | Line): number => nodes.get(node) ?? source;
  for (const expr of region) {
    const own = nodeOf(expr);
    const stays = !isWiring(expr) && !moves(state, expr);
    if (stays ? begins(state, expr) < stage : isLong(expr)) edge(source, own, Infinity);
    if (stays ? begins(state, expr) >= stage : isLate(expr)) edge(own, sink, Infinity);
    for (const choice of state.together.get(expr) ?? []) edge(nodeOf(choice), own, Infinity);
    // An operand is there before its user.
    for (const operand of operandsOf(expr)) {
      if (isWiring(operand) || moves(state, operand)) {
        if (nodes.has(operand)) edge(own, nodeOf(operand), Infinity);
      } else if (ready(state, operand) >= stage) edge(own, sink, Infinity);
    }
  }
  for (const line of lines) {
    const own = nodeOf(line);
    if (nodes.has(line.from) && moves(state, line.from)) edge(nodeOf(line.from), own, line.bits);
    else if (ready(state, line.from) < stage) edge(source, own, line.bits);
    for (const user of line.users) {
      if (nodes.has(user)) edge(own, nodeOf(user), Infinity);
      else if (begins(state, user) >= stage) edge(own, sink, Infinity);
    }
    if (line.isResult) edge(own, sink, Infinity);
  }
  const isOnSide = cut(source, sink);
  return (expr) => isOnSide[nodeOf(expr)] === true;
}

/** Operands come when they come, and where a DSP's registers stand is known. */
function moves({ steps }: State, expr: Expr): boolean {
  return expr.kind !== "ref" && !isWiring(expr) && stepIn(steps, expr).more === 0;
}

function begins({ stages }: State, expr: Expr): number {
  return stages.get(expr) ?? 0;
}

function ready(state: State, expr: Expr): number {
  return begins(state, expr) + stepIn(state.steps, expr).more;
}

/** Bits in the registers in front of that stage. */
function crossing(
  lines: Iterable<Line>,
  stage: number,
  { steps }: State,
  stageOf: (expr: Expr) => number,
): number {
  let bits = 0;
  for (const line of lines) {
    if (stageOf(line.from) + stepIn(steps, line.from).more >= stage) continue;
    if (line.isResult || line.users.some((user) => stageOf(user) >= stage)) bits += line.bits;
  }
  return bits;
}

function move(
  stage: number,
  region: readonly Expr[],
  stageAfter: ReadonlyMap<Expr, number>,
  state: State,
): void {
  for (const expr of region) {
    const after = isWiring(expr)
      ? stageOfNames(expr, state.steps, state.stages)
      : (stageAfter.get(expr) ?? begins(state, expr));
    state.stages.set(expr, after);
  }
  for (const one of [stage - 1, stage])
    state.inStage[one] = region.filter((expr) => begins(state, expr) === one);
  for (const expr of region) state.times.set(expr, endOf(expr, begins(state, expr), state, state.times));
}

/** When a value is there if all that is ready from a stage on is as late as `times` say. */
function endOf(expr: Expr, from: number, state: State, times: ReadonlyMap<Expr, number>): number {
  const { ns } = stepIn(state.steps, expr);
  let end = ns;
  for (const operand of operandsOf(expr)) {
    if (ready(state, operand) < from) continue;
    const time = times.get(operand) ?? state.times.get(operand) ?? 0;
    end = Math.max(end, time + (isSumOf(expr, operand) ? 0 : ns));
  }
  return end;
}

interface Times {
  readonly isLate: (expr: Expr) => boolean; // for the stage in front of the registers
  readonly isLong: (expr: Expr) => boolean; // with what follows, for the stage behind them
}

/** Of two stages as if there were no registers between them. */
function timesIn(region: readonly Expr[], stage: number, state: State): Times {
  const { steps, limits } = state;
  const ends = new Map<Expr, number>();
  for (const expr of region) {
    const isKnown = stepIn(steps, expr).more > 0;
    ends.set(expr, isKnown ? (state.times.get(expr) ?? 0) : endOf(expr, stage - 1, state, ends));
  }
  const rests = new Map<Expr, number>(); // from the operands on
  for (const expr of region.toReversed()) {
    const { ns, more } = stepIn(steps, expr);
    // Operands of a DSP with registers inside come no later than now.
    const begin = (ends.get(expr) ?? 0) - ns;
    const rest = more > 0 ? (limits[begins(state, expr)] ?? 0) - begin : (rests.get(expr) ?? ns);
    const before = rest - ns;
    for (const operand of operandsOf(expr)) {
      if (!ends.has(operand)) continue;
      const own = stepIn(steps, operand).ns + (isSumOf(expr, operand) ? before : rest);
      rests.set(operand, Math.max(rests.get(operand) ?? 0, own));
    }
  }
  return {
    isLate: (expr) => (ends.get(expr) ?? 0) > (limits[stage - 1] ?? 0) + slack,
    isLong: (expr) => (rests.get(expr) ?? 0) > (limits[stage] ?? 0) + slack,
  };
}
