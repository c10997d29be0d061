/** When words pass through the streams of a network, and who waits for them, seen cycle by cycle. */
import type { Watched } from "../hardware/simulate/simulation.ts";
import type { Synthesized } from "../synthesis/index.ts";
import type { Channel, Times, Wait } from "./nodes.ts";
import { addTime } from "./times.ts";

export interface ObservedStreams {
  readonly see: (cycle: number) => void;
  readonly kept: () => number;
  /** What a process waits for, in the cycle that is seen. */
  readonly why: (process: number) => Pick<Wait, "channel" | "for">;
  /** Streams are the first of them, in the order of lanes. */
  readonly channels: (known: readonly Channel[]) => readonly Channel[];
}

export function observedStreams(
  { signals, moves }: Synthesized,
  watch: (place: string) => Watched,
): ObservedStreams {
  const numberIn = (signal: Watched): number => Number(signal.value());
  const signalAt = (signal: string | null): Watched | null =>
    signal === null ? null : watch(`kernel.${signal}`);
  const lanes = (signals?.lanes ?? []).map(({ count, next, last, gives, takes }, index) => ({
    own: {
      ...{ count: watch(`kernel.${count}`), next: signalAt(next), last: signalAt(last) },
      ...{ gives: signalAt(gives), takes: signalAt(takes) },
    },
    ...{ given: [] as Times[], taken: [] as Times[], before: { count: 0, next: 0, last: 0 } },
    lane: moves?.lanes[index],
  }));
  return {
    see: (cycle) => {
      for (const one of lanes) {
        const { own, before, given, taken } = one;
        const now = {
          count: numberIn(own.count),
          next: own.next === null ? 0 : numberIn(own.next),
          last: own.last === null ? 0 : numberIn(own.last),
        };
        // Without pointers there is room for one word: it comes or goes.
        const gives = own.last === null ? now.count > before.count : now.last !== before.last;
        const takes = own.next === null ? now.count < before.count : now.next !== before.next;
        if (gives) addTime(given, cycle - 1);
        if (takes) addTime(taken, cycle - 1);
        one.before = now;
      }
    },
    kept: () => lanes.reduce((sum, { given, taken }) => sum + given.length + taken.length, 0),
    why: (process) => {
      const isAsked = (wish: Watched | null): boolean => wish === null || wish.is();
      const missing = lanes.findIndex(
        ({ lane, own, before }) => lane?.to === process && before.count === 0 && isAsked(own.takes),
      );
      if (missing >= 0) return { channel: missing, for: "word" };
      const full = lanes.findIndex(
        ({ lane, own, before }) =>
          lane?.from === process && before.count === lane.depth && isAsked(own.gives),
      );
      return { channel: Math.max(0, full), for: "room" };
    },
    channels: (known) =>
      known.map((channel, index) => {
        const lane = lanes[index];
        return lane === undefined ? channel : { ...channel, given: lane.given, taken: lane.taken };
      }),
  };
}
