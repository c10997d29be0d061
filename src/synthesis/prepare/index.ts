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
import { withoutDeadFills } from "./dead_fills.ts";
import { distinct } from "./distinct.ts";
import { fuseFills } from "./fills.ts";
import { hoist } from "./hoist.ts";
import { jam } from "./jam.ts";
import { withKnownScalars } from "./known.ts";
import {
  type Kin,
  type KnownPasses,
  kinOf,
  loopsOnce,
  madeOnce,
  noKnownPasses,
  plain,
  portsText,
  withMemoriesOf,
} from "./memories.ts";
import { nonempty } from "./nonempty.ts";
import { pad } from "./pad.ts";
import { rotate } from "./rotate.ts";
import { scalarsOfArrays } from "./scalars.ts";
import { shiftInwards } from "./shift.ts";
import { writeOutSmallFills } from "./small_fills.ts";
import { inSteps } from "./steps.ts";
import { tidy } from "./tidy.ts";
import { type FlatLoops, writeOut } from "./write_out.ts";

export { needsZeros } from "../../loops/zeros.ts";
export { inferBanks } from "./banks.ts";
export { type KnownPasses, noKnownPasses } from "./memories.ts";

/** With every pass. A schedule that unrolls too far is told by a `Diagnosed` error. */
export function prepare(loops: Loops): Loops {
  return passesOver(loops, "written")(new Set(), passes.length);
}

/** The names of passes that are left out. */
export type Form = ReadonlySet<string>;

export interface Prepared {
  readonly loops: Loops;
  readonly zeros: ReadonlySet<string>; // arrays on chip that must be cleared before a call: see clear.ts
}

/** Loops in the forms that are worth timing; each pass runs once on what several of them have in common. */
export interface Preparing {
  /**
   * With and without each pass that joins loops, where it does anything; without all of them first. Joined loops mostly save
   * cycles, but one that does more in an iteration may start iterations less often: only timing tells.
   */
  readonly forms: readonly Form[];
  readonly of: (form: Form, flat: FlatLoops) => Prepared;
}

export function preparing(given: Loops, before: KnownPasses = noKnownPasses()): Preparing {
  const kin = kinOf(before, given);
  const run = {
    rolled: passesOver(given, "rolled", before, kin),
    written: passesOver(given, "written", before, kin),
  };
  const none: Form = new Set();
  const told = madeOnce(kin, "told", () =>
    passes.flatMap(({ name }, at) =>
      joining.includes(name) && run.rolled(none, at + 1) !== run.rolled(none, at) ? [name] : [],
    ),
  );
  const all = Array.from({ length: 2 ** told.length }, (_, some) =>
    told.filter((_name, k) => (some >> k) % 2 === 1),
  );
  const known = { rolled: new Map<Form, Prepared>(), written: new Map<Form, Prepared>() };
  return {
    forms: [...all.slice(-1), ...all.slice(0, -1)].map((names) => new Set(names)),
    of: (form, flat) => {
      const done = known[flat].get(form) ?? withZeros(given, kin, run[flat], form, flat);
      known[flat].set(form, done);
      return done;
    },
  };
}

export function prepared(given: Loops, without: Form = new Set()): Prepared {
  const before = noKnownPasses();
  const kin = kinOf(before, given);
  return withZeros(given, kin, passesOver(given, "written", before, kin), without, "written");
}

/** The zeros are told by the kernel as it was: copies and kept elements hide from a proof what a loop shows. */
function withZeros(given: Loops, kin: Kin, run: FirstPasses, without: Form, flat: FlatLoops): Prepared {
  const loops = run(without, passes.length);
  const key = ["zeros", flat, ...without, portsText(given)].join(",");
  const after = madeOnce(kin, key, () => needsZeros(loops));
  if (after.size === 0) return { loops, zeros: after };
  const before = madeOnce(kin, "zeros", () => needsZeros(withZeroFills(withoutRegions(given))));
  return { loops, zeros: new Set([...after].filter((name) => before.has(name))) };
}

/** Loops after the first passes, `count` of them, but for those that are left out. */
type FirstPasses = (without: Form, count: number) => Loops;

function passesOver(
  given: Loops,
  flat: FlatLoops,
  before: KnownPasses = noKnownPasses(),
  kin: Kin = kinOf(before, given),
): FirstPasses {
  const known = new Map<string, Loops>();
  const after = (without: Form, count: number): Loops => {
    const last = passes[count - 1];
    if (last === undefined) return plain(given);
    const left = passes.slice(0, count).filter(({ name }) => without.has(name));
    const key = [flat, count, ...left.map(({ name }) => name)].join(",");
    const made = (): Loops => {
      const input = after(without, count - 1);
      return without.has(last.name) ? input : last.run(input, flat);
    };
    const next = passes[count];
    const isShared = next !== undefined && next.sees !== last.sees;
    const whole = last.sees === "ports" ? `${key} ${portsText(given)}` : key;
    const done =
      known.get(key) ?? (isShared ? withMemoriesOf(loopsOnce(before, kin, whole, made), given) : made());
    known.set(key, done);
    return done;
  };
  return after;
}

export interface Pass {
  readonly name: string;
  readonly sees: "nothing" | "ports" | "memories"; // of the memories of arrays
  readonly run: (loops: Loops, flat: FlatLoops) => Loops;
}

/** In the order they run. */
export const passes: readonly Pass[] = [
  { name: "tables", sees: "nothing", run: tablesCopied },
  { name: "regions", sees: "nothing", run: withoutRegions },
  { name: "dead fills", sees: "nothing", run: withoutDeadFills },
  { name: "zero fills", sees: "nothing", run: withZeroFills },
  { name: "jam", sees: "nothing", run: jam },
  { name: "shift", sees: "nothing", run: shiftInwards },
  { name: "fills", sees: "nothing", run: fuseFills },
  { name: "pad", sees: "nothing", run: pad },
  { name: "write out", sees: "nothing", run: writeOut },
  { name: "known scalars", sees: "nothing", run: withKnownScalars },
  { name: "first tidy", sees: "nothing", run: tidy },
  { name: "small fills", sees: "nothing", run: writeOutSmallFills },
  { name: "scalars", sees: "ports", run: scalarsOfArrays },
  { name: "accumulate", sees: "ports", run: accumulate },
  { name: "carry", sees: "ports", run: carry },
  { name: "hoist", sees: "ports", run: hoist },
  { name: "nonempty", sees: "ports", run: nonempty },
  { name: "tidy", sees: "ports", run: tidy },
  { name: "steps", sees: "ports", run: inSteps },
  { name: "banks", sees: "memories", run: inferBanks },
  { name: "rotate", sees: "memories", run: rotate },
  { name: "distinct", sees: "memories", run: distinct },
];

const joining: readonly string[] = ["jam", "shift", "fills", "pad", "steps"];
