/**
 * Where the elements of a stream wait: SODA's reuse buffer (Chi, Cong, Wei and Zhou, ICCAD 2018). Words are numbered by age: 0
 * is the newest, and in an iteration each becomes older by the number of lanes. Words that results ask for are registers, in the window;
 * what waits between two of them goes through a line, a memory that is read and written at one place that goes round.
 * There are exactly as many words as the age of the oldest, and one more.
 */
import { modulo } from "./grid.ts";

export interface Words {
  readonly window: readonly number[]; // ages, ascending
  readonly moves: readonly Move[]; // in the order they are done
}

/** In an iteration, what was `from` becomes `to`, after `line` iterations in between. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly line: number; // 0: at once
}

/** Lines shorter than this are registers, too: a memory of so few words has no less logic around it. */
const shortestLine = 4;

export function wordsOf(ages: ReadonlySet<number>, lanes: number): Words {
  const window = new Set(Array.from({ length: lanes }, (_, lane) => lane));
  for (const age of ages) for (let lane = 0; lane < lanes; lane++) window.add(age + lane);
  const moves: Move[] = [];
  const chains = Array.from({ length: lanes }, (_, lane) => lane);
  for (const lane of chains) {
    const own = [...window].filter((age) => modulo(age, lanes) === lane).sort((a, b) => a - b);
    for (const [i, to] of own.entries()) {
      const from = own[i - 1];
      if (from === undefined) continue;
      const between = (to - from) / lanes - 1;
      if (between >= shortestLine) moves.push({ from, to, line: between });
      else
        for (let age = from; age < to; age += lanes) {
          window.add(age);
          moves.push({ from: age, to: age + lanes, line: 0 });
        }
    }
  }
  // The oldest first: a word is read before it is overwritten.
  return {
    window: [...window].sort((a, b) => a - b),
    moves: moves.sort((a, b) => b.to - a.to),
  };
}
