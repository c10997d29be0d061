/** When a person or the system stops us: Ctrl-C, `kill`, a terminal that is closed. */

export type Stop = "SIGINT" | "SIGTERM" | "SIGHUP";

const statuses: Readonly<Record<Stop, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Calls `act` instead of ending at once. Gives what forgets it again. */
export function onStop(act: (signal: Stop) => void): () => void {
  const signals = Object.keys(statuses) as Stop[];
  for (const signal of signals) process.on(signal, act);
  return () => {
    for (const signal of signals) process.off(signal, act);
  };
}

/** As a shell shows it: 128 and the number of the signal. */
export function stopStatus(signal: Stop): number {
  return statuses[signal];
}
