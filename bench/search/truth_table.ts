/** Every point of a small space, evaluated: the truth that a search is measured against. Kept in a folder, for it takes minutes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { parts } from "../../src/device/part.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { type Evaluator, evaluated, limitsOf, nothingRemembered } from "../../src/explore/kernel/evaluate.ts";
import { meaningOf } from "../../src/explore/kernel/schedule.ts";
import { startsOf } from "../../src/explore/kernel/space.ts";
import { hypervolume, paretoFront } from "../../src/explore/search/front.ts";
import type { Feasible, Outcome } from "../../src/explore/search/outcome.ts";
import type { Problem } from "../../src/explore/search/search.ts";
import { nextAllowed, type Point, type Space } from "../../src/explore/search/space.ts";
import { type TruthKernel, truthLoops, truthSpace } from "./truth_kernels.ts";

export interface TruthTable {
  readonly problem: Problem;
  readonly designs: readonly Outcome[]; // that differ
  readonly points: number;
  readonly lookUp: (point: Point) => Outcome;
}

const part = parts["xczu3eg-sbva484-1-e"];
const target = { family: "xcup", periodNs: 5 } as const;

/** From the folder where it is there and still true of some points; else every point is evaluated. */
export function truthTable(kernel: TruthKernel, folder: string): TruthTable {
  const evaluate = truthEvaluator(kernel);
  const text = JSON.stringify([kernel.source, evaluate.problem.space]);
  const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = join(folder, `${kernel.name}-${key}.json.gz`);
  const kept = existsSync(path)
    ? (JSON.parse(gunzipSync(readFileSync(path)).toString()) as Enumerated)
    : null;
  const known = kept !== null && isStillTrue(kept, evaluate) ? kept : enumerated(evaluate);
  if (known !== kept) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, gzipSync(JSON.stringify(known)));
  }
  return tableOf(evaluate.problem, known);
}

/** Without a folder. */
export function truthOf(kernel: TruthKernel): TruthTable {
  const evaluate = truthEvaluator(kernel);
  return tableOf(evaluate.problem, enumerated(evaluate));
}

function tableOf(problem: Problem, { designs, designOf }: Enumerated): TruthTable {
  const design = (point: Point): number => designOf[placeOf(problem.space, point)] ?? 0;
  return {
    problem: { ...problem, sameAs: (point) => String(design(point)) },
    designs,
    points: designOf.length,
    lookUp: (point) => designs[design(point)] as Outcome,
  };
}

export function feasibleDesigns({ designs }: TruthTable): readonly Feasible[] {
  return designs.flatMap((design) =>
    design.kind === "feasible" ? [{ point: [], objectives: design.objectives }] : [],
  );
}

/** The hypervolume of a front over that of the true one, both from the worst design, on a log scale. */
export function frontShare(front: readonly Feasible[], table: TruthTable): number {
  const truth = feasibleDesigns(table);
  const worst = table.problem.objectives.map((_, index) =>
    Math.max(...truth.map(({ objectives }) => objectives[index] ?? 1)),
  );
  const volume = (points: readonly Feasible[]): number =>
    hypervolume(
      points.map(({ objectives }) => objectives.map(Math.log)),
      worst.map((value) => Math.log(value) + Number.EPSILON),
    );
  return volume(front) / volume(paretoFront(truth));
}

export interface TruthEvaluator {
  readonly problem: Problem;
  readonly meaning: (point: Point) => string;
  readonly evaluate: (point: Point) => Outcome;
}

export function truthEvaluator(kernel: TruthKernel): TruthEvaluator {
  const loops = truthLoops(kernel);
  const space = truthSpace(loops, kernel);
  const evaluator: Evaluator = {
    loops,
    auto: scheduleFor(loops, target, part).schedule,
    target,
    objectives: ["cycles", "luts"],
    limits: limitsOf(part),
    known: nothingRemembered(),
  };
  return {
    problem: { space, objectives: evaluator.objectives, starts: startsOf(space) },
    meaning: (point) => meaningOf(evaluator, space, point),
    evaluate: (point) => evaluated(evaluator, space, point),
  };
}

interface Enumerated {
  readonly designs: readonly Outcome[];
  readonly designOf: readonly number[]; // by the place of a point in the order of all
}

function enumerated({ problem: { space }, meaning, evaluate }: TruthEvaluator): Enumerated {
  const designs: Outcome[] = [];
  const designOf: number[] = [];
  const found = new Map<string, number>();
  for (
    let point: Point | null = space.knobs.map(() => 0);
    point !== null;
    point = nextAllowed(space, point)
  ) {
    const text = meaning(point);
    const design = found.get(text) ?? designs.push(evaluate(point)) - 1;
    found.set(text, design);
    designOf.push(design);
  }
  return { designs, designOf };
}

const sampled = 20;

/** A compiler that has changed gives other cycles. */
function isStillTrue({ designs, designOf }: Enumerated, { problem, evaluate }: TruthEvaluator): boolean {
  return Array.from({ length: sampled }, (_, at) => Math.floor((at * designOf.length) / sampled)).every(
    (place) =>
      JSON.stringify(evaluate(pointAt(problem.space, place))) ===
      JSON.stringify(designs[designOf[place] ?? 0]),
  );
}

/** The last knob runs fastest. */
function placeOf({ knobs }: Space, point: Point): number {
  return knobs.reduce((place, { values }, at) => place * values.length + (point[at] ?? 0), 0);
}

function pointAt({ knobs }: Space, place: number): Point {
  let rest = place;
  return knobs
    .toReversed()
    .map(({ values }) => {
      const index = rest % values.length;
      rest = Math.floor(rest / values.length);
      return index;
    })
    .reverse();
}
