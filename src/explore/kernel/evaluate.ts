/** What a schedule of a kernel comes to: predicted cycles and size, or why there is no such circuit. */

import { blockRamsOf, type Part } from "../../device/part.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import { arraysOf } from "../../loops/find.ts";
import type { Loops } from "../../loops/nodes.ts";
import { bankCount } from "../../schedule/banks.ts";
import { printSchedule } from "../../schedule/print.ts";
import { type KnownProcesses, noKnownProcesses, timed } from "../../synthesis/index.ts";
import { type KnownPipelines, noKnownPipelines } from "../../synthesis/scheduling/known.ts";
import { measuredFrom } from "../measure.ts";
import { operationsScheduled } from "../nests.ts";
import type { Outcome } from "../search/outcome.ts";
import type { Point, Space } from "../search/space.ts";
import { mostOfPart } from "../size.ts";
import { type Kernel, scheduleOfPoint } from "./schedule.ts";

/** What can be minimised, and kept within limits. */
export const objectiveNames = ["cycles", "interval", "luts", "dsps", "brams"] as const;
export type ObjectiveName = (typeof objectiveNames)[number];

export interface Limit {
  readonly name: ObjectiveName;
  readonly most: number;
}

/** Of a circuit; or why there is none. */
export type Figures = Readonly<Record<ObjectiveName, number>> | string;

export interface Evaluator extends Kernel {
  readonly target: Technology;
  readonly objectives: readonly ObjectiveName[];
  readonly limits: readonly Limit[];
  readonly known: Remembered;
}

/** What was found of other points: results do not depend on it. It does not grow for ever. */
export interface Remembered {
  readonly figures: Map<string, Figures>; // by schedule: several points may say the same
  readonly pipelines: KnownPipelines;
  processes: KnownProcesses;
}

export function nothingRemembered(): Remembered {
  return { figures: new Map(), pipelines: noKnownPipelines(), processes: noKnownProcesses() };
}

const mostFigures = 20_000; // a kilobyte each
const mostProcesses = 50; // with their plans, up to megabytes each

/** What a part has, with room for what a guess of LUTs leaves out. */
export function limitsOf(part: Part): readonly Limit[] {
  return [
    { name: "luts", most: Math.floor(mostOfPart * part.luts) },
    { name: "dsps", most: part.dsps },
    { name: "brams", most: blockRamsOf(part) },
  ];
}

/** Larger kernels than this are not planned: it would take minutes to find that they do not fit. */
export const mostOperations = 16_000;
const mostMemories = 16_000;

export function evaluated(evaluator: Evaluator, space: Space, point: Point): Outcome {
  const { objectives, limits, target, known } = evaluator;
  const made = scheduleOfPoint(evaluator, space, point);
  if (!made.ok) return { kind: "infeasible", reason: made.reason };
  const key = printSchedule(made.schedule);
  const found = known.figures.get(key) ?? figuresOf(made.loops, target, known);
  remember(known, key, found);
  if (typeof found === "string") return { kind: "infeasible", reason: found };
  const over = limits.find(({ name, most }) => found[name] > most);
  if (over !== undefined) {
    const { name, most } = over;
    return { kind: "infeasible", reason: `${found[name]} ${name}, and ${most} are there` };
  }
  return {
    kind: "feasible",
    objectives: objectives.map((name) => found[name]),
    uses: limits.map(({ name }) => found[name]),
  };
}

function remember(known: Remembered, key: string, found: Figures): void {
  const { figures } = known;
  figures.set(key, found);
  if (figures.size > mostFigures) figures.delete(figures.keys().next().value ?? key); // the oldest
  if (known.processes.loops.size > mostProcesses) known.processes = noKnownProcesses();
}

function figuresOf(loops: Loops, target: Technology, { pipelines, processes }: Remembered): Figures {
  if (operationsScheduled(loops.body) > mostOperations)
    return `more than ${mostOperations} operations side by side`;
  if (arraysOf(loops).reduce((sum, array) => sum + bankCount(array), 0) > mostMemories)
    return `more than ${mostMemories} memories`;
  try {
    const { cycles, interval, size } = measuredFrom(
      timed(loops, { target }, { effort: "thorough", known: pipelines }, processes),
      target,
    );
    return { cycles, interval, luts: Math.round(size.luts), dsps: size.dsps, brams: size.blockRams };
  } catch (error) {
    if (error instanceof Diagnosed) return error.diagnostics[0]?.message ?? "no circuit can be made of it";
    throw error;
  } finally {
    processes.plans.begun.delete(loops); // megabytes, and this schedule does not come again
  }
}
