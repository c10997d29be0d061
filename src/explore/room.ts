/**
 * A schedule that fits its part. Searches guess what circuits take; a guess is too good where units have no time for a choice of
 * operands, or memories are there twice for more readers. So what takes much of a part is made once, and where it does not fit, the
 * search goes again in a part that is smaller by as much as the guess was wrong.
 */
import { blockRamsOf, type Part } from "../device/part.ts";
import type { Synthesis } from "../synthesis/index.ts";
import { type Resources, resourcesOf } from "../synthesis/report/resources.ts";
import { allLuts, mostOfPart, type Size } from "./size.ts";

/** Null where nothing is found that fits. */
export function withinPart<Found>(
  part: Part,
  search: (room: Part) => Found | null,
  { size, made }: { size: (found: Found) => Size; made: (found: Found) => Synthesis },
): Found | null {
  let room = part;
  for (let tries = 0; tries < mostTries; tries++) {
    const found = search(room);
    if (found === null || !isMuchOf(size(found), part)) return found;
    const circuit = made(found);
    const less = circuit.ok ? roomLeft(room, size(found), resourcesOf(circuit), part) : null;
    if (less === null) return found;
    if (less.luts === room.luts && less.dsps === room.dsps && blockRamsOf(less) === blockRamsOf(room))
      return null;
    room = less;
  }
  return null;
}

const mostTries = 4;

/** Whether what was guessed to take so much fits, as it is made where it takes much. */
export function fitsAsMade(part: Part, guess: Size, made: () => Synthesis): boolean {
  if (!isMuchOf(guess, part)) return true;
  const circuit = made();
  return circuit.ok && roomLeft(part, guess, resourcesOf(circuit), part) === null;
}

/** So much that it may not fit, by how far guesses have been off. */
function isMuchOf(size: Size, part: Part): boolean {
  return allLuts(size) > part.luts / 4 || size.dsps > part.dsps / 4 || size.blockRams > blockRamsOf(part) / 4;
}

/** Null: it fits. */
function roomLeft(room: Part, guess: Size, taken: Resources, part: Part): Part | null {
  const excess = {
    luts: Math.max(excessOf(taken.luts, part.luts), excessOf(taken.flipflops, part.flipflops)),
    dsps: excessOf(taken.dsps, part.dsps),
    blockRams: excessOf(taken.blockRams, blockRamsOf(part)),
  };
  if (Object.values(excess).every((times) => times === 1)) return null;
  const left = (has: number, guessed: number, times: number): number =>
    times === 1 ? has : Math.min(has, guessed / times);
  return {
    ...room,
    luts: left(room.luts, guess.luts / mostOfPart, excess.luts),
    dsps: left(room.dsps, guess.dsps, excess.dsps),
    blockRams: left(blockRamsOf(room), guess.blockRams, excess.blockRams),
    ultraRams: 0,
  };
}

function excessOf(taken: number, has: number): number {
  return taken <= has ? 1 : taken / has;
}
