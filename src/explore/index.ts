/**
 * The schedule that a circuit gets when nobody writes one. It starts with every nest pipelined (nests.ts) and
 * tries, for the loops that take most of the time, what may take what bounds them away; what pays is kept.
 *
 *     const { schedule } = scheduleFor(loops, { family: "xcup", periodNs: 6 });
 *
 * Whether it pays is predicted cycles, and what the circuit takes, by its goal (goal.ts). Nothing is tried without end: the operations of all circuits tried are counted, so that the same kernel
 * gets the same schedule on every machine.
 */
import type { Part } from "../device/part.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { type KnownProcesses, noKnownProcesses, synthesize } from "../synthesis/index.ts";
import { piecesOf } from "./alone.ts";
import { spreadBetween } from "./between.ts";
import { descended, furthest, leastOf, small } from "./descend.ts";
import { gathered } from "./gather.ts";
import { type Effort, ordinary } from "./goal.ts";
import { measured, nothingKnown } from "./measure.ts";
import { fusingMoves, scheduleOf } from "./moves.ts";
import { combinedPieces, joinedPieces, startsFor } from "./pieces.ts";
import { withinPart } from "./room.ts";
import { fits } from "./size.ts";
import { better, isBetter, pricedAs, type Trial, type Tried, trialOf } from "./trial.ts";
import { writingOutMoves } from "./written_out.ts";

export interface Chosen {
  readonly schedule: Schedule; // never refused
  readonly loops: Loops; // under it
  readonly cycles: number | null; // of a call, as first guessed; null: no circuit can be made
  readonly known: KnownProcesses; // for who makes the circuit
}

export function scheduleFor(
  loops: Loops,
  target: Technology,
  part?: Part,
  effort: Effort = ordinary,
): Chosen {
  const found = searchedWithin(loops, target, part, effort);
  const written = effort.asWritten ? measured(loops, target, nothingKnown()) : null;
  const isLess = written !== null && (found === null || pricedAs(written, effort) < found.best.price);
  if (found === null || isLess) {
    const known = found?.known ?? trialOf(target, part, effort).known;
    return { schedule: [], loops, cycles: written?.cycles ?? null, known };
  }
  const { best, known } = found;
  return { schedule: scheduleOf(best.state), loops: best.loops, cycles: best.measured.cycles, known };
}

function searchedWithin(
  loops: Loops,
  target: Technology,
  part: Part | undefined,
  effort: Effort,
): Searched | null {
  if (part === undefined) return searchedAll(loops, target, part, effort);
  const before: Tried[] = []; // in larger rooms
  let known: KnownProcesses = noKnownProcesses();
  const search = (room: Part): Tried | null => {
    const found = searchedAll(loops, target, room, effort);
    const fitting = before.filter(({ measured: { size } }) => fits(size, room));
    if (found !== null) {
      before.push(...found.met);
      fitting.push(found.best);
      known = found.known;
    }
    return fitting.reduce<Tried | null>((best, one) => (best === null ? one : better(best, one)), null);
  };
  const best = withinPart(part, search, {
    size: ({ measured: { size } }) => size,
    made: (found) => synthesize(found.loops, { target }, known),
  });
  return best === null ? null : { best, met: before, known };
}
/** What is met on the other way through the same choices counts too. */
function searchedAll(
  loops: Loops,
  target: Technology,
  part: Part | undefined,
  effort: Effort,
): Searched | null {
  const found = searchedBoth(loops, target, part, effort, effort);
  if (effort.also === undefined) return found;
  return lessOf(found, searchedBoth(loops, target, part, effort.also, effort));
}

function lessOf(one: Searched | null, other: Searched | null): Searched | null {
  if (one === null || other === null) return one ?? other;
  const met = [...one.met, ...other.met];
  return isBetter(other.best, one.best) ? { ...other, met } : { ...one, met };
}

/** Copies pay at once, and other moves may go further: nests that are written after a copy was made keep its banks. */
function searchedBoth(
  loops: Loops,
  target: Technology,
  part: Part | undefined,
  effort: Effort,
  judge: Effort,
): Searched | null {
  const found = searched(loops, target, part, effort, judge);
  const isCopied =
    found !== null && scheduleOf(found.best.state).some(({ primitive }) => primitive === "buffer");
  return isCopied ? lessOf(found, searched(loops, target, part, { ...effort, copies: false }, judge)) : found;
}

interface Searched {
  readonly best: Tried;
  readonly met: readonly Tried[]; // on the way, and what they cost by the same effort
  readonly known: KnownProcesses;
}

/** The least by `judge` of what is met; null: no circuit can be made. */
function searched(
  given: Loops,
  target: Technology,
  part: Part | undefined,
  effort: Effort,
  judge: Effort,
): Searched | null {
  const { steps, loops } = effort.thrifty ? gathered(given) : spreadBetween(given);
  const trial = trialOf(target, part, effort);
  const pieces = piecesOf(loops);
  const begun: Tried[] = [];
  for (const one of startsFor(loops, effort)) {
    const state = { ...one, shape: steps };
    const tried = pieces.length === 1 || begun.length === 0 ? trial.of(loops, state) : null;
    if (tried !== null) begun.push(tried);
  }
  const [start] = begun;
  if (start === undefined) return null;
  const join = effort.thrifty ? combinedPieces : joinedPieces;
  let best =
    pieces.length === 1
      ? descended(trial, loops, begun, effort.work)
      : besideEachOther(trial, loops, join(trial, loops, start, pieces));
  for (let next: Tried | null = best; next !== null; ) {
    best = next;
    next = leastOf(trial, loops, best, [fusingMoves(best.state)], effort.work);
  }
  if (pieces.length > 1) best = withWrittenOut(trial, loops, best);
  const met = trial.met(loops).map((one) => ({ ...one, price: pricedAs(one.measured, judge) }));
  return { best: judge === effort ? best : met.reduce(better), met, known: trial.known };
}

/** Writing out is there for cycles: a guess that it is smaller is no reason. */
function withWrittenOut(trial: Trial, loops: Loops, from: Tried): Tried {
  const found = leastOf(trial, loops, from, [writingOutMoves(from.state)], trial.work() + trial.effort.work);
  return found !== null && found.measured.cycles < (1 - small) * from.measured.cycles ? found : from;
}

/** What bounds a nest may be another one's memories: what was found for each alone is not the end. */
function besideEachOther(trial: Trial, loops: Loops, from: Tried): Tried {
  return furthest(trial, loops, from, trial.work() + trial.effort.work);
}
