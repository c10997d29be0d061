/** Margins of `np.pad` that repeat what is there. */

/** The positions that `np.pad` takes along an axis, for margins that repeat what is there. */
export function paddedPositions(
  mode: string,
  size: number,
  before: number,
  after: number,
): readonly number[] | null {
  const place = margins[mode];
  if (place === undefined) return null;
  return Array.from({ length: before + size + after }, (_, k) => place(k - before, size));
}

const modulo = (k: number, n: number): number => ((k % n) + n) % n;

const margins: Readonly<Record<string, (k: number, size: number) => number>> = {
  edge: (k, size) => Math.max(0, Math.min(size - 1, k)),
  wrap: modulo,
  symmetric: (k, size) => {
    const at = modulo(k, 2 * size);
    return at < size ? at : 2 * size - 1 - at;
  },
  reflect: (k, size) => {
    if (size === 1) return 0;
    const at = modulo(k, 2 * size - 2);
    return at < size ? at : 2 * size - 2 - at;
  },
};
