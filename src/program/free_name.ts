/**
 * The first of `wish`, `wish_1`, `wish_2`, … that is not taken. Names are never given back, so that a search goes on where
 * the last one for the same wish ended.
 */
export function freeName(taken: ReadonlySet<string>, wish: string): string {
  if (!taken.has(wish)) return wish;
  const ofSet = tried.get(taken) ?? new Map<string, number>();
  tried.set(taken, ofSet);
  let number = ofSet.get(wish) ?? 1;
  while (taken.has(`${wish}_${number}`)) number++;
  ofSet.set(wish, number);
  return `${wish}_${number}`;
}

// Only where a search begins: the name that it finds is the first free one all the same.
const tried = new WeakMap<ReadonlySet<string>, Map<string, number>>();
