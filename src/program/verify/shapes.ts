/** Shapes that agree, as far as it is known before the program runs: a dynamic extent may agree with any. */
import type { Dim, Shape } from "../../types/types.ts";

export function agree(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, axis) => dimsAgree(dim, b[axis]));
}

/** Null when they do not broadcast. */
export function broadcast(a: Shape, b: Shape): Shape | null {
  const rank = Math.max(a.length, b.length);
  const out: Dim[] = [];
  for (let k = 0; k < rank; k++) {
    const x = a[k - rank + a.length] ?? 1;
    const y = b[k - rank + b.length] ?? 1;
    if (x !== 1 && y !== 1 && !dimsAgree(x, y)) return null;
    out.push(x === 1 ? y : y === 1 || typeof x === "number" ? x : y);
  }
  return out;
}

/** Whether `from` can be repeated to fill `to`. */
export function broadcastsTo(from: Shape, to: Shape): boolean {
  const whole = broadcast(from, to);
  // Leading axes of one element may go away when an array is stored.
  const extra = Math.max(0, from.length - to.length);
  if (from.slice(0, extra).some((dim) => dim !== 1)) return false;
  return whole !== null && agree(whole.slice(extra), to);
}

export function dimsAgree(a: Dim | undefined, b: Dim | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a === "number" && typeof b === "number") return a === b;
  return true;
}

/** Null where an extent is dynamic. */
export function sizeOf(shape: Shape): number | null {
  let size = 1;
  for (const dim of shape) {
    if (typeof dim !== "number") return null;
    size *= dim;
  }
  return size;
}
