/**
 * What `npm test` takes of a sweep that is too long for it: other ones every day, so that in time all have their turn.
 * What is not today's is in a `*.long.test.ts` beside it. LUTRA_DAY=20773 gives a day again, LUTRA_CORPUS=all takes all.
 */
export const day = Number(process.env.LUTRA_DAY ?? Math.floor(Date.now() / 86_400_000));

const isAll = process.env.LUTRA_CORPUS === "all";

export function ofToday<T>(all: readonly T[], count: number): readonly T[] {
  if (isAll || count >= all.length) return all;
  const first = (day * count) % all.length;
  return all.filter((_, index) => (index - first + all.length) % all.length < count);
}

/** The others; again all, where all are asked for. */
export function ofOtherDays<T>(all: readonly T[], count: number): readonly T[] {
  if (isAll) return all;
  const today = new Set(ofToday(all, count));
  return all.filter((one) => !today.has(one));
}
