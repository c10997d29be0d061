/** A line whose user may be told to stop, between two of its bytes. */
import { setImmediate } from "node:timers/promises";
import type { Line } from "../system/serial/host.ts";

export interface StoppableLine extends Line {
  signal: AbortSignal | undefined; // of the call that is under way
}

/** Fails with the signal's reason. A simulation in this thread lets others run meanwhile, so that somebody can give the signal. */
export function stoppable(line: Line): StoppableLine {
  const guarded: StoppableLine = {
    ...{ bytesPerMs: line.bytesPerMs, now: line.now, signal: undefined },
    send: async (bytes) => {
      guarded.signal?.throwIfAborted();
      await line.send(bytes);
    },
    receive: async (milliseconds) => {
      if (guarded.signal !== undefined) await setImmediate();
      guarded.signal?.throwIfAborted();
      return line.receive(milliseconds);
    },
  };
  return guarded;
}
