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
import { nonempty } from "./nonempty.ts";
import { pad } from "./pad.ts";
import { scalarsOfArrays } from "./scalars.ts";
import { shiftInwards } from "./shift.ts";
import { tidy } from "./tidy.ts";
import { type FlatLoops, writeOut } from "./write_out.ts";

export { needsZeros } from "../../loops/zeros.ts";
export { inferBanks } from "./banks.ts";

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

export function preparing(given: Loops): Preparing {
  const run = { rolled: passesOver(given, "rolled"), written: passesOver(given, "written") };
  const none: Form = new Set();
  const told = passes.flatMap(({ name }, at) =>
    joining.includes(name) && run.rolled(none, at + 1) !== run.rolled(none, at) ? [name] : [],
  );
  const all = Array.from({ length: 2 ** told.length }, (_, some) =>
    told.filter((_name, k) => (some >> k) % 2 === 1),
  );
  const known = { rolled: new Map<Form, Prepared>(), written: new Map<Form, Prepared>() };
  return {
    forms: [...all.slice(-1), ...all.slice(0, -1)].map((names) => new Set(names)),
    of: (form, flat) => {
      const done = known[flat].get(form) ?? withZeros(given, run[flat](form, passes.length));
      known[flat].set(form, done);
      return done;
    },
  };
}

export function prepared(given: Loops, without: Form = new Set()): Prepared {
  return withZeros(given, passesOver(given, "written")(without, passes.length));
}

/** The zeros are told by the kernel as it was: copies and kept elements hide from a proof what a loop shows. */
function withZeros(given: Loops, loops: Loops): Prepared {
  const after = needsZeros(loops);
  if (after.size === 0) return { loops, zeros: after };
  const before = needsZeros(withZeroFills(withoutRegions(given)));
  return { loops, zeros: new Set([...after].filter((name) => before.has(name))) };
}

/** The first passes, `count` of them, but for those that are left out. */
function passesOver(given: Loops, flat: FlatLoops): (without: Form, count: number) => Loops {
  const known = new Map<string, Loops>();
  const after = (without: Form, count: number): Loops => {
    const last = passes[count - 1];
    if (last === undefined) return given;
    if (without.has(last.name)) return after(without, count - 1);
    const left = passes.slice(0, count).filter(({ name }) => without.has(name));
    const key = [count, ...left.map(({ name }) => name)].join(",");
    const done = known.get(key) ?? last.run(after(without, count - 1), flat);
    known.set(key, done);
    return done;
  };
  return after;
}

export interface Pass {
  readonly name: string;
  readonly run: (loops: Loops, flat: FlatLoops) => Loops;
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
  { name: "nonempty", run: nonempty },
  { name: "tidy", run: tidy },
  { name: "banks", run: inferBanks },
  { name: "distinct", run: distinct },
];

const joining: readonly string[] = ["jam", "shift", "fills", "pad"];
