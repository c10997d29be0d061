import { loadsOf } from "../../loops/analysis/accesses.ts";
import { isPrivate, namesRead, readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { printExpr } from "../../loops/depend/index.ts";
import { findLoop, regions, replaceLoop } from "../../loops/find.ts";
import { add, int, substitute, variable } from "../../loops/indices.ts";
import type { For, Load, Loops, Stmt, Store } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { withoutUnused } from "../declare.ts";
import { type Applied, done, integer, keyword, nest, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { withBanks } from "../stencil/banks.ts";
import { built } from "../stencil/build.ts";
import { type Plan, type PlanProblem, planOf, storesOf } from "../stencil/plan.ts";
import { type Stage, type StageProblem, stageOf } from "../stencil/stage.ts";

/**
 * SODA's microarchitecture (Chi, Cong, Wei and Zhou, ICCAD 2018) as Loops. Inputs pass in row-major order, U elements an
 * iteration; each enters once, and waits in a reuse buffer for as long as a result will ask for it. The buffer has
 * `reach + U` words, the distance from the first tap to the last and what enters in one iteration: less cannot do.
 * Words that results ask for are registers (the window); what is between two of them is a memory that is read and
 * written once an iteration at a place that goes round (a line).
 *
 *     for i in range(1, 5):                             for i in range(6):
 *       for j in range(1, 15):                            for j in range(14):  # pipeline
 *         b[i, j] = a[i - 1, j] + a[i + 1, j]    ->         a_window[2] = a_line_1[(i * 14 + j) % 13]
 *                 + a[i, j]                                 a_line_1[(i * 14 + j) % 13] = a_window[1]
 *                                                           a_window[1] = a_line[(i * 14 + j) % 13]
 *                                                           a_line[(i * 14 + j) % 13] = a_window[0]
 *                                                           a_window[0] = a[i, j + 1]
 *                                                           if i >= 2:
 *                                                             b[i - 1, j + 1] = a_window[2] + a_window[0]
 *                                                                             + a_window[1]
 *
 * Iterations keep their order, so nothing but the time at which inputs are read changes; a nest that stores what it reads
 * (Gauss-Seidel) stores into the window, too. Results that need elements beyond the end of a row come round in the next
 * one. Where an index is out of step with its loop at a border (`max(i - 1, 0)`) the word is chosen by the position; an
 * `if` around reads stays one. Rows are rounded up to a multiple of U.
 *
 * Several nests, in a region or in a loop over time, are stages of one pipeline: what one computes enters the window of
 * the next as it is computed, and elements that no stage computes are passed on from stage to stage. `steps=T` makes
 * stages of T iterations of the loop over time.
 */
export const stencil = primitive({
  name: "stencil",
  description:
    "Computes a nest, or stages of several, from a stream: each input enters once and waits in the fewest words, `unroll` results leave a cycle, `steps` iterations over time pass at once.",
  params: {
    nest: nest(),
    unroll: optional(keyword(integer({ min: 1 }))),
    steps: optional(keyword(integer({ min: 1 }))),
  },
  apply(loops, { nest: name, unroll: lanes = 1, steps = 1 }) {
    const found = chainOf(loops, name);
    if (found === null) return refuse("stencil-nest", { nest: name, why: { problem: "no-nest" } });
    const { time, nests } = found;
    const place = { loop: name, span: found.span };
    const count = time === null ? null : tripCount(time);
    if (steps > 1 && (count === null || count % steps !== 0))
      return refuse("stencil-steps", { nest: name, time: time?.name ?? null, count, steps }, place);
    const shared = steps * nests.length > 1 ? sharedScalar(loops, nests) : null;
    if (shared !== null) return refuse("stencil-chain", { why: "scalar", name: shared }, place);
    const stages: Stage[] = [];
    for (const one of stepsOf(time, nests, steps)) {
      const stage = stageOf(loops, one);
      if ("problem" in stage) return refusedStage(one, stage);
      stages.push(stage);
    }
    const variables = stages[0]?.loops.map((loop) => loop.variable) ?? [];
    const plan = planOf(loops, stages, lanes, variables);
    if ("problem" in plan) return refusedPlan(name, plan, found.span);
    return done(rebuilt(loops, found, plan, { lanes, steps }));
  },
});

/** What stands for the nests: loops that results do not follow are loops over time. */
interface Chain {
  readonly time: For | null;
  readonly nests: readonly For[];
  readonly span: For["origin"]["span"];
}

function chainOf(loops: Loops, name: string): Chain | null {
  const region = regions(loops).find((one) => one.name === name);
  if (region !== undefined) {
    const nests = nestsIn(region.body);
    return nests === null || region.external !== undefined
      ? null
      : { time: null, nests, span: region.origin.span };
  }
  const loop = findLoop(loops, name);
  if (loop === undefined) return null;
  let chain: Chain = { time: null, nests: [loop], span: loop.origin.span };
  for (let [outer] = chain.nests; outer !== undefined && chain.nests.length === 1; [outer] = chain.nests) {
    const nests = isOverResults(outer) ? null : nestsIn(outer.body);
    if (nests === null) break;
    chain = { ...chain, time: outer, nests };
  }
  return chain;
}

function nestsIn(body: readonly Stmt[]): readonly For[] | null {
  const nests = body.filter((stmt) => stmt.kind === "for");
  return nests.length === body.length && nests.length > 0 ? nests : null;
}

function isOverResults(loop: For): boolean {
  return statementsIn(loop.body).some(
    (stmt) => stmt.kind === "store" && stmt.index.some((one) => namesRead(one).has(loop.variable)),
  );
}

/** The nests of so many iterations over time, one after another. */
function stepsOf(time: For | null, nests: readonly For[], steps: number): readonly For[] {
  return Array.from({ length: steps }, (_, step) => {
    if (time === null || step === 0) return nests;
    const later = add(variable(time.variable), int(step * time.step));
    return substitute(nests, time.variable, later) as readonly For[];
  }).flat();
}

/** A scalar that lives longer than an iteration would be seen by a stage that runs at the same time. */
function sharedScalar(loops: Loops, nests: readonly For[]): string | null {
  const scalars = new Set(loops.scalars.map(({ name }) => name));
  for (const one of writesOf(nests)) {
    if (!scalars.has(one)) continue;
    const users = nests.filter((loop) => writesOf([loop]).has(one) || readsOf([loop]).has(one));
    if (!users.every((loop) => isPrivate(loops, loop, innermost(loop), one))) return one;
  }
  return null;
}

function innermost(nest: For): For {
  const [only, ...others] = nest.body;
  return only?.kind === "for" && others.length === 0 && isOverResults(only) ? innermost(only) : nest;
}

interface Size {
  readonly lanes: number;
  readonly steps: number;
}

function rebuilt(loops: Loops, { time, nests }: Chain, plan: Plan, { lanes, steps }: Size): Loops {
  const stages = plan.stages.map(({ stage }) => stage);
  const without = nests.reduce((now, one) => replaceLoop(now, one.name, () => []), loops);
  const made = built(loops, plan, (index, store) => isRead(loops, without, plan, index, store));
  const spread = withBanks(loops, stages, lanes);
  const [first, ...others] = nests;
  let next = others.reduce((now, one) => replaceLoop(now, one.name, () => []), spread);
  if (first !== undefined) next = replaceLoop(next, first.name, () => [made.nest]);
  if (time !== null) next = replaceLoop(next, time.name, (loop) => [{ ...loop, step: loop.step * steps }]);
  return withoutUnused(
    {
      ...next,
      arrays: [...next.arrays, ...made.arrays],
      scalars: [...next.scalars, ...made.scalars],
    },
    writesOf(nests),
  );
}

/** Whether anyone reads from memory what a stage stores: not if a later one stores all of it again. */
function isRead(
  loops: Loops,
  without: Loops,
  { stages, streams }: Plan,
  index: number,
  { array }: Store,
): boolean {
  const own = streams.filter(({ part }) => part.array === array);
  const isPassed = own.some(({ made }) => made !== null);
  if (isPassed && stages.some(({ stage }, later) => later > index && storesOf(stage, array).length > 0))
    return false;
  const isLocal = loops.arrays.some(({ name }) => name === array) && !loops.results.includes(array);
  if (!isLocal || loadsOf(without.body, array).length > 0) return true;
  const readers = stages.filter(({ stage }) => loadsOf(stage.body, array).length > 0);
  return readers.length !== own.flatMap((one) => one.stages).length || own.some(({ made }) => made === null);
}

function refusedStage(one: For, why: StageProblem): Applied {
  const { name: nest } = one;
  switch (why.problem) {
    case "no-nest":
      return refuse("stencil-nest", { nest, why }, { loop: nest, span: one.origin.span });
    case "bounds":
    case "parallel":
    case "long":
    case "step": {
      const { problem, loop } = why;
      const facts = { nest, why: { problem, loop: loop.name } };
      return refuse("stencil-nest", facts, { loop: loop.name, span: loop.origin.span });
    }
    case "statement": {
      const { stmt } = why;
      const facts = { nest, why: { problem: why.problem, what: stmt.kind } };
      return refuse("stencil-nest", facts, { loop: nest, span: stmt.origin.span });
    }
    case "irregular":
    case "outside": {
      const { access, dim } = why;
      const at =
        why.problem === "outside" ? { loop: why.loop.name, value: why.value, index: why.index } : null;
      const facts = { array: access.array, access: printed(access), dim, outside: at };
      return refuse("stencil-read", facts, { array: access.array, span: spanOf(access) });
    }
  }
}

function refusedPlan(nest: string, why: PlanProblem, span: For["origin"]["span"]): Applied {
  switch (why.problem) {
    case "nothing":
      return refuse("stencil-nothing", { nest }, { loop: nest, span });
    case "dimensions":
      return refuse("stencil-chain", { why: "dimensions", name: nest }, { loop: nest, span });
    case "stored": {
      const { access } = why;
      const facts = { why: "stored", name: access.array, access: printed(access) } as const;
      return refuse("stencil-chain", facts, { array: access.array, span: spanOf(access) });
    }
    case "passes":
    case "overtakes":
      return refuse(
        "stencil-chain",
        { why: why.problem, name: why.array },
        { array: why.array, loop: nest, span },
      );
  }
}

function printed({ array, index }: Load | Store): string {
  return `${array}[${index.map(printExpr).join(", ")}]`;
}

function spanOf(access: Load | Store): Load["span"] {
  return access.kind === "load" ? access.span : access.origin.span;
}
