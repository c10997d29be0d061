/**
 * PolyBench with no more DSPs than others report, and no step by a person: schedules that fill such a budget.
 *
 *     npm run bench:equal                    all rows of which DSPs are known
 *     npm run bench:equal -- atax trmm       some
 *     npm run bench:equal -- --hand          schedules by hand alone, in a second
 *
 * DSPs are those of our circuits: 2 a multiply of float32, and adders in LUTs; others may have DSPs in adders too, so `as theirs`
 * counts 3 a multiply and 2 an add. Cycles are predicted, which is what circuits take; circuits are made, not simulated. Sums of
 * floats are added in another order, as those of the others are.
 */

import { measured, nothingKnown } from "../../src/explore/measure.ts";
import { wideSchedules } from "../../src/explore/wide/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { loopsOf, targetOf } from "./kernel.ts";
import { polybench, type Reported } from "./polybench_anchors.ts";
import { type Measured, measuredOf, ownDsps, periodNs, readMeasured } from "./polybench_record.ts";

const folder = "bench/hardware/polybench";
const words = process.argv.slice(2);
const isHandOnly = words.includes("--hand");
const names = words.filter((word) => word !== "--hand");
const target = targetOf(periodNs);
const columns = ["kernel", "", "cycles", "DSPs", "cycles x DSPs", "faster", "of theirs", "as theirs"];
const mostRounds = 5;
let lost = 0;

print(columns);
for (const [name, others] of Object.entries(polybench)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const other of others) {
    if (other.dsps === null || !["Allo", "Stream-HLS"].includes(other.who)) continue;
    const [ours, how] = best(name, other.dsps);
    if (ours === null || ours.cycles >= other.cycles || product(ours) >= product(other)) lost++;
    print([name, other.who, other.cycles, other.dsps, product(other), "", ""]);
    if (ours === null) print(["", "Lutra", "none fits", "", "", "", ""]);
    else
      print([
        ...["", `Lutra, ${how}`, ours.cycles, ours.dsps, product(ours)],
        ...[`${(other.cycles / ours.cycles).toFixed(2)}x`, `${(product(ours) / product(other)).toFixed(2)}x`],
        ours.asTheirs,
      ]);
  }
}
process.exitCode = lost === 0 ? 0 : 1;

interface Figures {
  readonly cycles: number;
  readonly dsps: number; // of our circuit
  readonly asTheirs: number;
}

function figuresOf(measured: Measured): Figures {
  return { cycles: measured.cycles, dsps: ownDsps(measured), asTheirs: measured.dsps };
}

/** Of the schedule by hand, if it is within the budget, and of one that fills it. */
function best(name: string, dsps: number): readonly [Figures | null, string] {
  const known = readMeasured(folder, name);
  const hand = known === null ? null : figuresOf(known);
  const filled = isHandOnly ? null : filling(loopsOf(folder, name, "rolled", periodNs), dsps);
  const isHand = hand !== null && hand.dsps <= dsps && (filled === null || hand.cycles < filled.cycles);
  return isHand ? [hand, "by hand"] : [filled, "filled"];
}

/** A model of units chooses the lanes; where its circuit is too large, the budget is cut by as much. */
function filling(loops: Loops, dsps: number): Figures | null {
  const within = wideSchedules(loops, { target, reassociate: true });
  let share = 1;
  for (let round = 0; round < mostRounds; round++) {
    const made = fastest(loops, within({ luts: Number.POSITIVE_INFINITY, dsps: Math.floor(share * dsps) }));
    if (made === null) return null;
    if (made.dsps <= dsps) return made;
    share *= (0.99 * dsps) / made.dsps;
  }
  return null;
}

function fastest(loops: Loops, schedules: ReturnType<ReturnType<typeof wideSchedules>>): Figures | null {
  const scheduled = schedules.flatMap((schedule) => {
    const done = apply(loops, schedule);
    const found = done.ok ? measured(done.loops, target, nothingKnown()) : null;
    return done.ok && found !== null ? [{ loops: done.loops, cycles: found.cycles }] : [];
  });
  const [first] = scheduled.toSorted((a, b) => a.cycles - b.cycles);
  if (first === undefined) return null;
  const made = synthesize(first.loops, { target });
  return made.ok ? figuresOf(measuredOf(made, made.prediction.most)) : null;
}

function product({ cycles, dsps }: Pick<Reported, "cycles" | "dsps">): number {
  return cycles * (dsps ?? Number.NaN);
}

function print(cells: readonly (string | number)[]): void {
  const widths = [12, 16, 10, 6, 14, 8, 10, 10];
  const line = cells.map((cell, at) =>
    at < 2 ? String(cell).padEnd(widths[at] ?? 0) : String(cell).padStart(widths[at] ?? 0),
  );
  process.stdout.write(`${line.join(" ").trimEnd()}\n`);
}
