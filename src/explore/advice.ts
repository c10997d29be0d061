/**
 * The one step that would help a loop most: found by trying, and told with the cycles that a call would take.
 *
 *     const [first] = adviceFor(loops, target);
 *     printStep(first.step)                        // reorder k j
 *
 * Steps of every kind that may touch what bounds the loop are tried on the Loops as they are scheduled, so that the line
 * can be put at the end of their schedule. What does not fit the part is no advice.
 */

import { blockRamsOf, type Part } from "../device/part.ts";
import { priceOf } from "../device/price.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import { findLoop, pathTo } from "../loops/find.ts";
import { graphOf } from "../loops/graph.ts";
import type { Loops } from "../loops/nodes.ts";
import { primitiveNamed } from "../schedule/primitives/index.ts";
import { applyStep, type Schedule, type Step } from "../schedule/schedule.ts";
import { type KnownProcesses, predicted, type Synthesis, synthesize } from "../synthesis/index.ts";
import { stepsFor } from "./candidates.ts";
import { type Known, type Measured, measured, nothingKnown } from "./measure.ts";
import { nodesScheduled } from "./nests.ts";
import { fitsAsMade } from "./room.ts";
import { isWithinSize, type Size } from "./size.ts";

export interface Advice {
  readonly loop: string; // the innermost of the nest that it helps; of all nests, the kernel
  readonly step: Step;
  readonly cycles: number; // of a call, with it
  readonly before: number; // without it
  readonly rounds: boolean; // it changes how floats round
}

/** What is known already of the circuit without it. */
export interface Made {
  readonly cycles: number; // of a call, at most
  readonly processes: KnownProcesses;
}

export function adviceFor(loops: Loops, target: Technology, part: Part, made?: Made): readonly Advice[] {
  const known = nothingKnown(made?.processes);
  const mayTake: MayTake = (_, size) => isWithinSize(size, allOf(part));
  let before = made?.cycles;
  return helpingSteps(loops, target, known, { work: mostWork }, mayTake).flatMap(({ loop, best }) => {
    const circuit = (): Synthesis => synthesize(best.loops, { target }, known.processes);
    if (!fitsAsMade(part, best.found.size, circuit)) return [];
    const cycles = exactly(best.loops, target, known);
    if (cycles === null || cycles === Infinity) return [];
    before ??= exactly(loops, target, known) ?? 0;
    return cycles < before
      ? [{ loop, step: best.step, cycles, before, rounds: changesResults(best.step) }]
      : [];
  });
}

function allOf(part: Part): Size {
  return { luts: part.luts, memoryLuts: 0, dsps: part.dsps, blockRams: blockRamsOf(part) };
}

/** Operations of all circuits that may be tried. */
const mostWork = 6000;

/**
 * The steps of advice one after another, each on Loops as those before it leave them, until none helps: what a person would
 * come to who does what reports say, as far as cycles are first guessed. `mayTake`: whether a step may be taken, and its
 * circuit be so large.
 */
export function advisedSteps(loops: Loops, target: Technology, mayTake: MayTake): Schedule {
  const known = nothingKnown();
  const taken: Step[] = [];
  const budget = { work: 4 * mostWork };
  let now = { loops, cycles: measured(loops, target, known)?.cycles ?? 0 };
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    const found = helpingSteps(now.loops, target, known, budget, mayTake).map(({ best }) => best);
    // What helps one loop most often does so beside what helps another: to ask again after each would take long.
    for (const { step } of found.toSorted((a, b) => a.found.cycles - b.found.cycles)) {
      const tried = triedStep(now.loops, step, target, known, mayTake);
      if (tried === null || tried.found.cycles >= now.cycles) continue;
      now = { loops: tried.loops, cycles: tried.found.cycles };
      taken.push(step);
      isBetter = true;
    }
  }
  return taken;
}

export type MayTake = (step: Step, size: Size) => boolean;

/** The best step for each of the loops that take longest, if it helps at all. What was tried is taken from the budget. */
function helpingSteps(
  loops: Loops,
  target: Technology,
  known: Known,
  budget: { work: number },
  mayTake: MayTake = () => true,
): readonly { readonly loop: string; readonly best: Tried }[] {
  const now = measured(loops, target, known);
  if (now === null) return [];
  const given = new Set<string>();
  return placesIn(loops, now).flatMap(({ loop, steps }) => {
    const tries: Tried[] = [];
    for (const step of steps.filter((one) => !given.has(JSON.stringify(one)))) {
      if (budget.work < 0) break;
      const tried = triedStep(loops, step, target, known, mayTake);
      budget.work -= 20 + (tried?.found.work ?? 0);
      if (tried !== null) tries.push(tried);
    }
    const helping = tries.filter(({ found }) => found.cycles <= worthwhile * now.cycles);
    // The same cycles without another rounding, or with less, are better.
    helping.sort((a, b) => a.found.cycles - b.found.cycles || costOf(a) - costOf(b));
    const [best] = helping;
    if (best === undefined) return [];
    given.add(JSON.stringify(best.step));
    return [{ loop, best }];
  });
}

/** Null where it is refused, or its circuit is too large: for the part, or to be tried. */
function triedStep(
  loops: Loops,
  step: Step,
  target: Technology,
  known: Known,
  mayTake: MayTake,
): Tried | null {
  const applied = applyStep(loops, step);
  if (!applied.ok || nodesScheduled(applied.loops.body) > mostNodes) return null;
  const found = measured(applied.loops, target, known);
  return found === null || !mayTake(step, found.size) ? null : { step, loops: applied.loops, found };
}

/** Statements and expressions of a circuit that is made in seconds. */
const mostNodes = 10_000;

/** Less than this is not worth a line. */
const worthwhile = 0.97;

interface Tried {
  readonly step: Step;
  readonly loops: Loops;
  readonly found: Measured;
}

export function changesResults({ primitive }: Step): boolean {
  return primitiveNamed(primitive)?.changesResults === true;
}

function costOf({ step, found: { size } }: Tried): number {
  return (changesResults(step) ? 1e9 : 0) + priceOf(size);
}

/** Cycles as the circuit will take them, not as they were first guessed. Null where there is no circuit. */
function exactly(loops: Loops, target: Technology, { processes }: Known): number | null {
  try {
    return predicted(loops, { target }, processes).most;
  } catch (error) {
    if (error instanceof Diagnosed) return null;
    throw error;
  }
}

interface Place {
  readonly loop: string;
  readonly steps: readonly Step[];
}

/** Loops that take a tenth of a call, the longest first; those that are not pipelined are first of all. */
function placesIn(loops: Loops, { cycles, pipelines }: Measured): readonly Place[] {
  const piped = pipelines
    .filter((pipe) => pipe.cycles >= cycles / 10 && findLoop(loops, pipe.name) !== undefined)
    .map((pipe) => ({ loop: pipe.name, steps: stepsFor(loops, pipe) }));
  const plain = innermostUnpiped(loops, new Set(pipelines.flatMap((pipe) => pipe.loops)));
  return [...sideBySide(loops), ...[...plain, ...piped].slice(0, mostPlaces)];
}

/** Nests that could be processes. */
function sideBySide(loops: Loops): readonly Place[] {
  const nests = graphOf(loops).nodes.filter(({ kind }) => kind === "nest");
  if (nests.length < 2 || loops.dataflow === true || loops.tasks === true) return [];
  const steps = ["task_parallel", "dataflow"].map((primitive): Step => ({ primitive, args: {} }));
  return [{ loop: loops.name, steps }];
}

const mostPlaces = 4;

function innermostUnpiped(loops: Loops, piped: ReadonlySet<string>): readonly Place[] {
  return loopNames(loops).flatMap((name) => {
    const loop = findLoop(loops, name);
    const isInner = loop !== undefined && !hasLoops(loops, name);
    if (!isInner || piped.has(name) || isInsidePipeline(loops, name)) return [];
    const around = pathTo(loops, name).loops.at(-1);
    const here: Step = { primitive: "pipeline", args: { loop: name } };
    const outside: Step[] =
      around === undefined ? [] : [{ primitive: "pipeline", args: { loop: around.name } }];
    return [{ loop: name, steps: [here, ...outside] }];
  });
}

function loopNames({ body }: Loops): readonly string[] {
  const names: string[] = [];
  const visit = (stmts: Loops["body"]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "for") names.push(stmt.name);
      if ("body" in stmt) visit(stmt.body);
      else if (stmt.kind === "if") [stmt.then, stmt.else].forEach(visit);
    }
  };
  visit(body);
  return names;
}

function hasLoops(loops: Loops, name: string): boolean {
  const inside = findLoop(loops, name);
  return inside !== undefined && loopNames({ ...loops, body: inside.body }).length > 0;
}

function isInsidePipeline(loops: Loops, name: string): boolean {
  return [...pathTo(loops, name).loops].some(({ attrs }) => attrs.pipeline !== undefined);
}
