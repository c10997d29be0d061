/** Bytes that come in on their own, for somebody who asks for them. */
import { setImmediate } from "node:timers/promises";

export interface Inbox {
  put(bytes: Uint8Array): void;
  /** Nothing more comes: who asks from now on gets this. */
  end(reason: Error): void;
  receive(milliseconds: number): Promise<Uint8Array>;
}

export function makeInbox(): Inbox {
  let waiting: Uint8Array[] = [];
  let ended: Error | null = null;
  let wake = (): void => {};
  return {
    put: (bytes) => {
      waiting.push(bytes.slice());
      wake();
    },
    end: (reason) => {
      ended ??= reason;
      wake();
    },
    receive: async (milliseconds) => {
      if (milliseconds <= 0) await setImmediate();
      else if (waiting.length === 0 && ended === null)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = () => {};
      if (waiting.length === 0 && ended !== null) throw ended;
      const found = Buffer.concat(waiting);
      waiting = [];
      return found;
    },
  };
}
