/**
 * What may make a pipelined loop faster, by what bounds it: the one table of what the search for a schedule tries, and
 * what advice does. A search may take several steps at once, and keeps what pays; advice is one step that a person adds.
 */
import { findLoop, pathTo } from "../loops/find.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Step } from "../schedule/schedule.ts";
import type { Bound, Pipe } from "./measure.ts";
import {
  buffers,
  interchanges,
  lowered,
  type Move,
  raised,
  type Setting,
  type State,
  stencils,
  tilings,
  wider,
  windowBuffers,
  windows,
} from "./moves.ts";
import { isSpokenFor, loopsIn } from "./nests.ts";
import {
  distributing,
  fusing,
  interchanging,
  raising,
  reassociating,
  type Scheduled,
  storing,
  widening,
  writingOut,
} from "./steps.ts";

/** Of a loop bounded by this, the likeliest and cheapest first. */
function candidatesFor(kind: Bound["kind"]): readonly Candidate[] {
  switch (kind) {
    case "none":
      return [widen, copy, copyWindows, tile, raise, lower, store, fuse, writeOut, reassociate];
    case "recurrence":
      return [interchange, tile, raise, lower, distribute, reassociate, store];
    case "ports":
      return [store, copy, copyWindows, stream, tile, searchOnly(widen), raise, lower, interchange, fuse];
    case "other":
      return [lower, raise, adviceOnly(interchange), distribute, adviceOnly(widen)];
  }
}

interface Candidate {
  readonly moves?: (setting: Setting) => readonly Move[]; // of the search
  readonly steps?: (scheduled: Scheduled) => readonly Step[]; // of advice
  readonly copies?: true; // of arguments, into memories of the circuit
}

const widen: Candidate = { moves: wider, steps: widening };
const interchange: Candidate = { moves: interchanges, steps: interchanging };
const raise: Candidate = { moves: raised, steps: raising };
const store: Candidate = { moves: windows, steps: storing };
const copy: Candidate = { moves: buffers, copies: true }; // several steps for each argument
const copyWindows: Candidate = { moves: windowBuffers, copies: true };
const stream: Candidate = { moves: stencils };
const tile: Candidate = { moves: tilings }; // three steps or more
const lower: Candidate = { moves: lowered }; // no step takes a pipeline away
const fuse: Candidate = { steps: fusing }; // the search does it last, for all loops (fusingMoves)
const distribute: Candidate = { steps: distributing }; // the search does it where an interchange needs it
const writeOut: Candidate = { steps: writingOut }; // the search begins with short loops written out
const reassociate: Candidate = { steps: reassociating }; // rounds in another order: a person's choice

function searchOnly({ moves }: Candidate): Candidate {
  return moves === undefined ? {} : { moves };
}

function adviceOnly({ steps }: Candidate): Candidate {
  return steps === undefined ? {} : { steps };
}

/** What the search tries next for a loop, of one kind after another; nothing where the source says how the nest runs. */
export function movesFor(state: State, { name, bound }: Pipe, copies: boolean): readonly (readonly Move[])[] {
  const loop = findLoop(state.loops, name);
  if (loop === undefined) return [];
  const around = pathTo(state.loops, name).loops;
  if ([...around, loop, ...loopsIn(loop.body)].some(isSpokenFor)) return [];
  return candidatesFor(bound.kind)
    .filter((candidate) => copies || candidate.copies === undefined)
    .map(({ moves }) => moves?.({ state, loop, around, bound }) ?? []);
}

/** What advice tries for a loop. */
export function stepsFor(loops: Loops, { name, bound }: Pipe): readonly Step[] {
  const loop = findLoop(loops, name);
  if (loop === undefined) return [];
  const around = pathTo(loops, name).loops;
  return candidatesFor(bound.kind).flatMap(({ steps }) => steps?.({ loops, loop, around, bound }) ?? []);
}
