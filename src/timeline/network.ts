/** A network in time: when its processes stand still, and what waits in its streams. */
import type { Moves, Synthesized } from "../synthesis/index.ts";
import type { Channel, NetworkFacts, Wait } from "./nodes.ts";
import { timesIn } from "./times.ts";

export function networkFacts({ network, moves, processes }: Synthesized): NetworkFacts | null {
  if (network === null || moves === null) return null;
  const nameOf = (process: number | null): string =>
    process === null ? "caller" : (network.processes[process]?.name ?? processes[process]?.name ?? "");
  const isAlone = (array: string): boolean =>
    new Set(moves.lanes.filter((lane) => lane.array === array).map(({ bank }) => bank)).size === 1;
  const streams = moves.lanes.map(
    ({ array, bank, from, to, depth, words }, lane): Channel => ({
      ...{ name: array, kind: "stream", depth, words, why: null },
      bank: isAlone(array) ? null : bank,
      from: nameOf(from),
      to: nameOf(to),
      given: timesIn(moves.given[lane] ?? []),
      taken: timesIn(moves.taken[lane] ?? []),
    }),
  );
  const others = network.channels.flatMap(({ by, kind, from, to, why }): readonly Channel[] =>
    kind === "stream" ? [] : [{ name: by, bank: null, kind, from, to, ...nothing, why }],
  );
  return { channels: [...streams, ...others], interval: network.interval };
}

const nothing = { depth: null, words: null, given: [], taken: [] } as const;

/** When a process stands still, by its own cycles. `start`: the cycle of the call in which it begins. */
export function waitsOf(
  { lanes, processes, given, taken }: Moves,
  process: number,
  start: number,
): readonly Wait[] {
  const steps = processes[process]?.steps ?? [];
  const next = { given: lanes.map(() => 0), taken: lanes.map(() => 0) }; // words that passed
  const waits: Wait[] = [];
  let late = 0;
  for (const { cycle, takes, gives } of steps) {
    const [take] = takes;
    const [give] = gives;
    const time =
      take !== undefined
        ? taken[take]?.[next.taken[take] ?? 0]
        : give !== undefined
          ? given[give]?.[next.given[give] ?? 0]
          : undefined;
    const waited = time === undefined ? 0 : time - start - cycle - late;
    if (time !== undefined && waited > 0) {
      const missing = takes.find((lane) => (given[lane]?.[next.taken[lane] ?? 0] ?? -1) + 1 === time);
      const full = gives.find(
        (lane) => (taken[lane]?.[(next.given[lane] ?? 0) - (lanes[lane]?.depth ?? 0)] ?? -1) + 1 === time,
      );
      const why =
        missing !== undefined
          ? ({ channel: missing, for: "word" } as const)
          : ({ channel: full ?? 0, for: "room" } as const);
      addWait(waits, { at: cycle, cycles: waited, every: 0, times: 1, ...why });
      late += waited;
    }
    for (const lane of takes) next.taken[lane] = (next.taken[lane] ?? 0) + 1;
    for (const lane of gives) next.given[lane] = (next.given[lane] ?? 0) + 1;
  }
  return waits;
}

/** To the last run of waits, where it goes on in it. */
export function addWait(waits: Wait[], one: Wait): void {
  const last = waits.at(-1);
  const isAlike = last?.cycles === one.cycles && last.channel === one.channel && last.for === one.for;
  if (last === undefined || !isAlike) {
    waits.push(one);
    return;
  }
  const every = last.times === 1 ? one.at - last.at : last.every;
  if (one.at === last.at + last.times * every)
    waits[waits.length - 1] = { ...last, every, times: last.times + 1 };
  else waits.push(one);
}
