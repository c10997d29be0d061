/** What `verify` walks: a kernel in every form it has, and the arguments that each is called on. */
import type { Arguments } from "../call/outside.ts";
import { argumentsFor } from "../call/seeded.ts";
import { circuitRoads, type Journey, type RoadName, roadNames } from "../call/verify.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { type Compiled, toLoops } from "./compile.ts";
import { changesIn, circuitLoops, type ScheduleOptions, scheduledLoops } from "./schedule.ts";

export interface Prepared {
  readonly journey: Journey;
  readonly chosen: Schedule | null; // by Lutra, for circuits
  readonly refused: readonly Diagnostic[]; // why there are no Loops
}

export interface JourneyOptions extends ScheduleOptions {
  readonly given: Arguments;
  readonly seed: number; // for arguments that are not given
  readonly wanted?: readonly RoadName[]; // else all
}

export function journeyOf(compiled: Compiled, options: JourneyOptions): Prepared {
  const { given, seed, wanted = roadNames } = options;
  const lowered = toLoops(compiled);
  const scheduled = lowered.ok ? scheduledLoops(compiled, options) : null;
  const isBuilt = circuitRoads.some((one) => wanted.includes(one));
  const circuit = lowered.ok && isBuilt ? circuitLoops(compiled, options) : null;
  const journey = {
    program: compiled.program,
    loops: lowered.ok ? lowered.loops : null,
    scheduled: lowered.ok && !isSame(scheduled, lowered.loops) ? scheduled : null,
    circuit: circuit?.loops ?? null,
    changes: changesIn(options),
    args: argumentsFor(compiled.program, given, seed),
    isPython: compiled.program.source.path.endsWith(".py"),
  };
  return { journey, chosen: circuit?.chosen ?? null, refused: lowered.ok ? [] : lowered.diagnostics };
}

function isSame(a: Loops | null, b: Loops): boolean {
  return (
    a === null || JSON.stringify([a.body, a.arrays], bigints) === JSON.stringify([b.body, b.arrays], bigints)
  );
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
