/** After operations gave way there may be room before them: each moves to the earliest cycle that its makers allow. */
import type { Graph } from "./graph.ts";
import { settle, startAfterMakers } from "./graph.ts";
import type { Reservations } from "./reservations.ts";

export interface Movable {
  readonly graph: Graph;
  readonly ii: number;
  readonly reservations: Reservations; // with everything that `cycles` takes
  readonly cycles: Int32Array; // changed in place
}

export function compact(movable: Movable): void {
  const { graph, ii, reservations, cycles } = movable;
  const offsets = settle(graph, cycles);
  const everyone = new Uint8Array(graph.size).fill(1);
  const byCycle = graph.order.slice().sort((one, other) => (cycles[one] ?? 0) - (cycles[other] ?? 0));
  for (let sweep = 0, moved = true; sweep < 8 && moved; sweep++) {
    moved = false;
    for (const i of byCycle) {
      const now = cycles[i] ?? 0;
      const start = { cycle: 0, offset: 0 };
      startAfterMakers(graph, { cycles, offsets }, i, ii, start, everyone);
      const { cycle, offset } = start;
      if (cycle >= now) continue;
      reservations.release(i, now);
      const free = reservations.firstFree(i, cycle, Math.min(now, cycle + ii));
      const chosen = free < 0 ? now : free;
      reservations.take(i, chosen);
      if (free < 0) continue;
      cycles[i] = chosen;
      offsets[i] = chosen === cycle ? offset : 0;
      moved = true;
    }
  }
}
