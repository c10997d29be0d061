/**
 * Scheduled Loops in the form that the planner takes.
 *
 *     const { loops, zeros } = prepared(scheduled);
 *     const plan = planOf(loops, zeros);
 *
 * What is computed stays the same, and so do its faults.
 */
import type { Loops } from "../../loops/nodes.ts";
import { withoutRegions } from "../../loops/regions.ts";
import { tablesCopied } from "../../loops/tables.ts";
import { needsZeros, withZeroFills } from "../../loops/zeros.ts";
import { accumulate } from "./accumulate.ts";
import { inferBanks } from "./banks.ts";
import { carry } from "./carry.ts";
import { distinct } from "./distinct.ts";
import { fuseFills } from "./fills.ts";
import { hoist } from "./hoist.ts";
import { jam } from "./jam.ts";
import { withKnownScalars } from "./known.ts";
import { pad } from "./pad.ts";
import { scalarsOfArrays } from "./scalars.ts";
import { shiftInwards } from "./shift.ts";
import { tidy } from "./tidy.ts";
import { writeOut } from "./write_out.ts";

export { needsZeros } from "../../loops/zeros.ts";
export { inferBanks } from "./banks.ts";

/** With every pass. A schedule that unrolls too far is told by a `Diagnosed` error. */
export function prepare(loops: Loops): Loops {
  return runWithout(loops, new Set());
}

/** The names of passes that are left out. */
export type Form = ReadonlySet<string>;

/**
 * With and without each pass that joins loops, where it does anything; without all of them first. Joined loops mostly save
 * cycles, but one that does more in an iteration may start iterations less often: only timing tells.
 */
export function formsOf(given: Loops): readonly Form[] {
  const told: string[] = [];
  let now = given;
  for (const { name, run } of passes.slice(0, lastJoining + 1)) {
    const next = run(now);
    if (joining.includes(name) && next !== now) told.push(name);
    now = next;
  }
  const all = Array.from({ length: 2 ** told.length }, (_, some) =>
    told.filter((_name, k) => (some >> k) % 2 === 1),
  );
  return [...all.slice(-1), ...all.slice(0, -1)].map((names) => new Set(names));
}

export interface Prepared {
  readonly loops: Loops;
  readonly zeros: ReadonlySet<string>; // arrays on chip that must be cleared before a call: see clear.ts
}

/** The zeros are told by the kernel as it was: copies and kept elements hide from a proof what a loop shows. */
export function prepared(given: Loops, without: Form = new Set()): Prepared {
  const loops = runWithout(given, without);
  const after = needsZeros(loops);
  if (after.size === 0) return { loops, zeros: after };
  const before = needsZeros(withZeroFills(withoutRegions(given)));
  return { loops, zeros: new Set([...after].filter((name) => before.has(name))) };
}

function runWithout(loops: Loops, without: Form): Loops {
  return passes.reduce((now, { name, run }) => (without.has(name) ? now : run(now)), loops);
}

export interface Pass {
  readonly name: string;
  readonly run: (loops: Loops) => Loops;
}

/** In the order they run. */
export const passes: readonly Pass[] = [
  { name: "tables", run: tablesCopied },
  { name: "regions", run: withoutRegions },
  { name: "zero fills", run: withZeroFills },
  { name: "jam", run: jam },
  { name: "shift", run: shiftInwards },
  { name: "fills", run: fuseFills },
  { name: "pad", run: pad },
  { name: "write out", run: writeOut },
  { name: "known scalars", run: withKnownScalars },
  { name: "first tidy", run: tidy },
  { name: "scalars", run: scalarsOfArrays },
  { name: "accumulate", run: accumulate },
  { name: "carry", run: carry },
  { name: "hoist", run: hoist },
  { name: "tidy", run: tidy },
  { name: "banks", run: inferBanks },
  { name: "distinct", run: distinct },
];

const joining: readonly string[] = ["jam", "shift", "fills", "pad"];
const lastJoining = passes.findLastIndex(({ name }) => joining.includes(name));
