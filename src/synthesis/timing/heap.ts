/** A heap of small numbers, least first. */
export interface Heap {
  readonly items: number[];
}

export function push(heap: Heap, item: number): void {
  const { items } = heap;
  let at = items.length;
  items.push(item);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = items[above] ?? 0;
    if (other <= item) break;
    items[at] = other;
    at = above;
  }
  items[at] = item;
}

/** -1: it is empty. */
export function pop(heap: Heap): number {
  const { items } = heap;
  const least = items[0];
  const moved = items.pop();
  if (least === undefined || moved === undefined) return -1;
  const size = items.length;
  if (size === 0) return least;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= size) break;
    if (below + 1 < size && (items[below + 1] ?? 0) < (items[below] ?? 0)) below++;
    const other = items[below] ?? 0;
    if (other >= moved) break;
    items[at] = other;
    at = below;
  }
  items[at] = moved;
  return least;
}
