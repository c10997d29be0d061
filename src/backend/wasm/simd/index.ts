/** Loops as vectors of 128 bits: several iterations at a time, and the bits of one at a time. */
import { tripCount } from "../../../loops/analysis/trip_count.ts";
import type { For } from "../../../loops/nodes.ts";
import type { Interval } from "../../../types/interval.ts";
import {
  type Code,
  constant,
  ints,
  type Level,
  type Local,
  newLocal,
  type Ref,
  read,
  write,
} from "../code.ts";
import { type Counting, counted } from "../statement.ts";
import { leaveVectors, startAccumulations } from "./accumulate.ts";
import { changingIn, type Vectors, vectorStatements } from "./emit.ts";
import { assuming } from "./guard.ts";
import { planOf, type VectorPlan } from "./plan.ts";
import { isRefusal } from "./recipe.ts";

/** How a loop of a module runs. */
export type LoopForm = { readonly lanes: number } | { readonly reason: string };

export interface VectorRounds {
  readonly code: readonly Ref[]; // leaves the counter at the first iteration that is not done
  readonly whole: boolean; // none is left
}

/** Null: the loop runs one iteration at a time. */
export function vectorRounds(code: Code, loop: For, counting: Counting): VectorRounds | null {
  const plan = planOf(code, loop);
  code.forms.set(loop.name, isRefusal(plan) ? plan : { lanes: plan.lanes });
  if (isRefusal(plan)) return null;
  const { m } = code;
  const counter = counting.rep === "i32" ? counting.counter : newLocal(code, "i32");
  const limit = newLocal(code, "i32");
  const narrow = (wide: Ref): Ref => (counting.rep === "i32" ? wide : m.i32.wrap(wide));
  const trips = plan.guard === null ? tripCount(loop) : null;
  const ends = (lanes: number): boolean => trips !== null && trips % lanes === 0;
  const widths = plan.wide === null ? [plan.lanes] : ends(plan.wide) ? [plan.wide] : [plan.wide, plan.lanes];
  const rounds = widths.flatMap((lanes) => [
    write(code, limit, m.i32.sub(narrow(counting.end()), m.i32.const(lanes - 1))),
    m.if(
      m.i32.lt_s(read(code, counter), read(code, limit)),
      assuming(code, loop, plan.guard, () => vectorLoop(code, { ...plan, lanes }, counter, limit)),
    ),
  ]);
  const entered = m.block(null, [
    ...(counter === counting.counter ? [] : [write(code, counter, narrow(read(code, counting.counter)))]),
    ...rounds,
    ...(counter === counting.counter
      ? []
      : [write(code, counting.counter, m.i64.extend_s(read(code, counter)))]),
  ]);
  return {
    code: trips === null ? [m.if(mayEnter(code, counting, plan.guard), entered)] : [entered],
    whole: ends(plan.lanes),
  };
}

/** Whether there are iterations, all with values in the interval: then nothing wraps on its way to 32 bits. */
function mayEnter(code: Code, { counter, rep, end }: Counting, guard: Interval | null): Ref {
  const { m } = code;
  const of = ints(code, rep);
  const some = of.lt_s(read(code, counter), end());
  if (guard === null) return some;
  const first = of.ge_s(read(code, counter), constant(code, rep, guard.low));
  return m.i32.and(some, m.i32.and(first, of.le_s(end(), constant(code, rep, guard.high + 1))));
}

/** As many iterations as there are lanes, again and again while the counter is below the limit. */
function vectorLoop(code: Code, plan: VectorPlan, counter: Local, limit: Local): Ref {
  const { loop } = plan;
  const [depth, facts] = [code.levels.length, code.facts];
  const begun = (level: Level): Vectors => ({
    plan,
    code,
    counter,
    level,
    depth,
    facts,
    registers: new Map(),
    changing: changingIn(plan),
    hoisted: new Map(),
    mask: null,
    pending: [],
  });
  let around: { readonly before: Ref[]; readonly after: Ref[] } = { before: [], after: [] };
  const stepping = { ...loop, step: plan.lanes };
  const counting: Counting = { counter, rep: "i32", end: () => read(code, limit) };
  const rounds = counted(code, stepping, counting, (level) => {
    const vectors = begun(level);
    const body = vectorStatements(vectors, loop.body);
    around = { before: startAccumulations(vectors), after: leaveVectors(vectors) };
    return body;
  });
  return code.m.block(null, [...around.before, rounds, ...around.after]);
}
