/** A kernel of `networks/` under its schedule: what is predicted of its network, and a run beside the reference. */
import { readdirSync } from "node:fs";
import { circuitOf, loopsOf, type Ran, runOf } from "./kernel.ts";

const folder = "bench/hardware/networks";

export const recordPath = `${folder}/networks.json`;

export const names: readonly string[] = readdirSync(folder)
  .flatMap((file) => (file.endsWith(".py") ? [file.slice(0, -3)] : []))
  .sort();

const periodNs = 6;

/** Exact, the same on every machine. */
export interface NetworkFigures {
  readonly processes: number;
  readonly cycles: number;
  readonly longest: number; // cycles of the longest process, where it never waits
  readonly interval: number | null; // of calls that follow each other
  readonly streams: number;
  readonly queued: number; // words that queues hold
}

export interface Measured {
  readonly figures: NetworkFigures;
  readonly run: () => Promise<Ran>;
}

export function measuredNetwork(name: string): Measured {
  const made = circuitOf(loopsOf(folder, name, "written", periodNs), periodNs);
  const { network, prediction } = made;
  if (network === null) throw new Error(`${name} is no network`);
  const { processes, channels, interval } = network;
  const streams = channels.filter(({ kind }) => kind === "stream");
  const figures = {
    processes: processes.length,
    cycles: prediction.most,
    longest: Math.max(...processes.map(({ cycles }) => cycles.most)),
    interval,
    streams: streams.length,
    queued: streams.reduce((sum, { depth }) => sum + (depth ?? 0), 0),
  };
  return { figures, run: () => runOf(made, loopsOf(folder, name, "rolled", periodNs)) };
}
