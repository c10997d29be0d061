/** PNG's filters: each byte of a row as what it differs by from a guess of its neighbours (specification, chapter 9). */

/** 0: none, 1: left, 2: above, 3: the mean of both, 4: Paeth's choice of left, above and above left. */
export const eachFilter = [0, 1, 2, 3, 4] as const;

export type Filter = (typeof eachFilter)[number];

/** In place; `pixel` is the bytes between neighbours. False: there is no such filter. */
export function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array, pixel: number): boolean {
  const known = eachFilter.find((one) => one === filter);
  if (known === undefined) return false;
  if (known === 0) return true;
  for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + guess(known, row, above, pixel, i);
  return true;
}

export function filterRow(filter: Filter, row: Uint8Array, above: Uint8Array, pixel: number): Uint8Array {
  return row.map((byte, i) => byte - guess(filter, row, above, pixel, i));
}

function guess(filter: Filter, row: Uint8Array, above: Uint8Array, pixel: number, i: number): number {
  const left = i < pixel ? 0 : (row[i - pixel] ?? 0);
  const up = above[i] ?? 0;
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, i < pixel ? 0 : (above[i - pixel] ?? 0));
  }
}

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
