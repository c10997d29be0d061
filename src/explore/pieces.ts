/** Kernels of several nests: each is improved alone, and then they are put together. */
import type { Loops, Stmt } from "../loops/nodes.ts";
import { onlyNests } from "./alone.ts";
import { combinations, type Option } from "./combine.ts";
import { descended, small } from "./descend.ts";
import type { Effort } from "./goal.ts";
import { joined, type State, starts } from "./moves.ts";
import { loopsIn } from "./nests.ts";
import { shapeText } from "./same.ts";
import { better, priceOf, type Sums, sumsOf, type Trial, type Tried } from "./trial.ts";

/**
 * Each nest on its own, if it takes a part of the call worth looking at; then together those that pay beside the others
 * too. As first guessed nests add up; where they do not, one after another tells which ones to leave as they were.
 */
export function joinedPieces(trial: Trial, loops: Loops, start: Tried, pieces: readonly Stmt[]): Tried {
  const found = improvedPieces(trial, start, pieces).flatMap(({ best }) => best ?? []);
  const begun: Guessed = { state: start.state, price: start.price, ...sumsOf(start.measured, trial.effort) };
  // A nest may pay only beside others that are as fast: all of them, or those that pay one after another.
  const { effort } = trial;
  const whole = found.reduce<Guessed>((sofar, one) => withPiece(sofar, one, effort) ?? sofar, begun);
  const paying = found.reduce<Guessed>((sofar, one) => lesser(sofar, withPiece(sofar, one, effort)), begun);
  const all = lesser(paying, whole);
  const tried = all.state === start.state ? null : trial.of(loops, all.state);
  const together = tried === null ? start : better(start, tried);
  if (together.price <= asGuessed * all.price) return together;
  const inTurn = found.reduce((best, { state }) => {
    const next = joined(best.state, state);
    const one = next === null ? null : trial.of(loops, next);
    return one === null ? best : better(best, one);
  }, start);
  return better(together, inTurn);
}

/** The same where size counts as much as cycles: of all designs that each nest met, those that together are the least. */
export function combinedPieces(trial: Trial, loops: Loops, start: Tried, pieces: readonly Stmt[]): Tried {
  const options = improvedPieces(trial, start, pieces)
    .map(({ met }) => met)
    .filter((met) => met.length > 0);
  const begun: Guessed = { state: start.state, price: start.price, ...sumsOf(start.measured, trial.effort) };
  const guessed = combinations(options).flatMap((chosen) => {
    const all = chosen.reduce<Guessed | null>(
      (sofar, one) => sofar && withPiece(sofar, one, trial.effort),
      begun,
    );
    return all ?? [];
  });
  const best = guessed.toSorted((a, b) => a.price - b.price).slice(0, mostCombined);
  return best.flatMap(({ state }) => trial.of(loops, state) ?? []).reduce(better, start);
}

/** Guesses that are tried as a whole. */
const mostCombined = 3;

interface Piece {
  readonly best: Improved | null; // null: no circuit
  readonly met: readonly Improved[];
}

/** Each nest on its own, if it takes a part of the call worth looking at. */
function improvedPieces(trial: Trial, start: Tried, pieces: readonly Stmt[]): readonly Piece[] {
  const nests = pieces.map((piece) => ({ ...nestOf(start, piece), share: shareOf(start, piece) }));
  const large = nests.filter(({ share }) => share >= small);
  return large.map(({ alone, shape }, k) => {
    // What is known of another nest of this shape costs nothing; what one did not need is there for those after it.
    const isKnown = large.slice(0, k).some((other) => other.shape === shape);
    const open = large.slice(k).filter((other) => large.findIndex((one) => one.shape === other.shape) >= k);
    const own = open.filter((other) => other.shape === shape);
    const part = isKnown ? 1 : sharesOf(own) / sharesOf(open);
    return improvedAlone(trial, alone, (trial.effort.work - trial.work()) * part);
  });
}

/** How much more than the sum of its nests a kernel may come to. */
const asGuessed = 1.05;

/** A nest under what was found for it alone. */
type Improved = Option & { readonly state: State };

/** Of the cycles of a call. */
function shareOf({ measured: { cycles, pipelines } }: Tried, piece: Stmt): number {
  const names = new Set(loopsIn([piece]).map(({ name }) => name));
  return pipelines.reduce((sum, pipe) => sum + (names.has(pipe.name) ? pipe.cycles : 0), 0) / cycles;
}

function sharesOf(nests: readonly { readonly share: number }[]): number {
  return nests.reduce((sum, { share }) => sum + share, 0);
}

/** A nest without the others. */
function nestOf(start: Tried, piece: Stmt): { readonly alone: Loops; readonly shape: string } {
  const alone = onlyNests(start.state.loops, new Set(loopsIn([piece]).map(({ name }) => name)));
  return { alone, shape: shapeText(alone) };
}

function improvedAlone(trial: Trial, alone: Loops, work: number): Piece {
  const { effort } = trial;
  const from = startsFor(alone, effort).flatMap((one) => trial.of(alone, one) ?? []);
  const [first] = from;
  if (first === undefined) return { best: null, met: [] };
  const before = sumsOf(first.measured, effort);
  const improved = ({ state, measured }: Tried): Improved => {
    const { cycles, weight } = sumsOf(measured, effort);
    return { state, cycles: cycles - before.cycles, weight: weight - before.weight };
  };
  const best = improved(descended(trial, alone, from, work));
  return { best, met: trial.met(alone).map(improved) };
}

/** Where a search begins: the first is what other designs are compared with. */
export function startsFor(loops: Loops, { thrifty }: Effort): readonly State[] {
  const { plain, innermost, large } = starts(loops);
  return [...(thrifty ? [innermost, plain] : [plain, innermost]), ...large];
}

type Guessed = Sums & { readonly state: State; readonly price: number };

/** With one more nest; null where what stands beside it does not allow it. */
function withPiece(sofar: Guessed, { state, cycles, weight }: Improved, effort: Effort): Guessed | null {
  const sums = { cycles: sofar.cycles + cycles, weight: Math.max(sofar.weight + weight, 0) };
  const next = joined(sofar.state, state);
  return next === null ? null : { ...sums, state: next, price: priceOf(sums, effort) };
}

function lesser(one: Guessed, other: Guessed | null): Guessed {
  return other !== null && other.price < one.price ? other : one;
}
